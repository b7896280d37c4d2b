"""Keyboard and pointer, held for the station alone as far as the system lets a program hold them."""

from kiosk.ui.station.window import StationWindow

KEYBOARD_HELD = "Another program holds the keyboard"
POINTER_HELD = "Another program holds the mouse"
PATIENCE = 2  # refusals in a row: a menu that is just closing holds them for a moment


class Grabs:
    """*with_pointer*: the pointer too; only where a grab of it keeps the desktop from acting on a click."""

    def __init__(self, window: StationWindow, with_pointer: bool) -> None:
        self._window = window
        self._with_pointer = with_pointer
        self.keyboard = self.pointer = False
        self._refusals = 0

    @property
    def hold(self) -> bool:
        return self.keyboard and (self.pointer or not self._with_pointer)

    @property
    def refused(self) -> str:
        """Who has what we asked for more than once in vain; empty: nobody."""
        if self.hold or self._refusals < PATIENCE:
            return ""
        return POINTER_HELD if self.keyboard else KEYBOARD_HELD

    def take(self) -> None:
        """Take them, or take them again: only the return values tell, Qt's own book-keeping does not."""
        handle = self._window.windowHandle()
        shown = handle is not None and handle.isExposed()
        self.keyboard = shown and handle.setKeyboardGrabEnabled(True)
        self.pointer = shown and self._with_pointer and handle.setMouseGrabEnabled(True)
        self._refusals = 0 if self.hold else self._refusals + 1

    def let_go(self) -> None:
        handle = self._window.windowHandle()
        if self.keyboard and handle is not None:
            handle.setKeyboardGrabEnabled(False)
        if self.pointer and handle is not None:
            handle.setMouseGrabEnabled(False)
        self.keyboard = self.pointer = False
