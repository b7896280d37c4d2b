"""Keeps the station running: `python -m kiosk.supervisor [-- COMMAND…]`. Standard library only.

The rules guarded here: a station that dies is back within two seconds; one that hangs is killed and is back;
three deaths within a minute bring it back out of service, and never as a judging station again until a
director has left it with exit code 0. While there is no station, a backdrop hides the desktop.

| the station ends with     | the supervisor                                                         |
|---------------------------|------------------------------------------------------------------------|
| 0                         | ends with 0: the director has left                                     |
| 2                         | ends with 2: the command line is wrong, no restart can mend it         |
| 4                         | tries again, for ever: another program uses the log                    |
| anything else, a signal   | starts it again, out of service after the third time within a minute   |
| not at all, but is silent | kills it after `SILENCE_S` and starts it again, as above               |

SIGTERM, SIGINT and SIGHUP are passed on; a station that ends soon after is not started again, for that is how
a machine shuts down. One that refuses keeps its supervisor; one that gives no sign of life is killed. A
signal that comes during a pause ends the supervisor; one that comes while a station is being started is
passed on to that.

If the supervisor itself is killed, the station is *not* taken down with it (no parent-death signal): a
full-screen station without a supervisor is still closed, a bare desktop is not. The station sees the loss
(`KIOSK_SUPERVISOR` names a process that is no longer its parent, or stands still) and records it. In the cage
session cage ends with the supervisor, and the unit starts everything again.
"""

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from types import FrameType

from kiosk.lockdown import supervision
from kiosk.lockdown.heartbeat import BACKDROP, CAUSE, VARIABLE, forget_secrets

CRASHES = 3
WITHIN_S = 60.0
PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
LONGEST_BUSY_S = 5.0
ANSWER_S = 10.0
STOP_S = 4.0  # a station that is asked to end and neither ends nor lives is killed
LOOK_S = 0.5
FIRST_LOOK_S = 0.05  # the backdrop gives the keyboard away as soon as the station draws
REASON = "stopped three times within a minute"
OUT_OF_SERVICE = ("--out-of-service", REASON)
PARENT = "KIOSK_SUPERVISOR"
LEFT, USAGE, BUSY = 0, 2, 4

STARTING = "STARTING"
AGAIN = "Starting again.|Please wait."
CALL = "OUT OF SERVICE||Use another station. Call the director."
LOG_IN_USE = (
    "Another program uses this station's log.||The station starts when it is free. Call the director."
)


class Then(Enum):
    END = "end"
    AGAIN = "again"
    OUT_OF_SERVICE = "out of service"


@dataclass(frozen=True, slots=True)
class Restarts:
    """When the station crashed, newest last, and whether it now runs out of service."""

    crashes: tuple[float, ...] = ()
    out_of_service: bool = False
    failures: int = 0  # of the out-of-service station, in a row
    busy: int = 0  # how often in a row the log was in use


def after(history: Restarts, code: int, now: float) -> tuple[Then, Restarts]:
    """What follows on the station's end with *code* at *now*."""
    if code in (LEFT, USAGE):
        return Then.END, history
    if code == BUSY:  # not the station's fault
        step = Then.OUT_OF_SERVICE if history.out_of_service else Then.AGAIN
        return step, replace(history, busy=history.busy + 1)
    if history.out_of_service:
        return Then.OUT_OF_SERVICE, Restarts(history.crashes, True, history.failures + 1)
    crashes = (*(at for at in history.crashes if now - at < WITHIN_S), now)
    if len(crashes) >= CRASHES:
        return Then.OUT_OF_SERVICE, Restarts(crashes, True)
    return Then.AGAIN, Restarts(crashes)


def pause_s(history: Restarts) -> float:
    """How long to wait before the next start: longer each time the out-of-service screen dies too."""
    if history.busy:
        return min(PAUSE_S * float(2 ** min(history.busy, 10)), LONGEST_BUSY_S)
    return min(PAUSE_S * float(2 ** min(history.failures, 10)), LONGEST_PAUSE_S)


def words(history: Restarts) -> str:
    """What the backdrop says until the next station draws; | ends a line."""
    if history.busy:
        return LOG_IN_USE
    return CALL if history.failures else AGAIN


