"""The printer that actions are handed: it paints a sheet into a PDF or onto paper, with or without a screen.

The rule guarded here: no dialog of the system opens; whoever prints names the printer.
"""

from typing import TYPE_CHECKING

from kiosk import __version__
from kiosk.actions.paper import Printing
from kiosk.core.harmless import harmless
from kiosk.core.paper.leaf import Leaves
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.errors import OutputError
from kiosk.shipped import resources
from kiosk.storage.export.print_queue import this_print_queue

if TYPE_CHECKING:  # Qt, which the other commands do without
    from kiosk.ui.kit.sheet.painted import PaintedPages

MEDIA = {PaperSize.A4: "iso_a4_210x297mm", PaperSize.LETTER: "na_letter_8.5x11in"}
UNSCALED = ("print-scaling", "none")


def this_printing() -> Printing:
    """What this computer can do with a sheet."""
    return Printing(printed, printers, print_on)


def printed(sheet: Sheet | Leaves, paper: PaperSize) -> bytes:
    """*sheet* as a PDF file on *paper*."""
    from kiosk.ui.kit.off_screen import artist  # Qt, which the other commands do without
    from kiosk.ui.kit.sheet.painted import pdf_of

    running = artist()
    made = pdf_of(_painted(sheet, paper), f"Challenge Kiosk {harmless(__version__)}")
    del running
    return made


def _painted(sheet: Sheet | Leaves, paper: PaperSize) -> "PaintedPages":
    from kiosk.ui.kit.sheet.leaves import PaintedLeaves
    from kiosk.ui.kit.sheet.painted import PaintedSheet
    from kiosk.ui.kit.theme import Type

    type_ = Type(resources() / "fonts")
    if isinstance(sheet, Leaves):
        return PaintedLeaves(sheet, paper, type_)
    return PaintedSheet(sheet, paper, type_)


def printers() -> tuple[str, ...]:
    """The printers this computer knows, the usual one first."""
    from kiosk.ui.kit.off_screen import artist
    from kiosk.ui.kit.sheet.on_paper import printer_names

    running = artist()
    found = printer_names()
    del running
    return found


def print_on(name: str, sheet: Sheet | Leaves, paper: PaperSize) -> None:
    """Print *sheet* on *paper* on the printer called *name*."""
    queue = this_print_queue()
    if queue is not None:
        # Leaves are measured: slips are cut, a ruler is held to them.
        scaling = (UNSCALED,) if isinstance(sheet, Leaves) else ()
        queue.put(name, sheet.title, printed(sheet, paper), ("media", MEDIA[paper]), *scaling)
    else:
        _print_by_qt(name, sheet, paper)


def print_docket(name: str, title: str, lines: tuple[str, ...]) -> None:
    """Print *lines* on the printer called *name*, as wide as a docket is on whatever paper it has."""
    from kiosk.ui.kit.off_screen import artist
    from kiosk.ui.kit.sheet.docket import docket_by_qt, docket_pdf
    from kiosk.ui.kit.theme import Type

    running, type_, queue = artist(), Type(resources() / "fonts"), this_print_queue()
    if queue is not None:
        queue.put(name, title, docket_pdf(lines, type_), UNSCALED)
    elif not docket_by_qt(name, lines, type_):
        raise _not_taken(name)
    del running


def _print_by_qt(name: str, sheet: Sheet | Leaves, paper: PaperSize) -> None:
    from kiosk.ui.kit.off_screen import artist
    from kiosk.ui.kit.sheet.on_paper import print_sheet

    running = artist()
    taken = print_sheet(name, _painted(sheet, paper))
    del running
    if not taken:
        raise _not_taken(name)


def _not_taken(name: str) -> OutputError:
    return OutputError(
        f"The printer {harmless(name)} did not take it. See whether it is on and has paper, or name a file "
        "instead."
    )
