"""From the first letter to TAB: the words, the table number, the checking, the way to the board and back."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.challenge import records
from kiosk.core.challenge.closing import told
from kiosk.core.challenge.effects import Effect, JudgeAndLog, TellTime
from kiosk.core.challenge.entry import checking, notices
from kiosk.core.challenge.entry import typing as entry
from kiosk.core.challenge.events import (
    Act,
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EscapePressed,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    TimedOut,
    Typed,
    UpPressed,
)
from kiosk.core.challenge.parties import Cause
from kiosk.core.challenge.procedure import Procedure, standing
from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    Choosing,
    Entering,
    Judging,
    State,
)
from kiosk.core.log.bodies.play import AbandonedBody

Entered: TypeAlias = tuple[State, tuple[Effect, ...]]


def _left_alone(state: State, now_ms: int, procedure: Procedure) -> Entered:
    """The entry was left untouched for too long."""
    return told(state, Cause.TIME, now_ms, procedure), (records.wiped(AbandonedBody, state, procedure),)


def entering(state: Entering, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        return _left_alone(state, now_ms, procedure)
    changed = entry.edited(state, act, now_ms)
    if not entry.complete(changed) or not entry.ends_entry(state, act):
        return changed, ()
    whole = entry.ended(changed)
    if procedure.ask_table and whole.table is None:
        return AskingTable(now_ms, whole), ()
    return _to_be_checked(whole, now_ms), ()


def _to_be_checked(whole: Entering, now_ms: int) -> Checking:
    # Frozen as it stood: what both players check is what will be judged.
    return Checking(now_ms, whole, now_ms, now_ms, notice=notices.MISSED if whole.missed else "")


def asking_table(state: AskingTable, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        return _left_alone(state, now_ms, procedure)
    if entry.table_answered(state, act):
        return _to_be_checked(replace(state.entry, table=state.typed), now_ms), ()
    return entry.table_edited(state, act, now_ms), ()


def checked(state: Checking, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        if standing(state, now_ms, procedure) == 0:
            return _left_alone(state, now_ms, procedure)
        return checking.armed(state, now_ms), ()
    if isinstance(act, TabPressed) and checking.judges(state, act):
        return Judging(state, now_ms), (JudgeAndLog(state, now_ms - state.opened_ms),)
    if isinstance(act, MoreTimePressed):
        return checking.more_time(state, now_ms, procedure.timings.checking_s * 1000), ()
    if isinstance(act, Typed) and act.digit == 0 and may_see_board(state, procedure):
        return AtBoard(now_ms, replace(state, entry=replace(state.entry, boarded=True))), (TellTime(),)
    return checking.checked(state, act, now_ms), ()


def may_see_board(state: Checking, procedure: Procedure) -> bool:
    """Whether both players may go back to their board now: once an entry, where the rule set knows it."""
    rules = procedure.divisions[state.entry.division].rules
    return bool(rules.prompts.board) and not state.entry.boarded and not state.doubted


def at_board(state: AtBoard, act: Act, now_ms: int, procedure: Procedure) -> Entered:
    match act:
        case EnterPressed():
            return checking.back_from_board(state, now_ms), ()
        case TimedOut():
            return _left_alone(state, now_ms, procedure)
        case Typed() | SpacePressed():
            return replace(state, hint=True, checked=checking.missed(state.checked)), ()
        case TabPressed() | BackspacePressed() | EscapePressed():
            return replace(state, hint=True), ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True), ()
        case _:
            assert_never(act)
