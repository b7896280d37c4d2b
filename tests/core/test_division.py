"""A division's set-up record, and what no longer agrees with it."""

from dataclasses import replace

import pytest

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.setup.division import exchanged
from kiosk.core.words.play import Word
from tests.support.fakes import identity, procedure

DIVISION = procedure().divisions[0]
RECORDED = {"divisions": [DIVISION.on_record()]}
OTHER = identity(fingerprint="cd" * 32)


@pytest.mark.parametrize("recorded", [None, {}, {"divisions": "?"}, RECORDED])
def test_a_division_that_agrees_or_of_which_nothing_was_recorded_was_not_exchanged(recorded):
    assert exchanged((DIVISION,), recorded) is None


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        (replace(DIVISION, lexicon=OTHER), "word list"),
        (replace(DIVISION, long_lexicon=OTHER), "word list"),
        (replace(DIVISION, rules=replace(DIVISION.rules, fingerprint="ef" * 32)), "rule set"),
    ],
)
def test_an_exchanged_list_or_rule_set_is_named(changed, what):
    name = DIVISION.name

    assert exchanged((changed,), RECORDED) == f"The {what} of {name} is not the one that was set up."


def test_a_record_that_holds_something_else_counts_as_another_rule_set():
    assert "The rule set of" in (exchanged((DIVISION,), {"divisions": [7]}) or "")


@pytest.mark.parametrize("long", [None, OTHER])
def test_a_ruling_names_what_it_was_made_by(long):
    ruled = replace(DIVISION, long_lexicon=long).ruled((Word("QI"),), Verdict.ACCEPTABLE, "runner")

    assert (ruled.declared, ruled.method) == (1, "runner")
    assert ruled.lexicon.fingerprint == DIVISION.lexicon.fingerprint
    assert (ruled.long_lexicon.fingerprint if ruled.long_lexicon else None) == (long and long.fingerprint)
    assert ruled.consequence == "Challenger loses the turn"
