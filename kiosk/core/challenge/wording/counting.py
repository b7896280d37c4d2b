"""The seconds a page counts down, and when it changes by itself."""

from typing import assert_never

from kiosk.core.challenge.entry import checking
from kiosk.core.challenge.procedure import Procedure, lifetime, remaining, standing
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
from kiosk.core.challenge.wording.roles import director, rules_at
from kiosk.core.page import Countdown, Key

MORE_TIME = Key("← →", "more time")


def _counted_ms(state: State, procedure: Procedure) -> int | None:
    """How long before its end the page of *state* begins to count; None: it does not."""
    match state:
        case Entering() | AskingTable() | Checking() | AtBoard():
            return procedure.timings.warning_s * 1000
        case Showing() | Referred() | Conceded():
            return lifetime(state, procedure) if state.open else None
        case StaffOnly() | ChoosingDivision() | Counting() | Judging() | Choosing() | Conceding():
            return None
        case Told() | NoKeyboard() | DirectorNeeded() | Locked() | OutOfService() | Unlocking():
            return None
        case WithDirector() | Left():
            return None
        case _:
            assert_never(state)


def countdown(state: State, now_ms: int, procedure: Procedure) -> Countdown | None:
    """The time that *state* has left, once it is counted."""
    counted_ms, left_ms = _counted_ms(state, procedure), standing(state, now_ms, procedure)
    if counted_ms is None or left_ms is None or left_ms > counted_ms:
        return None
    left_s = -(-left_ms // 1000)
    share = left_s / -(-counted_ms // 1000)
    if isinstance(state, Showing | Referred | Conceded):
        return Countdown(f"{left_s} s", share)
    text = f"Cleared in {left_s} s"
    if isinstance(state, Checking) and not more_time(state, procedure):
        call = f"call the {director(rules_at(state, procedure))}"
        return Countdown(text, share, Key("ESC", call))
    return Countdown(text, share, None if isinstance(state, AtBoard) else MORE_TIME)


def more_time(state: Checking, procedure: Procedure) -> bool:
    """Whether both may still ask for more time."""
    return state.since_ms < checking.latest_ms(state, procedure.timings.checking_s * 1000)


def wake_ms(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until the page changes by itself: the state ends, or a counted second does."""
    if isinstance(state, Unlocking) and now_ms < state.since_ms:
        return (state.since_ms - now_ms) % 1000 or 1000
    next_ms, left_ms = remaining(state, now_ms, procedure), standing(state, now_ms, procedure)
    warning_ms = _counted_ms(state, procedure)
    if next_ms is None or left_ms is None or warning_ms is None:
        return next_ms
    counted_ms = left_ms - warning_ms if left_ms > warning_ms else left_ms % 1000 or min(1000, left_ms)
    told_at = checking.named_at(state) if isinstance(state, Checking) else None
    told_ms = told_at - now_ms if told_at is not None and told_at > now_ms else counted_ms
    return min(next_ms, counted_ms, told_ms)
