"""One challenge, from the idle screen to the verdict and back: what a state becomes on an event.

`step` is all there is to know about *what may happen next*; `procedure` knows all about time.
Only a fresh TAB in an armed `Checking` asks for a ruling, and only `RulingLogged` leads to a verdict.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.challenge import checking, records
from kiosk.core.challenge import typing as entry
from kiosk.core.challenge.access import called_in, may_leave, unlocking, with_director
from kiosk.core.challenge.closing import taken_off, trouble, violated
from kiosk.core.challenge.effects import Effect, JudgeAndLog, Leave, WriteRecord
from kiosk.core.challenge.events import (
    Act,
    BackspacePressed,
    ChordPressed,
    DownPressed,
    EnterPressed,
    EntryKey,
    EscapePressed,
    Event,
    KeyboardSeen,
    KeysMoved,
    MoreTimePressed,
    PasscodeAccepted,
    PasscodeRefused,
    Reply,
    RulingLogged,
    ServiceRestored,
    SpacePressed,
    StopAsked,
    TabPressed,
    TimedOut,
    TroubleFound,
    Typed,
    UpPressed,
    ViolationSeen,
)
from kiosk.core.challenge.keyboard import given_up, keyboard_seen
from kiosk.core.challenge.procedure import Procedure, overslept, standing
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    Counting,
    DirectorNeeded,
    Enterable,
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
    division_of,
)
from kiosk.core.log.bodies.play import (
    AbandonedBody,
    CallEndedBody,
    ClearedBody,
    ConcededBody,
    DirectorNeededBody,
)
from kiosk.core.rules.choices import Concession
from kiosk.core.words.play import MOST_WORDS

Next: TypeAlias = tuple[State, tuple[Effect, ...]]


def step(state: State, event: Event, now_ms: int, procedure: Procedure) -> Next:
    """What the station becomes on *event*, and what the shell must now do.

    A key with no meaning in the present state changes nothing.
    """
    match event:
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return _acted(state, event, now_ms, procedure)
        case UpPressed() | DownPressed() | MoreTimePressed() | EscapePressed() | TimedOut():
            return _acted(state, event, now_ms, procedure)
        case KeysMoved():
            return checking.felt(state, event, now_ms), ()
        case KeyboardSeen():
            return keyboard_seen(state, event, now_ms)
        case ChordPressed():
            return called_in(state, now_ms, procedure), ()
        case RulingLogged() | PasscodeAccepted() | PasscodeRefused() | ServiceRestored():
            return _replied(state, event, now_ms, procedure)
        case TroubleFound(why):
            return trouble(state, why, now_ms, procedure)
        case ViolationSeen():
            return violated(state, event, now_ms, procedure)
        case StopAsked():
            return Left(), taken_off(state, "stopped", now_ms, procedure)
        case _:
            assert_never(event)


def _acted(state: State, act: Act, now_ms: int, procedure: Procedure) -> Next:
    """What a player's key does, or the end of the time to press one."""
    match state:
        case ChoosingDivision() | Counting():
            return _idle(state, act, now_ms, procedure)
        case Entering():
            return _entering(state, act, now_ms, procedure)
        case Checking():
            return _checking(state, act, now_ms, procedure)
        case Showing() | Referred():
            return _showing(state, act, now_ms, procedure)
        case Choosing():
            return _choosing(state, act, now_ms, procedure)
        case NoKeyboard() | DirectorNeeded():
            return _waiting(state, act, now_ms, procedure)
        case Unlocking():
            return _unlocking(state, act, now_ms)
        case WithDirector():
            return _with_director(state, act, now_ms, procedure)
        case Judging() | Locked() | OutOfService() | Left():
            # While a ruling is made no key counts; a closed station opens by the chord alone.
            return state, ()
        case _:
            assert_never(state)


def _replied(state: State, reply: Reply, now_ms: int, procedure: Procedure) -> Next:
    """What comes of an order that was carried out; a reply nobody waits for changes nothing."""
    match reply:
        case RulingLogged(ruling):
            if not isinstance(state, Judging):
                raise RuntimeError(f"a ruling was logged in {type(state).__name__}: nobody asked for one")
            kind = Referred if ruling.adjudication.verdict is Verdict.REFER else Showing
            return kind(now_ms, ruling, state.checked.entry.division, opened_ms=now_ms), ()
        case PasscodeAccepted() | PasscodeRefused():
            return unlocking(state, reply, now_ms) if isinstance(state, Unlocking) else (state, ())
        case ServiceRestored():
            if isinstance(state, WithDirector) and isinstance(state.under, OutOfService):
                return procedure.idle(now_ms), records.resumed(state, now_ms)
            return state, ()
        case _:
            assert_never(reply)


# --- idle -------------------------------------------------------------------------------------------------


