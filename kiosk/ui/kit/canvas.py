"""A painter with a sense of size: text as large as fits, plain shapes, and pictures of what never changes."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial
from math import ceil
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from kiosk.ui.kit import scale
from kiosk.ui.kit.kept import Kept
from kiosk.ui.kit.scale import HIGH, UPRIGHT, WIDE, WIDE_UPRIGHT
from kiosk.ui.kit.theme import Palette, Type

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing

MEASUREMENTS = 1000  # kept; texts of pages are few
MOST_LINES = 4
CAPITALS, SENTENCES = 1.25, 1.45  # the height of a line of several, in those of its capitals
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST = ord(ALPHABET[0])

Points: TypeAlias = Sequence[tuple[float, float]]  # in a box whose sides are 1


class Canvas:
    """*unit*: one hundredth of the height of a 16:9 page that fits the screen; *tall*: it is on its side."""

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
        self.tall = area.height() > area.width() * UPRIGHT
        self.unit = min(area.height() / HIGH, area.width() / (WIDE_UPRIGHT if self.tall else WIDE))
        self.scale = scale
        self._kept = kept or Kept()
        painter.setRenderHints(HINTS)

    @property
    def share(self) -> float:
        """A hundredth of the screen's height, in units; of a screen on its side, one unit."""
        return 1.0 if self.tall else self.area.height() / HIGH / self.unit

    def once(self, area: QRectF, key: Hashable, paint: Callable[[], None]) -> None:
        """Draw on *area* what *paint* draws there, from its picture if there is one. *key*: all that it
        depends on besides the size of *area* and the palette. It may lie elsewhere the next time."""
        on_screen = self.painter

        def pictured(painter: QPainter) -> None:
            painter.setRenderHints(HINTS)
            self.painter = painter
            paint()

        try:
            self._kept.draw(on_screen, area.toAlignedRect(), (key, self.palette), pictured)
        finally:
            self.painter = on_screen

    def size(self, units: float) -> float:
        """Type of *units* hundredths, at the size the set-up asks for."""
        return units * self.unit * self.scale

    def foot(self, area: QRectF, units: float) -> QRectF:
        """The lowest part of *area*, *units* high."""
        height = units * self.unit
        return QRectF(area.left(), area.bottom() - height, area.width(), height)

    # --- text ---------------------------------------------------------------------------------------------

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
        return advance(text, fitted)

    def lettered(self, area: QRectF, word: str, font: QFont, align: Qt.AlignmentFlag) -> None:
        """Draw a challenged *word*, which fits *area*, from a picture of the whole alphabet: large letters
        are slow to draw, and a picture of all letters gives away none."""
        pitch, high = advance("M", font), font.pixelSize() * 1.2
        strip = QRect(0, 0, ceil(pitch * len(ALPHABET)), ceil(high))
        key = ("alphabet", font.pixelSize(), self.palette)
        picture = self._kept.picture(self.painter, strip, key, partial(self._alphabet, font, pitch, high))
        left = area.right() - pitch * len(word) if align & Qt.AlignmentFlag.AlignRight else area.left()
        top, ratio = round(area.center().y() - high / 2), picture.devicePixelRatio()
        wide, high = ceil(pitch) * ratio, high * ratio
        for place, letter in enumerate(word):
            part = QRectF(round((ord(letter) - FIRST) * pitch) * ratio, 0, wide, high)
            self.painter.drawImage(QPointF(round(left + place * pitch), top), picture, part)

    def _alphabet(self, font: QFont, pitch: float, high: float, painter: QPainter) -> None:
        painter.setRenderHints(HINTS)
        painter.setFont(font)
        painter.setPen(QColor(self.palette.ink))
        for place, letter in enumerate(ALPHABET):
            painter.drawText(QRectF(round(place * pitch), 0, pitch, high), CENTRE, letter)

    def spaced(self, area: QRectF, text: str, font: QFont, pitch: float) -> None:
        """Draw the letters of *text* from the left, each in the middle of its own *pitch*."""
        self.painter.setFont(font)
        self.painter.setPen(QColor(self.palette.ink))
        flags = CENTRE | Qt.TextFlag.TextDontClip
        for place, letter in enumerate(text):
            cell = QRectF(area.left() + place * pitch, area.top(), pitch, area.height())
            self.painter.drawText(cell, flags, letter)

    def paragraph(self, area: QRectF, text: str, font: QFont, align: Qt.AlignmentFlag = LEFT) -> None:
        """Draw *text* on the number of lines that makes it largest, no larger than *font*."""
        if not text:
            return
        lines, size = wrapped(text, font, area, SENTENCES)
        high = area.height() / len(lines)
        step = min(high, size * 1.3)
        top = area.top()
        if align & Qt.AlignmentFlag.AlignVCenter:
            top = area.center().y() - step * len(lines) / 2
        shown = QFont(font)
        shown.setPixelSize(size)
        for place, line in enumerate(lines):
            self.text(QRectF(area.left(), top + place * step, area.width(), step), line, shown, align=align)

    # --- shapes -------------------------------------------------------------------------------------------

    def fill(self, area: QRectF, colour: str) -> None:
        self.painter.fillRect(area, QColor(colour))

    def box(self, area: QRectF, face: str, line: str, width: float, radius: float = 0) -> None:
        """A framed box; only what is pressed or typed into has round corners."""
        self.painter.setPen(QPen(QColor(line), width))
        self.painter.setBrush(QColor(face))
        self.painter.drawRoundedRect(area, radius, radius)

    def shape(self, box: QRectF, points: Points, face: str, line: str = "", width: float = 0) -> None:
        """A filled figure, with a line round it if one is named."""
        self.painter.setPen(QPen(QColor(line), width) if line else QPen(Qt.PenStyle.NoPen))
        self.painter.setBrush(QColor(face))
        self.painter.drawPolygon(_placed(box, points))

    def strokes(self, box: QRectF, lines: Sequence[Points], colour: str, width: float) -> None:
        """Lines with round ends."""
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for points in lines:
            self.painter.drawPolyline(_placed(box, points))

    def disc(self, box: QRectF, colour: str) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(colour))
        self.painter.drawEllipse(box)


