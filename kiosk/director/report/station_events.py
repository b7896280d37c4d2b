"""What happened at a station besides rulings, as a report tells it."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from datetime import datetime

from kiosk.core.access.passcode import failed_unlocks
from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json
from kiosk.core.log.facts import Key
from kiosk.core.log.kinds import Kind, Record

# Not told one by one in a report: they come with every ruling or every start.
ROUTINE = frozenset(
    (
        *(Kind.ADJUDICATION, Kind.CLOSED, Kind.CHECKPOINT, Kind.LEXICON_LOADED, Kind.SELF_TEST, Kind.GENESIS),
        *(Kind.DECISION, Kind.UNLOCK),  # the former have a place of their own, the latter are no news
    )
)
# Told once a day and station, with how often: one passcode more is no news.
FOLDED = frozenset((Kind.UNLOCK_FAILED, Kind.EXPORT))
# Not told in a report at all; the words of an entry that was never judged are nobody's business.
HIDDEN = frozenset(("clock", "words", "pragmas", "about", "digest", "head", "divisions", "rounds"))
# Why somebody had words revealed may name one of them.
_HIDDEN_OF = {Kind.REVEAL: HIDDEN | {"reason", "fingerprints"}}


@frozen
class Logged:
    """A record and the letter, or id, of the station it comes from. *key*: what others name it by."""

    station: str
    record: Record
    key: Key | None = None


@frozen
class StationEvent:
    local: datetime
    station: str
    kind: str
    what: str


def station_events(records: Sequence[Logged]) -> tuple[StationEvent, ...]:
    """What happened at the stations besides rulings, in order."""
    shown = [one for one in records if one.record.kind not in ROUTINE]
    events: list[StationEvent] = []
    folded: dict[Hashable, list[Logged]] = defaultdict(list)
    for one in shown:
        if one.record.kind in FOLDED:
            folded[one.station, one.record.kind, one.record.local.date()].append(one)
        else:
            what = _told(one.record, _HIDDEN_OF.get(Kind(one.record.kind), HIDDEN))
            events.append(StationEvent(one.record.local, one.station, one.record.kind, what))
    events += [_folded(alike) for alike in folded.values()]
    for station in {one.station for one in records}:
        events += _guessed(station, [one.record for one in records if one.station == station])
    return tuple(sorted(events, key=lambda event: event.local))


def _guessed(station: str, records: Sequence[Record]) -> list[StationEvent]:
    """A row of wrong passcodes that is too long for a slip stands by itself."""
    local = {record.at: record.local for record in records if record.kind == Kind.UNLOCK_FAILED}
    return [
        StationEvent(
            local[row.first_at],
            station,
            Kind.UNLOCK_FAILED,
            f"{row.count} wrong passcodes in a row until {local[row.last_at]:%H:%M}: perhaps guessed",
        )
        for row in failed_unlocks(records)
    ]


def _folded(alike: Sequence[Logged]) -> StationEvent:
    first, last = alike[0], alike[-1].record.local
    often = f"{len(alike)} times, the last at {last:%H:%M}" if len(alike) > 1 else "once"
    return StationEvent(first.record.local, first.station, first.record.kind, often)


def _told(record: Record, hidden: Collection[str]) -> str:
    """What a record that is no ruling says, in one line for people, without the keys in *hidden*."""
    parts = []
    for key, value in record.data.items():
        if key in hidden or value in (None, []) or _is_nested(value):
            continue
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        parts.append(f"{key.replace('_', ' ')}: {shown[:16] + '…' if len(shown) > 60 else shown}")
    return " · ".join(parts)


def _is_nested(value: Json) -> bool:
    """Whether a value is made of others that have names: too much for a line."""
    parts = value if isinstance(value, list) else [value]
    return any(isinstance(part, Mapping) for part in parts)
