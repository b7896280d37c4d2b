"""The station as a screen reader finds and hears it, through the real AT-SPI buses."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.station.window import TITLE
from tests.support.kiosk_process import ROOT, KioskProcess
from tests.support.practice_process import PracticeProcess
from tests.support.screen import Screen, until
from tests.support.screen_reader import ScreenReader

pytestmark = pytest.mark.real

BROKEN = (sys.executable, str(ROOT / "tests" / "station" / "real" / "broken_station.py"))


@pytest.fixture
def reader(screen: Screen) -> Iterator[ScreenReader]:
    made = ScreenReader()
    screen.env |= made.env
    yield made
    made.close()


def said(reader: ScreenReader, station: KioskProcess | PracticeProcess, *roles: str) -> list[str]:
    """What the station says now to whoever looks for things of these *roles*."""
    return [one.name for one in reader.tree(station.process.pid) if one.role in roles and one.name]


def test_a_reader_finds_headings_words_and_keys_and_the_verdict_first(
    screen: Screen, reader: ScreenReader, tmp_path: Path
) -> None:
    station = KioskProcess(screen, tmp_path / "data")
    try:
        until(lambda: any("how many words" in name for name in said(reader, station, "heading")), "the call")
        found = reader.tree(station.process.pid)
        assert [one.name for one in found if one.depth == 1] == [TITLE]

        station.enter("cat", "dog")
        words = ["1, C A T, 3 letters", "2, D O G, 3 letters"]
        until(lambda: said(reader, station, "list item")[:2] == words, "the words, spelled")

        station.press_tab(0)
        until(lambda: said(reader, station, "heading", "label")[:1] == ["ACCEPTABLE"], "the verdict first")
        assert said(reader, station, "list item")[:2] == ["C A T", "D O G"]
        everything = [one.name for one in reader.tree(station.process.pid)]
        assert len([name for name in everything if "ACCEPTABLE" in name]) == 1
    finally:
        station.kill()


def test_a_reader_can_practise(screen: Screen, reader: ScreenReader, tmp_path: Path) -> None:
    practice = PracticeProcess(screen, tmp_path / "data")
    try:
        until(
            lambda: "PRACTICE · challenge or accept?" in said(reader, practice, "heading"), "the first page"
        )
        assert "ESC: leave" in said(reader, practice, "list item")

        practice.tap("h", "2")
        until(lambda: "Challenge or accept?" in said(reader, practice, "heading"), "the play")
        asked = said(reader, practice, "list item")
        assert all(len(letter) == 1 for letter in asked[0].split())
        assert not any("phoney" in one or "good" in one for one in asked)

        practice.answer("a")
        found = (f"{asked[0]}, good", f"{asked[0]}, phoney")
        until(lambda: said(reader, practice, "list item")[0].startswith(found), "what the word is")
        assert any(told.startswith("PRACTICE · play 1") for told in reader.announcements())
    finally:
        practice.kill()


def check_only_news_is_told(screen: Screen, reader: ScreenReader, station: KioskProcess) -> None:
    until(lambda: any("how many words" in told for told in reader.announcements()), "the first page, told")
    screen.key("1")
    until(lambda: any("type every" in told for told in reader.announcements()), "the next page, told")
    before = len(reader.announcements())

    for letter in "cat":  # one at a time: two that come between two paints are told as a word
        heard = len(reader.announcements())
        screen.key(letter)
        until(lambda heard=heard: len(reader.announcements()) > heard, f"{letter}, told")  # type: ignore[misc]
    assert reader.announcements()[before:] == ["C", "A", "T"]

    screen.key("Return")
    station.press_tab(0)
    station.await_tone(Tone.ACCEPTABLE)
    until(lambda: reader.announcements()[-1].startswith("ACCEPTABLE"), "the verdict, told")


def test_only_what_is_new_is_told(screen: Screen, reader: ScreenReader, tmp_path: Path) -> None:
    station = KioskProcess(screen, tmp_path / "data")
    try:
        check_only_news_is_told(screen, reader, station)
    finally:
        station.kill()


def test_a_station_that_reads_out_the_whole_page_each_time_is_caught(
    screen: Screen, reader: ScreenReader, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    station = KioskProcess(screen, data, command=(*BROKEN, "hush", str(data)))
    try:
        with pytest.raises(AssertionError, match="CHALLENGER"):
            check_only_news_is_told(screen, reader, station)
    finally:
        station.kill()
