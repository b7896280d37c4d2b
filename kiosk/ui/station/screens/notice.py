"""A page of one headline: the director is needed, the station is closed."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import CENTRE, Canvas, largest
from kiosk.ui.station.screens.calls import draw_keys


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    head = QRectF(
        area.left(), area.top() + scale.HEADLINE_FROM_TOP * unit, area.width(), scale.HEADLINE * unit
    )
    font = largest(page.headline, canvas.type.bold(scale.TO_BE_FITTED_PX), head)
    canvas.text(head, page.headline, font, align=CENTRE)
    lines = QRectF(area.left(), head.bottom() + scale.WIDE_SPACE * unit, area.width(), scale.PARAGRAPH * unit)
    for line in page.lines:
        canvas.paragraph(lines, line, canvas.type.bold(canvas.size(scale.BODY)))
        lines.translate(0, scale.PARAGRAPH_STEP * unit)
    draw_keys(canvas, canvas.foot(area, scale.ROW), page.keys)
