"""From a key on any keyboard to an event, or to nothing."""

import sys

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from kiosk.kit.keys import LOST_MS, MODIFIER_KEYS, REPEAT_MS, SOONEST_MS, TOP_ROW, Keyboard
from kiosk.station.events import (
    BackspacePressed,
    ChordPressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    KeysMoved,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)

KEY, MOD = Qt.Key, Qt.KeyboardModifier
NONE, SHIFT, KEYPAD = MOD.NoModifier, MOD.ShiftModifier, MOD.KeypadModifier
DIGITS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)  # in the order of the row
ROW = {digit: code for code, digit in TOP_ROW.items()}
on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="the scan codes below are those of X11 and Wayland"
)


def event(kind, key, text, mods, auto, scan, at):
    made = QKeyEvent(kind, key, mods, scan, 0, 0, text, auto)
    made.setTimestamp(at)
    return made


def press(key, text="", mods=NONE, *, auto=False, scan=0, at=0):
    return event(QEvent.Type.KeyPress, key, text, mods, auto, scan, at)


def release(key, text="", mods=NONE, *, auto=False, scan=0, at=0):
    return event(QEvent.Type.KeyRelease, key, text, mods, auto, scan, at)


def meant(*args, **how):
    """What one press on a fresh keyboard means."""
    return Keyboard().press(press(*args, **how))


# ---- named keys --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text", "event"),
    [
        (KEY.Key_Tab, "\t", TabPressed()),
        (KEY.Key_Space, " ", SpacePressed()),
        (KEY.Key_Return, "\r", EnterPressed()),
        (KEY.Key_Enter, "\r", EnterPressed()),
        (KEY.Key_Backspace, "\b", BackspacePressed()),
        (KEY.Key_Up, "", UpPressed()),
        (KEY.Key_Down, "", DownPressed()),
        (KEY.Key_Left, "", MoreTimePressed()),
        (KEY.Key_Right, "", MoreTimePressed()),
        (KEY.Key_Escape, "\x1b", EscapePressed()),
    ],
)
def test_each_named_key_is_its_event(key, text, event):
    assert meant(key, text) == event
    assert meant(key, text, KEYPAD) == event


@pytest.mark.parametrize(
    "mods", [SHIFT, MOD.ControlModifier, MOD.AltModifier, MOD.MetaModifier, MOD.GroupSwitchModifier]
)
@pytest.mark.parametrize("key", [KEY.Key_Tab, KEY.Key_Backtab, KEY.Key_Return, KEY.Key_Enter, KEY.Key_Escape])
def test_no_modified_key_is_a_named_key(key, mods):
    """Alt+TAB reaches the window as TAB where the keyboard is grabbed; it must not judge."""
    text = {KEY.Key_Tab: "\t", KEY.Key_Backtab: "\t", KEY.Key_Escape: "\x1b"}.get(key, "\r")

    assert meant(key, text, mods) is None


@pytest.mark.parametrize(
    ("key", "text", "event"),
    [(KEY.Key_Space, " ", SpacePressed()), (KEY.Key_Backspace, "\b", BackspacePressed())],
)
def test_whoever_types_capitals_may_keep_shift_down_for_space_and_backspace(key, text, event):
    assert meant(key, text, SHIFT) == event
    assert meant(key, text, SHIFT | MOD.ControlModifier) is None


def test_shift_and_tab_is_nothing_by_its_other_name_too():
    assert meant(KEY.Key_Backtab, "\t") is None
    assert meant(KEY.Key_Backtab, "") is None


