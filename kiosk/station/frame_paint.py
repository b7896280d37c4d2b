"""What most pages are made of: the frame, flags, calls by key, which station this is; and the idle page."""

from collections.abc import Sequence
from typing import assert_never

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.base.frozen import frozen
from kiosk.base.page import Call, Countdown, Key, Page, RoleFlag, Tone
from kiosk.kit import canvas as kit_canvas
from kiosk.kit import scale
from kiosk.kit.bands import draw_band
from kiosk.kit.shapes import cap_width, draw_cap, draw_hatch, draw_keyboard

# ---- flags -------------------------------------------------------------------------------------------------
# Roles, drawn as flags that come in from the left edge. Whose turn it is shows by the shape, for CHALLENGER
# and CHALLENGED differ by one letter only.

# All in shares of the size of the role's type.
HIGH = 1.5
ASIDE = 0.5  # the type of what stands under the role
AFTER_ROLE = 0.3
TIP = 0.55
CHEVRON, CHEVRON_GAP = 0.42, 0.22


def flag_height(call: Call) -> float:
    """How high the flag is, in sizes of its type."""
    return HIGH + (ASIDE if call.aside else 0)


def flag_width(canvas: kit_canvas.Canvas, call: Call, size: float) -> float:
    """How far the flag of *call* reaches into the page."""
    role = kit_canvas.advance(call.role, canvas.type.bold(size))
    aside = kit_canvas.advance(call.aside, canvas.type.bold(size * ASIDE))
    second = CHEVRON + CHEVRON_GAP if call.flag is RoleFlag.DOUBLE else 0
    return max(role, aside) + size * (AFTER_ROLE + TIP + second)


def draw_flag(canvas: kit_canvas.Canvas, left: float, middle: float, size: float, call: Call) -> float:
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


def _cloth(canvas: kit_canvas.Canvas, box: QRectF, flag: RoleFlag, size: float) -> None:
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


# ---- frame -------------------------------------------------------------------------------------------------
# The frame around every page: border, banners, division band, footer.

BETWEEN = "   ·   "


def surround(canvas: kit_canvas.Canvas, page: Page) -> QRectF:
    """Banners above, footer below; returns what is left for the page itself."""
    unit, area = canvas.unit, QRectF(canvas.area)
    margin = scale.MARGIN * unit
    if page.tone in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE):
        border = scale.BORDER * unit
        _border(canvas, area, page.tone, border)
        area = area.adjusted(border, border, -border, -border)
        margin = scale.GUTTER * unit
    if page.banners:
        area.setTop(_banners(canvas, area, page.banners))
    if page.band:
        band = QRectF(area.left(), area.top(), area.width(), scale.CALL * unit)
        of, named = page.band, page.list_name
        canvas.once(band, (of, named), lambda: draw_band(canvas, band, of, named))
        area.setTop(band.bottom())
    inside = area.adjusted(margin, 0, -margin, 0)
    inside.setBottom(_footer(canvas, inside, page.footer))
    return inside.adjusted(0, scale.GUTTER * unit, 0, -scale.SPACE * unit)


def _border(canvas: kit_canvas.Canvas, area: QRectF, tone: Tone, width: float) -> None:
    if tone is Tone.UNACCEPTABLE:
        draw_hatch(canvas, area, width)
        return
    line = width / 3
    edges = area.adjusted(line, line, -line, -line)
    canvas.box(edges, "transparent", canvas.palette.ink, line)


def _banners(canvas: kit_canvas.Canvas, area: QRectF, banners: tuple[str, ...]) -> float:
    """The circumstances on one strip, or on several where one is too short; returns where they end."""
    unit = canvas.unit
    room = area.width() - 2 * scale.GUTTER * unit
    floor = canvas.type.bold(scale.STRIP * unit)
    rows = kit_canvas.flow(banners, BETWEEN, floor, room)
    high = scale.ROW * unit * (1 if len(rows) == 1 else 0.75)
    strip = QRectF(area.left(), area.top(), area.width(), high * len(rows))
    canvas.fill(strip, kit_canvas.STRIP.field)
    size = min(
        scale.HINT * unit, *(floor.pixelSize() * room / kit_canvas.advance(row, floor) for row in rows)
    )
    for place, row in enumerate(rows):
        line = QRectF(area.center().x() - room / 2, area.top() + place * high, room, high)
        canvas.text(line, row, canvas.type.bold(size), kit_canvas.STRIP.ink, kit_canvas.CENTRE)
    return strip.bottom()


