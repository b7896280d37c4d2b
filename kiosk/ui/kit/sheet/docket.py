"""A docket on paper: its lines in type of one width, on a page as wide as a docket printer's roll.

On a sheet of any other size it stands unscaled, to be cut off.
"""

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from kiosk.core.page import Tone
from kiosk.core.paper.docket import NARROW
from kiosk.ui.kit.canvas import Canvas, advance
from kiosk.ui.kit.marks import draw_docket_line
from kiosk.ui.kit.scale import MEASURED_PX
from kiosk.ui.kit.theme import Type, palette

ROLL_MM, MARGIN_MM, LINE_MM = 80.0, 5.0, 4.8
DPI = 600
A_MM = DPI / 25.4


def docket_pdf(lines: tuple[str, ...], type_: Type) -> bytes:
    """*lines* as a PDF of one page."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    _paint(writer, lines, type_)
    return bytes(buffer.data().data())


def docket_by_qt(name: str, lines: tuple[str, ...], type_: Type) -> bool:
    """Print *lines* on the printer called *name*; whether it was taken, as far as Qt knows."""
    info = QPrinterInfo.printerInfo(name)
    if info.isNull():
        return False
    printer = QPrinter(info, QPrinter.PrinterMode.HighResolution)
    _paint(printer, lines, type_)
    return printer.printerState() is not QPrinter.PrinterState.Error


def _paint(device: QPdfWriter | QPrinter, lines: tuple[str, ...], type_: Type) -> None:
    device.setResolution(DPI)
    device.setPageMargins(QMarginsF())
    high = LINE_MM * len(lines) + 2 * MARGIN_MM
    device.setPageSize(QPageSize(QSizeF(ROLL_MM, high), QPageSize.Unit.Millimeter))
    painter = QPainter(device)
    try:
        area = QRectF(0, 0, ROLL_MM * A_MM, high * A_MM)
        canvas = Canvas(painter, area, palette(Tone.PLAIN, large=False), type_, 1.0)
        column = advance("0", type_.word(MEASURED_PX)) / MEASURED_PX
        wide = ROLL_MM - 2 * MARGIN_MM
        font = type_.word(min(wide / (NARROW * column), LINE_MM / 1.2) * A_MM)
        for place, line in enumerate(lines):
            top = (MARGIN_MM + place * LINE_MM) * A_MM
            row = QRectF(MARGIN_MM * A_MM, top, wide * A_MM, LINE_MM * A_MM)
            draw_docket_line(canvas, row, line, font)
    finally:
        painter.end()
