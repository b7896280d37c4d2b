"""A painter with a sense of size: colours and typefaces by name, text as large as fits, pictures kept,
rows.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from kiosk.base.frozen import frozen
from kiosk.base.page import AMBER, BLUE, Tone
from kiosk.kit import scale as kit_scale
from kiosk.kit.scale import HIGH, SMALLEST_PX, UPRIGHT, WIDE, WIDE_UPRIGHT

# ---- theme -------------------------------------------------------------------------------------------------
# Colours and type. Every pair of ink and field keeps a contrast of at least 10:1; a test computes it.

TEXT_FILE = "AtkinsonHyperlegibleNext-400.ttf"
BOLD_FILE = "AtkinsonHyperlegibleNext-700.ttf"
FONTS = 200  # kept; a page has about ten
WORD_FILE = "AtkinsonHyperlegibleMono-700.ttf"


@frozen
class Palette:
    """*field* behind everything, *ink* for all text, *block* and *on_block* for what must stand out,
    *line* for rules and lips (never for text), *raised* for what lies on the field: caps, frames, strips;
    *tint* for what has been used up behind text."""

    field: str
    ink: str
    block: str
    on_block: str
    line: str
    raised: str
    tint: str


# The roles of colour. Blue and amber are a verdict's, and nothing else's anywhere.
PAPER = Palette("#F7F5EF", "#14171A", "#14171A", "#FFFFFF", "#B9B4A7", "#FFFFFF", "#CFCABC")
DARK_BLUE = Palette(BLUE, "#FFFFFF", "#FFFFFF", "#00305E", "#5F8AB4", BLUE, "#00305E")
LIGHT_AMBER = Palette(AMBER, "#120C00", "#120C00", "#FFD893", "#8A5E00", AMBER, "#F2B544")
VIOLET = Palette("#E4E1F2", "#150F33", "#150F33", "#FFFFFF", "#8A83B5", "#FFFFFF", "#CBC6E3")  # no verdict
WHITE = Palette(
    "#FFFFFF", "#14171A", "#14171A", "#FFFFFF", "#B9B4A7", "#FFFFFF", "#D6D2C6"
)  # a call for help
CLOSED = Palette("#2B1A1A", "#FFF4EF", "#FFF4EF", "#2B1A1A", "#8A6A6A", "#2B1A1A", "#3A2626")
LARGE = Palette(
    "#000000", "#FFFFFF", "#FFFFFF", "#000000", "#808080", "#000000", "#333333"
)  # the larger view
REHEARSAL = Palette("#14171A", "#FFFFFF", "#FFFFFF", "#14171A", "#8A8D90", "#14171A", "#2E3236")
STRIP = Palette("#FFE58A", "#1A1400", "#1A1400", "#FFFFFF", "#8A7400", "#FFE58A", "#F2D670")  # circumstances

PALETTES = {
    Tone.PLAIN: PAPER,
    Tone.ACCEPTABLE: DARK_BLUE,
    Tone.UNACCEPTABLE: LIGHT_AMBER,
    Tone.REFER: VIOLET,
    Tone.CALL: WHITE,
    Tone.CLOSED: CLOSED,
}

# A division's colour carries no text, so it may be any; each is far from both fields of a verdict.
BANDS = {
    "blue": "#5BB8F0",
    "orange": "#D9540B",
    "purple": "#8A4FC4",
    "teal": "#0E8C7F",
    "yellow": "#F2EA3D",
    "pink": "#F29AC4",
    "brown": "#6B3F1D",
    "grey": "#9AA0A6",
}
PLATE, ON_PLATE = "#FFFFFF", "#14171A"  # a division's name stands on a plate of its own


class Type:
    """The bundled typefaces; Atkinson Hyperlegible keeps O/0, I/l/1 and C/G apart."""

    def __init__(self, fonts: Path) -> None:
        self._text = _family(fonts / TEXT_FILE)
        self._bold = _family(fonts / BOLD_FILE)
        self._word = _family(fonts / WORD_FILE)

    def text(self, pixels: float) -> QFont:
        return _font(self._text, _whole(pixels), QFont.Weight.Normal)

    def bold(self, pixels: float) -> QFont:
        return _font(self._bold, _whole(pixels), QFont.Weight.Bold)

    def word(self, pixels: float) -> QFont:
        return _font(self._word, _whole(pixels), QFont.Weight.Bold)


def _family(path: Path) -> str:
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
    # A missing file must not stop the station: the system's own typeface is plainer, and legible.
    return families[0] if families else QFont().defaultFamily()


@lru_cache(FONTS)
def _font(family: str, pixels: int, weight: QFont.Weight) -> QFont:
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setKerning(True)
    return font


def _whole(pixels: float) -> int:
    return max(SMALLEST_PX, int(pixels))


def palette(tone: Tone, large: bool) -> Palette:
    """The palette of a page; the extra-large view keeps the verdict's own, for that is their meaning."""
    return LARGE if large and tone is Tone.PLAIN else PALETTES[tone]


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part) for part in QColor(colour).getRgbF()[:3])  # type: ignore[index]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


