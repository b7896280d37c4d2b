"""The page on which the challenger types the words."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.rows import ALL_THERE_IS, Row, stacked
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_keys, draw_said, keys_row, said_row
from kiosk.ui.station.screens.frame import BETWEEN
from kiosk.ui.station.screens.words import draw_typed, typed, words_row


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    def rows(words: Row) -> list[QRectF]:
        return stacked(
            area, canvas.unit, call_row(canvas, page.call), words, keys_row(canvas), said_row(canvas)
        )

    room = rows(ALL_THERE_IS)[1]
    setting = typed(canvas, room, page)
    call, words, keys, below = rows(words_row(canvas, room, page, setting))
    draw_call(canvas, call, page.call)
    draw_typed(canvas, words, page, setting)
    draw_keys(canvas, keys, page.keys)
    hint = canvas.type.text(canvas.size(scale.HINT))
    draw_said(canvas, below, hint, BETWEEN.join(page.lines), page.countdown)
