"""The pages that say or ask one thing: a notice, the director called, choices by number, one field."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.base.page import Key, Layout, Page, Sign
from kiosk.kit import scale
from kiosk.kit.bands import draw_swatch
from kiosk.kit.canvas import (
    CENTRE,
    Canvas,
    Row,
    advance,
    row_if,
    stack,
)
from kiosk.kit.shapes import cap_width, draw_cap
from kiosk.kit.signs import draw_sign
from kiosk.station import frame_paint

# ---- choices -----------------------------------------------------------------------------------------------
# A page of numbered choices.

CAP = 0.74  # of a row's height
SWATCH = 1.9  # wide, in heights of a cap


def draw_choices(canvas: Canvas, area: QRectF, page: Page) -> None:
    count = max(1, len(page.keys))
    most = count * (scale.VERDICT if canvas.tall else scale.WORD)
    call, rows, lines, says = stack(
        area,
        canvas.unit,
        frame_paint.call_row(canvas, page.call),
        Row(count * scale.ROW, most),
        row_if(any(page.lines), Row(scale.ROW, 2 * scale.ROW * canvas.scale)),
        row_if(page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
    )
    frame_paint.draw_call(canvas, call, page.call)
    _draw_choices(canvas, rows, page.keys)
    said = [line for line in page.lines if line]
    size = canvas.size(scale.BODY if len(said) == 1 else scale.HINT)
    canvas.paragraph(lines, frame_paint.BETWEEN.join(said), canvas.type.text(size))
    frame_paint.draw_notice(canvas, says, page.notice)


def _draw_choices(canvas: Canvas, area: QRectF, keys: tuple[Key, ...]) -> None:
    """All choices in one size; a division's with a piece of its band."""
    gap = scale.GUTTER * canvas.unit
    high = area.height() / max(1, len(keys))
    cap = min(high * CAP, canvas.size(scale.CALL))
    before = max((cap_width(canvas, key.cap, cap) for key in keys), default=0) + gap
    if any(key.band for key in keys):
        before += cap * SWATCH + gap
    font = canvas.type.bold(_size_choices(canvas, keys, high, area.width() - before))
    for place, key in enumerate(keys):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        draw_cap(canvas, row.left(), row.center().y(), cap, key.cap)
        if key.band:
            left = row.left() + before - gap - cap * SWATCH
            draw_swatch(canvas, QRectF(left, row.center().y() - cap / 2, cap * SWATCH, cap), key.band)
        canvas.paragraph(row.adjusted(before, 0, 0, 0), key.does, font)


def _size_choices(canvas: Canvas, keys: tuple[Key, ...], high: float, wide: float) -> float:
    """The size of all choices: on one line each, or on two where that is larger."""
    most = canvas.size(scale.BODY)
    widest = max((advance(key.does, canvas.type.bold(most)) for key in keys), default=1.0)
    one = min(most, high * 0.62, most * wide / widest)
    two = min(most, high * 0.38, most * wide / widest * 1.7)
    return max(one, two)


# ---- passcode ----------------------------------------------------------------------------------------------
# A page with one field: a passcode, shown as dots, or the number of a table.


def draw_passcode(canvas: Canvas, area: QRectF, page: Page) -> None:
    row = scale.ROW * canvas.scale
    call, field, notice, keys, lines, bar = stack(
        area,
        canvas.unit,
        frame_paint.call_row(canvas, page.call),
        Row(scale.WORD, scale.VERDICT * canvas.scale),
        Row(scale.ROW, 1.5 * row),
        frame_paint.keys_row(canvas),
        row_if(page.lines, Row(scale.ROW, row)),
        row_if(page.countdown, Row(scale.ROW, row)),
    )
    frame_paint.draw_call(canvas, call, page.call)
    draw_field(canvas, field, page)
    canvas.paragraph(notice, page.notice, canvas.type.bold(canvas.size(scale.BODY)))
    frame_paint.draw_keys(canvas, keys, page.keys)
    if page.lines:
        canvas.text(lines, frame_paint.BETWEEN.join(page.lines), canvas.type.text(canvas.size(scale.HINT)))
    if page.countdown:
        frame_paint.draw_countdown(canvas, bar, page.countdown)


