"""What a listening guard may report, one short line each, and how much each line weighs for the station."""

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum


class Weight(StrEnum):
    VIOLATION = "violation"  # the station was left, covered or stopped: discard the entry, record it
    ATTEMPT = "attempt"  # a key was swallowed: nothing happened; record it folded
    NOTE = "note"  # back again, or a guard that mended itself: record it


_NOTES = (
    "rearmed",
    "session connected",
    "session unlocked",
    "session back",
    "session remote_disconnected",
    "power resumed",
    "screen on",
)
_ATTEMPT = re.compile(r"blocked (\w+) (\d+)")


def weigh(line: str) -> Weight:
    """How much *line* weighs. One that is not known weighs as a violation: doubt closes."""
    if _ATTEMPT.fullmatch(line):
        return Weight.ATTEMPT
    return Weight.NOTE if line in _NOTES else Weight.VIOLATION


def attempts(lines: Iterable[str]) -> Counter[str]:
    """How often each key was swallowed, by those of *lines* that say so."""
    swallowed: Counter[str] = Counter()
    for line in lines:
        if said := _ATTEMPT.fullmatch(line):
            swallowed[said[1]] += int(said[2])
    return swallowed
