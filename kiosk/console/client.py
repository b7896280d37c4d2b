"""What a run of the console is given, and how its questions are answered by processes of their own."""

from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import Protocol

from kiosk.base.frozen import frozen
from kiosk.console import values
from kiosk.console.reader_worker import Ask
from kiosk.console.states import ConsoleState
from kiosk.setup.staff_actions import Staff
from kiosk.station.run import Busy
from kiosk.worker import Failed
from kiosk.worker_client import Start, Watch, Worker

# ---- asking ------------------------------------------------------------------------------------------------
# Has the console's questions answered by processes of their own, and hands each answer to whoever asked.
#
# Rules guarded here: whoever asked hears one answer, if only a sentence; what was withdrawn is never told,
# not even if its answer has come in already.

_DIED = "The reading of the log ended unexpectedly. Ask again; if that does not help, verify the log."


class _Task(Enum):
    """What has a process of its own, so that it holds nothing else up."""

    READING = auto()
    VERIFYING = auto()
    LOOKING = auto()


class LogAsker:
    """Answers come later, each once. *watch* sees to it that `hear` is called when something can be heard."""

    def __init__(self, start: Start, watch: Watch) -> None:
        self._watch = watch
        self._workers: dict[_Task, Worker] = {}
        for task in _Task:
            self._workers[task] = Worker(start, self._watch_all)

    def ask(
        self,
        question: values.Question,
        tell: Callable[[values.Answer], None],
        progress: Callable[[int, int], None],
    ) -> None:
        task = _Task.VERIFYING if isinstance(question, values.VerifyWanted) else _Task.READING
        self._workers[task].ask(Ask(question), partial(_tell_answer, tell), progress)

    def look(self, look: values.Look, tell: Callable[[values.Looked | None], None]) -> None:
        """Look at the station; *tell* hears None if nothing could be seen."""
        self._workers[_Task.LOOKING].ask(Ask(look), partial(_tell_looked, tell))

    def withdraw(self, question: values.Question) -> None:
        """Nobody waits for the answer to *question* any more."""
        for task, worker in self._workers.items():
            worker.withdraw(Ask(question), kill=task is _Task.VERIFYING)

    def hear(self) -> None:
        """Hand on what has come."""
        for worker in self._workers.values():
            worker.hear()

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return any(worker.busy for worker in self._workers.values())

    def end(self) -> None:
        """Nothing is asked any more."""
        for worker in self._workers.values():
            worker.end(kill=True)

    def _watch_all(self, filenos: tuple[int, ...], busy: bool) -> None:
        workers = self._workers.values()
        self._watch(tuple(fileno for worker in workers for fileno in worker.filenos), self.busy)


def _tell_answer(tell: Callable[[values.Answer], None], came: values.Answer | values.Looked | Failed) -> None:
    if isinstance(came, Failed):
        tell(values.ReadingFailed(came.sentence or _DIED))
    elif not isinstance(came, values.Looked):
        tell(came)


def _tell_looked(
    tell: Callable[[values.Looked | None], None], came: values.Answer | values.Looked | Failed
) -> None:
    tell(came if isinstance(came, values.Looked) else None)


# ---- ports -------------------------------------------------------------------------------------------------
# What a run of the console is given: its screen, whoever reads the log for it, and the station around it.


class ConsoleScreen(Protocol):
    """The console's window."""

    def show(self, state: ConsoleState, now_ms: int) -> None: ...

    def soon(self, act: Callable[[], None]) -> None:
        """Call *act* once the page that was just shown can be seen."""

    def close(self, leaving: bool) -> None:
        """The window goes; *leaving*: and the station around it ends."""


@frozen
class ConsoleParts:
    """*changed*: called when something was written that the station must know of; *busy*: as the station's
    own. *several*: other logs than that of this folder are read; *hub*: how many records the copy of a
    hub has, where that is read."""

    staff: Staff
    where: values.Where
    screen: ConsoleScreen
    reading: LogAsker
    working: Worker
    busy: Busy
    changed: Callable[[], None] = lambda: None
    several: bool = False
    hub: Callable[[], int] | None = None
