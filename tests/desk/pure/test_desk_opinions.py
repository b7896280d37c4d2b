"""Another opinion at the desk: the law of every opinion, by keys."""

from dataclasses import replace

import pytest

from kiosk.base.page import spell_page
from kiosk.decisions.forms import OpinionKnown
from kiosk.desk import wording
from kiosk.desk.events import (
    FindRuling,
    FindSame,
    NothingFound,
    RuleSlip,
    RulingFound,
    SameFound,
    SlipRuled,
)
from kiosk.desk.machine import desk_page, step
from kiosk.desk.opinions import AskingNumber, ConfirmingOpinion
from kiosk.desk.ruling import CheckingSlip, LookingInPrint, Marked, OnSlip, RulingSlip
from kiosk.desk.shift import AtDeskDoor
from kiosk.desk.slip import SlipEntry
from kiosk.rules.ruling import Verdict
from kiosk.setup.passcodes import Role
from kiosk.station.events import PasscodeAccepted
from tests.support import adjudicator as bench
from tests.support import stage
from tests.support.adjudicator import NASPA, NSA, WESPA, after, earlier, sample_desk_states, setting, shift

GOOD, BAD = Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE
BY = setting()
WESPA_BY = setting(WESPA)
ON = OnSlip(shift(BY), SlipEntry(0))
NASPA_2016 = "naspa-2016"


def asked(by, found, **changes):
    """Where AB gets who names the ruling *found*."""
    return step(AskingNumber(shift(by, **changes), "147"), RulingFound(found), 0, by)[0]


def page(state, by=BY):
    return spell_page(desk_page(state, 0, by, bench.CONTEXT).page)


def ruled(checking, verdict, by=BY):
    """The mark after TAB on *checking*, and what was ordered."""
    ruling, orders = after(checking, "\t", by)
    logged = stage.logged(verdict, bench.FEW, by.divisions[0])
    return step(ruling, SlipRuled(logged, ("s", "e", 9)), 0, by)[0], orders


# ---- on which ruling ---------------------------------------------------------------------------------------


def test_a_ruling_number_is_asked_for_and_looked_up_in_the_log():
    assert after(ON, "③147\n", BY)[1] == [FindRuling("B-147", 0)]
    assert after(ON, "③c-9\n", BY)[1] == [FindRuling("C-9", 0)]
    assert after(ON, "③\n", BY)[0].notice == wording.WHICH


def test_a_referral_that_waits_is_answered_by_its_number():
    assert isinstance(asked(BY, earlier(BY)), LookingInPrint)


def test_a_ruling_of_another_division_is_not_looked_at_here():
    state = asked(BY, earlier(BY, GOOD, division="elsewhere"))

    assert state.notice == wording.OTHER_DIVISION.format(number="B-147")


# ---- who may give it, and which ----------------------------------------------------------------------------


@pytest.mark.parametrize("rules_id", [NSA, WESPA, NASPA, NASPA_2016])
def test_whoever_ruled_before_is_refused_with_the_clause(rules_id):
    by = setting(rules_id)
    mine = earlier(by, GOOD, opinions=(OpinionKnown(GOOD, "ab", "B-147"),))

    same, other = asked(by, mine), asked(by, earlier(by, GOOD))

    assert "AB has ruled on this already" in same.notice
    assert by.divisions[0].rules.clause("review.other_person") in same.notice
    assert isinstance(other, CheckingSlip)


def test_a_look_up_by_players_is_nobodys_opinion():
    by_players = earlier(BY, GOOD, opinions=(OpinionKnown(GOOD, None, "B-147", by_staff=False),))

    assert isinstance(asked(BY, by_players), CheckingSlip)


def test_an_opinion_has_its_number_on_record_and_is_on_the_first_ruling():
    second, made = ruled(asked(BY, earlier(BY, BAD)), GOOD)
    third, more = ruled(asked(BY, earlier(BY, BAD, GOOD)), GOOD)

    assert [(one.opinion, one.after) for one in (*made, *more)] == [(2, ("s", "e", 7)), (3, ("s", "e", 7))]
    assert [(one.words, one.table, one.slip) for one in made] == [(bench.FEW, 12, 3)]
    assert isinstance(second, Marked)
    assert isinstance(third, Marked)


@pytest.mark.parametrize("rules_id", [WESPA, NASPA, NASPA_2016])
def test_no_third_where_the_first_two_agree(rules_id):
    by = setting(rules_id)

    state = asked(by, earlier(by, GOOD, GOOD))

    assert "The first two opinions do not differ" in state.notice
    assert by.divisions[0].rules.clause("review.third_opinion") in state.notice


def test_under_the_oldest_rulebook_the_director_may_make_an_exception_by_a_second_word():
    state = asked(BY, earlier(BY, GOOD, GOOD))

    assert isinstance(state, ConfirmingOpinion)
    assert "the Director makes an exception" in page(state)
    assert "X.G" in page(state)
    assert after(state, "x", BY)[0].hint
    assert isinstance(after(state, "\n", BY)[0], CheckingSlip)
    assert isinstance(after(state, "\x1b", BY)[0], AskingNumber)


def test_after_a_third_opinion_there_is_no_other():
    state = asked(BY, earlier(BY, GOOD, BAD, GOOD))

    assert state.notice == "There is a third opinion already. It is B-149."


