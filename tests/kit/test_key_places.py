"""Keys by their place: letters where the layout is not Latin, digits of row and keypad; and keys that come in
together because the display stood still."""

import sys

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from kiosk.kit import keys as kit_keys
from kiosk.kit.keys import KEYPAD, LETTERS, REPEAT_MS, SOONEST_MS, Keyboard
from kiosk.station.events import KeysMoved, TabPressed, Typed

KEY, MOD = Qt.Key, Qt.KeyboardModifier
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the scan codes are those of X11 and Wayland")

Q, W, A, Z, SEMICOLON, BRACKET = 24, 25, 38, 52, 47, 34  # as X11 and Wayland count


def event(kind, text, scan, at, *, key=KEY.Key_unknown, auto=False, mods=MOD.NoModifier):
    made = QKeyEvent(kind, key, mods, scan, 0, 0, text, auto)
    made.setTimestamp(at)
    return made


def typed_on(keyboard, text, scan, **how):
    typed = keyboard.press(event(QEvent.Type.KeyPress, text, scan, 0, **how))
    keyboard.release(event(QEvent.Type.KeyRelease, text, scan, 0, **how))
    return typed


def letters_of(*keys):
    """What a keyboard types on which *keys*, each a text and a place, are pressed one after the other."""
    keyboard = Keyboard()
    return [typed_on(keyboard, text, scan).letter for text, scan in keys]


# ---- letters -----------------------------------------------------------------------------------------------


@on_linux
@pytest.mark.parametrize("text", ["й", "Й", "ๆ", "ض", "ض\u064e", "ㅂ", "क"])
def test_a_letter_of_another_script_is_the_one_in_its_place_on_a_us_keyboard(text):
    assert typed_on(Keyboard(), text, Q) == Typed(text, us_letter="Q")


@on_linux
def test_a_sign_in_the_place_of_a_letter_is_that_letter_once_the_layout_is_known():
    """Greek has a semicolon on Q, Hebrew a slash on Q and an apostrophe on W."""
    assert letters_of(("α", A), (";", Q), ("ζ", Z)) == ["A", "Q", "Z"]
    assert letters_of(("ש", A), ("/", Q), ("'", W)) == ["A", "Q", "W"]
    assert letters_of((";", Q), ("α", A)) == [None, "A"]  # nobody can know yet, and no letter is guessed


@on_linux
def test_on_a_latin_layout_no_sign_and_no_accent_is_taken_for_a_letter():
    """Dvorak has an apostrophe on Q, AZERTY a comma on M, Turkish a dotless ı on I."""
    assert letters_of(("a", A), ("'", Q), (",", 58), ("ı", 31), ("é", 11)) == ["A", None, None, None, None]
    assert letters_of(("µ", 51), (",", 58)) == [None, None]  # Shift and * on AZERTY is no Greek


@on_linux
def test_a_layout_switched_while_running_is_noticed_at_its_first_letter():
    assert letters_of(("q", Q), ("й", Q), ("ф", A), ("a", A), ("'", Q)) == ["Q", "Q", "A", "A", None]


@on_linux
def test_a_letter_that_stands_where_a_us_keyboard_has_none_is_no_letter():
    assert letters_of(("х", BRACKET), ("ж", SEMICOLON), ("ё", 49)) == [None, None, None]


@on_linux
def test_a_key_of_which_the_layout_knows_nothing_is_the_letter_in_its_place():
    assert typed_on(Keyboard(), "", Q) == Typed("", us_letter="Q")
    assert typed_on(Keyboard(), "", Q, key=KEY.Key_F13) is None
    assert typed_on(Keyboard(), "", 200) is None


@on_linux
def test_the_row_of_digits_counts_whatever_it_writes():
    keyboard = Keyboard()
    typed_on(keyboard, "ฟ", A)

    assert typed_on(keyboard, "ๅ", 10) == Typed("ๅ", 1)
    assert typed_on(keyboard, "1", 10) == Typed("1", 1)
    assert typed_on(keyboard, "", 11, key=KEY.Key_Dead_Caron) == Typed("", 2)


