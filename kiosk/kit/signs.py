"""The pictures of pages that are no verdict, drawn as plain figures."""

from typing import assert_never

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from kiosk.base.page import Sign
from kiosk.kit.canvas import (
    Canvas,
    Points,
    square,
)

FINGERS = ((0.235, 0.2), (0.375, 0.07), (0.515, 0.04), (0.655, 0.13))
FINGER = 0.115
PALM = (0.235, 0.42, 0.535, 0.5)
THUMB: Points = ((0.71, 0.78), (0.915, 0.5))


def draw_sign(canvas: Canvas, area: QRectF, sign: Sign, ink: str, field: str) -> None:
    """*sign* in the middle of *area*, in *ink* on *field*."""
    box = square(area)
    match sign:
        case Sign.NONE:
            pass
        case Sign.HAND:
            _hand(canvas, box, ink)
        case Sign.PADLOCK:
            _padlock(canvas, box, ink, field)
        case Sign.BARRIER:
            _barrier(canvas, box, ink, field)
        case Sign.ARROW:
            _arrow_signs(canvas, box, ink)
        case _:
            assert_never(sign)


def _part(box: QRectF, x: float, y: float, wide: float, high: float) -> QRectF:
    side = box.width()
    return QRectF(box.left() + x * side, box.top() + y * side, wide * side, high * side)


def _hand(canvas: Canvas, box: QRectF, ink: str) -> None:
    """A raised open hand with rounded fingers."""
    side = box.width()
    hand = QPainterPath()
    hand.setFillRule(Qt.FillRule.WindingFill)
    for left, top in FINGERS:
        finger = _part(box, left, top, FINGER, 0.66 - top)
        hand.addRoundedRect(finger, side * FINGER / 2, side * FINGER / 2)
    hand.addRoundedRect(_part(box, *PALM), side * 0.2, side * 0.2)
    hand.addRect(_part(box, PALM[0], 0.5, PALM[2], 0.2))
    canvas.painter.fillPath(hand, QColor(ink))
    canvas.strokes(box, (THUMB,), ink, side * 0.13)


def _padlock(canvas: Canvas, box: QRectF, ink: str, field: str) -> None:
    side = box.width()
    canvas.painter.setPen(QPen(QColor(ink), side * 0.1))
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    shackle = QPainterPath()
    shackle.moveTo(box.left() + side * 0.28, box.top() + side * 0.5)
    shackle.lineTo(box.left() + side * 0.28, box.top() + side * 0.33)
    shackle.arcTo(_part(box, 0.28, 0.11, 0.44, 0.44), 180, -180)
    shackle.lineTo(box.left() + side * 0.72, box.top() + side * 0.5)
    canvas.painter.drawPath(shackle)
    canvas.fill(_part(box, 0.14, 0.46, 0.72, 0.5), ink)
    canvas.disc(_part(box, 0.43, 0.57, 0.14, 0.14), field)
    canvas.fill(_part(box, 0.465, 0.64, 0.07, 0.2), field)


def _barrier(canvas: Canvas, box: QRectF, ink: str, field: str) -> None:
    """Two striped boards on posts, as around roadworks."""
    for left in (0.16, 0.74):
        canvas.fill(_part(box, left, 0.12, 0.1, 0.84), ink)
        canvas.fill(_part(box, left - 0.06, 0.9, 0.22, 0.06), ink)
    for top in (0.2, 0.5):
        board = _part(box, 0.02, top, 0.96, 0.2)
        canvas.fill(board, ink)
        inner = board.adjusted(*(box.width() * edge for edge in (0.02, 0.02, -0.02, -0.02)))
        for place in range(4):
            x = 0.04 + place * 0.25
            stripe = ((x + 0.1, 0.0), (x + 0.22, 0.0), (x + 0.12, 1.0), (x, 1.0))
            canvas.shape(inner, stripe, field)


def _arrow_signs(canvas: Canvas, box: QRectF, ink: str) -> None:
    arrow = ((0, 0.36), (0.52, 0.36), (0.52, 0.12), (1, 0.5), (0.52, 0.88), (0.52, 0.64), (0, 0.64))
    canvas.shape(box, arrow, ink)
