"""Whether a set-up was changed behind the program's back: the file, then what it names."""

from dataclasses import replace

import pytest

from kiosk.log.kinds import Kind
from kiosk.setup.integrity import NO_FILE, Change, Changed, InForce, changes
from tests.support.bodies import body
from tests.support.fakes import identity, procedure

DIVISION = procedure().divisions[0]
UNSAID = body(Kind.SET_UP, digest="abc")
RECORDED = replace(UNSAID, divisions=(DIVISION.on_record(),))
WITHOUT_FILE = replace(UNSAID, digest=NO_FILE)
OTHER = identity(fingerprint="cd" * 32)


@pytest.mark.parametrize(
    ("now", "recorded"),
    [
        (InForce(NO_FILE), None),
        (InForce("abc"), UNSAID),
        (InForce("abc"), RECORDED),
        (InForce("abc", [DIVISION]), RECORDED),
        (InForce("abc", [DIVISION]), UNSAID),
        (InForce(NO_FILE, [DIVISION]), None),
        (InForce(NO_FILE, [DIVISION]), WITHOUT_FILE),
    ],
)
def test_a_set_up_that_agrees_or_of_which_nothing_was_recorded_was_not_changed(now, recorded):
    assert changes(now, recorded) is None


@pytest.mark.parametrize(
    ("now", "recorded", "what", "sentence"),
    [
        ("abc", None, Change.UNRECORDED, "was put here by hand: no set-up record speaks of it."),
        ("abc", WITHOUT_FILE, Change.PUT_HERE, "was put here by hand: no set-up record speaks of it."),
        (NO_FILE, UNSAID, Change.GONE, "is gone since the last set-up."),
        ("abd", UNSAID, Change.EDITED, "was changed by hand since the last set-up."),
    ],
)
def test_a_file_that_is_not_the_one_on_record_is_named(now, recorded, what, sentence):
    assert changes(InForce(now, [DIVISION]), recorded) == Changed(what, f"kiosk.toml {sentence}")


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        (replace(DIVISION, lexicon=OTHER), "word list"),
        (replace(DIVISION, long_lexicon=OTHER), "word list"),
        (replace(DIVISION, rules=replace(DIVISION.rules, fingerprint="ef" * 32)), "rule set"),
    ],
)
def test_an_exchanged_list_or_rule_set_is_named(changed, what):
    sentence = f"The {what} of {DIVISION.name} is not the one that was set up."

    assert changes(InForce("abc", [changed]), RECORDED) == Changed(Change.EXCHANGED, sentence)


def test_a_record_that_holds_something_else_counts_as_another_rule_set():
    found = changes(InForce("abc", [DIVISION]), replace(UNSAID, divisions=({"id": 7},)))

    assert found is not None
    assert "The rule set of" in found.sentence


@pytest.mark.parametrize("divisions", [(), (DIVISION, DIVISION)])
def test_more_or_fewer_divisions_than_on_record_are_others(divisions):
    found = changes(InForce("abc", divisions), RECORDED)

    assert found == Changed(Change.EXCHANGED, "The divisions are not those that were set up.")
