"""What a listening guard may report, one short line each, and how much each line weighs for the station."""

from enum import StrEnum


class Weight(StrEnum):
    VIOLATION = "violation"  # the station was left, covered or stopped: discard the entry, record it
    ATTEMPT = "attempt"  # a key was swallowed: nothing happened; record it folded
    NOTE = "note"  # back again, or a guard that mended itself: record it


_NOTES = (
    "rearmed",
    "session connected",
    "session unlocked",
    "session remote_disconnected",
    "power resumed",
    "screen on",
)


def weigh(line: str) -> Weight:
    """How much *line* weighs. One that is not known weighs as a violation: doubt closes."""
    if line.startswith("blocked "):
        return Weight.ATTEMPT
    return Weight.NOTE if line in _NOTES else Weight.VIOLATION
