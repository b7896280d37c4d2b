"""What a run of the console is given: its screen, whoever reads the log for it, and the station around it."""

from collections.abc import Callable
from typing import Protocol

from kiosk.actions.run_console.work_wire import WorkCame
from kiosk.actions.run_station.ports import Busy
from kiosk.actions.staff import Staff
from kiosk.core.frozen import frozen
from kiosk.director.console.reading import Answer, Question
from kiosk.director.console.seen import Look, Looked
from kiosk.director.console.states import ConsoleState
from kiosk.director.console.values import Where, Work


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
