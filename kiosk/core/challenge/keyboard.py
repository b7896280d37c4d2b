"""A station without a keyboard says so, and calls the director: nobody else could.

What was typed is kept for a while, out of sight: a plug that slipped out is soon back. TAB must then be armed
again, and nothing is known of what is down.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.challenge.closing import taken_off
from kiosk.core.challenge.effects import Effect, WriteRecord
from kiosk.core.challenge.entry.checking import back
from kiosk.core.challenge.events import KeyboardSeen
from kiosk.core.challenge.procedure import Procedure
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
    Interrupted,
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
from kiosk.core.log.bodies.station import NoteBody

GONE = "No keyboard found."
BACK = "A keyboard was found again."

_Then: TypeAlias = tuple[State, tuple[Effect, ...]]


def keyboard_seen(state: State, event: KeyboardSeen, now_ms: int) -> _Then:
    """*state* once somebody has checked for a keyboard. A verdict stays for its time, and what is closed
    stays closed."""
    match state:
        case NoKeyboard(under=under) if event.present:
            return _again(under, now_ms), (WriteRecord(NoteBody(BACK)),)
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() if not event.present:
            return NoKeyboard(now_ms, state), (WriteRecord(NoteBody(GONE)),)
        case AskingTable() | Checking() if not event.present:
            return NoKeyboard(now_ms, state), (WriteRecord(NoteBody(GONE)),)
        case Choosing(under=under) | Conceding(under=Choosing(under=under)) if not event.present:
            return NoKeyboard(now_ms, under), (WriteRecord(NoteBody(GONE)),)
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            return state, ()
        case AtBoard() | Choosing() | Conceding() | Conceded() | Told() | NoKeyboard() | Judging():
            return state, ()
        case Showing() | Referred() | DirectorNeeded() | Locked() | OutOfService():
            return state, ()
        case Unlocking() | WithDirector() | Left():
            return state, ()
        case _:
            assert_never(state)


def _again(under: StaffOnly | Interrupted, now_ms: int) -> State:
    known = replace(under, down=()) if isinstance(under, Checking) else under
    return back(known, now_ms)


def given_up(state: NoKeyboard, now_ms: int, procedure: Procedure) -> _Then:
    """Nobody brought a keyboard in time: discard what was typed, which is nobody else's business."""
    after = replace(state, under=procedure.idle(now_ms))
    return after, taken_off(state.under, "time", now_ms, procedure)