def _placed(box: QRectF, points: Points) -> QPolygonF:
    return QPolygonF([QPointF(box.left() + x * box.width(), box.top() + y * box.height()) for x, y in points])


def flowed(parts: Sequence[str], between: str, font: QFont, width: float) -> list[str]:
    """*parts* one after the other, in as many rows as they need."""
    rows = [""]
    for part in parts:
        longer = f"{rows[-1]}{between}{part}" if rows[-1] else part
        if rows[-1] and advance(longer, font) > width:
            rows.append(part)
        else:
            rows[-1] = longer
    return rows


def square(area: QRectF, side: float = 1.0) -> QRectF:
    """The largest square in the middle of *area*, or *side* of it."""
    edge = min(area.width(), area.height()) * side
    box = QRectF(0, 0, edge, edge)
    box.moveCenter(area.center())
    return box


def advance(text: str, font: QFont) -> float:
    """The width of *text*. Type is not hinted, so widths grow with its size, and one measurement does."""
    return _measured(text, font.family(), font.weight())[0] * font.pixelSize()


def capital(font: QFont) -> float:
    """The height of its capitals."""
    return _measured("", font.family(), font.weight())[1] * font.pixelSize()


@lru_cache(MEASUREMENTS)
def _measured(text: str, family: str, weight: QFont.Weight) -> tuple[float, float]:
    """The width of *text* and the height of capitals, in sizes of the type. No challenged word is measured:
    their letters are all of one width."""
    font = QFont(family)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setPixelSize(scale.MEASURED_PX)
    metrics = QFontMetricsF(font)
    return metrics.horizontalAdvance(text) / scale.MEASURED_PX, metrics.capHeight() / scale.MEASURED_PX


def fit(text: str, font: QFont, area: QRectF) -> QFont:
    """*font*, or the largest smaller one in which *text* stays inside *area*."""
    wide, high = advance(text, font), capital(font) * 1.15
    shrink = min(1.0, area.width() / wide if wide else 1.0, area.height() / high if high else 1.0)
    if shrink == 1.0:
        return font
    fitted = QFont(font)
    fitted.setPixelSize(max(scale.SMALLEST_PX, int(font.pixelSize() * shrink)))
    return fitted


def largest(text: str, font: QFont, area: QRectF) -> int:
    """The largest size of *font*, in pixels, in which *text* fits *area*: by width and by its capitals."""
    size = font.pixelSize()
    wide, high = advance(text, font) / size, capital(font) * 1.1 / size
    return max(scale.SMALLEST_PX, int(min(area.width() / max(0.01, wide), area.height() / high)))


def wrapped(text: str, font: QFont, area: QRectF, apart: float = CAPITALS) -> tuple[list[str], int]:
    """*text* in the fewest lines that let it be largest in *area*, and that size: no larger than *font*.
    *apart*: how much higher than capitals each of several lines must be."""
    best, best_size = [text], 0
    for count in range(1, MOST_LINES + 1):
        lines = broken(text, font, count)
        alone = len(lines) == 1 and apart == CAPITALS
        row = QRectF(0, 0, area.width(), area.height() / len(lines) / (1.0 if alone else apart))
        size = min(font.pixelSize(), *(largest(line, font, row) for line in lines))
        if size > best_size:
            best, best_size = lines, size
    return best, best_size


def broken(text: str, font: QFont, count: int) -> list[str]:
    """*text* in at most *count* lines of much the same length."""
    words = text.split()
    width = advance(text, font) / count
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        over = advance(longer, font) - width
        if lines[-1] and len(lines) < count and over > advance(word, font) / 2:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
