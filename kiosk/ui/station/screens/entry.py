"""The page on which the challenger types the words."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.station.screens.calls import draw_call, draw_keys, draw_notice
from kiosk.ui.station.screens.words import draw_typed, upper


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top(), area.width(), scale.SMALL_CALL * unit)
    draw_call(canvas, top, page.call)
    bottom = canvas.foot(area, scale.ROW)
    draw_keys(canvas, bottom, page.keys)
    says = QRectF(area.left(), bottom.top() - scale.NOTICE_ABOVE_KEYS * unit, area.width(), scale.ROW * unit)
    draw_notice(canvas, says, page)
    if page.lines and not page.notice:
        canvas.text(says, page.lines[0], canvas.type.text(canvas.size(scale.HINT)))
    room = says.top() - top.bottom() - scale.GUTTER * unit
    words = QRectF(area.left(), top.bottom() + scale.SPACE * unit, area.width(), room)
    draw_typed(canvas, upper(words, page, scale.TYPED_ROW * unit), page.words)
