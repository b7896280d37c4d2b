"""The page of a state with what stands around it: banners, the band of the division, the footer, seconds that
are counted down."""

from dataclasses import replace

from kiosk.base.page import Countdown, Page
from kiosk.setup.divisions import Division
from kiosk.station.idle import bands
from kiosk.station.machine import remaining, standing
from kiosk.station.states import Procedure, State, Surroundings


def page(state: State, now_ms: int, procedure: Procedure, around: Surroundings) -> Page:
    """What the screen says in *state*."""
    place = state.division
    several = len(procedure.divisions) > 1
    if place is None and len(procedure.divisions) == 1:
        place = 0
    chosen = procedure.divisions[place] if place is not None else None
    return replace(
        state.page(now_ms, procedure, around),
        list_name=chosen.list_name if chosen else "",
        band=bands(procedure)[place] if place is not None and several else None,
        banners=_banners(chosen, around) if state.is_for_players else (),
        footer=_footer(chosen, around),
        large=around.large,
        countdown=countdown(state, now_ms, procedure),
    )


def _banners(chosen: Division | None, around: Surroundings) -> tuple[str, ...]:
    own = (chosen.banner,) if chosen and chosen.banner else ()
    return (*around.banners, *own)


def _footer(chosen: Division | None, around: Surroundings) -> tuple[str, ...]:
    rules = chosen.rules.short_title if chosen else ""
    code = f"Set-up {around.setup_code}" if around.setup_code else ""
    # The list stands large on some pages; here it stands on all of them.
    name = chosen.list_name if chosen else ""
    recorded = f"Every {chosen.rules.terms.look_up if chosen else 'look-up'} is recorded"
    parts = (around.station, rules, name, code, recorded, around.power, around.clock)
    return tuple(part for part in parts if part)


def countdown(state: State, now_ms: int, procedure: Procedure) -> Countdown | None:
    """The time that *state* has left, once it is counted."""
    counted_ms, left_ms = state.counted_ms(procedure), standing(state, now_ms, procedure)
    if counted_ms is None or left_ms is None or left_ms > counted_ms:
        return None
    left_s = -(-left_ms // 1000)
    return state.countdown(left_s, left_s / -(-counted_ms // 1000), procedure)


def wake_ms(state: State, now_ms: int, procedure: Procedure) -> int | None:
    """Milliseconds until the page changes by itself: the state ends, or a counted second does."""
    changes_ms = state.changes_in_ms(now_ms)
    next_ms, left_ms = remaining(state, now_ms, procedure), standing(state, now_ms, procedure)
    warning_ms = state.counted_ms(procedure)
    if next_ms is None or left_ms is None or warning_ms is None:
        return next_ms if changes_ms is None else changes_ms
    counted_ms = left_ms - warning_ms if left_ms > warning_ms else left_ms % 1000 or min(1000, left_ms)
    return min(next_ms, counted_ms, counted_ms if changes_ms is None else changes_ms)
