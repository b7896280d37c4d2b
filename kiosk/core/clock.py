"""A reading of the clocks, as a value. Whoever needs the time is given a `Clock`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Reading:
    """*at*: UTC, ISO 8601 with milliseconds and Z. *mono_ms*: a clock nobody can set. *boot*: this boot of
    the machine. *offset_min*: local time minus UTC."""

    at: str
    offset_min: int
    mono_ms: int
    boot: str


Clock: TypeAlias = Callable[[], Reading]
