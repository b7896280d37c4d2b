"""A sheet set on its paper and painted: letters, pieces that are not cut, figures, pages."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin
from typing import Protocol, assert_never

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from kiosk.base.printable import harmless
from kiosk.kit.canvas import Type
from kiosk.paper.sheet import (
    Align,
    Anchor,
    Block,
    DayChart,
    Drawing,
    Drawn,
    Figures,
    Fill,
    FilledField,
    HashLines,
    Lettering,
    Notice,
    PageBreak,
    Pairs,
    PaperSize,
    Paragraph,
    QrCode,
    RateChart,
    Ring,
    Shape,
    Sheet,
    SheetHeading,
    SheetTable,
    SheetTitle,
    SignHere,
    Slab,
    SmallPrint,
    Stroke,
    VerdictMark,
    Worded,
    drawn,
    pages,
)
from kiosk.rules.ruling import Verdict

# ---- inks --------------------------------------------------------------------------------------------------
# The inks of a printed sheet: black, white, and greys that survive any printer.

INK = QColor("#000000")
WHITE = QColor("#FFFFFF")
PALE, PALER = QColor("#EEEEEE"), QColor("#F7F7F7")
HAIR = QColor("#AAAAAA")
QUIET = QColor("#555555")


# ---- lettering ---------------------------------------------------------------------------------------------
# Text on paper, broken into lines once and drawn line by line, so that a long one can go on overleaf.

POINT = 20  # units of a page to a point: fonts have whole sizes only
_ENDLESS = 1_000_000
LINE_ENOUGH = 1.28  # of the size of the type, from line to line


def in_lines(text: str, font: QFont, width: float, *, right: bool) -> QTextLayout:
    """*text* broken into lines no wider than *width*, against the left or the *right* edge."""
    layout = QTextLayout(text, font)
    option = QTextOption(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, 0))
    layout.endLayout()
    return layout


class SetText:
    """*text* set in *font*, no wider than *width*; what is on no more than *most* lines is shown."""

    def __init__(
        self, text: str, font: QFont, width: float, align: Align = Align.LEFT, most: int = _ENDLESS
    ) -> None:
        self._layout = in_lines(harmless(text), font, width, right=align is Align.RIGHT)
        self.lines = min(most, max(1, self._layout.lineCount()))
        self.line_height = font.pixelSize() * LINE_ENOUGH

    @property
    def height(self) -> float:
        return self.lines * self.line_height

    @property
    def width(self) -> float:
        """Of its longest line."""
        lines = range(self._layout.lineCount())
        return max((self._layout.lineAt(one).naturalTextWidth() for one in lines), default=0.0)

    def draw(self, painter: QPainter, at: QPointF, first: int = 0, count: int | None = None) -> None:
        """Draw *count* lines from line *first* on, the first of them at *at*."""
        painter.setPen(INK)
        end = min(self.lines, self._layout.lineCount())
        last = end if count is None else min(end, first + count)
        for place, number in enumerate(range(first, last)):
            self._layout.lineAt(number).draw(painter, at + QPointF(0, place * self.line_height))


def draw_at(painter: QPainter, at: QPointF, text: str, font: QFont, share: float) -> None:
    """Draw one line of *text* on the line at *at*, of its width *share* to the left of it."""
    painter.setPen(INK)
    painter.setFont(font)
    shown = harmless(text)
    painter.drawText(at - QPointF(QFontMetricsF(font).horizontalAdvance(shown) * share, 0), shown)


# ---- pieces ------------------------------------------------------------------------------------------------
# What a sheet is made of when it is painted: pieces that are not cut, and how texts become pieces.

MOST_LINES = 30  # of a row or a paragraph in one piece; the rest may go on overleaf


@dataclass(frozen=True)
class Piece:
    """A stretch of a sheet that is not cut. *paint* draws it with its top left corner at a point. *head*:
    what stands again above it where it begins a page."""

    height: float
    paint: Callable[[QPainter, QPointF], None]
    stays: bool = False
    head: "Piece | None" = None
    breaks: bool = False


def side_by_side(
    cells: Sequence[SetText],
    lefts: Sequence[float],
    below: float,
    under: Callable[[QPainter, QPointF], None] | None = None,
) -> Iterator[Piece]:
    """Texts side by side; where one is very long, in several pieces. *under* closes the last of them."""
    lines = max(cell.lines for cell in cells)
    line_height = max(cell.line_height for cell in cells)
    for first in range(0, lines, MOST_LINES):
        count = min(MOST_LINES, lines - first)
        last = first + count == lines
        height = count * line_height + below * last

        def paint(
            painter: QPainter,
            at: QPointF,
            part: tuple[int, int] = (first, count),
            foot: float = height * last,
        ) -> None:
            for cell, left in zip(cells, lefts, strict=True):
                cell.draw(painter, at + QPointF(left, 0), *part)
            if foot and under is not None:
                under(painter, at + QPointF(0, foot))

        yield Piece(height, paint)


def part(made: SetText, first: int, count: int) -> Callable[[QPainter, QPointF], None]:
    """What draws *count* lines of *made* from line *first* on."""
    return lambda painter, at: made.draw(painter, at, first, count)


def rule(painter: QPainter, at: QPointF, width: float, weight: float, ink: QColor = INK) -> None:
    """Draw a line across the column."""
    painter.setPen(QPen(ink, weight))
    painter.drawLine(at, at + QPointF(width, 0))


def gap(height: float, *, stays: bool = False) -> Piece:
    """Room that is left free."""
    return Piece(height, nothing, stays=stays)


def nothing(painter: QPainter, at: QPointF) -> None:
    """Paint nothing."""


# ---- figures -----------------------------------------------------------------------------------------------
# The pictures of a sheet: the sign of a verdict, charts, a QR code. All are drawn, and none needs colour.

_SHARE = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}
_PALE = {Fill.PALE: PALE, Fill.PALER: PALER}
_HATCH = 4.0  # from stripe to stripe
_TICK = ((0.25, 0.53), (0.43, 0.7), (0.75, 0.33))
_CROSS = (((0.3, 0.3), (0.7, 0.7)), ((0.7, 0.3), (0.3, 0.7)))
_ARROW = (((0.2, 0.5), (0.76, 0.5)), ((0.55, 0.28), (0.77, 0.5), (0.55, 0.72)))
_DASH = (((0.3, 0.5), (0.7, 0.5)),)


def draw_sign_of(painter: QPainter, box: QRectF, verdict: Verdict | None) -> None:
    """A disc with a tick, an octagon with a cross, a square with an arrow; an empty square for none."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(INK)
    match verdict:
        case Verdict.ACCEPTABLE:
            painter.drawEllipse(box)
            _lines(painter, box, (_TICK,), WHITE)
        case Verdict.UNACCEPTABLE:
            turns = (pi / 8 + corner * pi / 4 for corner in range(8))
            points = [QPointF(0.5 + cos(turn) * 0.54, 0.5 + sin(turn) * 0.54) for turn in turns]
            painter.drawPolygon(QPolygonF([_in(box, point) for point in points]))
            _lines(painter, box, _CROSS, WHITE)
        case Verdict.REFER:
            painter.drawRect(box)
            _lines(painter, box, _ARROW, WHITE)
        case None:
            painter.setPen(QPen(INK, box.width() * 0.05))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
            _lines(painter, box, _DASH, INK)
        case _:
            assert_never(verdict)


