"""Shapes that say the same as words: bands of divisions, key caps, marks of outcomes, signs."""

import re
from collections.abc import Callable
from functools import partial
from math import ceil, cos, pi, sin
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPen, QPolygonF

from kiosk.base.page import DivisionBand, Sign
from kiosk.kit import scale
from kiosk.kit.canvas import (
    BANDS,
    CENTRE,
    LEFT,
    ON_PLATE,
    PLATE,
    RIGHT,
    Canvas,
    Points,
    Type,
    advance,
    square,
)

# ---- bands -------------------------------------------------------------------------------------------------
# What tells divisions apart without colour: each colour has its pattern, and a shape round its letter. No
# shape is that of a verdict, a key or a role, and no pattern the hatching of a verdict.

# Each with the middle and the size of the letter in it.
SHAPES: dict[str, tuple[Points, float, float]] = {
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


def draw_band(canvas: Canvas, area: QRectF, of: DivisionBand, list_name: str) -> None:
    """The whole width in the division's colour and pattern, its letter, its name and its list on plates. A
    line of paper under it keeps it off the field of a verdict."""
    _draw_pattern(canvas, area, of.colour)
    line = scale.LINE * canvas.unit
    canvas.fill(QRectF(area.left(), area.bottom() - line, area.width(), line), PLATE)
    inside = area.adjusted(scale.MARGIN * canvas.unit, 0, -scale.MARGIN * canvas.unit, -line)
    badge = QRectF(inside.left(), inside.top(), inside.height(), inside.height())
    _badge(canvas, badge, of)
    right = inside.adjusted(inside.height() * 1.35, 0, 0, 0)
    half = right.width() / 2
    _plate(canvas, right.adjusted(0, 0, -half, 0), of.name, LEFT)
    _plate(canvas, right.adjusted(half, 0, 0, 0), list_name, RIGHT)


def draw_swatch(canvas: Canvas, area: QRectF, of: DivisionBand) -> None:
    """A piece of the band, with its letter: beside the key that chooses the division."""
    _draw_pattern(canvas, area, of.colour)
    _badge(canvas, area, of)


def _badge(canvas: Canvas, area: QRectF, of: DivisionBand) -> None:
    points, middle, share = SHAPES[of.colour]
    box = square(area, 0.8)
    canvas.shape(box, points, PLATE, ON_PLATE, box.height() * 0.06)
    high = box.height() * share
    room = QRectF(box.left(), box.top() + middle * box.height() - high / 2, box.width(), high)
    canvas.text(room, of.letter, canvas.type.bold(high * 1.2), ON_PLATE, CENTRE)


def _plate(canvas: Canvas, room: QRectF, text: str, align: object) -> None:
    if not text:
        return
    font = canvas.type.bold(room.height() * 0.62)
    pad = room.height() * 0.3
    wide = min(room.width(), advance(text, font) + 2 * pad)
    left = room.left() if align == LEFT else room.right() - wide
    plate = QRectF(left, room.top() + room.height() * 0.1, wide, room.height() * 0.8)
    canvas.fill(plate, PLATE)
    canvas.text(plate.adjusted(pad, 0, -pad, 0), text, font, ON_PLATE, CENTRE)


# --- patterns ---------------------------------------------------------------------------------------------


def _draw_pattern(canvas: Canvas, area: QRectF, colour: str) -> None:
    canvas.fill(area, BANDS[colour])
    painter, step = canvas.painter, area.height() / 3
    painter.save()
    painter.setClipRect(area)
    pen = QPen(QColor(ON_PLATE), step * 0.16)
    painter.setPen(pen)
    painter.setBrush(QColor(ON_PLATE))
    PATTERNS[colour](canvas, area, step)
    painter.restore()


def _across(area: QRectF, step: float) -> list[float]:
    return [area.left() + place * step for place in range(ceil(area.width() / step) + 1)]


def _down(area: QRectF, step: float) -> list[float]:
    return [area.top() + place * step for place in range(ceil(area.height() / step) + 1)]


def _bars(canvas: Canvas, area: QRectF, step: float) -> None:
    for x in _across(area, step):
        canvas.painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))


def _dots(canvas: Canvas, area: QRectF, step: float) -> None:
    for row, y in enumerate(_down(area, step)):
        for x in _across(area, step):
            canvas.painter.drawEllipse(QPointF(x + row % 2 * step / 2, y), step * 0.14, step * 0.14)