def draw_field(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Wide enough for what belongs there: four digits, or a passcode."""
    high, line = area.height(), scale.THICK_LINE * canvas.unit
    box = QRectF(area)
    if page.layout is Layout.TABLE:
        box.setWidth(min(area.width(), high * 2.6))
    canvas.box(box, canvas.palette.raised, canvas.palette.ink, line, high * 0.08)
    inside = box.adjusted(high * 0.25, 0, -high * 0.25, 0)
    if page.masked:
        dots = "• " * page.masked
        taken = canvas.text(inside, dots, canvas.type.bold(high * 0.6))
    else:
        taken = canvas.text(inside, page.typed, canvas.type.word(high * 0.72))
    caret = QRectF(inside.left() + taken + high * 0.05, box.top() + high * 0.2, high * 0.05, high * 0.6)
    if caret.right() < box.right() - line:
        canvas.fill(caret, canvas.palette.ink)


# ---- notice ------------------------------------------------------------------------------------------------
# A page of one sign and one headline: an entry was cleared, the station is closed, both are at the board.

SHORT = 16  # letters of a headline that need no second line


def draw_notice_page(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The sign above the words where the page is tall, else at their left."""
    row, tall = scale.ROW * canvas.scale, canvas.tall
    calls = page.call.role or page.call.action
    call, sign, headline, says, lines, notice, keys, bar, place = stack(
        area,
        canvas.unit,
        row_if(calls, frame_paint.call_row(canvas, page.call)),
        row_if(tall and page.sign is not Sign.NONE, Row(scale.SIGN, 2 * scale.SIGN)),
        Row(scale.WORD, scale.VERDICT * (1 if len(page.headline) < SHORT else 1.6)),
        row_if(page.says, Row(scale.ROW * len(page.says), scale.WORD * max(2, len(page.says)))),
        row_if(
            page.lines, Row(scale.ROW * len(page.lines), scale.CALL * 1.3 * len(page.lines) * canvas.scale)
        ),
        row_if(page.notice, Row(scale.ROW, row)),
        row_if(page.keys, frame_paint.keys_row(canvas)),
        row_if(page.countdown, Row(scale.ROW, row * 1.2)),
        row_if(page.letter, Row(scale.CALL, scale.MARK)),
        widest=scale.MARGIN,
    )
    frame_paint.draw_call(canvas, call, page.call)
    if tall:
        draw_sign(canvas, _left(sign), page.sign, canvas.palette.ink, canvas.palette.field)
    elif page.sign is not Sign.NONE:
        sign = QRectF(area.left(), headline.top(), scale.SIGN * canvas.unit, scale.SIGN * canvas.unit)
        draw_sign(canvas, sign, page.sign, canvas.palette.ink, canvas.palette.field)
        aside = sign.width() + scale.MARGIN * canvas.unit
        for box in (headline, says, lines, notice, keys, bar):
            box.setLeft(box.left() + aside)
    canvas.paragraph(headline, page.headline, canvas.type.bold(scale.VERDICT * canvas.unit))
    _draw_lines(canvas, says, page.says, scale.CALL)
    _draw_lines(canvas, lines, page.lines, scale.BODY)
    frame_paint.draw_notice(canvas, notice, page.notice)
    frame_paint.draw_keys(canvas, keys, page.keys)
    if page.countdown:
        frame_paint.draw_countdown(canvas, bar, page.countdown)
    if page.letter:
        frame_paint.draw_station(canvas, place, page)


def _left(area: QRectF) -> QRectF:
    return QRectF(area.left(), area.top(), min(area.width(), area.height()), area.height())


def _draw_lines(canvas: Canvas, area: QRectF, lines: tuple[str, ...], size: float) -> None:
    for place, line in enumerate(lines):
        high = area.height() / len(lines)
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.paragraph(row, line, canvas.type.bold(canvas.size(size)))


# ---- called ------------------------------------------------------------------------------------------------
# The director was called: which station it is must be seen across a hall.

MOST_WIDE = 0.6  # of the page, for its letter
CALLED_CAPITAL = 0.668  # of the size of the type


def draw_called(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The station's letter over the left half, its name under it; a raised hand and the words beside."""
    tall, unit = canvas.tall, canvas.unit
    if tall:
        upper = QRectF(area.left(), area.top(), area.width(), area.height() * 0.62)
        lower = area.adjusted(0, upper.height() + scale.SPACE * unit, 0, 0)
    else:
        wide = min(area.width() * MOST_WIDE, advance(page.letter, _letter_font(canvas)) * 1.1)
        wide = max(wide, area.width() * 0.4)
        upper = QRectF(area.left(), area.top(), wide, area.height())
        lower = area.adjusted(wide + scale.MARGIN * unit, 0, 0, 0)
    _draw_letter(canvas, upper, page)
    _draw_words(canvas, lower, page)


def _letter_font(canvas: Canvas) -> QFont:
    return canvas.type.bold(scale.CALLING * canvas.area.height() / scale.HIGH / CALLED_CAPITAL)


def _draw_letter(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Its capital takes six tenths of the height of the screen, where the width allows."""
    first, others = Row(scale.ROW, scale.CALL), Row(scale.HINT, scale.MARGIN)
    rows = [first, *(others for _ in page.place[1:])]
    name = canvas.foot(area, sum(row.most for row in rows) + scale.SPACE * len(rows))
    letter = QRectF(area.left(), area.top(), area.width(), area.height() - name.height())
    canvas.text(letter, page.letter, _letter_font(canvas), align=CENTRE)
    for line, row in zip(page.place, stack(name, canvas.unit, *rows), strict=False):
        canvas.text(row, line, canvas.type.bold(row.height() * 0.85), align=CENTRE)


def _draw_words(canvas: Canvas, area: QRectF, page: Page) -> None:
    said = (*page.says, *page.lines)
    sign, headline, lines, keys, notice = stack(
        area,
        canvas.unit,
        Row(scale.VERDICT, scale.SIGN if canvas.tall else 2 * scale.SIGN),
        Row(scale.WORD, scale.VERDICT * 1.2),
        row_if(said, Row(scale.ROW * len(said), scale.CALL * len(said) * canvas.scale)),
        row_if(page.keys, frame_paint.keys_row(canvas)),
        row_if(page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
    )
    hand = QRectF(sign)
    hand.setWidth(min(sign.width(), sign.height()))
    draw_sign(canvas, hand, page.sign, canvas.palette.ink, canvas.palette.field)
    canvas.paragraph(headline, page.headline, canvas.type.bold(scale.VERDICT * canvas.unit))
    for place, line in enumerate(said):
        high = lines.height() / len(said)
        row = QRectF(lines.left(), lines.top() + place * high, lines.width(), high)
        canvas.paragraph(row, line, canvas.type.bold(canvas.size(scale.BODY)))
    frame_paint.draw_keys(canvas, keys, page.keys)
    frame_paint.draw_notice(canvas, notice, page.notice)
