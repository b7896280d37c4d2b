"""The console's side of its processes: questions and orders go out, answers come when they come."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from itertools import count
from pathlib import Path
from typing import Protocol, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.console.events import OrderFailed
from kiosk.console.reader_worker import WORD
from kiosk.console.states import ConsoleState
from kiosk.console.values import (
    Answer,
    AnswerGiven,
    HowFar,
    Look,
    Looked,
    Question,
    QuestionPut,
    ReadingFailed,
    VerifyWanted,
    Where,
    Work,
    read,
    written,
)
from kiosk.console.worker import WORD as WORKING_WORD
from kiosk.console.worker import (
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
from kiosk.errors import AccessError, KioskError, LogError
from kiosk.line_child import LineChild
from kiosk.log.chain import Record
from kiosk.log.writer import Log
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, writing
from kiosk.station.run import Busy

# ---- ports -------------------------------------------------------------------------------------------------
# What a run of the console is given: its screen, whoever reads the log for it, and the station around it.


class ConsoleScreen(Protocol):
    """The console's window."""

    def show(self, state: ConsoleState, now_ms: int) -> None: ...

    def soon(self, act: Callable[[], None]) -> None:
        """Call *act* once the page that was just shown can be seen."""

    def close(self, leaving: bool) -> None:
        """The window goes; *leaving*: and the station around it ends."""


class LogReading(Protocol):
    """Reads the log for the console, beside it. Answers come later, each once; whoever has withdrawn a
    question hears nothing more of it."""

    def ask(
        self, question: Question, tell: Callable[[Answer], None], progress: Callable[[int, int], None]
    ) -> None: ...

    def look(self, look: Look, tell: Callable[[Looked | None], None]) -> None:
        """Look at the station; *tell* hears None if nothing could be seen."""

    def withdraw(self, question: Question) -> None: ...

    def end(self) -> None:
        """Nothing is asked any more."""


class Working(Protocol):
    """Carries out, beside the console, what takes long: one order at a time."""

    def begin(
        self, order: Work, came: Callable[[WorkCame], None], progress: Callable[[int, int], None]
    ) -> None:
        """*came* hears once what came of *order*, unless it is stopped."""

    def stop(self) -> bool:
        """Stop it; False: it is too late for that, or it has ended."""

    def end(self) -> None:
        """Nothing is worked on any more."""


@frozen
class ConsoleParts:
    """*changed*: called when something was written that the station must know of; *busy*: as the station's
    own. *several*: other logs than that of this folder are read; *hub*: how many records the copy of a
    hub has, where that is read."""

    staff: Staff
    where: Where
    screen: ConsoleScreen
    reading: LogReading
    working: Working
    busy: Busy
    changed: Callable[[], None] = lambda: None
    several: bool = False
    hub: Callable[[], int] | None = None


# ---- asking ------------------------------------------------------------------------------------------------
# A console's side of reading: questions go to a process of their own, answers come when they come.
#
# Rules it guards: nobody waits here; an answer nobody wants any more is dropped; whatever becomes of the
# reading process, every question that is not withdrawn is answered, if only with a sentence, and the next one
# reaches a new process.

_DIED = "The reading of the log ended unexpectedly. Ask again; if that does not help, verify the log."


@frozen
class AnswerHeard:
    """The answer to the question of *ticket*."""

    ticket: int
    answer: Answer | Looked


# Starts a reading process: a LineChild, or what does the same in a test.
Start: TypeAlias = Callable[[], LineChild]


def starting(folder: Path, logs: Sequence[Path] = ()) -> Start:
    """How a process that reads the log in *folder*, or *logs* instead, is started."""
    return lambda: LineChild([WORD, str(folder), *map(str, logs)])


class _Task(Enum):
    """What has a process of its own, so that it holds nothing else up."""

    READING = auto()
    VERIFYING = auto()
    LOOKING = auto()


@dataclass
class _Line:
    """One reading process and the questions for it: at most one is under way."""

    child: LineChild | None
    waiting: list[QuestionPut]
    asked: QuestionPut | None = None


def _task(question: Question | Look) -> _Task:
    if isinstance(question, Look):
        return _Task.LOOKING
    return _Task.VERIFYING if isinstance(question, VerifyWanted) else _Task.READING


