"""Who is to do what, and by which key: the pieces that ask somebody for something."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.core.frozen import frozen
from kiosk.core.page import Call, Countdown, Key
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import LEFT, RIGHT, Canvas, advance
from kiosk.ui.kit.caps import cap_width, draw_cap, draw_keyboard
from kiosk.ui.kit.rows import Row
from kiosk.ui.station.screens.flags import draw_flag, flag_height, flag_width

# In sizes of the call's type.
GAP = 0.45
CAP = 1.5
BESIDE = 4.4  # kept for what must come first, or for a keyboard that shows where the key is
LABEL = 0.74  # of a cap: the type of what it does
LINES = 1.85  # from a flag to what is to be done, where that stands below


@frozen
class Arrangement:
    """How a call stands: on one line or on two, and how large its type is."""

    size: float
    on_two: bool


def call_row(canvas: Canvas, call: Call) -> Row:
    """The row of a page's first call: on a tall page there is room for two lines."""
    return Row(scale.ROW * flag_height(call), scale.SIGN * 1.2 if canvas.tall else scale.WORD * canvas.scale)


def arranged(canvas: Canvas, area: QRectF, call: Call) -> Arrangement:
    """The arrangement that makes *call* largest in *area*; on two lines it may be larger than usual."""
    measured = scale.MEASURED_PX
    flag = flag_width(canvas, call, measured) / measured if call.role else 0.0
    rest = _rest_width(canvas, call, measured) / measured
    high = max(flag_height(call) if call.role else 1.0, CAP * 1.1 if call.cap else 1.0)
    one = min(canvas.size(scale.CALL), area.height() / high, area.width() / (flag + GAP + rest))
    if not (call.role and rest) or not canvas.tall:
        return Arrangement(one, False)
    both = flag_height(call) + LINES
    two = min(canvas.size(scale.WORD), area.height() / both, area.width() / max(flag, rest))
    return Arrangement(max(one, two), two > one)


def draw_call(canvas: Canvas, area: QRectF, call: Call) -> None:
    """A flag, what to do beside it or below, the key at the end. A key that is not ready is hollow."""
    if not call.role and not call.action:
        return
    how = arranged(canvas, area, call)
    size, left, middle = how.size, area.left(), area.center().y()
    if how.on_two:
        middle = area.top() + size * flag_height(call) / 2
    if call.role:
        end = draw_flag(canvas, left, middle, size, call)
        left = left if how.on_two else end + size * GAP
    if how.on_two:
        middle += size * (flag_height(call) / 2 + LINES / 2)
    _rest(canvas, QRectF(left, middle - size, area.right() - left, size * 2), call, size)


def _rest_width(canvas: Canvas, call: Call, size: float) -> float:
    width = 0.0
    if call.action:
        width += advance(call.action, canvas.type.bold(size)) + size * GAP
    if call.cap:
        width += cap_width(canvas, call.cap, size * CAP) + size * GAP
    if call.first:
        width += size * BESIDE
    return max(0.0, width - size * GAP)


def _rest(canvas: Canvas, area: QRectF, call: Call, size: float) -> None:
    at = area.left()
    font = canvas.type.bold(size)
    if call.action:
        width = advance(call.action, font)
        canvas.text(QRectF(at, area.top(), width + size * 0.1, area.height()), call.action, font)
        at += width + size * GAP
    if call.cap:
        at += draw_cap(canvas, at, area.center().y(), size * CAP, call.cap, call.ready) + size * GAP
    beside = QRectF(at, area.top(), min(size * BESIDE, area.right() - at), area.height())
    if call.first and not call.ready:
        canvas.paragraph(beside, call.first, canvas.type.bold(size * 0.8))
    elif call.cap == "TAB":
        wide = min(area.right() - at, area.height() * 2.6)
        board = QRectF(area.right() - wide, area.top(), wide, area.height())
        canvas.once(board, "keyboard", lambda: draw_keyboard(canvas, board))


# --- keys -------------------------------------------------------------------------------------------------


def keys_row(canvas: Canvas) -> Row:
    """The row of a page's keys: on a tall page there is room for two."""
    rows = 2 if canvas.tall else 1
    return Row(scale.ROW * rows * 0.9, scale.ROW * canvas.scale * rows)


