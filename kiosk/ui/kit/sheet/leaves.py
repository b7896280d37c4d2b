"""Leaves set on their paper and painted: cards, slips, the witness sheet.

The rule it guards: a leaf is one page. It is set as large as its paper has room for; what would not fit even
at the smallest size goes on overleaf, and nothing is cut off.
"""

from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from kiosk.core.paper.leaf import (
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
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.pages import pages
from kiosk.ui.kit.sheet.capped import CappedText
from kiosk.ui.kit.sheet.figures import draw_sign_of
from kiosk.ui.kit.sheet.inks import HAIR, INK, WHITE
from kiosk.ui.kit.sheet.lettering import POINT
from kiosk.ui.kit.sheet.painted import paper_units, slabs
from kiosk.ui.kit.sheet.pieces import Piece, rule
from kiosk.ui.kit.theme import Type

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
