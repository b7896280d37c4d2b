"""When the rounds of an event were played: by its schedule, and by what the director said on the day."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Record
from kiosk.core.setup.schedule import LONGEST_MIN

_LONGEST = timedelta(minutes=LONGEST_MIN)
_STARTED, _ENDED = "round_started", "round_ended"


@dataclass(frozen=True, slots=True)
class Band:
    """A round and when it was played, local time."""

    number: int
    start: datetime
    end: datetime


def bands(records: Iterable[Record]) -> tuple[Band, ...]:
    """The rounds of the event that *records*, oldest first, tell of; none if they name none."""
    found: list[Band] = []
    for record in records:
        if record.kind == "event_opened":
            found = [*(band for band in found if band.start < record.local), *_scheduled(record.data)]
        elif record.kind in (_STARTED, _ENDED):
            found = _called(found, record)
    return tuple(sorted(found, key=lambda band: band.start))


def _scheduled(data: Mapping[str, Json]) -> Sequence[Band]:
    """The schedule an event was opened with. A round without an end lasts until the next one starts."""
    listed = data.get("rounds")
    made = [_band(one) for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    known = sorted((band for band in made if band is not None), key=lambda band: band.start)
    clipped = [replace(one, end=min(one.end, following.start)) for one, following in pairwise(known)]
    return [*clipped, *known[-1:]]


def _band(one: Mapping[str, Json]) -> Band | None:
    number, starts, ends = one.get("number"), one.get("starts"), one.get("ends")
    if not isinstance(number, int) or not isinstance(starts, str):
        return None
    try:
        start = datetime.fromisoformat(starts).replace(tzinfo=None)
        end = datetime.fromisoformat(ends).replace(tzinfo=None) if isinstance(ends, str) else start + _LONGEST
    except (ValueError, OverflowError):
        return None
    return Band(number, start, end)


def _called(found: Sequence[Band], record: Record) -> list[Band]:
    """What becomes of the rounds when the director starts or ends one."""
    number, now = record.data.get("round"), record.local
    started = record.kind == _STARTED and isinstance(number, int)
    free_from = now + _LONGEST if started else now
    before = [replace(band, end=min(band.end, now)) for band in found if band.start < now]
    after = [
        band for band in found if band.start >= free_from and isinstance(number, int) and band.number > number
    ]
    called = [Band(number, now, free_from)] if started and isinstance(number, int) else []
    return [*before, *called, *after]