# ---- the places on each system -----------------------------------------------------------------------------


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_every_letter_has_one_place_on_every_system(platform):
    letters = kit_keys._letters(platform)

    assert sorted(letters.values()) == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@pytest.mark.parametrize(
    ("platform", "q", "m"), [("linux", 24, 58), ("win32", 0x10, 0x32), ("darwin", 12, 46)]
)
def test_the_first_and_the_last_letter_stand_where_the_systems_say(platform, q, m):
    letters = kit_keys._letters(platform)

    assert (letters[q], letters[m]) == ("Q", "M")


@pytest.mark.parametrize(("platform", "five"), [("linux", 84), ("win32", 0x4C)])
def test_the_keypad_has_ten_digits_with_the_five_in_the_middle(platform, five):
    keypad = kit_keys._keypad(platform)

    assert sorted(keypad.values()) == list(range(10))
    assert keypad[five] == 5


# ---- the keypad --------------------------------------------------------------------------------------------


@on_linux
@pytest.mark.parametrize("place", sorted(KEYPAD))
@pytest.mark.parametrize("key", [KEY.Key_Up, KEY.Key_End, KEY.Key_Clear])
def test_a_keypad_counts_without_num_lock(place, key):
    digit = KEYPAD[place]

    typed = typed_on(Keyboard(), "", place, key=key, mods=MOD.KeypadModifier)

    assert typed == Typed(str(digit), digit)
    assert typed_on(Keyboard(), str(digit), place, mods=MOD.KeypadModifier) == Typed(str(digit), digit)


# ---- keys that come in together ----------------------------------------------------------------------------


def presses_taken(times, *, auto, key=KEY.Key_Z, text="z", scan=Z):
    """How many of the presses at *times* count; from the second on each comes with the release before it, and
    as Qt reports what it believes to repeat if *auto*."""
    keyboard = Keyboard()
    taken = 0
    for place, at in enumerate(times):
        if place:
            keyboard.release(event(QEvent.Type.KeyRelease, text, scan, at, key=key, auto=auto))
        press = event(QEvent.Type.KeyPress, text, scan, at, key=key, auto=auto and place > 0)
        taken += keyboard.press(press) is not None
    return taken


@pytest.mark.parametrize("auto", [True, False])
def test_letters_typed_while_the_display_stood_still_are_all_taken(auto):
    """An X server that stood still stamps all of them with the moment it wakes: 15 Zs, one instant."""
    assert presses_taken([5000] * 15, auto=auto) == 15
    assert presses_taken([5000, 5001, 5001, 5002], auto=auto) == 4


@pytest.mark.parametrize("auto", [True, False])
def test_so_is_one_that_was_pressed_before_it_stood_still(auto):
    assert presses_taken([5000, 5000 + SOONEST_MS - 1], auto=auto) == 2


@pytest.mark.parametrize("auto", [True, False])
@pytest.mark.parametrize("first_ms", [SOONEST_MS, 250, 660])
def test_a_key_that_is_held_counts_once_however_it_repeats(auto, first_ms):
    assert presses_taken([5000, *range(5000 + first_ms, 9000, 30)], auto=auto) == 1


@pytest.mark.parametrize("auto", [True, False])
@pytest.mark.parametrize("first_is_press", [True, False])
def test_a_key_held_since_the_keyboard_was_elsewhere_does_not_count(auto, first_is_press):
    """Its repeats reach the window again before its release does; a TAB among them must not judge."""
    keyboard = Keyboard()
    tab = {"key": KEY.Key_Tab, "auto": auto}
    keyboard.press(event(QEvent.Type.KeyPress, "\t", 23, 4000, key=KEY.Key_Tab))
    keyboard.forget()
    if first_is_press:
        assert keyboard.press(event(QEvent.Type.KeyPress, "\t", 23, 4990, key=KEY.Key_Tab, auto=True)) is None

    for at in range(5000, 6000, 30):
        keyboard.release(event(QEvent.Type.KeyRelease, "\t", 23, at, **tab))
        assert keyboard.press(event(QEvent.Type.KeyPress, "\t", 23, at, **tab)) is None


