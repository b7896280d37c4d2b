"""Whoever orders work from a process beside it: actions go out, results come when they come.

Rules it guards: nobody waits here; whatever becomes of the process, each action that is not withdrawn comes
to something, if only to having failed, and the next one reaches a new process; what goes on record is
written here, by the one writer of the log, and the work hears of it when it is durable; what was stopped has
had no effect, and what cannot be stopped any more is not said to be.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

from kiosk import worker
from kiosk.actions import Action
from kiosk.base import wire
from kiosk.base.frozen import frozen
from kiosk.errors import AccessError, KioskError, LogError
from kiosk.line_child import LineChild
from kiosk.log.chain import Record
from kiosk.log.writer import Log
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, writing

# Is told what becomes readable when there is something to hear, and whether anything is to come.
Watch: TypeAlias = Callable[[tuple[int, ...], bool], None]
# Starts a working process: a LineChild, or what does the same in a test.
Start: TypeAlias = Callable[[], LineChild]
# Hears what an action came to: its result, or `Failed`.
Came: TypeAlias = Callable[[Any], None]

_NOT_OPEN = "The log is not open."


def start_worker(folder: Path, logs: Sequence[Path] = ()) -> Start:
    """How a process that works on the log in *folder*, or reads *logs* instead, is started."""
    words = [worker.WORD, *(str(path.absolute()) for path in (folder, *logs))]
    return lambda: LineChild(words)


def ignore_progress(done: int, total: int) -> None:
    """Nobody asks how far it is."""


def _ignore(value: object) -> None:
    """Nobody waits for it."""


@frozen
class _Job:
    action: Action[object]
    came: Came
    progress: Callable[[int, int], None]
    tell: Callable[[Any], None]


class Worker:
    """One process, started with the first action; at most one is under way, the others wait. *watch* sees to
    it that `hear` is called when something can be heard. *staff*: through whose log it may write."""

    def __init__(self, start: Start, watch: Watch, staff: Staff | None = None) -> None:
        self._start, self._watch, self._staff = start, watch, staff
        self._child: LineChild | None = None
        self._job: _Job | None = None
        self._waiting: list[_Job] = []
        self._leaving = False
        self._log: Log | None = None
        self._held = ExitStack()

    @property
    def busy(self) -> bool:
        """Whether anything is still to come."""
        return self._job is not None or bool(self._waiting)

    @property
    def filenos(self) -> tuple[int, ...]:
        """What becomes readable when there is something to `hear`. Another after the process has ended."""
        return () if self._child is None else (self._child.fileno,)

    def ask(
        self,
        action: Action[Any],
        came: Came,
        progress: Callable[[int, int], None] = ignore_progress,
        tell: Callable[[Any], None] = _ignore,
    ) -> None:
        """Have *action* done; *came* hears once what it came to. *tell* hears what is known before."""
        self._waiting.append(_Job(action, came, progress, tell))
        self._begin_next()

    def withdraw(self, action: Action[Any], *, kill: bool = False) -> None:
        """Nobody waits for *action* any more; *kill*: it would go on for long, so its process ends."""
        self._waiting = [job for job in self._waiting if job.action != action]
        if self._job is not None and self._job.action == action:
            if kill:
                self._let_go(kill=True)
            else:
                self._job = _Job(action, _ignore, ignore_progress, _ignore)
        self._begin_next()

    def stop(self) -> bool:
        """Stop what is under way; False: it is too late for that, or it has ended."""
        self.hear()  # it may have come to its end, or be on its way out, by now
        if self._job is None or self._leaving:
            return False
        self._let_go()
        self._begin_next()
        return True

    def hear(self) -> None:
        """Take what has come."""
        child = self._child
        if child is None:
            return
        for line in child.lines():
            if self._child is child:
                self._take(line)
        if child.gone and self._child is child:
            job = self._job
            self._let_go(kill=True)
            self._begin_next()
            if job is not None:
                job.came(worker.Failed())

    def end(self, *, kill: bool = False) -> None:
        """Nothing is worked on any more, and nobody hears of it; *kill*: what may hang is not asked first."""
        self._waiting.clear()
        self._let_go(kill=kill)
        self._begin_next()

    def _begin_next(self) -> None:
        if self._job is None and self._waiting:
            self._job, self._leaving = self._waiting.pop(0), False
            if self._child is None:
                self._child = self._start()
            self._child.say(wire.encode(worker.Job(self._job.action)))
        self._watch(self.filenos, self.busy)

    def _let_go(self, *, kill: bool = False) -> None:
        """The process is nobody's any more; nothing stays open for it."""
        if self._child is not None:
            self._child.end() if kill else self._child.stop()
        self._child, self._job = None, None
        self._close()

    def _take(self, line: bytes) -> None:
        job, child = self._job, self._child
        if job is None or child is None:
            return
        match wire.decode(line, *worker.FROM_WORKER):
            case worker.Advanced(done, total):
                job.progress(done, total)
            case worker.Told(value):
                job.tell(value)
            case worker.Wanted(wish):
                child.say(wire.encode(worker.Reply(self._do(wish))))
            case worker.Ended(result):
                self._finish(job, result)
            case worker.Failed() as failed:
                self._finish(job, failed)
            case None:
                return

    def _finish(self, job: _Job, result: object) -> None:
        self._job = None
        self._close()
        self._begin_next()
        job.came(result)

    # --- for the work, by the one writer ------------------------------------------------------------------

    def _do(self, wish: worker.Wish) -> Record | Role | worker.Refused | None:
        try:
            match wish:
                case worker.OpenLog(where, letter, name):
                    self._log = self._held.enter_context(writing(self._need_staff(), where, letter, name))
                case worker.AppendRecord(body):
                    return self._open_log().append(body)
                case worker.AskAdmission(role, where):
                    return self._need_staff().admit(self._open_log(), role, where)
                case worker.CloseLog():
                    self._close()
                case worker.MayLeave():
                    self._leaving = True
            return None
        except AccessError as error:
            return worker.Refused(str(error), at_door=True, wait_ms=error.wait_ms)
        except KioskError as error:
            return worker.Refused(str(error))

    def _need_staff(self) -> Staff:
        if self._staff is None:
            raise LogError(_NOT_OPEN)
        return self._staff

    def _open_log(self) -> Log:
        if self._log is None:
            raise LogError(_NOT_OPEN)
        return self._log

    def _close(self) -> None:
        self._log = None
        self._held.close()
