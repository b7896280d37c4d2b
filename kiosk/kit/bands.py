"""What tells divisions apart without colour: each colour has its pattern, and a shape round its letter. No
shape is that of a verdict, a key or a role, and no pattern the hatching of a verdict.
"""

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPen, QPolygonF

from kiosk.base.page import DivisionBand
from kiosk.kit import canvas as kit_canvas
from kiosk.kit import scale

SHAPES: dict[str, tuple[kit_canvas.Points, float, float]] = {
    "blue": (((0.5, -0.06), (1.06, 0.5), (0.5, 1.06), (-0.06, 0.5)), 0.5, 0.62),  # diamond
    "orange": (((0.24, 0), (0.76, 0), (1.04, 0.5), (0.76, 1), (0.24, 1), (-0.04, 0.5)), 0.5, 0.78),  # hexagon
    "purple": (((0, 0), (1, 0), (1, 0.55), (0.5, 1.04), (0, 0.55)), 0.4, 0.66),  # shield
    "teal": (((0.5, -0.04), (1.12, 1), (-0.12, 1)), 0.68, 0.58),  # triangle
    "yellow": (((0.5, -0.04), (1, 0.4), (1, 1), (0, 1), (0, 0.4)), 0.62, 0.66),  # house
    "pink": (
        (
            *((0.28, 0), (0.72, 0), (0.72, 0.2), (1.06, 0.2), (1.06, 0.8), (0.72, 0.8)),
            *((0.72, 1), (0.28, 1), (0.28, 0.8), (-0.06, 0.8), (-0.06, 0.2), (0.28, 0.2)),
        ),
        0.5,
        0.7,
    ),  # cross
    "brown": (((0.2, 0), (0.8, 0), (1.12, 1), (-0.12, 1)), 0.54, 0.74),  # trapezium
    "grey": (((0.26, 0), (1.2, 0), (0.74, 1), (-0.2, 1)), 0.5, 0.76),  # slanted
}


def draw_band(canvas: kit_canvas.Canvas, area: QRectF, of: DivisionBand, list_name: str) -> None:
    """The whole width in the division's colour and pattern, its letter, its name and its list on plates. A
    line of paper under it keeps it off the field of a verdict."""
    _draw_pattern(canvas, area, of.colour)
    line = scale.LINE * canvas.unit
    canvas.fill(QRectF(area.left(), area.bottom() - line, area.width(), line), kit_canvas.PLATE)
    inside = area.adjusted(scale.MARGIN * canvas.unit, 0, -scale.MARGIN * canvas.unit, -line)
    badge = QRectF(inside.left(), inside.top(), inside.height(), inside.height())
    _badge(canvas, badge, of)
    right = inside.adjusted(inside.height() * 1.35, 0, 0, 0)
    half = right.width() / 2
    _plate(canvas, right.adjusted(0, 0, -half, 0), of.name, kit_canvas.LEFT)
    _plate(canvas, right.adjusted(half, 0, 0, 0), list_name, kit_canvas.RIGHT)


def draw_swatch(canvas: kit_canvas.Canvas, area: QRectF, of: DivisionBand) -> None:
    """A piece of the band, with its letter: beside the key that chooses the division."""
    _draw_pattern(canvas, area, of.colour)
    _badge(canvas, area, of)


def _badge(canvas: kit_canvas.Canvas, area: QRectF, of: DivisionBand) -> None:
    points, middle, share = SHAPES[of.colour]
    box = kit_canvas.square(area, 0.8)
    canvas.shape(box, points, kit_canvas.PLATE, kit_canvas.ON_PLATE, box.height() * 0.06)
    high = box.height() * share
    room = QRectF(box.left(), box.top() + middle * box.height() - high / 2, box.width(), high)
    canvas.text(room, of.letter, canvas.type.bold(high * 1.2), kit_canvas.ON_PLATE, kit_canvas.CENTRE)


