"""A ruling as fixed-width text, large enough to copy."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from kiosk.core.paper.docket import NARROW
from kiosk.director.desk.page import DeskPage
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas, advance
from kiosk.ui.kit.marks import WRITTEN
from kiosk.ui.kit.rows import Row, stacked
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_keys, keys_row

LINE = 1.18  # of a line, in sizes of its type
COLUMNS = NARROW + 2  # with a margin of one at either side


def draw(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    call, paper, keys = stacked(
        area,
        canvas.unit,
        call_row(canvas, shown.page.call),
        Row(scale.VERDICT, 100 * scale.HIGH),
        keys_row(canvas),
    )
    draw_call(canvas, call, shown.page.call)
    _draw_paper(canvas, paper, shown.docket)
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
        _draw_line(canvas, row, line, font)


def _draw_line(canvas: Canvas, row: QRectF, line: str, font: QFont) -> None:
    """One line; a tick or a cross at its start is drawn, for the typeface has none."""
    if line[:1] in WRITTEN:
        side, wide = row.height() * 0.6, advance("0", font)
        canvas.strokes(
            QRectF(row.left(), row.center().y() - side / 2, side, side),
            WRITTEN[line[0]],
            canvas.palette.ink,
            side * 0.16,
        )
        row, line = row.adjusted(2 * wide, 0, 0, 0), line[2:]
    canvas.text(row, line, font)
