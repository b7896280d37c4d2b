"""Who is to do what, and by which key: the pieces that ask somebody for something."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Call, Key, Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import CENTRE, RIGHT, Canvas, advance


def draw_call(canvas: Canvas, area: QRectF, call: Call, strong: bool = False) -> None:
    """A role as a block, what to do beside it, the key at the end; all on one line, as large as fits. A key
    that is not ready is hollow, with what must come first after it; the room for that is always kept."""
    if not call.role and not call.action:
        return
    height = area.height()
    size = height * 0.62
    while size > 8 and _call_width(canvas, call, size) > area.width():
        size *= 0.96
    font = canvas.type.bold(size)
    middle, at = area.center().y(), area.left()
    if call.role:
        width = advance(call.role, font) + size * 0.8
        badge = QRectF(at, middle - size * 0.68, width, size * 1.36)
        canvas.block(badge, canvas.palette.block, size * 0.2)
        canvas.text(badge, call.role, font, canvas.palette.on_block, CENTRE)
        at += width + size * 0.45
    if call.action:
        width = advance(call.action, font)
        canvas.text(QRectF(at, area.top(), width + size, height), call.action, font)
        at += width + size * 0.45
    if call.cap:
        at += canvas.key(at, middle, size * 1.42, call.cap, strong and call.ready) + size * 0.45
    if call.first and not call.ready:
        canvas.text(QRectF(at, area.top(), area.right() - at + size, height), call.first, font)


def _call_width(canvas: Canvas, call: Call, size: float) -> float:
    font = canvas.type.bold(size)
    width = 0.0
    if call.role:
        width += advance(call.role, font) + size * 1.25
    if call.action:
        width += advance(call.action, font) + size * 0.45
    if call.cap:
        width += canvas.key_width(call.cap, size * 1.42)
    if call.first:
        width += size * 0.45 + advance(call.first, font)
    return width


def draw_keys(canvas: Canvas, area: QRectF, keys: tuple[Key, ...], align_right: bool = False) -> None:
    """A row of keys with what they do."""
    height = min(area.height(), canvas.size(scale.KEY_ROW))
    font = canvas.type.text(height * 0.68)
    widths = [canvas.key_width(key.cap, height) + height * 0.4 + advance(key.does, font) for key in keys]
    gap = height * 1.1
    at = area.right() - sum(widths) - gap * (len(keys) - 1) if align_right else area.left()
    middle = area.center().y()
    for key, width in zip(keys, widths, strict=True):
        cap = canvas.key(at, middle, height, key.cap)
        canvas.text(QRectF(at + cap + height * 0.4, area.top(), width, area.height()), key.does, font)
        at += width + gap


def draw_notice(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The neutral sentence and the countdown, side by side on one line."""
    font = canvas.type.bold(canvas.size(scale.HINT))
    if page.notice:
        canvas.text(area, page.notice, font)
    if page.countdown:
        canvas.text(area, page.countdown.text, font, align=RIGHT)
