"""The look of the console: the station's type and paper at half its scale. Every size and colour by name.

One unit is a hundredth of the height of a 16:9 window, as on the station. Blue and amber are a verdict's:
here they fill the small marks beside its word, and nothing else.
"""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont

from kiosk.ui.kit.scale import HIGH, WIDE
from kiosk.ui.kit.theme import DARK_BLUE, LIGHT_AMBER, PAPER, VIOLET, Type

# --- type, in units: half the station's ---------------------------------------------------------------------

HEAD = 7.0  # a head, to be photographed
TITLE = 4.5
LARGE = 3.0
TEXT = 2.3
SMALL = 1.9  # the floor

# --- grid ---------------------------------------------------------------------------------------------------

MARGIN = 2.5
GUTTER = 1.5
GAP = 0.8
BAR = 6.0  # the strip of pages above, and of keys below
ROW_TYPE = 0.52  # of its row, the type of a ruling
ROW = 3.6  # of a list
BIG_ROW = 8.4  # of the last rulings, at most
CAP = 3.4
FOCUS = 0.35
CHART = 13.0
FACETS = 30.0

# --- colours ------------------------------------------------------------------------------------------------

FIELD, INK, LINE, RAISED, TINT = PAPER.field, PAPER.ink, PAPER.line, PAPER.raised, PAPER.tint
ON_INK = PAPER.on_block
QUIET = "#33383D"  # said beside something else; still 10:1 on the field
PAGE = "#FFFFFF"  # a sheet to be printed
CODE_DARK, CODE_LIGHT = "#000000", "#FFFFFF"
STRIP, ON_STRIP = "#FFE58A", "#1A1400"  # circumstances, as on the station
ACCEPTABLE_MARK = replace(PAPER, block=DARK_BLUE.field, on_block=DARK_BLUE.ink)
UNACCEPTABLE_MARK = replace(PAPER, block=LIGHT_AMBER.field, on_block=LIGHT_AMBER.ink)
REFER_MARK = replace(PAPER, block=VIOLET.block, on_block=VIOLET.on_block)


class ConsoleLook:
    """The typefaces, and how large a unit is in a window of this size."""

    def __init__(self, fonts: Path) -> None:
        self.type = Type(fonts)
        self.unit = HIGH / 100

    def fit(self, size: QSize) -> bool:
        """Take the unit of a window of *size*; whether it is another than before."""
        before, self.unit = self.unit, min(size.height() / HIGH, size.width() / WIDE)
        return abs(before - self.unit) > 0.01

    def px(self, units: float) -> int:
        return max(1, round(units * self.unit))

    def text(self, units: float = TEXT) -> QFont:
        return self.type.text(units * self.unit)

    def bold(self, units: float = TEXT) -> QFont:
        return self.type.bold(units * self.unit)

    def word(self, units: float = TEXT) -> QFont:
        return self.type.word(units * self.unit)

    def sheet(self) -> str:
        """How Qt's own widgets look."""
        px, family = self.px, self.text().family()
        return f"""
        QWidget {{ background: {FIELD}; color: {INK}; font-family: "{family}"; font-size: {px(TEXT)}px; }}
        QLabel#title {{ font-size: {px(TITLE)}px; font-weight: 700; }}
        QLabel#heading {{ font-size: {px(LARGE)}px; font-weight: 700; }}
        QLabel#subject {{ color: {QUIET}; padding-right: {px(GAP)}px; }}
        QLabel#flag {{ background: {INK}; color: {ON_INK}; font-weight: 700; padding: 0 {px(GUTTER)}px; }}
        QLabel#hint {{ color: {QUIET}; font-size: {px(SMALL)}px; }}
        QLabel#wrong {{ background: {STRIP}; color: {ON_STRIP}; padding: {px(GAP)}px {px(GUTTER)}px; }}
        QLabel#doubt {{ background: {INK}; color: {ON_INK}; font-weight: 700;
            padding: {px(GAP)}px {px(MARGIN)}px; }}
        QLabel#chipless {{ color: {QUIET}; }}
        QLineEdit {{ background: {RAISED}; border: {px(FOCUS)}px solid {LINE}; border-radius: {px(0.9)}px;
            padding: {px(0.5)}px {px(1)}px; selection-background-color: {INK}; selection-color: {ON_INK}; }}
        QLineEdit:focus {{ border-color: {INK}; }}
        QAbstractItemView {{ background: {FIELD}; border: {px(FOCUS)}px solid {FIELD}; outline: 0; }}
        QAbstractItemView:focus {{ border-color: {INK}; }}
        QListWidget::item:selected:active {{ background: {INK}; color: {ON_INK}; }}
        QListWidget::item:selected:!active {{ background: {TINT}; color: {INK}; }}
        QScrollArea {{ border: {px(FOCUS)}px solid {FIELD}; }}
        QScrollArea:focus {{ border-color: {INK}; }}
        QScrollBar:vertical {{ background: {FIELD}; width: {px(1.4)}px; margin: 0; }}
        QScrollBar::handle:vertical {{ background: {LINE}; min-height: {px(4)}px; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: {FIELD}; }}
        QHeaderView::section {{ background: {FIELD}; color: {QUIET}; border: 0;
            border-bottom: {px(0.25)}px solid {INK}; font-size: {px(SMALL)}px; padding: 0 {px(0.8)}px; }}
        QProgressBar {{ border: {px(0.25)}px solid {INK}; background: {RAISED}; height: {px(2.4)}px; }}
        QProgressBar::chunk {{ background: {INK}; }}
        """
