"""Turns the blocks of a sheet into pieces of a given width, in units of a twentieth of a point."""

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from kiosk.core.paper.sheet.blocks import (
    Align,
    Block,
    DayChart,
    Drawn,
    Figures,
    HashLines,
    Notice,
    PageBreak,
    Pairs,
    Paragraph,
    QrCode,
    RateChart,
    SheetHeading,
    SheetTable,
    SheetTitle,
    SignHere,
    SmallPrint,
    VerdictMark,
    Worded,
)
from kiosk.core.paper.sheet.drawing import drawn
from kiosk.ui.kit.sheet.figures import ChartArtist, draw_qr, draw_sign_of
from kiosk.ui.kit.sheet.inks import HAIR, INK
from kiosk.ui.kit.sheet.lettering import POINT, SetText
from kiosk.ui.kit.sheet.pieces import MOST_LINES, Piece, gap, nothing, part, rule, side_by_side
from kiosk.ui.kit.theme import Type

GAP = 6 * POINT
_BODY, _TABLE, _SMALL = 9.5 * POINT, 8.8 * POINT, 8 * POINT
_LABELS = 106 * POINT  # the column of labels beside their values
_SIGN = 54 * POINT
_CELL_GAP = 6 * POINT
_CODE, _BESIDE = 68 * POINT, 118 * POINT  # the side of a QR code, and the column it has beside hashes


