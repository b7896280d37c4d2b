"""Every sentence a player reads, as a function of the state.

What differs between rulebooks comes from the rule set; everything else is here, and in `notices`, and nowhere
else. A page says nothing about a single word: it is built from the play's verdict, which is all a ruling
knows.
"""

from dataclasses import replace
from typing import assert_never

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
from kiosk.core.challenge.wording import before, beside, frame, verdict
from kiosk.core.challenge.wording.counting import countdown, wake_ms
from kiosk.core.challenge.wording.frame import Surroundings
from kiosk.core.page import Page

__all__ = ["Surroundings", "page", "wake_ms"]


def page(state: State, now_ms: int, procedure: Procedure, around: Surroundings) -> Page:
    """What the screen says in *state*."""
    body = _body(state, now_ms, procedure, around)
    return replace(
        frame.framed(body, state, procedure, around), countdown=countdown(state, now_ms, procedure)
    )


def _body(state: State, now_ms: int, procedure: Procedure, around: Surroundings) -> Page:
    match state:
        case StaffOnly() | ChoosingDivision() | Counting():
            return before.idle(state, procedure, around)
        case Entering() | AskingTable() | Checking() | AtBoard():
            return before.entered(state, now_ms, procedure)
        case Judging(checked=checked, pressed_ms=pressed_ms):
            return before.judging(checked, pressed_ms, procedure)
        case Showing() | Referred():
            return verdict.result(state, procedure.divisions[state.division])
        case Conceded():
            return verdict.conceded(state, procedure.divisions[state.division])
        case Told():
            return verdict.told(state, procedure)
        case Choosing() | Conceding():
            return beside.choices(state, procedure)
        case Unlocking() | WithDirector():
            return beside.at_the_door(state, now_ms, procedure)
        case NoKeyboard() | DirectorNeeded() | Locked() | OutOfService() | Left():
            return beside.closed(state, procedure, around)
        case _:
            assert_never(state)
