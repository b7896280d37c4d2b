"""The pictures of a sheet: the sign of a verdict, charts, a QR code. All are drawn, and none needs colour."""

from math import cos, pi, sin
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.paper.sheet.blocks import QrCode
from kiosk.core.paper.sheet.drawing import (
    Anchor,
    Drawing,
    Fill,
    FilledField,
    Lettering,
    Ring,
    Shape,
    Stroke,
)
from kiosk.ui.kit.sheet.inks import INK, PALE, PALER, WHITE
from kiosk.ui.kit.sheet.lettering import draw_at
from kiosk.ui.kit.theme import Type

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
