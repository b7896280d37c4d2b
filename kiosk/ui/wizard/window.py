"""The wizard's window: draws one page at a time, reports keys, clicks and pastes. It decides nothing."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit.accessible import SpokenPage
from kiosk.ui.kit.keys import Keyboard
from kiosk.ui.kit.plain import draw_plain
from kiosk.ui.station.drawing import Look
from kiosk.ui.wizard.drawing import PX_PER_MM, Targets, draw_wizard
from kiosk.wizard.events import LeaveWanted, OptionClicked, Pasted, WizardEvent, WizardKey
from kiosk.wizard.page import WizardPage

TITLE = "Set up this station"
LEAVE_KEY = Qt.Key.Key_F10
SIZE = (1024, 600)
LIKELY_PX_PER_MM = (1.5, 30.0)  # what a screen may claim and be believed


class WizardWindow(QWidget):
    """One page. A wish to close it is one to leave: nothing was stored that would be half there."""

    def __init__(self, look: Look, *, windowed: bool = False) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._look = look
        self._page: WizardPage | None = None
        self._plain = ""
        self._targets: Targets = ()
        self._on_event: Callable[[WizardEvent], None] | None = None
        self._keyboard = Keyboard()
        self._spoken = SpokenPage(self)
        self._windowed = windowed
        self.may_close = False
        self.setWindowTitle(TITLE)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def listen(self, on_event: Callable[[WizardEvent], None]) -> None:
        """From now on keys mean something."""
        self._on_event = on_event

    def open_on(self, screen: QScreen) -> None:
        """Fill *screen*, or stand on it as a window."""
        if self._windowed:
            self.resize(*SIZE)
            self.show()
            return
        self.setScreen(screen)
        self.setGeometry(screen.geometry())  # first: without a window manager full screen alone is not
        self.showFullScreen()

    @property
    def page(self) -> WizardPage | None:
        return self._page

    def show_page(self, page: WizardPage) -> None:
        """Draw *page*; the same page twice costs nothing."""
        if page == self._page or self._plain:
            return
        self._page = page
        self.setWindowTitle(f"{TITLE}: {page.page.headline}")
        self.update()
        QTimer.singleShot(0, self._say)

    def show_now(self, page: WizardPage) -> None:
        """Draw *page* before this returns: what follows takes a moment."""
        self.show_page(page)
        self.repaint()

    def _say(self) -> None:
        if self._page is not None and not self._plain:
            self._spoken.show(self._page.page)

    def show_plain(self, text: str) -> None:
        """The last resort: *text* on a dark field, for good."""
        self._plain = text
        self.setAccessibleName(text)
        self._spoken.clear()
        self.update()

    # --- Qt -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = QRectF(self.rect())
        try:
            if self._page is None or self._plain:
                draw_plain(painter, area, self._plain)
            else:
                self._targets = draw_wizard(painter, area, self._page, self._look, self._px_per_mm())
        finally:
            painter.end()

    def _px_per_mm(self) -> float:
        """By what the screen says of itself, where that can be."""
        screen = self.screen()
        told = screen.physicalDotsPerInchY() / 25.4
        low, high = LIKELY_PX_PER_MM
        return told if low <= told <= high else PX_PER_MM

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if self._on_event is None:
            return
        if self._plain:
            self._on_event(LeaveWanted())
            return
        event = self._meant(press)
        if event is not None:
            self._on_event(event)

    def _meant(self, press: QKeyEvent) -> WizardEvent | None:
        if press.matches(QKeySequence.StandardKey.Paste):
            return Pasted(QGuiApplication.clipboard().text()) if not press.isAutoRepeat() else None
        event = self._keyboard.pressed(press)
        if event is None:
            fresh = not press.isAutoRepeat() and press.modifiers() == Qt.KeyboardModifier.NoModifier
            return LeaveWanted() if fresh and press.key() == LEAVE_KEY else None
        return event if isinstance(event, WizardKey) else None

    def keyReleaseEvent(self, release: QKeyEvent) -> None:
        self._keyboard.released(release)

    def mousePressEvent(self, press: QMouseEvent) -> None:
        if self._on_event is None or self._plain or press.button() != Qt.MouseButton.LeftButton:
            return
        at: QPointF = press.position()
        for target in self._targets:
            if target.area.contains(at):
                self._on_event(OptionClicked(target.place))
                return

    def focusNextPrevChild(self, next: bool) -> bool:
        return False  # TAB is a key like any other here

    def closeEvent(self, request: QCloseEvent) -> None:
        if self.may_close or self._on_event is None:
            request.accept()
            return
        request.ignore()
        self._on_event(LeaveWanted())
