"""The look of practice: the station's type and paper, a strip of its own, light and dark. Every size and
colour by name.

The rule guarded: nothing here may be taken for a ruling. A verdict's blue and amber are nowhere; no field is
filled with what was right or wrong.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from kiosk.core.frozen import frozen
from kiosk.core.spoken import PagePart, PartKind
from kiosk.practice.board.tiles import Premium
from kiosk.ui.kit.canvas import LEFT, Canvas
from kiosk.ui.kit.theme import PAPER, Palette, Type

# --- type, in units -----------------------------------------------------------------------------------------

TITLE = 5.2
LARGE = 4.2
TEXT = 3.0
SMALL = 2.5  # the floor
POINTS = 9.0
WORD = 5.0
LARGE_WORD = 6.4
WORD_SHARE = 0.34  # of its row, at most

# --- grid ---------------------------------------------------------------------------------------------------

MARGIN = 4.0
GUTTER = 4.0
GAP = 1.2
STRIP = 6.0
FOOT = 8.4
CAP = 4.4
BIG_CAP = 8.0
ROW = 6.2
LINE = 0.3
THICK = 0.6
SQUARE = 9.0  # of the board, at most
APART = 12.0  # between two answers

# --- colours ------------------------------------------------------------------------------------------------


@frozen
class Colours:
    """*palette*: as the station's pages have one. *strip*: says PRACTICE on every page. *quiet*: text said
    beside something else. *mark*: bars, and what is known to be good. *squares*: of the board."""

    palette: Palette
    strip: str
    on_strip: str
    quiet: str
    mark: str
    on_mark: str
    squares: dict[Premium, str]


LIGHT = Colours(
    palette=PAPER,
    strip="#1F5E46",
    on_strip="#FFFFFF",
    quiet="#3F464C",
    mark="#1F5E46",
    on_mark="#FFFFFF",
    squares={
        Premium.NONE: "#EDEAE1",
        Premium.DOUBLE_LETTER: "#D3E4DA",
        Premium.TRIPLE_LETTER: "#A3CBB5",
        Premium.DOUBLE_WORD: "#EBD3DF",
        Premium.TRIPLE_WORD: "#D9A6BF",
    },
)
DARK = Colours(
    palette=Palette("#16191C", "#F3F1EA", "#F3F1EA", "#16191C", "#565C62", "#262B30", "#3A4147"),
    strip="#1F5E46",
    on_strip="#FFFFFF",
    quiet="#C9CCCB",
    mark="#7FCBA6",
    on_mark="#0B1F16",
    squares={
        Premium.NONE: "#22272B",
        Premium.DOUBLE_LETTER: "#24382F",
        Premium.TRIPLE_LETTER: "#2E5A45",
        Premium.DOUBLE_WORD: "#3E2B35",
        Premium.TRIPLE_WORD: "#5F3A4C",
    },
)
PREMIUM_NAMES = {
    Premium.NONE: "",
    Premium.DOUBLE_LETTER: "2L",
    Premium.TRIPLE_LETTER: "3L",
    Premium.DOUBLE_WORD: "2W",
    Premium.TRIPLE_WORD: "3W",
}


class PracticeCanvas(Canvas):
    """A canvas that knows the colours of practice, where a click means a key, and what is read aloud of what
    it draws: every text, but those for which something else is said."""

    def __init__(self, painter: QPainter, area: QRectF, colours: Colours, type_: Type) -> None:
        super().__init__(painter, area, colours.palette, type_, 1.0)
        self.colours = colours
        self.hits: list[tuple[QRectF, str]] = []
        self.spoken: list[PagePart] = []
        self._unsaid = False

    def px(self, units: float) -> float:
        return units * self.unit

    def plain(self, units: float = TEXT) -> QFont:
        return self.type.text(self.px(units))

    def bold(self, units: float = TEXT) -> QFont:
        return self.type.bold(self.px(units))

    def word(self, units: float = WORD) -> QFont:
        return self.type.word(self.px(units))

    def hot(self, area: QRectF, key: str) -> None:
        """From now on a click into *area* is *key*."""
        self.hits.append((QRectF(area), key))

    # --- read aloud ---------------------------------------------------------------------------------------

    def text(
        self,
        area: QRectF,
        text: str,
        font: QFont,
        colour: str | None = None,
        align: Qt.AlignmentFlag = LEFT,
    ) -> float:
        self.say(PartKind.LINE, text)
        return super().text(area, text, font, colour, align)

    def say(self, kind: PartKind, text: str) -> None:
        """*text* is a part of the page, and of this *kind*."""
        if text and not self._unsaid:
            self.spoken.append(PagePart(kind, text, text))

    @contextmanager
    def drawn_as(self, kind: PartKind, text: str) -> Iterator[None]:
        """For whatever is drawn within, *text* is read aloud."""
        self.say(kind, text)
        before, self._unsaid = self._unsaid, True
        try:
            yield
        finally:
            self._unsaid = before


def spelled(word: str) -> str:
    """*word* as it is read aloud: two that sound alike are two words."""
    return " ".join(word)