def _in(box: QRectF, point: QPointF) -> QPointF:
    return box.topLeft() + QPointF(point.x() * box.width(), point.y() * box.height())


def _lines(
    painter: QPainter, box: QRectF, lines: tuple[tuple[tuple[float, float], ...], ...], ink: QColor
) -> None:
    pen = QPen(ink, box.width() * 0.11)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    for line in lines:
        painter.drawPolyline(QPolygonF([_in(box, QPointF(*point)) for point in line]))


def draw_qr(painter: QPainter, box: QRectF, code: QrCode) -> None:
    """The dark modules of *code*, as one path: no hair lines between them."""
    side = box.width() / len(code.modules)
    path = QPainterPath()
    for y, row in enumerate(code.modules):
        for x, dark in enumerate(row):
            if dark:
                path.addRect(box.left() + x * side, box.top() + y * side, side, side)
    painter.fillPath(path.simplified(), QBrush(INK))


class ChartArtist:
    """Draws charts, *scale* units of the page to one of the chart."""

    def __init__(self, type_: Type, scale: float) -> None:
        self._type, self._scale = type_, scale

    def draw(self, painter: QPainter, at: QPointF, drawing: Drawing) -> None:
        for shape in drawing.shapes:
            self._shape(painter, at, shape)

    def _shape(self, painter: QPainter, at: QPointF, shape: Shape) -> None:
        scale = self._scale
        match shape:
            case FilledField(x, y, width, height, fill):
                box = QRectF(at.x() + x * scale, at.y() + y * scale, width * scale, height * scale)
                _field(painter, box, fill, scale)
            case Stroke(x1, y1, x2, y2, weight):
                painter.setPen(QPen(INK, weight * scale))
                painter.drawLine(at + QPointF(x1, y1) * scale, at + QPointF(x2, y2) * scale)
            case Ring(x, y, radius):
                painter.setPen(QPen(INK, scale))
                painter.setBrush(WHITE)
                painter.drawEllipse(at + QPointF(x, y) * scale, radius * scale, radius * scale)
            case Lettering(x, y, text, anchor, size):
                font = self._type.text(size * scale)
                draw_at(painter, at + QPointF(x, y) * scale, text, font, _SHARE[anchor])
            case _:
                assert_never(shape)


