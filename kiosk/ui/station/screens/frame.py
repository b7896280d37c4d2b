"""The frame around every page: border, banners, division band, footer."""

from PySide6.QtCore import QRectF

from kiosk.core.page import Page, Tone
from kiosk.ui.kit import scale
from kiosk.ui.kit.bands import draw_band
from kiosk.ui.kit.canvas import CENTRE, RIGHT, Canvas, advance, flowed
from kiosk.ui.kit.marks import draw_hatch
from kiosk.ui.kit.theme import STRIP

BETWEEN = "   ·   "


def surround(canvas: Canvas, page: Page) -> QRectF:
    """Banners above, footer below; returns what is left for the page itself."""
    unit, area = canvas.unit, QRectF(canvas.area)
    margin = scale.MARGIN * unit
    if page.tone in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE):
        border = scale.BORDER * unit
        _border(canvas, area, page.tone, border)
        area = area.adjusted(border, border, -border, -border)
        margin = scale.GUTTER * unit
    if page.banners:
        area.setTop(_banners(canvas, area, page.banners))
    if page.band:
        band = QRectF(area.left(), area.top(), area.width(), scale.CALL * unit)
        of, named = page.band, page.list_name
        canvas.once(band, (of, named), lambda: draw_band(canvas, band, of, named))
        area.setTop(band.bottom())
    inside = area.adjusted(margin, 0, -margin, 0)
    inside.setBottom(_footer(canvas, inside, page.footer))
    return inside.adjusted(0, scale.GUTTER * unit, 0, -scale.SPACE * unit)


def _border(canvas: Canvas, area: QRectF, tone: Tone, width: float) -> None:
    if tone is Tone.UNACCEPTABLE:
        draw_hatch(canvas, area, width)
        return
    line = width / 3
    edges = area.adjusted(line, line, -line, -line)
    canvas.box(edges, "transparent", canvas.palette.ink, line)


def _banners(canvas: Canvas, area: QRectF, banners: tuple[str, ...]) -> float:
    """The circumstances on one strip, or on several where one is too short; returns where they end."""
    unit = canvas.unit
    room = area.width() - 2 * scale.GUTTER * unit
    floor = canvas.type.bold(scale.STRIP * unit)
    rows = flowed(banners, BETWEEN, floor, room)
    high = scale.ROW * unit * (1 if len(rows) == 1 else 0.75)
    strip = QRectF(area.left(), area.top(), area.width(), high * len(rows))
    canvas.fill(strip, STRIP.field)
    size = min(scale.HINT * unit, *(floor.pixelSize() * room / advance(row, floor) for row in rows))
    for place, row in enumerate(rows):
        line = QRectF(area.center().x() - room / 2, area.top() + place * high, room, high)
        canvas.text(line, row, canvas.type.bold(size), STRIP.ink, CENTRE)
    return strip.bottom()


def _footer(canvas: Canvas, area: QRectF, parts: tuple[str, ...]) -> float:
    """The small print at the foot of *area*, the clock at its right end; returns where it begins."""
    font = canvas.type.text(scale.STRIP * canvas.unit)
    *left, last = parts or ("",)
    width = area.width() - advance(last, font) - scale.GUTTER * canvas.unit
    rows = flowed(left, BETWEEN, font, width)
    foot = canvas.foot(area, scale.STRIP * 1.5 * len(rows))
    high = foot.height() / len(rows)
    for place, row in enumerate(rows):
        line = QRectF(foot.left(), foot.top() + place * high, foot.width(), high)
        canvas.text(line.adjusted(0, 0, width - line.width(), 0), row, font)
    canvas.text(line, last, font, align=RIGHT)
    return foot.top()