class Setter:
    """Sets blocks in a column of *width* units."""

    def __init__(self, type_: Type, width: float) -> None:
        self._type, self._width = type_, width

    def pieces(self, block: Block) -> Iterator[Piece]:
        """*block* as what is not cut, in order. What cannot be cut shows only the first lines of a text that
        nobody in earnest would put there, so that it always fits a page."""
        return self._said(block) if isinstance(block, Worded) else self._laid_out(block)

    def _said(self, block: Worded) -> Iterator[Piece]:
        match block:
            case SheetTitle():
                yield from self._title(block)
            case SheetHeading(text):
                yield gap(5 * POINT, stays=True)
                yield from self._text(text, self._type.bold(11.5 * POINT), 2 * POINT, stays=True)
            case Paragraph(text, strong):
                yield from self._text(text, (self._type.bold if strong else self._type.text)(_BODY), GAP)
            case SmallPrint(text):
                yield from self._text(text, self._type.text(_SMALL), GAP)
            case Notice(text):
                yield self._notice(text)
            case Pairs(rows):
                yield from self._pairs(rows)
            case HashLines():
                yield from self._hashes(block)
            case SignHere(labels):
                yield self._sign(labels)
            case _:
                assert_never(block)

    def _laid_out(self, block: Drawn) -> Iterator[Piece]:
        match block:
            case SheetTable():
                yield from self._table(block)
            case VerdictMark():
                yield self._verdict(block)
            case Figures():
                yield self._figures(block)
            case RateChart() | DayChart():
                yield from self._chart(block)
            case QrCode():
                yield self._qr(block)
            case PageBreak():
                yield Piece(0, nothing, breaks=True)
            case _:
                assert_never(block)

    def _text(self, text: str, font: QFont, below: float, *, stays: bool = False) -> Iterator[Piece]:
        made = SetText(text, font, self._width)
        for first in range(0, made.lines, MOST_LINES):
            count = min(MOST_LINES, made.lines - first)
            last = first + count == made.lines
            yield Piece(count * made.line_height + below * last, part(made, first, count), stays=stays)

    def _title(self, title: SheetTitle) -> Iterator[Piece]:
        yield from self._text(title.kicker, self._type.bold(_SMALL), 0, stays=True)
        yield from self._text(title.text, self._type.bold(20 * POINT), POINT, stays=True)
        for line in title.below:
            yield from self._text(line, self._type.text(_BODY), 0, stays=True)

        def under(painter: QPainter, at: QPointF) -> None:
            rule(painter, at + QPointF(0, 3 * POINT), self._width, 1.5 * POINT)

        yield Piece(11 * POINT, under, stays=True)

    def _notice(self, text: str) -> Piece:
        edge = 7 * POINT
        made = SetText(text, self._type.bold(11 * POINT), self._width - 2 * edge, most=MOST_LINES)
        height = made.height + 2 * edge

        def paint(painter: QPainter, at: QPointF) -> None:
            painter.setPen(QPen(INK, 2 * POINT))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(at.x() + POINT, at.y() + POINT, self._width - 2 * POINT, height - POINT))
            made.draw(painter, at + QPointF(edge, edge))

        return Piece(height + GAP, paint)

    def _pairs(self, rows: Sequence[tuple[str, str]]) -> Iterator[Piece]:
        for place, (label, value) in enumerate(rows):
            cells = (
                SetText(label, self._type.bold(_BODY), _LABELS - _CELL_GAP),
                SetText(value, self._type.text(_BODY), self._width - _LABELS),
            )
            below = GAP if place == len(rows) - 1 else 1.5 * POINT
            yield from side_by_side(cells, (0.0, _LABELS), below)

    # ---- tables --------------------------------------------------------------------------------------------
    def _table(self, table: SheetTable) -> Iterator[Piece]:
        whole = sum(column.width for column in table.columns)
        widths = [self._width * column.width / whole for column in table.columns]
        lefts = [sum(widths[:place]) for place in range(len(widths))]

        def row(texts: Sequence[str], strong: Callable[[int], bool]) -> list[SetText]:
            return [
                SetText(
                    text,
                    (self._type.bold if strong(place) else self._type.text)(_TABLE),
                    max(_CELL_GAP, widths[place] - _CELL_GAP * (2 if column.align is Align.RIGHT else 1)),
                    column.align,
                )
                for place, (text, column) in enumerate(zip(texts, table.columns, strict=True))
            ]

        headings = row([column.heading for column in table.columns], lambda place: True)
        [head, *_] = side_by_side(headings, lefts, 4 * POINT, self._under(POINT))
        head = Piece(head.height, head.paint, stays=True)
        yield head
        for number, texts in enumerate(table.rows):
            marked = number in table.marked
            cells = row(texts, lambda place, marked=marked: marked or table.columns[place].strong)  # type: ignore[misc]
            under = self._under(POINT if marked else 0.4 * POINT, INK if marked else HAIR)
            for piece in side_by_side(cells, lefts, 3.2 * POINT, under):
                yield Piece(piece.height, piece.paint, head=head)
        yield gap(GAP)

    def _under(self, weight: float, ink: QColor = INK) -> Callable[[QPainter, QPointF], None]:
        def paint(painter: QPainter, at: QPointF) -> None:
            rule(painter, at - QPointF(0, 1.4 * POINT), self._width, weight, ink)

        return paint

    # ---- what is no text -----------------------------------------------------------------------------------
    def _verdict(self, mark: VerdictMark) -> Piece:
        left = _SIGN + 14 * POINT
        word = SetText(mark.word, self._type.bold(24 * POINT), self._width - left, most=2)
        words = SetText("   ".join(mark.words), self._type.word(14 * POINT), self._width - left, most=8)
        height = max(_SIGN, word.height + words.height)

        def paint(painter: QPainter, at: QPointF) -> None:
            draw_sign_of(painter, QRectF(at.x(), at.y(), _SIGN, _SIGN), mark.verdict)
            word.draw(painter, at + QPointF(left, 0))
            words.draw(painter, at + QPointF(left, word.height))

        return Piece(height + 2 * GAP, paint)

    def _figures(self, figures: Figures) -> Piece:
        between, edge = 8.0 * POINT, 6.0 * POINT
        width = (self._width - between * (len(figures.figures) - 1)) / len(figures.figures)
        set_ = [
            (
                SetText(one.value, self._type.bold(19 * POINT), width - 2 * edge, most=2),
                SetText(one.what, self._type.bold(_BODY), width - 2 * edge, most=4),
                SetText(one.below, self._type.text(_SMALL), width - 2 * edge, most=8),
            )
            for one in figures.figures
        ]
        height = max(sum(text.height for text in texts) for texts in set_) + 2 * edge

        def paint(painter: QPainter, at: QPointF) -> None:
            for place, texts in enumerate(set_):
                corner = at + QPointF(place * (width + between), 0)
                painter.setPen(QPen(INK, 0.6 * POINT))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(corner.x(), corner.y(), width, height))
                y = edge
                for text in texts:
                    text.draw(painter, corner + QPointF(edge, y))
                    y += text.height

        return Piece(height + GAP, paint)

    def _chart(self, chart: RateChart | DayChart) -> Iterator[Piece]:
        yield from self._text(chart.caption, self._type.bold(_BODY), 0, stays=True)
        drawing = drawn(chart)
        scale = self._width / drawing.width
        artist = ChartArtist(self._type, scale)
        yield Piece(drawing.height * scale + GAP, lambda painter, at: artist.draw(painter, at, drawing))

    def _hashes(self, hashes: HashLines) -> Iterator[Piece]:
        """Each line by itself; the code beside the first of them, so that all of it stays on one page."""
        left = self._width - _BESIDE
        pieces = [self._hash(label, text, left - 2 * GAP) for label, text in hashes.lines]
        if hashes.code is None:
            yield from pieces
            return
        code = hashes.code
        caption = SetText(code.caption, self._type.text(7.2 * POINT), _BESIDE, most=8)
        height = max(sum(one.height for one in pieces), _CODE + caption.height + 3 * POINT)

        def paint(painter: QPainter, at: QPointF) -> None:
            y = 0.0
            for one in pieces:
                one.paint(painter, at + QPointF(0, y))
                y += one.height
            draw_qr(painter, QRectF(at.x() + left, at.y(), _CODE, _CODE), code)
            caption.draw(painter, at + QPointF(left, _CODE + 3 * POINT))

        yield Piece(height + GAP, paint)

    def _hash(self, label: str, text: str, width: float) -> Piece:
        name = SetText(label, self._type.bold(7.6 * POINT), width, most=2)
        value = SetText(text, self._type.word(8 * POINT), width, most=4)

        def paint(painter: QPainter, at: QPointF) -> None:
            name.draw(painter, at)
            value.draw(painter, at + QPointF(0, name.height))

        return Piece(name.height + value.height + POINT, paint)

    def _qr(self, code: QrCode) -> Piece:
        side = _CODE
        left = side + 12 * POINT
        text = SetText(code.caption, self._type.text(_SMALL), self._width - left, most=8)

        def paint(painter: QPainter, at: QPointF) -> None:
            draw_qr(painter, QRectF(at.x(), at.y(), side, side), code)
            text.draw(painter, at + QPointF(left, max(0.0, (side - text.height) / 2)))

        return Piece(max(side, text.height) + GAP, paint)

    def _sign(self, labels: Sequence[str]) -> Piece:
        between, above = 28 * POINT, 34 * POINT
        width = (self._width - between * (len(labels) - 1)) / len(labels)
        texts = [SetText(label, self._type.text(_SMALL), width, most=4) for label in labels]

        def paint(painter: QPainter, at: QPointF) -> None:
            for place, text in enumerate(texts):
                corner = at + QPointF(place * (width + between), above)
                rule(painter, corner, width, 0.6 * POINT)
                text.draw(painter, corner + QPointF(0, 2 * POINT))

        return Piece(above + max(text.height for text in texts) + GAP, paint)
