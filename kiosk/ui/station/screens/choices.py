"""A page of numbered choices."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Key, Page
from kiosk.ui.kit import scale
from kiosk.ui.kit.bands import draw_swatch
from kiosk.ui.kit.canvas import Canvas, advance
from kiosk.ui.kit.caps import cap_width, draw_cap
from kiosk.ui.kit.rows import Row, stacked, when
from kiosk.ui.station.screens.calls import call_row, draw_call, draw_notice
from kiosk.ui.station.screens.frame import BETWEEN

CAP = 0.74  # of a row's height
SWATCH = 1.9  # wide, in heights of a cap


def draw(canvas: Canvas, area: QRectF, page: Page) -> None:
    count = max(1, len(page.keys))
    most = count * (scale.VERDICT if canvas.tall else scale.WORD)
    call, rows, lines, says = stacked(
        area,
        canvas.unit,
        call_row(canvas, page.call),
        Row(count * scale.ROW, most),
        when(any(page.lines), Row(scale.ROW, 2 * scale.ROW * canvas.scale)),
        when(page.notice, Row(scale.ROW, scale.ROW * canvas.scale)),
    )
    draw_call(canvas, call, page.call)
    _draw_choices(canvas, rows, page.keys)
    said = [line for line in page.lines if line]
    size = canvas.size(scale.BODY if len(said) == 1 else scale.HINT)
    canvas.paragraph(lines, BETWEEN.join(said), canvas.type.text(size))
    draw_notice(canvas, says, page.notice)


def _draw_choices(canvas: Canvas, area: QRectF, keys: tuple[Key, ...]) -> None:
    """All choices in one size; a division's with a piece of its band."""
    gap = scale.GUTTER * canvas.unit
    high = area.height() / max(1, len(keys))
    cap = min(high * CAP, canvas.size(scale.CALL))
    before = max((cap_width(canvas, key.cap, cap) for key in keys), default=0) + gap
    if any(key.band for key in keys):
        before += cap * SWATCH + gap
    font = canvas.type.bold(_size(canvas, keys, high, area.width() - before))
    for place, key in enumerate(keys):
        row = QRectF(area.left(), area.top() + place * high, area.width(), high)
        draw_cap(canvas, row.left(), row.center().y(), cap, key.cap)
        if key.band:
            left = row.left() + before - gap - cap * SWATCH
            draw_swatch(canvas, QRectF(left, row.center().y() - cap / 2, cap * SWATCH, cap), key.band)
        canvas.paragraph(row.adjusted(before, 0, 0, 0), key.does, font)


def _size(canvas: Canvas, keys: tuple[Key, ...], high: float, wide: float) -> float:
    """The size of all choices: on one line each, or on two where that is larger."""
    most = canvas.size(scale.BODY)
    widest = max((advance(key.does, canvas.type.bold(most)) for key in keys), default=1.0)
    one = min(most, high * 0.62, most * wide / widest)
    two = min(most, high * 0.38, most * wide / widest * 1.7)
    return max(one, two)
