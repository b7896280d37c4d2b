"""Processes held by a pipe: guards that last as long as it, the backdrop of a supervisor, and what it
hears of the station.
"""

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, Protocol

from kiosk.base.frozen import frozen
from kiosk.lockdown.heartbeat import OPENING_S, SILENCE_S, START_S
from kiosk.lockdown.linux.session import ancestors_of, cage_above

# ---- held child --------------------------------------------------------------------------------------------
# A guard that is a process of its own and lasts as long as its pipe to us.
#
# The child holds something (an inhibitor, a keyboard hook) and ends when its standard input closes, so a
# station that is killed lets go by itself; there is nothing to give back on the next start.

READY = "held"
BEAT = "beat"
_WITHIN_S = 5.0
_GRACE_S = 2.0


class GuardProcess:
    """In force while the child lives and, if *beat_s* is set, says `beat` at least that often."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        beat_s: float | None = None,
        now: Callable[[], float] = time.monotonic,
        ready_s: float = _WITHIN_S,
    ) -> None:
        self.name = name
        self._command = list(command)
        self._beat_s = beat_s
        self._ready_s = ready_s
        self._now = now
        self._child: subprocess.Popen[str] | None = None
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._last_beat = 0.0
        self._notices: list[str] = []

    def engage(self) -> None:
        self.release()  # a child that stopped beating, or what is left of one that ended
        self._said = queue.SimpleQueue()
        self._child = subprocess.Popen(  # noqa: S603 - our own helper or systemd-inhibit, as a list
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Windows: no console flashes up
        )
        if self._child.stdout is not None:
            heard = (self._child.stdout, self._said)
            threading.Thread(target=self._listen, args=heard, daemon=True).start()
        try:
            first = self._said.get(timeout=self._ready_s)
        except queue.Empty:
            first = "nothing"
        if first != READY:
            self.release()
            raise OSError(f"{self._command[0]} said {first or 'nothing'}")
        self._last_beat = self._now()

    def in_force(self) -> bool:
        if self._child is None or self._child.poll() is not None:
            return False
        self._hear()
        return self._beat_s is None or self._now() - self._last_beat <= self._beat_s

    @property
    def pid(self) -> int | None:
        """The child's process number while it is held."""
        return self._child.pid if self._child is not None else None

    def say(self, line: str) -> None:
        """Write *line* to the child; one that has gone hears nothing."""
        if self._child is not None and self._child.stdin is not None:
            with suppress(OSError):
                self._child.stdin.write(f"{line}\n")
                self._child.stdin.flush()

    def notices(self) -> tuple[str, ...]:
        """What the child reported since the last call, oldest first."""
        self._hear()
        heard, self._notices = tuple(self._notices), []
        return heard

    def release(self) -> None:
        if self._child is None:
            return
        child, self._child = self._child, None
        if child.stdin is not None:
            with suppress(OSError):  # what a dead child was not told any more
                child.stdin.close()
        try:
            child.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    @staticmethod
    def _listen(stream: IO[str], said: "queue.SimpleQueue[str]") -> None:
        with stream:
            for line in stream:
                said.put(line.strip())
        said.put("")

    def _hear(self) -> None:
        while True:
            try:
                line = self._said.get_nowait()
            except queue.Empty:
                return
            if line == BEAT:
                self._last_beat = self._now()
            elif line:
                self._notices.append(line)


# ---- backdrop child ----------------------------------------------------------------------------------------
# The backdrop as its supervisor holds it: a process that hides the desktop while no station does.

READY_S = 10.0  # on a busy machine; the station waits for it, or would be hidden by it


class BackdropProcess(Protocol):
    """What hides the desktop while no station does."""

    @property
    def pid(self) -> str: ...
    def hold(self, text: str) -> None:
        """Come to the front with *text* and grab the keyboard."""

    def expect(self) -> None:
        """A station is starting: keep the keyboard, and come forward no more."""

    def give_way(self) -> None:
        """It draws: let go of the keyboard."""

    def release(self) -> None: ...


class BackdropChild:
    """Started only when there is no station, for a new window lies on top."""

    def __init__(self, command: Sequence[str]) -> None:
        self._child = GuardProcess("backdrop", command, ready_s=READY_S)

    @property
    def pid(self) -> str:
        return str(self._child.pid or "")

    def hold(self, text: str) -> None:
        try:
            if not self._child.in_force():
                self._child.release()
                self._child.engage()
        except OSError as error:
            sys.stderr.write(f"The desktop cannot be hidden between two starts of the station: {error}.\n")
        self._child.say(f"hold {text}")

    def expect(self) -> None:
        self._child.say("expect")

    def give_way(self) -> None:
        self._child.say("yield")

    def release(self) -> None:
        self._child.release()


def orders(obey: Callable[[str], object]) -> None:
    """In the child: hand each of the supervisor's lines to *obey*, from a thread, and end with the last."""

    def listen() -> None:
        for line in sys.stdin:
            obey(line.strip())
        os._exit(0)  # windows that refuse to close would be asked first

    threading.Thread(target=listen, daemon=True).start()


class NoBackdrop:
    """Where there is no screen to hide, and in cage, where nothing lies behind the station."""

    pid = ""

    def hold(self, text: str) -> None:
        return

    def expect(self) -> None:
        return

    def give_way(self) -> None:
        return

    def release(self) -> None:
        return


def backdrop_for(command: Sequence[str]) -> BackdropProcess:
    """What can be put behind the station that *command* starts."""
    seen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform != "linux"
    if not seen or "--windowed" in command or cage_above(ancestors_of(os.getpid())) is not None:
        return NoBackdrop()
    own = () if getattr(sys, "frozen", False) else ("-m", "kiosk")
    return BackdropChild((sys.executable, *own, "backdrop"))


# ---- silence -----------------------------------------------------------------------------------------------
# How long the supervisor has heard no heartbeat of the station. Standard library only.


@frozen
class LastBeat:
    """The heartbeat file at one look: *mark* differs from the last one if the station has run since."""

    mark: int
    within_s: int = SILENCE_S


def last_beat(path: Path) -> LastBeat | None:
    """The last heartbeat in *path*; None while there is none."""
    try:
        mark, text = path.stat().st_mtime_ns, path.read_text(errors="replace")
    except OSError:
        return None
    within = text.strip()
    return LastBeat(mark, min(int(within), OPENING_S)) if within.isdecimal() else LastBeat(mark)


@frozen
class Silence:
    """What the supervisor has heard of one run. *quiet_s*: since the last beat; *began*: a first one came."""

    mark: int | None
    looked_at: float
    quiet_s: float = 0.0
    allowed_s: float = START_S
    began: bool = False

    @property
    def stopped(self) -> bool:
        return self.quiet_s > self.allowed_s


def listen(silence: Silence, now: float, seen: LastBeat | None, longest_s: float) -> Silence:
    """*silence* after a look at *now*. A look counts for *longest_s* at most: while the supervisor itself did
    not run, it cannot know whether the station did."""
    if seen is not None and seen.mark != silence.mark:
        return Silence(seen.mark, now, allowed_s=seen.within_s, began=True)
    quiet_s = silence.quiet_s + min(now - silence.looked_at, longest_s)
    return replace(silence, looked_at=now, quiet_s=quiet_s)