def _footer(canvas: kit_canvas.Canvas, area: QRectF, parts: tuple[str, ...]) -> float:
    """The small print at the foot of *area*, the clock at its right end; returns where it begins."""
    font = canvas.type.text(scale.STRIP * canvas.unit)
    *left, last = parts or ("",)
    width = area.width() - kit_canvas.advance(last, font) - scale.GUTTER * canvas.unit
    rows = kit_canvas.flow(left, BETWEEN, font, width)
    foot = canvas.foot(area, scale.STRIP * 1.5 * len(rows))
    high = foot.height() / len(rows)
    for place, row in enumerate(rows):
        line = QRectF(foot.left(), foot.top() + place * high, foot.width(), high)
        canvas.text(line.adjusted(0, 0, width - line.width(), 0), row, font)
    canvas.text(line, last, font, align=kit_canvas.RIGHT)
    return foot.top()


# ---- place -------------------------------------------------------------------------------------------------
# Which station this is: its letter, large, and beside it what it is called and used for.


def draw_station(canvas: kit_canvas.Canvas, area: QRectF, page: Page) -> float:
    """The letter at the right end of *area*, the rest beside it; returns the width it took."""
    font = canvas.type.bold(min(area.height() * 1.3, scale.SIGN * canvas.unit))
    letter = canvas.text(area, page.letter, font, align=kit_canvas.RIGHT)
    gap = scale.GUTTER * canvas.unit
    room = QRectF(
        area.left() + area.width() * 0.4, area.top(), area.width() * 0.6 - letter - gap, area.height()
    )
    high = room.height() / max(3, len(page.place))
    top = room.center().y() - high * len(page.place) / 2
    widest = 0.0
    for place, line in enumerate(page.place):
        kind = canvas.type.text if place else canvas.type.bold
        size = min(canvas.size(scale.HINT), high * 0.85)
        row = QRectF(room.left(), top + place * high, room.width(), high)
        widest = max(widest, canvas.text(row, line, kind(size), align=kit_canvas.RIGHT))
    return letter + gap + widest


# ---- calls -------------------------------------------------------------------------------------------------
# Who is to do what, and by which key: the pieces that ask somebody for something.

# In sizes of the call's type.
GAP = 0.45
CAP = 1.5
AFTER_TEXT = 4.4  # kept for what must come first, or for a keyboard that shows where the key is
LABEL = 0.74  # of a cap: the type of what it does
LINES = 1.85  # from a flag to what is to be done, where that stands below


@frozen
class Arrangement:
    """How a call stands: on one line or on two, and how large its type is."""

    size: float
    on_two: bool


def call_row(canvas: kit_canvas.Canvas, call: Call) -> kit_canvas.Row:
    """The row of a page's first call: on a tall page there is room for two lines."""
    return kit_canvas.Row(
        scale.ROW * flag_height(call), scale.SIGN * 1.2 if canvas.tall else scale.WORD * canvas.scale
    )


def arrange(canvas: kit_canvas.Canvas, area: QRectF, call: Call) -> Arrangement:
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


def draw_call(canvas: kit_canvas.Canvas, area: QRectF, call: Call) -> None:
    """A flag, what to do beside it or below, the key at the end. A key that is not ready is hollow."""
    if not call.role and not call.action:
        return
    how = arrange(canvas, area, call)
    size, left, middle = how.size, area.left(), area.center().y()
    if how.on_two:
        middle = area.top() + size * flag_height(call) / 2
    if call.role:
        end = draw_flag(canvas, left, middle, size, call)
        left = left if how.on_two else end + size * GAP
    if how.on_two:
        middle += size * (flag_height(call) / 2 + LINES / 2)
    _rest(canvas, QRectF(left, middle - size, area.right() - left, size * 2), call, size)


