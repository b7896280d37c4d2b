"""Text that nobody here wrote, put before a person."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.base.printable import printable, printable_json, printable_lines

ANY_TEXT = st.text(st.characters())  # lone surrogates included


@given(ANY_TEXT)
def test_nothing_that_a_terminal_obeys_or_hides_is_left(text):
    assert printable(text).isprintable()
    assert printable_json(text).isprintable()


@given(st.lists(ANY_TEXT | st.integers() | st.none() | st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=2)))
def test_json_reads_back_as_the_same_value(value):
    assert json.loads(printable_json(value)) == value


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("QUAZY", "QUAZY"),
        ("Übung – “x”", "Übung – “x”"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("a\nB-9  ACCEPTABLE", "a\\nB-9  ACCEPTABLE"),
        ("a\tb", "a\\tb"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202eTAC", "\\u202eTAC"),
        ("\ud800", "\\ud800"),
        ("hard\u00a0space", "hard space"),
    ],
)
def test_what_is_not_plainly_visible_is_shown_by_its_number(text, shown):
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [({"word": "QI"}, '{"word": "QI"}'), ("a\u202eb", '"a\\u202eb"'), ("Übung", '"Übung"')],
)
def test_json_keeps_what_is_plainly_visible_and_escapes_the_rest(value, shown):
    assert printable_json(value) == shown


def test_several_lines_stay_lines():
    assert printable_lines("one\a\ntwo\u202e") == "one\\x07\ntwo\\u202e"
