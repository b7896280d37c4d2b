"""Keys, drawn as caps with a lip: whatever looks like this can be pressed, and nothing else looks like it.
Glyphs are drawn, for many keyboards print no names and no typeface has all of them."""

from math import cos, pi, sin

from PySide6.QtCore import QRectF

from kiosk.ui.kit.canvas import CENTRE, LEFT, Canvas, Points, advance, square
from kiosk.ui.kit.theme import Type

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
        canvas.strokes(square(area, 0.56), _arrow(ARROWS[cap]), ink, high * 0.09)
    elif cap in GLYPHS:
        glyph = QRectF(area.left() + high * 0.3, area.center().y() - high * 0.24, high * 0.52, high * 0.48)
        canvas.strokes(glyph, GLYPHS[cap], ink, high * 0.068)
        room = area.adjusted(high * 1.03, 0, -high * 0.2, 0)
        canvas.text(room, cap, font, ink, LEFT)
    else:
        digit = canvas.type.bold(high * 0.6) if len(cap) == 1 else font
        canvas.text(area.adjusted(high * 0.1, 0, -high * 0.1, 0), cap, digit, ink, CENTRE)


def _arrow(turn: float) -> tuple[Points, ...]:
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
