"""The table of editions holds what was measured, and its chain of successors leads somewhere."""

import hashlib
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.errors import LexiconError
from kiosk.rules.choices import DivisionKind
from kiosk.rules.store import load_ruleset
from kiosk.setup.division_store import list_standing
from kiosk.shipped import lexicons
from kiosk.words.editions import (
    edition_named,
    edition_of,
    editions,
    holds_long,
    is_later,
    nearest,
    read_editions,
)
from kiosk.words.play import LexiconIdentity
from kiosk.words.recognition import xor_md5
from kiosk.words.store import BUNDLED_ID, load_lexicon


def test_counts_by_length_add_up_and_fingerprints_differ():
    table = editions()

    assert len(table) == 30
    assert all(sum(edition.by_length.values()) == edition.words for edition in table if edition.by_length)
    assert len({edition.fingerprint for edition in table}) == len(table)
    assert all(len(bytes.fromhex(edition.fingerprint)) in (8, 32) for edition in table)


def test_names_and_aliases_are_unique():
    names = [name.casefold() for edition in editions() for name in (edition.name, *edition.aliases)]

    assert len(names) == len(set(names))


def test_every_predecessor_is_in_the_table_and_of_the_same_family():
    for edition in editions():
        if edition.succeeds is not None:
            before = edition_named(edition.succeeds)
            assert before is not None
            assert before.family == edition.family


@pytest.mark.parametrize(
    ("name", "earlier", "expected"),
    [
        ("NWL2023", "OWL", True),
        ("NWL2023", "NWL2020", True),
        ("NWL2018", "NWL2020", False),
        ("CSW24", "OSWI", True),
        ("CSW24", "NWL2018", False),
        ("OWL", "OWL", False),
        ("SSWL2016", "OSPD4", True),
        ("no such list", "OWL", False),
    ],
)
def test_a_later_edition_is_known_as_later(name: str, earlier: str, expected: bool):
    assert is_later(name, earlier) is expected


@pytest.mark.parametrize(("alias", "name"), [("twl06", "OWL2"), ("SOWPODS", "OSWI"), ("NWL23", "NWL2023")])
def test_an_edition_is_found_by_its_alias(alias: str, name: str):
    edition = edition_named(alias)

    assert edition is not None
    assert edition.name == name


def test_the_lists_merged_with_the_long_list_are_known_as_such():
    merged = {edition.name for edition in editions() if edition.holds_long}

    assert {"OWL", "OWL2", "OWL2.1", "NWL2023", "NSWL2023"} <= merged
    assert not {"OSPD5", "CSW24", "ENABLE1"} & merged


def listed(edition: str) -> LexiconIdentity:
    known = edition_named(edition)
    assert known is not None
    return LexiconIdentity("x", "X", known.name, known.family, known.words, known.fingerprint)


@pytest.mark.parametrize(
    ("edition", "rules", "kind", "needed"),
    [
        ("OWL2", "naspa-2013", DivisionKind.MAIN, False),  # the Long List is merged into it
        ("NWL2023", "naspa-2013", DivisionKind.MAIN, False),
        ("CSW24", "naspa-2013", DivisionKind.INTERNATIONAL, False),  # VI.A names one list alone
        ("ENABLE1", "naspa-2013", DivisionKind.INTERNATIONAL, False),  # whatever list it is
        ("CSW24", "naspa-2013", DivisionKind.MAIN, True),  # not declared: the Long List of III.A.1
        ("ENABLE1", "naspa-2013", DivisionKind.MAIN, True),
        ("ENABLE1", "naspa-2016", DivisionKind.MAIN, False),
        *((name, "nsa-1998", DivisionKind.MAIN, True) for name in ("OWL", "OWL2", "NWL2023", "ENABLE1")),
        ("OSPD5", "naspa-2016", DivisionKind.SCHOOL, True),  # for shorter words only
        ("SSWL2016", "naspa-2016", DivisionKind.SCHOOL, False),
        ("OSPD4", "naspa-2013", DivisionKind.SCHOOL, False),
    ],
)
def test_print_is_needed_by_the_rule_set_s_own_reference_for_long_words(edition, rules, kind, needed):
    reference = load_ruleset(rules).lexicon.reference(kind)

    assert reference.needs_print(list_has_long=holds_long(listed(edition))) is needed