class LogAsker:
    """Puts questions and collects answers. Verifying takes long, and so may a look at the station: each has a
    process of its own and holds nothing else up; withdrawing a verification ends its process."""

    def __init__(self, start: Start) -> None:
        self._start = start
        self._tickets = count(1)
        self._lines = {task: _Line(None, []) for task in _Task}
        self._lanes: dict[str, int] = {}

    def ask(self, question: Question | Look, lane: str = "") -> int:
        """Put *question* and return its ticket. In a *lane*, such as a box one types in, the newest question
        is the only one: those before it are withdrawn."""
        if lane and lane in self._lanes:
            self.cancel(self._lanes[lane])
        ticket = next(self._tickets)
        if lane:
            self._lanes[lane] = ticket
        line = self._lines[_task(question)]
        line.waiting.append(QuestionPut(ticket, question))
        self._next(line)
        return ticket

    def cancel(self, ticket: int) -> None:
        """Nobody waits for the answer of *ticket* any more."""
        for task, line in self._lines.items():
            line.waiting = [one for one in line.waiting if one.ticket != ticket]
            if line.asked is None or line.asked.ticket != ticket:
                continue
            if task is _Task.VERIFYING and line.child is not None:  # else it would go on reading for nobody
                line.child.end()
                line.child = line.asked = None
                self._next(line)
            else:
                line.asked = QuestionPut(0, line.asked.question)  # its answer belongs to no ticket

    def poll(self) -> tuple[AnswerHeard | HowFar, ...]:
        """What has come since the last call; never waits."""
        return tuple(one for line in self._lines.values() for one in self._heard(line))

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return any(line.waiting or line.asked for line in self._lines.values())

    @property
    def filenos(self) -> tuple[int, ...]:
        """What becomes readable when there is something to `poll`. Other ones after a process has ended."""
        return tuple(line.child.fileno for line in self._lines.values() if line.child is not None)

    def close(self) -> None:
        """End the processes; nothing more comes."""
        for line in self._lines.values():
            if line.child is not None:
                line.child.end()
            line.child, line.asked, line.waiting = None, None, []

    def _next(self, line: _Line) -> None:
        if line.asked is None and line.waiting:
            line.asked = line.waiting.pop(0)
            if line.child is None:
                line.child = self._start()
            line.child.say(written(line.asked))

    def _heard(self, line: _Line) -> list[AnswerHeard | HowFar]:
        heard: list[AnswerHeard | HowFar] = []
        while line.child is not None:
            child = line.child
            for said in child.lines():
                heard += self._one(line, said)
            if not child.gone:
                break
            child.end()
            line.child = None
            if line.asked is not None:
                heard += [AnswerHeard(line.asked.ticket, ReadingFailed(_DIED))] if line.asked.ticket else []
                line.asked = None
            self._next(line)
            break
        return heard

    def _one(self, line: _Line, said: bytes) -> list[AnswerHeard | HowFar]:
        if line.asked is None:
            return []
        wanted = line.asked.ticket
        match read(said):
            case AnswerGiven(_, answer):
                line.asked = None
                self._next(line)
                return [AnswerHeard(wanted, answer)] if wanted else []
            case HowFar() as far if far.ticket == wanted:
                return [far]
        return []


# ---- reading beside ----------------------------------------------------------------------------------------
# Has the console's questions answered by processes of their own, and hands each answer to whoever asked.
#
# The rule guarded here: what was withdrawn is never told, not even if its answer has come in already.

# Is told what becomes readable when there is something to hear, and whether anything is to come.
Watch: TypeAlias = Callable[[tuple[int, ...], bool], None]


@frozen
class _Asked:
    question: Question | Look
    tell: Callable[[Answer | Looked], None]
    progress: Callable[[int, int], None]


class ReadingBeside(LogReading):
    """*watch* sees to it that `hear` is called when something can be heard."""

    def __init__(self, asker: LogAsker, watch: Watch) -> None:
        self._asker, self._watch = asker, watch
        self._open: dict[int, _Asked] = {}

    def ask(
        self, question: Question, tell: Callable[[Answer], None], progress: Callable[[int, int], None]
    ) -> None:
        self._put(_Asked(question, partial(_if_answer, tell), progress))

    def look(self, look: Look, tell: Callable[[Looked | None], None]) -> None:
        self._put(_Asked(look, partial(_if_looked, tell), _nobody))

    def _put(self, asked: _Asked) -> None:
        self._open[self._asker.ask(asked.question)] = asked
        self._watched()

    def withdraw(self, question: Question) -> None:
        for ticket in [one for one, asked in self._open.items() if asked.question == question]:
            del self._open[ticket]
            self._asker.cancel(ticket)
        self._watched()

    def hear(self) -> None:
        """Hand on what has come."""
        heard = self._asker.poll()
        self._watched()  # a process that has ended is watched no longer
        for one in heard:
            self._hand_on(one)

    def end(self) -> None:
        self._open.clear()
        self._asker.close()
        self._watched()

    def _hand_on(self, heard: AnswerHeard | HowFar) -> None:
        asked = self._open.get(heard.ticket)
        if asked is None:
            return
        if isinstance(heard, HowFar):
            asked.progress(heard.done, heard.total)
        else:
            del self._open[heard.ticket]
            asked.tell(heard.answer)

    def _watched(self) -> None:
        self._watch(self._asker.filenos, self._asker.busy)


def _nobody(done: int, of: int) -> None:
    """How far a look is nobody asks."""


def _if_answer(tell: Callable[[Answer], None], came: Answer | Looked) -> None:
    if not isinstance(came, Looked):
        tell(came)


def _if_looked(tell: Callable[[Looked | None], None], came: Answer | Looked) -> None:
    tell(came if isinstance(came, Looked) else None)


# ---- working beside ----------------------------------------------------------------------------------------
# The console's side of long work: orders go to a process of their own, one at a time.
#
# Rules it guards: the window waits for nothing; what goes on record is written here, by the one writer of the
# log, and the work hears of it when it is durable; what was stopped has had no effect, and what cannot be
# stopped any more is not said to be.

DIED = "The work ended unexpectedly. Try again; if that does not help, verify the log."
_NOT_OPEN = "The log is not open."


def starting_work(folder: Path, logs: Sequence[Path] = ()) -> Callable[[], LineChild]:
    """How a process that works on the log in *folder*, or reads *logs* instead, is started."""
    return lambda: LineChild([WORKING_WORD, str(folder), *map(str, logs)])


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
