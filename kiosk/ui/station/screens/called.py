"""The director was called: which station it is must be seen across a hall."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import CENTRE, Canvas, advance
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.kit.signs import draw_sign
from kiosk.ui.station.screens.calls import draw_keys, draw_notice, keys_row

MOST_WIDE = 0.6  # of the page, for its letter
CAPITAL = 0.668  # of the size of the type


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
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
    return canvas.type.bold(scale.CALLING * canvas.area.height() / scale.HIGH / CAPITAL)


def _draw_letter(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Its capital takes six tenths of the height of the screen, where the width allows."""
    first, others = Row(scale.ROW, scale.CALL), Row(scale.HINT, scale.MARGIN)
    rows = [first, *(others for _ in page.place[1:])]
    name = canvas.foot(area, sum(row.most for row in rows) + scale.SPACE * len(rows))
    letter = QRectF(area.left(), area.top(), area.width(), area.height() - name.height())
    canvas.text(letter, page.letter, _letter_font(canvas), align=CENTRE)
    for line, row in zip(page.place, stacked(name, canvas.unit, *rows), strict=False):
        canvas.text(row, line, canvas.type.bold(row.height() * 0.85), align=CENTRE)


def _draw_words(canvas: Canvas, area: QRectF, page: Page) -> None:
    said = (*page.says, *page.lines)
    sign, headline, lines, keys, notice = stacked(
        area,
        canvas.unit,
        Row(scale.VERDICT, scale.SIGN if canvas.tall else 2 * scale.SIGN),
        Row(scale.WORD, scale.VERDICT * 1.2),
        when(said, Row(scale.ROW * len(said), scale.CALL * len(said) * canvas.scale)),
        when(page.keys, keys_row(canvas)),
        when(page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
    )
    hand = QRectF(sign)
    hand.setWidth(min(sign.width(), sign.height()))
    draw_sign(canvas, hand, page.sign, canvas.palette.ink, canvas.palette.field)
    canvas.paragraph(headline, page.headline, canvas.type.bold(scale.VERDICT * canvas.unit))
    for place, line in enumerate(said):
        high = lines.height() / len(said)
        row = QRectF(lines.left(), lines.top() + place * high, lines.width(), high)
        canvas.paragraph(row, line, canvas.type.bold(canvas.size(scale.BODY)))
    draw_keys(canvas, keys, page.keys)
    draw_notice(canvas, notice, page.notice)