@pytest.mark.parametrize(
    ("key", "text", "mods"),
    [
        (KEY.Key_V, "\x16", MOD.ControlModifier),
        (KEY.Key_C, "\x03", MOD.ControlModifier),
        (KEY.Key_Z, "\x1a", MOD.ControlModifier),
        (KEY.Key_V, "v", MOD.MetaModifier),
        (KEY.Key_Insert, "", SHIFT),
        (KEY.Key_F4, "", MOD.AltModifier),
        (KEY.Key_A, "a", MOD.AltModifier),
        (KEY.Key_F1, "", NONE),
        (KEY.Key_F11, "", NONE),
        (KEY.Key_Delete, "\x7f", NONE),
        (KEY.Key_Home, "", NONE),
        (KEY.Key_PageDown, "", NONE),
        (KEY.Key_Print, "", NONE),
        (KEY.Key_Menu, "", NONE),
        (KEY.Key_Super_L, "", NONE),
        (KEY.Key_CapsLock, "", NONE),
        (KEY.Key_Shift, "", SHIFT),
        (KEY.Key_VolumeUp, "", NONE),
        (KEY.Key_Paste, "", NONE),
    ],
)
def test_a_key_that_is_not_named_means_nothing(key, text, mods):
    assert meant(key, text, mods) is None


# ---- the director's chord and the large view ---------------------------------------------------------------


def test_the_chord_is_control_and_f12_and_nothing_near_it():
    assert meant(KEY.Key_F12, "", MOD.ControlModifier) == ChordPressed()
    for mods in (
        NONE,
        SHIFT,
        MOD.AltModifier,
        MOD.ControlModifier | MOD.AltModifier,
        MOD.ControlModifier | SHIFT,
    ):
        assert meant(KEY.Key_F12, "", mods) is None
    assert meant(KEY.Key_F11, "", MOD.ControlModifier) is None


def test_on_a_mac_the_chord_is_the_key_that_says_control():
    assert Keyboard("darwin").press(press(KEY.Key_F12, "", MOD.MetaModifier)) == ChordPressed()
    assert Keyboard("darwin").press(press(KEY.Key_F12, "", MOD.ControlModifier)) is None
    assert meant(KEY.Key_F12, "", MOD.MetaModifier) is None


def test_a_held_chord_counts_once():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_F12, "", MOD.ControlModifier))

    assert keyboard.press(press(KEY.Key_F12, "", MOD.ControlModifier, auto=True)) is None
    assert keyboard.press(press(KEY.Key_F12, "", MOD.ControlModifier)) is None


def test_only_a_fresh_plain_f5_asks_for_the_large_view():
    keyboard = Keyboard()

    assert keyboard.is_large_key(press(KEY.Key_F5))
    assert not keyboard.is_large_key(press(KEY.Key_F5, auto=True))
    assert not keyboard.is_large_key(press(KEY.Key_F5, mods=MOD.ControlModifier))
    assert not keyboard.is_large_key(press(KEY.Key_F6))
    assert meant(KEY.Key_F5) is None


# ---- letters -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["q", "Q"])
@pytest.mark.parametrize("mods", [NONE, SHIFT])
def test_letters_come_from_the_text_whatever_shift_and_caps_lock_do(text, mods):
    assert meant(KEY.Key_Q, text, mods).letter == "Q"


@pytest.mark.parametrize(
    ("key", "text", "scan"),
    [(KEY.Key_A, "a", 24), (KEY.Key_Z, "z", 29), (KEY.Key_Semicolon, "m", 47), (KEY.Key_Apostrophe, "q", 24)],
)
def test_the_place_of_a_letter_on_the_keyboard_does_not_matter(key, text, scan):
    """AZERTY has A where QWERTY has Q, QWERTZ has Z where it has Y, Dvorak has letters on other keys."""
    assert meant(key, text, scan=scan) == Typed(text, None)


@pytest.mark.parametrize("text", ["é", "ß", "ı", "ſ", "Å", "ñ", "Я", "α", "ａ"])
def test_a_letter_of_another_alphabet_is_typed_but_is_no_letter_of_the_game(text):
    typed = meant(KEY.Key_unknown, text)

    assert typed == Typed(text)
    assert typed.letter is None


@pytest.mark.parametrize("text", ["\x00", "\x1f", "\u200b", "\n", "\u00a0", "ab", "e\u0301"])
def test_what_cannot_be_seen_means_nothing(text):
    assert meant(KEY.Key_Dead_Acute, text) is None


