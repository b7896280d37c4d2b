"""A division fits together, or is refused with the key at fault; a strange list is only told of."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.core.rules.penalties import PENALTIES
from kiosk.core.rules.ruleset import LexiconRule, PenaltyRule
from kiosk.core.setup.division import Division
from kiosk.core.setup.fit import misfit, notes
from kiosk.core.setup.settings import DivisionSettings
from kiosk.core.words.lexicon import LexiconIdentity

CHOSEN = DivisionSettings("one", "Division 1", "book", "lose_turn", "main-list")
LEXICON = LexiconRule(("NWL",), "The List", ("CSW",), "The Other", ("school",), "", None, None, False)
PENALTY = PenaltyRule(
    "lose_turn", ("lose_turn", "none"), (), "", ("five_per_word",), "challenger", "game", (), None, "", ""
)
OFFICIAL = LexiconIdentity("main-list", "My list", "NWL2023", "NWL", 196_601, "f" * 64)
UNKNOWN = replace(OFFICIAL, edition=None, family=None, words=12_345)


def rules(**changes: Any) -> Any:
    """As much of a rule set as a division is checked against."""
    parts = {
        "id": "book",
        "status": "final",
        "fingerprint": "a" * 64,
        "methods": ("self_station",),
        "self_lookup": True,
        "lexicon": LEXICON,
        "penalty": PENALTY,
        "terms": SimpleNamespace(judge="Word Judge"),
    }
    return SimpleNamespace(**{**parts, **changes})


def division(book: Any, *lists: LexiconIdentity, penalty: str = "lose_turn", **more: Any) -> Division:
    return Division("one", "Division 1", book, PENALTIES[penalty], *lists, **more)


def test_a_division_that_fits_has_no_fault_and_no_note():
    assert misfit(CHOSEN, rules(), OFFICIAL) is None
    assert notes(division(rules(), OFFICIAL)) == ()


def test_a_rulebook_without_self_lookup_runs_no_station():
    staff_only = rules(self_lookup=False, methods=("runner", "word_judge_book"))

    key, why = misfit(CHOSEN, staff_only, OFFICIAL) or ("", "")

    assert key == "rules"
    assert "players do not look words up themselves" in why
    assert "runner, word_judge_book" in why


@pytest.mark.parametrize(
    ("family", "penalty", "fits"),
    [
        ("NWL", "lose_turn", True),
        ("NWL", "five_per_word", False),
        ("CSW", "five_per_word", True),
        ("CSW", "lose_turn", False),
        (None, "none", True),
    ],
)
def test_the_list_decides_which_penalties_the_rulebook_offers(family, penalty, fits):
    fault = misfit(replace(CHOSEN, penalty=penalty), rules(), replace(OFFICIAL, family=family))

    assert fault is None if fits else fault is not None and fault[0] == "penalty"


def test_a_second_list_needs_a_rulebook_that_knows_one():
    chosen = replace(CHOSEN, long="long-list")
    with_long = rules(lexicon=replace(LEXICON, long_from=10))

    assert (misfit(chosen, rules(), OFFICIAL) or ("",))[0] == "long"
    assert misfit(chosen, with_long, OFFICIAL) is None


def test_a_list_nobody_knows_is_told_of():
    assert notes(division(rules(), UNKNOWN)) == (
        "Division 1: “My list” is not a list this program recognises (12,345 words).",
        "Division 1: “My list” is not of the family book names (NWL or CSW).",
    )


@pytest.mark.parametrize("family", ["NWL", "CSW", "school"])
def test_any_family_the_rulebook_names_will_do(family):
    assert notes(division(rules(), replace(OFFICIAL, family=family))) == ()


def test_a_draft_is_told_of():
    assert "is a draft" in notes(division(rules(status="draft"), OFFICIAL))[0]


def test_long_words_that_only_a_book_settles_are_told_of():
    by_book = rules(lexicon=replace(LEXICON, long_from=10, long_by_book=True))

    alone = notes(division(by_book, OFFICIAL, needs_book=True))
    with_list = notes(division(by_book, OFFICIAL, OFFICIAL, needs_book=True))

    assert "Words of 10 or more letters" in alone[0]
    assert alone[0].endswith("referred to the Word Judge.")
    assert with_list == ()


@pytest.mark.parametrize(
    ("family", "holds_long", "in_print"),
    [("NWL", False, True), ("NWL", True, False), ("CSW", False, False), (None, False, True)],
)
def test_only_print_settles_a_long_word_unless_the_list_holds_them_all(family, holds_long, in_print):
    assert replace(LEXICON, long_from=10, long_by_book=True).long_in_print(family, holds_long) is in_print
    assert LEXICON.long_in_print(family, holds_long) is False


def test_the_international_lexicon_takes_no_second_list():
    with_long = rules(lexicon=replace(LEXICON, long_from=10))
    chosen = replace(CHOSEN, penalty="five_per_word", long="long-list")

    assert misfit(chosen, with_long, replace(OFFICIAL, family="CSW")) == (
        "long",
        "“book” has no second list for long words; leave it out",
    )


@pytest.mark.parametrize(
    ("id", "sizes", "fits"),
    [
        ("time", {}, False),
        ("time", {"time_s": 60}, True),
        ("ladder", {}, False),
        ("ladder", {"ladder": (5,)}, True),
    ],
)
def test_a_penalty_whose_size_nobody_gives_is_refused(id, sizes, fits):
    open_sizes = rules(penalty=replace(PENALTY, options=("lose_turn", id), **sizes))

    fault = misfit(replace(CHOSEN, penalty=id), open_sizes, OFFICIAL)

    assert (fault is None) is fits
    assert fits or (fault and "a rule set of your own" in fault[1])


def test_a_penalty_that_is_not_standard_is_told_of():
    unusual = rules(
        penalty=replace(PENALTY, options=("dingle",), non_standard=("dingle",), non_standard_note="Unusual.")
    )

    assert notes(division(unusual, OFFICIAL, penalty="dingle")) == ("Division 1: Unusual.",)


def test_the_record_names_everything_by_fingerprint():
    assert division(rules(), OFFICIAL, UNKNOWN).on_record() == {
        "id": "one",
        "rules": {"id": "book", "fingerprint": "a" * 64},
        "penalty": "lose_turn",
        "lexicon": {"id": "main-list", "edition": "NWL2023", "fingerprint": "f" * 64},
        "long_lexicon": {"id": "main-list", "edition": None, "fingerprint": "f" * 64},
    }
