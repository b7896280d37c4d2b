"""A reading of the clocks, as a value. Whoever needs the time is given a `Clock`."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from kiosk.core.frozen import frozen


@frozen
class Reading:
    """*at*: UTC, ISO 8601 with milliseconds and Z. *mono_ms*: a clock nobody can set. *boot*: this boot of
    the machine. *offset_min*: local time minus UTC."""

    at: str
    offset_min: int
    mono_ms: int
    boot: str


def wall_ms(before: str, now: str) -> int:
    """Milliseconds from *before* to *now* by the time of day, both as records write it."""
    return (datetime.fromisoformat(now) - datetime.fromisoformat(before)) // timedelta(milliseconds=1)


def on_this_clock(at: str, now: Reading) -> int:
    """When *at* was, on the clock nobody can set as it runs in *now*; a time still to come counts as now."""
    return now.mono_ms - max(0, wall_ms(at, now.at))


Clock: TypeAlias = Callable[[], Reading]
