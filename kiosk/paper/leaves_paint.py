"""Leaves and dockets set on their paper and painted; and a sheet on a printer of this computer."""

import re
from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPageSize, QPainter, QPdfWriter, QPen, QPolygonF
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from kiosk.base.page import Tone
from kiosk.base.printable import harmless
from kiosk.kit.canvas import Canvas, Type, advance, palette
from kiosk.kit.scale import MEASURED_PX
from kiosk.kit.shapes import draw_docket_line
from kiosk.paper.leaves import (
    CellContent,
    ColumnFrame,
    Leaf,
    LeafColumns,
    LeafPart,
    LeafRow,
    Leaves,
    Lettered,
    PaperFlag,
    SignedVerdict,
    TickBox,
)
from kiosk.paper.paint import (
    HAIR,
    INK,
    POINT,
    QUIET,
    UNITS_AN_INCH,
    WHITE,
    PaintedPages,
    Piece,
    draw_sign_of,
    in_lines,
    paint_on,
    paper_units,
    rule,
    slabs,
)
from kiosk.paper.sheet import PaperSize, pages
from kiosk.paper.text import NARROW

# ---- capped ------------------------------------------------------------------------------------------------
# Text on a leaf: key caps drawn around the keys it names, in ink, in grey or in white.

LINE = 1.2  # of the size of the type, from line to line
_KEY = re.compile(r"\b(?:TAB|ENTER)\b")
_THIN = "\u2009"
_HOLD = "\u00a0"  # room inside a cap, at which no line ends


class CappedText:
    """*lettered* set in *font*, no wider than *width*."""

    def __init__(self, lettered: Lettered, font: QFont, width: float) -> None:
        text, self._caps = _with_caps(lettered)
        self._ink = QUIET if lettered.quiet else INK
        self._layout = in_lines(text, font, width, right=lettered.right)
        self.line_height = font.pixelSize() * LINE
        self.height = max(1, self._layout.lineCount()) * self.line_height

    def draw(self, painter: QPainter, at: QPointF) -> None:
        """Draw all of it with its top left corner at *at*."""
        self.draw_in(painter, at, self._ink)

    def draw_in(self, painter: QPainter, at: QPointF, ink: QColor) -> None:
        """Draw all of it in *ink*."""
        for number in range(self._layout.lineCount()):
            corner = at + QPointF(0, number * self.line_height)
            painter.setPen(ink)
            self._layout.lineAt(number).draw(painter, corner)
            self._draw_caps(painter, corner, number)

    def _draw_caps(self, painter: QPainter, at: QPointF, number: int) -> None:
        line = self._layout.lineAt(number)
        first, last = line.textStart(), line.textStart() + line.textLength()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(INK, POINT))
        for start, end in self._caps:
            if start < first or end > last:
                continue
            left, right = _x(line.cursorToX(start)), _x(line.cursorToX(end))
            box = QRectF(at.x() + left, at.y() + 0.4 * POINT, right - left, self.line_height - POINT)
            painter.drawRoundedRect(box, 3 * POINT, 3 * POINT)
            foot = box.bottomLeft() + QPointF(3 * POINT, 0.6 * POINT)
            painter.drawLine(foot, box.bottomRight() + QPointF(-3 * POINT, 0.6 * POINT))


def _x(found: object) -> float:
    """Where a cursor stands; PySide gives the place with it."""
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


def _with_caps(lettered: Lettered) -> tuple[str, list[tuple[int, int]]]:
    """The text with room for its caps, and from where to where each of them goes."""
    text, caps = "", list[tuple[int, int]]()
    said, last = harmless(lettered.text), 0
    for found in _KEY.finditer(said) if lettered.caps else ():
        text += said[last : found.start()]
        text, caps = _capped(text, caps, found[0])
        last = found.end()
    text += f"{_THIN if caps else ''}{said[last:]}"
    for key in lettered.keys:
        text, caps = _capped(f"{text} ", caps, harmless(key))
    return text, caps


def _capped(text: str, caps: list[tuple[int, int]], key: str) -> tuple[str, list[tuple[int, int]]]:
    cap = f"{_HOLD}{key}{_HOLD}"
    return text + cap, [*caps, (len(text), len(text) + len(cap))]


# ---- leaves ------------------------------------------------------------------------------------------------
# Leaves set on their paper and painted: cards, slips, the witness sheet.
#
# The rule it guards: a leaf is one page. It is set as large as its paper has room for; what would not fit
# even at the smallest size goes on overleaf, and nothing is cut off.

