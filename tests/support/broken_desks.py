"""Stations and keyboards that are broken on purpose, which tests of pace must refuse."""

from dataclasses import replace

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent

from kiosk.kit.keys import Keyboard
from kiosk.station.entry import ARMING_MS, LATE_MS, Checking, Entering
from kiosk.station.events import (
    BackspacePressed,
    EnterPressed,
    KeysMoved,
    SpacePressed,
    TabPressed,
    Typed,
)
from kiosk.station.station import Station


class DeadSecond(Station):
    """As it was: SPACE ends the last word, a dead second follows, then TAB judges; no other key matters."""

    def key(self, event):
        typing, checking = isinstance(self.state, Entering), isinstance(self.state, Checking)
        if isinstance(event, KeysMoved) or (checking and isinstance(event, Typed | SpacePressed)):
            return
        if checking and isinstance(event, TabPressed) and not self.state.armed:
            return
        if typing and isinstance(event, SpacePressed | TabPressed):
            event = EnterPressed()
        super().key(TabPressed() if isinstance(event, TabPressed) else event)


def taken_as_all(state):
    """*state* once somebody has said that these are all the words."""
    return replace(state, entry=replace(state.entry, missed=False))


class AnyEnterIsYes(Station):
    """As it was: whatever ENTER comes says that these are all the words."""

    def key(self, event):
        if isinstance(event, EnterPressed) and isinstance(self.state, Checking):
            self.state = taken_as_all(self.state)
        super().key(event)


class ForgetsWhatWasDropped(Station):
    """As it was: letters after SPACE on the last line are dropped, and ENTER ends the entry."""

    def key(self, event):
        typing = isinstance(self.state, Entering)
        super().key(event)
        if typing and isinstance(self.state, Checking):
            self.state = taken_as_all(self.state)


class TwoEntersAtOnce(Station):
    """Two ENTERs in a row will do, however quickly they follow each other."""

    def key(self, event):
        if isinstance(event, EnterPressed) and isinstance(self.state, Checking) and self.state.asked:
            self.state = taken_as_all(self.state)
        super().key(event)


class LiftsDoNotCount(Station):
    """A key that is let go does not begin the quiet second again."""

    def key(self, event):
        before = self.state
        super().key(event)
        lifted = isinstance(before, Checking) and isinstance(event, KeysMoved)
        if lifted and isinstance(self.state, Checking) and len(event.down) < len(before.down):
            self.state = replace(self.state, touched_ms=before.touched_ms)


class SleepsThroughItsSecond(Station):
    """As it was: one alarm at the end of the quiet second, whatever the program did meanwhile."""

    def time_out(self):
        if isinstance(self.state, Checking) and not self.state.armed:
            self.state = replace(self.state, awake_ms=self.state.touched_ms + ARMING_MS - LATE_MS)
        return super().time_out()


class ClockOfItsOwn(Keyboard):
    """Nobody asks when a key was really pressed."""

    def press(self, key):
        event = super().press(key)
        return type(event)() if isinstance(event, TabPressed | EnterPressed) else event


class CountsPressesOnly(Keyboard):
    """A key that is held is no hindrance."""

    def keys_moved(self):
        return KeysMoved()

    def press(self, key):
        event = super().press(key)
        return TabPressed() if isinstance(event, TabPressed) else event


class RepeatsAreFresh(Keyboard):
    """A key that repeats is pressed again."""

    def press(self, key):
        self.forget()
        self._let_go.clear()
        return super().press(remade(key, auto=False))


class LostForGood(Keyboard):
    """A key whose release was lost is down until it comes."""

    def press(self, key):
        known = any(code == key.nativeScanCode() for code in self._down)
        return super().press(remade(key, auto=True) if known else key)


def remade(key, auto):
    made = QKeyEvent(
        QEvent.Type.KeyPress, key.key(), key.modifiers(), key.nativeScanCode(), 0, 0, key.text(), auto
    )
    made.setTimestamp(key.timestamp())
    return made


class RubsOutOnAndOn(Keyboard):
    """As it was: each repeat of BACKSPACE is another press."""

    def press(self, key):
        event = super().press(key)
        return BackspacePressed() if isinstance(event, BackspacePressed) else event
