"""Trouble, violations and the director: how a challenge machine closes and opens."""

from dataclasses import replace

import pytest

from kiosk.log.bodies import AbandonedBody, CallEndedBody, ClosedBody, UnlockBody
from kiosk.log.kinds import Kind
from kiosk.station.choices import Choosing, Conceding, DirectorNeeded
from kiosk.station.closed import Left, Locked, OutOfService, Unlocking, WithDirector
from kiosk.station.entry import AskingTable, AtBoard, Judging
from kiosk.station.events import (
    Cause,
    ChordPressed,
    EscapePressed,
    Leave,
    RestoreService,
    ServiceRestored,
    Side,
    StopAsked,
    TellTime,
    TimedOut,
    TimeTold,
    TroubleFound,
    Typed,
    ViolationSeen,
    WriteRecord,
)
from kiosk.station.idle import ChoosingDivision, Counting
from kiosk.station.machine import step
from kiosk.station.verdict import Conceded, Referred, Showing, Told
from tests.support.machine import ARMED, BROKEN, KEYBOARD, LOCKED, NOW, ONE, TYPING, after, logged, unchanged


def records_of(effects):
    return [effect for effect in effects if isinstance(effect, WriteRecord)]


# ---- closed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [LOCKED, BROKEN])
def test_no_key_and_no_time_opens_a_closed_station(closed):
    assert unchanged(closed, *KEYBOARD, TimedOut(), ServiceRestored(), ViolationSeen("again", True, "15:00"))


@pytest.mark.parametrize(
    "state",
    [
        *(Counting(), ChoosingDivision(), TYPING, AskingTable(0, TYPING), ARMED, AtBoard(0, ARMED)),
        *(LOCKED, BROKEN, DirectorNeeded(0, TYPING)),
    ],
)
def test_the_chord_asks_for_the_passcode(state):
    assert after(state, ChordPressed()) == Unlocking(NOW, state)


@pytest.mark.parametrize("state", [Counting(), TYPING, BROKEN])
def test_where_no_passcode_is_set_the_chord_alone_leads_out(state):
    unguarded = replace(ONE, unguarded=True)

    assert after(state, ChordPressed(), by=unguarded) == WithDirector(NOW, "demonstration", state)


@pytest.mark.parametrize(
    "state",
    [
        Choosing(0, TYPING),
        Showing(0, logged()),
        Referred(0, logged()),
        Judging(ARMED, 0),
        Conceding(0, Choosing(0, TYPING), Side.CHALLENGER),
        Conceded(0, Side.CHALLENGER, 1),
        Told(0, Cause.TIME),
        Unlocking(0, TYPING),
        Left(),
    ],
)
def test_elsewhere_the_chord_means_nothing(state):
    assert unchanged(state, ChordPressed())


@pytest.mark.parametrize(
    "state",
    [
        Counting(),
        ChoosingDivision(),
        LOCKED,
        Unlocking(0, LOCKED),
        Unlocking(0, BROKEN),
        WithDirector(0, "judge", LOCKED),
        WithDirector(0, "director", BROKEN),
    ],
)
def test_trouble_takes_the_station_out_of_service(state):
    closed, effects = step(state, TroubleFound("No disk left"), NOW, ONE)

    assert (closed, effects) == (OutOfService(NOW, "No disk left"), (TellTime(),))
    assert after(closed, TimeTold("14:31"), TimeTold("15:00")).at == "14:31"


def test_trouble_changes_nothing_about_a_station_that_is_closed_already():
    assert unchanged(BROKEN, TroubleFound("Another reason"))
    assert unchanged(Left(), TroubleFound("No disk"))


def test_the_words_of_a_ruling_that_could_not_be_made_are_on_record():
    state, effects = step(Judging(ARMED, 0), TroubleFound("No disk"), NOW, ONE)

    assert state == OutOfService(NOW, "No disk")
    assert [(one.body.kind, one.body.words) for one in records_of(effects)] == [
        (Kind.ABANDONED, ("QI", "ZA"))
    ]


@pytest.mark.parametrize(
    ("state", "recorded"),
    [
        (Counting(), []),
        (TYPING, [Kind.ABANDONED]),
        (Choosing(0, ARMED), [Kind.ABANDONED]),
        (Showing(0, logged()), [Kind.CLOSED]),
        (LOCKED, []),
    ],
)
def test_a_program_that_is_asked_to_end_records_what_it_takes_off_the_screen(state, recorded):
    ended, effects = step(state, StopAsked(), NOW, ONE)

    assert ended == Left()
    assert [one.body.kind for one in effects] == recorded


@pytest.mark.parametrize("kind", [Showing, Referred])
def test_a_verdict_that_trouble_takes_off_the_screen_is_recorded_as_gone(kind):
    effects = step(kind(0, logged(), opened_ms=NOW - 500), TroubleFound("No disk"), NOW, ONE)[1]

    assert effects == (WriteRecord(ClosedBody(1, "B-147", "trouble", 500)), TellTime())


GONE = WriteRecord(AbandonedBody("d0", ("QI", "ZA"), 2))
WITH_AN_ENTRY = [
    *(TYPING, AskingTable(0, TYPING), ARMED, AtBoard(0, ARMED), Choosing(0, TYPING), Choosing(0, ARMED)),
    *(Conceding(0, Choosing(0, ARMED), Side.CHALLENGER), Unlocking(0, TYPING)),
]


@pytest.mark.parametrize("state", WITH_AN_ENTRY)
@pytest.mark.parametrize(
    "event", [TroubleFound("No disk"), ViolationSeen("x", False, ""), ViolationSeen("x", True, "")]
)
def test_an_entry_that_trouble_or_a_violation_wipes_is_recorded(state, event):
    assert records_of(step(state, event, NOW, ONE)[1]) == [GONE]


