"""What TAB puts together for the record: flags, place, effort; and when two rulings contradict each other."""

from dataclasses import replace

import pytest

from kiosk.rules.choices import MethodId
from kiosk.rules.ruling import Effort, Place, RulingFlag, Verdict
from kiosk.station.entry import Checking, Entering
from kiosk.station.machine import adjudication, differs, question
from tests.support import stage
from tests.support.fakes import procedure

ONE, WESPA = procedure(), procedure("wespa-5.1")
TYPED = Entering(0, 400, 2, ("QI", "ZA"), current=1, edits=3)
CHECKED = Checking(0, TYPED, 1500)


def asked(checked=CHECKED, verdict=Verdict.ACCEPTABLE, by=ONE, context=()):
    return adjudication(
        checked.order(checked.opened_ms + 700, by), verdict, by, Place("d0", "open-2026", 3), context
    )


def test_a_ruling_says_how_where_and_with_what_effort_it_was_made():
    made = asked(replace(CHECKED, entry=replace(TYPED, table="12")))

    assert (made.words, made.declared, made.verdict) == (("QI", "ZA"), 2, Verdict.ACCEPTABLE)
    assert (made.method, made.place) == (MethodId.SELF_STATION, Place("d0", "open-2026", 3, 12))
    assert made.effort == Effort(entry_ms=1100, verify_ms=700, edits=3)


def test_a_clock_that_went_back_makes_no_negative_effort():
    backwards = replace(CHECKED, opened_ms=0)
    made = adjudication(backwards.order(-5, ONE), Verdict.ACCEPTABLE, ONE, Place(), ())

    assert (made.effort.entry_ms, made.effort.verify_ms) == (0, 0)


def test_an_ordinary_play_has_no_flag():
    assert CHECKED.order(0, ONE).flags == ()


@pytest.mark.parametrize(
    ("checked", "by", "flag"),
    [
        (replace(CHECKED, entry=replace(TYPED, lines=("QI", "QI"))), ONE, RulingFlag.DUPLICATE_WORD),
        (replace(CHECKED, entry=replace(TYPED, list_changed=True)), WESPA, RulingFlag.LIST_CHANGED),
        (CHECKED, procedure(ask_table=True), RulingFlag.NO_TABLE),
        (replace(CHECKED, entry=replace(TYPED, boarded=True)), ONE, RulingFlag.BOARD),
        (
            CHECKED,
            replace(ONE, divisions=(stage.division(flags=(RulingFlag.UNOFFICIAL_LIST,)),)),
            RulingFlag.UNOFFICIAL_LIST,
        ),
    ],
)
def test_what_is_out_of_the_ordinary_is_flagged(checked, by, flag):
    assert checked.order(0, by).flags == (flag,)


def test_where_the_rules_let_words_be_added_until_the_end_it_is_no_flag():
    assert replace(CHECKED, entry=replace(TYPED, list_changed=True)).order(0, ONE).flags == ()


def test_the_flags_of_the_circumstances_come_to_those_of_the_play_each_once_and_sorted():
    made = asked(by=procedure(ask_table=True), context=(RulingFlag.NO_TABLE, RulingFlag.CASUAL))

    assert made.flags == (RulingFlag.CASUAL, RulingFlag.NO_TABLE)


# ---- two rulings on the same words -------------------------------------------------------------------------


def test_another_verdict_on_the_same_question_differs_in_whatever_order_the_words_were_typed():
    turned = replace(CHECKED, entry=replace(TYPED, lines=("ZA", "QI")))
    before = {question(asked()): Verdict.ACCEPTABLE}

    assert not differs(asked(turned), before)
    assert differs(asked(turned, Verdict.UNACCEPTABLE), before)


def test_a_question_never_asked_differs_from_nothing():
    assert not differs(asked(), {})


@pytest.mark.parametrize("other", ["lexicon", "long_lexicon", "rules"])
def test_another_list_or_rule_set_makes_another_question(other):
    made = asked()
    stamp = getattr(made, other) or made.lexicon
    changed = replace(made, **{other: replace(stamp, fingerprint="cd" * 32)})

    assert question(changed) != question(made)
