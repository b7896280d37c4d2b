"""The set-up with everything it names: what is loaded, what is refused, what players are told of the list."""

from dataclasses import replace

import pytest

from kiosk.core.setup.settings import DivisionSettings, Profile, Settings
from kiosk.core.words.lexicon import LexiconIdentity
from kiosk.errors import LexiconError, RuleSetError, SetupError
from kiosk.storage.setup.file import write_settings
from kiosk.storage.setup.opened import OLD_FREE_LIST, for_self_lookup, official, open_division, open_setup
from kiosk.storage.setup.rulesets import load_ruleset
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
    assert for_self_lookup(demonstration) is demonstration
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

NWL = LexiconIdentity("nwl", "NWL2023", "NWL2023", "NWL", 196_601, "ab" * 32)
CSW = LexiconIdentity("csw", "CSW24", "CSW24", "CSW", 280_000, "cd" * 32)
OWN = LexiconIdentity("own", "Our club's list", None, None, 5, "ef" * 32)


@pytest.mark.parametrize(
    ("rules_id", "lexicon", "is_official"),
    [
        ("naspa-2016", NWL, True),
        ("naspa-2016", CSW, True),  # NASPA runs divisions on the international list too
        ("wespa-5.1", CSW, True),
        ("wespa-5.1", NWL, False),
        ("naspa-2016", OWN, False),
        ("wespa-5.1", replace(CSW, edition=None), False),  # the family alone is not enough
    ],
)
def test_a_list_is_official_if_it_is_exactly_an_edition_of_a_family_the_rules_name(
    rules_id, lexicon, is_official
):
    assert official(load_ruleset(rules_id), lexicon) is is_official


def test_an_unknown_list_is_named_in_the_banner_and_flagged(tmp_path):
    own = own_list(tmp_path, "QI\nZA\n")

    division, _ = open_division(tmp_path, replace(MAIN, main=own))

    assert "is not a list this program recognises" in division.banner
    assert division.flags == ("unofficial_list",)


# ---- who may look words up ---------------------------------------------------------------------------------


def test_rules_without_self_lookup_are_refused_with_the_reason(tmp_path):
    made = opened(tmp_path, replace(MAIN, rules="nsa-1998"))

    with pytest.raises(SetupError, match="knows no look-up by the players") as refused:
        for_self_lookup(made)
    assert "kiosk judge" in str(refused.value)


def test_one_division_without_self_lookup_is_enough(tmp_path):
    made = opened(tmp_path, MAIN, replace(MAIN, id="old", rules="nsa-1998"))

    with pytest.raises(SetupError):
        for_self_lookup(made)


# ---- the code on the screen --------------------------------------------------------------------------------


def test_stations_set_up_alike_show_the_same_code_whatever_their_names(tmp_path):
    one = opened(tmp_path / "a")
    other = opened(tmp_path / "b", letter="C", name="By the door")

    assert one.code == other.code
    assert len(one.code) == 6


@pytest.mark.parametrize("change", [{"rules": "wespa-5.1"}, {"penalty": "five_per_word"}])
def test_another_rule_set_or_penalty_is_another_code(tmp_path, change):
    assert opened(tmp_path / "a").code != opened(tmp_path / "b", replace(MAIN, **change)).code
