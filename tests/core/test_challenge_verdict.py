"""The verdict and the choices beside it."""

from dataclasses import replace

import pytest

from kiosk.core.challenge.effects import WriteRecord
from kiosk.core.challenge.events import (
    ChordPressed,
    EnterPressed,
    EscapePressed,
    RulingLogged,
    TimedOut,
    Typed,
)
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import (
    Choosing,
    ChoosingDivision,
    Counting,
    DirectorNeeded,
    Judging,
    Referred,
    Showing,
    division_of,
)
from kiosk.core.challenge.step import may_clear, may_concede, step
from kiosk.core.log.bodies.play import CallEndedBody, ClearedBody, ClosedBody
from kiosk.core.log.kinds import Kind
from tests.support.machine import (
    ARMED,
    CHECKING,
    KEYBOARD,
    LOCKED,
    NOW,
    ONE,
    TWO,
    TYPING,
    WESPA,
    after,
    logged,
    unchanged,
)

# ---- the verdict -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [(Verdict.ACCEPTABLE, Showing), (Verdict.UNACCEPTABLE, Showing), (Verdict.REFER, Referred)],
)
def test_a_logged_ruling_is_shown_as_what_it_is(verdict, kind):
    ruling = logged(verdict)

    assert after(Judging(ARMED, NOW), RulingLogged(ruling)) == kind(NOW, ruling, opened_ms=NOW)


def test_a_ruling_nobody_asked_for_is_a_bug():
    with pytest.raises(RuntimeError, match="nobody asked"):
        step(Counting(), RulingLogged(logged()), NOW, ONE)


def test_no_key_does_anything_while_a_ruling_is_made():
    assert unchanged(Judging(ARMED, 0), *KEYBOARD, TimedOut(), ChordPressed())


@pytest.mark.parametrize("kind", [Showing, Referred])
def test_every_key_is_dead_while_a_verdict_is_held(kind):
    held = kind(NOW - ONE.timings.hold_s * 1000, logged())

    assert unchanged(held, *KEYBOARD, ChordPressed())
    assert after(held, TimedOut()) == replace(held, open=True, since_ms=NOW)


@pytest.mark.parametrize("kind", [Showing, Referred])
def test_then_only_enter_takes_the_verdict_off(kind):
    shown = kind(0, logged(), open=True, opened_ms=NOW - 4000)

    state, effects = step(shown, EnterPressed(), NOW, ONE)

    assert unchanged(shown, *(set(KEYBOARD) - {EnterPressed()}), ChordPressed())
    assert state == Counting(NOW)
    assert effects == (WriteRecord(ClosedBody(1, "B-147", "enter", 4000)),)


def test_a_verdict_nobody_takes_off_goes_by_itself_and_says_so():
    effects = step(Showing(0, logged(), open=True), TimedOut(), NOW, ONE)[1]

    assert effects[0].body.how == "time"


def test_after_a_verdict_the_division_is_asked_again():
    assert after(Showing(0, logged(), 1, open=True), EnterPressed(), by=TWO) == ChoosingDivision(NOW)


# ---- choices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [EscapePressed(), TimedOut(), Typed("1", 1), Typed("&", 1)])
@pytest.mark.parametrize("under", [Counting(), TYPING])
def test_going_back_keeps_everything_and_gives_the_full_time(event, under):
    assert after(Choosing(0, under), event) == replace(under, since_ms=NOW)


def test_going_back_to_checking_takes_a_quiet_second_again():
    assert after(Choosing(0, ARMED), EscapePressed()) == replace(CHECKING, since_ms=NOW, touched_ms=NOW)


@pytest.mark.parametrize("under", [TYPING, ARMED])
def test_clearing_is_recorded_with_the_words(under):
    state, effects = step(Choosing(0, under), Typed("2", 2), NOW, ONE)

    assert state == Counting(NOW)
    assert effects == (WriteRecord(ClearedBody("d0", ("QI", "ZA"), 2)),)


def test_there_is_nothing_to_clear_on_the_idle_screen():
    assert not may_clear(Choosing(0, Counting()))
    assert unchanged(Choosing(0, Counting()), Typed("2", 2))


@pytest.mark.parametrize("under", [Counting(), TYPING, ARMED])
def test_a_challenge_may_be_conceded_without_a_look_up_where_the_rules_let_it(under):
    state, effects = step(Choosing(0, under), Typed("3", 3), NOW, ONE)

    assert state == Counting(NOW)
    assert [effect.body.kind for effect in effects] == [Kind.CONCEDED]


@pytest.mark.parametrize("under", [Counting(), TYPING, ARMED])
def test_a_challenge_that_must_be_adjudicated_cannot_be_conceded(under):
    """A-12: under WESPA the key does nothing."""
    assert not may_concede(Choosing(0, under), WESPA)
    assert unchanged(Choosing(0, under), Typed("3", 3), by=WESPA)


def test_nobody_concedes_before_a_division_is_chosen():
    assert not may_concede(Choosing(0, ChoosingDivision()), TWO)


@pytest.mark.parametrize(
    ("under", "words"),
    [(Counting(), []), (TYPING, ["QI", "ZA"]), (ARMED, ["QI", "ZA"]), (ChoosingDivision(), [])],
)
def test_calling_the_director_is_recorded_with_what_is_on_the_screen(under, words):
    state, effects = step(Choosing(0, under), Typed("4", 4), NOW, TWO)

    assert state == DirectorNeeded(NOW, under)
    assert effects[0].body.kind is Kind.DIRECTOR_NEEDED
    assert effects[0].body.words == tuple(words)


def test_no_other_key_is_a_choice():
    choices = {EscapePressed(), *(Typed(str(digit), digit) for digit in (1, 2, 3, 4)), Typed("&", 1)}

    assert unchanged(Choosing(0, TYPING), *(set(KEYBOARD) - choices))


def test_a_call_for_the_director_can_be_taken_back_and_says_after_how_long():
    state, effects = step(DirectorNeeded(NOW - 9000, TYPING), EscapePressed(), NOW, ONE)

    assert state == replace(TYPING, since_ms=NOW)
    assert effects == (WriteRecord(CallEndedBody("taken_back", 9000)),)
    assert unchanged(DirectorNeeded(0, TYPING), *(set(KEYBOARD) - {EscapePressed()}), TimedOut())


# ---- whose challenge ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "place"),
    [
        (ChoosingDivision(), None),
        (Counting(division=1), 1),
        (replace(TYPING, division=1), 1),
        (replace(ARMED, entry=replace(TYPING, division=1)), 1),
        (Judging(replace(ARMED, entry=replace(TYPING, division=1)), 0), 1),
        (Showing(0, logged(), 1), 1),
        (Choosing(0, Counting(division=1)), 1),
        (DirectorNeeded(0, Counting(division=1)), 1),
        (LOCKED, None),
    ],
)
def test_each_state_knows_whose_challenge_it_is(state, place):
    assert division_of(state) == place
