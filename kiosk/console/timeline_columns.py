"""The histogram of rulings by minute, laid out in columns: hours in which nothing happened between two days
take no room, and where there are more minutes than columns a column holds several.
"""

from collections.abc import Iterator, Sequence

from kiosk.base.frozen import frozen
from kiosk.console.values import (
    MinuteBin,
    RoundBand,
    TimelineFound,
)

DAY_MIN = 24 * 60


@frozen
class TimeColumn:
    """The rulings from one local minute to another, both included. *day*: its first minute begins a day of
    the histogram; *hour*: an hour begins in it, and which."""

    first: str
    last: str
    acceptable: int = 0
    unacceptable: int = 0
    referred: int = 0
    day: bool = False
    hour: int | None = None

    @property
    def total(self) -> int:
        return self.acceptable + self.unacceptable + self.referred


def columns(found: TimelineFound, most: int) -> tuple[TimeColumn, ...]:
    """At most about *most* columns for all of *found*, oldest first; each day from full hour to full hour."""
    days: dict[str, list[MinuteBin]] = {}
    for bin_ in found.bins:
        if minute_of(bin_.minute) is not None:
            days.setdefault(bin_.minute[:10], []).append(bin_)
    spans = {day: _span(bins) for day, bins in sorted(days.items())}
    minutes = sum(last - first for first, last in spans.values())
    each = max(1, -(-minutes // max(1, most)))
    return tuple(column for day, span in spans.items() for column in _columns(day, days[day], span, each))


def minute_of(local: str) -> int | None:
    """The minute of the day of *local* time; None if it is none."""
    hour, minute = local[11:13], local[14:16]
    if not (hour.isascii() and minute.isascii() and hour.isdecimal() and minute.isdecimal()):
        return None
    found = int(hour) * 60 + int(minute)
    return found if found < DAY_MIN else None


def _span(bins: Sequence[MinuteBin]) -> tuple[int, int]:
    places = [minute_of(bin_.minute) or 0 for bin_ in bins]
    return min(places) // 60 * 60, (max(places) // 60 + 1) * 60


def _columns(day: str, bins: Sequence[MinuteBin], span: tuple[int, int], each: int) -> Iterator[TimeColumn]:
    parts: dict[int, list[MinuteBin]] = {}
    for bin_ in bins:
        parts.setdefault(((minute_of(bin_.minute) or 0) - span[0]) // each, []).append(bin_)
    for place in range(-(-(span[1] - span[0]) // each)):
        first = span[0] + place * each
        last = min(first + each, span[1]) - 1
        held = parts.get(place, ())
        hour = next((minute // 60 for minute in range(first, last + 1) if minute % 60 == 0), None)
        yield TimeColumn(
            _minute(day, first),
            _minute(day, last),
            sum(bin_.acceptable for bin_ in held),
            sum(bin_.unacceptable for bin_ in held),
            sum(bin_.referred for bin_ in held),
            day=place == 0,
            hour=hour,
        )


def _minute(day: str, place: int) -> str:
    return f"{day}T{place // 60:02}:{place % 60:02}"


def places_between(laid: Sequence[TimeColumn], first: str, last: str) -> tuple[int, int] | None:
    """The first and last column that hold a minute from *first* to *last*; None if none does."""
    held = [place for place, one in enumerate(laid) if one.first <= last[:16] and one.last >= first[:16]]
    return (held[0], held[-1]) if held else None


def bands(laid: Sequence[TimeColumn], rounds: Sequence[RoundBand]) -> tuple[tuple[int, int, int], ...]:
    """Each round with its first and last column; one that has not ended lasts to the end."""
    found = ((round_.number, places_between(laid, round_.starts, round_.ends or "9999")) for round_ in rounds)
    return tuple((number, *places) for number, places in found if places is not None)
