"""The console's reader in a real window, by real keys: filters, alerts, verification with what came of it,
several logs, and a reading process that lives no longer than its console."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.console.reader_worker import Answering
from kiosk.console.values import AlertsFound, AlertsWanted, Narrowing
from kiosk.console.window import TITLE
from kiosk.log.export_actions import export_whole
from kiosk.log.kinds import Kind
from tests.console.real.test_console import ConsoleProcess, chord, focused
from tests.support.at_station import staff_at
from tests.support.event_generator import build, day
from tests.support.kiosk_process import KioskProcess
from tests.support.log_samples import tamper
from tests.support.screen import Screen, until
from tests.support.screen_reader import ScreenReader

pytestmark = pytest.mark.real


LISTS = frozenset({"table", "list", "tree", "scroll bar"})


class ReadAloud:
    """A console that a screen reader can be asked about."""

    def __init__(self, screen: Screen, data: Path, *more: str) -> None:
        self.reader = ScreenReader()
        screen.env |= self.reader.env
        self.screen = screen
        self.console = ConsoleProcess(screen, data, *more)

    def says(self, part: str) -> bool:
        """Whether *part* stands anywhere in the window, long lists aside."""
        return any(part in one.name for one in self.reader.tree(self.console.process.pid, LISTS))

    def until_said(self, part: str) -> None:
        until(lambda: self.says(part), part)

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.screen.key(key)

    def close(self) -> None:
        self.console.kill()
        self.reader.close()


Opening = Callable[..., ReadAloud]


@pytest.fixture
def opening(screen: Screen) -> Iterator[Opening]:
    open_now: list[ReadAloud] = []

    def opened(data: Path, *more: str) -> ReadAloud:
        open_now.append(ReadAloud(screen, data, *more))
        return open_now[-1]

    yield opened
    for one in open_now:
        one.close()


@pytest.fixture
def told_day(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    build(day(closed=False, letter="B"), folder)
    return folder


def children(pid: int) -> list[int]:
    """The processes that *pid* has started."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def is_there(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def reading(pid: int) -> list[int]:
    """The working processes of the console *pid*, which read for it until it is told to do something."""
    return [one for one in children(pid) if b"\0worker\0" in Path(f"/proc/{one}/cmdline").read_bytes()]


def test_by_keys_a_facet_narrows_an_alert_leads_to_its_ruling_and_the_log_verifies(
    opening: Opening, told_day: Path, picture: Callable[[str], None]
) -> None:
    found = Answering(told_day).answer(AlertsWanted(Narrowing()))
    assert isinstance(found, AlertsFound)
    number = found.alerts[0].rows[0][0].number
    at = opening(told_day)
    at.until_said("B-")

    at.keys("2")
    at.until_said("rulings")
    at.keys("f", "Return")
    at.until_said("Round ")
    picture("console_log_facet")

    at.keys("3")
    at.until_said(found.alerts[0].meaning[:40])
    picture("console_alerts")
    at.keys("Home", "Return", "Return")  # ENTER right after a digit would ask for the ruling of that number
    at.until_said(f"Ruling {number}")
    at.until_said("1 ruling")
    picture("console_log_from_alert")

    at.keys("4", "v")
    at.until_said("Intact: every record is as it was recorded.")
    picture("console_verified")


def test_a_changed_record_is_named_by_the_verification_in_the_window(
    opening: Opening, told_day: Path
) -> None:
    tamper(told_day / "log.db", "UPDATE records SET at = '2026-01-01T00:00:00.000Z' WHERE seq = 41")
    at = opening(told_day)

    at.keys("4", "v")

    at.until_said("The log does NOT hold at record 41.")


def test_several_logs_are_shown_together_with_what_each_of_them_is(
    opening: Opening, told_day: Path, tmp_path: Path, picture: Callable[[str], None]
) -> None:
    build(day(2, letter="C"), tmp_path / "other")
    copy = tmp_path / "copy.db"
    export_whole(staff_at(told_day), None, copy, force=False)
    logs = (told_day / "log.db", tmp_path / "other" / "log.db", copy)
    before = (tmp_path / "other" / "log.db").read_bytes()
    at = opening(told_day, *(part for one in logs for part in ("--log", str(one))))

    at.keys("2")
    at.until_said("2 logs shown: B, C · 1 copy")
    picture("console_several")
    at.keys("w")

    at.until_said("this folder's log alone")
    picture("console_sources")
    assert (tmp_path / "other" / "log.db").read_bytes() == before


def test_a_reading_process_that_is_killed_is_started_again_and_the_page_comes(
    opening: Opening, told_day: Path
) -> None:
    at = opening(told_day)
    console = at.console.process.pid
    until(lambda: reading(console), "the reading process")
    at.until_said("B-")
    first = reading(console)

    for one in first:
        os.kill(one, signal.SIGSTOP)
    at.keys("2")
    for one in first:
        os.kill(one, signal.SIGKILL)

    at.until_said(" rulings")
    assert not set(first) & set(reading(console))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_reading_process_outlives_its_console(opening: Opening, told_day: Path, how: int) -> None:
    at = opening(told_day)
    until(lambda: reading(at.console.process.pid), "the reading process")
    mine = reading(at.console.process.pid)

    os.kill(at.console.process.pid, how)

    until(lambda: not any(map(is_there, mine)), "the end of the reading process")


def inside(station: KioskProcess) -> list[int]:
    """The reading processes of the console over *station*, opened by keys."""
    assert station.judge("cat") is Tone.ACCEPTABLE
    station.done()
    chord(station)
    station.screen.key("3")
    until(lambda: focused(station.screen) == TITLE, "the console over the station")
    until(lambda: reading(station.process.pid), "its reading process")
    return reading(station.process.pid)


def test_over_the_station_the_reading_process_ends_with_the_console(station: KioskProcess) -> None:
    mine = inside(station)

    until(lambda: _left(station.screen) and focused(station.screen) != TITLE, "the console's end")

    until(lambda: not any(map(is_there, mine)), "the end of the reading process")
    until(station.is_ready, "the players' page")
    # The last ESC may have come in here and asked "what now?": 1 goes back, or else declares a word again.
    station.screen.key("1")
    station.screen.key("BackSpace")
    assert station.judge("dog") is Tone.ACCEPTABLE
    assert station.records(Kind.FAULT) == []


def test_a_station_that_is_killed_leaves_no_reading_process(station: KioskProcess) -> None:
    mine = inside(station)

    os.kill(station.process.pid, signal.SIGKILL)

    until(lambda: not any(map(is_there, mine)), "the end of the reading process")


def _left(screen: Screen) -> bool:
    """ESC asks, ENTER confirms; both again if one of them came before the console had the keyboard."""
    screen.key("Escape")
    screen.key("Return")
    return True
