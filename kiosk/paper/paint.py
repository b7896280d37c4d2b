"""A sheet set on its paper and painted: what flows over pages, and leaves of one page each."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import assert_never

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
    QPolygonF,
)

from kiosk.base.printable import printable
from kiosk.kit.canvas import Type
from kiosk.paper.charts import draw_chart
from kiosk.paper.ink_paint import (
    HAIR,
    INK,
    MOST_LINES,
    POINT,
    QUIET,
    WHITE,
    ChartArtist,
    Piece,
    SetText,
    draw_qr,
    draw_sign_of,
    gap,
    nothing,
    part,
    rule,
    side_by_side,
)
from kiosk.paper.sheet import (
    Align,
    Block,
    CellContent,
    ColumnFrame,
    Columns,
    DayChart,
    Drawn,
    Figures,
    HashLines,
    Leaf,
    LeafPart,
    Lettered,
    Notice,
    PageBreak,
    Pairs,
    PaperFlag,
    PaperSize,
    Paragraph,
    QrCode,
    RateChart,
    Row,
    Sheet,
    SheetHeading,
    SheetTable,
    SheetTitle,
    SignedVerdict,
    SignHere,
    Slab,
    SmallPrint,
    TickBox,
    VerdictMark,
    Worded,
    pages,
)

# ---- setting -----------------------------------------------------------------------------------------------
# Turns the blocks of a sheet into pieces of a given width, in units of a twentieth of a point.

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
        return self._pieces(block) if isinstance(block, Worded) else self._lay_out(block)

    def _pieces(self, block: Worded) -> Iterator[Piece]:
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

    def _lay_out(self, block: Drawn) -> Iterator[Piece]:
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
                SetText(figure.value, self._type.bold(19 * POINT), width - 2 * edge, most=2),
                SetText(figure.what, self._type.bold(_BODY), width - 2 * edge, most=4),
                SetText(figure.below, self._type.text(_SMALL), width - 2 * edge, most=8),
            )
            for figure in figures.figures
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
        drawing = draw_chart(chart)
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
        height = max(sum(piece.height for piece in pieces), _CODE + caption.height + 3 * POINT)

        def paint(painter: QPainter, at: QPointF) -> None:
            y = 0.0
            for piece in pieces:
                piece.paint(painter, at + QPointF(0, y))
                y += piece.height
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


# ---- leaves ------------------------------------------------------------------------------------------------
# Turns the rows of a leaf into pieces: cards, slips, the witness sheet.
#
# The rule it guards: a leaf is one page. It is set as large as its paper has room for; what would not fit
# even at the smallest size goes on overleaf, and nothing is cut off.

_LINE = 1.2  # of the size of the type, from line to line
_KEY = re.compile(r"\b(?:TAB|ENTER)\b")
_THIN = "\u2009"
_HOLD = "\u00a0"  # room inside a cap, at which no line ends

MM = 72 / 25.4 * POINT
SMALLEST, _STEP = 0.7, 0.025  # how small a leaf may be set, and by how much it is tried smaller
_LEAF_WIDTH, _LEAF_TOP = 188 * MM, 9 * MM
Ink = Callable[[QPainter, QPointF], None]


def _leaf_scale(leaf: Leaf, type_: Type, room: float) -> float:
    """How large *leaf* is set so that it fills *room* and no more."""
    scale = leaf.largest
    while scale > SMALLEST:
        if sum(piece.height for piece in LeafSetter(type_, scale).pieces(leaf)) <= room:
            return scale
        scale -= _STEP
    return SMALLEST


class LeafSetter:
    """Sets the parts of a leaf, their sizes multiplied by *scale*."""

    def __init__(self, type_: Type, scale: float) -> None:
        self._type, self._scale = type_, scale

    def pieces(self, leaf: Leaf) -> list[Piece]:
        return [self._part(part) for part in leaf.parts]

    def _part(self, part: LeafPart) -> Piece:
        return self._row(part, _LEAF_WIDTH) if isinstance(part, Row) else self._beside(part)

    def _font(self, size: float, *, bold: bool) -> QFont:
        return (self._type.bold if bold else self._type.text)(round(size * self._scale * POINT))

    def _letters(self, lettered: Lettered, width: float) -> SetText:
        text, caps = _with_caps(lettered)
        return SetText(
            text,
            self._font(lettered.size, bold=lettered.bold),
            width,
            Align.RIGHT if lettered.right else Align.LEFT,
            line=_LINE,
            ink=QUIET if lettered.quiet else INK,
            caps=caps,
        )

    # ---- rows ----------------------------------------------------------------------------------------------

    def _row(self, row: Row, width: float) -> Piece:
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
                made = self._letters(content, width)
                return made.height, made.draw
            case PaperFlag():
                return self._flag(content, width)
            case SignedVerdict():
                return self._sign_line(content, width)
            case TickBox():
                return self._tick(content, width)
            case _:
                assert_never(content)

    def _flag(self, flag: PaperFlag, width: float) -> tuple[float, Ink]:
        font = self._font(flag.size, bold=True)
        height = font.pixelSize() * 1.55
        ink = WHITE if flag.filled else INK
        text = SetText(flag.text, font, width, line=_LINE, ink=ink)

        def paint(painter: QPainter, at: QPointF) -> None:
            tip, half = width - 3 * MM, height / 2
            corners = [(0, 0), (tip, 0), (width, half), (tip, height), (0, height)]
            painter.setPen(QPen(INK, 1.2 * POINT))
            painter.setBrush(INK if flag.filled else WHITE)
            painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]))
            text.draw(painter, at + QPointF(2 * MM, (height - text.height) / 2))

        return height, paint

    def _sign_line(self, signed: SignedVerdict, width: float) -> tuple[float, Ink]:
        font = self._font(signed.size, bold=True)
        side = font.pixelSize() * 1.25
        text = SetText(signed.text, font, width - side - 2 * MM, line=_LINE)
        height = max(side, text.height)

        def paint(painter: QPainter, at: QPointF) -> None:
            draw_sign_of(painter, QRectF(at.x(), at.y() + (height - side) / 2, side, side), signed.verdict)
            text.draw(painter, at + QPointF(side + 2 * MM, (height - text.height) / 2))

        return height, paint

    def _tick(self, tick: TickBox, width: float) -> tuple[float, Ink]:
        side = tick.side * MM * self._scale
        if not tick.text:
            return side, lambda painter, at: _box(painter, QRectF(at.x(), at.y(), side, side), 0.8 * POINT)
        text = self._letters(Lettered(tick.text, tick.size), width - side - 1.5 * MM)
        height = max(side, text.height)

        def paint(painter: QPainter, at: QPointF) -> None:
            _box(painter, QRectF(at.x(), at.y() + (height - side) / 2, side, side), POINT)
            text.draw(painter, at + QPointF(side + 1.5 * MM, (height - text.height) / 2))

        return height, paint

    # ---- columns -------------------------------------------------------------------------------------------

    def _beside(self, beside: Columns) -> Piece:
        gap, edge = beside.gap * MM, {ColumnFrame.NONE: 0.0, ColumnFrame.BOX: 2.5, ColumnFrame.CUT: 5.0}
        pad = edge[beside.frame] * MM
        whole = _LEAF_WIDTH - gap * (len(beside.columns) - 1)
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


def _drop(row: Row, inner: float, high: float) -> float:
    """How far below the top of its row a cell begins: in the middle, but texts of notes at the top."""
    return inner - high if row.least else (inner - high) / 2


def _widths(row: Row, width: float) -> list[float]:
    taken = sum(cell.width for cell in row.cells) * MM + row.gap * MM * (len(row.cells) - 1)
    free = [cell for cell in row.cells if not cell.width]
    share = max(0.0, width - taken) / max(1, len(free))
    return [cell.width * MM or share for cell in row.cells]


def _row_lines(painter: QPainter, row: Row, box: QRectF) -> None:
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


def _with_caps(lettered: Lettered) -> tuple[str, list[tuple[int, int]]]:
    """The text with room for its caps, and from where to where each of them goes."""
    text, caps = "", list[tuple[int, int]]()
    said, last = printable(lettered.text), 0
    for found in _KEY.finditer(said) if lettered.caps else ():
        text += said[last : found.start()]
        text, caps = _small_capitals(text, caps, found[0])
        last = found.end()
    text += f"{_THIN if caps else ''}{said[last:]}"
    for key in lettered.keys:
        text, caps = _small_capitals(f"{text} ", caps, printable(key))
    return text, caps


def _small_capitals(text: str, caps: list[tuple[int, int]], key: str) -> tuple[str, list[tuple[int, int]]]:
    cap = f"{_HOLD}{key}{_HOLD}"
    return text + cap, [*caps, (len(text), len(text) + len(cap))]


# ---- painted -----------------------------------------------------------------------------------------------
# A sheet set on its paper: how many pages there are, and each of them on a painter.
#
# A window shows a page with `paint_page`; `paint_on` fills whatever has pages of its own, a PDF or a printer.

UNITS_AN_INCH = 72 * POINT
_SIDE, _TOP, _BOTTOM = 42 * POINT, 40 * POINT, 54 * POINT


def paper_units(paper: PaperSize) -> tuple[int, int]:
    """Width and height of *paper*."""
    width, height = paper.points
    return width * POINT, height * POINT


@dataclass(frozen=True)
class _Page:
    """*pieces*: each with how far it stands below *corner*; *numbered*: there is a footer with its number."""

    corner: QPointF
    pieces: tuple[tuple[Piece, float], ...]
    numbered: bool


class PaintedSheet:
    """*sheet* set on *paper*, once; all sizes in units of a twentieth of a point. *scales*: how large its
    leaves are."""

    def __init__(self, sheet: Sheet, paper: PaperSize, type_: Type) -> None:
        self.sheet, self.title, self.paper, self._type = sheet, sheet.title, paper, type_
        self.size = QSizeF(*paper_units(paper))
        self._width = self.size.width() - 2 * _SIDE
        self.scales: tuple[float, ...] = ()
        self._pages: list[_Page] = []
        flowing: list[Block] = []
        for block in sheet.blocks:
            if not isinstance(block, Leaf):
                flowing.append(block)
                continue
            if flowing:
                self._set_flowing(flowing)
            self._set_leaf(block)
            flowing = []
        if flowing or not self._pages:
            self._set_flowing(flowing)

    def _set_flowing(self, blocks: Sequence[Block]) -> None:
        setter = Setter(self._type, self._width)
        pieces = [piece for block in blocks for piece in setter.pieces(block)]
        self._cut(pieces, QPointF(_SIDE, _TOP), self.size.height() - _TOP - _BOTTOM, numbered=True)

    def _set_leaf(self, leaf: Leaf) -> None:
        room = self.size.height() - 2 * _LEAF_TOP
        scale = _leaf_scale(leaf, self._type, room)
        self.scales += (scale,)
        corner = QPointF((self.size.width() - _LEAF_WIDTH) / 2, _LEAF_TOP)
        self._cut(LeafSetter(self._type, scale).pieces(leaf), corner, room, numbered=False)

    def _cut(self, pieces: list[Piece], corner: QPointF, room: float, *, numbered: bool) -> None:
        for page in pages(slabs(pieces), room):
            placed = tuple((pieces[placed_slab.slab], placed_slab.y) for placed_slab in page)
            self._pages.append(_Page(corner, placed, numbered))

    @property
    def page_count(self) -> int:
        return len(self._pages)

    def paint_page(self, painter: QPainter, page: int) -> None:
        """Draw page *page*, counted from 0, with the corner of the paper at the painter's origin; scale the
        painter to the size wanted. The paper itself is not drawn."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self._pages[page]
        for piece, y in shown.pieces:
            piece.paint(painter, shown.corner + QPointF(0, y))
        if shown.numbered:
            self._footer(painter, page)
        painter.restore()

    def _footer(self, painter: QPainter, page: int) -> None:
        top = self.size.height() - _BOTTOM + 14 * POINT
        font = self._type.text(8 * POINT)
        number = SetText(f"Page {page + 1} of {self.page_count}", font, self._width, Align.RIGHT)
        footer = SetText(self.sheet.footer, font, self._width - 80 * POINT)
        number.draw(painter, QPointF(_SIDE, top))
        footer.draw(painter, QPointF(_SIDE, top), 0, 2)


