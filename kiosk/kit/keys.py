"""From a key on any keyboard to an event, or to nothing."""

import sys
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

from kiosk.base.frozen import frozen
from kiosk.station import events
from kiosk.words.play import is_latin, is_of_another_script

# ---- places ------------------------------------------------------------------------------------------------
# Where a key stands on the keyboard, whatever it writes: top row, keypad, and the letters of a US keyboard.
#
# X11 and Wayland count places from evdev + 8, Windows from the scan code set (an extended key has 0x100
# more), macOS has its own numbers. Looked at on X11 and in cage; on Windows and macOS nobody has tried them
# yet.

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


# ---- resting -----------------------------------------------------------------------------------------------
# Locks and modifiers: keys that may be down without anybody typing. Holding one counts as holding
# nothing.

MODIFIER_KEYS = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_Super_L,
        Qt.Key.Key_Super_R,
        Qt.Key.Key_Hyper_L,
        Qt.Key.Key_Hyper_R,
        Qt.Key.Key_Mode_switch,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
        Qt.Key.Key_ScrollLock,
        Qt.Key.Key_Kana_Lock,
        Qt.Key.Key_Kana_Shift,
        Qt.Key.Key_Eisu_Shift,
        Qt.Key.Key_Eisu_toggle,
    }
)


# ---- keys --------------------------------------------------------------------------------------------------
# From a key on any keyboard to an event, or to nothing.
#
# An allow list: a key not named here means nothing. Letters come from the text a key makes; where that shows
# that the layout is not Latin, from the place of the key on a US keyboard, and the event says so. Digits come
# from both: AZERTY writes them only with Shift, and a keypad only with NumLock.

_Key = Qt.Key
_Modifier = Qt.KeyboardModifier

NAMED: dict[int, events.Event] = {
    _Key.Key_Tab: events.TabPressed(),
    _Key.Key_Space: events.SpacePressed(),
    _Key.Key_Return: events.EnterPressed(),
    _Key.Key_Enter: events.EnterPressed(),
    _Key.Key_Backspace: events.BackspacePressed(),
    _Key.Key_Up: events.UpPressed(),
    _Key.Key_Down: events.DownPressed(),
    _Key.Key_Left: events.MoreTimePressed(),
    _Key.Key_Right: events.MoreTimePressed(),
    _Key.Key_Escape: events.EscapePressed(),
}
WITH_SHIFT = {_Key.Key_Space, _Key.Key_Backspace}  # whoever types capitals holds it down
LARGE_KEY = _Key.Key_F5
CHORD_KEY = _Key.Key_F12
# Qt calls a Mac's Command key Control, and its Control key Meta; the chord is Control on every keyboard.
CONTROL = {"darwin": _Modifier.MetaModifier}

# A key that repeats by itself is let go and pressed again at the same instant; no finger does that.
REPEAT_MS = 3

# No system repeats a key so soon after it went down: whatever is reported then, a finger struck it again. A
# display server that stood still gives all keys of that time one instant, and Qt calls them repeats. Not on
# Wayland: there Qt alone repeats, and gives every repeat the instant at which the key went down.
SOONEST_MS = 100
WAYLAND = "wayland"

# A key that is down repeats sooner than this or never. One that is pressed again after so long a silence was
# let go in between, and its release went elsewhere.
LOST_MS = 3000

DIGITS = tuple("0123456789")

# How the key that adds signs to a keyboard is reported: AltGr; on Windows as two keys; on macOS it is Option.
ALT_GR = {
    "linux": _Modifier.GroupSwitchModifier,
    "win32": _Modifier.ControlModifier | _Modifier.AltModifier,
    "darwin": _Modifier.AltModifier,
}


@frozen
class Held:
    """A key that is down: what to call it, when it went down (0: nobody knows), and when it was last heard
    of."""

    name: str
    since: int
    at: int


