"""A window of one page that is drawn as a whole: the desk's and the wizard's. It decides nothing.

What is the same for both stands here: the page and its text for assistive tools, full screen or not, a plain
text as the last resort, TAB as a key like any other. What they draw and which keys they know is their own.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QWidget

from kiosk.base.page import Page
from kiosk.kit.accessible import SpokenPage
from kiosk.kit.keys import Keyboard
from kiosk.kit.windows import draw_plain

SIZE = (1024, 600)

Shown = TypeVar("Shown")
Told = TypeVar("Told")


class PageWindow(QWidget, Generic[Shown, Told]):
    """Draws pages of the kind *Shown*, reports what its user does as *Told*. *leaving*: what a wish to close
    it means; it closes only once `may_close` says so."""

    def __init__(self, title: str, leaving: Told, *, windowed: bool) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._shown: Shown | None = None
        self._plain = ""
        self._on_event: Callable[[Told], None] | None = None
        self._keyboard = Keyboard()
        self._spoken = SpokenPage(self)
        self._leaving = leaving
        self.windowed = windowed
        self.may_close = False
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # --- each window's own --------------------------------------------------------------------------------

    def draw_shown(self, painter: QPainter, area: QRectF, shown: Shown) -> None:
        """Draw *shown* on all of *area*."""
        raise NotImplementedError

    def page_of(self, shown: Shown) -> Page:
        """What of *shown* is read aloud."""
        raise NotImplementedError

    def event_of(self, press: QKeyEvent) -> Told | None:
        """What a key means; None: nothing."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------------

    def listen(self, on_event: Callable[[Told], None]) -> None:
        """From now on keys mean something."""
        self._on_event = on_event

    def open_on(self, screen: QScreen) -> None:
        """Fill *screen*, or stand on it as a window. The geometry comes first: without a window manager full
        screen alone is not."""
        if self.windowed:
            self.resize(*SIZE)
            self.show()
            return
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self.showFullScreen()

    @property
    def page(self) -> Shown | None:
        return self._shown

    def show_page(self, page: Shown) -> None:
        """Draw *page*; the same page twice costs nothing."""
        if page == self._shown or self._plain:
            return
        self._shown = page
        self.update()
        QTimer.singleShot(0, self, self._say)  # when it is painted: nobody waits for this to see it

    def _say(self) -> None:
        if self._shown is not None and not self._plain:
            self._spoken.show(self.page_of(self._shown))

    def show_plain(self, text: str) -> None:
        """The last resort: *text* on a dark field, for good."""
        self._plain = text
        self.setAccessibleName(text)
        self._spoken.clear()
        self.update()

    def tell(self, event: Told) -> None:
        """Report *event*, once somebody listens."""
        if self._on_event is not None:
            self._on_event(event)

    # --- Qt -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = QRectF(self.rect())
        try:
            if self._shown is None or self._plain:
                draw_plain(painter, area, self._plain)
            else:
                self.draw_shown(painter, area, self._shown)
        finally:
            painter.end()

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if self._on_event is None or self._plain:
            return
        if (event := self.event_of(press)) is not None:
            self._on_event(event)

    def keyReleaseEvent(self, release: QKeyEvent) -> None:
        self._keyboard.release(release)

    def focusNextPrevChild(self, next: bool) -> bool:
        return False  # TAB is a key like any other here, and must never move the focus

    def closeEvent(self, request: QCloseEvent) -> None:
        if self.may_close or self._on_event is None:
            request.accept()
            return
        request.ignore()
        self._on_event(self._leaving)
