"""What closes a station: trouble, violations and whom they lock out; and what a change of state brings."""

from dataclasses import replace
from typing import NamedTuple, assert_never

from kiosk.core.challenge import records
from kiosk.core.challenge.effects import Effect, TellTime
from kiosk.core.challenge.events import ViolationSeen
from kiosk.core.challenge.held import entry_of
from kiosk.core.challenge.parties import Cause
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    Choosing,
    ChoosingDivision,
    Closed,
    Conceded,
    Conceding,
    Counting,
    DirectorNeeded,
    Entering,
    Idle,
    Judging,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    StaffOnly,
    State,
    Told,
    Unlocking,
    WithDirector,
)
from kiosk.core.log.bodies.play import AbandonedBody
from kiosk.core.watch.violations import Sighting


def locks_out(state: State, sighting: Sighting, procedure: Procedure) -> bool:
    """Whether *sighting* locks the station. Whoever holds it by passcode is not locked out of it, and what is
    closed is closed already."""
    if procedure.unguarded:  # no passcode could open it again
        return False
    match state:
        case WithDirector() | Locked() | OutOfService():
            return False
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            return sighting.locks
        case AtBoard() | Judging() | Showing() | Referred() | Choosing() | Conceding() | Conceded():
            return sighting.locks
        case Told() | NoKeyboard() | DirectorNeeded() | Unlocking() | Left():
            return sighting.locks
        case _:
            assert_never(state)


def trouble(state: State, why: str, now_ms: int, procedure: Procedure) -> tuple[State, tuple[Effect, ...]]:
    """The station goes out of service."""
    if isinstance(state, Left | OutOfService):
        return state, ()  # closed already: the first reason stands
    # A locked station goes out of service too: a judge may open a lock, but not settle a doubt.
    return OutOfService(now_ms, why), (*taken_off(state, "trouble", now_ms, procedure), TellTime())


def taken_off(state: State, how: str, now_ms: int, procedure: Procedure) -> tuple[Effect, ...]:
    """The record of what *state* held and nobody will see again: a verdict, or an entry."""
    if isinstance(state, Showing | Referred):
        return (records.closed(state, how, now_ms),)
    if entry_of(state) is None:
        return ()
    return (records.wiped(AbandonedBody, state, procedure),)


def told(state: State, cause: Cause, now_ms: int, procedure: Procedure) -> Told | Idle:
    """What comes after *state* was taken off the screen: players who lost something are told so."""
    if isinstance(state, Showing | Referred):
        return Told(now_ms, cause, state.ruling.number)
    return procedure.idle(now_ms) if entry_of(state) is None else Told(now_ms, cause)


def violated(
    state: State, event: ViolationSeen, now_ms: int, procedure: Procedure
) -> tuple[State, tuple[Effect, ...]]:
    """The entry is discarded; a verdict on show is taken off the screen and its closing recorded. A director
    who was called is still called."""
    after: State
    match state:
        case Locked() | OutOfService() | Left() | Judging():
            return state, ()
        case Unlocking(under=(Locked() | OutOfService()) as under):
            return under, ()
        case WithDirector(under=(Locked() | OutOfService()) as under):
            return under, ()  # an open console is no shelter: whoever wants it types the passcode again
        case NoKeyboard() | DirectorNeeded():
            after = replace(state, under=procedure.idle(now_ms))
        case Told():
            after = state
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            after = told(state, Cause.VIOLATION, now_ms, procedure)
        case AtBoard() | Showing() | Referred() | Choosing() | Conceding() | Conceded():
            after = told(state, Cause.VIOLATION, now_ms, procedure)
        case Unlocking() | WithDirector():
            after = told(state, Cause.VIOLATION, now_ms, procedure)
        case _:
            assert_never(state)
    if event.locks:
        after = Locked(now_ms, event.what, event.at)
    return after, taken_off(state, "violation", now_ms, procedure)


class StateChange(NamedTuple):
    """What a change of state brings. *closed*: the station closed just now, which must be remembered.
    *challenge_over*: the next two players start without the extra-large view of the last."""

    closed: Closed | None = None
    challenge_over: bool = False


def change(before: State, after: State) -> StateChange:
    """What the change from *before* to *after* brings."""
    if type(before) is type(after):
        return StateChange()
    match after:
        case Counting() if isinstance(before, ChoosingDivision):
            return StateChange()
        case StaffOnly() | ChoosingDivision() | Counting():
            return StateChange(challenge_over=True)
        case Locked() | OutOfService():
            return StateChange() if _was_closed(before, after) else StateChange(closed=after)
        case Entering() | AskingTable() | Checking() | AtBoard() | Judging() | Showing() | Referred():
            return StateChange()
        case Choosing() | Conceding() | Conceded() | Told() | NoKeyboard() | DirectorNeeded():
            return StateChange()
        case Unlocking() | WithDirector() | Left():
            return StateChange()
        case _:
            assert_never(after)


def _was_closed(before: State, after: Closed) -> bool:
    """Whether someone only stood at the door of a closed station and went away again."""
    # Each such visit would otherwise leave another record that the station was closed.
    if not isinstance(before, Unlocking | WithDirector):
        return False
    return replace(before.under, since_ms=after.since_ms) == after