class Keyboard:
    """Turns presses into events; remembers which keys are down so that a held key counts once."""

    def __init__(self, platform: str = sys.platform, windows: str | None = None) -> None:
        """*windows*: what puts them on the screen, by Qt's name for it; None: whatever does here."""
        self._qt_repeats = (windows or QGuiApplication.platformName()).startswith(WAYLAND)
        self._alt_gr = ALT_GR.get(platform, _Modifier.GroupSwitchModifier)
        self._control = CONTROL.get(platform, _Modifier.ControlModifier)
        self._down: dict[int, Held] = {}
        self._let_go: dict[int, Held] = {}
        self._lost: dict[int, int] = {}  # how many releases of a key in a row never came
        self._moved_at = 0
        self._is_latin = True  # what the last letter said of the layout

    def release(self, key: QKeyEvent) -> None:
        if not key.isAutoRepeat():
            code, at = _which(key), key.timestamp()
            held = self._down.pop(code, None)
            self._lost.pop(code, None)
            self._let_go[code] = Held("", held.since if held else 0, at)
        if not self._is_of_qt(key):
            self._moved_at = key.timestamp()

    def forget(self) -> None:
        """The keyboard went elsewhere, and releases with it: what was down may be up by now."""
        self._down.clear()

    def keys_moved(self) -> events.KeysMoved:
        """What is down after the last key. A key that never says it was let go counts only when it moves."""
        held = [one for code, one in self._down.items() if one.name and self._lost.get(code, 0) < 2]
        longest_ms = max(0, self._moved_at - held[0].since) if held and held[0].since else 0
        return events.KeysMoved(tuple(key.name for key in held), longest_ms)

    def press(self, key: QKeyEvent) -> events.Event | None:
        """What this press means; None for a key, a modifier or a repeat that means nothing."""
        own = self._is_of_qt(key)
        quiet_ms = None if own else self._quiet(key)
        repeated = own or self._is_repeated(key)
        modifiers = key.modifiers() & ~_Modifier.KeypadModifier
        if key.key() == CHORD_KEY and modifiers == self._control:
            return None if repeated else events.ChordPressed()
        plain = modifiers == _Modifier.NoModifier or (
            modifiers == _Modifier.ShiftModifier and key.key() in WITH_SHIFT
        )
        if repeated:
            return (
                events.BackspacePressed(repeated=True) if plain and key.key() == _Key.Key_Backspace else None
            )
        if plain and key.key() in NAMED and place_of(key) not in KEYPAD:
            match event := NAMED[key.key()]:
                case events.TabPressed() | events.EnterPressed():
                    return replace(event, quiet_ms=quiet_ms)
                case _:
                    return event
        if modifiers in (_Modifier.NoModifier, _Modifier.ShiftModifier):
            return self._type(key)
        if modifiers & ~_Modifier.ShiftModifier == self._alt_gr:
            return _sign(key)
        return None

    def is_large_key(self, key: QKeyEvent) -> bool:
        """Whether this press asks for the extra-large view; it is not an event of the challenge."""
        fresh = key.key() == LARGE_KEY and not key.isAutoRepeat()
        return fresh and key.modifiers() == _Modifier.NoModifier

    def _type(self, key: QKeyEvent) -> events.Typed | None:
        text, digit = key.text(), _digit(key)
        if digit is None and (us_letter := self._us_letter(key)):
            return events.Typed(text if text.isprintable() else "", us_letter=us_letter)
        if _is_sign(text):
            return events.Typed(text, digit, caps=_is_locked(key))
        if digit is not None and place_of(key) in KEYPAD:
            return events.Typed(str(digit), digit)
        return events.Typed("", digit) if key.key() in DEAD_KEYS and not text else None

    def _us_letter(self, key: QKeyEvent) -> str:
        """The letter of the key's place, where its own text is not A–Z because the layout is not Latin.
        Such a layout may have a sign in the place of a letter: Greek a semicolon on Q."""
        if is_of_another_script(key.text()):
            self._is_latin = False
        elif is_latin(key.text()):
            self._is_latin = True
        nameless = key.key() in NAMELESS and not key.text()
        return "" if self._is_latin and not nameless else LETTERS.get(place_of(key), "")

    def _is_of_qt(self, key: QKeyEvent) -> bool:
        """Whether Qt made this event up: it is no news of the keyboard, and its instant says nothing."""
        return self._qt_repeats and key.isAutoRepeat()

    def _is_repeated(self, key: QKeyEvent) -> bool:
        """Whether this press is of a key that was already down, however the system reports it."""
        code, at, auto = _which(key), key.timestamp(), key.isAutoRepeat()
        held = self._down.get(code) or self._just_let_go(code, at)
        if held is None:
            self._down[code] = Held(_name(key), 0 if auto else at, at)
            return auto
        lost = not auto and 0 < held.at <= at - LOST_MS
        self._lost[code] = self._lost.get(code, 0) + lost
        self._down[code] = Held(held.name or _name(key), at if lost else held.since, at)
        too_soon = 0 < held.since <= at < held.since + SOONEST_MS
        return not lost and not too_soon

    def _just_let_go(self, code: int, at: int) -> Held | None:
        """The key at *code* as it was down, if it was let go at this very instant."""
        gone = self._let_go.get(code)
        return gone if gone is not None and 0 < gone.at <= at < gone.at + REPEAT_MS else None

    def _quiet(self, key: QKeyEvent) -> int | None:
        """How long before this press no key moved, by the clock of the keyboard."""
        before, self._moved_at = self._moved_at, key.timestamp()
        return key.timestamp() - before if 0 < before <= key.timestamp() else None


def _name(key: QKeyEvent) -> str:
    """What to call a key that is down; nothing for a lock or modifier."""
    if key.key() in MODIFIER_KEYS:
        return ""
    text = key.text().strip()
    plain = _Key.Key_Tab if key.key() == _Key.Key_Backtab else key.key()  # no key cap says BACKTAB
    named = text.upper() if text.isprintable() and text else QKeySequence(plain).toString()
    return named if named.isascii() and named.isprintable() and named else "a key"


def _sign(key: QKeyEvent) -> events.Typed | None:
    """What AltGr writes, for passcodes. A plain letter or digit under it is a shortcut, not one of its
    signs."""
    text = key.text()
    return events.Typed(text) if _is_sign(text) and not (text.isascii() and text.isalnum()) else None


def _is_locked(key: QKeyEvent) -> bool:
    """Whether Caps Lock seems to be on: a capital without Shift, or a small letter with it."""
    shifted = bool(key.modifiers() & _Modifier.ShiftModifier)
    return (key.text().isupper() and not shifted) or (key.text().islower() and shifted)


def _is_sign(text: str) -> bool:
    """Whether a key writes one character that can be seen."""
    return len(text) == 1 and text.isprintable() and not text.isspace()


def _digit(key: QKeyEvent) -> int | None:
    """What the key means as a digit, by its text or else by its place."""
    text, place = key.text(), place_of(key)
    return int(text) if text in DIGITS else TOP_ROW.get(place, KEYPAD.get(place))


def _which(key: QKeyEvent) -> int:
    """The key itself, not what it writes: TAB let go under Shift is reported as another than was pressed."""
    return place_of(key) or -int(key.key())
