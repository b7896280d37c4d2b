"""What a keyboard writes besides A–Z."""

import pytest

from kiosk.words.play import instead_of, is_latin, is_of_another_script, is_plain


@pytest.mark.parametrize(
    ("text", "plain"), [("a", True), ("Z", True), ("é", False), ("ab", False), ("", False)]
)
def test_a_plain_letter_is_one_of_a_to_z(text, plain):
    assert is_plain(text) is plain


@pytest.mark.parametrize("text", ["й", "α", "ש", "ฟ", "ั", "ض", "لا", "क", "ी", "あ", "한", "٣", "ა", "Ж"])
def test_a_letter_mark_or_digit_of_another_script_shows_a_keyboard_that_is_not_latin(text):
    assert is_of_another_script(text)
    assert not is_latin(text)


@pytest.mark.parametrize(
    "text", ["", "a", "é", "ß", "ı", "ª", "º", "µ", "²", "€", ";", "7", "\u0301", "ʼ", "ａ"]
)
def test_nothing_that_a_latin_keyboard_writes_does(text):
    assert not is_of_another_script(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *[("é", "E"), ("É", "E"), ("ñ", "N"), ("ü", "U"), ("ç", "C"), ("ø", "O"), ("ł", "L"), ("đ", "D")],
        *[("ａ", "A"), ("ı", "İ"), ("İ", "I")],
        *[("ß", ""), ("æ", ""), ("þ", ""), (";", ""), ("й", ""), ("", ""), ("ab", "")],
    ],
)
def test_a_letter_with_a_mark_names_the_key_to_press_instead(text, key):
    assert instead_of(text) == key
