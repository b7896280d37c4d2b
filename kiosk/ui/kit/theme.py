"""Colours and type. Every pair of ink and field keeps a contrast of at least 10:1; a test computes it."""

from functools import lru_cache
from pathlib import Path

from PySide6.QtGui import QColor, QFont, QFontDatabase

from kiosk.core.frozen import frozen
from kiosk.core.page import Tone
from kiosk.ui.kit.scale import SMALLEST_PX

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
DARK_BLUE = Palette("#003B73", "#FFFFFF", "#FFFFFF", "#00305E", "#5F8AB4", "#003B73", "#00305E")
LIGHT_AMBER = Palette("#FFC457", "#120C00", "#120C00", "#FFD893", "#8A5E00", "#FFC457", "#F2B544")
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
