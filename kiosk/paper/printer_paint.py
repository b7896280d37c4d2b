"""On a printer of this computer: a sheet, and a docket on its roll."""

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from kiosk.base.page import Tone
from kiosk.kit.canvas import Canvas, Type, advance, palette
from kiosk.kit.scale import MEASURED_PX
from kiosk.kit.shapes import draw_docket_line
from kiosk.paper.docket import NARROW
from kiosk.paper.paint import UNITS_AN_INCH, PaintedSheet, paint_on

# ---- docket ------------------------------------------------------------------------------------------------
# A docket on paper: its lines in type of one width, on a page as wide as a docket printer's roll.
#
# On a sheet of any other size it stands unscaled, to be cut off.

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


# ---- on paper ----------------------------------------------------------------------------------------------
# A sheet on a printer of this computer. Only what the caller names is printed on; nothing asks anybody.

FINEST_DPI = 600  # what a sheet is painted at on paper; no printer in a hall shows more


def printer_names() -> tuple[str, ...]:
    """The printers this computer knows, the usual one first."""
    usual = QPrinterInfo.defaultPrinterName()
    names = QPrinterInfo.availablePrinterNames()
    return tuple(sorted(names, key=lambda name: name != usual))


def print_sheet(name: str, painted: PaintedSheet) -> bool:
    """Print *painted* on the printer called *name*; whether it was taken."""
    info = QPrinterInfo.printerInfo(name)
    if info.isNull():
        return False
    printer = QPrinter(info, QPrinter.PrinterMode.HighResolution)
    return print_with(printer, painted)


def print_with(printer: QPrinter, painted: PaintedSheet) -> bool:
    """Print *painted* with *printer*; whether it was taken."""
    printer.setResolution(min(FINEST_DPI, UNITS_AN_INCH))
    printer.setDocName(painted.title)
    if not printer.isValid():
        return False
    paint_on(printer, painted)
    return printer.printerState() not in (QPrinter.PrinterState.Aborted, QPrinter.PrinterState.Error)
