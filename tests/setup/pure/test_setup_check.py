"""A division fits together, or is refused with the key at fault; a strange list is only told of."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.rules.choices import DivisionKind, LongBy
from kiosk.rules.penalties import PENALTIES
from kiosk.rules.points import LexiconRule
from kiosk.rules.ruleset import PenaltyRule
from kiosk.setup.divisions import Division, ListStanding, misfit, notes, why_not_together
from kiosk.setup.settings import DivisionSettings
from kiosk.words.play import LexiconIdentity

CHOSEN = DivisionSettings("one", "Division 1", "book", "lose_turn", "main-list")
LEXICON = LexiconRule(
    families=("NWL",),
    main_named="The List",
    main_edition="NWL2023",
    international=("CSW",),
    international_named="The Other",
    international_edition="CSW24",
    school=("school",),
    school_named="The Small One",
    school_edition="OSPD5",
    school_long_name="The List",
    school_long_from=9,
    later_edition="",
    long_name=None,
    long_from=None,
    long_by=LongBy.NONE,
)
LONG_LIST = replace(LEXICON, long_name="Long List", long_from=10, long_by=LongBy.LIST)
BOOK = replace(LEXICON, long_name="MW10", long_from=10, long_by=LongBy.BOOK)
PENALTY = PenaltyRule(
    "lose_turn", ("lose_turn", "none"), (), "", ("five_per_word",), "challenger", "game", (), None, "", ""
)
OFFICIAL = LexiconIdentity("main-list", "My list", "NWL2023", "NWL", 196_601, "f" * 64)
UNKNOWN = replace(OFFICIAL, edition=None, family=None, words=12_345)
TOLD = "players see a banner and every ruling is flagged"


def rules(**changes: Any) -> Any:
    """As much of a rule set as a division is checked against."""
    parts = {
        "id": "book",
        "status": "final",
        "fingerprint": "a" * 64,
        "self_lookup": True,
        "lexicon": LEXICON,
        "penalty": PENALTY,
        "terms": SimpleNamespace(judge="Word Judge"),
    }
    return SimpleNamespace(**{**parts, **changes})


def fault(chosen: DivisionSettings, book: Any, standing: ListStanding = ListStanding.OFFICIAL) -> Any:
    return misfit(chosen, book, OFFICIAL, standing)


def division(book: Any, *lists: LexiconIdentity, penalty: str = "lose_turn", **more: Any) -> Division:
    return Division("one", "Division 1", book, PENALTIES[penalty], *lists, **more)


def test_a_division_that_fits_has_no_fault_and_no_note():
    assert fault(CHOSEN, rules()) is None
    assert notes(division(rules(), OFFICIAL)) == ()


# ---- who rules ---------------------------------------------------------------------------------------------


def test_a_rulebook_under_which_only_staff_rule_can_be_set_up_and_says_how():
    staff_only = rules(self_lookup=False)

    assert fault(CHOSEN, staff_only) is None
    assert notes(division(staff_only, OFFICIAL)) == (
        "Division 1: Players look nothing up under book: the Word Judge rules, with “kiosk judge”.",
    )


def test_one_station_is_for_the_players_or_for_staff_never_for_both():
    players, staff = division(rules(), OFFICIAL), division(rules(id="old", self_lookup=False), OFFICIAL)

    assert why_not_together((players, players)) is None
    assert why_not_together((staff, staff)) is None
    for both in ((players, staff), (staff, players)):
        assert why_not_together(both) == (
            "in “Division 1” (book) players look words up themselves, in “Division 1” (old) only a Word "
            "Judge rules; one station cannot be for both, so set up two"
        )


# ---- penalties ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("international", "penalty", "fits"),
    [
        (False, "lose_turn", True),
        (False, "five_per_word", False),
        (True, "five_per_word", True),
        (True, "lose_turn", False),
        (False, "none", True),
    ],
)
@pytest.mark.parametrize("family", ["NWL", "CSW", None])
def test_the_director_s_declaration_decides_which_penalties_there_are_whatever_the_list(
    family, international, penalty, fits
):
    chosen = replace(CHOSEN, penalty=penalty, international=international)

    found = misfit(chosen, rules(), replace(OFFICIAL, family=family), ListStanding.UNKNOWN)

    assert found is None if fits else found is not None and found[0] == "penalty"


def test_a_penalty_of_international_divisions_is_refused_with_the_line_that_would_allow_it():
    _, why = fault(replace(CHOSEN, penalty="five_per_word"), rules())

    assert why.endswith("it has: lose_turn, none; a division with international = true may have it")


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

    found = fault(replace(CHOSEN, penalty=id), open_sizes)

    assert (found is None) is fits
    assert fits or (found and "a rule set of your own" in found[1])


def test_a_penalty_that_is_not_standard_is_told_of():
    unusual = rules(
        penalty=replace(PENALTY, options=("dingle",), non_standard=("dingle",), non_standard_note="Unusual.")
    )

    assert notes(division(unusual, OFFICIAL, penalty="dingle")) == ("Division 1: Unusual.",)


# ---- kinds of division -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["international", "school"])
def test_a_kind_of_division_the_rulebook_does_not_know_is_refused(kind):
    without = rules(lexicon=replace(LEXICON, international=(), school=()))

    assert fault(replace(CHOSEN, **{kind: True}), without) == (
        kind,
        f"“book” has no part for {kind} divisions; leave it out",
    )


@pytest.mark.parametrize(
    ("family", "kind", "proposed"),
    [
        ("CSW", DivisionKind.MAIN, "international = true"),
        ("school", DivisionKind.MAIN, "school = true"),
        ("school", DivisionKind.INTERNATIONAL, "school = true"),
        ("NWL", DivisionKind.SCHOOL, None),
        ("free", DivisionKind.MAIN, None),
    ],
)
def test_what_a_list_is_for_is_only_proposed(family, kind, proposed):
    of = division(rules(), replace(OFFICIAL, family=family), kind=kind, standing=ListStanding.FOREIGN)

    first, *more = notes(of)

    assert "is not a list book names here" in first
    assert [note.partition("say so: ")[2] for note in more] == ([f"{proposed}."] if proposed else [])


# ---- long words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lexicon", "kind", "sentence"),
    [
        (LEXICON, {}, "“book” has no second list for long words here; leave it out"),
        (LONG_LIST, {}, None),
        (LONG_LIST, {"international": True}, "“book” has no second list for long words here; leave it out"),
        (LEXICON, {"school": True}, None),
        (
            BOOK,
            {},
            "under “book” long words are looked up in MW10, and no list takes its place; leave it out",
        ),
    ],
)
def test_a_second_list_needs_a_rulebook_that_knows_one(lexicon, kind, sentence):
    penalty = "five_per_word" if "international" in kind else "lose_turn"
    chosen = replace(CHOSEN, long="long-list", penalty=penalty, **kind)

    found = fault(chosen, rules(lexicon=lexicon))

    assert found == (None if sentence is None else ("long", sentence))


@pytest.mark.parametrize(
    ("lexicon", "kind", "has_long", "needed"),
    [
        (LONG_LIST, DivisionKind.MAIN, False, True),
        (LONG_LIST, DivisionKind.MAIN, True, False),
        (LONG_LIST, DivisionKind.INTERNATIONAL, False, False),
        (BOOK, DivisionKind.MAIN, True, True),  # a dictionary is never replaced by a list
        (BOOK, DivisionKind.MAIN, False, True),
        (LEXICON, DivisionKind.MAIN, False, False),
        (LEXICON, DivisionKind.SCHOOL, False, True),  # the school list is for shorter words
        (LEXICON, DivisionKind.SCHOOL, True, False),
        (replace(LEXICON, school_long_from=None), DivisionKind.SCHOOL, False, False),
    ],
)
def test_what_settles_a_long_word_is_the_rulebook_s_own_reference(lexicon, kind, has_long, needed):
    assert lexicon.reference(kind).needs_print(list_has_long=has_long) is needed


def test_long_words_that_only_print_settles_are_told_of_with_the_book():
    by_book = rules(lexicon=BOOK)

    assert notes(division(by_book, OFFICIAL, needs_book=True)) == (
        "Division 1: Words of 10 or more letters that are not in the list are referred to the Word Judge, "
        "who looks in: MW10.",
    )


# ---- which list --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "more", "note"),
    [
        (
            ListStanding.LATER,
            {},
            f"book names The List and speaks of no later list: {TOLD}. If NWL2023 is the list in force, "
            'confirm it: confirmed = "NWL2023".',
        ),
        (
            ListStanding.LATER,
            {"confirmed": True},
            "NWL2023 in place of The List, as the director confirmed.",
        ),
        (ListStanding.OLDER, {}, f"NWL2023 is not the list book names (The List), nor later: {TOLD}."),
        (ListStanding.FOREIGN, {}, f"NWL2023 is not a list book names here (The List): {TOLD}."),
    ],
)
def test_a_list_the_rulebook_does_not_name_is_told_of(standing, more, note):
    of = division(rules(), OFFICIAL, standing=standing, **more)

    assert notes(of) == (f"Division 1: {note}",)


def test_a_list_nobody_knows_is_told_of():
    of = division(rules(), UNKNOWN, standing=ListStanding.UNKNOWN)

    assert notes(of) == (
        f"Division 1: “My list” is not a list this program recognises (12,345 words): {TOLD}.",
    )


@pytest.mark.parametrize(
    ("confirmed", "standing", "sentence"),
    [
        ("NWL2023", ListStanding.LATER, None),
        ("NWL2023", ListStanding.OFFICIAL, None),
        (None, ListStanding.OLDER, None),
        ("NWL2020", ListStanding.LATER, "it is “NWL2020”, but the list is “NWL2023”"),
        (
            "NWL2023",
            ListStanding.OLDER,
            "“NWL2023” is not later than the list the rulebook names; it can be used, but not confirmed",
        ),
    ],
)
def test_only_a_later_edition_can_be_confirmed_and_by_its_name(confirmed, standing, sentence):
    found = fault(replace(CHOSEN, confirmed=confirmed), rules(), standing)

    assert found == (None if sentence is None else ("confirmed", sentence))


def test_a_list_without_an_edition_cannot_be_confirmed():
    found = misfit(replace(CHOSEN, confirmed="NWL2023"), rules(), UNKNOWN, ListStanding.UNKNOWN)

    assert found == ("confirmed", "it is “NWL2023”, but the list is “My list”")


def test_a_draft_is_told_of():
    assert "is a draft" in notes(division(rules(status="draft"), OFFICIAL))[0]


# ---- what goes on record -----------------------------------------------------------------------------------

ON_RECORD = {
    "id": "one",
    "rules": {"id": "book", "fingerprint": "a" * 64},
    "penalty": "lose_turn",
    "lexicon": {"id": "main-list", "edition": "NWL2023", "fingerprint": "f" * 64},
    "long_lexicon": {"id": "main-list", "edition": None, "fingerprint": "f" * 64},
}


def test_the_record_names_everything_by_fingerprint():
    assert division(rules(), OFFICIAL, UNKNOWN).on_record() == ON_RECORD


def test_the_record_says_what_the_director_declared_and_confirmed():
    declared = division(rules(), OFFICIAL, UNKNOWN, kind=DivisionKind.INTERNATIONAL, confirmed=True)

    assert declared.on_record() == {**ON_RECORD, "kind": "international", "confirmed": "NWL2023"}
