"""How this station runs a challenge, and how long each of its states may stand.

Time is data: one alarm of the shell obeys `remaining`, and nothing else here or there counts seconds.
"""

from collections.abc import Mapping
from typing import assert_never

from kiosk.core.challenge.entry.checking import LATE_MS, awake_at
from kiosk.core.challenge.events import Event, KeysMoved, TimedOut
from kiosk.core.challenge.held import entry_of
from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    Choosing,
    ChoosingDivision,
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
from kiosk.core.frozen import frozen
from kiosk.core.setup.division import Division
from kiosk.core.setup.settings import Timings

UNLOCKING_S, TOLD_S, BOARD_S = 30, 6, 300
TOLD_IDLE_S = 60  # and so long as a line on the idle page, where nobody has said that it was read
FIXED_S: Mapping[type[State], int] = {Unlocking: UNLOCKING_S, Told: TOLD_S, AtBoard: BOARD_S}
HELD_S = 90  # a verdict that is held leaves after so long in all


@frozen
class Procedure:
    """How this station runs a challenge. *unguarded*: no passcode is set, so the chord alone leads out."""

    divisions: tuple[Division, ...]
    timings: Timings = Timings()
    ask_table: bool = False
    unguarded: bool = False

    def idle(self, now_ms: int, told: Told | None = None) -> Idle:
        """The state in which the station waits for the next two players. *told*: what the last ones may not
        have read."""
        if self.divisions and not any(one.rules.self_lookup for one in self.divisions):
            return StaffOnly(now_ms)
        if len(self.divisions) == 1:
            return Counting(now_ms, told=told)
        return ChoosingDivision(now_ms, told=told)


def may_change_division(state: Counting, procedure: Procedure) -> bool:
    """Whether players may go back from *state* to choose another division; not with words just cleared, or
    nobody could tell any more that they were exchanged."""
    return len(procedure.divisions) > 1 and not state.cleared


def lifetime(state: State, procedure: Procedure) -> int | None:
    """How many milliseconds *state* may stand, or None for as long as it takes."""
    timings = procedure.timings
    seconds: int | None
    match state:
        case ChoosingDivision() | Counting() if state.told is not None:
            seconds = TOLD_IDLE_S
        case ChoosingDivision() | Counting():
            seconds = timings.choosing_s if _fades(state, procedure) else None
        case Entering() | AskingTable():
            seconds = timings.entering_s
        case Checking():
            seconds = timings.checking_s
        case Showing() | Referred() | Conceded():
            return _shown_ms(state, timings)
        case Choosing() | Conceding():
            seconds = timings.choosing_s
        case NoKeyboard():
            seconds = None if entry_of(state) is None else timings.entering_s
        case AtBoard() | Told() | Unlocking():
            seconds = FIXED_S[type(state)]
        case WithDirector():
            seconds = None if state.console else timings.console_s
        case StaffOnly() | Judging() | DirectorNeeded() | Locked() | OutOfService() | Left():
            seconds = None
        case _:
            assert_never(state)
    return None if seconds is None else seconds * 1000


def _fades(state: ChoosingDivision | Counting, procedure: Procedure) -> bool:
    """Whether an idle state becomes the plain one: what is told fades, and with several divisions a chosen
    one does not wait for the next players."""
    if isinstance(state, ChoosingDivision):
        return state.hint
    return len(procedure.divisions) > 1 or state.hint or bool(state.cleared)


def _shown_ms(state: Showing | Referred | Conceded, timings: Timings) -> int:
    if not state.open:
        return timings.hold_s * 1000
    if not isinstance(state, Conceded) and state.held:
        return state.opened_ms + max(HELD_S, timings.showing_s) * 1000 - state.since_ms
    return (timings.showing_s - timings.hold_s) * 1000


def overslept(state: Showing | Referred | Conceded, now_ms: int, procedure: Procedure) -> bool:
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
    """Milliseconds until *state* times out: it ends, or a quarter is over of the second that arms TAB."""
    left_ms = standing(state, now_ms, procedure)
    at = awake_at(state) if isinstance(state, Checking) else None
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
