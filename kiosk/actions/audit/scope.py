"""What a report is about: the records of an event, or of a day."""

import sys
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from kiosk.actions.audit.asked import in_utc
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.event import EventClosedBody, EventOpenedBody
from kiosk.core.log.bodies.play import AdjudicationBody
from kiosk.core.log.bodies.station import GenesisBody
from kiosk.core.log.kinds import Kind
from kiosk.errors import LogError
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import Station
from kiosk.storage.reading.query import Reader


@frozen
class ReportScope:
    """What a report is about, and the records of it, oldest first. *unsound*: sentences on those that are
    not as they were recorded; they are left out of the figures."""

    title: str
    sentence: str
    records: tuple[Found, ...]
    event_open: bool
    unsound: tuple[str, ...] = ()


def event_scope(reader: Reader, event: str | None) -> ReportScope:
    """The last event, or the one asked for; without any event the last day."""
    marks = _marks(reader)
    openings = [one for one in marks if one.kind == Kind.EVENT_OPENED and event in (None, _event_id(one))]
    if not openings:
        if event is not None:
            known = sorted({str(_event_id(one)) for one in marks if one.kind == Kind.EVENT_OPENED})
            here = f"There are: {', '.join(map(harmless, known))}." if known else "There is none."
            raise LogError(f"No event “{harmless(event)}” was opened here. {here}")
        return day_scope(reader, None)
    id, name = _event_id(openings[-1]), _event_name(openings[-1])
    mine = [one for one in marks if _event_id(one) == id]
    still_open = id in _open_events(marks, _left_behind(reader))
    records = tuple(_of_event(reader, mine, id))[::-1]
    return ReportScope(name, _event_sentence(records, still_open=still_open), records, still_open)


def _of_event(reader: Reader, marks: Sequence[Found], event: str | None) -> Iterator[Found]:
    """The records of *event*, newest first: in each log that opened it, from its first opening to its last
    closing. By their places, not their times: a clock may have been set meanwhile."""
    spans: dict[tuple[str, str], tuple[int, int]] = {}
    for one in sorted(marks, key=lambda one: one.seq):
        low, _ = spans.get(one.key[:2], (one.seq, 0))
        spans[one.key[:2]] = low, one.seq if one.kind == Kind.EVENT_CLOSED else sys.maxsize
    for found in reader.find():
        low, high = spans.get(found.key[:2], (1, 0))
        if low <= found.seq <= high and _belongs(found, event):
            yield found
        elif not reader.merged and found.seq < low:
            return


def _marks(reader: Reader) -> list[Found]:
    """The records that open and close events, in the order of each station's log, well made ones only."""
    found = [
        *reader.find(Filter(kind=Kind.EVENT_OPENED)),
        *reader.find(Filter(kind=Kind.EVENT_CLOSED)),
    ]
    return sorted((one for one in found if not one.odd), key=lambda one: (one.at, one.seq))


def _event_id(found: Found) -> str | None:
    match found.said:
        case EventOpenedBody() | EventClosedBody() | AdjudicationBody():
            return found.said.event
    return None


def _event_name(opening: Found) -> str:
    return opening.said.name if isinstance(opening.said, EventOpenedBody) else ""


def _belongs(found: Found, event: str | None) -> bool:
    return not found.is_ruling or _event_id(found) in (event, None)


def open_events(reader: Reader) -> set[str | None]:
    """The events in *reader* that some station opened and has not closed since."""
    return _open_events(_marks(reader), _left_behind(reader))


def _open_events(marks: Sequence[Found], left: Collection[Station]) -> set[str | None]:
    state: dict[Station, str | None] = {}
    for one in sorted(marks, key=lambda one: one.seq):
        state[one.key[:2]] = _event_id(one) if one.kind == Kind.EVENT_OPENED else None
    return {event for chain, event in state.items() if event is not None and chain not in left}


def _left_behind(reader: Reader) -> set[Station]:
    """The logs that a spare machine went on after: nobody closes an event in them any more."""
    firsts = [one.said for one in reader.find(Filter(kind=Kind.GENESIS))] if reader.merged else []
    ends = [one.continues for one in firsts if isinstance(one, GenesisBody)]
    return {(one.station, one.epoch) for one in ends if one is not None}


def _event_sentence(records: Sequence[Found], *, still_open: bool) -> str:
    moments = [one.local for one in records if one.local is not None]
    days = [f"{moment:%Y-%m-%d}" for moment in (*moments[:1], *moments[-1:])]
    span = " to ".join(dict.fromkeys(days))
    return f"{span} · {'event open' if still_open else 'event closed'}"


def day_scope(reader: Reader, day: str | None) -> ReportScope:
    """The records of *day*, or of the last one that has any."""
    if day is None:
        moments = (one.local for one in reader.find() if one.local is not None)
        newest = next(moments, None)
        if newest is None:
            raise LogError("No record here names a time, so there is no day to report on. Verify the log.")
        day = newest.date().isoformat()
    offset = reader.offset_min()
    wanted = Filter(since=in_utc(day, offset), until=in_utc(day, offset, end=True))
    records = tuple(reader.find(wanted))[::-1]
    events = {_event_id(one) for one in records if one.is_ruling}
    still_open = bool(events & open_events(reader))
    title = f"{datetime.fromisoformat(day):%A}, {day}"
    return ReportScope(title, "One day" + (" · event open" if still_open else ""), records, still_open)
