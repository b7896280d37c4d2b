"""A page of one sign and one headline: an entry was cleared, the station is closed, both are at the board."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page, Sign
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.kit.signs import draw_sign
from kiosk.ui.station.screens.calls import (
    call_row,
    draw_call,
    draw_countdown,
    draw_keys,
    draw_notice,
    keys_row,
)
from kiosk.ui.station.screens.place import draw_station

SHORT = 16  # letters of a headline that need no second line


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The sign above the words where the page is tall, else at their left."""
    row, tall = scale.ROW * canvas.scale, canvas.tall
    calls = page.call.role or page.call.action
    call, sign, headline, says, lines, notice, keys, bar, place = stacked(
        area,
        canvas.unit,
        when(calls, call_row(canvas, page.call)),
        when(tall and page.sign is not Sign.NONE, Row(scale.SIGN, 2 * scale.SIGN)),
        Row(scale.WORD, scale.VERDICT * (1 if len(page.headline) < SHORT else 1.6)),
        when(page.says, Row(scale.ROW * len(page.says), scale.WORD * max(2, len(page.says)))),
        when(page.lines, Row(scale.ROW * len(page.lines), scale.CALL * 1.3 * len(page.lines) * canvas.scale)),
        when(page.notice, Row(scale.ROW, row)),
        when(page.keys, keys_row(canvas)),
        when(page.countdown, Row(scale.ROW, row * 1.2)),
        when(page.letter, Row(scale.CALL, scale.MARK)),
        widest=scale.MARGIN,
    )
    draw_call(canvas, call, page.call)
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
    draw_notice(canvas, notice, page.notice)
    draw_keys(canvas, keys, page.keys)
    if page.countdown:
        draw_countdown(canvas, bar, page.countdown)
    if page.letter:
        draw_station(canvas, place, page)


def _left(area: QRectF) -> QRectF:
    return QRectF(area.left(), area.top(), min(area.width(), area.height()), area.height())


def _draw_lines(canvas: Canvas, area: QRectF, lines: tuple[str, ...], size: float) -> None:
    for place, line in enumerate(lines):
        high = area.height() / len(lines)
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        canvas.paragraph(row, line, canvas.type.bold(canvas.size(size)))
