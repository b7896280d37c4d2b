"""The page that takes a passcode, as dots."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.station.screens.calls import draw_call, draw_keys


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top(), area.width(), scale.PLAIN_CALL * unit)
    draw_call(canvas, top, page.call)
    box = QRectF(area.left(), area.top() + scale.FIELD_FROM_TOP * unit, area.width(), scale.FIELD * unit)
    canvas.frame(box, canvas.palette.ink, scale.FIELD_LINE * unit, scale.FIELD_ROUND * unit)
    dots = "• " * page.masked
    inside = box.adjusted(scale.FIELD_INSIDE * unit, 0, -scale.FIELD_INSIDE * unit, 0)
    canvas.text(inside, dots, canvas.type.bold(scale.CALL * unit))
    says = QRectF(area.left(), box.bottom() + scale.GUTTER * unit, area.width(), scale.REFUSAL_ROW * unit)
    canvas.text(says, page.notice, canvas.type.bold(canvas.size(scale.REFUSAL)))
    draw_keys(canvas, canvas.foot(area, scale.ROW), page.keys)
