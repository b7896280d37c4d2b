"""Roles, drawn as flags that come in from the left edge. Whose turn it is shows by the shape, for CHALLENGER
and CHALLENGED differ by one letter only."""

from typing import assert_never

from PySide6.QtCore import QRectF

from kiosk.core.page import Call, RoleFlag
from kiosk.ui.kit.canvas import Canvas, advance

# All in shares of the size of the role's type.
HIGH = 1.5
ASIDE = 0.5  # the type of what stands under the role
AFTER_ROLE = 0.3
TIP = 0.55
CHEVRON, CHEVRON_GAP = 0.42, 0.22


def flag_height(call: Call) -> float:
    """How high the flag is, in sizes of its type."""
    return HIGH + (ASIDE if call.aside else 0)


def flag_width(canvas: Canvas, call: Call, size: float) -> float:
    """How far the flag of *call* reaches into the page."""
    role = advance(call.role, canvas.type.bold(size))
    aside = advance(call.aside, canvas.type.bold(size * ASIDE))
    second = CHEVRON + CHEVRON_GAP if call.flag is RoleFlag.DOUBLE else 0
    return max(role, aside) + size * (AFTER_ROLE + TIP + second)


def draw_flag(canvas: Canvas, left: float, middle: float, size: float, call: Call) -> float:
    """The flag of *call*, its role beginning at *left*; returns where it ends."""
    palette = canvas.palette
    filled = call.flag is not RoleFlag.OUTLINED
    high = size * flag_height(call)
    end = left + flag_width(canvas, call, size)
    edge = canvas.area.left()
    box = QRectF(edge, middle - high / 2, end - edge, high)
    if call.flag is RoleFlag.DOUBLE:
        box.setRight(end - size * (CHEVRON + CHEVRON_GAP))
    _cloth(canvas, box, call.flag, size)
    ink = palette.on_block if filled else palette.ink
    room = QRectF(left, box.top(), end - left, high)
    if call.aside:
        room.setBottom(box.bottom() - size * (ASIDE + 0.2))
        under = QRectF(left, room.bottom() - size * 0.12, end - left, size * ASIDE * 1.3)
        canvas.text(under, call.aside, canvas.type.bold(size * ASIDE), ink)
    canvas.text(room, call.role, canvas.type.bold(size), ink)
    return end


def _cloth(canvas: Canvas, box: QRectF, flag: RoleFlag, size: float) -> None:
    palette = canvas.palette
    tip = size * TIP / box.width()
    arrow = ((0, 0), (1 - tip, 0), (1, 0.5), (1 - tip, 1), (0, 1))
    match flag:
        case RoleFlag.FILLED:
            canvas.shape(box, arrow, palette.block)
        case RoleFlag.OUTLINED:
            # Its line begins outside of the screen: the flag comes in from there.
            line = size * 0.11
            outside = box.adjusted(-2 * line, line / 2, -line / 2, -line / 2)
            canvas.shape(outside, arrow, palette.raised, palette.ink, line)
        case RoleFlag.DOUBLE:
            canvas.shape(box, arrow, palette.block)
            gap, wide = size * CHEVRON_GAP / box.width(), size * CHEVRON / box.width()
            start = 1 - tip + gap
            first = ((start, 0), (start + wide, 0), (1 + gap + wide, 0.5), (start + wide, 1), (start, 1))
            canvas.shape(box, (*first, (1 + gap, 0.5)), palette.block)
        case RoleFlag.SQUARE:
            canvas.shape(box, ((0, 0), (1 - tip, 0), (1 - tip, 1), (0, 1)), palette.block)
        case _:
            assert_never(flag)