def _zigzag(canvas: Canvas, area: QRectF, step: float) -> None:
    xs = _across(area, step)
    canvas.painter.setBrush(QColor(0, 0, 0, 0))
    for y in _down(area, step):
        points = [QPointF(x, y + place % 2 * step * 0.6) for place, x in enumerate(xs)]
        canvas.painter.drawPolyline(QPolygonF(points))


def _lines(canvas: Canvas, area: QRectF, step: float) -> None:
    for y in _down(area, step * 0.75):
        canvas.painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))


def _checks(canvas: Canvas, area: QRectF, step: float) -> None:
    for row, y in enumerate(_down(area, step)):
        for place, x in enumerate(_across(area, step)):
            if (row + place) % 2:
                canvas.fill(QRectF(x, y, step, step), ON_PLATE)


def _rings(canvas: Canvas, area: QRectF, step: float) -> None:
    canvas.painter.setBrush(QColor(0, 0, 0, 0))
    for x in _across(area, step * 2):
        canvas.painter.drawEllipse(QPointF(x, area.center().y()), step * 0.85, step * 0.85)


def _lattice(canvas: Canvas, area: QRectF, step: float) -> None:
    canvas.painter.setPen(QPen(QColor(PLATE), step * 0.16))
    high = area.height()
    for x in _across(area.adjusted(-high, 0, 0, 0), step * 1.5):
        canvas.painter.drawLine(QPointF(x, area.top()), QPointF(x + high, area.bottom()))
        canvas.painter.drawLine(QPointF(x + high, area.top()), QPointF(x, area.bottom()))


def _pluses(canvas: Canvas, area: QRectF, step: float) -> None:
    reach = step * 0.32
    for row, y in enumerate(_down(area, step * 1.5)):
        for x in _across(area, step * 1.5):
            at = QPointF(x + row % 2 * step * 0.75, y + step * 0.75)
            canvas.painter.drawLine(at - QPointF(reach, 0), at + QPointF(reach, 0))
            canvas.painter.drawLine(at - QPointF(0, reach), at + QPointF(0, reach))


PATTERNS: dict[str, Callable[[Canvas, QRectF, float], None]] = {
    "blue": _bars,
    "orange": _dots,
    "purple": _zigzag,
    "teal": _lines,
    "yellow": _checks,
    "pink": _rings,
    "brown": _lattice,
    "grey": _pluses,
}


# ---- caps --------------------------------------------------------------------------------------------------
# Keys, drawn as caps with a lip: whatever looks like this can be pressed, and nothing else looks like it.
# Glyphs are drawn, for many keyboards print no names and no typeface has all of them.

ARROWS = {"←": pi, "→": 0.0, "↑": -pi / 2, "↓": pi / 2}

GLYPHS: dict[str, tuple[Points, ...]] = {
    "TAB": (
        ((0.02, 0.28), (0.84, 0.28)),
        ((0.62, 0.08), (0.84, 0.28), (0.62, 0.48)),
        ((0.98, 0.06), (0.98, 0.5)),
        ((0.98, 0.76), (0.16, 0.76)),
        ((0.38, 0.56), (0.16, 0.76), (0.38, 0.96)),
        ((0.02, 0.54), (0.02, 0.98)),
    ),
    "BACKSPACE": (
        ((0.0, 0.5), (0.32, 0.14), (1.0, 0.14), (1.0, 0.86), (0.32, 0.86), (0.0, 0.5)),
        ((0.5, 0.35), (0.8, 0.65)),
        ((0.8, 0.35), (0.5, 0.65)),
    ),
    "ENTER": (
        ((0.96, 0.12), (0.96, 0.62), (0.06, 0.62)),
        ((0.34, 0.34), (0.06, 0.62), (0.34, 0.9)),
    ),
    "SPACE": (((0.0, 0.42), (0.0, 0.76), (1.0, 0.76), (1.0, 0.42)),),
}

# A keyboard as it is seen from above: the widths of its keys, row by row; TAB is the first of the second.
KEYBOARD = (
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2),
    (1.6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.4),
    (1.9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.1),
    (2.4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.6),
    (1.5, 1.5, 1.5, 6, 1.5, 1.5, 1.5),
)
KEYBOARD_WIDTH = 15.0
LEGEND = 0.56  # of a cap: the type on it


def cap_width(canvas: Canvas, cap: str, height: float) -> float:
    """The width of *cap*; several arrows are several caps."""
    return cap_width_in(canvas.type, cap, height)


