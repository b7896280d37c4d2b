"""The wizard's window: draws one page at a time, reports keys, clicks and pastes. It decides nothing."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPainter

from kiosk.core.page import Page
from kiosk.ui.kit.page_window import PageWindow
from kiosk.ui.station.drawing import Look
from kiosk.ui.wizard.drawing import PX_PER_MM, Targets, draw_wizard
from kiosk.wizard.events import LeaveWanted, OptionClicked, Pasted, WizardEvent, WizardKey
from kiosk.wizard.page import WizardPage

TITLE = "Set up this station"
LEAVE_KEY = Qt.Key.Key_F10
LIKELY_PX_PER_MM = (1.5, 30.0)  # what a screen may claim and be believed


class WizardWindow(PageWindow[WizardPage, WizardEvent]):
    """One page. A wish to close it is one to leave: nothing was stored that would be half there."""

    def __init__(self, look: Look, *, windowed: bool = False) -> None:
        super().__init__(TITLE, LeaveWanted(), windowed=windowed)
        self._look = look
        self._targets: Targets = ()

    def show_page(self, page: WizardPage) -> None:
        """Draw *page*, and say in the title where one is."""
        if page != self._shown and not self._plain:
            self.setWindowTitle(f"{TITLE}: {page.page.headline}")
        super().show_page(page)

    def show_now(self, page: WizardPage) -> None:
        """Draw *page* before this returns: what follows takes a moment."""
        self.show_page(page)
        self.repaint()

    def draw_shown(self, painter: QPainter, area: QRectF, shown: WizardPage) -> None:
        self._targets = draw_wizard(painter, area, shown, self._look, self._px_per_mm())

    def page_of(self, shown: WizardPage) -> Page:
        return shown.page

    def _px_per_mm(self) -> float:
        """By what the screen says of itself, where that can be."""
        screen = self.screen()
        told = screen.physicalDotsPerInchY() / 25.4
        low, high = LIKELY_PX_PER_MM
        return told if low <= told <= high else PX_PER_MM

    def keyPressEvent(self, press: QKeyEvent) -> None:
        if self._plain:
            self.tell(LeaveWanted())
        else:
            super().keyPressEvent(press)

    def meant(self, press: QKeyEvent) -> WizardEvent | None:
        if press.matches(QKeySequence.StandardKey.Paste):
            return Pasted(QGuiApplication.clipboard().text()) if not press.isAutoRepeat() else None
        event = self._keyboard.pressed(press)
        if event is None:
            fresh = not press.isAutoRepeat() and press.modifiers() == Qt.KeyboardModifier.NoModifier
            return LeaveWanted() if fresh and press.key() == LEAVE_KEY else None
        return event if isinstance(event, WizardKey) else None

    def mousePressEvent(self, press: QMouseEvent) -> None:
        if self._plain or press.button() != Qt.MouseButton.LeftButton:
            return
        at: QPointF = press.position()
        for target in self._targets:
            if target.area.contains(at):
                self.tell(OptionClicked(target.place))
                return