@pytest.mark.parametrize("key", [KEY.Key_Dead_Grave, KEY.Key_Dead_Acute, KEY.Key_Dead_Longsolidusoverlay])
def test_an_accent_that_waits_for_its_letter_is_a_key_that_types_nothing_yet(key):
    """So the page can say what to press; a passcode takes only what comes of it."""
    assert meant(key, "") == Typed("")
    assert meant(KEY.Key_Multi_key, "") is None


# ---- digits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("digit", range(10))
def test_a_digit_is_a_digit_by_its_text_on_row_and_keypad(digit):
    key = KEY(KEY.Key_0.value + digit)

    assert meant(key, str(digit)) == Typed(str(digit), digit)
    assert meant(key, str(digit), KEYPAD) == Typed(str(digit), digit)
    assert meant(key, str(digit), SHIFT, scan=ROW.get(digit, 0)) == Typed(str(digit), digit)


@on_linux
@pytest.mark.parametrize(("text", "digit"), list(zip("&é\"'(-è_çà", DIGITS, strict=True)))
def test_the_row_of_an_azerty_keyboard_counts_without_shift(text, digit):
    assert meant(KEY.Key_unknown, text, scan=10 + (digit - 1) % 10) == Typed(text, digit)


@on_linux
@pytest.mark.parametrize(("text", "digit"), list(zip("!@#$%^&*()", DIGITS, strict=True)))
def test_the_row_of_a_qwerty_keyboard_counts_with_shift(text, digit):
    assert meant(KEY.Key_unknown, text, SHIFT, scan=10 + (digit - 1) % 10) == Typed(text, digit)


@on_linux
def test_a_digit_the_layout_writes_elsewhere_wins_over_its_place():
    """Programmer Dvorak has 7 where others have 2."""
    assert meant(KEY.Key_7, "7", SHIFT, scan=11) == Typed("7", 7)


# ---- a held key counts once --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [KEY.Key_Tab, KEY.Key_A, KEY.Key_Return, KEY.Key_Escape, KEY.Key_1])
def test_a_key_that_repeats_counts_once(key):
    keyboard = Keyboard()
    text = {KEY.Key_Tab: "\t", KEY.Key_A: "a", KEY.Key_1: "1"}.get(key, "")

    assert keyboard.press(press(key, text, at=1000)) is not None
    assert keyboard.press(press(key, text, auto=True, at=1500)) is None
    assert keyboard.press(press(key, text, at=1600)) is None  # no release in between


def test_backspace_may_repeat():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Backspace, "\b"))

    assert keyboard.press(press(KEY.Key_Backspace, "\b", auto=True)) == BackspacePressed(repeated=True)


@pytest.mark.parametrize("let_go", [{"auto": False}, {"auto": True}])
@pytest.mark.parametrize("again", [{"auto": False}, {"auto": True}])
def test_a_letter_struck_twice_counts_twice_though_a_busy_system_reports_one_instant(let_go, again):
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Z, "z", at=1000))
    for at in (1020, 1040, 1000 + SOONEST_MS - 1):
        keyboard.release(release(KEY.Key_Z, "z", at=at, **let_go))

        assert keyboard.press(press(KEY.Key_Z, "z", at=at, **again)) == Typed("z")


def test_a_press_after_the_clock_of_the_keyboard_began_again_counts():
    """It has 32 bits on most systems and ends after 49 days."""
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_A, "a", at=2**32 - 500))
    keyboard.release(release(KEY.Key_A, "a", at=2**32 - 400))

    assert keyboard.press(press(KEY.Key_A, "a", at=200)) == Typed("a")


def test_a_key_let_go_and_pressed_again_counts_again():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Tab, "\t", at=1000))
    keyboard.release(release(KEY.Key_Tab, "\t", at=1100))

    assert keyboard.press(press(KEY.Key_Tab, "\t", at=1200)) == TabPressed()