def _idle(state: ChoosingDivision | Counting, act: Act, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    match state:
        case ChoosingDivision():
            return _choosing_division(state, act, now_ms, procedure), ()
        case Counting():
            return _counting(state, act, now_ms, procedure)
        case _:
            assert_never(state)


def _choosing_division(
    state: ChoosingDivision, act: EntryKey | TimedOut, now_ms: int, procedure: Procedure
) -> State:
    match act:
        case Typed(digit=int(digit)) if 1 <= digit <= len(procedure.divisions):
            return Counting(now_ms, division=digit - 1)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return state
        case UpPressed() | DownPressed() | MoreTimePressed() | TimedOut():
            return state
        case _:
            assert_never(act)


def _counting(state: Counting, act: EntryKey | TimedOut, now_ms: int, procedure: Procedure) -> Next:
    match act:
        case Typed(digit=int(digit)) if 1 <= digit <= MOST_WORDS:
            return entry.begin(digit, state.division, now_ms), ()
        case Typed() | SpacePressed() | EnterPressed() | TabPressed():
            return replace(state, hint=True, since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
        case BackspacePressed() | UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(act)


# --- entry ------------------------------------------------------------------------------------------------


def _entering(state: Entering, act: Act, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        return procedure.idle(now_ms), (records.wiped(AbandonedBody, state, procedure),)
    changed = entry.edited(state, act, now_ms)
    if entry.complete(changed) and entry.ends_entry(state, act):
        # Frozen as it stood: what both players check is what will be judged.
        return Checking(now_ms, changed, now_ms, now_ms, asking_table=procedure.ask_table), ()
    return changed, ()


def _checking(state: Checking, act: Act, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(act, EscapePressed):
        return Choosing(now_ms, state), ()
    if isinstance(act, TimedOut):
        if standing(state, now_ms, procedure) == 0:
            return procedure.idle(now_ms), (records.wiped(AbandonedBody, state, procedure),)
        return checking.armed(state, now_ms), ()
    if isinstance(act, TabPressed) and checking.judges(state, act):
        return Judging(state, now_ms), (JudgeAndLog(state, now_ms - state.opened_ms),)
    return checking.checked(state, act, now_ms), ()


# --- verdict ----------------------------------------------------------------------------------------------


def _showing(state: Showing | Referred, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match act:
        case TimedOut() if not state.open:
            return replace(state, open=not overslept(state, now_ms, procedure), since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), (records.closed(state, "time", now_ms),)
        case EnterPressed() if state.open:
            return procedure.idle(now_ms), (records.closed(state, "enter", now_ms),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return state, ()
        case UpPressed() | DownPressed() | MoreTimePressed() | EscapePressed():
            return state, ()
        case _:
            assert_never(act)


# --- choices ----------------------------------------------------------------------------------------------


def _choosing(state: Choosing, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match act:
        case EscapePressed() | TimedOut() | Typed(digit=1):
            return _back(state.under, now_ms), ()
        case Typed(digit=2) if may_clear(state):
            return procedure.idle(now_ms), (records.wiped(ClearedBody, state.under, procedure),)
        case Typed(digit=3) if may_concede(state, procedure):
            return procedure.idle(now_ms), (records.wiped(ConcededBody, state.under, procedure),)
        case Typed(digit=4):
            called = records.wiped(DirectorNeededBody, state.under, procedure)
            return DirectorNeeded(now_ms, state.under), (called,)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return state, ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(act)


def may_clear(state: Choosing) -> bool:
    """Whether there is an entry to clear."""
    return isinstance(state.under, Entering | Checking)


def may_concede(state: Choosing, procedure: Procedure) -> bool:
    """Whether the rule set lets the players settle the challenge themselves."""
    division = division_of(state.under)
    return division is not None and procedure.divisions[division].rules.concession == Concession.EITHER


def _waiting(state: NoKeyboard | DirectorNeeded, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match state:
        case NoKeyboard():
            return given_up(state, now_ms, procedure) if isinstance(act, TimedOut) else (state, ())
        case DirectorNeeded():
            return _director_needed(state, act, now_ms)
        case _:
            assert_never(state)


def _director_needed(state: DirectorNeeded, act: Act, now_ms: int) -> Next:
    if isinstance(act, EscapePressed):
        body = CallEndedBody("taken_back", max(0, now_ms - state.since_ms))
        return _back(state.under, now_ms), (WriteRecord(body),)
    return state, ()


def _back(under: Enterable, now_ms: int) -> State:
    """*under* again, with its full time; TAB must be armed again."""
    if isinstance(under, Checking):
        return replace(checking.touched(under, now_ms), since_ms=now_ms, notice="")
    return replace(under, since_ms=now_ms)


# --- with the director ------------------------------------------------------------------------------------


def _unlocking(state: Unlocking, act: Act, now_ms: int) -> Next:
    if isinstance(act, EscapePressed | TimedOut):
        return _back(state.under, now_ms), ()
    return unlocking(state, act, now_ms)


def _with_director(state: WithDirector, act: Act, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(act, EscapePressed | TimedOut):
        return _back(state.under, now_ms), ()
    match act:
        case Typed(digit=1) if not isinstance(state.under, OutOfService):
            wiped = taken_off(state, "director", now_ms, procedure)
            return procedure.idle(now_ms), (*wiped, *records.resumed(state, now_ms))
        case Typed(digit=2) if may_leave(state):
            return Left(), (*taken_off(state, "director", now_ms, procedure), Leave())
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return with_director(state, act, now_ms)
        case UpPressed() | DownPressed() | MoreTimePressed():
            return with_director(state, act, now_ms)
        case _:
            assert_never(act)
