"""The page of a station nobody plays at: how many words?"""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import Canvas, advance
from kiosk.ui.kit.caps import draw_cap
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_keys, draw_notice, keys_row
from kiosk.ui.station.screens.place import draw_station


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    tall = canvas.tall
    rows = stacked(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        when(page.caps, Row(scale.WORD, 2 * scale.SIGN if tall else 2 * scale.MARK)),
        Row(scale.HINT, scale.ROW),
        when(page.lines, Row(scale.HINT, scale.SIGN if tall else scale.ROW * canvas.scale)),
        Row(scale.WORD, scale.SIGN * 1.4 if tall else scale.VERDICT),
        keys_row(canvas),
    )
    call, caps, says, reminders, place, keys = rows
    draw_call(canvas, call, page.call)
    if page.caps:
        _draw_caps(canvas, caps, page.caps)
    draw_notice(canvas, says, page.notice)
    if page.lines:
        _draw_reminders(canvas, reminders, page.lines)
    _draw_place(canvas, place, page)
    draw_keys(canvas, keys, page.keys)


def _draw_caps(canvas: Canvas, area: QRectF, caps: tuple[str, ...]) -> None:
    """Across the whole page, in the number of rows that makes them largest; slightly less high than wide."""
    gap = scale.GUTTER * canvas.unit

    def side(rows: int) -> float:
        a_row = -(-len(caps) // rows)
        wide = (area.width() - gap * (a_row - 1)) / a_row
        return min(wide, (area.height() - gap * (rows - 1)) / rows / 1.08)

    rows = max((1, 2), key=side)
    high, a_row = side(rows), -(-len(caps) // rows)
    step = (area.width() - high) / max(1, a_row - 1)
    step = min(step, high + 2 * gap)
    for place, cap in enumerate(caps):
        row, column = divmod(place, a_row)
        draw_cap(canvas, area.left() + column * step, area.top() + high / 2 + row * (high + gap), high, cap)


def _draw_reminders(canvas: Canvas, area: QRectF, lines: tuple[str, ...]) -> None:
    """In one row, or one below the other where the page is tall; a dot before each, nothing to tick."""
    tall = canvas.tall
    across = 1 if tall else len(lines)
    high = area.height() / len(lines) if tall else area.height()
    wide = area.width() / across
    room = wide - scale.GUTTER * canvas.unit
    size = min(canvas.size(scale.BODY), high * 0.8)
    dot = size * 0.3
    longest = max(advance(line, canvas.type.bold(size)) for line in lines)
    size *= min(1.0, (room - 3 * dot) / longest)
    for place, line in enumerate(lines):
        left = area.left() + (0 if tall else place * wide)
        top = area.top() + (place * high if tall else 0)
        canvas.disc(QRectF(left, top + high / 2 - dot / 2, dot, dot), canvas.palette.ink)
        text = QRectF(left + 2.4 * dot, top, wide - 2.4 * dot, high)
        canvas.text(text, line, canvas.type.bold(size))


def _draw_place(canvas: Canvas, area: QRectF, page: Page) -> None:
    """The list on the left, which station this is on the right; a thin line above both."""
    unit = canvas.unit
    canvas.fill(QRectF(area.left(), area.top(), area.width(), scale.LINE * unit / 2), canvas.palette.line)
    area = area.adjusted(0, scale.SPACE * unit, 0, 0)
    used = draw_station(canvas, area, page) if page.letter else 0.0
    name = area.adjusted(0, 0, -used - scale.GUTTER * unit, 0)
    if page.band:  # it names the list already
        return
    canvas.text(name, page.list_name, canvas.type.bold(canvas.size(scale.CALL)))
