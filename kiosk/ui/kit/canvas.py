"""A painter with a sense of size: text as large as fits, keys drawn as keys, marks drawn as shapes."""

from collections.abc import Callable, Hashable
from functools import partial
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from kiosk.ui.kit.kept import Kept
from kiosk.ui.kit.scale import SMALLEST_PX
from kiosk.ui.kit.theme import Palette, Type

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing

ARROWS = {"←": pi, "→": 0.0, "↑": -pi / 2, "↓": pi / 2}


class Canvas:
    """*unit* is one hundredth of the height of a 16:9 page that fits the screen."""

    def __init__(
        self,
        painter: QPainter,
        area: QRectF,
        palette: Palette,
        type_: Type,
        scale: float,
        kept: Kept | None = None,
    ) -> None:
        self.painter = painter
        self.area = area
        self.palette = palette
        self.type = type_
        self.unit = min(area.height() / 100, area.width() / 170)
        self.scale = scale
        self._kept = kept or Kept()
        painter.setRenderHints(HINTS)

    def once(self, area: QRectF, key: Hashable, paint: Callable[[], None]) -> None:
        """Draw on *area* what *paint* draws there, from its picture if there is one. *key*: all that it
        depends on besides *area* and the palette."""
        on_screen = self.painter

        def pictured(painter: QPainter) -> None:
            painter.setRenderHints(HINTS)
            self.painter = painter
            paint()

        try:
            whole = (key, area.getRect(), self.palette)
            self._kept.draw(on_screen, area.toAlignedRect(), whole, pictured)
        finally:
            self.painter = on_screen

    def fill(self, area: QRectF, colour: str) -> None:
        self.painter.fillRect(area, QColor(colour))

    def size(self, units: float) -> float:
        """Type of *units* hundredths, at the size the set-up asks for."""
        return units * self.unit * self.scale

    def foot(self, area: QRectF, units: float) -> QRectF:
        """The lowest part of *area*, *units* high."""
        height = units * self.unit
        return QRectF(area.left(), area.bottom() - height, area.width(), height)

    def text(
        self,
        area: QRectF,
        text: str,
        font: QFont,
        colour: str | None = None,
        align: Qt.AlignmentFlag = LEFT,
    ) -> float:
        """Draw *text* inside *area*, smaller if it must be; returns the width it took."""
        fitted = fit(text, font, area)
        self.painter.setFont(fitted)
        self.painter.setPen(QColor(colour or self.palette.ink))
        # Never clipped: `fit` measures capitals, and the tail of a g may reach out of a tight row.
        flags = align | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
        self.painter.drawText(area, flags, text)
        return QFontMetricsF(fitted).horizontalAdvance(text)

    def paragraph(self, area: QRectF, text: str, font: QFont, align: Qt.AlignmentFlag = CENTRE) -> None:
        """Draw *text* over several lines, as large as *font* or as fits."""
        flags = align | Qt.TextFlag.TextWordWrap
        for percent in range(100, 40, -5):
            tried = QFont(font)
            tried.setPixelSize(max(SMALLEST_PX, font.pixelSize() * percent // 100))
            bounds = QFontMetricsF(tried).boundingRect(area, int(flags), text)
            if bounds.height() <= area.height() and bounds.width() <= area.width():
                break
        self.painter.setFont(tried)
        self.painter.setPen(QColor(self.palette.ink))
        self.painter.drawText(area, int(flags), text)

    def block(self, area: QRectF, colour: str, radius: float) -> None:
        path = QPainterPath()
        path.addRoundedRect(area, radius, radius)
        self.painter.fillPath(path, QBrush(QColor(colour)))

    def frame(self, area: QRectF, colour: str, width: float, radius: float) -> None:
        self.painter.setPen(QPen(QColor(colour), width))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawRoundedRect(area, radius, radius)

    # --- keys ---------------------------------------------------------------------------------------------

    def key_width(self, cap: str, height: float) -> float:
        if all(part in ARROWS for part in cap.split()):
            return height * (len(cap.split()) + 0.15 * (len(cap.split()) - 1))
        return max(height, advance(cap, self.type.bold(height * 0.52)) + height * 0.62)

    def key(self, left: float, middle: float, height: float, cap: str, strong: bool = False) -> float:
        """A key cap whose middle line is at *middle*; returns its width."""
        if all(part in ARROWS for part in cap.split()) and len(cap.split()) > 1:
            at = left
            for part in cap.split():
                at += self.key(at, middle, height, part, strong) + height * 0.15
            return at - left - height * 0.15
        width = self.key_width(cap, height)
        area = QRectF(left, middle - height / 2, width, height)
        radius = height * 0.16
        face = self.palette.block if strong else self.palette.field
        ink = self.palette.on_block if strong else self.palette.ink
        self.block(area.translated(0, height * 0.07), self.palette.line, radius)
        self.block(area, face, radius)
        self.frame(area, self.palette.ink, max(1.5, height * 0.045), radius)
        if cap in ARROWS:
            self._arrow(area, ARROWS[cap], ink)
        else:
            self.text(
                area.adjusted(height * 0.1, 0, -height * 0.1, 0),
                cap,
                self.type.bold(height * 0.52),
                ink,
                CENTRE,
            )
        return width

    def _arrow(self, area: QRectF, turn: float, colour: str) -> None:
        reach = area.height() * 0.26
        centre = area.center()
        ahead = QPointF(cos(turn), sin(turn)) * reach
        side = QPointF(-sin(turn), cos(turn)) * reach
        pen = QPen(QColor(colour), area.height() * 0.09)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawLine(centre - ahead, centre + ahead)
        tip = centre + ahead
        self.painter.drawPolyline(
            QPolygonF([tip - ahead * 0.8 + side * 0.8, tip, tip - ahead * 0.8 - side * 0.8])
        )

    # --- marks --------------------------------------------------------------------------------------------

    def tick(self, area: QRectF) -> None:
        """A white disc with a dark tick."""
        side = min(area.width(), area.height())
        disc = QRectF(0, 0, side, side)
        disc.moveCenter(area.center())
        self._disc(disc)
        self._stroke(disc, [(0.26, 0.53), (0.44, 0.70), (0.75, 0.33)])

    def cross(self, area: QRectF) -> None:
        """A dark octagon with a light cross."""
        side = min(area.width(), area.height())
        box = QRectF(0, 0, side, side)
        box.moveCenter(area.center())
        corners = [
            box.center() + QPointF(cos(pi / 8 + k * pi / 4), sin(pi / 8 + k * pi / 4)) * (side / 2)
            for k in range(8)
        ]
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(self.palette.block))
        self.painter.drawPolygon(QPolygonF(corners))
        self._stroke(box, [(0.33, 0.33), (0.67, 0.67)])
        self._stroke(box, [(0.67, 0.33), (0.33, 0.67)])

    def query(self, area: QRectF) -> None:
        """A plain square with a question mark."""
        side = min(area.width(), area.height())
        box = QRectF(0, 0, side, side)
        box.moveCenter(area.center())
        self.block(box, self.palette.block, side * 0.08)
        self.text(box, "?", self.type.bold(side * 0.8), self.palette.on_block, CENTRE)

    def hatch(self, area: QRectF, width: float) -> None:
        """A hatched border inside *area*, so that the page differs from a plain one without colour."""
        inner = area.adjusted(width, width, -width, -width)
        strips = (
            QRectF(area.left(), area.top(), area.width(), width),
            QRectF(area.left(), inner.bottom(), area.width(), width),
            QRectF(area.left(), inner.top(), width, inner.height()),
            QRectF(inner.right(), inner.top(), width, inner.height()),
        )
        for strip in strips:
            self.once(strip, ("hatch", width), partial(self._stripes, strip, width))

    def _stripes(self, strip: QRectF, width: float) -> None:
        """Slanted stripes across one strip, as long as the strip is wide: short lines are drawn fast."""
        self.painter.setPen(QPen(QColor(self.palette.block), width * 0.42))
        self.painter.setClipRect(strip)
        upright = strip.height() > strip.width()
        at, end = (strip.top(), strip.bottom()) if upright else (strip.left(), strip.right())
        at -= width
        while at < end + width:
            if upright:
                self.painter.drawLine(QPointF(strip.left(), at + width), QPointF(strip.right(), at))
            else:
                self.painter.drawLine(QPointF(at, strip.bottom()), QPointF(at + width, strip.top()))
            at += width * 1.2

    def _disc(self, disc: QRectF) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(self.palette.block))
        self.painter.drawEllipse(disc)

    def _stroke(self, box: QRectF, points: list[tuple[float, float]]) -> None:
        pen = QPen(QColor(self.palette.on_block), box.width() * 0.105)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        corner, side = box.topLeft(), box.width()
        self.painter.drawPolyline(QPolygonF([corner + QPointF(x, y) * side for x, y in points]))


def advance(text: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


def fit(text: str, font: QFont, area: QRectF) -> QFont:
    """*font*, or the largest smaller one in which *text* stays inside *area*."""
    wide = advance(text, font)
    high = QFontMetricsF(font).capHeight() * 1.15
    shrink = min(1.0, area.width() / wide if wide else 1.0, area.height() / high if high else 1.0)
    fitted = QFont(font)
    fitted.setPixelSize(max(SMALLEST_PX, int(font.pixelSize() * shrink)))
    return fitted


def largest(text: str, font: QFont, area: QRectF) -> QFont:
    """The largest size of *font* in which *text* fits *area*, by width and by the height of its capitals."""
    tried = QFont(font)
    tried.setPixelSize(200)
    metrics = QFontMetricsF(tried)
    grow = min(area.width() / metrics.horizontalAdvance(text), area.height() / (metrics.capHeight() * 1.1))
    tried.setPixelSize(max(SMALLEST_PX, int(200 * grow)))
    return tried