def draw_keys(canvas: Canvas, area: QRectF, keys: tuple[Key, ...], align_right: bool = False) -> float:
    """Keys with what they do, in one row or two, as large as usual or as fits; returns the width it took."""
    if not keys:
        return 0.0
    measured = scale.MEASURED_PX
    half = -(-len(keys) // 2)
    rows = max(
        ([keys], [keys[:half], keys[half:]] if keys[half:] else [keys]),
        key=lambda rows: _keys_height(canvas, area, rows),
    )
    high = _keys_height(canvas, area, rows)
    for place, row in enumerate(rows):
        width = _keys_width(canvas, row, measured) / measured * high
        at = area.right() - width if align_right else area.left()
        step = min(area.height() / len(rows), high * 1.3)
        _draw_key_row(canvas, QRectF(at, area.top() + place * step, width, step), row, high)
    return max(_keys_width(canvas, row, measured) / measured * high for row in rows)


def _draw_key_row(canvas: Canvas, area: QRectF, keys: tuple[Key, ...], high: float) -> None:
    font = canvas.type.text(high * LABEL)
    at = area.left()
    for key in keys:
        at += draw_cap(canvas, at, area.center().y(), high, key.cap) + high * 0.35
        wide = advance(key.does, font)
        canvas.text(QRectF(at, area.top(), wide + 1, area.height()), key.does, font)
        at += wide + high * 0.9


def _keys_height(canvas: Canvas, area: QRectF, rows: Sequence[tuple[Key, ...]]) -> float:
    """How high the caps of *rows* can be."""
    measured = scale.MEASURED_PX
    widest = max(_keys_width(canvas, row, measured) / measured for row in rows)
    return min(canvas.size(scale.HINT) * 1.35, area.height() / len(rows) * 0.88, area.width() / widest)


def _keys_width(canvas: Canvas, keys: tuple[Key, ...], high: float) -> float:
    font = canvas.type.text(high * LABEL)
    each = (cap_width(canvas, key.cap, high) + high * 0.35 + advance(key.does, font) for key in keys)
    return sum(each) + high * (0.9 * (len(keys) - 1) + 0.1)


# --- what is said -----------------------------------------------------------------------------------------


def draw_notice(canvas: Canvas, area: QRectF, text: str) -> None:
    """What the last key did, or what is in the way."""
    canvas.paragraph(area, text, canvas.type.bold(canvas.size(scale.HINT)))


def draw_countdown(canvas: Canvas, area: QRectF, of: Countdown) -> None:
    """A bar that runs out, with its sentence and the key that fills it again inside."""
    palette, pad = canvas.palette, area.height() * 0.25
    canvas.fill(area, palette.raised)
    gone = QRectF(area.left(), area.top(), area.width() * of.share, area.height())
    canvas.fill(gone, palette.tint)
    canvas.box(area, "transparent", palette.ink, scale.LINE * canvas.unit)
    inside = area.adjusted(pad, area.height() * 0.1, -pad, -area.height() * 0.12)
    used = 0.0
    if of.key:
        half = area.adjusted(area.width() * 0.4, 0, -pad, -area.height() * 0.08)
        used = draw_keys(canvas, half, (of.key,), align_right=True) + pad
    font = canvas.type.bold(canvas.size(scale.HINT))
    canvas.text(inside.adjusted(0, 0, -used, 0), of.text, font, align=LEFT)


def said_row(canvas: Canvas) -> Row:
    """The row of a sentence and of a countdown: side by side, or one above the other on a tall page."""
    rows = 2 if canvas.tall else 1
    return Row(scale.HINT * 1.2 * rows, scale.ROW * canvas.scale * 1.2 * rows)


def draw_said(canvas: Canvas, area: QRectF, font: QFont, text: str, counted: Countdown | None) -> None:
    """A sentence, and a countdown where there is one: each keeps its place when the other comes."""
    if canvas.tall:
        middle = area.center().y()
        said, bar = QRectF(area), QRectF(area)
        said.setBottom(middle - area.height() * 0.05)
        bar.setTop(middle + area.height() * 0.05)
    elif counted and text:
        said = area.adjusted(0, 0, -area.width() * 0.5, 0)
        bar = area.adjusted(area.width() * 0.52, 0, 0, 0)
    else:
        said = bar = area
    canvas.paragraph(said, text, font)
    if counted:
        draw_countdown(canvas, bar, counted)


def draw_seconds(canvas: Canvas, area: QRectF, of: Countdown | None) -> float:
    """The time that is left as a few words at the right end; returns the width it took."""
    if of is None:
        return 0.0
    font = canvas.type.bold(canvas.size(scale.HINT))
    return canvas.text(area, of.text, font, align=RIGHT)
