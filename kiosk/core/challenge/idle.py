"""The station waits for the next two players: whose challenge it is, and of how many words."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.challenge.effects import Effect, SwitchLarge
from kiosk.core.challenge.entry import typing as entry
from kiosk.core.challenge.events import (
    Act,
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EntryKey,
    EscapePressed,
    MoreTimePressed,
    SpacePressed,
    TabPressed,
    TimedOut,
    Typed,
    UpPressed,
)
from kiosk.core.challenge.procedure import Procedure, may_change_division
from kiosk.core.challenge.states import Choosing, ChoosingDivision, Counting, State
from kiosk.core.words.play import MOST_WORDS

LARGER = 9  # the digit that is nobody's count

Next: TypeAlias = tuple[State, tuple[Effect, ...]]


def idle(state: ChoosingDivision | Counting, act: Act, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    match state:
        case ChoosingDivision():
            return _choosing_division(state, act, now_ms, procedure)
        case Counting():
            return _counting(state, act, now_ms, procedure)
        case _:
            assert_never(state)


def _choosing_division(
    state: ChoosingDivision, act: EntryKey | TimedOut, now_ms: int, procedure: Procedure
) -> Next:
    match act:
        case Typed(digit=int(digit)) if digit in _open_to_players(procedure):
            return Counting(now_ms, division=digit - 1), ()
        case Typed(digit=digit) if digit == LARGER:
            return state, (SwitchLarge(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed():
            return replace(state, hint=True, since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
        case BackspacePressed() | UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(act)


def _open_to_players(procedure: Procedure) -> set[int]:
    """The numbers of the divisions in which players look up by themselves."""
    return {place for place, one in enumerate(procedure.divisions, 1) if one.rules.self_lookup}


def _counting(state: Counting, act: EntryKey | TimedOut, now_ms: int, procedure: Procedure) -> Next:
    match act:
        case Typed(digit=int(digit)) if 1 <= digit <= MOST_WORDS:
            fixed = procedure.divisions[state.division].rules.words_fixed
            return entry.begin(digit, state, now_ms, fixed=fixed), ()
        case Typed(digit=digit) if digit == LARGER:
            return state, (SwitchLarge(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed():
            return replace(state, hint=True, since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
        case BackspacePressed(repeated=False) if may_change_division(state, procedure):
            return procedure.idle(now_ms), ()
        case BackspacePressed() | UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(act)
