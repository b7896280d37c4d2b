"""The amounts a rule set lays down, and what changes in an international division."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.errors import RuleSetError
from kiosk.rules.penalties import choose_penalty
from kiosk.rules.points import Compensation, ImproperLookup
from kiosk.rules.ruleset import build
from kiosk.rules.ruling import Verdict

SHIPPED = Path(__file__).resolve().parents[3] / "resources" / "rulesets"
TEN = ImproperLookup(10, "game", "one_player", "unacceptable", True, "")
STRICT = ImproperLookup(5, "game", "any", "any", False, "")
OPEN = ImproperLookup(None, "director", "any", "any", False, "")


@pytest.mark.parametrize(
    ("lookup", "solely", "verdict", "points"),
    [
        (TEN, True, Verdict.UNACCEPTABLE, 10),
        (TEN, True, Verdict.ACCEPTABLE, 0),
        (TEN, False, Verdict.UNACCEPTABLE, 0),
        (TEN, False, Verdict.ACCEPTABLE, 0),
        (OPEN, True, Verdict.UNACCEPTABLE, None),
        (STRICT, False, Verdict.ACCEPTABLE, 5),
    ],
)
def test_the_points_follow_from_responsibility_and_verdict(
    lookup: ImproperLookup, solely: bool, verdict: Verdict, points: int | None
) -> None:
    assert lookup.points_for(solely_responsible=solely, verdict=verdict) == points


@pytest.mark.parametrize(("extra", "amount"), [(25, 67), (0, 42), (None, None)])
def test_compensation_is_the_play_and_the_extra(extra: int | None, amount: int | None) -> None:
    assert Compensation(extra, "spread", "", (), "").amount(42) == amount


RULES = build(tomllib.loads((SHIPPED / "naspa-2016.toml").read_text(encoding="utf-8")), "f")


@pytest.mark.parametrize(
    ("wanted", "international", "penalty"),
    [
        (None, False, "lose_turn"),
        ("lose_turn", False, "lose_turn"),
        ("ten_per_word", True, "ten_per_word"),
        ("lose_turn", True, "lose_turn"),
    ],
)
def test_a_penalty_is_the_rulebook_s_own_or_the_one_that_was_named(
    wanted: str | None, international: bool, penalty: str
) -> None:
    assert choose_penalty(RULES, wanted, international=international) == penalty


@pytest.mark.parametrize(
    ("wanted", "international", "sentence"),
    [
        (None, True, "the Director names what a failed challenge costs .* five_per_word, ten_per_word, lose"),
        ("five_per_word", False, "has no penalty “five_per_word” here. Choose one of: lose_turn."),
        ("none", True, "has no penalty “none” here"),
    ],
)
def test_a_penalty_that_the_director_has_to_name_is_never_filled_in(
    wanted: str | None, international: bool, sentence: str
) -> None:
    with pytest.raises(RuleSetError, match=sentence):
        choose_penalty(RULES, wanted, international=international)


def test_a_rulebook_without_international_divisions_has_no_penalty_for_them() -> None:
    alone = replace(RULES, penalty=replace(RULES.penalty, international_options=()))

    with pytest.raises(RuleSetError, match="knows no international divisions"):
        choose_penalty(alone, None, international=True)
