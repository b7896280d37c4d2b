"""After ESC: what the players may choose, and giving a challenge up.

Whoever gives up must say so twice, and reads the consequence once it is on record.
"""

from dataclasses import replace
from enum import Enum, auto
from typing import TypeAlias, assert_never

from kiosk.core.challenge import records
from kiosk.core.challenge.effects import Effect
from kiosk.core.challenge.entry.checking import back, missed_under
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
from kiosk.core.challenge.held import division_of, entry_of
from kiosk.core.challenge.parties import Side
from kiosk.core.challenge.procedure import Procedure, overslept
from kiosk.core.challenge.states import (
    Choosing,
    Conceded,
    Conceding,
    Counting,
    DirectorNeeded,
    State,
)
from kiosk.core.log.bodies.play import ClearedBody, DirectorNeededBody
from kiosk.core.rules.choices import Concession

Chosen: TypeAlias = tuple[State, tuple[Effect, ...]]


class Option(Enum):
    """What can be chosen after ESC."""

    GO_BACK = auto()
    CLEAR = auto()
    GIVE_UP = auto()
    TAKE_BACK = auto()
    CALL = auto()


def options(state: Choosing, procedure: Procedure) -> tuple[Option, ...]:
    """What may be chosen now, in the order of its numbers."""
    clear = () if entry_of(state) is None else (Option.CLEAR,)
    concede = (Option.GIVE_UP, Option.TAKE_BACK) if may_concede(state, procedure) else ()
    return (Option.GO_BACK, *clear, *concede, Option.CALL)


def may_concede(state: Choosing, procedure: Procedure) -> bool:
    """Whether the rule set lets the players settle the challenge themselves, and there is one."""
    entry, division = entry_of(state), division_of(state)
    if entry is None or division is None or not entry.has_word:
        return False
    return procedure.divisions[division].rules.concession == Concession.EITHER


def choosing(state: Choosing, act: Act, now_ms: int, procedure: Procedure) -> Chosen:
    match act:
        case EscapePressed() | TimedOut():
            return back(state.under, now_ms), ()
        case Typed(digit=int(digit)) if 1 <= digit <= len(offered := options(state, procedure)):
            return _chosen(state, offered[digit - 1], now_ms, procedure)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=True, under=missed_under(state.under, act)), ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True), ()
        case _:
            assert_never(act)


def _chosen(state: Choosing, option: Option, now_ms: int, procedure: Procedure) -> Chosen:
    match option:
        case Option.GO_BACK:
            return back(state.under, now_ms), ()
        case Option.CLEAR:
            return _cleared(state, now_ms), (records.wiped(ClearedBody, state, procedure),)
        case Option.GIVE_UP:
            return Conceding(now_ms, state, Side.CHALLENGER), ()
        case Option.TAKE_BACK:
            return Conceding(now_ms, state, Side.CHALLENGED), ()
        case Option.CALL:
            called = records.wiped(DirectorNeededBody, state, procedure)
            return DirectorNeeded(now_ms, state.under), (called,)
        case _:
            assert_never(option)


def _cleared(state: Choosing, now_ms: int) -> Counting:
    """The count of the same division again: the players start again."""
    entry = entry_of(state)
    cleared = entry.lines if entry is not None and entry.has_word else ()
    return Counting(now_ms, division_of(state) or 0, cleared=cleared)


def conceding(state: Conceding, act: Act, now_ms: int, procedure: Procedure) -> Chosen:
    match act:
        case EscapePressed():
            return replace(state.under, since_ms=now_ms, hint=False), ()
        case TimedOut():
            return back(state.under.under, now_ms), ()
        case EnterPressed():
            return _conceded(state, now_ms), (records.conceded(state, state.by, procedure),)
        case Typed() | SpacePressed() | TabPressed() | BackspacePressed():
            under = replace(state.under, under=missed_under(state.under.under, act))
            return replace(state, hint=True, under=under), ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True), ()
        case _:
            assert_never(act)


def _conceded(state: Conceding, now_ms: int) -> Conceded:
    entry = entry_of(state)
    return Conceded(now_ms, state.by, len(entry.lines) if entry else 0, division_of(state) or 0)


def conceded(state: Conceded, act: Act, now_ms: int, procedure: Procedure) -> Chosen:
    match act:
        case TimedOut() if not state.open:
            return replace(state, open=not overslept(state, now_ms, procedure), since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
        case EnterPressed() if state.open:
            return procedure.idle(now_ms), ()
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=state.open), ()
        case UpPressed() | DownPressed() | MoreTimePressed() | EscapePressed():
            return replace(state, hint=state.open), ()
        case _:
            assert_never(act)
