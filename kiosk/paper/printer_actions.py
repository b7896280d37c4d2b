"""Look for printers, and print a docket: what a process of its own does, for a printer may never answer."""

from kiosk.actions import Action, Tools
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.setup.staff_actions import Staff


@frozen
class PrinterNames:
    """The usual one first."""

    names: tuple[str, ...]


@frozen
class FindPrinters(Action[PrinterNames]):
    """Which printers this computer knows."""

    def run(self, staff: Staff, tools: Tools) -> PrinterNames:
        return PrinterNames(tuple(map(printable, tools.printing.printers())))


@frozen
class PrintLines(Action[None]):
    """Print *lines* on *printer*, as wide as a docket is; OutputError if it does not take them."""

    printer: str
    title: str
    lines: tuple[str, ...]

    def run(self, staff: Staff, tools: Tools) -> None:
        tools.printing.docket(self.printer, self.title, self.lines)