@pytest.mark.parametrize("choice", [1, 2])
def test_an_entry_that_the_director_wipes_is_recorded(choice):
    state, effects = step(WithDirector(0, "director", TYPING), Typed(str(choice), choice), NOW, ONE)

    assert GONE in effects
    assert state == (Told(NOW, Cause.DIRECTOR) if choice == 1 else Left())


NOTICED = Told(NOW, Cause.VIOLATION)


@pytest.mark.parametrize(
    ("state", "then"),
    [
        (Counting(), Counting(NOW)),
        (TYPING, NOTICED),
        (AskingTable(0, TYPING), NOTICED),
        (ARMED, NOTICED),
        (AtBoard(0, ARMED), NOTICED),
        (Choosing(0, TYPING), NOTICED),
        (Choosing(0, Counting()), Counting(NOW)),
        (Conceding(0, Choosing(0, TYPING), Side.CHALLENGER), NOTICED),
        (Conceded(0, Side.CHALLENGER, 1), Counting(NOW)),
        (Showing(0, logged()), replace(NOTICED, number="B-147")),
        (Unlocking(0, Counting()), Counting(NOW)),
        (Unlocking(0, TYPING), NOTICED),
        (Told(7, Cause.TIME), Told(7, Cause.TIME)),
    ],
)
def test_a_violation_discards_what_is_on_the_screen_and_tells_whoever_lost_something(state, then):
    """M1: honest players would think it broke."""
    assert after(state, ViolationSeen("x", False, "14:31")) == then
    assert after(state, ViolationSeen("x", True, "14:31")) == Locked(NOW, "x", "14:31")


def test_a_violation_discards_the_entry_but_not_the_call_for_the_director():
    state, effects = step(DirectorNeeded(7, ARMED), ViolationSeen("x", False, ""), NOW, ONE)

    assert state == DirectorNeeded(7, Counting(NOW))
    assert [one.body.kind for one in effects] == [Kind.ABANDONED]
    assert after(state, ViolationSeen("x", True, "14:31")) == Locked(NOW, "x", "14:31")


def test_a_verdict_that_a_violation_takes_off_is_recorded_as_gone():
    effects = step(Showing(0, logged(), opened_ms=NOW), ViolationSeen("x", True, ""), NOW, ONE)[1]

    assert [(effect.body.kind, effect.body.how) for effect in effects] == [(Kind.CLOSED, "violation")]


@pytest.mark.parametrize("state", [Left(), Judging(ARMED, 0)])
def test_a_violation_leaves_alone_what_it_does_not_concern(state):
    assert unchanged(state, ViolationSeen("x", True, ""))


@pytest.mark.parametrize("closed", [LOCKED, BROKEN])
def test_a_violation_closes_the_open_console_of_a_closed_station(closed):
    held = WithDirector(0, "director", closed)

    assert step(held, ViolationSeen("x", False, ""), NOW, ONE) == (closed, ())


@pytest.mark.parametrize(("under", "kinds"), [(Counting(), []), (ARMED, [Kind.ABANDONED])])
def test_a_violation_closes_the_open_console_and_what_it_was_opened_over(under, kinds):
    held = WithDirector(0, "director", under)

    state, effects = step(held, ViolationSeen("x", False, ""), NOW, ONE)

    assert [one.body.kind for one in effects] == kinds
    assert state == (NOTICED if kinds else Counting(NOW))


@pytest.mark.parametrize("closed", [LOCKED, BROKEN])
def test_a_violation_at_the_door_of_a_closed_station_shuts_the_door(closed):
    assert step(Unlocking(0, closed, "half"), ViolationSeen("x", True, ""), NOW, ONE) == (closed, ())


# ---- with the director -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["director", "judge"])
def test_a_locked_station_is_resumed_with_a_record(role):
    state, effects = step(WithDirector(0, role, LOCKED), Typed("1", 1), NOW, ONE)

    assert state == Counting(NOW)
    assert effects == (WriteRecord(UnlockBody(role, resumed="locked")),)


def test_a_station_out_of_service_is_checked_before_it_is_resumed():
    held = WithDirector(0, "director", BROKEN)

    assert step(held, Typed("1", 1), NOW, ONE) == (replace(held, since_ms=NOW), (RestoreService(),))
    state, effects = step(held, ServiceRestored(), NOW, ONE)
    assert state == Counting(NOW)
    assert effects == (WriteRecord(UnlockBody("director", resumed="out_of_service")),)


def test_an_answered_call_is_recorded_with_the_time_it_took():
    effects = step(
        WithDirector(0, "director", DirectorNeeded(NOW - 60_000, TYPING)), Typed("1", 1), NOW, ONE
    )[1]

    assert WriteRecord(CallEndedBody("answered", 60_000)) in effects


def test_a_director_may_end_the_program_and_a_judge_may_not():
    assert step(WithDirector(0, "director", Counting()), Typed("2", 2), NOW, ONE) == (Left(), (Leave(),))
    assert step(WithDirector(0, "demonstration", Counting()), Typed("2", 2), NOW, ONE)[0] == Left()
    assert unchanged(WithDirector(0, "judge", LOCKED), Typed("2", 2))


@pytest.mark.parametrize("under", [Counting(), TYPING, LOCKED, BROKEN, DirectorNeeded(0, TYPING)])
@pytest.mark.parametrize("event", [EscapePressed(), TimedOut()])
def test_a_console_left_alone_goes_back_to_what_was_under_it(under, event):
    for over in (WithDirector(0, "director", under), Unlocking(0, under, "half a passco")):
        assert after(over, event) == replace(under, since_ms=NOW)


def test_a_program_that_has_ended_does_nothing_more():
    assert unchanged(Left(), *KEYBOARD, TimedOut())
