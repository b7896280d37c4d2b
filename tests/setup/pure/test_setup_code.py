"""The set-up code and the ruling number."""

import string
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.base.schedule import RoundTime
from kiosk.log.bodies import full_hundred_after, ruling_number
from kiosk.rules.penalties import penalty
from kiosk.setup.code import ALPHABET, LENGTH, code_over, setup_code
from kiosk.setup.divisions import Division
from kiosk.setup.settings import (
    AlertSettings,
    DivisionSettings,
    EventSettings,
    Profile,
    Protection,
    Settings,
    Sizes,
    Timings,
)
from kiosk.words.play import LexiconIdentity
from tests.support import stage

DIVISION = stage.division("naspa-2013", penalty=penalty("lose_turn"))
OTHER_RULES = stage.division("naspa-2016").rules
OTHER_LIST = replace(stage.TINY, fingerprint="cd" * 32)
DIVISIONS = (DIVISION,)
SETTINGS = Settings(
    "B",
    "By the window",
    Profile.TOURNAMENT,
    (DivisionSettings("open", "Open", "naspa-2013", "lose_turn", "tiny"),),
    event=EventSettings("open-2026", "The Open"),
    rounds=(RoundTime(1, "2026-05-01T09:00"),),
)
CODE = code_over(DIVISIONS, SETTINGS, "1.0")


@pytest.mark.parametrize(
    "alike",
    [
        {"letter": "C"},
        {"name": "By the door"},
        {"sizes": Sizes(120)},
        {"second_copy": "/media/stick"},
        {"second_copy_min": 9},
        {"protection": Protection.LOCKED},
        {"event": EventSettings("open-2026", "Another name")},
    ],
    ids=str,
)
def test_what_may_differ_between_stations_is_not_in_the_code(alike: dict[str, Any]) -> None:
    assert code_over(DIVISIONS, replace(SETTINGS, **alike), "1.0") == CODE


@pytest.mark.parametrize(
    "other",
    [
        {"rounds": ()},
        {"rounds": (RoundTime(1, "2025-05-01T09:00"),)},
        {"rounds": (RoundTime(1, "2026-05-01T09:00", "2026-05-01T10:00"),)},
        {"rounds": (RoundTime(2, "2026-05-01T09:00"),)},
        {"event": None},
        {"event": EventSettings("open-2027", "The Open")},
        {"timings": Timings(entering_s=61)},
        {"alerts": AlertSettings(60)},
        {"ask_table": True},
        {"profile": Profile.CLUB},
        {"divisions": (replace(SETTINGS.divisions[0], id="other"),)},
    ],
    ids=str,
)
def test_any_difference_that_matters_between_stations_shows(other: dict[str, Any]) -> None:
    assert code_over(DIVISIONS, replace(SETTINGS, **other), "1.0") != CODE


@pytest.mark.parametrize(
    "other",
    [
        ((replace(DIVISION, lexicon=OTHER_LIST),), "1.0"),
        ((replace(DIVISION, rules=OTHER_RULES),), "1.0"),
        ((replace(DIVISION, penalty=penalty("five_per_word")),), "1.0"),
        ((replace(DIVISION, long_lexicon=OTHER_LIST),), "1.0"),
        (DIVISIONS, "1.1"),
        (DIVISIONS * 2, "1.0"),
    ],
)
def test_any_difference_in_what_is_judged_by_shows(other: Any) -> None:
    divisions, version = other

    assert code_over(divisions, SETTINGS, version) != CODE


def test_a_code_stays_what_it_is_from_version_to_version() -> None:
    assert setup_code({"lists": ["list-a"], "rules": ["rules-a"], "version": "1.0"}) == "NWFJTQ"


@given(st.dictionaries(st.text(max_size=5), st.lists(st.text(max_size=5), max_size=3), max_size=4))
def test_a_code_has_six_characters_that_cannot_be_mistaken(content: dict[str, Any]) -> None:
    code = setup_code(content)

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


def test_the_code_of_a_station_follows_the_order_of_its_divisions() -> None:
    one, other = DIVISION, replace(DIVISION, penalty=penalty("none"), lexicon=OTHER_LIST)

    assert code_over([one, other], SETTINGS, "1.0") != code_over([other, one], SETTINGS, "1.0")


def test_a_long_list_of_one_division_does_not_pass_for_the_main_list_of_the_next() -> None:
    x, y, z = (replace(stage.TINY, fingerprint=name * 32) for name in ("aa", "bb", "cc"))

    def judging_by(main: LexiconIdentity, long: LexiconIdentity | None = None) -> Division:
        return replace(DIVISION, lexicon=main, long_lexicon=long)

    first = code_over([judging_by(x, y), judging_by(z)], SETTINGS, "1.0")
    second = code_over([judging_by(x), judging_by(y, z)], SETTINGS, "1.0")

    assert first != second


@pytest.mark.parametrize(
    ("last", "first"), [(147, 201), (199, 201), (200, 301), (0, 101), (99, 101), (100, 201), (1234, 1301)]
)
def test_numbers_go_on_one_above_the_next_full_hundred(last: int, first: int) -> None:
    assert full_hundred_after(last) + 1 == first