def cap_width_in(type_: Type, cap: str, height: float) -> float:
    """The same before there is anything to draw on."""
    parts = cap.split()
    if parts and all(part in ARROWS for part in parts):
        return height * (len(parts) + 0.15 * (len(parts) - 1))
    name = advance(cap, type_.bold(height * LEGEND)) + height * 0.62
    return max(height, name + (height * 0.72 if cap in GLYPHS else 0))


def draw_cap(
    canvas: Canvas, left: float, middle: float, height: float, cap: str, filled: bool = False
) -> float:
    """A cap whose middle line is at *middle*; returns its width."""
    parts = cap.split()
    if len(parts) > 1 and all(part in ARROWS for part in parts):
        for place, part in enumerate(parts):
            draw_cap(canvas, left + place * height * 1.15, middle, height, part, filled)
        return cap_width(canvas, cap, height)
    area = QRectF(left, middle - height / 2, cap_width(canvas, cap, height), height)
    _blank(canvas, area, filled)
    _legend(canvas, area, cap, canvas.palette.on_block if filled else canvas.palette.ink)
    return area.width()


def _blank(canvas: Canvas, area: QRectF, filled: bool) -> None:
    high, ink = area.height(), canvas.palette.ink
    radius, width = high * 0.13, max(1.5, high * 0.04)
    lip = area.translated(0, high * 0.075)
    canvas.box(lip, canvas.palette.line, canvas.palette.line, width, radius)
    canvas.box(area, canvas.palette.block if filled else canvas.palette.raised, ink, width, radius)


def _legend(canvas: Canvas, area: QRectF, cap: str, ink: str) -> None:
    high = area.height()
    font = canvas.type.bold(high * LEGEND)
    if cap in ARROWS:
        canvas.strokes(square(area, 0.56), _arrow_caps(ARROWS[cap]), ink, high * 0.09)
    elif cap in GLYPHS:
        glyph = QRectF(area.left() + high * 0.3, area.center().y() - high * 0.24, high * 0.52, high * 0.48)
        canvas.strokes(glyph, GLYPHS[cap], ink, high * 0.068)
        room = area.adjusted(high * 1.03, 0, -high * 0.2, 0)
        canvas.text(room, cap, font, ink, LEFT)
    else:
        digit = canvas.type.bold(high * 0.6) if len(cap) == 1 else font
        canvas.text(area.adjusted(high * 0.1, 0, -high * 0.1, 0), cap, digit, ink, CENTRE)


def _arrow_caps(turn: float) -> tuple[Points, ...]:
    """An arrow that points to *turn*, in a box whose sides are 1."""

    def at(ahead: float, side: float) -> tuple[float, float]:
        x, y = cos(turn) * ahead - sin(turn) * side, sin(turn) * ahead + cos(turn) * side
        return 0.5 + x / 2, 0.5 + y / 2

    return (at(-0.9, 0), at(0.9, 0)), (at(0.2, 0.7), at(0.9, 0), at(0.2, -0.7))


def draw_keyboard(canvas: Canvas, area: QRectF) -> None:
    """A small keyboard with TAB lit, as large as *area* allows."""
    step = min(area.width() / KEYBOARD_WIDTH, area.height() / len(KEYBOARD))
    board = QRectF(0, 0, step * KEYBOARD_WIDTH, step * len(KEYBOARD))
    board.moveCenter(area.center())
    ink, face = canvas.palette.ink, canvas.palette.raised
    for row, widths in enumerate(KEYBOARD):
        at = board.left()
        for place, width in enumerate(widths):
            key = QRectF(at, board.top() + row * step, width * step, step)
            inside = key.adjusted(step * 0.1, step * 0.1, -step * 0.1, -step * 0.1)
            lit = (row, place) == (1, 0)
            canvas.box(inside, ink if lit else face, ink, max(1.0, step * 0.07), step * 0.12)
            at += width * step


# ---- marks -------------------------------------------------------------------------------------------------
# What an outcome looks like besides its word: disc, octagon, square, and the border of a page.

OCTAGON = tuple(
    (0.5 + cos(pi / 8 + corner * pi / 4) / 2, 0.5 + sin(pi / 8 + corner * pi / 4) / 2) for corner in range(8)
)

# What players write on a slip.
WRITTEN: dict[str, tuple[Points, ...]] = {
    "✓": (((0.1, 0.55), (0.38, 0.85), (0.9, 0.15)),),
    "✗": (((0.15, 0.15), (0.85, 0.85)), ((0.85, 0.15), (0.15, 0.85))),
}
MARKED = re.compile("([✓✗])")


