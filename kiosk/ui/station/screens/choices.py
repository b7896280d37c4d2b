"""A page of numbered choices."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.station.screens.calls import draw_call


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top(), area.width(), scale.PLAIN_CALL * unit)
    draw_call(canvas, top, page.call)
    row = QRectF(area.left(), top.bottom() + scale.CHOICES_BELOW * unit, area.width(), 0)
    room = area.bottom() - row.top() - scale.CHOICES_ABOVE_FOOT * unit
    height = min(scale.CHOICE_ROW * unit, room / max(1, len(page.keys)))
    size = min(scale.CHOICE_CAP * unit, height * 0.7)
    font = canvas.type.text(canvas.size(scale.BODY))
    for key in page.keys:
        row = QRectF(area.left(), row.top(), area.width(), height)
        cap = canvas.key(row.left(), row.center().y(), size, key.cap)
        canvas.text(row.adjusted(cap + scale.GUTTER * unit, 0, 0, 0), key.does, font)
        row.translate(0, height)
    below = QRectF(area.left(), area.bottom() - scale.SAID_ABOVE_FOOT * unit, area.width(), scale.ROW * unit)
    said = page.notice or " ".join(page.lines)
    canvas.text(below, said, canvas.type.text(canvas.size(scale.HINT)))
