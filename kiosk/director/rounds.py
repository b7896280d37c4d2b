"""When the rounds of an event were played: by its schedule, and by what the director said on the day."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import (
    EventOpenedBody,
    RoundCalledBody,
    RoundEndedBody,
    RoundOnRecord,
    RoundStartedBody,
)
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.log.spellings import said
from kiosk.core.setup.schedule import LONGEST_MIN

_LONGEST = timedelta(minutes=LONGEST_MIN)
_TELLING = (Kind.EVENT_OPENED, Kind.ROUND_STARTED, Kind.ROUND_ENDED)


@frozen
class Band:
    """A round and when it was played, local time."""

    number: int
    start: datetime
    end: datetime


def bands(records: Iterable[Record]) -> tuple[Band, ...]:
    """The rounds of the event that *records*, oldest first, tell of; none if they name none."""
    found: list[Band] = []
    for record in records:
        match said(record) if record.kind in _TELLING else None:
            case EventOpenedBody(rounds=rounds):
                found = [*(band for band in found if band.start < record.local), *_scheduled(rounds)]
            case (RoundStartedBody() | RoundEndedBody()) as call:
                found = _called(found, call, record.local)
    return tuple(sorted(found, key=lambda band: band.start))


def _scheduled(rounds: Sequence[RoundOnRecord]) -> Sequence[Band]:
    """The schedule an event was opened with. A round without an end lasts until the next one starts."""
    made = [_band(one) for one in rounds]
    known = sorted((band for band in made if band is not None), key=lambda band: band.start)
    clipped = [replace(one, end=min(one.end, following.start)) for one, following in pairwise(known)]
    return [*clipped, *known[-1:]]


def _band(one: RoundOnRecord) -> Band | None:
    try:
        start = datetime.fromisoformat(one.starts).replace(tzinfo=None)
        end = datetime.fromisoformat(one.ends).replace(tzinfo=None) if one.ends else start + _LONGEST
    except (ValueError, OverflowError):
        return None
    return Band(one.number, start, end)


def _called(found: Sequence[Band], call: RoundCalledBody, now: datetime) -> list[Band]:
    """What becomes of the rounds when the director starts or ends one."""
    started = isinstance(call, RoundStartedBody)
    free_from = now + _LONGEST if started else now
    before = [replace(band, end=min(band.end, now)) for band in found if band.start < now]
    after = [band for band in found if band.start >= free_from and band.number > call.round]
    called = [Band(call.round, now, free_from)] if started else []
    return [*before, *called, *after]
