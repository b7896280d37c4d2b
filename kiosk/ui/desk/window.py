"""The desk's window: draws one page at a time, reports keys, asks before it goes away. It decides nothing."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QScreen
from PySide6.QtWidgets import QWidget

from kiosk.director.desk.events import DeskEvent, DeskKey, DocketAsked, LeaveAsked, OpinionPressed, WayAsked
from kiosk.director.desk.page import DeskPage
from kiosk.ui.desk.drawing import draw_desk
from kiosk.ui.kit.accessible import SpokenPage
from kiosk.ui.kit.keys import Keyboard
from kiosk.ui.kit.plain import draw_plain
from kiosk.ui.station.drawing import Look

TITLE = "Adjudicator's desk"
FUNCTIONS: dict[int, DeskKey] = {
    Qt.Key.Key_F2: WayAsked(),
    Qt.Key.Key_F3: OpinionPressed(),
    Qt.Key.Key_F4: DocketAsked(),
}


class DeskWindow(QWidget):
    """One page. A wish to close it goes to the machine, which ends a shift by the judge's own word."""

    def __init__(self, look: Look, windowed: bool = False) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._look = look
        self._page: DeskPage | None = None
        self._plain = ""
        self._on_event: Callable[[DeskEvent], None] | None = None
        self._keyboard = Keyboard()
        self._spoken = SpokenPage(self)
        self.windowed = windowed
        self.may_close = False
        self.setWindowTitle(TITLE)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if not windowed:
            self.setCursor(Qt.CursorShape.BlankCursor)

    def listen(self, on_event: Callable[[DeskEvent], None]) -> None:
        """From now on keys mean something."""
        self._on_event = on_event

    def open_on(self, screen: QScreen) -> None:
        """Fill *screen*, or stand on it as a window. The geometry comes first: without a window manager full
        screen alone is not."""
        if self.windowed:
            self.resize(1024, 600)
            self.show()
            return
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self.showFullScreen()

    @property
    def page(self) -> DeskPage | None:
        return self._page

    def show_page(self, page: DeskPage) -> None:
        """Draw *page*; the same page twice costs nothing."""
        if page == self._page or self._plain:
            return
        self._page = page
        self.update()
        QTimer.singleShot(0, self._say)  # when it is painted: nobody waits for this to see a mark

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
                draw_desk(painter, area, self._page, self._look)
        finally:
            painter.end()

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if self._on_event is None or self._plain:
            return
        event = self._meant(press)
        if event is not None:
            self._on_event(event)

    def _meant(self, press: QKeyEvent) -> DeskKey | None:
        event = self._keyboard.pressed(press)
        if event is None:
            fresh = not press.isAutoRepeat() and press.modifiers() == Qt.KeyboardModifier.NoModifier
            return FUNCTIONS.get(press.key()) if fresh else None
        return event if isinstance(event, DeskKey) else None

    def keyReleaseEvent(self, release: QKeyEvent) -> None:
        self._keyboard.released(release)

    def focusNextPrevChild(self, next: bool) -> bool:
        return False  # TAB rules; it must never move the focus

    def closeEvent(self, request: QCloseEvent) -> None:
        if self.may_close or self._on_event is None:
            request.accept()
            return
        request.ignore()
        self._on_event(LeaveAsked())