MM = 72 / 25.4 * POINT
SMALLEST, _STEP = 0.7, 0.025  # how small a leaf may be set, and by how much it is tried smaller
_WIDTH, _TOP = 188 * MM, 9 * MM
Ink = Callable[[QPainter, QPointF], None]


class PaintedLeaves:
    """*leaves* set on *paper*, once; all sizes in units of a twentieth of a point."""

    def __init__(self, leaves: Leaves, paper: PaperSize, type_: Type) -> None:
        self.title, self.paper = leaves.title, paper
        self.size = QSizeF(*paper_units(paper))
        room = self.size.height() - 2 * _TOP
        self.scales = tuple(_scale(leaf, type_, room) for leaf in leaves.pages)
        self._pages: list[list[tuple[Piece, float]]] = []
        for leaf, scale in zip(leaves.pages, self.scales, strict=True):
            made = _LeafSetter(type_, scale).pieces(leaf)
            for page in pages(slabs(made), room):
                self._pages.append([(made[placed.slab], placed.y) for placed in page])

    @property
    def page_count(self) -> int:
        return len(self._pages)

    def paint_page(self, painter: QPainter, page: int) -> None:
        """Draw page *page*, counted from 0, with the corner of the paper at the painter's origin."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = (self.size.width() - _WIDTH) / 2
        for piece, y in self._pages[page]:
            piece.paint(painter, QPointF(left, _TOP + y))
        painter.restore()


def _scale(leaf: Leaf, type_: Type, room: float) -> float:
    """How large *leaf* is set so that it fills *room* and no more."""
    scale = leaf.largest
    while scale > SMALLEST:
        if sum(piece.height for piece in _LeafSetter(type_, scale).pieces(leaf)) <= room:
            return scale
        scale -= _STEP
    return SMALLEST


class _LeafSetter:
    """Sets the parts of a leaf, their sizes multiplied by *scale*."""

    def __init__(self, type_: Type, scale: float) -> None:
        self._type, self._scale = type_, scale

    def pieces(self, leaf: Leaf) -> list[Piece]:
        return [self._part(part) for part in leaf.parts]

    def _part(self, part: LeafPart) -> Piece:
        return self._row(part, _WIDTH) if isinstance(part, LeafRow) else self._beside(part)

    def _font(self, size: float, *, bold: bool) -> QFont:
        return (self._type.bold if bold else self._type.text)(round(size * self._scale * POINT))

    # ---- rows ----------------------------------------------------------------------------------------------

    def _row(self, row: LeafRow, width: float) -> Piece:
        inset = 4 * MM if row.bar or row.framed else 0.0
        widths = _widths(row, width - inset)
        inks = [self._cell(cell.content, wide) for cell, wide in zip(row.cells, widths, strict=True)]
        above, below = row.above * MM * self._scale, row.below * MM * self._scale
        inner = max(max(high for high, _ in inks), row.least * MM - above - below)
        height = above + inner + below

        def paint(painter: QPainter, at: QPointF) -> None:
            _row_lines(painter, row, QRectF(at.x(), at.y(), width, height))
            x = at.x() + inset
            for cell, wide, (high, ink) in zip(row.cells, widths, inks, strict=True):
                if row.boxed:
                    _box(painter, QRectF(x, at.y(), wide, height), 0.6 * POINT)
                if cell.underlined:
                    rule(painter, QPointF(x, at.y() + height), wide, 0.6 * POINT)
                ink(painter, QPointF(x, at.y() + above + _drop(row, inner, high)))
                x += wide + row.gap * MM

        return Piece(height, paint)

    def _cell(self, content: CellContent, width: float) -> tuple[float, Ink]:
        match content:
            case Lettered():
                made = CappedText(content, self._font(content.size, bold=content.bold), width)
                return made.height, made.draw
            case PaperFlag():
                return self._flag(content, width)
            case SignedVerdict():
                return self._signed(content, width)
            case TickBox():
                return self._tick(content, width)
            case _:
                assert_never(content)

    def _flag(self, flag: PaperFlag, width: float) -> tuple[float, Ink]:
        font = self._font(flag.size, bold=True)
        height = font.pixelSize() * 1.55
        text = CappedText(Lettered(flag.text, flag.size, bold=True), font, width)

        def paint(painter: QPainter, at: QPointF) -> None:
            tip, half = width - 3 * MM, height / 2
            corners = [(0, 0), (tip, 0), (width, half), (tip, height), (0, height)]
            painter.setPen(QPen(INK, 1.2 * POINT))
            painter.setBrush(INK if flag.filled else WHITE)
            painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]))
            text.draw_in(painter, at + QPointF(2 * MM, (height - text.height) / 2), _on(flag.filled))

        return height, paint

    def _signed(self, signed: SignedVerdict, width: float) -> tuple[float, Ink]:
        font = self._font(signed.size, bold=True)
        side = font.pixelSize() * 1.25
        text = CappedText(Lettered(signed.text, signed.size, bold=True), font, width - side - 2 * MM)
        height = max(side, text.height)

        def paint(painter: QPainter, at: QPointF) -> None:
            draw_sign_of(painter, QRectF(at.x(), at.y() + (height - side) / 2, side, side), signed.verdict)
            text.draw(painter, at + QPointF(side + 2 * MM, (height - text.height) / 2))

        return height, paint

    def _tick(self, tick: TickBox, width: float) -> tuple[float, Ink]:
        side = tick.side * MM * self._scale
        if not tick.text:
            return side, lambda painter, at: _box(painter, QRectF(at.x(), at.y(), side, side), 0.8 * POINT)
        text = CappedText(
            Lettered(tick.text, tick.size), self._font(tick.size, bold=False), width - side - 1.5 * MM
        )
        height = max(side, text.height)

        def paint(painter: QPainter, at: QPointF) -> None:
            _box(painter, QRectF(at.x(), at.y() + (height - side) / 2, side, side), POINT)
            text.draw(painter, at + QPointF(side + 1.5 * MM, (height - text.height) / 2))

        return height, paint

    # ---- columns -------------------------------------------------------------------------------------------

    def _beside(self, beside: LeafColumns) -> Piece:
        gap, edge = beside.gap * MM, {ColumnFrame.NONE: 0.0, ColumnFrame.BOX: 2.5, ColumnFrame.CUT: 5.0}
        pad = edge[beside.frame] * MM
        whole = _WIDTH - gap * (len(beside.columns) - 1)
        widths = [whole * share / sum(beside.shares) for share in beside.shares]
        columns = [
            [self._row(row, wide - 2 * pad) for row in column]
            for column, wide in zip(beside.columns, widths, strict=True)
        ]
        inner = max(sum(piece.height for piece in column) for column in columns)
        room = min(pad, 3 * MM)
        height = max(inner + 2 * room, beside.least * MM)

        def paint(painter: QPainter, at: QPointF) -> None:
            x = at.x()
            for column, wide in zip(columns, widths, strict=True):
                _frame(painter, beside.frame, QRectF(x, at.y(), wide, height))
                y = at.y() + room
                for piece in column:
                    piece.paint(painter, QPointF(x + pad, y))
                    y += piece.height
                x += wide + gap

        return Piece(height + (2 * MM if beside.frame is not ColumnFrame.NONE else 0), paint)


def _on(filled: bool) -> QColor:
    return WHITE if filled else INK


def _drop(row: LeafRow, inner: float, high: float) -> float:
    """How far below the top of its row a cell begins: in the middle, but texts of notes at the top."""
    return inner - high if row.least else (inner - high) / 2


def _widths(row: LeafRow, width: float) -> list[float]:
    taken = sum(cell.width for cell in row.cells) * MM + row.gap * MM * (len(row.cells) - 1)
    free = [cell for cell in row.cells if not cell.width]
    share = max(0.0, width - taken) / max(1, len(free))
    return [cell.width * MM or share for cell in row.cells]


def _row_lines(painter: QPainter, row: LeafRow, box: QRectF) -> None:
    if row.over:
        rule(painter, box.topLeft(), box.width(), row.over * POINT, HAIR if row.over < 0.5 else INK)
    if row.under:
        rule(painter, box.bottomLeft(), box.width(), row.under * POINT, HAIR if row.under < 0.5 else INK)
    if row.bar:
        painter.setPen(QPen(INK, row.bar * POINT))
        painter.drawLine(box.topLeft() + QPointF(POINT, 0), box.bottomLeft() + QPointF(POINT, 0))
    if row.framed:
        painter.setPen(QPen(INK, 1.5 * POINT, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(POINT, 3 * POINT, -POINT, -POINT))


def _box(painter: QPainter, box: QRectF, weight: float) -> None:
    painter.setPen(QPen(INK, weight))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def _frame(painter: QPainter, frame: ColumnFrame, box: QRectF) -> None:
    if frame is ColumnFrame.CUT:
        painter.setPen(QPen(HAIR, 0.5 * POINT, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
    elif frame is ColumnFrame.BOX:
        _box(painter, box, 1.5 * POINT)
        painter.fillRect(QRectF(box.x(), box.y(), 5 * POINT, box.height()), INK)


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
