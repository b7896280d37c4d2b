"""Between first paint and event filter nothing is taken, and neither a close request nor Quit ends it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.kit.canvas import PALETTES
from tests.station.real.held_gap import GO
from tests.support.kiosk_process import ROOT, KioskProcess
from tests.support.screen import Screen, in_vain, until

pytestmark = pytest.mark.real

PAPER = PALETTES[Tone.PLAIN].field.lower()
SCRIPT = str(Path(__file__).with_name("held_gap.py"))


class InTheGap(KioskProcess):
    """A station that shows its first page and does nothing else until it is let go."""

    def __init__(self, screen: Screen, data: Path, *how: str) -> None:
        data.mkdir(mode=0o700)
        self.screen, self.data = screen, data
        command = [sys.executable, SCRIPT, str(data), *how]
        self.process = subprocess.Popen(command, cwd=ROOT, env=screen.env | {"PYTHONPATH": str(ROOT)})
        until(lambda: screen.pixel(screen.width // 40, screen.height // 2) == PAPER, "the first page")

    def window(self) -> int:
        return int(self.screen.run("xdotool", "search", "--onlyvisible", "--name", "Challenge Kiosk"))

    def let_go(self) -> None:
        (self.data / GO).touch()
        until(self.is_ready, "a page that takes keys")


def check_the_gap(station: InTheGap) -> None:
    """Fire everything into the gap; afterwards the station is as if nothing had been."""
    screen = station.screen
    until(lambda: screen.run("xdotool", "getwindowfocus") == str(station.window()), "its keyboard")
    screen.key("1")
    screen.type("qi")
    screen.key("Return")
    screen.key("Tab")
    screen.key("ctrl+F12")
    screen.key("2")
    screen.click(300, 300)
    screen.click(300, 300, 3)
    for _ in range(3):
        screen.ask_to_close(station.window())
        screen.key("alt+F4")
        os.kill(station.process.pid, signal.SIGUSR1)
        assert station.process.poll() is None

    station.let_go()

    assert station.process.poll() is None
    assert station.judge("cat") is Tone.ACCEPTABLE
    assert [ruling.data["words"] for ruling in station.rulings()] == [["CAT"]]


@pytest.fixture
def held(screen: Screen, tmp_path: Path) -> Iterator[InTheGap]:
    station = InTheGap(screen, tmp_path / "data")
    yield station
    station.kill()


def test_keys_and_requests_to_end_in_the_gap_come_to_nothing(held: InTheGap):
    check_the_gap(held)


def test_a_build_that_lets_itself_be_closed_in_the_gap_is_caught(screen: Screen, tmp_path: Path):
    station = InTheGap(screen, tmp_path / "data", "careless")

    with in_vain(), pytest.raises((AssertionError, ValueError, ProcessLookupError)):
        check_the_gap(station)

    station.kill()
