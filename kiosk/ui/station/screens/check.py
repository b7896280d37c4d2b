"""The page on which both players check the frozen words, and one presses TAB."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.station.screens.calls import draw_call, draw_keys, draw_notice
from kiosk.ui.station.screens.words import draw_frozen, upper


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top(), area.width(), scale.SMALL_CALL * unit)
    draw_call(canvas, top, page.call)
    keys = canvas.foot(area, scale.ROW)
    draw_keys(canvas, keys, page.keys)
    then = QRectF(
        area.left(), keys.top() - scale.CALL_ABOVE_KEYS * unit, area.width(), scale.LAST_CALL * unit
    )
    draw_call(canvas, then, page.then, strong=True)
    says = QRectF(area.left(), then.top() - scale.ROW * unit, area.width(), scale.TIGHT_ROW * unit)
    draw_notice(canvas, says, page)
    room = says.top() - top.bottom() - scale.SPACE * unit
    words = QRectF(area.left(), top.bottom() + unit, area.width(), room)
    draw_frozen(canvas, upper(words, page, scale.CHECKED_ROW * unit), page.words)
