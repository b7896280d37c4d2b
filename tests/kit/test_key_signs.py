"""Signs that need AltGr, and keys whose release went to another window."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from kiosk.kit.keys import ALT_GR, CONTROL, TOP_ROW, Keyboard
from kiosk.station.events import ChordPressed, KeysMoved, TabPressed, Typed
from kiosk.station.window import StationWindow

KEY, MOD = Qt.Key, Qt.KeyboardModifier
NONE, SHIFT, CTRL_ALT = MOD.NoModifier, MOD.ShiftModifier, MOD.ControlModifier | MOD.AltModifier
SYSTEMS = sorted(ALT_GR)
PATIENCE_MS = 60_000  # bounds a failure; a busy machine is not one


def event(kind, key, text, mods=NONE, *, auto=False, scan=0, at=0):
    made = QKeyEvent(kind, key, mods, scan, 0, 0, text, auto)
    made.setTimestamp(at)
    return made


def press(*args, **how):
    return event(QEvent.Type.KeyPress, *args, **how)


def release(*args, **how):
    return event(QEvent.Type.KeyRelease, *args, **how)


# ---- AltGr -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("shift", [NONE, SHIFT])
@pytest.mark.parametrize("text", ["@", "€", "{", "ł", "²"])
def test_a_sign_that_needs_altgr_is_typed(system, shift, text):
    key = press(KEY.Key_unknown, text, ALT_GR[system] | shift)

    assert Keyboard(system).press(key) == Typed(text)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_sign_made_with_altgr_is_a_letter_or_a_count_of_words(system):
    for code in TOP_ROW:
        typed = Keyboard(system).press(press(KEY.Key_unknown, "²", ALT_GR[system], scan=code))

        assert (typed.letter, typed.digit) == (None, None)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("key", "text"), [(KEY.Key_A, "a"), (KEY.Key_A, "A"), (KEY.Key_1, "1")])
def test_a_plain_letter_or_digit_under_altgr_means_nothing(system, key, text):
    assert Keyboard(system).press(press(key, text, ALT_GR[system])) is None


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("key", "text"),
    [
        (KEY.Key_Tab, "\t"),
        (KEY.Key_Backtab, "\t"),
        (KEY.Key_Return, "\r"),
        (KEY.Key_Space, " "),
        (KEY.Key_Space, "\u00a0"),
        (KEY.Key_Backspace, "\b"),
        (KEY.Key_Escape, "\x1b"),
        (KEY.Key_Delete, "\x7f"),
        (KEY.Key_V, "\x16"),
        (KEY.Key_F4, ""),
        (KEY.Key_F5, ""),
        (KEY.Key_F12, ""),
        (KEY.Key_Up, ""),
    ],
)
def test_no_other_key_means_anything_under_altgr(system, key, text):
    keyboard = Keyboard(system)

    assert keyboard.press(press(key, text, ALT_GR[system])) is None
    assert not keyboard.is_large_key(press(key, text, ALT_GR[system]))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_chord_is_the_chord_on_every_system(system):
    control = CONTROL.get(system, MOD.ControlModifier)

    assert Keyboard(system).press(press(KEY.Key_F12, "", control)) == ChordPressed()


@pytest.mark.parametrize(("key", "text"), [(KEY.Key_Q, "q"), (KEY.Key_Q, "@"), (KEY.Key_Q, "\x11")])
@pytest.mark.parametrize("shift", [NONE, SHIFT])
def test_control_and_alt_on_linux_are_not_altgr(key, text, shift):
    assert Keyboard("linux").press(press(key, text, CTRL_ALT | shift)) is None


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("more", [MOD.ControlModifier, MOD.AltModifier, MOD.MetaModifier])
def test_altgr_and_one_more_modifier_is_a_shortcut_and_means_nothing(system, more):
    mods = ALT_GR[system] | more
    if mods == ALT_GR[system]:
        mods |= MOD.MetaModifier

    assert Keyboard(system).press(press(KEY.Key_Q, "@", mods)) is None


# ---- a release that went elsewhere -------------------------------------------------------------------------


def test_a_key_whose_release_went_elsewhere_counts_when_it_is_pressed_again():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Tab, "\t", MOD.AltModifier, scan=23, at=1000))

    keyboard.forget()

    assert keyboard.press(press(KEY.Key_Tab, "\t", scan=23, at=61_000)) == TabPressed()


def test_a_tab_held_while_the_keyboard_was_elsewhere_does_not_judge_by_repeating():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Tab, "\t", scan=23, at=1000))

    keyboard.forget()

    for at in range(5000, 6000, 30):
        assert keyboard.press(press(KEY.Key_Tab, "\t", scan=23, auto=True, at=at)) is None
    for at in range(6000, 7000, 30):  # as systems report it that do not mark a repeat
        keyboard.release(release(KEY.Key_Tab, "\t", scan=23, at=at))
        assert keyboard.press(press(KEY.Key_Tab, "\t", scan=23, at=at)) is None


def test_the_window_forgets_what_was_down_when_the_keyboard_goes_elsewhere(qtbot):
    window, other, events = StationWindow(), QWidget(), []
    window.listen(events.append, lambda: None)
    window.cover(QGuiApplication.primaryScreen())
    qtbot.addWidget(window, before_close_func=lambda gone: setattr(gone, "may_close", True))
    qtbot.addWidget(other)
    qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)
    QTest.keyPress(window, KEY.Key_Tab)

    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow, timeout=PATIENCE_MS)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)
    QTest.keyPress(window, KEY.Key_Tab)

    assert [event for event in events if not isinstance(event, KeysMoved)] == [TabPressed(), TabPressed()]
    down = KeysMoved(("Tab",))
    assert events[-1] == down
    assert KeysMoved() in events[events.index(down) : -2]  # it was forgotten, and the station knows
