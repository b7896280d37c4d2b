"""What a run of the console is given: its screen, whoever reads the log for it, and the station around it."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from kiosk.actions.paper import Printer
from kiosk.actions.run_station.ports import Busy
from kiosk.actions.staff import Staff
from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.director.console.reading import Answer, Question
from kiosk.director.console.states import ConsoleState
from kiosk.director.console.values import Where
from kiosk.errors import OutputError


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

    def withdraw(self, question: Question) -> None: ...

    def end(self) -> None:
        """Nothing is asked any more."""


def no_printer(sheet: Sheet, paper: PaperSize) -> bytes:
    """For a console that cannot paint."""
    raise OutputError("No PDF can be made here. Name a file that ends in .html.")


@frozen
class ConsoleParts:
    """*changed*: called when something was written that the station must know of; *busy*: as the station's
    own. *printer*: paints a sheet for a file. *logs*: what is read instead of the log of this folder."""

    staff: Staff
    where: Where
    screen: ConsoleScreen
    reading: LogReading
    busy: Busy
    changed: Callable[[], None] = lambda: None
    printer: Printer = no_printer
    logs: tuple[Path, ...] = ()
