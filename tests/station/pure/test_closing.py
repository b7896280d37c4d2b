"""What closes a station, whom it locks out, and what a change of state brings."""

from dataclasses import replace

import pytest

from kiosk.base.canonical import canonical
from kiosk.log.bodies import (
    AbandonedBody,
    ClearedBody,
    ClosedBody,
    LockedBody,
    OutOfServiceBody,
    ViolationBody,
)
from kiosk.log.body import encode
from kiosk.log.chain import Point, next_record
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from kiosk.station import records
from kiosk.station.closed import Left, Locked, OutOfService, Unlocking, WithDirector
from kiosk.station.entry import Checking, Entering, Judging
from kiosk.station.events import WriteRecord
from kiosk.station.idle import ChoosingDivision, Counting, StaffOnly
from kiosk.station.machine import StateChange, change, locks_out
from kiosk.station.verdict import Showing
from kiosk.station.violations import Sighting, Violations
from tests.support import stage
from tests.support.bodies import plain
from tests.support.fakes import procedure

ONE = procedure()
STATES = [*stage.states(ONE).values(), Left()]
LOCKED, BROKEN = Locked(0, "A hand on the plug", "14:31"), OutOfService(0, "No disk")
LONG = Sighting(echo=False, locks=True, lasted_ms=31_000)
WHAT = "Another program took the keyboard"


@pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)
def test_a_violation_locks_unless_somebody_holds_the_station_or_it_is_closed_already(state):
    held = isinstance(state, WithDirector | Locked | OutOfService)

    assert locks_out(state, LONG, ONE) is not held
    assert locks_out(state, replace(LONG, locks=False), ONE) is False


@pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)
def test_a_demonstration_which_nobody_could_unlock_is_never_locked(state):
    assert locks_out(state, LONG, procedure(unguarded=True)) is False


# ---- what a change brings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)
def test_the_same_situation_again_brings_nothing(state):
    assert change(state, state) == StateChange()


@pytest.mark.parametrize("idle", [Counting(9), ChoosingDivision(9), StaffOnly(9)])
def test_the_next_players_begin_afresh(idle):
    assert change(LOCKED, idle) == StateChange(challenge_over=True)


def test_the_view_stays_when_players_choose_their_division_and_goes_when_they_do_not_go_on():
    assert change(ChoosingDivision(), Counting(9)) == StateChange()
    assert change(Counting(), ChoosingDivision(9)) == StateChange(challenge_over=True)


@pytest.mark.parametrize("closed", [LOCKED, BROKEN])
@pytest.mark.parametrize(
    "before", [Counting(), Unlocking(0, Counting()), WithDirector(0, "director", LOCKED)]
)
def test_a_station_that_closes_just_now_must_be_remembered(before, closed):
    known = isinstance(before, WithDirector) and closed is LOCKED

    assert change(before, closed) == (StateChange() if known else StateChange(closed=closed))


@pytest.mark.parametrize("closed", [LOCKED, BROKEN])
def test_a_visit_to_the_door_of_a_closed_station_closes_nothing(closed):
    back = replace(closed, since_ms=60_000)

    assert (
        change(Unlocking(0, closed), back) == change(WithDirector(0, "judge", closed), back) == StateChange()
    )


@pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)
def test_nothing_else_brings_anything(state):
    before = Left() if not isinstance(state, Left) else Counting()
    brought = change(before, state)

    assert brought.challenge_over is isinstance(state, Counting | ChoosingDivision | StaffOnly)
    assert (brought.closed is not None) is isinstance(state, Locked | OutOfService)


# ---- what is put on record ---------------------------------------------------------------------------------

TYPED = Entering(0, 0, 1, ("QI",))
ABANDONED = records.record_entry(AbandonedBody, TYPED, ONE)
RULED = canonical({**plain(Kind.ADJUDICATION), "number": "B-7"})
UNSEEN = next_record(Point(), "2026-11-16T12:00:00.000Z", Kind.ADJUDICATION, RULED)


def test_an_entry_whose_ruling_is_on_record_was_not_abandoned_but_never_shown():
    never_shown = ClosedBody(UNSEEN.seq, "B-7", "never_shown", 0)

    assert records.correct(ABANDONED, UNSEEN) == WriteRecord(never_shown)


def test_an_odd_ruling_that_was_never_shown_is_closed_without_a_number():
    odd = next_record(Point(), "2026-11-16T12:00:00.000Z", Kind.ADJUDICATION, "{}")

    assert records.record_never_shown(odd) == WriteRecord(ClosedBody(odd.seq, "", "never_shown", 0))


def test_all_other_records_are_written_as_they_were_ordered():
    cleared = records.record_entry(ClearedBody, TYPED, ONE)

    assert records.correct(cleared, UNSEEN) is cleared
    assert records.correct(ABANDONED, None) is ABANDONED


def test_a_closed_station_says_how_it_is_closed_and_why():
    assert LOCKED.record() == WriteRecord(LockedBody("A hand on the plug"))
    assert BROKEN.record() == WriteRecord(OutOfServiceBody("No disk"))
    assert (LOCKED.why, BROKEN.why) == ("A hand on the plug", "No disk")


def test_a_violation_is_recorded_after_the_echoes_of_the_one_before_it():
    before = Violations(what="Focus lost", echoes=3)

    assert records.record_violation(before, WHAT, LONG, locks=True) == (
        WriteRecord(ViolationBody("Focus lost", echoes=3)),
        WriteRecord(ViolationBody(WHAT, lasted_ms=31_000, locks=True)),
    )


def test_an_echo_is_counted_and_not_recorded():
    assert (
        records.record_violation(Violations(echoes=3), WHAT, Sighting(echo=True, locks=False), locks=False)
        == ()
    )
    assert records.record_echoes(Violations()) == ()


def test_no_record_of_a_wiped_entry_says_anything_of_a_verdict():
    ruling = stage.logged(Verdict.ACCEPTABLE, ("QI",), ONE.divisions[0])
    checked = Checking(0, TYPED, 0)

    bodies = [
        records.record_entry(AbandonedBody, state, ONE).body
        for state in (TYPED, checked, Judging(checked, 0), Showing(0, ruling))
    ]

    assert all(set(encode(body)) == {"division", "words", "declared"} for body in bodies)
