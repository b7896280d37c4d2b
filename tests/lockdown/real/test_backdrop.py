"""A station that dies or hangs under its supervisor comes back; the desktop stays hidden and gets no key."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from Xlib import X

from kiosk.base.page import Tone
from kiosk.log.kinds import Kind
from kiosk.log.store import WriterLock, log_path
from tests.support.kiosk_process import ROOT, KioskProcess
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

DESKTOP, BYSTANDER = 0xFF00FF, 0x00FF00
GRID = 12


class Desk:
    """A bright desktop with another program's window on it, which counts the keys and clicks it gets."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._server = screen.connected()  # its own: a window manager may kill the window's owner
        screen.root.change_attributes(background_pixel=DESKTOP)
        screen.root.clear_area()
        self._window = self._server.screen().root.create_window(
            200, 150, 700, 400, 0, X.CopyFromParent, background_pixel=BYSTANDER
        )
        self._window.change_attributes(event_mask=X.KeyPressMask | X.ButtonPressMask)
        until(self._is_mapped, "the other program's window")
        screen.key("z")
        until(lambda: self._pending() > 0, "a key for the other program")

    def _is_mapped(self) -> bool:
        self._window.map()  # again, if the window manager was not yet listening
        self._server.sync()
        return BYSTANDER in self.colours()

    def _pending(self) -> int:
        got = 0
        while self._server.pending_events():
            got += self._server.next_event().type in (X.KeyPress, X.ButtonPress)
        return got

    def close(self) -> None:
        self._server.close()

    def got_nothing(self) -> bool:
        """Not even the request to close."""
        return self._window.get_attributes().map_state == X.IsViewable and self._pending() == 0

    def colours(self) -> set[int]:
        """What is seen in a close grid of points, all over the screen."""
        pixels, width = self.screen.pixels(), self.screen.width
        return {
            int.from_bytes(pixels[at : at + 3], "little")
            for row in range(0, self.screen.height, GRID)
            for at in range(row * width * 4, (row + 1) * width * 4, GRID * 4)
        }

    def is_bare(self) -> bool:
        return bool({DESKTOP, BYSTANDER} & self.colours())


def supervised(data: Path, *station: str) -> tuple[str, ...]:
    program = station or (sys.executable, "-m", "kiosk", "--data", str(data), "station")
    return (sys.executable, "-m", "kiosk.supervisor", "--", *program)


def children(pid: int, word: str) -> list[int]:
    """The children of *pid* that live and have *word* on their command line."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,stat=,args=", "--ppid", str(pid)], capture_output=True, text=True
    )
    rows = [line.split(maxsplit=2) for line in found.stdout.splitlines()]
    return [int(row[0]) for row in rows if "Z" not in row[1] and word in row[2].split()]


class Supervised(KioskProcess):
    """A station under its supervisor, which is `process`."""

    def station(self) -> int:
        return children(self.process.pid, "station")[0]

    def kill_station(self, how: signal.Signals = signal.SIGKILL) -> int:
        pid = self.station()
        os.kill(pid, how)
        return pid

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture
def desk(screen: Screen) -> Iterator[Desk]:
    made = Desk(screen)
    yield made
    made.close()


@pytest.fixture
def kiosk(desk: Desk, tmp_path: Path) -> Iterator[Supervised]:
    data = tmp_path / "data"
    process = Supervised(desk.screen, data, command=supervised(data))
    yield process
    process.end()


def storm(screen: Screen, chords: bool) -> None:
    """What people do to a dark screen; *chords*: the window manager's own keys too."""
    for key in ("a", "Return", "space"):
        screen.key(key)
    screen.click(400, 300)
    screen.click(400, 300, 3)
    if chords:
        for chord in ("alt+Tab", "alt+F4", "super+d", "ctrl+alt+Right"):
            screen.key(chord)


def is_held(screen: Screen) -> bool:
    """Whether a program holds the keyboard, so that no other may take it."""
    taken = screen.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
    screen._display.ungrab_keyboard(X.CurrentTime)
    screen._display.sync()
    return taken != X.GrabSuccess


def watch(desk: Desk, supervisor: int, until_met: Callable[[], bool], what: str) -> list[float]:
    """Look at the screen and storm the keyboard until *until_met*; the moments when the desktop was bare.

    The manager's own keys are pressed while the backdrop holds the keyboard. Between it and the next station
    lies a moment in which nobody does (docs/lockdown.md says so): there only chance would decide the test.
    """
    began, bare = time.monotonic(), []

    def sampled() -> bool:
        if desk.is_bare():
            bare.append(round(time.monotonic() - began, 2))
        storm(desk.screen, chords=is_held(desk.screen) and not children(supervisor, "station"))
        return until_met()

    until(sampled, what)
    return bare


def test_a_killed_station_leaves_the_backdrop_and_no_key_reaches_the_desktop(kiosk: Supervised, desk: Desk):
    before = len(kiosk.records(Kind.STARTED))
    assert desk.got_nothing()

    for crash in range(1, 3):
        kiosk.kill_station()
        back = before + crash
        bare = watch(
            desk,
            kiosk.process.pid,
            lambda back=back: len(kiosk.records(Kind.STARTED)) >= back,
            "the next start",
        )
        kiosk.await_tone(Tone.PLAIN)

        assert bare == []
        assert desk.got_nothing()
    causes = [record.data["cause"] for record in kiosk.records(Kind.UNCLEAN_STOP)]
    assert causes == ["signal 9", "signal 9"]


