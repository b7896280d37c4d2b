"""Rule sets on disk: shipped, and a director's own."""

from pathlib import Path

import pytest

from kiosk.errors import RuleSetError
from kiosk.rules.store import list_rulesets, load_ruleset, survey_rulesets

SHIPPED = ["naspa-2013", "naspa-2013-draft", "naspa-2016", "nsa-1998", "wespa-5.1"]
CLUB = 'inherits = "naspa-2016"\nid = "club"\ntitle = "Thursday club"\nshort_title = "Club"\n'


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def test_five_rulebooks_are_shipped() -> None:
    assert [rules.id for rules in list_rulesets()] == SHIPPED


def test_each_shipped_rule_set_is_known_by_a_fingerprint_of_its_own() -> None:
    found = list_rulesets()

    assert len({rules.fingerprint for rules in found}) == len(found)
    assert all(len(rules.fingerprint) == 64 for rules in found)


def test_loading_and_listing_give_the_same_rule_set() -> None:
    assert [load_ruleset(id) for id in SHIPPED] == list(list_rulesets())


def test_the_draft_differs_from_its_edition_only_where_it_says_so() -> None:
    edition, draft = load_ruleset("naspa-2013"), load_ruleset("naspa-2013-draft")

    assert draft.status == "draft"
    assert draft.concession == edition.concession
    assert draft.clause("challenge.concession") == "draft IV.I.3 note"
    assert draft.lexicon == edition.lexicon
    assert draft.clause("lexicon.families") == edition.clause("lexicon.families")


def test_an_own_rule_set_may_inherit_a_shipped_one(tmp_path: Path) -> None:
    write(tmp_path, "club.toml", CLUB + '[challenge]\nconcession = { value = "none", clause = "club 1" }\n')

    rules = load_ruleset("club", tmp_path)

    assert rules.concession == "none"
    assert rules.terms == load_ruleset("naspa-2016").terms
    assert [found.id for found in list_rulesets(tmp_path)] == ["club", *SHIPPED]


@pytest.mark.parametrize("name", ["naspa-2016.toml", "NASPA-2016.toml"])
def test_an_own_file_cannot_take_the_name_of_a_shipped_rule_set(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, CLUB)

    with pytest.raises(RuleSetError, match=r"(?i)naspa-2016\.toml.*Give the file and its id another name"):
        load_ruleset("naspa-2016", tmp_path)


def test_an_id_nobody_has_is_answered_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(RuleSetError, match=r"no rule set “club”.*naspa-2016.*wespa-5\.1"):
        load_ruleset("club", tmp_path)


@pytest.mark.parametrize("id", ["../naspa-2016", "/etc/passwd", ""])
def test_an_id_is_never_a_path(tmp_path: Path, id: str) -> None:
    with pytest.raises(RuleSetError, match="There is no rule set"):
        load_ruleset(id, tmp_path)


def test_a_folder_that_is_not_there_holds_no_rule_sets(tmp_path: Path) -> None:
    assert [rules.id for rules in list_rulesets(tmp_path / "rulesets")] == SHIPPED


def test_a_folder_that_is_a_file_is_told_of(tmp_path: Path) -> None:
    write(tmp_path, "rulesets", "")

    with pytest.raises(RuleSetError, match="could not be listed"):
        list_rulesets(tmp_path / "rulesets")


def test_a_broken_own_file_does_no_harm_to_the_others(tmp_path: Path) -> None:
    write(tmp_path, "club.toml", "this is not TOML")

    assert load_ruleset("naspa-2016", tmp_path).id == "naspa-2016"
    with pytest.raises(RuleSetError, match=r"club\.toml cannot be used: it is not valid TOML"):
        list_rulesets(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CLUB + "[chalenge]\n", r"club\.toml.*unknown key “chalenge”"),
        (
            CLUB + '[challenge]\nconcession = { value = "all", clause = "1" }\n',
            r"club\.toml.*“challenge\.concession”",
        ),
        (
            CLUB + '[challenge]\nconcession = { value = "none" }\n',
            r"club\.toml.*“challenge\.concession” has no clause",
        ),
        (
            CLUB + '[compensation]\nextra = { value = 1.5, clause = "1" }\n',
            r"club\.toml.*“compensation\.extra”",
        ),
        (CLUB.replace("naspa-2016", "club"), r"club\.toml.*goes round in a circle: club → club"),
        (CLUB.replace("naspa-2016", "naspa-1066"), r"club\.toml.*“inherits” must name a rule set"),
        (CLUB.replace('"club"', '"cub"'), r"club\.toml.*its “id” must be “club”, like its name; it is “cub”"),
    ],
)
def test_a_fault_is_told_with_file_and_key(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, "club.toml", text)

    with pytest.raises(RuleSetError, match=said):
        load_ruleset("club", tmp_path)


def test_a_file_that_is_not_text_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(RuleSetError, match=r"club\.toml cannot be used: it is not UTF-8 text"):
        load_ruleset("club", tmp_path)


def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "club.toml").mkdir()

    with pytest.raises(RuleSetError, match=r"club\.toml could not be read"):
        load_ruleset("club", tmp_path)


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "club.toml.bak", "this is not TOML")

    assert len(list_rulesets(tmp_path)) == len(SHIPPED)


@pytest.mark.parametrize("value", ["[" * 5000 + "]" * 5000, "9" * 5000])
def test_a_file_that_no_person_writes_is_refused_in_a_sentence(tmp_path: Path, value: str) -> None:
    write(tmp_path, "club.toml", f"{CLUB}x = {value}\n")

    with pytest.raises(RuleSetError, match=r"club\.toml cannot be used: it is not valid TOML"):
        load_ruleset("club", tmp_path)


def test_a_file_far_larger_than_a_rule_set_is_refused_in_a_sentence(tmp_path: Path) -> None:
    write(tmp_path, "club.toml", CLUB + "#" * 1_000_000)

    with pytest.raises(RuleSetError, match=r"club\.toml could not be read"):
        load_ruleset("club", tmp_path)


def test_a_misspelt_key_at_the_head_is_named_before_what_it_makes_missing(tmp_path: Path) -> None:
    write(tmp_path, "club.toml", CLUB.replace("inherits", "inherit"))

    with pytest.raises(RuleSetError, match=r"unknown key “inherit”\. Known at its head: “id”, “inherits”"):
        load_ruleset("club", tmp_path)


def test_one_bad_file_hides_no_other_rule_set(tmp_path: Path) -> None:
    write(tmp_path, "club.toml", CLUB)
    write(tmp_path, "bad.toml", "this is not TOML")

    survey = survey_rulesets(tmp_path)

    assert [rules.id for rules in survey.usable] == ["club", *SHIPPED]
    assert [problem.partition(" cannot be used")[0] for problem in survey.problems] == [
        "The rule set file bad.toml"
    ]


def test_an_own_file_named_like_a_shipped_rule_set_does_no_harm_to_the_others(tmp_path: Path) -> None:
    write(tmp_path, "naspa-2016.toml", CLUB)

    assert load_ruleset("wespa-5.1", tmp_path).id == "wespa-5.1"
