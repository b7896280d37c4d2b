"""The director's way in: typing the passcode, and what may be done once it was right."""

from dataclasses import replace
from typing import TypeAlias

from kiosk.core.challenge.states import (
    BackspacePressed,
    CheckPasscode,
    Effect,
    EnterPressed,
    Event,
    OutOfService,
    PasscodeAccepted,
    PasscodeRefused,
    RestoreService,
    SpacePressed,
    Typed,
    Unlocking,
    WithDirector,
)

Outcome: TypeAlias = tuple[Unlocking | WithDirector, tuple[Effect, ...]]

LONGEST_PASSCODE = 64
DIRECTOR_ONLY = "This needs the director's passcode."


def unlocking(state: Unlocking, event: Event, now_ms: int) -> Outcome:
    """Typing the passcode. While the next try must wait nothing is taken, so nothing can be judged."""
    if now_ms < state.since_ms:
        return state, ()
    match event:
        case Typed(text=text) if len(state.typed) < LONGEST_PASSCODE:
            return replace(state, typed=state.typed + text, message="", since_ms=now_ms), ()
        case SpacePressed() if 0 < len(state.typed) < LONGEST_PASSCODE:
            return replace(state, typed=state.typed + " ", message="", since_ms=now_ms), ()
        case BackspacePressed():
            return replace(state, typed=state.typed[:-1], since_ms=now_ms), ()
        case EnterPressed() if state.typed:
            # The passcode leaves the state with the question: nothing keeps it.
            return replace(state, typed="", since_ms=now_ms), (CheckPasscode(state.typed),)
        case PasscodeRefused(message, wait_ms):
            return replace(state, typed="", message=message, since_ms=now_ms + wait_ms), ()
        case PasscodeAccepted("judge") if isinstance(state.under, OutOfService):
            return replace(state, message=DIRECTOR_ONLY, since_ms=now_ms), ()
        case PasscodeAccepted(role, warning):
            return WithDirector(now_ms, role, state.under, warning), ()
    return state, ()


def with_director(state: WithDirector, event: Event, now_ms: int) -> Outcome:
    """The way back into service; resuming and leaving are the challenge machine's."""
    match event:
        case Typed(digit=1):
            return replace(state, since_ms=now_ms), (RestoreService(),)
    return state, ()


def may_leave(state: WithDirector) -> bool:
    """A judge may resume a locked station, not end the program."""
    return state.role != "judge"