def test_a_station_that_comes_back_behind_its_backdrop_has_the_keyboard(kiosk: Supervised, desk: Desk):
    kiosk.kill_station()
    until(lambda: len(kiosk.records(Kind.STARTED)) == 2 and kiosk.is_ready(), "the next start")
    assert not desk.is_bare()
    assert desk.got_nothing()

    def left() -> bool:
        desk.screen.key("ctrl+F12")
        desk.screen.key("2")
        return kiosk.process.poll() is not None

    until(left, "the station left by its chord")
    assert kiosk.process.returncode == 0


def test_the_third_crash_in_a_minute_and_those_after_it_bare_nothing(kiosk: Supervised, desk: Desk):
    for crash in range(4):
        pid = kiosk.kill_station()
        bare = watch(
            desk, kiosk.process.pid, lambda pid=pid: bool(set(_stations(kiosk)) - {pid}), "the next start"
        )
        until(lambda crash=crash: len(kiosk.records(Kind.STARTED)) == crash + 2, "the start on record")

        assert bare == []
    assert desk.got_nothing()
    kiosk.await_tone(Tone.CLOSED)


def _stations(kiosk: Supervised) -> list[int]:
    return children(kiosk.process.pid, "station")


@pytest.mark.parametrize("how", [("wmctrl", "-s", "1"), ("wmctrl", "-k", "on")])
def test_a_backdrop_whose_desktop_is_switched_away_comes_back(
    desk: Desk, tmp_path: Path, how: tuple[str, ...]
):
    data = tmp_path / "data"
    data.mkdir()
    with WriterLock.take(data):
        process = subprocess.Popen(supervised(data), cwd=ROOT, env=desk.screen.env, stderr=subprocess.DEVNULL)
        try:
            until(lambda: not desk.is_bare() and is_held(desk.screen), "the backdrop")
            desk.screen.run("wmctrl", "-n", "2")
            desk.screen.run(*how)

            until(lambda: not desk.is_bare() and is_held(desk.screen), "the backdrop again")
        finally:
            process.terminate()
            process.wait(20)


def test_a_stopped_station_is_killed_and_comes_back_with_the_cause_on_record(kiosk: Supervised, desk: Desk):
    kiosk.kill_station(signal.SIGSTOP)

    until(lambda: len(kiosk.records(Kind.STARTED)) == 2, "the next start")

    (unclean,) = kiosk.records(Kind.UNCLEAN_STOP)
    assert unclean.data["cause"].startswith("no sign of life for ")
    assert not desk.is_bare()


def test_a_station_in_an_endless_loop_is_killed_and_comes_back(desk: Desk, tmp_path: Path):
    data = tmp_path / "data"
    program = (
        sys.executable,
        str(ROOT / "tests" / "station" / "real" / "broken_station.py"),
        "awake",
        str(data),
        "station",
    )
    kiosk = Supervised(desk.screen, data, command=supervised(data, *program))
    try:
        kiosk.kill_station(signal.SIGUSR1)

        until(lambda: len(kiosk.records(Kind.STARTED)) == 2, "the next start")

        assert kiosk.records(Kind.UNCLEAN_STOP)[0].data["cause"].startswith("no sign of life for ")
    finally:
        kiosk.end()


def test_a_signal_to_the_supervisor_of_a_stopped_station_ends_everything(kiosk: Supervised):
    kiosk.kill_station(signal.SIGSTOP)

    kiosk.process.terminate()
    kiosk.process.wait(20)

    assert children(kiosk.process.pid, "station") == children(kiosk.process.pid, "backdrop") == []


def runs(pid: int) -> bool:
    """Whether the process *pid* is at work; one that has ended and that nobody took note of is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_the_backdrop_ends_with_its_killed_supervisor_and_the_station_stays(kiosk: Supervised, desk: Desk):
    (backdrop,) = children(kiosk.process.pid, "backdrop")
    station = kiosk.station()

    kiosk.kill()

    until(lambda: not runs(backdrop), "the end of the backdrop")
    assert runs(station)
    assert not desk.is_bare()
    os.kill(station, signal.SIGKILL)


def test_while_another_program_uses_the_log_the_backdrop_stays_and_the_station_comes_when_it_is_free(
    desk: Desk, tmp_path: Path, picture
):
    data = tmp_path / "data"
    data.mkdir()
    holder = WriterLock.take(data)
    with (tmp_path / "errors").open("wb") as errors:
        process = subprocess.Popen(supervised(data), cwd=ROOT, env=desk.screen.env, stderr=errors)
    until(lambda: not desk.is_bare(), "the backdrop")
    tried: set[int] = set()

    def tries() -> bool:
        tried.update(children(process.pid, "station"))
        return len(tried) >= 3

    try:
        bare = watch(desk, process.pid, tries, "a third try")
        picture("log_in_use")
        holder.release()
        until(lambda: log_path(data).exists(), "the station")
    finally:
        process.terminate()
        process.wait(20)

    assert bare == []
    assert desk.got_nothing()
