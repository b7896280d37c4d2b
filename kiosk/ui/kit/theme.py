"""Colours and type. Every pair of ink and field keeps a contrast of at least 10:1; a test computes it."""

from pathlib import Path

from PySide6.QtGui import QColor, QFont, QFontDatabase

from kiosk.core.frozen import frozen
from kiosk.core.page import Tone
from kiosk.ui.kit.scale import SMALLEST_PX

TEXT_FILE = "AtkinsonHyperlegibleNext-400.ttf"
BOLD_FILE = "AtkinsonHyperlegibleNext-700.ttf"
WORD_FILE = "AtkinsonHyperlegibleMono-700.ttf"


@frozen
class Palette:
    """*field* behind everything, *ink* for all text, *block* and *on_block* for what must stand out,
    *line* for rules and frames (never for text)."""

    field: str
    ink: str
    block: str
    on_block: str
    line: str


# The roles of colour. Blue and amber are a verdict's, and nothing else's anywhere.
PAPER = Palette("#F7F5EF", "#14171A", "#14171A", "#FFFFFF", "#B9B4A7")  # what players read and type on
DARK_BLUE = Palette("#003B73", "#FFFFFF", "#FFFFFF", "#00305E", "#5F8AB4")
LIGHT_AMBER = Palette("#FFC457", "#120C00", "#120C00", "#FFD893", "#8A5E00")
VIOLET = Palette("#E4E1F2", "#150F33", "#150F33", "#FFFFFF", "#8A83B5")  # no verdict: ask somebody else
DARK = Palette("#14171A", "#FFFFFF", "#FFFFFF", "#14171A", "#6B7278")  # somebody was called
CLOSED = Palette("#2B1A1A", "#FFF4EF", "#FFF4EF", "#2B1A1A", "#8A6A6A")
LARGE = Palette("#000000", "#FFFFFF", "#FFFFFF", "#000000", "#808080")  # the extra-large view
STRIP = Palette("#FFE58A", "#1A1400", "#1A1400", "#FFFFFF", "#8A7400")  # the circumstances, above a page

PALETTES = {
    Tone.PLAIN: PAPER,
    Tone.ACCEPTABLE: DARK_BLUE,
    Tone.UNACCEPTABLE: LIGHT_AMBER,
    Tone.REFER: VIOLET,
    Tone.CALL: DARK,
    Tone.CLOSED: CLOSED,
}

# A division's band: dark enough for white letters, none of them near the colours of a verdict.
BANDS = {
    "blue": "#1B3C84",
    "orange": "#722B00",
    "purple": "#552083",
    "teal": "#00474A",
    "yellow": "#523E00",
    "pink": "#7D1050",
    "brown": "#4A2C17",
    "grey": "#3A3F44",
}
ON_BAND = "#FFFFFF"


class Type:
    """The bundled typefaces; Atkinson Hyperlegible keeps O/0, I/l/1 and C/G apart."""

    def __init__(self, fonts: Path) -> None:
        self._text = _family(fonts / TEXT_FILE)
        self._bold = _family(fonts / BOLD_FILE)
        self._word = _family(fonts / WORD_FILE)

    def text(self, pixels: float) -> QFont:
        return _font(self._text, pixels, QFont.Weight.Normal)

    def bold(self, pixels: float) -> QFont:
        return _font(self._bold, pixels, QFont.Weight.Bold)

    def word(self, pixels: float) -> QFont:
        return _font(self._word, pixels, QFont.Weight.Bold)


def _family(path: Path) -> str:
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
    # A missing file must not stop the station: the system's own typeface is plainer, and legible.
    return families[0] if families else QFont().defaultFamily()


def _font(family: str, pixels: float, weight: QFont.Weight) -> QFont:
    font = QFont(family)
    font.setPixelSize(max(SMALLEST_PX, int(pixels)))
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setKerning(True)
    return font


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
