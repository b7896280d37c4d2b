"""Random keys by the thousand against the real window: only what is allowed reaches the words, nothing
leaves, one TAB is one ruling. `dev.py campaign storm` sends a million."""

import os
import random

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from kiosk.kit.keys import Keyboard
from kiosk.log.kinds import Kind
from kiosk.station.closed import Left
from kiosk.station.entry import Checking, Entering
from kiosk.station.verdict import Showing
from kiosk.station.window import StationWindow
from tests.support.fakes import rig

pytestmark = pytest.mark.campaign

EVENTS = 1_000_000 if os.environ.get("KIOSK_CAMPAIGN") else 20_000
KEY, MOD = Qt.Key, Qt.KeyboardModifier
MODIFIERS = (
    *[MOD.NoModifier] * 14,
    MOD.ShiftModifier,
    MOD.ControlModifier,
    MOD.AltModifier,
    MOD.MetaModifier,
    MOD.KeypadModifier,
    MOD.GroupSwitchModifier,
    MOD.ControlModifier | MOD.AltModifier,
)
TEXTS = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 !?*-éßıſÄñ中\u0301\x16\x7f"
NAMED = (
    *[KEY.Key_Tab] * 3,
    *[KEY.Key_Space] * 3,
    KEY.Key_Return,
    KEY.Key_Enter,
    KEY.Key_Backspace,
    KEY.Key_Backtab,
    KEY.Key_Up,
    KEY.Key_Down,
    KEY.Key_Left,
    KEY.Key_Escape,
    KEY.Key_Delete,
    KEY.Key_Insert,
    KEY.Key_Home,
    KEY.Key_F1,
    KEY.Key_F4,
    KEY.Key_F11,
    KEY.Key_Print,
    KEY.Key_Menu,
    KEY.Key_Super_L,
    KEY.Key_Copy,
    KEY.Key_Paste,
    KEY.Key_Close,
    KEY.Key_PowerOff,
)


def random_press(chance: random.Random) -> QKeyEvent:
    """Any key with any modifier; most carry text, some repeat by themselves."""
    modifiers = chance.choice(MODIFIERS)
    repeats = chance.random() < 0.15
    if chance.random() < 0.45:
        key = chance.choice(NAMED)
        text = {KEY.Key_Tab: "\t", KEY.Key_Space: " "}.get(key, "")
    else:
        text = chance.choice(TEXTS)
        key = KEY(ord(text.upper())) if text.isascii() and text.isalnum() else KEY.Key_unknown
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text, repeats)


def judges(press: QKeyEvent) -> bool:
    plain = press.modifiers() & ~MOD.KeypadModifier == MOD.NoModifier
    return press.key() == KEY.Key_Tab and plain and not press.isAutoRepeat()


class Storm:
    """A station behind a real window, and a judge of what the keys did to it."""

    def __init__(self, qtbot, keyboard: Keyboard) -> None:
        self.rig = rig()
        self.window = StationWindow(windowed=True)
        qtbot.addWidget(self.window, before_close_func=lambda widget: setattr(widget, "may_close", True))
        self.window.listen(self.rig.station.key, self.rig.station.toggle_large)
        self.window._keyboard = keyboard

    def blow(self, seed: int, events: int) -> None:
        chance = random.Random(seed)
        for _ in range(events):
            if chance.random() < 0.03:
                self.play()
            press = random_press(chance)
            before, ruled = self.rig.state, len(self.rig.log.of(Kind.ADJUDICATION))
            QApplication.sendEvent(self.window, press)
            QApplication.sendEvent(
                self.window, QKeyEvent(QEvent.Type.KeyRelease, press.key(), press.modifiers())
            )
            self.look(press, before, len(self.rig.log.of(Kind.ADJUDICATION)) - ruled)
            if chance.random() < 0.2:
                self.rig.wait(chance.choice((200, 1100, 4000, 100_000)))
            if len(self.rig.log.records) > 500:
                self.rig.log.records = self.rig.log.records[-1:]
                self.rig.journal.clear()
                self.rig.surface.shown.clear()

    def play(self) -> None:
        """A whole play and a quiet second, or whatever these keys come to just now."""
        for key, text in ((KEY.Key_1, "1"), (KEY.Key_Q, "q"), (KEY.Key_I, "i"), (KEY.Key_Return, "\r")):
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(self.window, QKeyEvent(kind, key, MOD.NoModifier, text))
        self.rig.wait(1000)

    def look(self, press: QKeyEvent, before: object, rulings: int) -> None:
        state = self.rig.state
        armed = isinstance(before, Checking) and before.armed
        assert rulings == (1 if armed and judges(press) else 0), (press, before)
        assert not isinstance(state, Left), press
        if rulings:
            assert isinstance(state, Showing)
        entry = state.entry if isinstance(state, Checking) else state
        if isinstance(entry, Entering):
            assert all(line.isascii() and (line.isupper() or not line) for line in entry.lines), press
            assert all(len(line) <= 15 for line in entry.lines)


@pytest.mark.parametrize("seed", range(2))
def test_a_storm_of_keys_does_nothing_but_what_is_allowed(qtbot, seed):
    storm = Storm(qtbot, Keyboard())

    storm.blow(seed, EVENTS // 2)


class Careless(Keyboard):
    """A broken build: modifiers and repeats are not looked at."""

    def press(self, key):
        plain = QKeyEvent(QEvent.Type.KeyPress, key.key(), MOD.NoModifier, key.text())
        self._down.clear()
        return super().press(plain)


def test_a_build_that_ignores_modifiers_is_caught(qtbot):
    storm = Storm(qtbot, Careless())

    with pytest.raises(AssertionError):
        storm.blow(0, 20_000)
