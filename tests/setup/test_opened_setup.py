"""The set-up with everything it names: what is loaded, what is refused, what players are told of the list."""

from dataclasses import replace

import pytest

from kiosk.errors import LexiconError, RuleSetError, SetupError
from kiosk.rules.store import load_ruleset
from kiosk.setup.division_store import OLD_FREE_LIST, open_division, open_setup, with_notices
from kiosk.setup.divisions import ListStanding
from kiosk.setup.settings import DivisionSettings, Profile, Settings
from kiosk.setup.store import write_settings
from tests.support import stage
from tests.support.command_line import Station

MAIN = DivisionSettings("main", "Division 1", "naspa-2016", "lose_turn", "free")


def opened(folder, *divisions, **changes):
    folder.mkdir(exist_ok=True)
    settings = replace(Settings("B", "By the window", Profile.CLUB, divisions or (MAIN,)), **changes)
    write_settings(folder, settings)
    return open_setup(folder)


def own_list(tmp_path, words):
    return Station(tmp_path).import_list(tmp_path / "words.txt", words)


def test_without_a_set_up_it_is_a_demonstration_on_the_free_list(tmp_path):
    demonstration = open_setup(tmp_path)

    assert demonstration.is_set_up is False
    assert [division.banner for division in demonstration.divisions] == [OLD_FREE_LIST]
    assert demonstration.divisions[0].flags == ("unofficial_list",)
    assert "CAT" in demonstration.sources[0].main
    assert "QI" not in demonstration.sources[0].main


def test_a_set_up_brings_its_divisions_with_rules_penalty_and_lists(tmp_path):
    second = replace(
        MAIN, id="two", name="Division 2", rules="wespa-5.1", penalty="five_per_word", colour="teal"
    )

    made = opened(tmp_path, MAIN, second)

    assert made.is_set_up
    assert [one.id for one in made.divisions] == ["main", "two"]
    assert (made.divisions[1].rules.id, made.divisions[1].penalty.id, made.divisions[1].colour) == (
        "wespa-5.1",
        "five_per_word",
        "teal",
    )
    assert len(made.sources) == 2


def test_a_penalty_takes_its_amounts_from_the_rule_set(tmp_path):
    made = opened(tmp_path, replace(MAIN, rules="wespa-5.1", penalty="ladder"))

    assert [step.points for step in made.divisions[0].penalty.steps] == list(
        load_ruleset("wespa-5.1").penalty.ladder
    )


def test_a_long_list_answers_where_the_rules_know_one(tmp_path):
    long = own_list(tmp_path, "TESTLONGWORD\nSHORTLST\n")

    made = opened(tmp_path, replace(MAIN, rules="naspa-2013", long=long))

    assert made.divisions[0].long_lexicon.id == long
    assert made.sources[0].accepts("TESTLONGWORD")
    assert not made.sources[0].accepts("SHORTLST")
    assert made.sources[0].needs_book("TESTLONGWORDS") is False


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"main": "gone"}, LexiconError),
        ({"long": "gone"}, LexiconError),
        ({"rules": "gone"}, RuleSetError),
        ({"penalty": "gone"}, RuleSetError),
    ],
)
def test_what_cannot_be_found_is_refused_in_a_sentence(tmp_path, change, error):
    with pytest.raises(error, match="gone"):
        open_division(tmp_path, replace(MAIN, **change))


def test_a_list_whose_content_was_changed_is_refused(tmp_path):
    own = own_list(tmp_path, "QI\nZA\nJO\n")
    file = next(
        path for path in (tmp_path / "lexicons").rglob("*") if path.is_file() and b"QI" in path.read_bytes()
    )
    file.write_bytes(file.read_bytes().replace(b"QI", b"QX"))

    with pytest.raises(LexiconError):
        open_division(tmp_path, replace(MAIN, main=own))


