"""Ink on paper: letters with their key caps, pieces that are not cut, signs, charts and codes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from kiosk.base.printable import printable
from kiosk.kit.canvas import Type
from kiosk.paper import charts
from kiosk.paper.sheet import Align, QrCode
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
    """*text* set in *font*, no wider than *width*; what is on no more than *most* lines is shown. *caps*:
    where key caps are drawn around it begin and end."""

    def __init__(
        self,
        text: str,
        font: QFont,
        width: float,
        align: Align = Align.LEFT,
        *,
        most: int = _ENDLESS,
        line: float = LINE_ENOUGH,
        ink: QColor = INK,
        caps: Sequence[tuple[int, int]] = (),
    ) -> None:
        said = text if caps else printable(text)
        self._layout = in_lines(said, font, width, right=align is Align.RIGHT)
        self._ink, self._caps = ink, caps
        self.lines = min(most, max(1, self._layout.lineCount()))
        self.line_height = font.pixelSize() * line

    @property
    def height(self) -> float:
        return self.lines * self.line_height

    def draw(self, painter: QPainter, at: QPointF, first: int = 0, count: int | None = None) -> None:
        """Draw *count* lines from line *first* on, the first of them at *at*."""
        end = min(self.lines, self._layout.lineCount())
        last = end if count is None else min(end, first + count)
        for place, number in enumerate(range(first, last)):
            corner = at + QPointF(0, place * self.line_height)
            painter.setPen(self._ink)
            self._layout.lineAt(number).draw(painter, corner)
            if self._caps:
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


def draw_at(painter: QPainter, at: QPointF, text: str, font: QFont, share: float) -> None:
    """Draw one line of *text* on the line at *at*, of its width *share* to the left of it."""
    painter.setPen(INK)
    painter.setFont(font)
    shown = printable(text)
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

_SHARE = {charts.Anchor.START: 0.0, charts.Anchor.MIDDLE: 0.5, charts.Anchor.END: 1.0}
_PALE = {charts.Fill.PALE: PALE, charts.Fill.PALER: PALER}
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

    def draw(self, painter: QPainter, at: QPointF, drawing: charts.Drawing) -> None:
        for shape in drawing.shapes:
            self._shape(painter, at, shape)

    def _shape(self, painter: QPainter, at: QPointF, shape: charts.Shape) -> None:
        scale = self._scale
        match shape:
            case charts.FilledField(x, y, width, height, fill):
                box = QRectF(at.x() + x * scale, at.y() + y * scale, width * scale, height * scale)
                _field(painter, box, fill, scale)
            case charts.Stroke(x1, y1, x2, y2, weight):
                painter.setPen(QPen(INK, weight * scale))
                painter.drawLine(at + QPointF(x1, y1) * scale, at + QPointF(x2, y2) * scale)
            case charts.Ring(x, y, radius):
                painter.setPen(QPen(INK, scale))
                painter.setBrush(WHITE)
                painter.drawEllipse(at + QPointF(x, y) * scale, radius * scale, radius * scale)
            case charts.Lettering(x, y, text, anchor, size):
                font = self._type.text(size * scale)
                draw_at(painter, at + QPointF(x, y) * scale, text, font, _SHARE[anchor])
            case _:
                assert_never(shape)


def _field(painter: QPainter, box: QRectF, fill: charts.Fill, scale: float) -> None:
    if fill in _PALE:
        painter.fillRect(box, _PALE[fill])
        return
    painter.setPen(QPen(INK, 0.8 * scale))
    painter.setBrush(INK if fill is charts.Fill.FULL else WHITE)
    painter.drawRect(box)
    if fill is charts.Fill.HATCHED:
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