def draw_tick(canvas: Canvas, area: QRectF) -> None:
    """A light disc with a dark tick."""
    box = square(area)
    canvas.disc(box, canvas.palette.block)
    tick = ((0.26, 0.53), (0.44, 0.70), (0.75, 0.33))
    canvas.strokes(box, (tick,), canvas.palette.on_block, box.width() * 0.105)


def draw_cross(canvas: Canvas, area: QRectF) -> None:
    """A dark octagon with a light cross."""
    box = square(area)
    canvas.shape(box, OCTAGON, canvas.palette.block)
    cross = (((0.33, 0.33), (0.67, 0.67)), ((0.67, 0.33), (0.33, 0.67)))
    canvas.strokes(box, cross, canvas.palette.on_block, box.width() * 0.105)


def draw_elsewhere(canvas: Canvas, area: QRectF) -> None:
    """A dark square with an arrow: no verdict here, go on to somebody else."""
    box = square(area)
    canvas.fill(box, canvas.palette.block)
    arrow = (((0.2, 0.5), (0.78, 0.5)), ((0.54, 0.26), (0.78, 0.5), (0.54, 0.74)))
    canvas.strokes(box, arrow, canvas.palette.on_block, box.width() * 0.105)


def draw_marked(canvas: Canvas, area: QRectF, text: str, align: Qt.AlignmentFlag) -> None:
    """One line of *text*; a tick or a cross in it is drawn, for the typeface has none."""
    pieces = [piece for piece in MARKED.split(text) if piece]
    size = min(canvas.size(scale.HINT), area.height() / 0.8)
    wide = sum(_piece_width(canvas, piece, size) for piece in pieces)
    size *= min(1.0, area.width() / max(1.0, wide))
    wide = sum(_piece_width(canvas, piece, size) for piece in pieces)
    at = area.right() - wide if align & Qt.AlignmentFlag.AlignRight else area.left()
    for piece in pieces:
        width = _piece_width(canvas, piece, size)
        if piece in WRITTEN:
            box = QRectF(at, area.center().y() - size * 0.4, size * 0.8, size * 0.8)
            canvas.strokes(box, WRITTEN[piece], canvas.palette.ink, size * 0.13)
        else:
            room = QRectF(at, area.top(), width + 1, area.height())
            canvas.text(room, piece, canvas.type.bold(size))
        at += width


def _piece_width(canvas: Canvas, piece: str, size: float) -> float:
    return size * 0.9 if piece in WRITTEN else advance(piece, canvas.type.bold(size))


def draw_hatch(canvas: Canvas, area: QRectF, width: float) -> None:
    """A hatched border inside *area*, so that the page differs from a plain one without colour."""
    inner = area.adjusted(width, width, -width, -width)
    strips = (
        QRectF(area.left(), area.top(), area.width(), width),
        QRectF(area.left(), inner.bottom(), area.width(), width),
        QRectF(area.left(), inner.top(), width, inner.height()),
        QRectF(inner.right(), inner.top(), width, inner.height()),
    )
    for strip in strips:
        canvas.once(strip, ("hatch", width), partial(_stripes, canvas, strip, width))


def _stripes(canvas: Canvas, strip: QRectF, width: float) -> None:
    """Slanted stripes across one strip, as long as the strip is wide: short lines are drawn fast."""
    painter = canvas.painter
    painter.setPen(QPen(QColor(canvas.palette.block), width * 0.42))
    painter.setClipRect(strip)
    upright = strip.height() > strip.width()
    at, end = (strip.top(), strip.bottom()) if upright else (strip.left(), strip.right())
    at -= width
    while at < end + width:
        if upright:
            painter.drawLine(QPointF(strip.left(), at + width), QPointF(strip.right(), at))
        else:
            painter.drawLine(QPointF(at, strip.bottom()), QPointF(at + width, strip.top()))
        at += width * 1.2


def draw_docket_line(canvas: Canvas, row: QRectF, line: str, font: QFont) -> None:
    """One line; a tick or a cross at its start is drawn, for the typeface has none."""
    if line[:1] in WRITTEN:
        side, wide = row.height() * 0.6, advance("0", font)
        canvas.strokes(
            QRectF(row.left(), row.center().y() - side / 2, side, side),
            WRITTEN[line[0]],
            canvas.palette.ink,
            side * 0.16,
        )
        row, line = row.adjusted(2 * wide, 0, 0, 0), line[2:]
    canvas.text(row, line, font)


# ---- signs -------------------------------------------------------------------------------------------------
# The pictures of pages that are no verdict, drawn as plain figures.

# Four fingers as (left, top) of bars that all end in the palm, and the thumb as a line from palm to tip.
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
