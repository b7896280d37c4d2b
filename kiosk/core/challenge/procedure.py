"""How this station runs a challenge, and how long each of its states may stand.

Time is data: one alarm of the shell obeys `remaining`, and nothing else here or there counts seconds.
"""

from typing import assert_never

from kiosk.core.challenge.checking import LATE_MS, arms_at
from kiosk.core.challenge.events import Event, KeysMoved, TimedOut
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
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
from kiosk.core.frozen import frozen
from kiosk.core.setup.division import Division
from kiosk.core.setup.settings import Timings

UNLOCKING_S = 30


@frozen
class Procedure:
    """How this station runs a challenge. *unguarded*: no passcode is set, so the chord alone leads out."""

    divisions: tuple[Division, ...]
    timings: Timings = Timings()
    ask_table: bool = False
    unguarded: bool = False

    def idle(self, now_ms: int) -> Counting | ChoosingDivision:
        """The state in which the station waits for the next two players."""
        return Counting(now_ms) if len(self.divisions) == 1 else ChoosingDivision(now_ms)


def lifetime(state: State, procedure: Procedure) -> int | None:
    """How many milliseconds *state* may stand, or None for as long as it takes."""
    timings = procedure.timings
    seconds: int | None
    match state:
        case Counting():
            # With several divisions a chosen one does not wait for the next players; a hint fades.
            seconds = timings.choosing_s if len(procedure.divisions) > 1 or state.hint else None
        case Entering():
            seconds = timings.entering_s
        case Checking():
            seconds = timings.checking_s
        case Showing() | Referred():
            seconds = timings.showing_s - timings.hold_s if state.open else timings.hold_s
        case Choosing():
            seconds = timings.choosing_s
        case NoKeyboard(under=under):
            seconds = timings.entering_s if isinstance(under, Entering | Checking) else None
        case Unlocking():
            seconds = UNLOCKING_S
        case WithDirector():
            seconds = timings.console_s
        case ChoosingDivision() | Judging() | DirectorNeeded() | Locked() | OutOfService() | Left():
            seconds = None
        case _:
            assert_never(state)
    return None if seconds is None else seconds * 1000


def overslept(state: Showing | Referred, now_ms: int, procedure: Procedure) -> bool:
    """Whether the end of *state* is noticed too late: the program stood still, and keys pressed meanwhile are
    only now coming in. They must not be taken for keys pressed after it."""
    whole = lifetime(state, procedure)
    return whole is not None and now_ms > state.since_ms + whole + LATE_MS


def standing(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds that are left to *state* before it ends; None if it never does."""
    whole = lifetime(state, procedure)
    if whole is None or isinstance(state, Judging | Left):
        return None
    return max(0, state.since_ms + whole - now_ms)


def remaining(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until *state* times out: it ends, or the quiet second is over that arms TAB."""
    left_ms = standing(state, now_ms, procedure)
    at = arms_at(state) if isinstance(state, Checking) else None
    if left_ms is None or at is None:
        return left_ms
    return min(left_ms, max(0, at - now_ms))


def in_time(state: State, event: Event, now_ms: int, procedure: Procedure) -> tuple[Event, ...]:
    """What a key comes to: one that comes when *state* should have ended already ends it instead."""
    # After a sleep or a stall the alarm is late, and the key was meant for a screen nobody sees any more.
    # A state that is only about to be armed is not over: the key comes first, and its second begins again.
    if standing(state, now_ms, procedure) != 0:
        return (event,)
    # What is down is down, whatever page stands over it.
    return (TimedOut(), event) if isinstance(event, KeysMoved) else (TimedOut(),)