@pytest.mark.parametrize(
    ("rules", "kind", "edition", "standing"),
    [
        ("wespa-5.1", "main", "CSW19", "official"),
        ("wespa-5.1", "main", "CSW24", "official"),  # 1.2(a): it may change
        ("wespa-5.1", "main", "CSW15", "older"),
        ("wespa-5.1", "main", "CSW07", "older"),
        ("wespa-5.1", "main", "OSWI", "older"),
        ("wespa-5.1", "main", "NWL2023", "foreign"),
        ("naspa-2016", "main", "OTCWL2016", "official"),
        ("naspa-2016", "main", "NWL2023", "later"),
        ("naspa-2016", "main", "OWL", "older"),
        ("naspa-2016", "main", "OSPD5", "foreign"),  # a school list in an open division
        ("naspa-2016", "main", "CSW15", "foreign"),  # not declared international
        ("naspa-2016", "international", "CSW15", "official"),
        ("naspa-2016", "international", "CSW24", "later"),
        ("naspa-2016", "international", "CSW12", "older"),
        ("naspa-2016", "international", "NWL2023", "foreign"),
        ("naspa-2016", "school", "OSPD5", "official"),
        ("naspa-2016", "school", "NSWL2023", "later"),
        ("naspa-2016", "school", "OSPD4", "older"),
        ("naspa-2016", "school", "OTCWL2016", "foreign"),
        ("naspa-2013", "main", "OWL2", "official"),
        ("naspa-2013", "main", "OSPD4", "foreign"),
        ("naspa-2013", "main", "OWL2.1", "later"),
        ("naspa-2013", "international", "CSW12", "official"),
        ("naspa-2013", "school", "OSPD4", "official"),
        ("nsa-1998", "main", "OWL", "official"),
        ("nsa-1998", "main", "OWL2", "later"),
    ],
)
def test_a_list_is_official_by_family_role_and_date(rules, kind, edition, standing):
    found = list_standing(load_ruleset(rules).lexicon, DivisionKind(kind), listed(edition))

    assert found == standing


def test_a_list_that_nobody_knows_is_official_nowhere_and_without_a_named_edition_any_of_the_family_is():
    lexicon, own = load_ruleset("naspa-2016").lexicon, replace(listed("OWL"), edition=None)

    assert list_standing(lexicon, DivisionKind.MAIN, own) == "unknown"
    assert list_standing(replace(lexicon, main_edition=None), DivisionKind.MAIN, listed("OWL")) == "official"


def test_the_canary_words_agree_with_the_bundled_list():
    edition = edition_of(load_lexicon(Path(), BUNDLED_ID).identity.fingerprint)

    assert edition is not None
    assert edition.name == "ENABLE1"
    assert edition.absent == ("QI", "ZA", "OK")


def test_the_bundled_list_is_what_its_manifest_and_the_table_say():
    lexicon = load_lexicon(Path(), BUNDLED_ID)
    manifest = tomllib.loads((lexicons() / "free.toml").read_text(encoding="utf-8"))
    content = (lexicons() / "free.words").read_bytes()

    assert hashlib.sha256(content).hexdigest() == manifest["fingerprint"]
    assert manifest["fingerprint"] == "bf2350809031afb0dc357f04634ec469ca565db4e28546955d1a02dce4105bc4"
    assert manifest["words"] == len(lexicon) == len(lexicon.words()) == 168_551
    assert manifest["licence"] == "public domain"
    assert "not an official" in manifest["note"]
    assert all(manifest[key] for key in ("name", "source", "date"))
    assert {int(length): count for length, count in manifest["by_length"].items()} == edition_counts()


def edition_counts() -> dict[int, int]:
    edition = edition_named("ENABLE1")
    assert edition is not None
    return dict(edition.by_length)


def test_the_diagnostic_hash_is_the_published_one():
    """Made here from its description: no words, one word, and the bundled list."""
    assert xor_md5(()) == "0" * 32
    assert xor_md5(["AB"]) == hashlib.md5(b"\x05\x06").hexdigest()  # noqa: S324  (their hash)
    edition = edition_named("ENABLE1")
    assert edition is not None
    assert xor_md5(load_lexicon(Path(), BUNDLED_ID).words()) == edition.xor_md5


def test_the_nearest_edition_is_the_one_with_the_nearest_counts():
    edition = edition_named("CSW21")
    assert edition is not None

    assert nearest(dict(edition.by_length) | {15: edition.by_length[15] + 3}) == (edition, 3)


@pytest.mark.parametrize("text", ["", "edition = 3", "[[edition]]\nname = 'x'", "[[edition]]\nby_length = 1"])
def test_a_damaged_table_is_refused(text: str):
    with pytest.raises(LexiconError, match="table of editions cannot be read"):
        read_editions(text)


def test_every_edition_is_found_by_its_fingerprint_and_no_other_string_finds_one():
    for edition in editions():
        assert edition_of(edition.fingerprint) == edition
        assert edition_of(edition.fingerprint[:-1] + "x") is None

    assert edition_of(editions()[0].xor_md5 or "") is None
    assert edition_of("NWL") is None


def test_a_french_edition_is_known_by_its_fingerprint_alone():
    """No counts by length are known of it: it is never the nearest to another list."""
    edition = edition_of("35471c486764f839f1d9f402356bf02b342f2d03a32e952ad817e625ef7e7d46")

    assert edition is not None
    assert (edition.name, edition.family, edition.by_length) == ("ODS8", "ODS", {})
    assert nearest({2: 1})[0].by_length


def test_an_edition_of_which_only_the_first_digits_are_known_is_found_by_them():
    edition = edition_of("ff4cf49a77a2db94" + "0" * 48)

    assert edition is not None
    assert edition.name == "ODS5"
    assert edition_of("ff4cf49a77a2db95" + "0" * 48) is None
