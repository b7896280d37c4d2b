"""A console's side of reading: questions go to a process of their own, answers come when they come.

Rules it guards: nobody waits here; an answer nobody wants any more is dropped; whatever becomes of the
reading process, every question that is not withdrawn is answered, if only with a sentence, and the next one
reaches a new process.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from pathlib import Path
from typing import TypeAlias

from kiosk.actions.console.serving import WORD
from kiosk.core.frozen import frozen
from kiosk.director.console.reading import Answer, Question, ReadingFailed, VerifyWanted
from kiosk.director.console.seen import Look, Looked
from kiosk.director.roll.wire import AnswerGiven, HowFar, QuestionPut, read, written
from kiosk.storage.reading.child import LineChild

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