def _field(painter: QPainter, box: QRectF, fill: Fill, scale: float) -> None:
    if fill in _PALE:
        painter.fillRect(box, _PALE[fill])
        return
    painter.setPen(QPen(INK, 0.8 * scale))
    painter.setBrush(INK if fill is Fill.FULL else WHITE)
    painter.drawRect(box)
    if fill is Fill.HATCHED:
        _hatch(painter, box, scale)


def _hatch(painter: QPainter, box: QRectF, scale: float) -> None:
    """Slanted lines, drawn one by one: a pattern of Qt's is a picture, and coarse in print."""
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(INK, 1.3 * scale))
    offset = -box.height()
    while offset < box.width():
        foot = QPointF(box.left() + offset, box.bottom())
        painter.drawLine(foot, foot + QPointF(box.height(), -box.height()))
        offset += _HATCH * scale
    painter.restore()


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


# ---- painted -----------------------------------------------------------------------------------------------
# A sheet set on its paper: how many pages there are, and each of them on a painter.
#
# A window shows a page with `paint_page`; `paint_on` fills whatever has pages of its own, a PDF or a printer.

UNITS_AN_INCH = 72 * POINT
_SIZES = {PaperSize.A4: (595, 842), PaperSize.LETTER: (612, 792)}
_QT_SIZES = {PaperSize.A4: QPageSize.PageSizeId.A4, PaperSize.LETTER: QPageSize.PageSizeId.Letter}
_SIDE, _TOP, _BOTTOM = 42 * POINT, 40 * POINT, 54 * POINT


class PaintedPages(Protocol):
    """Whatever has pages to be painted. *title*: what a file of it is called."""

    paper: PaperSize
    title: str

    @property
    def page_count(self) -> int: ...
    def paint_page(self, painter: QPainter, page: int) -> None: ...


def paper_units(paper: PaperSize) -> tuple[int, int]:
    """Width and height of *paper*."""
    width, height = _SIZES[paper]
    return width * POINT, height * POINT


class PaintedSheet:
    """*sheet* set on *paper*, once; all sizes in units of a twentieth of a point."""

    def __init__(self, sheet: Sheet, paper: PaperSize, type_: Type) -> None:
        self.sheet, self.title, self.paper, self._type = sheet, sheet.title, paper, type_
        width, height = paper_units(paper)
        self.size = QSizeF(width, height)
        self._width = width - 2 * _SIDE
        setter = Setter(type_, self._width)
        self._pieces = [piece for block in sheet.blocks for piece in setter.pieces(block)]
        self._pages = pages(slabs(self._pieces), height - _TOP - _BOTTOM)

    @property
    def page_count(self) -> int:
        return len(self._pages)

    def paint_page(self, painter: QPainter, page: int) -> None:
        """Draw page *page*, counted from 0, with the corner of the paper at the painter's origin; scale the
        painter to the size wanted. The paper itself is not drawn."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for placed in self._pages[page]:
            self._pieces[placed.slab].paint(painter, QPointF(_SIDE, _TOP + placed.y))
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


def paint_on(device: QPagedPaintDevice, painted: PaintedPages) -> None:
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
    whole = QPageLayout(QPageSize(_QT_SIZES[paper]), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    whole.setMode(QPageLayout.Mode.FullPageMode)
    device.setPageLayout(whole)


def pdf_of(painted: PaintedPages, creator: str) -> bytes:
    """*painted* as a PDF file with the typefaces in it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(UNITS_AN_INCH)
    writer.setTitle(painted.title)
    writer.setCreator(creator)
    paint_on(writer, painted)
    return bytes(buffer.data().data())
