"""The printer that actions are handed: it paints a sheet into a PDF or onto paper, with or without a
window.
"""

import ctypes
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk import __version__
from kiosk.base.printable import printable
from kiosk.errors import OutputError
from kiosk.paper.actions import Printing
from kiosk.paper.sheet import Leaf, PaperSize, Sheet
from kiosk.shipped import resources

if TYPE_CHECKING:  # Qt, which the other commands do without
    from kiosk.paper.paint import PaintedSheet


# ---- print queue -------------------------------------------------------------------------------------------
# Hands a PDF to the print queue of this system (CUPS), and says whether the queue took it.
#
# Qt hands a page to the same queue, but does not say whether it was taken: a queue that refuses every job
# looks to it like paper. So where the system's own library is there, it is asked; elsewhere there is only Qt.

_LIBRARY = "libcups.so.2"


class PrintQueue:
    """The queues that *cups*, the system's library, reaches."""

    def __init__(self, cups: ctypes.CDLL) -> None:
        self._cups = cups
        cups.cupsPrintFile.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_int, ctypes.c_void_p]
        cups.cupsAddOption.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
        cups.cupsFreeOptions.argtypes = [ctypes.c_int, ctypes.c_void_p]
        cups.cupsLastErrorString.restype = ctypes.c_char_p

    def put(self, name: str, title: str, pdf: bytes, *how: tuple[str, str]) -> None:
        """Put *pdf* into the queue called *name*, with the options *how*; OutputError, with the queue's
        reason, if it is not taken."""
        with tempfile.TemporaryDirectory(prefix="kiosk-print-") as folder:
            file = Path(folder, "page.pdf")
            file.write_bytes(pdf)
            if not self._hand_over(name, title, file, how):
                raise OutputError(
                    f"The printer {printable(name)} did not take it{self._reason()}. See whether it is on "
                    "and has paper, or name a file instead."
                )

    def _hand_over(self, name: str, title: str, file: Path, how: tuple[tuple[str, str], ...]) -> bool:
        options = ctypes.c_void_p()
        count = 0
        for option, value in how:
            count = self._cups.cupsAddOption(option.encode(), value.encode(), count, ctypes.byref(options))
        try:
            told = (name.encode(), os.fsencode(file), title.encode(errors="replace"))
            return bool(self._cups.cupsPrintFile(*told, count, options))
        finally:
            self._cups.cupsFreeOptions(count, options)

    def _reason(self) -> str:
        said = (self._cups.cupsLastErrorString() or b"").decode(errors="replace")
        return f": {printable(said).strip().rstrip('.')}" if said.strip() else ""


def this_print_queue() -> PrintQueue | None:
    """The print queues of this system; None where Qt alone knows how to print."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        return PrintQueue(ctypes.CDLL(_LIBRARY))
    except (OSError, AttributeError):
        return None


# ---- printing ----------------------------------------------------------------------------------------------
# The printer that actions are handed: it paints a sheet into a PDF or onto paper, with or without a screen.
#
# The rule guarded here: no dialog of the system opens; whoever prints names the printer.

UNSCALED = ("print-scaling", "none")


def this_printing() -> Printing:
    """What this computer can do with a sheet."""
    return Printing(make_pdf, printers, print_on, print_docket)


def make_pdf(sheet: Sheet, paper: PaperSize) -> bytes:
    """*sheet* as a PDF file on *paper*."""
    from kiosk.paper.paint import pdf_of
    from kiosk.station.paint import artist  # Qt, which the other commands do without

    running = artist()
    made = pdf_of(_paint(sheet, paper), f"Challenge Kiosk {printable(__version__)}")
    del running
    return made


def _paint(sheet: Sheet, paper: PaperSize) -> "PaintedSheet":
    from kiosk.kit.canvas import Type
    from kiosk.paper.paint import PaintedSheet

    return PaintedSheet(sheet, paper, Type(resources() / "fonts"))


def printers() -> tuple[str, ...]:
    """The printers this computer knows, the usual one first."""
    from kiosk.paper.printer_paint import printer_names
    from kiosk.station.paint import artist

    running = artist()
    found = printer_names()
    del running
    return found


def print_on(name: str, sheet: Sheet, paper: PaperSize) -> None:
    """Print *sheet* on *paper* on the printer called *name*."""
    queue = this_print_queue()
    if queue is not None:
        # Leaves are measured: slips are cut, a ruler is held to them.
        scaling = (UNSCALED,) if any(isinstance(block, Leaf) for block in sheet.blocks) else ()
        queue.put(name, sheet.title, make_pdf(sheet, paper), ("media", paper.media), *scaling)
    else:
        _print_by_qt(name, sheet, paper)


def print_docket(name: str, title: str, lines: tuple[str, ...]) -> None:
    """Print *lines* on the printer called *name*, as wide as a docket is on whatever paper it has."""
    from kiosk.kit.canvas import Type
    from kiosk.paper.printer_paint import docket_by_qt, docket_pdf
    from kiosk.station.paint import artist

    running, type_, queue = artist(), Type(resources() / "fonts"), this_print_queue()
    if queue is not None:
        queue.put(name, title, docket_pdf(lines, type_), UNSCALED)
    elif not docket_by_qt(name, lines, type_):
        raise _not_taken(name)
    del running


def _print_by_qt(name: str, sheet: Sheet, paper: PaperSize) -> None:
    from kiosk.paper.printer_paint import print_sheet
    from kiosk.station.paint import artist

    running = artist()
    taken = print_sheet(name, _paint(sheet, paper))
    del running
    if not taken:
        raise _not_taken(name)


def _not_taken(name: str) -> OutputError:
    return OutputError(
        f"The printer {printable(name)} did not take it. See whether it is on and has paper, or name a file "
        "instead."
    )
