"""The window of practice: draws one view, reports keys, and clicks as the keys they stand for."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import assert_never

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from kiosk.base.page import PagePart, PartKind
from kiosk.kit.accessible import SpokenParts
from kiosk.kit.canvas import Type
from kiosk.practice import pages
from kiosk.practice.drill_screens import draw_drill
from kiosk.practice.home_screens import draw_decks, draw_home, draw_refused, draw_words
from kiosk.practice.kit import DARK, LIGHT, Colours, PracticeCanvas
from kiosk.practice.scores_screens import draw_scores

# ---- accessible --------------------------------------------------------------------------------------------
# What assistive tools find in the window of practice: what its page draws, as parts with their roles.
#
# The rule guarded: no more is said than is drawn, so before the answer nothing tells what a word is.

QUIET_KINDS = (PartKind.KEY, PartKind.LIST)  # there for anyone who looks, and told only when it alone changes


class SpokenView(SpokenParts):
    """The parts of the page that was painted last."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._said: tuple[PagePart, ...] = ()

    def show(self, said: tuple[PagePart, ...]) -> None:
        """From now on assistive tools find *said*."""
        before, self._said = self._said, said
        self.say(said, describe_change(before, said), anew=_title(before) != _title(said))


def describe_change(before: Sequence[PagePart], after: Sequence[PagePart]) -> str:
    """What to announce of *after* to somebody who knows *before*: a new page without its keys, and of the
    same page what changed."""
    if _title(before) != _title(after):
        return ". ".join(part.said for part in after if part.kind not in QUIET_KINDS)
    return ". ".join(part.said for part in after if part not in before)


def _title(said: Sequence[PagePart]) -> str:
    return said[0].said if said else ""


# ---- window ------------------------------------------------------------------------------------------------
# The window of practice: draws one view, reports keys, and clicks as the keys they stand for.

TITLE = "Challenge Kiosk: practice"
SMALLEST = (800, 480)
NAMED = {
    Qt.Key.Key_Escape: "ESC",
    Qt.Key.Key_Return: "ENTER",
    Qt.Key.Key_Enter: "ENTER",
    Qt.Key.Key_Backspace: "BACKSPACE",
}
HELD = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class PracticeWindow(QWidget):
    """One view at a time. Closing the window leaves, as ESC on the first page does."""

    def __init__(self, fonts: Path) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._type = Type(fonts)
        self._view: pages.PracticeView | None = None
        self._hits: list[tuple[QRectF, str]] = []
        self._on_key: Callable[[str], None] = lambda key: None
        self._on_leave: Callable[[], None] = lambda: None
        self._painted: Callable[[], None] | None = None
        self._spoken, self._said = SpokenView(self), tuple[PagePart, ...]()
        self.setWindowTitle(TITLE)
        self.setMinimumSize(*SMALLEST)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.update)

    def listen(self, on_key: Callable[[str], None], on_leave: Callable[[], None]) -> None:
        """From now on keys, clicks and the wish to close mean something."""
        self._on_key, self._on_leave = on_key, on_leave

    def when_painted(self, act: Callable[[], None]) -> None:
        """Do *act* once something is on the screen."""
        self._painted = act

    @property
    def view(self) -> pages.PracticeView | None:
        return self._view

    @property
    def hits(self) -> list[tuple[QRectF, str]]:
        """Where a click means which key, as last painted."""
        return self._hits

    # --- the screen of the run ----------------------------------------------------------------------------

    def show_view(self, view: pages.PracticeView) -> None:
        """Draw *view*; the same twice costs nothing."""
        if view != self._view:
            self._view = view
            self.update()

    def leave(self) -> None:
        self._on_leave()

    def ask_file(self, title: str) -> Path | None:
        name, _ = QFileDialog.getOpenFileName(self, title)
        return Path(name) if name else None

    def ask_target(self, title: str, name: str) -> Path | None:
        chosen, _ = QFileDialog.getSaveFileName(self, title, str(Path.home() / name))
        return Path(chosen) if chosen else None

    def pasted(self) -> str:
        return QGuiApplication.clipboard().text()

    # --- Qt -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            if self._view is not None:
                canvas = PracticeCanvas(painter, QRectF(self.rect()), self._colours(self._view), self._type)
                draw_view(canvas, self._view)
                self._hits = canvas.hits
                self._say(tuple(canvas.spoken))
        finally:
            painter.end()
        if self._view is not None and self._painted is not None:
            act, self._painted = self._painted, None
            act()

    def _say(self, said: tuple[PagePart, ...]) -> None:
        if said != self._said:
            self._said = said
            QTimer.singleShot(0, self, lambda: self._spoken.show(said))  # children do not change in a paint

    def _colours(self, view: pages.PracticeView) -> Colours:
        light = view.light
        if light is pages.Light.SYSTEM:
            return DARK if QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT
        return DARK if light is pages.Light.DARK else LIGHT

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if press.isAutoRepeat():
            return
        if press.modifiers() & HELD:
            if press.key() == Qt.Key.Key_V and press.modifiers() == Qt.KeyboardModifier.ControlModifier:
                self._on_key("PASTE")
            return
        key = NAMED.get(Qt.Key(press.key())) or press.text().upper()
        if key:
            self._on_key(key)

    def mousePressEvent(self, press: QMouseEvent) -> None:
        if press.button() is not Qt.MouseButton.LeftButton:
            return
        for area, key in self._hits:
            if area.contains(press.position()):
                self._on_key(key)
                return

    def closeEvent(self, request: QCloseEvent) -> None:
        request.accept()
        self._on_leave()


def draw_view(canvas: PracticeCanvas, view: pages.PracticeView) -> None:
    """Draw *view* on all of *canvas*."""
    match view:
        case pages.HomeView():
            draw_home(canvas, view)
        case pages.DeckView():
            draw_decks(canvas, view)
        case pages.DrillView():
            draw_drill(canvas, view)
        case pages.ScoresView():
            draw_scores(canvas, view)
        case pages.WordsView():
            draw_words(canvas, view)
        case pages.RefusedView():
            draw_refused(canvas, view)
        case _:
            assert_never(view)
