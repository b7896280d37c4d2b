"""One challenge, from the idle screen to the verdict and back: what a state becomes on an event.

`step` says everything about *what may happen next*, `procedure` everything about time.
Only a fresh TAB in an armed `Checking` asks for a ruling, and only `RulingLogged` leads to a verdict.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.challenge import records
from kiosk.core.challenge.access import called_in, may_leave, may_open_console, unlocking, with_director
from kiosk.core.challenge.choosing import choosing, conceded, conceding
from kiosk.core.challenge.closing import taken_off, told, trouble, violated
from kiosk.core.challenge.effects import Effect, Leave, OpenConsole, WriteRecord
from kiosk.core.challenge.entry import checking
from kiosk.core.challenge.entry.checking import back
from kiosk.core.challenge.entry.entering import asking_table, at_board, checked, entering
from kiosk.core.challenge.events import (
    Act,
    BackspacePressed,
    ChordPressed,
    ConsoleShut,
    DownPressed,
    EnterPressed,
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
    TimeTold,
    TroubleFound,
    Typed,
    UpPressed,
    ViolationSeen,
)
from kiosk.core.challenge.idle import idle
from kiosk.core.challenge.keyboard import given_up, keyboard_seen
from kiosk.core.challenge.parties import Cause
from kiosk.core.challenge.procedure import BOARD_S, Procedure, overslept
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import (
    AskingTable,
    AtBoard,
    Checking,
    Choosing,
    ChoosingDivision,
    Closed,
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
from kiosk.core.log.bodies.play import CallEndedBody

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
        case RulingLogged() | PasscodeAccepted() | PasscodeRefused() | TimeTold() | ServiceRestored():
            return _replied(state, event, now_ms, procedure)
        case TroubleFound(why):
            return trouble(state, why, now_ms, procedure)
        case ViolationSeen():
            return violated(state, event, now_ms, procedure)
        case ConsoleShut() | StopAsked():
            return _ended(state, event, now_ms, procedure)
        case _:
            assert_never(event)


def _acted(state: State, act: Act, now_ms: int, procedure: Procedure) -> Next:
    """What a player's key does, or the end of the time to press one."""
    match state:
        case ChoosingDivision() | Counting():
            return idle(state, act, now_ms, procedure)
        case Entering() | AskingTable() | Checking() | AtBoard():
            return _in_entry(state, act, now_ms, procedure)
        case Showing() | Referred():
            return _showing(state, act, now_ms, procedure)
        case Choosing() | Conceding() | Conceded():
            return _in_choices(state, act, now_ms, procedure)
        case Told():
            return _told(state, act, now_ms, procedure), ()
        case NoKeyboard() | DirectorNeeded():
            return _waiting(state, act, now_ms, procedure)
        case Unlocking():
            return _unlocking(state, act, now_ms)
        case WithDirector():
            return _with_director(state, act, now_ms, procedure)
        case StaffOnly() | Judging() | Locked() | OutOfService() | Left():
            # While a ruling is made no key counts; a station that is not for players opens by the chord.
            return state, ()
        case _:
            assert_never(state)


def _in_entry(
    state: Entering | AskingTable | Checking | AtBoard, act: Act, now_ms: int, procedure: Procedure
) -> Next:
    match state:
        case Entering():
            return entering(state, act, now_ms, procedure)
        case AskingTable():
            return asking_table(state, act, now_ms, procedure)
        case Checking():
            return checked(state, act, now_ms, procedure)
        case AtBoard():
            return at_board(state, act, now_ms, procedure)
        case _:
            assert_never(state)


