"""A reading of the clocks, as a value, and dates and times as a person types them."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.errors import LogError

# ---- clock -------------------------------------------------------------------------------------------------
# A reading of the clocks, as a value. Whoever needs the time is given a `Clock`.


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


def local_time(at: str, offset_min: int) -> str:
    """The local time of the UTC instant *at*, to the second."""
    moment = datetime.fromisoformat(at).replace(tzinfo=None) + timedelta(minutes=offset_min)
    return moment.isoformat(timespec="seconds")


Clock: TypeAlias = Callable[[], Reading]


# ---- typed time --------------------------------------------------------------------------------------------
# Dates and times as a person types them.

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
# Nothing shorter: in 20261117 a slip of the finger is still a date, and means another day.
_TIME = re.compile(r"\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)


def parse_time(text: str) -> datetime | None:
    """What *text* means, with a zone if it names one; None if it is neither a date nor a date and time."""
    date, _, time = text.replace(" ", "T", 1).partition("T")
    if not _DATE.fullmatch(date) or (time and not _TIME.fullmatch(time)):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def parse_typed_time(text: str) -> datetime:
    """The same; a LogError says how a time is written."""
    moment = parse_time(text)
    if moment is None:
        raise LogError(f"“{text}” is no time. Write a date or a date and time, such as 2026-05-02T14:30.")
    return moment


def is_day(text: str) -> bool:
    """Whether *text* is a date and nothing but a date."""
    return bool(_DATE.fullmatch(text)) and parse_time(text) is not None
