"""The printer that commands are handed: it paints a sheet into a PDF, with or without a screen."""

from kiosk import __version__
from kiosk.core.harmless import harmless
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.shipped import resources


def printed(sheet: Sheet, paper: PaperSize) -> bytes:
    """*sheet* as a PDF file on *paper*."""
    from kiosk.ui.kit.off_screen import artist  # Qt, which the other commands do without
    from kiosk.ui.kit.sheet.painted import PaintedSheet, pdf_of
    from kiosk.ui.kit.theme import Type

    running = artist()
    painted = PaintedSheet(sheet, paper, Type(resources() / "fonts"))
    made = pdf_of(painted, f"Challenge Kiosk {harmless(__version__)}")
    del running
    return made
