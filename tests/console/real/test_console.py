"""The director's console in a real window, by real keys: alone, beside a running station, and inside it."""

import csv
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.console import kit
from kiosk.console.window import TITLE
from kiosk.kit.canvas import DARK_BLUE, LIGHT_AMBER
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from tests.lockdown.real.test_another_program import fills_the_screen, told
from tests.lockdown.real.test_escapes import has_keyboard
from tests.support.event_generator import build, day
from tests.support.kiosk_process import ROOT, KioskProcess, run_kiosk
from tests.support.screen import PATIENCE_S, Screen, until

pytestmark = pytest.mark.real

PASSCODE = "round robin 7"
AMBER, BLUE, STRIP = LIGHT_AMBER.field.lower(), DARK_BLUE.field.lower(), kit.STRIP.lower()
SET_UP = """
[station]
letter = "B"
name = "By the window"
profile = "club"
protection = "demonstration"

[[division]]
id = "main"
name = "Open"
rules = "naspa-2016"
penalty = "lose_turn"
main = "free"

[event]
id = "spring"
name = "Spring Open"
"""


class ConsoleProcess:
    """`kiosk director` on *screen*, with *more* after it and *env* around it; or another *program*."""

    def __init__(
        self,
        screen: Screen,
        data: Path,
        *more: str,
        env: dict[str, str] | None = None,
        program: tuple[str, ...] = (),
    ) -> None:
        self.screen, self.data = screen, data
        command = [*(program or (sys.executable, "-m", "kiosk")), "--data", str(data), "director", *more]
        around = screen.env | (env or {})
        self.process = subprocess.Popen(command, cwd=ROOT, env=around, stderr=subprocess.PIPE)
        until(lambda: windows(screen), "the console's window")
        until(lambda: focused(screen) == TITLE, "the keyboard at the console")

    def end(self) -> str:
        """Its exit, and what it said."""
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return f"{self.process.returncode} {said.decode()}".strip()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=PATIENCE_S)


def windows(screen: Screen) -> list[str]:
    return screen.run("xdotool", "search", "--onlyvisible", "--name", f"^{TITLE}$").split()


def focused(screen: Screen) -> str:
    return screen.run("xdotool", "getwindowname", screen.run("xdotool", "getwindowfocus"))


NAMED = {" ": "space", "-": "minus", "/": "slash", ".": "period", "*": "shift+8", "_": "shift+minus"}


def text_of(screen: Screen, text: str) -> None:
    for letter in text:
        screen.key(NAMED.get(letter, letter))


def has_colour(screen: Screen, colour: str) -> bool:
    """Whether *colour* is anywhere on the screen."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return bytes((blue, green, red)) in screen.pixels()


def has_keys_below(screen: Screen) -> bool:
    """Whether a page is on show: its keys stand below it, and below a panel there are none."""
    ink = bytes(int(kit.INK[place : place + 2], 16) for place in (5, 3, 1))
    return ink in screen.pixels()[-screen.width * 4 * (screen.height // 30) :]


def marks(screen: Screen) -> int:
    """How many rows of the screen have the amber of an unacceptable ruling's mark in them."""
    red, green, blue = (int(AMBER[place : place + 2], 16) for place in (1, 3, 5))
    pixels, wide = screen.pixels(), screen.width * 4
    wanted = bytes((blue, green, red))
    return sum(wanted in pixels[start : start + wide] for start in range(0, len(pixels), wide))


