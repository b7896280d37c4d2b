"""Runs any machine of this program: one event is taken to its end before anything is shown.

A machine is a pure `step` from a state and an event to the next state and its effects. A shell carries each
effect out and answers with the events that come of it.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Never, NoReturn, TypeVar

State = TypeVar("State")
Event = TypeVar("Event")
Effect = TypeVar("Effect")


class NotCarriedOut(AssertionError):
    """An effect that no shell knows: a mistake in the program, and doubt closes."""


def unknown(effect: Never) -> NoReturn:
    """End a `match` over effects, as `assert_never` ends any other: mypy names the place, and a shell that
    meets the effect all the same can tell it from every other fault."""
    raise NotCarriedOut(type(effect).__name__)


def settle(
    step: Callable[[State, Event], tuple[State, Iterable[Effect]]],
    carry_out: Callable[[Effect], Iterable[Event]],
    state: State,
    event: Event,
) -> State:
    """The state in which *event* ends, once every effect was carried out and its answers taken too."""
    pending = deque([event])
    while pending:
        state, effects = step(state, pending.popleft())
        for effect in effects:
            pending.extend(carry_out(effect))
    return state
