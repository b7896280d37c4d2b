"""A ruling as fixed-width text, large enough to copy."""

from PySide6.QtCore import QRectF

from kiosk.core.paper.docket import NARROW
from kiosk.director.desk.page import DeskPage
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas, advance
from kiosk.ui.kit.marks import draw_docket_line
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_keys, draw_notice, keys_row

LINE = 1.18  # of a line, in sizes of its type
COLUMNS = NARROW + 2  # with a margin of one at either side


def draw(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    call, paper, notice, keys = stacked(
        area,
        canvas.unit,
        call_row(canvas, shown.page.call),
        Row(scale.VERDICT, 100 * scale.HIGH),
        when(shown.page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
        keys_row(canvas),
    )
    draw_call(canvas, call, shown.page.call)
    _draw_paper(canvas, paper, shown.docket)
    draw_notice(canvas, notice, shown.page.notice)
    draw_keys(canvas, keys, shown.page.keys)


def _draw_paper(canvas: Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    measured = canvas.type.word(scale.MEASURED_PX)
    column = advance("0", measured) / scale.MEASURED_PX
    high = area.height() / (len(lines) + 1)
    size = min(high / LINE, area.width() / (COLUMNS * column), canvas.size(scale.BODY))
    font = canvas.type.word(size)
    step, wide = size * LINE, advance("0", font)
    box = QRectF(area.left(), area.top(), wide * COLUMNS, step * (len(lines) + 1))
    canvas.box(box, canvas.palette.raised, canvas.palette.ink, scale.LINE * canvas.unit)
    for place, line in enumerate(lines):
        row = QRectF(box.left() + wide, box.top() + step * (place + 0.5), box.width() - wide, step)
        draw_docket_line(canvas, row, line, font)