def slabs(pieces: list[Piece]) -> list[Slab]:
    """What the cutting into pages must know of *pieces*."""
    places = {id(piece): number for number, piece in enumerate(pieces)}
    return [
        Slab(
            piece.height,
            piece.stays,
            None if piece.head is None else places[id(piece.head)],
            0.0 if piece.head is None else piece.head.height,
            piece.breaks,
        )
        for piece in pieces
    ]


def paint_on(device: QPagedPaintDevice, painted: PaintedSheet) -> None:
    """Fill *device*, a PDF or a printer, with the pages of *painted*, at full size."""
    _set_paper(device, painted.paper)
    painter = QPainter(device)
    try:
        scale = device.logicalDpiX() / UNITS_AN_INCH
        painter.scale(scale, scale)
        painted.paint_page(painter, 0)
        for _, page in pairwise(range(painted.page_count)):
            device.newPage()
            painted.paint_page(painter, page)
    finally:
        painter.end()  # Qt does not survive a painter that outlives what it paints on


def _set_paper(device: QPagedPaintDevice, paper: PaperSize) -> None:
    """The whole of *paper*: the margins are the sheet's own."""
    size = QPageSize(QSize(*paper.points))  # Qt finds out which one has these points
    whole = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    whole.setMode(QPageLayout.Mode.FullPageMode)
    device.setPageLayout(whole)


def pdf_of(painted: PaintedSheet, creator: str) -> bytes:
    """*painted* as a PDF file with the typefaces in it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(UNITS_AN_INCH)
    writer.setTitle(painted.title)
    writer.setCreator(creator)
    paint_on(writer, painted)
    return bytes(buffer.data().data())
