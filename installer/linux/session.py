"""Runs the kiosk session on its console: the program that owns the screen, and the station.

Standard library only.

    session.py SCREEN… -- STATION…      SCREEN: cage with its options, or an X server with its own

It stands between systemd and the screen because a booted machine showed what happens without it: a cage that
cannot start waits for ever for a child of systemd's; SIGTERM reaches cage and not the station; and a screen
on which nobody draws is "active" to systemd. The rules guarded here: without a sign of life from the station
for a minute everything is ended, and systemd begins again; when asked to stop, everything is gone in five
seconds, the station first, so that it can close its log.

A sign of life is a touch of the file that KIOSK_HEARTBEAT names; the station does it about once a second
while it draws. Signs are counted in looks, not by a clock: a machine that was suspended has missed none.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

LOOK_S = 0.25
SILENT_S = 60.0
STATION_STOP_S = 3.0
SCREEN_STOP_S = 1.0
HEARTBEAT = "KIOSK_HEARTBEAT"
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: whoever loses its parent below us becomes our child
KEEPS_PAM = "(sd-pam)"  # systemd's own, a child of ours: it closes the log-in session when we are gone


class Session:
    """One screen with one station on it."""

    def __init__(self, screen: Sequence[str], station: Sequence[str], heartbeat: Path) -> None:
        self._screen_command = list(screen)
        self._station_command = list(station)
        self._heartbeat = heartbeat
        self._seen = 0  # when the last sign was given, by the file's own time
        self._silent = 0  # looks without a sign
        self._asked = False
        self._announced = -1  # where an X server will say its number
        self._station: subprocess.Popen[bytes] | None = None  # where it is ours and not cage's

    def ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True

    def run(self) -> int:
        """Run the session to its end, whatever ends it, and leave nothing of it behind."""
        self._heartbeat.unlink(missing_ok=True)
        screen = self._start_screen()
        while not self._asked and screen.poll() is None and not self._has_left():
            time.sleep(LOOK_S)
            self._start_on_x()
            if self._is_silent():
                say(f"No station has drawn for {SILENT_S:.0f} s: the session begins again.")
                break
        self._end(screen)
        return 0 if self._asked else 1

    def _start_screen(self) -> subprocess.Popen[bytes]:
        if Path(self._screen_command[0]).name == "cage":
            return self._start([*self._screen_command, "--", *self._station_command])
        self._announced, said = os.pipe()
        screen = self._start([*self._screen_command, "-displayfd", str(said)], handles=(said,))
        os.close(said)
        os.set_blocking(self._announced, False)
        return screen

    def _start(
        self, command: Sequence[str], handles: Sequence[int] = (), more: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        environment = {**os.environ, HEARTBEAT: str(self._heartbeat), **(more or {})}
        return subprocess.Popen(command, env=environment, pass_fds=handles)

    def _start_on_x(self) -> None:
        """An X server says its number when it is ready; only then is there a screen to draw on."""
        if self._announced < 0 or self._station is not None:
            return
        try:
            number = os.read(self._announced, 16).decode().strip()
        except BlockingIOError:
            return
        if number:
            self._station = self._start(self._station_command, more={"DISPLAY": f":{number}"})

    def _is_silent(self) -> bool:
        """Whether the station has given no sign for too long."""
        try:
            sign = self._heartbeat.stat().st_mtime_ns
        except OSError:
            sign = 0
        self._silent = 0 if sign != self._seen else self._silent + 1
        self._seen = sign
        return self._silent * LOOK_S >= SILENT_S

    def _has_left(self) -> bool:
        """Whether a station that we started ourselves has ended; cage ends with its own."""
        return self._station is not None and self._station.poll() is not None

    def _end(self, screen: subprocess.Popen[bytes]) -> None:
        """The station first, then the screen, then by force whatever is left."""
        for process in self._stations(screen):
            send(process, signal.SIGTERM)
        wait(STATION_STOP_S, lambda: screen.poll() is None and bool(self._stations(screen)))
        screen.terminate()
        wait(SCREEN_STOP_S, lambda: screen.poll() is None)
        for process in below(os.getpid()):
            send(process, signal.SIGKILL)
        screen.wait()
        wait(SCREEN_STOP_S, lambda: not is_childless())

    def _stations(self, screen: subprocess.Popen[bytes]) -> list[int]:
        """The supervisor with its station, started by cage or by us."""
        if self._announced >= 0:
            return [] if self._station is None or self._has_left() else [self._station.pid]
        return [process for process in below(screen.pid) if arguments(process) == self._station_command]


def wait(seconds: float, as_long_as: Callable[[], bool]) -> None:
    """Wait *as_long_as* it is so, for *seconds* at most."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and as_long_as():
        time.sleep(LOOK_S / 5)


def below(process: int) -> list[int]:
    """Every process that descends from *process*, but systemd's own."""
    children: dict[int, list[int]] = {}
    for about in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = about.read_text(errors="replace").partition("(")[2].rpartition(")")
        except OSError:
            continue  # it has just ended
        if name != KEEPS_PAM:
            children.setdefault(int(rest.split()[1]), []).append(int(about.parent.name))
    found = list(children.get(process, ()))
    for each in found:
        found += children.get(each, ())
    return found


def is_childless() -> bool:
    """Whether nobody is left below us; the dead who became ours are buried first."""
    for process in below(os.getpid()):
        with contextlib.suppress(ChildProcessError):  # still somebody else's
            os.waitpid(process, os.WNOHANG)
    return not below(os.getpid())


def arguments(process: int) -> list[str]:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
    except OSError:
        return []


def send(process: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main() -> int:
    words = sys.argv[1:]
    cut = words.index("--")
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    heartbeat = Path(os.environ["RUNTIME_DIRECTORY"]) / "heartbeat"
    session = Session(words[:cut], words[cut + 1 :], heartbeat)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, session.ask_to_stop)
    return session.run()


if __name__ == "__main__":
    sys.exit(main())
