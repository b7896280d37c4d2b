"""The look of the console and the pieces its pages are made of."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kiosk.console.events import ConsoleEvent, RulingAsked
from kiosk.console.states import Inside
from kiosk.kit import shapes
from kiosk.kit.canvas import DARK_BLUE, LIGHT_AMBER, PAPER, VIOLET, Canvas, Palette, Type
from kiosk.kit.scale import HIGH, WIDE

# ---- look --------------------------------------------------------------------------------------------------
# The look of the console: the station's type and paper at half its scale. Every size and colour by name.
#
# One unit is a hundredth of the height of a 16:9 window, as on the station. Blue and amber are a verdict's:
# here they fill the small marks beside its word, and nothing else.

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


# ---- parts -------------------------------------------------------------------------------------------------
# The pieces that console pages are made of: caps that can be pressed, marks of verdicts, lines of facts.

MARKS = {
    "acceptable": (ACCEPTABLE_MARK, shapes.draw_tick),
    "unacceptable": (UNACCEPTABLE_MARK, shapes.draw_cross),
    "refer": (REFER_MARK, shapes.draw_elsewhere),
}


def canvas(painter: QPainter, area: QRectF, look: ConsoleLook, palette: Palette = PAPER) -> Canvas:
    """What the kit draws on."""
    return Canvas(painter, area, palette, look.type, 1.0)


def draw_mark(painter: QPainter, box: QRectF, verdict: str, look: ConsoleLook) -> None:
    """The small disc, octagon or square of *verdict*; of what is none, nothing."""
    if verdict not in MARKS:
        return
    palette, draw = MARKS[verdict]
    on = canvas(painter, box, look, palette)
    if verdict == "unacceptable":  # amber on paper needs its edge
        edge = box.height() * 0.05
        on.shape(box.adjusted(edge, edge, -edge, -edge), shapes.OCTAGON, palette.block, palette.ink, edge * 2)
        box = box.adjusted(edge, edge, -edge, -edge)
    draw(on, box)


class EnterButton(QAbstractButton):
    """A button that ENTER presses, as SPACE does any."""

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if press.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not press.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(press)


class CapButton(EnterButton):
    """A key drawn as a cap, with what it does beside it; it can be clicked, and reached by TAB."""

    def __init__(self, look: ConsoleLook, cap: str, text: str, pressed: Callable[[], None]) -> None:
        super().__init__()
        self._look, self._cap = look, cap
        self.current = False
        self.setText(text)
        self.setAccessibleName(f"{text}, key {cap}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(pressed)

    @property
    def cap(self) -> str:
        return self._cap

    def say(self, cap: str, text: str) -> None:
        """Be another key from now on."""
        self._cap = cap
        self.setText(text)
        self.setAccessibleName(f"{text}, key {cap}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        look, high = self._look, self._look.px(CAP)
        font = look.bold() if self.current else look.text()
        said = QFontMetrics(font).horizontalAdvance(self.text()) if self.text() else 0
        return QSize(self._cap_width() + said + 4 * look.px(GAP), high + 2 * look.px(GAP))

    def _cap_width(self) -> int:
        return round(shapes.cap_width_in(self._look.type, self._cap, self._look.px(CAP) * 0.82))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), self._look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        gap = look.px(GAP)
        if self.hasFocus():
            painter.setPen(QPen(QColor(INK), look.px(FOCUS)))
            edge = look.px(FOCUS) / 2
            painter.drawRect(area.adjusted(edge, edge, -edge, -edge))
        on = canvas(painter, area, look)
        high = look.px(CAP) * 0.82
        wide = shapes.draw_cap(on, gap, area.center().y() - high * 0.04, high, self._cap, filled=self.current)
        painter.setPen(QColor(INK))
        painter.setFont(look.bold() if self.current else look.text())
        room = area.adjusted(gap + wide + gap, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.end()


class KeyStrip(QWidget):
    """Which keys do what on this page, as small caps."""

    def __init__(self, look: ConsoleLook) -> None:
        super().__init__()
        self._look = look
        self.shown: tuple[tuple[str, str], ...] = ()

    def show_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        if tuple(keys) == self.shown:
            return
        self.shown = tuple(keys)
        self.setAccessibleName("; ".join(f"{key}: {does}" for key, does in keys))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look, area = QPainter(self), self._look, QRectF(self.rect())
        painter.fillRect(area, QColor(FIELD))
        on, high, font = canvas(painter, area, look), look.px(SMALL) * 1.3, look.text(SMALL)
        at, middle = 0.0, area.center().y()
        for key, does in self.shown:
            at += shapes.draw_cap(on, at + 2, middle - 1, high, key) + look.px(0.9)
            painter.setFont(font)
            painter.setPen(QColor(QUIET))
            wide = QFontMetrics(font).horizontalAdvance(does)
            painter.drawText(QRectF(at, 0, wide + 2, area.height()), Qt.AlignmentFlag.AlignVCenter, does)
            at += wide + look.px(2)
        painter.end()


class FactLines(QWidget):
    """Subjects and what is said of each."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._shown: tuple[tuple[str, str], ...] = ()

    def show_lines(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show *lines*; the same ones twice cost nothing."""
        if tuple(lines) == self._shown:
            return
        self._shown = tuple(lines)
        empty(self._grid)
        for row, (subject, said) in enumerate(lines):
            left, right = label(subject, "subject"), label(said)
            right.setWordWrap(True)
            self._grid.addWidget(left, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(right, row, 1)

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        return self._shown


class Wrongs(QWidget):
    """What is wrong, a strip each."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self.shown: tuple[str, ...] = ()

    def show_lines(self, lines: Sequence[str]) -> None:
        if tuple(lines) == self.shown:
            return
        self.shown = tuple(lines)
        empty(self._rows)
        for line in lines:
            strip = label(line, "wrong")
            strip.setWordWrap(True)
            self._rows.addWidget(strip)
        self.setVisible(bool(lines))


def empty(layout: QGridLayout | QVBoxLayout) -> None:
    """Take everything out of *layout*."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            if isinstance(widget, QLabel):
                widget.clear()  # until it is deleted it can still be read
            widget.deleteLater()


def label(text: str, name: str = "") -> QLabel:
    """Plain text, never markup: some of it comes from a log."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setObjectName(name)
    return made


# ---- base --------------------------------------------------------------------------------------------------
# What every page of the console has: its keys, its part of the state, and how it takes another size.

OnEvent = Callable[[ConsoleEvent], None]


class ConsolePage(QWidget):
    """One page. It draws the state it is shown and reports what its user does; it decides nothing."""

    HINTS: tuple[tuple[str, str], ...] = ()  # keys and what they do, for the strip below

    def __init__(self, look: ConsoleLook, on_event: OnEvent) -> None:
        super().__init__()
        self.look, self.on_event = look, on_event
        self.key("B", lambda: on_event(RulingAsked()))  # on every page: a dispute begins with a slip's number

    def key(self, name: str, act: Callable[[], None]) -> None:
        """*act* on the key *name*, wherever on this page the focus is, unless that takes it."""
        shortcut = QShortcut(QKeySequence(name), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(act)

    def show_state(self, state: Inside) -> None:
        """Draw what *state* says of this page."""
        raise NotImplementedError

    def fit(self) -> None:
        """The window has another size."""

    def take_focus(self) -> None:
        """The page has come on show."""
        self.setFocus()

    def step_back(self) -> bool:
        """ESC: whether there was something on the page itself to go back from."""
        return False
