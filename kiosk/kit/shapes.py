"""Shapes that say the same as words: keys as caps, and what an outcome looks like."""

import re
from functools import partial
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPen

from kiosk.kit import scale
from kiosk.kit.canvas import (
    CENTRE,
    LEFT,
    Canvas,
    Points,
    Type,
    advance,
    square,
)

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
