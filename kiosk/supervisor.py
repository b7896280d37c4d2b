"""Keeps the station running: `python -m kiosk.supervisor [-- COMMAND…]`. Standard library only.

The rules guarded here: a station that dies is back within two seconds; three deaths within a minute bring it
back out of service, and never as a judging station again until a director has left it with exit code 0.

| the station ends with     | the supervisor                                                         |
|---------------------------|------------------------------------------------------------------------|
| 0                         | ends with 0: the director has left                                     |
| 2                         | ends with 2: the command line is wrong, no restart can mend it         |
| anything else, a signal   | starts it again, out of service after the third time within a minute   |

SIGTERM, SIGINT and SIGHUP are passed on; a station that ends soon after is not started again, for that is how
a machine shuts down. One that refuses keeps its supervisor. A signal that comes during a pause ends the
supervisor; one that comes while a station is being started is passed on to that.

If the supervisor itself is killed, the station is *not* taken down with it (no parent-death signal): a
full-screen station without a supervisor is still closed, a bare desktop is not. The station sees the loss
(`KIOSK_SUPERVISOR` names a process that is no longer its parent) and records it. In the cage session cage
ends with the supervisor, and the unit starts everything again.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from types import FrameType
from typing import Protocol

CRASHES = 3
WITHIN_S = 60.0
PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
ANSWER_S = 10.0
REASON = "stopped three times within a minute"
OUT_OF_SERVICE = ("--out-of-service", REASON)
PARENT = "KIOSK_SUPERVISOR"
LEFT, USAGE = 0, 2


class Step(Enum):
    END = "end"
    AGAIN = "again"
    OUT_OF_SERVICE = "out of service"


@dataclass(frozen=True, slots=True)
class History:
    """When the station crashed, newest last, and whether it now runs out of service."""

    crashes: tuple[float, ...] = ()
    out_of_service: bool = False
    failures: int = 0  # of the out-of-service station, in a row


def after(history: History, code: int, now: float) -> tuple[Step, History]:
    """What follows on the station's end with *code* at *now*."""
    if code in (LEFT, USAGE):
        return Step.END, history
    if history.out_of_service:
        return Step.OUT_OF_SERVICE, History(history.crashes, True, history.failures + 1)
    crashes = (*(at for at in history.crashes if now - at < WITHIN_S), now)
    if len(crashes) >= CRASHES:
        return Step.OUT_OF_SERVICE, History(crashes, True)
    return Step.AGAIN, History(crashes)


def pause_s(history: History) -> float:
    """How long to wait before the next start: longer each time the out-of-service screen dies too."""
    return min(PAUSE_S * float(2 ** min(history.failures, 10)), LONGEST_PAUSE_S)


class Process(Protocol):
    """A started station. A signal to one that has ended goes nowhere."""

    def send_signal(self, number: int, /) -> None: ...
    def wait(self) -> int: ...


def _start(command: Sequence[str]) -> Process:
    environment = {**os.environ, PARENT: str(os.getpid())}
    return subprocess.Popen(command, env=environment)  # noqa: S603 - the command we were started with


class Supervisor:
    """Runs one station command until its director leaves it."""

    def __init__(
        self,
        command: Sequence[str],
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        start: Callable[[Sequence[str]], Process] = _start,
    ) -> None:
        self._command = list(command)
        self._now = now
        self._sleep = sleep
        self._start = start
        self._station: Process | None = None  # while it runs
        self._asked_at: float | None = None
        self._kept: int | None = None  # a signal for which there was no station

    def run(self) -> int:
        """The exit code of the supervisor."""
        history = History()
        extra: tuple[str, ...] = ()
        while True:
            code = self._run_station(extra)
            if self._asked_to_end():
                return code if code >= 0 else 128 - code
            step, history = after(history, code, self._now())
            if step is Step.END:
                return code
            extra = OUT_OF_SERVICE if step is Step.OUT_OF_SERVICE else ()
            self._pause(pause_s(history))
            if self._kept is not None:
                return LEFT

    def pass_on(self, number: int, _frame: FrameType | None = None) -> None:
        """Give signal *number* to the station; what it does with it is its own decision."""
        self._asked_at = self._now()
        if self._station is None:
            self._kept = number
        else:
            self._station.send_signal(number)

    def _asked_to_end(self) -> bool:
        """Whether a signal came so lately that the station's end is the answer to it."""
        return self._asked_at is not None and self._now() - self._asked_at < ANSWER_S

    def _pause(self, seconds: float) -> None:
        """Wait *seconds*, in short steps: a machine that shuts down is not kept waiting."""
        while seconds > 0 and self._kept is None:
            self._sleep(PAUSE_S)
            seconds -= PAUSE_S

    def _run_station(self, extra: Sequence[str]) -> int:
        try:
            self._station = self._start([*self._command, *extra])
        except OSError as error:
            sys.stderr.write(f"The station could not be started: {error}.\n")
            return 1
        if self._kept is not None:  # it came while the station was being started
            self._station.send_signal(self._kept)
            self._kept = None
        try:
            return self._station.wait()
        finally:
            self._station = None


def command_from(arguments: Sequence[str]) -> tuple[str, ...]:
    """The station's command: what follows --, else this program's own station."""
    rest = tuple(arguments[1:] if arguments[:1] == ["--"] else arguments)
    if rest:
        return rest
    if getattr(sys, "frozen", False):
        return (sys.executable, "station")
    return (sys.executable, "-m", "kiosk", "station")


def supervise(command: Sequence[str]) -> int:
    """Keep *command* running with this process's signals passed on to it."""
    supervisor = Supervisor(command)
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), supervisor.pass_on)
    return supervisor.run()


def main() -> None:
    sys.exit(supervise(command_from(sys.argv[1:])))


if __name__ == "__main__":
    main()