def _plate(canvas: kit_canvas.Canvas, room: QRectF, text: str, align: object) -> None:
    if not text:
        return
    font = canvas.type.bold(room.height() * 0.62)
    pad = room.height() * 0.3
    wide = min(room.width(), kit_canvas.advance(text, font) + 2 * pad)
    left = room.left() if align == kit_canvas.LEFT else room.right() - wide
    plate = QRectF(left, room.top() + room.height() * 0.1, wide, room.height() * 0.8)
    canvas.fill(plate, kit_canvas.PLATE)
    canvas.text(plate.adjusted(pad, 0, -pad, 0), text, font, kit_canvas.ON_PLATE, kit_canvas.CENTRE)


# --- patterns ---------------------------------------------------------------------------------------------


def _draw_pattern(canvas: kit_canvas.Canvas, area: QRectF, colour: str) -> None:
    canvas.fill(area, kit_canvas.BANDS[colour])
    painter, step = canvas.painter, area.height() / 3
    painter.save()
    painter.setClipRect(area)
    pen = QPen(QColor(kit_canvas.ON_PLATE), step * 0.16)
    painter.setPen(pen)
    painter.setBrush(QColor(kit_canvas.ON_PLATE))
    PATTERNS[colour](canvas, area, step)
    painter.restore()


def _across(area: QRectF, step: float) -> list[float]:
    return [area.left() + place * step for place in range(ceil(area.width() / step) + 1)]


def _down(area: QRectF, step: float) -> list[float]:
    return [area.top() + place * step for place in range(ceil(area.height() / step) + 1)]


def _bars(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    for x in _across(area, step):
        canvas.painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))


def _dots(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    for row, y in enumerate(_down(area, step)):
        for x in _across(area, step):
            canvas.painter.drawEllipse(QPointF(x + row % 2 * step / 2, y), step * 0.14, step * 0.14)


def _zigzag(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    xs = _across(area, step)
    canvas.painter.setBrush(QColor(0, 0, 0, 0))
    for y in _down(area, step):
        points = [QPointF(x, y + place % 2 * step * 0.6) for place, x in enumerate(xs)]
        canvas.painter.drawPolyline(QPolygonF(points))


def _lines(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    for y in _down(area, step * 0.75):
        canvas.painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))


def _checks(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    for row, y in enumerate(_down(area, step)):
        for place, x in enumerate(_across(area, step)):
            if (row + place) % 2:
                canvas.fill(QRectF(x, y, step, step), kit_canvas.ON_PLATE)


def _rings(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    canvas.painter.setBrush(QColor(0, 0, 0, 0))
    for x in _across(area, step * 2):
        canvas.painter.drawEllipse(QPointF(x, area.center().y()), step * 0.85, step * 0.85)


def _lattice(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    canvas.painter.setPen(QPen(QColor(kit_canvas.PLATE), step * 0.16))
    high = area.height()
    for x in _across(area.adjusted(-high, 0, 0, 0), step * 1.5):
        canvas.painter.drawLine(QPointF(x, area.top()), QPointF(x + high, area.bottom()))
        canvas.painter.drawLine(QPointF(x + high, area.top()), QPointF(x, area.bottom()))


def _pluses(canvas: kit_canvas.Canvas, area: QRectF, step: float) -> None:
    reach = step * 0.32
    for row, y in enumerate(_down(area, step * 1.5)):
        for x in _across(area, step * 1.5):
            at = QPointF(x + row % 2 * step * 0.75, y + step * 0.75)
            canvas.painter.drawLine(at - QPointF(reach, 0), at + QPointF(reach, 0))
            canvas.painter.drawLine(at - QPointF(0, reach), at + QPointF(0, reach))


PATTERNS: dict[str, Callable[[kit_canvas.Canvas, QRectF, float], None]] = {
    "blue": _bars,
    "orange": _dots,
    "purple": _zigzag,
    "teal": _lines,
    "yellow": _checks,
    "pink": _rings,
    "brown": _lattice,
    "grey": _pluses,
}