# ---- what players are told of the list ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "confirmed", "banner"),
    [
        (ListStanding.OFFICIAL, False, ""),
        (ListStanding.LATER, True, ""),
        (ListStanding.LATER, False, "NWL2023 is later than the list NASPA 2016 names"),
        (ListStanding.OLDER, False, "NWL2023 is older than the list NASPA 2016 names"),
        (ListStanding.FOREIGN, False, "NWL2023 is not a list of NASPA 2016"),
        (ListStanding.UNKNOWN, False, "“Tiny list” is not a list this program recognises"),
    ],
)
def test_players_and_records_are_told_of_a_list_that_neither_rulebook_nor_director_vouches_for(
    standing, confirmed, banner
):
    made = with_notices(stage.division(standing=standing, confirmed=confirmed))

    assert made.banner == banner
    assert made.flags == (("unofficial_list",) if banner else ())


@pytest.mark.parametrize(("edition", "flags"), [("NWL2023", ()), (None, ("unofficial_list",))])
def test_a_second_list_that_nobody_knows_is_told_of_as_well(edition, flags):
    made = with_notices(stage.division(long_lexicon=replace(stage.TINY, edition=edition)))

    assert made.flags == flags
    assert bool(made.banner) is bool(flags)


def test_an_unknown_list_is_named_in_the_banner_and_flagged(tmp_path):
    own = own_list(tmp_path, "QI\nZA\n")

    division, _ = open_division(tmp_path, replace(MAIN, main=own))

    assert "is not a list this program recognises" in division.banner
    assert division.flags == ("unofficial_list",)


# ---- who may look words up ---------------------------------------------------------------------------------


def test_a_rule_set_under_which_only_staff_rule_can_be_opened(tmp_path):
    made = opened(tmp_path, replace(MAIN, rules="nsa-1998"), replace(MAIN, id="two", rules="nsa-1998"))

    assert [division.rules.self_lookup for division in made.divisions] == [False, False]
    assert made.divisions[0].book.endswith("(MW10)")
    assert made.sources[0].needs_book("TESTLONGWORD")


def test_a_station_is_not_for_players_and_for_staff_at_once(tmp_path):
    with pytest.raises(SetupError, match=r"kiosk.toml: “division”: .* one station cannot be for both"):
        opened(tmp_path, MAIN, replace(MAIN, id="old", rules="nsa-1998"))


# ---- what the director declares ----------------------------------------------------------------------------


def test_an_international_division_has_one_list_whatever_the_program_knows_of_it(tmp_path):
    own = own_list(tmp_path, "QI\nZA\n")
    chosen = replace(MAIN, rules="naspa-2013", main=own, penalty="five_per_word", international=True)

    division, source = open_division(tmp_path, chosen, "file: “division[1]")

    assert (division.kind, division.needs_book) == ("international", False)
    assert not source.needs_book("TESTLONGWORD")


def test_a_school_division_goes_on_in_the_rulebook_s_other_list(tmp_path):
    own = own_list(tmp_path, "NINELETRS\n")
    chosen = replace(MAIN, rules="naspa-2016", school=True)

    alone, without = open_division(tmp_path, chosen, "file: “division[1]")
    _, source = open_division(tmp_path, replace(chosen, long=own), "file: “division[1]")

    assert alone.book == "Official Tournament & Club Word List, 2016 Edition"
    assert without.needs_book("NINELETRS")
    assert not without.needs_book("EIGHTLET")
    assert source.accepts("NINELETRS")
    assert not source.needs_book("NINELETRX")


# ---- the code on the screen --------------------------------------------------------------------------------


def test_stations_set_up_alike_show_the_same_code_whatever_their_names(tmp_path):
    one = opened(tmp_path / "a")
    other = opened(tmp_path / "b", letter="C", name="By the door")

    assert one.code == other.code
    assert len(one.code) == 6


@pytest.mark.parametrize(
    "change",
    [{"rules": "wespa-5.1"}, {"penalty": "five_per_word"}, {"international": True}, {"school": True}],
)
def test_another_rule_set_penalty_or_kind_is_another_code(tmp_path, change):
    assert opened(tmp_path / "a").code != opened(tmp_path / "b", replace(MAIN, **change)).code
