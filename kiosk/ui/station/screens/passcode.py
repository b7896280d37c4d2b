"""A page with one field: a passcode, shown as dots, or the number of a table."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Layout, Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_countdown, draw_keys, keys_row
from kiosk.ui.station.screens.frame import BETWEEN


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    row = scale.ROW * canvas.scale
    call, field, notice, keys, lines, bar = stacked(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        Row(scale.WORD, scale.VERDICT * canvas.scale),
        Row(scale.ROW, 1.5 * row),
        keys_row(canvas),
        when(page.lines, Row(scale.ROW, row)),
        when(page.countdown, Row(scale.ROW, row)),
    )
    draw_call(canvas, call, page.call)
    draw_field(canvas, field, page)
    canvas.paragraph(notice, page.notice, canvas.type.bold(canvas.size(scale.BODY)))
    draw_keys(canvas, keys, page.keys)
    if page.lines:
        canvas.text(lines, BETWEEN.join(page.lines), canvas.type.text(canvas.size(scale.HINT)))
    if page.countdown:
        draw_countdown(canvas, bar, page.countdown)


def draw_field(canvas: Canvas, area: QRectF, page: Page) -> None:
    """Wide enough for what belongs there: four digits, or a passcode."""
    high, line = area.height(), scale.THICK_LINE * canvas.unit
    box = QRectF(area)
    if page.layout is Layout.TABLE:
        box.setWidth(min(area.width(), high * 2.6))
    canvas.box(box, canvas.palette.raised, canvas.palette.ink, line, high * 0.08)
    inside = box.adjusted(high * 0.25, 0, -high * 0.25, 0)
    if page.masked:
        dots = "• " * page.masked
        taken = canvas.text(inside, dots, canvas.type.bold(high * 0.6))
    else:
        taken = canvas.text(inside, page.typed, canvas.type.word(high * 0.72))
    caret = QRectF(inside.left() + taken + high * 0.05, box.top() + high * 0.2, high * 0.05, high * 0.6)
    if caret.right() < box.right() - line:
        canvas.fill(caret, canvas.palette.ink)
