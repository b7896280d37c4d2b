"""The page on which both players check the frozen words, and one presses TAB."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.rows import ALL_THERE_IS, Row, stacked
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_keys, draw_said, keys_row, said_row
from kiosk.ui.station.screens.frame import BETWEEN
from kiosk.ui.station.screens.words import checked, draw_checked, words_row

STRIP, STRIP_UPRIGHT = 0.21, 0.18  # of the height of a page


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The keys that change the words stand under them; the one that judges on a strip of its own, which has
    the same place whatever the words."""
    strip = canvas.foot(area, area.height() / canvas.unit * (STRIP_UPRIGHT if canvas.tall else STRIP))
    upper = area.adjusted(0, 0, 0, -strip.height() - scale.SPACE * canvas.unit)

    def rows(words: Row) -> list[QRectF]:
        return stacked(
            upper, canvas.unit, call_row(canvas, page.call), words, keys_row(canvas), said_row(canvas)
        )

    room = rows(ALL_THERE_IS)[1]
    setting = checked(canvas, room, page)
    call, words, keys, says = rows(words_row(canvas, room, page, setting))
    draw_call(canvas, call, page.call)
    draw_checked(canvas, words, page, setting)
    hint = canvas.type.bold(canvas.size(scale.HINT))
    draw_said(canvas, says, hint, BETWEEN.join((*page.lines, page.notice)).strip(BETWEEN), page.countdown)
    draw_keys(canvas, keys, page.keys)
    if page.then.role or page.then.action:
        _draw_strip(canvas, strip, page)


def _draw_strip(canvas: Canvas, area: QRectF, page: Page) -> None:
    whole = QRectF(canvas.area.left(), area.top(), canvas.area.width(), area.height())
    line = scale.LINE * canvas.unit
    canvas.fill(whole, canvas.palette.raised)
    for top in (whole.top(), whole.bottom() - line):
        canvas.fill(QRectF(whole.left(), top, whole.width(), line), canvas.palette.ink)
    pad = min(scale.GUTTER * canvas.unit, area.height() * 0.12)
    draw_call(canvas, area.adjusted(0, pad, 0, -pad), page.then)
