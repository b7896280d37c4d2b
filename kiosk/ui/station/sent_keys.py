"""Keys that another program sends to the window, instead of a keyboard: dropped before Qt sees them."""

import ctypes
from collections.abc import Callable

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray

_XCB = b"xcb_generic_event_t"
_SENT = 0x80  # set by the X server on every event a program made up
_KEYS = (2, 3)  # KeyPress, KeyRelease


class SentKeys(QAbstractNativeEventFilter):
    """*tell* is called for each of them."""

    def __init__(self, tell: Callable[[], None]) -> None:
        super().__init__()
        self._tell = tell

    def nativeEventFilter(
        self, event_type: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> tuple[bool, int]:
        if bytes(event_type) != _XCB:  # type: ignore[arg-type]  # PySide's stub of QByteArray lacks the buffer
            return False, 0
        kind = ctypes.c_uint8.from_address(int(message)).value
        if not kind & _SENT or kind & ~_SENT not in _KEYS:
            return False, 0
        self._tell()
        return True, 0
