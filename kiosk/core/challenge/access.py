"""The director's way in: typing the passcode, and what may be done once it is accepted."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.core.access.passcode import Role
from kiosk.core.challenge.effects import CheckPasscode, Effect, RestoreService
from kiosk.core.challenge.events import (
    BackspacePressed,
    DownPressed,
    EnterPressed,
    EntryKey,
    MoreTimePressed,
    PasscodeAccepted,
    PasscodeRefused,
    SpacePressed,
    TabPressed,
    Typed,
    UpPressed,
)
from kiosk.core.challenge.parties import Holder
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
    Enterable,
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

Outcome: TypeAlias = tuple[Unlocking | WithDirector, tuple[Effect, ...]]

LONGEST_PASSCODE = 64
CAPS_LOCK = "Caps Lock is on."
DIRECTOR_ONLY = "This needs the director's passcode."


def called_in(state: State, now_ms: int, procedure: Procedure) -> State:
    """What the director's chord does."""
    match state:
        case StaffOnly() | ChoosingDivision() | Counting() | Entering() | AskingTable() | Checking():
            return _door(state, now_ms, procedure)
        case AtBoard() | NoKeyboard() | DirectorNeeded() | Locked() | OutOfService():
            return _door(state, now_ms, procedure)
        case Judging() | Showing() | Referred() | Choosing() | Conceding() | Conceded() | Told():
            return state
        case Unlocking() | WithDirector() | Left():
            return state
        case _:
            assert_never(state)


def _door(under: Enterable, now_ms: int, procedure: Procedure) -> Unlocking | WithDirector:
    if procedure.unguarded:  # no passcode to ask for
        return WithDirector(now_ms, Holder.DEMONSTRATION, under)
    return Unlocking(now_ms, under)


def unlocking(state: Unlocking, event: EntryKey | PasscodeAccepted | PasscodeRefused, now_ms: int) -> Outcome:
    """Typing the passcode. While the next try must wait nothing is taken, so nothing can be judged."""
    if now_ms < state.since_ms:
        return state, ()
    match event:
        case Typed(text=text) if len(state.typed) < LONGEST_PASSCODE:
            told = CAPS_LOCK if event.caps or (state.message == CAPS_LOCK and not text.isalpha()) else ""
            return replace(state, typed=state.typed + text, message=told, since_ms=now_ms), ()
        case SpacePressed() if 0 < len(state.typed) < LONGEST_PASSCODE:
            return replace(state, typed=state.typed + " ", message="", since_ms=now_ms), ()
        case BackspacePressed():
            return replace(state, typed=state.typed[:-1], since_ms=now_ms), ()
        case EnterPressed() if state.typed:
            # The passcode leaves the state with the question: nothing keeps it.
            return replace(state, typed="", since_ms=now_ms), (CheckPasscode(state.typed),)
        case PasscodeRefused(message, wait_ms):
            return replace(state, typed="", message=message, since_ms=now_ms + wait_ms), ()
        case PasscodeAccepted():
            return _let_in(state, event, now_ms), ()
        case Typed() | SpacePressed() | EnterPressed():
            return state, ()
        case TabPressed() | UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(event)


def _let_in(state: Unlocking, accepted: PasscodeAccepted, now_ms: int) -> Unlocking | WithDirector:
    """A judge may open a lock, but not settle a doubt."""
    if accepted.role == Role.JUDGE and isinstance(state.under, OutOfService):
        return replace(state, message=DIRECTOR_ONLY, since_ms=now_ms)
    return WithDirector(now_ms, Holder(accepted.role), state.under, accepted.warning)


def with_director(state: WithDirector, event: EntryKey, now_ms: int) -> Outcome:
    """The way back into service; resuming and leaving are the challenge machine's."""
    match event:
        case Typed(digit=1):
            return replace(state, since_ms=now_ms), (RestoreService(),)
        case Typed() | SpacePressed() | EnterPressed() | TabPressed() | BackspacePressed():
            return state, ()
        case UpPressed() | DownPressed() | MoreTimePressed():
            return state, ()
        case _:
            assert_never(event)


def may_open_console(state: WithDirector) -> bool:
    """The console shows what was judged and changes the event: a judge's passcode does not open it."""
    return state.role != Holder.JUDGE


def may_leave(state: WithDirector) -> bool:
    """A judge may resume a locked station, not end the program."""
    return state.role != Holder.JUDGE
