"""Where a key stands on the keyboard, whatever it writes: top row, keypad, and the letters of a US keyboard.

X11 and Wayland count places from evdev + 8, Windows from the scan code set (an extended key has 0x100 more),
macOS has its own numbers. Looked at on X11 and in cage; on Windows and macOS nobody has tried them yet.
"""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_LETTER_ROWS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
_ROW_STARTS = {"linux": (24, 38, 52), "win32": (0x10, 0x1E, 0x2C)}
_MAC_LETTERS = "ASDFHGZXCV BQWERYT"  # from 0 on; the gap is another key
_MAC_MORE = {31: "O", 32: "U", 34: "I", 35: "P", 37: "L", 38: "J", 40: "K", 45: "N", 46: "M"}

# The digits of the top row.
_TOP_ROWS = {
    "linux": {10 + place: (place + 1) % 10 for place in range(10)},
    "win32": {2 + place: (place + 1) % 10 for place in range(10)},
    "darwin": {18: 1, 19: 2, 20: 3, 21: 4, 23: 5, 22: 6, 26: 7, 28: 8, 25: 9, 29: 0},
}
# The digits of the keypad, three rows of three from its 7 on; a Mac has no NumLock.
_KEYPADS = {"linux": (79, 90), "win32": (0x47, 0x52)}  # where 7 and 0 are


def _letters(platform: str) -> dict[int, str]:
    if platform == "darwin":
        return {place: letter for place, letter in enumerate(_MAC_LETTERS) if letter != " "} | _MAC_MORE
    starts = _ROW_STARTS.get(platform, ())
    return {
        start + place: letter
        for start, row in zip(starts, _LETTER_ROWS, strict=False)
        for place, letter in enumerate(row)
    }


def _keypad(platform: str) -> dict[int, int]:
    if platform not in _KEYPADS:
        return {}
    seven, zero = _KEYPADS[platform]
    rows = {seven + 4 * row + place: 7 - 3 * row + place for row in range(3) for place in range(3)}
    return {**rows, zero: 0}


# Keys that write nothing until the next one, and keys for which Qt has no name: only their place tells.
DEAD_KEYS = range(Qt.Key.Key_Dead_Grave.value, Qt.Key.Key_Dead_Longsolidusoverlay.value + 1)
NAMELESS = (0, Qt.Key.Key_unknown)

TOP_ROW = _TOP_ROWS.get(sys.platform, {})
KEYPAD = _keypad(sys.platform)
LETTERS = _letters(sys.platform)


def place_of(key: QKeyEvent) -> int:
    """The system's number for the place of *key*; 0 where it has none, and for the A of a Mac."""
    return key.nativeVirtualKey() if sys.platform == "darwin" else key.nativeScanCode()
