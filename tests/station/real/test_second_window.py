"""A plain window that a director opens beside the station: real mouse and keys reach it, it is no violation,
and any other program's window still is."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.lockdown.watch import COVERED
from tests.lockdown.real.test_another_program import fills_the_screen, intrude, told
from tests.lockdown.real.test_escapes import has_keyboard
from tests.station.real.console_beside import PLACE, TYPED
from tests.support.kiosk_process import KioskProcess
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

LEFT, TOP, WIDTH, HEIGHT = PLACE
BUTTON, FIELD = (LEFT + WIDTH // 2, TOP + 80), (LEFT + WIDTH // 2, TOP + HEIGHT - 80)


@pytest.fixture
def station(screen: Screen, tmp_path: Path) -> Iterator[KioskProcess]:
    program = str(Path(__file__).with_name("console_beside.py"))
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    process = KioskProcess(screen, data, command=(sys.executable, program, str(data)))
    yield process
    process.kill()


def windows(station: KioskProcess) -> list[str]:
    return station.screen.run("xdotool", "search", "--onlyvisible", "--name", "^Console$").split()


def ask_for_console(station: KioskProcess) -> None:
    os.kill(station.process.pid, signal.SIGUSR1)


def open_console(station: KioskProcess) -> None:
    station.screen.key("ctrl+F12")
    until(lambda: ask_for_console(station) or windows(station), "the second window")
    until(lambda: has_focus(station), "the keyboard at the second window")


def has_focus(station: KioskProcess) -> bool:
    return station.screen.run(
        "xdotool", "getwindowname", station.screen.run("xdotool", "getwindowfocus")
    ) == ("Console")


def click(station: KioskProcess, place: tuple[int, int]) -> None:
    station.screen.click(*place)


def typed_and_kept(station: KioskProcess, text: str) -> bool:
    """Type *text* into the field by mouse and keys, click the button, and see it kept."""
    click(station, FIELD)
    station.screen.key("ctrl+a")
    station.screen.type(text)
    click(station, BUTTON)
    file = station.data / TYPED
    return file.exists() and file.read_text() == text


def close_console(station: KioskProcess) -> None:
    station.screen.ask_to_close(int(windows(station)[0]))
    until(lambda: not windows(station), "the second window's end")


def seconds_pass(station: KioskProcess, count: int) -> None:
    """Let the sentry look so often; nothing else is waited for."""
    time.sleep(count)


def test_a_second_window_takes_mouse_and_keys_and_is_no_violation(station: KioskProcess, picture):
    open_console(station)

    until(lambda: typed_and_kept(station, "quixotry"), "the text typed by mouse and keys")
    seconds_pass(station, 4)
    picture("second_window")

    assert has_focus(station)
    until(lambda: typed_and_kept(station, "again"), "more text")
    assert told(station) == []
    assert station.rulings() == []


def test_when_it_closes_the_station_has_everything_back(station: KioskProcess):
    open_console(station)
    seconds_pass(station, 2)

    close_console(station)

    until(lambda: has_keyboard(station), "the keyboard")
    until(lambda: fills_the_screen(station), "the station on the whole screen")
    station.screen.key("1")  # back to the players
    station.await_tone(Tone.PLAIN)
    assert station.judge("cat") is Tone.ACCEPTABLE
    assert told(station) == []
    click(station, (700, 400))
    assert station.tone() is Tone.ACCEPTABLE


def test_any_other_programs_window_is_recorded_while_it_stands(station: KioskProcess):
    open_console(station)
    seconds_pass(station, 3)
    assert told(station) == []

    with intrude(station, "cover"):
        until(lambda: COVERED in told(station), "the violation on record")

    until(lambda: has_focus(station), "the keyboard at the second window again")
    until(lambda: typed_and_kept(station, "still"), "the second window as usable as before")


def test_nobody_but_who_holds_the_station_opens_one(station: KioskProcess):
    ask_for_console(station)
    seconds_pass(station, 3)

    assert windows(station) == []
    assert station.judge("cat") is Tone.ACCEPTABLE