def test_a_held_key_is_down_since_it_was_pressed_after_such_a_moment_too():
    keyboard = Keyboard()
    keyboard.press(event(QEvent.Type.KeyPress, "z", Z, 5000))
    for at in (5000, 5700, 5730):
        keyboard.release(event(QEvent.Type.KeyRelease, "z", Z, at, auto=True))
        keyboard.press(event(QEvent.Type.KeyPress, "z", Z, at, auto=True))

    assert keyboard.keys_moved() == KeysMoved(("Z",), 730)


def test_a_tab_of_such_a_moment_has_no_quiet_second_before_it():
    keyboard = Keyboard()
    for at in (5000, 5000):
        typed_tab = keyboard.press(event(QEvent.Type.KeyPress, "\t", 23, at, key=KEY.Key_Tab))
        keyboard.release(event(QEvent.Type.KeyRelease, "\t", 23, at, key=KEY.Key_Tab))

    assert typed_tab == TabPressed()
    assert typed_tab.quiet_ms == 0


# ---- builds broken on purpose ------------------------------------------------------------------------------


class TextOnly(Keyboard):
    """Broken on purpose: letters from the text alone, as before."""

    def _us_letter(self, key):
        return ""


class EveryRepeat(Keyboard):
    """Broken on purpose: whatever comes at one instant is a repeat."""

    def press(self, key):
        pressed = super().press(key)
        return None if key.isAutoRepeat() else pressed


def check_a_russian_keyboard_types(keyboard_of):
    keyboard = keyboard_of()
    keys = [("с", 54), ("ф", A), ("е", 28)]

    assert [typed_on(keyboard, text, scan).letter for text, scan in keys] == ["C", "A", "T"]


def check_nothing_is_lost(keyboard_of):
    keyboard = keyboard_of()
    first = keyboard.press(event(QEvent.Type.KeyPress, "z", Z, 5000))
    keyboard.release(event(QEvent.Type.KeyRelease, "z", Z, 5000, auto=True))

    assert first == keyboard.press(event(QEvent.Type.KeyPress, "z", Z, 5000 + REPEAT_MS - 1, auto=True))


@on_linux
def test_a_build_that_takes_letters_from_the_text_alone_is_caught():
    check_a_russian_keyboard_types(Keyboard)
    with pytest.raises(AssertionError):
        check_a_russian_keyboard_types(TextOnly)


def test_a_build_that_takes_every_key_of_one_instant_for_a_repeat_is_caught():
    check_nothing_is_lost(Keyboard)
    with pytest.raises(AssertionError):
        check_nothing_is_lost(EveryRepeat)


def test_letters_are_known_by_place_on_this_system():
    assert len(LETTERS) == 26


def test_on_wayland_a_held_key_counts_once_though_every_repeat_has_the_instant_of_its_press():
    keyboard = Keyboard(windows="wayland")
    assert keyboard.press(event(QEvent.Type.KeyPress, "z", Z, 5000, key=KEY.Key_Z)) is not None

    for _ in range(20):  # as Qt's own timer makes them up
        keyboard.release(event(QEvent.Type.KeyRelease, "z", Z, 5000, key=KEY.Key_Z, auto=True))
        again = event(QEvent.Type.KeyPress, "z", Z, 5000, key=KEY.Key_Z, auto=True)
        assert keyboard.press(again) is None

    assert keyboard.keys_moved().down == ("Z",)


def test_on_wayland_a_repeat_does_not_turn_the_keyboards_clock_back():
    keyboard = Keyboard(windows="wayland")
    keyboard.press(event(QEvent.Type.KeyPress, "z", Z, 5000, key=KEY.Key_Z))
    keyboard.release(event(QEvent.Type.KeyRelease, "x", 53, 5900, key=KEY.Key_X))
    keyboard.press(event(QEvent.Type.KeyPress, "z", Z, 5000, key=KEY.Key_Z, auto=True))

    tab = keyboard.press(event(QEvent.Type.KeyPress, "\t", 23, 6100, key=KEY.Key_Tab))

    assert tab == TabPressed(200)