# ---- kept --------------------------------------------------------------------------------------------------
# Pictures of what looks the same each time it is drawn: large type and hatching are slow to draw, and a
# verdict must not wait for them.

MOST = 24  # pictures; there are more only after a change of screen or text size


class PixmapCache:
    """Pictures of what is slow to draw. Nothing of a play is kept: only what its key names, and that is the
    same for every play."""

    def __init__(self) -> None:
        self._pictures: dict[Hashable, QImage] = {}

    def draw(self, painter: QPainter, box: QRect, key: Hashable, paint: Callable[[QPainter], None]) -> None:
        """Draw on *box* what *paint* draws there; the same *key* and size must mean the same picture."""
        painter.drawImage(QPointF(box.topLeft()), self.picture(painter, box, key, paint))

    def picture(
        self, painter: QPainter, box: QRect, key: Hashable, paint: Callable[[QPainter], None]
    ) -> QImage:
        """What *paint* draws on *box*, as sharp as what *painter* draws on."""
        ratio = painter.device().devicePixelRatio()
        whole = (key, box.size().toTuple(), ratio)
        if whole not in self._pictures:
            if len(self._pictures) >= MOST:
                del self._pictures[next(iter(self._pictures))]  # the one not used for longest
            self._pictures[whole] = _picture(box, ratio, paint)
        made = self._pictures[whole] = self._pictures.pop(whole)
        return made


def _picture(box: QRect, ratio: float, paint: Callable[[QPainter], None]) -> QImage:
    made = QImage(box.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.translate(-box.topLeft())
    try:
        paint(painter)
    finally:
        painter.end()  # Qt does not survive a painter that outlives its picture
    return made


# ---- canvas ------------------------------------------------------------------------------------------------
# A painter with a sense of size: text as large as fits, plain shapes, and pictures of what never changes.

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
        kept: PixmapCache | None = None,
    ) -> None:
        self.painter = painter
        self.area = area
        self.palette = palette
        self.type = type_
        self.tall = area.height() > area.width() * UPRIGHT
        self.unit = min(area.height() / HIGH, area.width() / (WIDE_UPRIGHT if self.tall else WIDE))
        self.scale = scale
        self._kept = kept or PixmapCache()
        painter.setRenderHints(HINTS)

    @property
    def share(self) -> float:
        """A hundredth of the screen's height, in units; of a screen on its side, one unit."""
        return 1.0 if self.tall else self.area.height() / HIGH / self.unit

    def once(self, area: QRectF, key: Hashable, paint: Callable[[], None]) -> None:
        """Draw on *area* what *paint* draws there, from its picture if there is one. *key*: all that it
        depends on besides the size of *area* and the palette. It may lie elsewhere the next time."""
        on_screen = self.painter

        def draw_alphabet(painter: QPainter) -> None:
            painter.setRenderHints(HINTS)
            self.painter = painter
            paint()

        try:
            self._kept.draw(on_screen, area.toAlignedRect(), (key, self.palette), draw_alphabet)
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

    def draw_word(self, area: QRectF, word: str, font: QFont, align: Qt.AlignmentFlag) -> None:
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

    def draw_spaced(self, area: QRectF, text: str, font: QFont, pitch: float) -> None:
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
        lines, size = wrap(text, font, area, SENTENCES)
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
        self.painter.drawPolygon(_place(box, points))

    def strokes(self, box: QRectF, lines: Sequence[Points], colour: str, width: float) -> None:
        """Lines with round ends."""
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for points in lines:
            self.painter.drawPolyline(_place(box, points))

    def disc(self, box: QRectF, colour: str) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(colour))
        self.painter.drawEllipse(box)


def _place(box: QRectF, points: Points) -> QPolygonF:
    return QPolygonF([QPointF(box.left() + x * box.width(), box.top() + y * box.height()) for x, y in points])


def flow(parts: Sequence[str], between: str, font: QFont, width: float) -> list[str]:
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
    return _measure(text, font.family(), font.weight())[0] * font.pixelSize()


