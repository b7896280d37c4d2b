"""Which station this is: its letter, large, and beside it what it is called and used for."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import RIGHT, Canvas


def draw_station(canvas: Canvas, area: QRectF, page: Page) -> float:
    """The letter at the right end of *area*, the rest beside it; returns the width it took."""
    font = canvas.type.bold(min(area.height() * 1.3, scale.SIGN * canvas.unit))
    letter = canvas.text(area, page.letter, font, align=RIGHT)
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
        widest = max(widest, canvas.text(row, line, kind(size), align=RIGHT))
    return letter + gap + widest