@pytest.fixture
def told_day(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    build(day(closed=False, letter="B"), folder)
    return folder


@pytest.fixture
def console(screen: Screen, told_day: Path) -> Iterator[ConsoleProcess]:
    process = ConsoleProcess(screen, told_day)
    yield process
    process.kill()


def test_by_keys_alone_the_log_is_searched_filtered_exported_and_verified(console, tmp_path, picture):
    screen, target = console.screen, tmp_path / "out.csv"
    until(lambda: marks(screen) > 100, "the last rulings")
    picture("console_now")

    screen.key("2")
    until(lambda: marks(screen) > 60, "rows of the log")
    text_of(screen, "/")
    text_of(screen, "q*")
    screen.key("Return")
    until(lambda: marks(screen) < 200, "fewer rows")
    picture("console_log")
    until(lambda: not has_keys_below(screen) or not pressed(screen, "x"), "where it shall go")
    screen.key("ctrl+a")
    text_of(screen, str(target))
    screen.key("Return")
    until(target.exists, "the export")
    with target.open(encoding="utf-8") as file:
        words = [line["words"] for line in csv.DictReader(file)]
    assert words
    assert all("Q" in one for one in words)

    until(lambda: marks(screen) > 5 or not escape(screen), "the log again")
    screen.key("4")
    screen.key("v")
    picture("console_integrity")
    screen.key("Escape")
    screen.key("Escape")
    until(lambda: marks(screen) < 5, "the question")
    screen.key("Return")
    assert console.end() == "0"


def test_the_passcode_is_asked_for_in_the_window_and_tries_are_on_record(screen: Screen, told_day: Path):
    set_ = run_kiosk(told_day, "passcode", "set", given=f"{PASSCODE}\n{PASSCODE}\n")
    assert set_.returncode == 0, set_.stderr
    console = ConsoleProcess(screen, told_day)
    try:
        text_of(screen, "wrong")
        screen.key("Return")
        until(lambda: failed(told_day), "the wrong try on record")
        assert marks(screen) == 0
        text_of(screen, PASSCODE)
        screen.key("Return")
        until(lambda: marks(screen) > 100, "the last rulings")
    finally:
        console.kill()


def failed(data: Path) -> bool:
    return any(record.kind is Kind.UNLOCK_FAILED for record in read_records(data / "log.db"))


def test_beside_a_running_station_it_reads_on_and_writes_nothing(screen: Screen, station: KioskProcess):
    other = Screen()
    try:
        assert station.judge("zzxq") is Tone.UNACCEPTABLE
        station.done()
        console = ConsoleProcess(other, station.data)
        until(lambda: marks(other) > 10, "the ruling beside the station")
        before = marks(other)
        until(lambda: has_colour(other, STRIP), "who holds the log")

        assert station.judge("zzzxq") is Tone.UNACCEPTABLE
        until(lambda: marks(other) > before, "the next ruling, live")
        records = len(station.records())
        other.key("t")
        other.key("Return")

        assert len(station.records()) == records
        console.kill()
    finally:
        other.close()


def chord(station: KioskProcess, passcode: str = "") -> None:
    screen, unlocked = station.screen, len(station.records(Kind.UNLOCK))
    screen.key("ctrl+F12")
    if passcode:
        text_of(screen, passcode)
        screen.key("Return")
        until(lambda: len(station.records(Kind.UNLOCK)) > unlocked, "the passcode to be accepted")


def test_from_the_station_by_chord_and_passcode_an_event_opens_and_play_goes_on(
    screen: Screen, tmp_path: Path, picture
):
    data, stick = tmp_path / "data", tmp_path / "setup.toml"
    stick.write_text(SET_UP)
    for command in (("passcode", "set"), ("setup", "--from", str(stick))):
        given = f"{PASSCODE}\n{PASSCODE}\n" if command[0] == "passcode" else ""
        done = run_kiosk(data, *command, given=given, passcode="" if given else PASSCODE)
        assert done.returncode == 0, done.stderr
    station = KioskProcess(screen, data)
    try:
        assert station.judge("cat") is Tone.ACCEPTABLE
        station.done()
        chord(station, PASSCODE)
        screen.key("3")
        until(lambda: focused(screen) == TITLE, "the console over the station")
        until(lambda: has_colour(screen, STRIP), "the strip that says who uses the station")
        picture("console_in_station")

        until(lambda: has_colour(screen, BLUE), "the last ruling")
        until(lambda: not has_colour(screen, BLUE) or not pressed(screen, "o"), "what is read back")
        until(lambda: enter(screen) and station.records(Kind.EVENT_OPENED), "the event, confirmed")
        until(lambda: has_colour(screen, BLUE) or not enter(screen), "the first page again")
        screen.key("Escape")
        until(lambda: not has_colour(screen, BLUE), "the question whether to close")
        until(lambda: enter(screen) and not windows(screen), "the console's end")

        until(lambda: has_keyboard(station), "the keyboard")
        until(lambda: fills_the_screen(station), "the station on the whole screen")
        until(station.is_ready, "the players' page")
        assert station.judge("dog") is Tone.ACCEPTABLE
        assert station.rulings()[-1].data["event"] == "spring"
        assert told(station) == []
    finally:
        station.kill()
    assert run_kiosk(data, "log", "verify").returncode == 0


def test_a_console_left_alone_over_the_station_closes_after_the_time_of_the_set_up(
    screen: Screen, tmp_path: Path, picture
):
    data, stick = tmp_path / "data", tmp_path / "setup.toml"
    stick.write_text(f"{SET_UP}\n[timings]\nconsole_s = 30\n")
    done = run_kiosk(data, "setup", "--from", str(stick))
    assert done.returncode == 0, done.stderr
    station = KioskProcess(screen, data)
    try:
        chord(station)
        screen.key("3")
        until(lambda: focused(screen) == TITLE, "the console over the station")
        begun = time.monotonic()
        until(lambda: time.monotonic() > begun + 20, "the last seconds")
        picture("console_closes")

        until(lambda: not windows(screen), "the console's end")

        until(station.is_ready, "the players' page")
        assert station.judge("cat") is Tone.ACCEPTABLE
    finally:
        station.kill()


def pressed(screen: Screen, key: str) -> bool:
    screen.key(key)
    return True


def escape(screen: Screen) -> bool:
    return pressed(screen, "Escape")


def enter(screen: Screen) -> bool:
    return pressed(screen, "Return")


def test_a_console_that_fails_closes_the_station_and_shows_no_verdict(screen: Screen, tmp_path: Path):
    program = str(Path(__file__).with_name("broken_console.py"))
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    station = KioskProcess(screen, data, command=(sys.executable, program, str(data)))
    try:
        station.enter("cat")
        chord(station)
        screen.key("3")
        until(lambda: focused(screen) == TITLE, "the console over the station")
        until(lambda: has_colour(screen, STRIP), "the strip that says who uses the station")
        until(
            lambda: pressed(screen, "t") and enter(screen) and station.records(Kind.FAULT),
            "the fault, once it is confirmed",
        )

        station.await_tone(Tone.CLOSED)

        assert windows(screen) == []
        assert station.rulings() == []
        assert [one.data["kind"] for one in station.records(Kind.FAULT)] == ["ZeroDivisionError"]
    finally:
        station.kill()
