"""Keyboard and pointer, held for this program alone as far as the system lets a program hold them."""

from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication

from kiosk.ui.kit.windows import Beside
from kiosk.ui.station.window import StationWindow

KEYBOARD_HELD = "Another program holds the keyboard"
POINTER_HELD = "Another program holds the mouse"
PATIENCE = 2  # refusals in a row: a menu that is just closing holds them for a moment


class Grabs:
    """*with_pointer*: the pointer too; only where a grab of it keeps the desktop from acting on a click. As
    long as a window stands *beside* the station's, that has the keyboard, and the pointer is free."""

    def __init__(self, window: StationWindow, beside: Beside, with_pointer: bool) -> None:
        self._window = window
        self._beside = beside
        self._with_pointer = with_pointer
        self.keyboard = self.pointer = False
        self._refusals = 0

    @property
    def hold(self) -> bool:
        return self.keyboard and (self.pointer or not self._wants_pointer)

    @property
    def refused(self) -> str:
        """Who has what we asked for several times in vain; empty: nobody."""
        if self.hold or self._refusals < PATIENCE:
            return ""
        return POINTER_HELD if self.keyboard else KEYBOARD_HELD

    @property
    def _wants_pointer(self) -> bool:
        return self._with_pointer and self._beside.front is None

    def take(self) -> None:
        """Take them, or take them again: only the return values tell, Qt's own book-keeping does not."""
        if self._beside.front is not None and QApplication.activePopupWidget() is not None:
            return  # a menu of that window holds them, until it closes
        handle = self._handle()
        self.keyboard = self.pointer = False
        if handle is not None and handle.isExposed():
            self.keyboard = handle.setKeyboardGrabEnabled(True)
            self.pointer = self._wants_pointer and handle.setMouseGrabEnabled(True)
        self._refusals = 0 if self.hold else self._refusals + 1

    def let_go(self) -> None:
        handle = self._window.windowHandle()
        if self.keyboard and handle is not None:
            handle.setKeyboardGrabEnabled(False)
        if self.pointer and handle is not None:
            handle.setMouseGrabEnabled(False)
        self.keyboard = self.pointer = False

    def _handle(self) -> QWindow | None:
        """The window that gets the keys."""
        return self._window.windowHandle() if self._beside.front is None else self._beside.handle()
