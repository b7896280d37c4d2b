"""A station whose keyboard is unplugged and plugged in again, as its X server sees it."""

from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from kiosk.station.machine import BACK, GONE
from tests.support.kiosk_process import KioskProcess
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

KEYBOARD = "Xvfb keyboard"


def notes(station: KioskProcess) -> list[str]:
    return [record.data["text"] for record in station.records(Kind.NOTE)]


def test_a_keyboard_that_is_gone_calls_the_director_and_one_that_comes_back_goes_on(
    station: KioskProcess, picture
):
    screen = station.screen
    screen.key("1")
    screen.type("ca")

    screen.run("xinput", "disable", KEYBOARD)
    until(lambda: notes(station) == [GONE], "the note that it is gone")
    station.await_tone(Tone.CALL)
    picture("no-keyboard")
    screen.run("xinput", "enable", KEYBOARD)
    until(lambda: notes(station) == [GONE, BACK], "the note that it is back")
    until(station.is_ready, "the page that stood there before")
    screen.type("t")
    screen.key("Return")

    station.press_tab(0)
    assert station.rulings()[-1].data["words"] == ["CAT"]


def test_a_station_that_starts_without_one_says_so(screen: Screen, tmp_path: Path):
    screen.run("xinput", "float", KEYBOARD)
    station = KioskProcess(screen, tmp_path / "data")
    try:
        station.await_tone(Tone.CALL)
        assert notes(station) == [GONE]
        assert station.leave() == 0  # where it is wrong, the director can end it
    finally:
        station.kill()