@pytest.mark.parametrize(("gap_ms", "counts"), [(0, False), (REPEAT_MS - 1, False), (REPEAT_MS, True)])
def test_a_repeat_reported_as_release_and_press_at_one_instant_counts_once(gap_ms, counts):
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Tab, "\t", at=1000))
    keyboard.release(release(KEY.Key_Tab, "\t", at=1500))

    assert (keyboard.press(press(KEY.Key_Tab, "\t", at=1500 + gap_ms)) is not None) is counts


def test_such_repeats_do_not_add_up_however_many_there_are():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Tab, "\t", at=1000))
    for at in range(1500, 4500, 30):
        keyboard.release(release(KEY.Key_Tab, "\t", at=at))
        assert keyboard.press(press(KEY.Key_Tab, "\t", at=at)) is None


def test_the_release_of_a_repeat_lets_nothing_go():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Tab, "\t"))
    keyboard.release(release(KEY.Key_Tab, "\t", auto=True))

    assert keyboard.press(press(KEY.Key_Tab, "\t")) is None


def test_events_without_a_time_are_taken_as_they_come():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_Tab, "\t"))
    keyboard.release(release(KEY.Key_Tab, "\t"))

    assert keyboard.press(press(KEY.Key_Tab, "\t")) == TabPressed()


def test_a_tab_held_since_it_had_a_modifier_does_not_judge():
    keyboard = Keyboard()

    assert keyboard.press(press(KEY.Key_Tab, "\t", MOD.AltModifier, scan=23)) is None
    assert keyboard.press(press(KEY.Key_Tab, "\t", scan=23)) is None


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS numbers its keys another way")
@pytest.mark.parametrize(
    ("pressed", "let_go"),
    [
        ((KEY.Key_Tab, "\t", NONE), (KEY.Key_Backtab, "\t", SHIFT)),
        ((KEY.Key_1, "1", NONE), (KEY.Key_Exclam, "!", SHIFT)),
    ],
)
def test_a_key_let_go_under_shift_is_let_go(pressed, let_go):
    keyboard = Keyboard()
    keyboard.press(press(*pressed, scan=23, at=1000))
    keyboard.release(release(*let_go, scan=23, at=1100))

    assert keyboard.press(press(*pressed, scan=23, at=2000)) is not None


def test_two_keys_do_not_stand_in_each_others_way():
    keyboard = Keyboard()

    assert keyboard.press(press(KEY.Key_Q, "q", scan=24)) == Typed("q")
    assert keyboard.press(press(KEY.Key_I, "i", scan=31)) == Typed("i")
    keyboard.release(release(KEY.Key_Q, "q", scan=24))
    assert keyboard.press(press(KEY.Key_I, "i", scan=31)) is None


# ---- what is down ------------------------------------------------------------------------------------------


def down_after(*presses):
    keyboard = Keyboard()
    for one in presses:
        keyboard.press(one)
    return keyboard.keys_moved().down


def test_a_tab_that_is_down_under_shift_is_named_as_its_cap():
    assert down_after(press(KEY.Key_Backtab, "", SHIFT, scan=23)) == ("Tab",)


def test_what_is_down_is_named_the_key_pressed_first_in_front():
    keys = (
        press(KEY.Key_W, "w", scan=25),
        press(KEY.Key_F1, scan=67),
        press(KEY.Key_Space, " ", scan=65),
        press(KEY.Key_Return, "\r", scan=36),
    )

    assert down_after(*keys) == ("W", "F1", "Space", "Return")
    assert down_after(press(KEY.Key_unknown, "", scan=200), press(KEY.Key_Eacute, "é", scan=11)) == (
        "a key",
        "a key",
    )


@pytest.mark.parametrize("key", sorted(MODIFIER_KEYS))
def test_a_lock_or_a_modifier_is_not_held(key):
    assert down_after(press(key, scan=50)) == ()


def test_a_key_that_is_let_go_or_forgotten_is_not_down():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_W, "w", scan=25))
    keyboard.press(press(KEY.Key_Q, "q", scan=24))
    keyboard.release(release(KEY.Key_W, "w", scan=25))
    assert keyboard.keys_moved().down == ("Q",)

    keyboard.forget()

    assert keyboard.keys_moved().down == ()


