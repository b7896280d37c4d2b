"""A sheet on a printer of this computer. Only what the caller names is printed on; nothing asks anybody."""

from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from kiosk.ui.kit.sheet.painted import UNITS_AN_INCH, PaintedPages, paint_on

FINEST_DPI = 600  # what a sheet is painted at on paper; no printer in a hall shows more


def printer_names() -> tuple[str, ...]:
    """The printers this computer knows, the usual one first."""
    usual = QPrinterInfo.defaultPrinterName()
    names = QPrinterInfo.availablePrinterNames()
    return tuple(sorted(names, key=lambda one: one != usual))


def print_sheet(name: str, painted: PaintedPages) -> bool:
    """Print *painted* on the printer called *name*; whether it was taken."""
    info = QPrinterInfo.printerInfo(name)
    if info.isNull():
        return False
    printer = QPrinter(info, QPrinter.PrinterMode.HighResolution)
    return print_with(printer, painted)


def print_with(printer: QPrinter, painted: PaintedPages) -> bool:
    """Print *painted* with *printer*; whether it was taken."""
    printer.setResolution(min(FINEST_DPI, UNITS_AN_INCH))
    printer.setDocName(painted.title)
    if not printer.isValid():
        return False
    paint_on(printer, painted)
    return printer.printerState() not in (QPrinter.PrinterState.Aborted, QPrinter.PrinterState.Error)
