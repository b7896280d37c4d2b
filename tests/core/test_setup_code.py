"""The set-up code and the ruling number."""

import string
from dataclasses import replace

import pytest
import stage
from hypothesis import given
from hypothesis import strategies as st

from kiosk.core.numbers import ruling_number
from kiosk.core.setup_code import ALPHABET, LENGTH, code_over, setup_code

PARTS = (("list-a",), ("rules-a",), ("lose_turn",), "1.0")


def test_equal_set_ups_have_equal_codes() -> None:
    assert setup_code(*PARTS) == setup_code(("list-a",), ("rules-a",), ("lose_turn",), "1.0")


@pytest.mark.parametrize(
    "other",
    [
        (("list-b",), ("rules-a",), ("lose_turn",), "1.0"),
        (("list-a",), ("rules-b",), ("lose_turn",), "1.0"),
        (("list-a",), ("rules-a",), ("five_per_word",), "1.0"),
        (("list-a",), ("rules-a",), ("lose_turn",), "1.1"),
        (("list-a", "long"), ("rules-a",), ("lose_turn",), "1.0"),
        (("rules-a",), ("list-a",), ("lose_turn",), "1.0"),
    ],
)
def test_any_difference_shows(other: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str]) -> None:
    assert setup_code(*other) != setup_code(*PARTS)


def test_a_code_stays_what_it_is_from_version_to_version() -> None:
    assert setup_code(*PARTS) == "Q96MDT"


tuples = st.lists(st.text(max_size=5), max_size=3).map(tuple)


@given(tuples, tuples, tuples, st.text(max_size=5))
def test_a_code_has_six_characters_that_cannot_be_mistaken(
    lists: tuple[str, ...], rules: tuple[str, ...], penalties: tuple[str, ...], version: str
) -> None:
    code = setup_code(lists, rules, penalties, version)

    assert len(code) == LENGTH == 6
    assert set(code) <= set(ALPHABET)


def test_the_alphabet_has_no_look_alikes_and_spells_nothing() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert not set(ALPHABET) & set("0O1IL2Z5S8BUAEY")
    assert set(ALPHABET) <= set(string.ascii_uppercase + string.digits)


def test_a_ruling_number_is_letter_and_count() -> None:
    assert ruling_number("B", 147) == "B-147"


@pytest.mark.parametrize(("letter", "count"), [("b", 1), ("", 1), ("1", 1), ("É", 1), ("B", 0)])
def test_no_other_ruling_number_can_be_made(letter: str, count: int) -> None:
    with pytest.raises(ValueError, match="no ruling has the number"):
        ruling_number(letter, count)


def test_the_code_of_a_station_follows_the_order_of_its_divisions_and_counts_long_lists():
    rules = stage.division("naspa-2013").rules
    main, long = stage.TINY, replace(stage.TINY, fingerprint="cd" * 32)

    code = code_over([(rules, "lose_turn", main, long), (rules, "none", main, None)], "1.0")

    assert code == setup_code(
        (main.fingerprint, long.fingerprint, main.fingerprint, ""),
        (rules.fingerprint, rules.fingerprint),
        ("lose_turn", "none"),
        "1.0",
    )


def test_a_long_list_of_one_division_does_not_pass_for_the_main_list_of_the_next() -> None:
    rules = stage.division("naspa-2013").rules
    x, y, z = (replace(stage.TINY, fingerprint=name * 32) for name in ("aa", "bb", "cc"))

    first = code_over([(rules, "none", x, y), (rules, "none", z, None)], "1.0")
    second = code_over([(rules, "none", x, None), (rules, "none", y, z)], "1.0")

    assert first != second
