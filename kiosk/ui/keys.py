"""From a key on any keyboard to an event, or to nothing.

An allow list: a key not named here means nothing. Letters come from the text a key makes, never from its
code; digits also from the place of the key in the top row, because AZERTY writes them only with Shift.
"""

import sys

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from kiosk.core.situations import (
    BackspacePressed,
    ChordPressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    Event,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)

_Key = Qt.Key
_Modifier = Qt.KeyboardModifier

NAMED: dict[int, Event] = {
    _Key.Key_Tab: TabPressed(),
    _Key.Key_Space: SpacePressed(),
    _Key.Key_Return: EnterPressed(),
    _Key.Key_Enter: EnterPressed(),
    _Key.Key_Backspace: BackspacePressed(),
    _Key.Key_Up: UpPressed(),
    _Key.Key_Down: DownPressed(),
    _Key.Key_Left: MoreTimePressed(),
    _Key.Key_Right: MoreTimePressed(),
    _Key.Key_Escape: EscapePressed(),
}
LARGE_KEY = _Key.Key_F5
CHORD_KEY = _Key.Key_F12

# A key that repeats by itself is let go and pressed again at the same instant; no finger does that.
REPEAT_MS = 3

# The digits of the top row by position: X11 and Wayland count from evdev + 8, Windows from the scan code set,
# macOS has its own numbers.
_ROWS = {
    "linux": {10 + place: (place + 1) % 10 for place in range(10)},
    "win32": {2 + place: (place + 1) % 10 for place in range(10)},
    "darwin": {18: 1, 19: 2, 20: 3, 21: 4, 23: 5, 22: 6, 26: 7, 28: 8, 25: 9, 29: 0},
}
TOP_ROW = _ROWS.get(sys.platform, {})

# How the key that adds signs to a keyboard is reported: AltGr; on Windows as two keys; on macOS it is Option.
ALT_GR = {
    "linux": _Modifier.GroupSwitchModifier,
    "win32": _Modifier.ControlModifier | _Modifier.AltModifier,
    "darwin": _Modifier.AltModifier,
}


class Keyboard:
    """Turns presses into events; remembers which keys are down so that a held key counts once."""

    def __init__(self, platform: str = sys.platform) -> None:
        self._alt_gr = ALT_GR.get(platform, _Modifier.GroupSwitchModifier)
        self._down: set[int] = set()
        self._let_go: dict[int, int] = {}

    def released(self, key: QKeyEvent) -> None:
        if not key.isAutoRepeat():
            self._down.discard(_which(key))
            self._let_go[_which(key)] = key.timestamp()

    def forget(self) -> None:
        """The keyboard went elsewhere, and releases with it: what was down may be up by now."""
        self._down.clear()

    def pressed(self, key: QKeyEvent) -> Event | None:
        """What this press means; None for a key, a modifier or a repeat that means nothing."""
        repeated = self._repeated(key)
        modifiers = key.modifiers() & ~_Modifier.KeypadModifier
        if key.key() == CHORD_KEY and modifiers == _Modifier.ControlModifier:
            return None if repeated else ChordPressed()
        if repeated and key.key() != _Key.Key_Backspace:
            return None
        if modifiers == _Modifier.NoModifier and key.key() in NAMED:
            return NAMED[key.key()]
        if modifiers in (_Modifier.NoModifier, _Modifier.ShiftModifier):
            return _typed(key)
        if modifiers & ~_Modifier.ShiftModifier == self._alt_gr:
            return _sign(key)
        return None

    def is_large_key(self, key: QKeyEvent) -> bool:
        """Whether this press asks for the extra-large view; it is not an event of the challenge."""
        fresh = key.key() == LARGE_KEY and not key.isAutoRepeat()
        return fresh and key.modifiers() == _Modifier.NoModifier

    def _repeated(self, key: QKeyEvent) -> bool:
        """Whether this press is a key that was down already, however the system reports it."""
        code, at = _which(key), key.timestamp()
        if key.isAutoRepeat() or code in self._down:
            return True
        self._down.add(code)
        since = self._let_go.get(code)
        return since is not None and at > 0 and at - since < REPEAT_MS


def _typed(key: QKeyEvent) -> Typed | None:
    text = key.text()
    digit = int(text) if len(text) == 1 and text in "0123456789" else _position(key)
    if len(text) == 1 and text.isprintable() and not text.isspace():
        return Typed(text, digit)
    return None


def _sign(key: QKeyEvent) -> Typed | None:
    """What AltGr writes, for passcodes. A plain letter or digit under it is none of its signs: a shortcut."""
    text = key.text()
    return None if _typed(key) is None or (text.isascii() and text.isalnum()) else Typed(text)


def _which(key: QKeyEvent) -> int:
    """The key itself, not what it writes: TAB let go under Shift is reported as another than was pressed."""
    return _place(key) or -int(key.key())


def _position(key: QKeyEvent) -> int | None:
    return TOP_ROW.get(_place(key))


def _place(key: QKeyEvent) -> int:
    """The system's number for the place of the key on the keyboard; 0 where it has none."""
    return key.nativeVirtualKey() if sys.platform == "darwin" else key.nativeScanCode()
