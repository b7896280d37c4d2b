"""One challenge, from the idle screen to the verdict and back: what a state becomes on an event.

`step` is all there is to know about *what may happen next*; `procedure` knows all about time.
Only a fresh TAB in an armed `Checking` asks for a ruling, and only `RulingLogged` leads to a verdict.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from kiosk.core.challenge import checking
from kiosk.core.challenge import typing as entry
from kiosk.core.challenge.access import may_leave, unlocking, with_director
from kiosk.core.challenge.procedure import Procedure, overslept, standing
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import (
    Checking,
    Choosing,
    ChoosingDivision,
    ChordPressed,
    Closed,
    Counting,
    DirectorNeeded,
    Effect,
    Entering,
    EnterPressed,
    EscapePressed,
    Event,
    Interrupted,
    JudgeAndLog,
    Judging,
    KeysMoved,
    Leave,
    Left,
    Locked,
    OutOfService,
    Referred,
    RulingLogged,
    ServiceRestored,
    Showing,
    SpacePressed,
    State,
    StopAsked,
    TabPressed,
    TimedOut,
    TroubleFound,
    Typed,
    Unlocking,
    ViolationSeen,
    WithDirector,
    WriteRecord,
)
from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind
from kiosk.core.words.play import MOST_WORDS

Next: TypeAlias = tuple[State, tuple[Effect, ...]]


def step(state: State, event: Event, now_ms: int, procedure: Procedure) -> Next:
    """What the station becomes on *event*, and what the shell must now do.

    A key with no meaning in the present state changes nothing.
    """
    match event:
        case TroubleFound(why):
            return _trouble(state, why, now_ms, procedure)
        case ViolationSeen():
            return _violated(state, event, now_ms, procedure)
        case StopAsked():
            return Left(), _taken_off(state, "stopped", now_ms, procedure)
        case KeysMoved():
            return _felt(state, event, now_ms), ()
        case ChordPressed() if isinstance(state, _CHORD_OPENS):
            if procedure.unguarded:  # no passcode to ask for
                return WithDirector(now_ms, "demonstration", state), ()
            return Unlocking(now_ms, state), ()
        case RulingLogged() if not isinstance(state, Judging):
            raise RuntimeError(f"a ruling was logged in {type(state).__name__}: nobody asked for one")
    return _STEPS[type(state)](state, event, now_ms, procedure)


# --- idle -------------------------------------------------------------------------------------------------


def _choosing_division(state: ChoosingDivision, event: Event, now_ms: int, procedure: Procedure) -> Next:
    match event:
        case Typed(digit=int(digit)) if 1 <= digit <= len(procedure.divisions):
            return Counting(now_ms, division=digit - 1), ()
        case EscapePressed():
            return Choosing(now_ms, state), ()
    return state, ()


def _counting(state: Counting, event: Event, now_ms: int, procedure: Procedure) -> Next:
    match event:
        case Typed(digit=int(digit)) if 1 <= digit <= MOST_WORDS:
            return entry.begin(digit, state.division, now_ms), ()
        case Typed() | SpacePressed() | EnterPressed() | TabPressed():
            return replace(state, hint=True, since_ms=now_ms), ()
        case EscapePressed():
            return Choosing(now_ms, state), ()
        case TimedOut():
            return procedure.idle(now_ms), ()
    return state, ()


# --- entry ------------------------------------------------------------------------------------------------


def _entering(state: Entering, event: Event, now_ms: int, procedure: Procedure) -> Next:
    match event:
        case EscapePressed():
            return Choosing(now_ms, state), ()
        case TimedOut():
            return procedure.idle(now_ms), (_wiped(Kind.ABANDONED, state, procedure),)
    changed = entry.edited(state, event, now_ms)
    if entry.complete(changed) and entry.ends_entry(state, event):
        # Frozen as it stood: what both players check is what will be judged.
        return Checking(now_ms, changed, now_ms, now_ms, asking_table=procedure.ask_table), ()
    return changed, ()


def _checking(state: Checking, event: Event, now_ms: int, procedure: Procedure) -> Next:
    match event:
        case TabPressed() if checking.judges(state, event):
            return Judging(state, now_ms), (JudgeAndLog(state, now_ms - state.opened_ms),)
        case EscapePressed():
            return Choosing(now_ms, state), ()
        case TimedOut() if standing(state, now_ms, procedure) == 0:
            return procedure.idle(now_ms), (_wiped(Kind.ABANDONED, state, procedure),)
        case TimedOut():
            return checking.armed(state, now_ms), ()
    return checking.checked(state, event, now_ms), ()


def _felt(state: State, event: KeysMoved, now_ms: int) -> State:
    """*state* once a key moved: a page under another must know what is down when it comes back."""
    match state:
        case Checking():
            return checking.moved(state, event, now_ms)
        case Choosing(under=Checking() as under) | DirectorNeeded(under=Checking() as under):
            return replace(state, under=checking.moved(under, event, now_ms))
        case Unlocking(under=Checking() as under) | WithDirector(under=Checking() as under):
            return replace(state, under=checking.moved(under, event, now_ms))
        case Unlocking(under=DirectorNeeded() as called) | WithDirector(under=DirectorNeeded() as called):
            if isinstance(called.under, Checking):
                called = replace(called, under=checking.moved(called.under, event, now_ms))
            return replace(state, under=called)
    return state


def _judging(state: Judging, event: Event, now_ms: int, procedure: Procedure) -> Next:
    if not isinstance(event, RulingLogged):
        return state, ()
    ruling, division = event.ruling, state.checked.entry.division
    kind = Referred if ruling.adjudication.verdict is Verdict.REFER else Showing
    return kind(now_ms, ruling, division, opened_ms=now_ms), ()


# --- verdict ----------------------------------------------------------------------------------------------


def _showing(state: Showing | Referred, event: Event, now_ms: int, procedure: Procedure) -> Next:
    match event:
        case TimedOut() if not state.open:
            return replace(state, open=not overslept(state, now_ms, procedure), since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), (_closed(state, "time", now_ms),)
        case EnterPressed() if state.open:
            return procedure.idle(now_ms), (_closed(state, "enter", now_ms),)
    return state, ()


def _closed(state: Showing | Referred, how: str, now_ms: int) -> WriteRecord:
    body: dict[str, Json] = {
        "seq": state.ruling.seq,
        "number": state.ruling.number,
        "how": how,
        "after_ms": max(0, now_ms - state.opened_ms),
    }
    return WriteRecord(Kind.CLOSED, body)


# --- choices ----------------------------------------------------------------------------------------------


def _choosing(state: Choosing, event: Event, now_ms: int, procedure: Procedure) -> Next:
    match event:
        case EscapePressed() | TimedOut() | Typed(digit=1):
            return _back(state.under, now_ms), ()
        case Typed(digit=2) if may_clear(state):
            return procedure.idle(now_ms), (_wiped(Kind.CLEARED, state.under, procedure),)
        case Typed(digit=3) if may_concede(state, procedure):
            return procedure.idle(now_ms), (_wiped(Kind.CONCEDED, state.under, procedure),)
        case Typed(digit=4):
            called = _wiped(Kind.DIRECTOR_NEEDED, state.under, procedure)
            return DirectorNeeded(now_ms, state.under), (
                replace(called, body={**called.body, "phase": "called"}),
            )
    return state, ()


def may_clear(state: Choosing) -> bool:
    """Whether there is an entry to clear."""
    return isinstance(state.under, Entering | Checking)


def may_concede(state: Choosing, procedure: Procedure) -> bool:
    """Whether the rule set lets the players settle the challenge themselves."""
    division = division_of(state.under)
    return division is not None and procedure.divisions[division].rules.concession == "either"


def _director_needed(state: DirectorNeeded, event: Event, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(event, EscapePressed):
        body: dict[str, Json] = {"phase": "taken_back", "after_ms": max(0, now_ms - state.since_ms)}
        return _back(state.under, now_ms), (WriteRecord(Kind.DIRECTOR_NEEDED, body),)
    return state, ()


def _back(under: Interrupted | Closed, now_ms: int) -> State:
    """*under* again, with its full time; TAB must be armed anew."""
    if isinstance(under, Checking):
        return replace(checking.touched(under, now_ms), since_ms=now_ms, notice="")
    return replace(under, since_ms=now_ms)


# --- trouble ----------------------------------------------------------------------------------------------


def _trouble(state: State, why: str, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(state, Left | OutOfService):
        return state, ()  # closed already: the first reason stands
    # A locked station goes out of service too: a judge may open a lock, but not settle a doubt.
    return OutOfService(now_ms, why), _taken_off(state, "trouble", now_ms, procedure)


def _taken_off(state: State, how: str, now_ms: int, procedure: Procedure) -> tuple[Effect, ...]:
    """The record of what *state* held and nobody will see again: a verdict, or an entry."""
    match state:
        case Showing() | Referred():
            return (_closed(state, how, now_ms),)
        case Entering() | Checking():
            return (_wiped(Kind.ABANDONED, state, procedure),)
        case Judging(checked=checked):
            return (_wiped(Kind.ABANDONED, checked, procedure),)
        case Choosing() | DirectorNeeded() | Unlocking() | WithDirector():
            return _taken_off(state.under, how, now_ms, procedure)
    return ()


def _violated(state: State, event: ViolationSeen, now_ms: int, procedure: Procedure) -> Next:
    """The entry is discarded; a verdict on show is taken off the screen and its closing recorded. Whoever was
    called stays called."""
    match state:
        case Locked() | OutOfService() | Left() | Judging():
            return state, ()
        case Unlocking(under=(Locked() | OutOfService()) as under):
            return under, ()
        case WithDirector(under=(Locked() | OutOfService()) as under):
            return under, ()  # an open console is no shelter: whoever wants it types the passcode again
    effects = _taken_off(state, "violation", now_ms, procedure)
    if event.locks:
        return Locked(now_ms, event.what, event.at), effects
    if isinstance(state, DirectorNeeded):
        return replace(state, under=procedure.idle(now_ms)), effects
    return procedure.idle(now_ms), effects


def _at_rest(state: Locked | OutOfService | Left, event: Event, now_ms: int, procedure: Procedure) -> Next:
    """No key leads out of a closed station but the chord, which `step` takes first."""
    return state, ()


def _unlocking(state: Unlocking, event: Event, now_ms: int, procedure: Procedure) -> Next:
    if isinstance(event, EscapePressed | TimedOut):
        return _back(state.under, now_ms), ()
    return unlocking(state, event, now_ms)


def _with_director(state: WithDirector, event: Event, now_ms: int, procedure: Procedure) -> Next:
    match event:
        case Typed(digit=1) if not isinstance(state.under, OutOfService):
            wiped = _taken_off(state, "director", now_ms, procedure)
            return procedure.idle(now_ms), (*wiped, *_resumed(state, now_ms))
        case Typed(digit=2) if may_leave(state):
            return Left(), (*_taken_off(state, "director", now_ms, procedure), Leave())
        case ServiceRestored() if isinstance(state.under, OutOfService):
            return procedure.idle(now_ms), _resumed(state, now_ms)
        case EscapePressed() | TimedOut():
            return _back(state.under, now_ms), ()
    return with_director(state, event, now_ms)


def _resumed(state: WithDirector, now_ms: int) -> tuple[Effect, ...]:
    """The record that a closed station was given back to the players, by whose leave."""
    match state.under:
        case Locked() | OutOfService():
            closed = "locked" if isinstance(state.under, Locked) else "out_of_service"
            return (WriteRecord(Kind.UNLOCK, {"role": state.role, "resumed": closed}),)
        case DirectorNeeded(since_ms=since_ms):
            body: dict[str, Json] = {"phase": "answered", "after_ms": max(0, now_ms - since_ms)}
            return (WriteRecord(Kind.DIRECTOR_NEEDED, body),)
    return ()


# --- what a record says of an entry -----------------------------------------------------------------------


def division_of(state: State) -> int | None:
    """The place of the division whose challenge this is, where one has been chosen."""
    match state:
        case Counting() | Entering() | Showing() | Referred():
            return state.division
        case Checking():
            return state.entry.division
        case Judging(checked=checked):
            return checked.entry.division
        case Choosing(under=under) | DirectorNeeded(under=under):
            return division_of(under)
    return None


def _wiped(kind: Kind, state: State, procedure: Procedure) -> WriteRecord:
    """The record of an entry that ended without a look-up: the words as typed, no verdict."""
    place = division_of(state)
    body: dict[str, Json] = {
        "division": procedure.divisions[place].id if place is not None else None,
        "words": [],
        "declared": None,
    }
    typed = state.entry if isinstance(state, Checking) else state
    if isinstance(typed, Entering):
        body["words"] = [line for line in typed.lines if line]
        body["declared"] = typed.declared
    return WriteRecord(kind, body)


_CHORD_OPENS = (ChoosingDivision, Counting, Entering, Checking, DirectorNeeded, Locked, OutOfService)

_STEPS: dict[type, Callable[..., Next]] = {
    ChoosingDivision: _choosing_division,
    Counting: _counting,
    Entering: _entering,
    Checking: _checking,
    Judging: _judging,
    Showing: _showing,
    Referred: _showing,
    Choosing: _choosing,
    DirectorNeeded: _director_needed,
    Locked: _at_rest,
    OutOfService: _at_rest,
    Unlocking: _unlocking,
    WithDirector: _with_director,
    Left: _at_rest,
}