def _in_choices(state: Choosing | Conceding | Conceded, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match state:
        case Choosing():
            return choosing(state, act, now_ms, procedure)
        case Conceding():
            return conceding(state, act, now_ms, procedure)
        case Conceded():
            return conceded(state, act, now_ms, procedure)
        case _:
            assert_never(state)


def _replied(state: State, reply: Reply, now_ms: int, procedure: Procedure) -> Next:
    """What follows from an order that was carried out; a reply nobody is waiting for changes nothing."""
    match reply:
        case RulingLogged(ruling):
            if not isinstance(state, Judging):
                raise RuntimeError(f"a ruling was logged in {type(state).__name__}: nobody asked for one")
            kind = Referred if ruling.adjudication.verdict is Verdict.REFER else Showing
            return kind(now_ms, ruling, state.checked.entry.division, opened_ms=now_ms), ()
        case PasscodeAccepted() | PasscodeRefused():
            return unlocking(state, reply, now_ms) if isinstance(state, Unlocking) else (state, ())
        case TimeTold(at):
            return _timed(state, at), ()
        case ServiceRestored():
            if isinstance(state, WithDirector) and isinstance(state.under, OutOfService):
                return procedure.idle(now_ms), records.resumed(state, now_ms)
            return state, ()
        case _:
            assert_never(reply)


def _timed(state: State, at: str) -> State:
    """*state* with the time of day it was waiting for."""
    if isinstance(state, AtBoard) and not state.back_by:
        hours, minutes = divmod(int(at[:2]) * 60 + int(at[3:]) + BOARD_S // 60, 60)
        return replace(state, back_by=f"{hours % 24:02}:{minutes:02}")
    return replace(state, at=at) if isinstance(state, OutOfService) and not state.at else state


def _told(state: Told, act: Act, now_ms: int, procedure: Procedure) -> State:
    """Words vanish while somebody types: no letter must take away the page that says why, nor does its time
    pass while they type on."""
    match act:
        case EnterPressed() | EscapePressed():
            return procedure.idle(now_ms)
        case TimedOut():
            return procedure.idle(now_ms, replace(state, hint=False))
        case Typed() | SpacePressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=True, since_ms=now_ms)
        case UpPressed() | DownPressed() | MoreTimePressed():
            return replace(state, hint=True, since_ms=now_ms)
        case _:
            assert_never(act)


# --- verdict ----------------------------------------------------------------------------------------------


def _showing(state: Showing | Referred, act: Act, now_ms: int, procedure: Procedure) -> Next:
    match act:
        case TimedOut() if not state.open:
            return replace(state, open=not overslept(state, now_ms, procedure), since_ms=now_ms), ()
        case TimedOut():
            return procedure.idle(now_ms), (records.closed(state, "time", now_ms),)
        case EnterPressed() if state.open:
            return procedure.idle(now_ms), (records.closed(state, "enter", now_ms),)
        case MoreTimePressed() if state.open:
            return replace(state, held=True, hint=False), ()
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return replace(state, hint=state.open), ()
        case UpPressed() | DownPressed() | MoreTimePressed() | EscapePressed():
            return replace(state, hint=state.open), ()
        case _:
            assert_never(act)


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
        return back(state.under, now_ms), (WriteRecord(body),)
    if isinstance(state.under, StaffOnly):
        return replace(state, hint=True), ()
    return replace(state, hint=True, under=checking.missed_under(state.under, act)), ()


# --- with the director ------------------------------------------------------------------------------------


def _unlocking(state: Unlocking, act: Act, now_ms: int) -> Next:
    if isinstance(act, EscapePressed | TimedOut):
        return back(state.under, now_ms), ()
    return unlocking(state, act, now_ms)


def _ended(state: State, event: ConsoleShut | StopAsked, now_ms: int, procedure: Procedure) -> Next:
    """The program ends, or the console over it: then the players have the station back as it was; a closed
    one stays with whoever opened it."""
    if isinstance(event, StopAsked):
        return Left(), taken_off(state, "stopped", now_ms, procedure)
    if not isinstance(state, WithDirector) or not state.console:
        return state, ()
    if event.leaving:
        return Left(), (*taken_off(state, "director", now_ms, procedure), Leave())
    if isinstance(state.under, Closed):
        return replace(state, console=False, since_ms=now_ms), ()
    return back(state.under, now_ms), ()


def _with_director(state: WithDirector, act: Act, now_ms: int, procedure: Procedure) -> Next:
    if state.console:
        return state, ()
    if isinstance(act, EscapePressed | TimedOut):
        return back(state.under, now_ms), ()
    match act:
        case Typed(digit=1) if not isinstance(state.under, OutOfService):
            wiped = taken_off(state, "director", now_ms, procedure)
            after = told(state, Cause.DIRECTOR, now_ms, procedure)
            return after, (*wiped, *records.resumed(state, now_ms))
        case Typed(digit=2) if may_leave(state):
            return Left(), (*taken_off(state, "director", now_ms, procedure), Leave())
        case Typed(digit=3) if may_open_console(state):
            return replace(state, console=True), (OpenConsole(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return with_director(state, act, now_ms)
        case UpPressed() | DownPressed() | MoreTimePressed():
            return with_director(state, act, now_ms)
        case _:
            assert_never(act)