def _rest_width(canvas: kit_canvas.Canvas, call: Call, size: float) -> float:
    width = 0.0
    if call.action:
        width += kit_canvas.advance(call.action, canvas.type.bold(size)) + size * GAP
    if call.cap:
        width += cap_width(canvas, call.cap, size * CAP) + size * GAP
    if call.first:
        width += size * AFTER_TEXT
    return max(0.0, width - size * GAP)


def _rest(canvas: kit_canvas.Canvas, area: QRectF, call: Call, size: float) -> None:
    at = area.left()
    font = canvas.type.bold(size)
    if call.action:
        width = kit_canvas.advance(call.action, font)
        canvas.text(QRectF(at, area.top(), width + size * 0.1, area.height()), call.action, font)
        at += width + size * GAP
    if call.cap:
        at += draw_cap(canvas, at, area.center().y(), size * CAP, call.cap, call.ready) + size * GAP
    free = QRectF(at, area.top(), min(size * AFTER_TEXT, area.right() - at), area.height())
    if call.first and not call.ready:
        canvas.paragraph(free, call.first, canvas.type.bold(size * 0.8))
    elif call.cap == "TAB":
        wide = min(area.right() - at, area.height() * 2.6)
        board = QRectF(area.right() - wide, area.top(), wide, area.height())
        canvas.once(board, "keyboard", lambda: draw_keyboard(canvas, board))


# --- keys -------------------------------------------------------------------------------------------------


def keys_row(canvas: kit_canvas.Canvas) -> kit_canvas.Row:
    """The row of a page's keys: on a tall page there is room for two."""
    rows = 2 if canvas.tall else 1
    return kit_canvas.Row(scale.ROW * rows * 0.9, scale.ROW * canvas.scale * rows)


def draw_keys(
    canvas: kit_canvas.Canvas, area: QRectF, keys: tuple[Key, ...], align_right: bool = False
) -> float:
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


def _draw_key_row(canvas: kit_canvas.Canvas, area: QRectF, keys: tuple[Key, ...], high: float) -> None:
    font = canvas.type.text(high * LABEL)
    at = area.left()
    for key in keys:
        at += draw_cap(canvas, at, area.center().y(), high, key.cap) + high * 0.35
        wide = kit_canvas.advance(key.does, font)
        canvas.text(QRectF(at, area.top(), wide + 1, area.height()), key.does, font)
        at += wide + high * 0.9


def _keys_height(canvas: kit_canvas.Canvas, area: QRectF, rows: Sequence[tuple[Key, ...]]) -> float:
    """How high the caps of *rows* can be."""
    measured = scale.MEASURED_PX
    widest = max(_keys_width(canvas, row, measured) / measured for row in rows)
    return min(canvas.size(scale.HINT) * 1.35, area.height() / len(rows) * 0.88, area.width() / widest)


def _keys_width(canvas: kit_canvas.Canvas, keys: tuple[Key, ...], high: float) -> float:
    font = canvas.type.text(high * LABEL)
    each = (
        cap_width(canvas, key.cap, high) + high * 0.35 + kit_canvas.advance(key.does, font) for key in keys
    )
    return sum(each) + high * (0.9 * (len(keys) - 1) + 0.1)


# --- what is said -----------------------------------------------------------------------------------------


def draw_notice(canvas: kit_canvas.Canvas, area: QRectF, text: str) -> None:
    """What the last key did, or what is in the way."""
    canvas.paragraph(area, text, canvas.type.bold(canvas.size(scale.HINT)))


def draw_countdown(canvas: kit_canvas.Canvas, area: QRectF, of: Countdown) -> None:
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
    canvas.text(inside.adjusted(0, 0, -used, 0), of.text, font, align=kit_canvas.LEFT)


def said_row(canvas: kit_canvas.Canvas) -> kit_canvas.Row:
    """The row of a sentence and of a countdown: side by side, or one above the other on a tall page."""
    rows = 2 if canvas.tall else 1
    return kit_canvas.Row(scale.HINT * 1.2 * rows, scale.ROW * canvas.scale * 1.2 * rows)


def draw_said(
    canvas: kit_canvas.Canvas, area: QRectF, font: QFont, text: str, counted: Countdown | None
) -> None:
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


