"""Has the console's questions answered by processes of their own, and hands each answer to whoever asked.

The rule guarded here: what was withdrawn is never told, not even if its answer has come in already.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from kiosk.actions.console.asking import AnswerHeard, LogAsker
from kiosk.actions.run_console.ports import LogReading
from kiosk.core.frozen import frozen
from kiosk.director.console.reading import Answer, Question
from kiosk.director.console.seen import Look, Looked
from kiosk.director.roll.wire import HowFar

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
