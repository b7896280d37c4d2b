"""One rule-set file built on another."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kiosk.errors import RuleSetError
from kiosk.rules.ruleset import RuleSet, Source, build, merge_tables, resolve

SHIPPED = Path(__file__).resolve().parents[3] / "resources" / "rulesets"
BASE = tomllib.loads((SHIPPED / "naspa-2016.toml").read_text(encoding="utf-8"))
NAMES = {"title": "Thursday club", "short_title": "Club"}


def resolved(id: str, **contents: Mapping[str, Any]) -> RuleSet:
    """The rule set *id* out of *contents* (and the base), each in a file of its own name."""
    files = {"base": BASE | {"id": "base"}} | contents

    def find(id: str) -> Source | None:
        return Source(f"{id}.toml", files[id]) if id in files else None

    return resolve(Source(f"{id}.toml", files[id]), find)


def club(**tables: object) -> dict[str, Any]:
    return {"id": "club", "inherits": "base", **NAMES, **tables}


def test_what_a_file_does_not_say_it_inherits() -> None:
    rules = resolved("club", club=club())

    assert rules.id == "club"
    assert rules.title == "Thursday club"
    assert rules.challenge == build(BASE, "base").challenge


def test_what_a_file_says_replaces_value_and_clause() -> None:
    leaf = {"value": "none", "clause": "club rule 3"}

    rules = resolved("club", club=club(challenge={"concession": leaf}))

    assert rules.concession == "none"
    assert rules.clause("challenge.concession") == "club rule 3"
    assert rules.clause("challenge.binding") == "IV.I.3"


def test_a_rule_set_may_inherit_through_several_files() -> None:
    first = club(challenge={"concession": {"value": "none", "clause": "club rule 3"}})
    second = {"id": "night", "inherits": "club", **NAMES, "issued": "2026-01-01"}

    rules = resolved("night", club=first, night=second)

    assert (rules.id, rules.issued, rules.concession) == ("night", "2026-01-01", "none")


def test_an_inherited_reason_can_be_taken_away_and_another_added() -> None:
    change = {"tile_found": {"value": "", "clause": "club rule 4"}, "late": {"value": "Late", "clause": "5"}}

    rules = resolved("club", club=club(withdraw=change))

    ids = [reason.id for reason in rules.withdraw_reasons]
    assert "tile_found" not in ids
    assert "late" in ids


def test_a_change_without_a_clause_is_refused_and_does_not_borrow_one() -> None:
    with pytest.raises(RuleSetError, match=r"club\.toml.*“challenge\.concession” has no clause"):
        resolved("club", club=club(challenge={"concession": {"value": "none"}}))


def test_an_unknown_key_is_told_of_the_file_that_brought_it_in() -> None:
    wrong = club(chalenge={})
    second = {"id": "night", "inherits": "club", **NAMES}

    with pytest.raises(RuleSetError, match=r"club\.toml cannot be used: it has an unknown key “chalenge”"):
        resolved("night", club=wrong, night=second)


def test_a_file_that_inherits_still_has_a_name_of_its_own() -> None:
    with pytest.raises(RuleSetError, match=r"club\.toml.*“title” at its head"):
        resolved("club", club={"id": "club", "inherits": "base"})


def test_a_circle_of_files_is_named() -> None:
    one = {"id": "one", "inherits": "two"}
    two = {"id": "two", "inherits": "one"}

    with pytest.raises(RuleSetError, match=r"two\.toml.*“inherits” goes round in a circle: one → two → one"):
        resolved("one", one=one, two=two)


def test_a_file_that_inherits_itself_is_a_circle() -> None:
    with pytest.raises(RuleSetError, match=r"one\.toml.*“inherits” goes round in a circle: one → one"):
        resolved("one", one={"id": "one", "inherits": "one"})


@pytest.mark.parametrize("parent", ["nowhere", 5])
def test_inheriting_from_nowhere_is_refused(parent: object) -> None:
    with pytest.raises(RuleSetError, match=rf"club\.toml.*“inherits” must name a rule set.*“{parent}”"):
        resolved("club", club={"id": "club", "inherits": parent})


def test_merging_replaces_a_value_whole_and_a_table_key_by_key() -> None:
    base = {"a": {"x": {"value": 1, "clause": "1", "note": "n"}, "y": {"value": 2, "clause": "2"}}, "b": 1}
    change = {"a": {"x": {"value": 3, "clause": "3"}}, "c": 4}

    result = merge_tables(base, change)

    assert result == {
        "a": {"x": {"value": 3, "clause": "3"}, "y": {"value": 2, "clause": "2"}},
        "b": 1,
        "c": 4,
    }