def test_a_repeat_proves_that_a_key_is_down():
    assert down_after(press(KEY.Key_W, "w", scan=25, auto=True)) == ("W",)


def test_a_key_is_down_since_it_was_pressed_however_its_repeats_are_reported():
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_W, "w", scan=25, at=1000))
    for at in range(1660, 4660, 30):
        keyboard.release(release(KEY.Key_W, "w", scan=25, at=at))
        keyboard.press(press(KEY.Key_W, "w", scan=25, at=at))

    assert keyboard.keys_moved() == KeysMoved(("W",), 4630 - 1000)

    keyboard.release(release(KEY.Key_W, "w", scan=25, at=5000))
    keyboard.press(press(KEY.Key_W, "w", scan=25, at=5100))
    assert keyboard.keys_moved() == KeysMoved(("W",), 0)


@pytest.mark.parametrize(("gap_ms", "taken"), [(LOST_MS - 1, False), (LOST_MS, True)])
def test_a_press_after_a_long_silence_proves_that_a_release_was_lost(gap_ms, taken):
    keyboard = Keyboard()
    keyboard.press(press(KEY.Key_W, "w", scan=25, at=1000))

    again = keyboard.press(press(KEY.Key_W, "w", scan=25, at=1000 + gap_ms))

    assert (again is not None) is taken
    assert keyboard.keys_moved().down == ("W",)


@pytest.mark.parametrize(
    ("before", "quiet_ms"),
    [
        ([], None),
        ([press(KEY.Key_W, "w", scan=25, at=4600)], 400),
        ([press(KEY.Key_Shift, scan=50, at=4600), release(KEY.Key_Shift, scan=50, at=4700)], 300),
        ([press(KEY.Key_W, "w", scan=25, at=4800, auto=True)], 200),
        ([press(KEY.Key_W, "w", scan=25)], None),
        ([press(KEY.Key_W, "w", scan=25, at=9000)], None),  # the clock of the keyboard has begun anew
    ],
)
def test_a_tab_knows_how_long_no_key_had_moved(before, quiet_ms):
    keyboard = Keyboard()
    for one in before:
        (keyboard.press if one.type() == QEvent.Type.KeyPress else keyboard.release)(one)

    assert keyboard.press(press(KEY.Key_Tab, "\t", scan=23, at=5000)).quiet_ms == quiet_ms


# ---- a build broken on purpose -----------------------------------------------------------------------------


def check_only_a_fresh_plain_tab_is_one(keyboard_of):
    fakes = [
        press(KEY.Key_Tab, "\t", auto=True),
        *(
            press(KEY.Key_Tab, "\t", mods)
            for mods in (SHIFT, MOD.ControlModifier, MOD.AltModifier, MOD.MetaModifier)
        ),
        press(KEY.Key_Backtab, "\t", SHIFT),
        press(KEY.Key_Return, "\r"),
        press(KEY.Key_Space, " "),
        press(KEY.Key_unknown, "\t"),
    ]

    assert [fake for fake in fakes if keyboard_of().press(fake) == TabPressed()] == []
    assert keyboard_of().press(press(KEY.Key_Tab, "\t")) == TabPressed()


class Careless(Keyboard):
    """Broken on purpose: TAB is TAB, however it comes."""

    def press(self, key):
        return TabPressed() if key.text() == "\t" else super().press(key)


def test_only_a_fresh_plain_tab_is_a_tab():
    check_only_a_fresh_plain_tab_is_one(Keyboard)


def test_a_keyboard_that_takes_any_tab_is_caught():
    with pytest.raises(AssertionError):
        check_only_a_fresh_plain_tab_is_one(Careless)


@pytest.mark.parametrize(
    ("text", "mods", "locked"),
    [("A", NONE, True), ("a", SHIFT, True), ("a", NONE, False), ("A", SHIFT, False), ("3", NONE, False)],
)
def test_caps_lock_shows_in_the_case_of_a_letter(text, mods, locked):
    assert Keyboard().press(press(KEY.Key_A, text, mods)).caps is locked