def draw_seconds(canvas: kit_canvas.Canvas, area: QRectF, of: Countdown | None) -> float:
    """The time that is left as a few words at the right end; returns the width it took."""
    if of is None:
        return 0.0
    font = canvas.type.bold(canvas.size(scale.HINT))
    return canvas.text(area, of.text, font, align=kit_canvas.RIGHT)


# ---- idle --------------------------------------------------------------------------------------------------
# The page of a station nobody plays at: how many words?


def draw(canvas: kit_canvas.Canvas, area: QRectF, page: Page) -> None:
    tall = canvas.tall
    rows = kit_canvas.stack(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        kit_canvas.row_if(page.caps, kit_canvas.Row(scale.WORD, 2 * scale.SIGN if tall else 2 * scale.MARK)),
        kit_canvas.Row(scale.HINT, scale.ROW),
        kit_canvas.row_if(
            page.lines, kit_canvas.Row(scale.HINT, scale.SIGN if tall else scale.ROW * canvas.scale)
        ),
        kit_canvas.Row(scale.WORD, scale.SIGN * 1.4 if tall else scale.VERDICT),
        keys_row(canvas),
    )
    call, caps, says, reminders, place, keys = rows
    draw_call(canvas, call, page.call)
    if page.caps:
        _draw_caps(canvas, caps, page.caps)
    draw_notice(canvas, says, page.notice)
    if page.lines:
        _draw_reminders(canvas, reminders, page.lines)
    _draw_place(canvas, place, page)
    draw_keys(canvas, keys, page.keys)


def _draw_caps(canvas: kit_canvas.Canvas, area: QRectF, caps: tuple[str, ...]) -> None:
    """Across the whole page, in the number of rows that makes them largest; slightly less high than wide."""
    gap = scale.GUTTER * canvas.unit

    def side(rows: int) -> float:
        a_row = -(-len(caps) // rows)
        wide = (area.width() - gap * (a_row - 1)) / a_row
        return min(wide, (area.height() - gap * (rows - 1)) / rows / 1.08)

    rows = max((1, 2), key=side)
    high, a_row = side(rows), -(-len(caps) // rows)
    step = (area.width() - high) / max(1, a_row - 1)
    step = min(step, high + 2 * gap)
    for place, cap in enumerate(caps):
        row, column = divmod(place, a_row)
        draw_cap(canvas, area.left() + column * step, area.top() + high / 2 + row * (high + gap), high, cap)


def _draw_reminders(canvas: kit_canvas.Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    """In one row, or one below the other where the page is tall; a dot before each, nothing to tick."""
    tall = canvas.tall
    across = 1 if tall else len(lines)
    high = area.height() / len(lines) if tall else area.height()
    wide = area.width() / across
    room = wide - scale.GUTTER * canvas.unit
    size = min(canvas.size(scale.BODY), high * 0.8)
    dot = size * 0.3
    longest = max(kit_canvas.advance(line, canvas.type.bold(size)) for line in lines)
    size *= min(1.0, (room - 3 * dot) / longest)
    for place, line in enumerate(lines):
        left = area.left() + (0 if tall else place * wide)
        top = area.top() + (place * high if tall else 0)
        canvas.disc(QRectF(left, top + high / 2 - dot / 2, dot, dot), canvas.palette.ink)
        text = QRectF(left + 2.4 * dot, top, wide - 2.4 * dot, high)
        canvas.text(text, line, canvas.type.bold(size))


def _draw_place(canvas: kit_canvas.Canvas, area: QRectF, page: Page) -> None:
    """The list on the left, which station this is on the right; a thin line above both."""
    unit = canvas.unit
    canvas.fill(QRectF(area.left(), area.top(), area.width(), scale.LINE * unit / 2), canvas.palette.line)
    area = area.adjusted(0, scale.SPACE * unit, 0, 0)
    used = draw_station(canvas, area, page) if page.letter else 0.0
    name = area.adjusted(0, 0, -used - scale.GUTTER * unit, 0)
    if page.band:  # it names the list already
        return
    canvas.text(name, page.list_name, canvas.type.bold(canvas.size(scale.CALL)))