def test_where_nobody_knows_who_ruled_the_judge_vouches_that_it_was_another_person():
    unknown = earlier(BY, GOOD, opinions=(OpinionKnown(GOOD, None, "B-147"),))

    state = asked(BY, unknown)

    assert "It is not on record who ruled before" in page(state)
    assert isinstance(after(state, "\n", BY)[0], CheckingSlip)


@pytest.mark.parametrize(("role", "let_through"), [(Role.DIRECTOR, True), (Role.JUDGE, False)])
def test_a_third_opinion_that_is_the_directors_needs_the_directors_passcode(role, let_through):
    guarded = setting(WESPA, unguarded=False)
    way, _ = step(AtDeskDoor("AB"), PasscodeAccepted(role), 0, guarded)
    begun = after(way, "1", guarded)[0].after.shift

    state = asked(guarded, earlier(guarded, GOOD, BAD), director=begun.director)

    assert isinstance(state, CheckingSlip) is let_through
    assert let_through or "3.10.9(c)" in state.notice


def test_the_director_is_told_of_many_wrong_passcodes_before_the_shift():
    warning = "17 wrong passcodes were typed here in a row."
    for by in (setting(unguarded=False), setting(NASPA, NASPA, unguarded=False)):
        state, _ = step(AtDeskDoor("AB"), PasscodeAccepted(Role.DIRECTOR, warning), 0, by)

        assert warning in page(state, by)
    assert warning in page(after(state, "2", by)[0], by)


# ---- what it comes to --------------------------------------------------------------------------------------


def test_the_words_of_another_opinion_are_those_of_the_ruling():
    checking = asked(BY, earlier(BY, BAD))

    assert after(checking, "\b", BY)[0].notice == wording.FIXED.format(number="B-147")
    assert "Second opinion on B-147" in page(checking)


@pytest.mark.parametrize(
    ("rules_id", "before", "verdict", "law"),
    [
        (NSA, (BAD,), BAD, "A review that substantiates the original decision should be final"),
        (NSA, (BAD,), GOOD, "Either player may ask for and receive a third opinion. (X.G)"),
        (NSA, (BAD, GOOD), GOOD, "Third opinion on B-147, not as it was ruled."),
        (WESPA, (BAD,), GOOD, "The Tournament Director provides a final adjudication. (3.10.9(c))"),
        (NASPA_2016, (GOOD,), BAD, "The first official's ruling prevails. (IV.K.4; II.E)"),
    ],
)
def test_the_mark_page_says_what_stands_by_the_rulebook(rules_id, before, verdict, law):
    by = setting(rules_id)

    marked, _ = ruled(asked(by, earlier(by, *before)), verdict, by)

    assert law in page(marked, by)


def test_what_print_says_of_an_opinion_that_was_referred_is_that_opinion():
    looking, _ = ruled(asked(BY, earlier(BY, BAD)), Verdict.REFER)

    [order] = [one for one in after(looking, "1\t", BY)[1] if isinstance(one, RuleSlip)]

    assert (order.opinion, order.after, order.completes) == (2, ("s", "e", 7), True)


# ---- the same words again ----------------------------------------------------------------------------------


def typed(by=BY):
    checking, [order] = after(OnSlip(shift(by), SlipEntry(0)), "12cat dog\n", by)
    return checking, order


def test_whole_words_are_looked_for_in_the_log_before_they_are_ruled_on():
    checking, order = typed()

    assert order == FindSame(("CAT", "DOG"), 0, 12)
    assert step(ON, SameFound(earlier(BY, GOOD)), 0, BY) == (ON, ())
    assert isinstance(after(checking, "\t", BY)[0], RulingSlip)


def test_the_same_words_in_one_round_are_told_and_tab_waits_for_an_answer():
    same, _ = step(typed()[0], SameFound(earlier(BY, GOOD)), 0, BY)

    assert "Ruled in this round as B-147" in page(same)
    assert after(same, "\t", BY) == (
        replace(same, notice=wording.SAME_WORDS.format(number="B-147")),
        [],
    )


def test_enter_says_that_it_is_another_challenge():
    same, _ = step(typed()[0], SameFound(earlier(BY, GOOD)), 0, BY)

    _, [order] = after(same, "\n\t", BY)

    assert (order.after, order.opinion) == (None, None)


def test_f3_makes_it_another_opinion_by_the_same_law():
    same, _ = step(typed()[0], SameFound(earlier(BY, GOOD)), 0, BY)
    waiting, looked = after(same, "③", BY)

    mine = earlier(BY, GOOD, opinions=(OpinionKnown(GOOD, "AB", "B-147"),))
    refused, _ = step(waiting, RulingFound(mine), 0, BY)
    let_in, _ = step(waiting, RulingFound(earlier(BY, GOOD)), 0, BY)
    _, [order] = after(let_in, "\t", BY)

    assert looked == [FindRuling("B-147", 0)]
    assert "AB has ruled on this already" in refused.notice
    assert (order.opinion, order.after, order.words, order.table) == (2, ("s", "e", 7), ("CAT", "DOG"), 12)
    assert step(waiting, NothingFound("There is none."), 0, BY)[0].notice == "There is none."


def test_no_page_of_an_opinion_says_anything_of_a_single_word():
    for name, state in sample_desk_states(BY).items():
        if name in ("checking_same", "confirming", "marked_as_before", "marked_not_as_before"):
            other = replace(state, slip=replace(state.slip, lines=tuple(reversed(state.slip.lines))))

            assert sorted(page(state)) == sorted(page(other)), name
