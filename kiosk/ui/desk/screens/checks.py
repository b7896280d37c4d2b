"""The rulebook's checklist, to be ticked line by line before the first ruling."""

from PySide6.QtCore import QRectF

from kiosk.director.desk.page import DeskPage, Tick
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import RIGHT, Canvas, advance
from kiosk.ui.kit.marks import WRITTEN
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_keys, draw_notice, keys_row

BOX = 0.62  # of a row's height
TEXT = 0.58


def draw(canvas: Canvas, area: QRectF, shown: DeskPage) -> None:
    page, count = shown.page, max(1, len(shown.ticks))
    call, checks, notice, keys = stacked(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        Row(count * scale.HINT, count * scale.CALL),
        when(page.notice, Row(scale.HINT, scale.ROW)),
        keys_row(canvas),
    )
    draw_call(canvas, call, page.call)
    _draw_ticks(canvas, checks, shown.ticks)
    draw_notice(canvas, notice, page.notice)
    draw_keys(canvas, keys, page.keys)


def _draw_ticks(canvas: Canvas, area: QRectF, ticks: tuple[Tick, ...]) -> None:
    """All lines in one size; each with its box before it, and its clause at the right end."""
    high = area.height() / max(1, len(ticks))
    size = min(canvas.size(scale.BODY), high * TEXT)
    clauses = canvas.type.text(min(canvas.size(scale.STRIP), high * TEXT))
    side, gap = high * BOX, scale.GUTTER * canvas.unit
    kept = max((advance(tick.clause, clauses) for tick in ticks), default=0.0) + gap
    room = area.width() - side - gap - kept
    widest = max((advance(tick.text, canvas.type.bold(size)) for tick in ticks), default=1.0)
    size *= min(1.0, room / widest)
    for place, tick in enumerate(ticks):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        box = QRectF(row.left(), row.center().y() - side / 2, side, side)
        _draw_box(canvas, box, tick)
        font = canvas.type.bold if tick.current else canvas.type.text
        canvas.text(QRectF(box.right() + gap, row.top(), room, high), tick.text, font(size))
        canvas.text(row, tick.clause, clauses, align=RIGHT)


def _draw_box(canvas: Canvas, box: QRectF, tick: Tick) -> None:
    width = (scale.THICK_LINE if tick.current else scale.LINE) * canvas.unit
    canvas.box(box, canvas.palette.raised, canvas.palette.ink, width)
    if tick.done:
        inner = box.adjusted(*(box.width() * edge for edge in (0.18, 0.18, -0.18, -0.18)))
        canvas.strokes(inner, WRITTEN["✓"], canvas.palette.ink, box.width() * 0.12)
