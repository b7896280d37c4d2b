"""The page of a station nobody plays at: how many words?"""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.station.screens.calls import draw_call, draw_keys, draw_notice


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    unit = canvas.unit
    top = QRectF(area.left(), area.top() + scale.SPACE * unit, area.width(), scale.FIRST_CALL * unit)
    draw_call(canvas, top, page.call, strong=True)
    checks = QRectF(
        area.left(), top.bottom() + scale.WIDE_SPACE * unit, area.width(), scale.REMINDER_ROW * unit
    )
    for line in page.lines:
        _reminder(canvas, checks, line)
        checks.translate(0, scale.REMINDER_ROW * unit)
    if not page.band:
        name = QRectF(
            area.left(),
            area.bottom() - scale.LIST_ABOVE_FOOT * unit,
            area.width() * 0.72,
            scale.LIST_ROW * unit,
        )
        canvas.text(name, page.list_name, canvas.type.bold(canvas.size(scale.WORD)))
    draw_keys(canvas, canvas.foot(area, scale.ROW), page.keys, align_right=True)
    draw_notice(canvas, QRectF(area.left(), checks.top() + unit, area.width(), scale.NOTICE_ROW * unit), page)


def _reminder(canvas: Canvas, area: QRectF, line: str) -> None:
    """A reminder with an empty box: the players tick it in their heads."""
    side = canvas.size(scale.TICK_BOX)
    box = QRectF(area.left(), area.center().y() - side / 2, side, side)
    canvas.frame(box, canvas.palette.ink, max(1.5, side * 0.09), side * 0.15)
    canvas.text(area.adjusted(side * 1.6, 0, 0, 0), line, canvas.type.text(canvas.size(scale.REMINDER)))