def capital(font: QFont) -> float:
    """The height of its capitals."""
    return _measure("", font.family(), font.weight())[1] * font.pixelSize()


@lru_cache(MEASUREMENTS)
def _measure(text: str, family: str, weight: QFont.Weight) -> tuple[float, float]:
    """The width of *text* and the height of capitals, in sizes of the type. No challenged word is measured:
    their letters are all of one width."""
    font = QFont(family)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setPixelSize(kit_scale.MEASURED_PX)
    metrics = QFontMetricsF(font)
    return metrics.horizontalAdvance(
        text
    ) / kit_scale.MEASURED_PX, metrics.capHeight() / kit_scale.MEASURED_PX


def fit(text: str, font: QFont, area: QRectF) -> QFont:
    """*font*, or the largest smaller one in which *text* stays inside *area*."""
    wide, high = advance(text, font), capital(font) * 1.15
    shrink = min(1.0, area.width() / wide if wide else 1.0, area.height() / high if high else 1.0)
    if shrink == 1.0:
        return font
    fitted = QFont(font)
    fitted.setPixelSize(max(kit_scale.SMALLEST_PX, int(font.pixelSize() * shrink)))
    return fitted


def largest(text: str, font: QFont, area: QRectF) -> int:
    """The largest size of *font*, in pixels, in which *text* fits *area*: by width and by its capitals."""
    size = font.pixelSize()
    wide, high = advance(text, font) / size, capital(font) * 1.1 / size
    return max(kit_scale.SMALLEST_PX, int(min(area.width() / max(0.01, wide), area.height() / high)))


def wrap(text: str, font: QFont, area: QRectF, apart: float = CAPITALS) -> tuple[list[str], int]:
    """*text* in the fewest lines that let it be largest in *area*, and that size: no larger than *font*.
    *apart*: how much higher than capitals each of several lines must be."""
    best, best_size = [text], 0
    for count in range(1, MOST_LINES + 1):
        lines = break_text(text, font, count)
        alone = len(lines) == 1 and apart == CAPITALS
        row = QRectF(0, 0, area.width(), area.height() / len(lines) / (1.0 if alone else apart))
        size = min(font.pixelSize(), *(largest(line, font, row) for line in lines))
        if size > best_size:
            best, best_size = lines, size
    return best, best_size


def break_text(text: str, font: QFont, count: int) -> list[str]:
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


# ---- rows --------------------------------------------------------------------------------------------------
# Divides the height of a page among its rows: each gets what it needs, and what is left where it helps.


@frozen
class Row:
    """At least and at most so many units high. A row of no height is left out, with the space after it."""

    least: float
    most: float


NONE = Row(0, 0)
ALL_THERE_IS = Row(kit_scale.VERDICT, 100 * kit_scale.HIGH)


def stack(area: QRectF, unit: float, *rows: Row, widest: float = kit_scale.WIDEST_SPACE) -> list[QRectF]:
    """One box for each of *rows*, from top to bottom. Spaces grow last, and to *widest* at most."""
    spaces, least = _spaces(rows), height_needed(*rows)
    room = area.height() / unit - least
    growth = sum(row.most - row.least for row in rows)
    squeeze = min(1.0, 1 + room / least)
    share = min(1.0, max(0.0, room) / growth) if growth else 0.0
    over = max(0.0, room - growth)
    space = min(widest, kit_scale.SPACE + over / spaces) if spaces else 0.0
    boxes, top = [], area.top()
    for row in rows:
        high = (row.least + share * (row.most - row.least)) * squeeze * unit
        boxes.append(QRectF(area.left(), top, area.width(), high))
        top += high + (space * squeeze * unit if row.most > 0 else 0)
    return boxes


def height_needed(*rows: Row) -> float:
    """How many units *rows* take at least, with the spaces between them."""
    return sum(row.least for row in rows) + _spaces(rows) * kit_scale.SPACE


def _spaces(rows: tuple[Row, ...]) -> int:
    return max(0, sum(row.most > 0 for row in rows) - 1)


def row_if(present: object, row: Row) -> Row:
    """*row* if there is something to put there."""
    return row if present else NONE


def cells(canvas: Canvas, area: QRectF, count: int, columns: int) -> list[QRectF]:
    """*count* cells, down one column and then the next."""
    rows = -(-count // columns)
    gap = kit_scale.GUTTER * canvas.unit if columns > 1 else 0
    width = (area.width() - gap * (columns - 1)) / columns
    height = area.height() / rows
    return [
        QRectF(
            area.left() + (place // rows) * (width + gap), area.top() + (place % rows) * height, width, height
        )
        for place in range(count)
    ]
