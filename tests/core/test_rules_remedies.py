"""The amounts a rule set lays down, and what changes in an international division."""

import tomllib
from pathlib import Path

import pytest

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.rules.build import build
from kiosk.core.rules.remedies import Compensation, ImproperLookup

SHIPPED = Path(__file__).resolve().parents[2] / "resources" / "rulesets"
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
    assert Compensation(extra, "spread", "", "").amount(42) == amount


@pytest.mark.parametrize(
    ("family", "expected"), [("CSW", True), ("NWL", False), ("school", False), (None, False)]
)
def test_a_division_is_international_by_the_family_of_its_list(family: str | None, expected: bool) -> None:
    rules = build(tomllib.loads((SHIPPED / "naspa-2016.toml").read_text(encoding="utf-8")), "f")

    international = rules.lexicon.is_international(family)

    assert international is expected
    assert ("five_per_word" in rules.penalty.options_for(international=international)) is expected
