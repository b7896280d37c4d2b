"""The desk's window: draws one page at a time, reports keys, asks before it goes away. It decides nothing."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from kiosk.core.page import Page
from kiosk.director.desk.events import DeskEvent, DeskKey, DocketAsked, LeaveAsked, OpinionPressed, WayAsked
from kiosk.director.desk.page import DeskPage
from kiosk.ui.desk.drawing import draw_desk
from kiosk.ui.kit.page_window import PageWindow
from kiosk.ui.station.drawing import Look

TITLE = "Adjudicator's desk"
FUNCTIONS: dict[int, DeskKey] = {
    Qt.Key.Key_F2: WayAsked(),
    Qt.Key.Key_F3: OpinionPressed(),
    Qt.Key.Key_F4: DocketAsked(),
}


class DeskWindow(PageWindow[DeskPage, DeskEvent]):
    """One page. A wish to close it goes to the machine, which ends a shift by the judge's own word."""

    def __init__(self, look: Look, windowed: bool = False) -> None:
        super().__init__(TITLE, LeaveAsked(), windowed=windowed)
        self._look = look
        if not windowed:
            self.setCursor(Qt.CursorShape.BlankCursor)

    def draw_shown(self, painter: QPainter, area: QRectF, shown: DeskPage) -> None:
        draw_desk(painter, area, shown, self._look)

    def page_of(self, shown: DeskPage) -> Page:
        return shown.page

    def meant(self, press: QKeyEvent) -> DeskKey | None:
        event = self._keyboard.pressed(press)
        if event is None:
            fresh = not press.isAutoRepeat() and press.modifiers() == Qt.KeyboardModifier.NoModifier
            return FUNCTIONS.get(press.key()) if fresh else None
        return event if isinstance(event, DeskKey) else None
