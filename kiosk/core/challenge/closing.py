"""What closes a station: trouble, violations and whom they lock out; and what a change of state brings."""

from dataclasses import replace
from typing import NamedTuple, assert_never

from kiosk.core.challenge import records
from kiosk.core.challenge.effects import Effect
from kiosk.core.challenge.events import ViolationSeen
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    Closed,
    Counting,
    DirectorNeeded,
    Entering,
    Judging,
    Left,
    Locked,
    NoKeyboard,
    OutOfService,
    Referred,
    Showing,
    State,
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
        case ChoosingDivision() | Counting() | Entering() | Checking() | Judging() | Showing() | Referred():
            return sighting.locks
        case Choosing() | NoKeyboard() | DirectorNeeded() | Unlocking() | Left():
            return sighting.locks
        case _:
            assert_never(state)


def trouble(state: State, why: str, now_ms: int, procedure: Procedure) -> tuple[State, tuple[Effect, ...]]:
    """The station goes out of service."""
    if isinstance(state, Left | OutOfService):
        return state, ()  # closed already: the first reason stands
    # A locked station goes out of service too: a judge may open a lock, but not settle a doubt.
    return OutOfService(now_ms, why), taken_off(state, "trouble", now_ms, procedure)


def taken_off(state: State, how: str, now_ms: int, procedure: Procedure) -> tuple[Effect, ...]:
    """The record of what *state* held and nobody will see again: a verdict, or an entry."""
    match state:
        case Showing() | Referred():
            return (records.closed(state, how, now_ms),)
        case Entering() | Checking():
            return (records.wiped(AbandonedBody, state, procedure),)
        case Judging(checked=checked):
            return (records.wiped(AbandonedBody, checked, procedure),)
        case Choosing() | NoKeyboard() | DirectorNeeded() | Unlocking() | WithDirector():
            return taken_off(state.under, how, now_ms, procedure)
        case ChoosingDivision() | Counting() | Locked() | OutOfService() | Left():
            return ()
        case _:
            assert_never(state)


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
        case ChoosingDivision() | Counting() | Entering() | Checking() | Showing() | Referred():
            after = procedure.idle(now_ms)
        case Choosing() | Unlocking() | WithDirector():
            after = procedure.idle(now_ms)
        case _:
            assert_never(state)
    if event.locks:
        after = Locked(now_ms, event.what, event.at)
    return after, taken_off(state, "violation", now_ms, procedure)


class StateChange(NamedTuple):
    """What a change of state brings. *closed*: the station closed just now, which must be remembered.
    *challenge_over*: the next two players begin afresh, without the extra-large view of the last."""

    closed: Closed | None = None
    challenge_over: bool = False


def change(before: State, after: State) -> StateChange:
    """What it brings that *before* became *after*."""
    if type(before) is type(after):
        return StateChange()
    match after:
        case ChoosingDivision() | Counting():
            return StateChange(challenge_over=True)
        case Locked() | OutOfService():
            return StateChange() if _was_closed(before, after) else StateChange(closed=after)
        case Entering() | Checking() | Judging() | Showing() | Referred() | Choosing():
            return StateChange()
        case NoKeyboard() | DirectorNeeded() | Unlocking() | WithDirector() | Left():
            return StateChange()
        case _:
            assert_never(after)


def _was_closed(before: State, after: Closed) -> bool:
    """Whether someone only stood at the door of a closed station and went away again."""
    # Each such visit would otherwise leave another record that the station was closed.
    if not isinstance(before, Unlocking | WithDirector):
        return False
    return replace(before.under, since_ms=after.since_ms) == after