def cause_of(code: int) -> str:
    """What ended the station, for the record of its next start."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _start(command: Sequence[str], told: Mapping[str, str]) -> subprocess.Popen[bytes]:
    environment = {**os.environ, PARENT: str(os.getpid()), **told}
    return _Station(command, env=environment)


class _Station(subprocess.Popen[bytes]):
    """Its end is noticed at once, where the system can tell: until a backdrop comes, keys go to the
    desktop."""

    def wait(self, timeout: float | None = None) -> int:
        if not self._ends_within(timeout):
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return super().wait(timeout)

    def _ends_within(self, timeout: float | None) -> bool:
        """Where that is impossible, the next question finds out."""
        if sys.platform != "linux" or self.returncode is not None:
            return True
        try:
            handle = os.pidfd_open(self.pid)
        except OSError:
            return True
        try:
            return bool(select.select([handle], [], [], timeout)[0])
        finally:
            os.close(handle)


@dataclass(frozen=True, slots=True)
class World:
    """All that the supervisor asks of the system, so that a test can answer instead.

    *signals*: whether one process can send another a signal. On Windows that would end it on the spot with
    its guards in place; there Ctrl+C and the end of the session reach the station by themselves.
    """

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    start: Callable[[Sequence[str], Mapping[str, str]], subprocess.Popen[bytes]] = _start
    backdrop: supervision.BackdropProcess = supervision.NoBackdrop()  # noqa: RUF009 - it has no state
    signals: bool = os.name == "posix"


class Supervisor:
    """Runs one station command until its director leaves it. *heartbeat*: the file of its signs of life."""

    def __init__(self, command: Sequence[str], heartbeat: Path, world: World | None = None) -> None:
        self._command = list(command)
        self._heartbeat = heartbeat
        self._world = world or World()
        self._backdrop = self._world.backdrop
        self._station: subprocess.Popen[bytes] | None = None  # while it runs
        self._asked_at: float | None = None
        self._kept: int | None = None  # a signal for which there was no station
        self._cause = ""

    def run(self) -> int:
        """The exit code of the supervisor."""
        history = Restarts()
        extra: tuple[str, ...] = ()
        self._backdrop.hold(STARTING)
        while True:
            code = self._run_station(extra)
            if self._asked_to_end():
                return code if code >= 0 else 128 - code
            step, history = after(history, code, self._world.now())
            if step is Then.END:
                return code
            self._backdrop.hold(words(history))
            extra = OUT_OF_SERVICE if step is Then.OUT_OF_SERVICE else ()
            self._pause(pause_s(history))
            if self._kept is not None:
                return LEFT

    def pass_on(self, number: int, _frame: FrameType | None = None) -> None:
        """Give signal *number* to the station; what it does with it is its own decision."""
        self._asked_at = self._world.now()
        if self._station is None:
            self._kept = number
        elif self._world.signals:
            self._station.send_signal(number)

    def _asked_to_end(self) -> bool:
        """Whether a signal came so lately that the station's end is the answer to it."""
        return self._asked_at is not None and self._world.now() - self._asked_at < ANSWER_S

    def _pause(self, seconds: float) -> None:
        """Wait *seconds*, in short steps: a machine that shuts down is not kept waiting."""
        while seconds > 0 and self._kept is None:
            self._world.sleep(PAUSE_S)
            seconds -= PAUSE_S

    def _run_station(self, extra: Sequence[str]) -> int:
        seen = supervision.last_beat(self._heartbeat)
        silence = supervision.Silence(seen.mark if seen else None, self._world.now())
        told = {VARIABLE: str(self._heartbeat), CAUSE: self._cause, BACKDROP: self._backdrop.pid}
        self._backdrop.expect()
        try:
            self._station = self._world.start([*self._command, *extra], told)
        except OSError as error:
            sys.stderr.write(f"The station could not be started: {error}.\n")
            return 1
        if self._kept is not None:  # it came while the station was being started
            if self._world.signals:
                self._station.send_signal(self._kept)
            else:
                self._station.kill()  # it holds nothing yet
            self._kept = None
        try:
            return self._watch(self._station, silence)
        finally:
            self._station = None

    def _watch(self, station: subprocess.Popen[bytes], silence: supervision.Silence) -> int:
        """The code *station* ends with; one that no longer runs is ended."""
        silent = ""
        while True:
            try:
                code = station.wait(LOOK_S if silence.began else FIRST_LOOK_S)
                if code != BUSY:  # it never wrote a record
                    self._cause = silent or cause_of(code)
                return code
            except subprocess.TimeoutExpired:
                before, now = silence, self._world.now()
                silence = supervision.listen(silence, now, supervision.last_beat(self._heartbeat), 2 * LOOK_S)
            if silence.began and not before.began:
                self._backdrop.give_way()
            if silence.stopped or self._unheard(silence, now):
                silent = f"no sign of life for {silence.quiet_s:.0f} s"
                station.kill()

    def _unheard(self, silence: supervision.Silence, now: float) -> bool:
        """Whether the station was asked to end and has done nothing at all since."""
        return self._asked_to_end() and silence.quiet_s >= STOP_S and now - (self._asked_at or now) >= STOP_S


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
    forget_secrets()
    world = World(backdrop=supervision.backdrop_for(command))
    named = os.environ.get(VARIABLE)
    with tempfile.TemporaryDirectory(prefix="kiosk-") as folder:
        supervisor = Supervisor(command, Path(named) if named else Path(folder) / "heartbeat", world)
        for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), supervisor.pass_on)
        try:
            return supervisor.run()
        finally:
            world.backdrop.release()


def main() -> None:
    sys.exit(supervise(command_from(sys.argv[1:])))


if __name__ == "__main__":
    main()
