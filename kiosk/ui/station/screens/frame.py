"""The frame around every page: border, banners, division band, footer."""

from PySide6.QtCore import QRectF

from kiosk.core.page import DivisionBand, Page, Tone
from kiosk.ui.kit import scale
from kiosk.ui.kit.canvas import CENTRE, LEFT, RIGHT, Canvas
from kiosk.ui.kit.theme import BANDS, ON_BAND, STRIP


def surround(canvas: Canvas, page: Page) -> QRectF:
    """Banners above, footer below; returns what is left for the page itself."""
    unit, area = canvas.unit, QRectF(canvas.area)
    if page.tone is Tone.UNACCEPTABLE:
        canvas.hatch(area, scale.BORDER * unit)
    if page.tone is Tone.ACCEPTABLE:
        canvas.frame(
            area.adjusted(unit, unit, -unit, -unit),
            canvas.palette.ink,
            scale.BORDER_LINE * unit,
            scale.BORDER_ROUND * unit,
        )
    if page.tone in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE):
        border, below = scale.BORDER * unit, scale.BORDER_BELOW * unit
        area = area.adjusted(border, border, -border, -below)
    if page.banners:
        strip = QRectF(area.left(), area.top(), area.width(), scale.BANNER_STRIP * unit)
        canvas.fill(strip, STRIP.field)
        said, font = "   ·   ".join(page.banners), canvas.type.bold(scale.BANNER_LINE * unit)
        canvas.text(
            strip.adjusted(scale.SPACE * unit, 0, -scale.SPACE * unit, 0), said, font, STRIP.ink, CENTRE
        )
        area.setTop(strip.bottom())
    if page.band:
        area.setTop(_band(canvas, area, page.band, page.list_name))
    margin, foot = scale.MARGIN * unit, scale.ROW * unit
    _footer(canvas, canvas.foot(area, scale.ROW), page.footer)
    return area.adjusted(margin, scale.GUTTER * unit, -margin, -foot)


def _band(canvas: Canvas, area: QRectF, of: DivisionBand, list_name: str) -> float:
    unit = canvas.unit
    band = QRectF(area.left(), area.top(), area.width(), scale.BAND * unit)
    canvas.fill(band, BANDS[of.colour])
    inside = band.adjusted(scale.MARGIN * unit, 0, -scale.MARGIN * unit, 0)
    canvas.text(inside, of.name, canvas.type.bold(scale.BAND_NAME * unit), ON_BAND, LEFT)
    canvas.text(inside, list_name, canvas.type.bold(scale.BAND_NAME * unit), ON_BAND, RIGHT)
    return band.bottom()


def _footer(canvas: Canvas, area: QRectF, parts: tuple[str, ...]) -> None:
    unit = canvas.unit
    inside = area.adjusted(scale.MARGIN * unit, 0, -scale.MARGIN * unit, 0)
    font = canvas.type.text(scale.STRIP * unit)
    if not parts:
        return
    *left, last = parts
    canvas.text(inside.adjusted(0, 0, -scale.FOOTER_CLOCK * unit, 0), "   ·   ".join(left), font)
    canvas.text(inside, last, font, align=RIGHT)
