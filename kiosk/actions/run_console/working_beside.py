"""The console's side of long work: orders go to a process of their own, one at a time.

Rules it guards: the window waits for nothing; what goes on record is written here, by the one writer of the
log, and the work hears of it when it is durable; what was stopped has had no effect, and what cannot be
stopped any more is not said to be.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from kiosk.actions.run_console.ports import Working
from kiosk.actions.run_console.reading_beside import Watch
from kiosk.actions.run_console.work_wire import (
    AppendRecord,
    AskAdmission,
    CloseLog,
    GoneOn,
    JobEnded,
    JobGiven,
    MayLeave,
    OpenLog,
    Reply,
    WantedThere,
    WorkCame,
    WorkMessage,
    heard,
    told,
)
from kiosk.actions.run_console.working import WORD
from kiosk.actions.staff import Staff, writing
from kiosk.core.access.passcode import Role
from kiosk.core.frozen import frozen
from kiosk.core.log.kinds import Record
from kiosk.director.console.events import OrderFailed
from kiosk.director.console.values import Work
from kiosk.errors import AccessError, KioskError, LogError
from kiosk.storage.log.writer import Log
from kiosk.storage.reading.child import LineChild

DIED = "The work ended unexpectedly. Try again; if that does not help, verify the log."
_NOT_OPEN = "The log is not open."


def starting_work(folder: Path, logs: Sequence[Path] = ()) -> Callable[[], LineChild]:
    """How a process that works on the log in *folder*, or reads *logs* instead, is started."""
    return lambda: LineChild([WORD, str(folder), *map(str, logs)])


@frozen
class _Job:
    order: Work
    came: Callable[[WorkCame], None]
    progress: Callable[[int, int], None]


class WorkBeside(Working):
    """*watch* sees to it that `hear` is called when something can be heard."""

    def __init__(self, staff: Staff, start: Callable[[], LineChild], watch: Watch) -> None:
        self._staff, self._start, self._watch = staff, start, watch
        self._child: LineChild | None = None
        self._job: _Job | None = None
        self._leaving = False
        self._log: Log | None = None
        self._held = ExitStack()

    def begin(
        self, order: Work, came: Callable[[WorkCame], None], progress: Callable[[int, int], None]
    ) -> None:
        if self._job is not None:  # whoever gave that order has gone, and hears nothing of it
            self.end()
        self._job, self._leaving = _Job(order, came, progress), False
        if self._child is None:
            self._child = self._start()
        self._child.say(told(JobGiven(order)))
        self._watched()

    def stop(self) -> bool:
        self.hear()  # it may have come to its end, or be on its way out, by now
        if self._job is None or self._leaving or self._child is None:
            return False
        self._child.stop()
        self._ended()
        return True

    def hear(self) -> None:
        """Take what has come."""
        child = self._child
        if child is None:
            return
        for line in child.lines():
            self._take(heard(line))
        if child.gone and self._child is child:
            job = self._job
            child.end()
            self._ended()
            if job is not None:
                job.came(OrderFailed(job.order, DIED))

    def end(self) -> None:
        if self._child is not None:
            self._child.stop()
        self._ended()

    def _ended(self) -> None:
        """The process is nobody's any more; nothing stays open for it."""
        self._child, self._job = None, None
        self._close()
        self._watched()

    def _take(self, message: WorkMessage | None) -> None:
        job = self._job
        if job is None or self._child is None:
            return
        match message:
            case GoneOn(done, of):
                job.progress(done, of)
            case WantedThere(wish):
                try:
                    reply = Reply(self._done(wish))
                except KioskError as error:
                    reply = Reply(error if isinstance(error, AccessError) else LogError(str(error)))
                self._child.say(told(reply))
            case JobEnded(came):
                self._job = None
                self._close()
                self._watched()
                job.came(came)

    def _done(
        self, wish: OpenLog | AppendRecord | AskAdmission | CloseLog | MayLeave
    ) -> Record | Role | None:
        match wish:
            case OpenLog(where, letter, name):
                self._log = self._held.enter_context(writing(self._staff, where, letter, name))
            case AppendRecord(body):
                return self._open_log().append(body)
            case AskAdmission(role, where):
                return self._staff.admit(self._open_log(), role, where)
            case CloseLog():
                self._close()
            case MayLeave():
                self._leaving = True
        return None

    def _open_log(self) -> Log:
        if self._log is None:
            raise LogError(_NOT_OPEN)
        return self._log

    def _close(self) -> None:
        self._log = None
        self._held.close()

    def _watched(self) -> None:
        self._watch(() if self._child is None else (self._child.fileno,), self._job is not None)
