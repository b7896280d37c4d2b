"""The events that stand in a log, and how many rulings each has."""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import EventClosedBody, EventOpenedBody
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.log.spellings import said
from kiosk.storage.log.schema import COLUMNS
from kiosk.storage.reading.reader import reading, to_record

_PART = 2000  # records
_TOLD = f"SELECT {COLUMNS} FROM records WHERE kind IN (?, ?) ORDER BY seq"  # noqa: S608 - constants


@frozen
class EventOnRecord:
    """*opened*, *closed*: the station's local time of its first opening and of its last closing; *closed* is
    None while it is open."""

    id: str
    name: str
    opened: str
    closed: str | None
    rulings: int = 0


def read_events(path: Path) -> tuple[EventOnRecord, ...]:
    """The events in the log at *path* in the order in which they were first opened."""
    with reading(path) as conn:
        told = conn.execute(_TOLD, (Kind.EVENT_OPENED, Kind.EVENT_CLOSED)).fetchall()
        rulings = _rulings(conn)
    return tuple(replace(event, rulings=rulings[event.id]) for event in _events(map(to_record, told)))


def read_open_event(path: Path) -> EventOnRecord | None:
    """The event that is open in the log at *path*, if one is; its rulings are not counted."""
    with reading(path) as conn:
        told = conn.execute(_TOLD, (Kind.EVENT_OPENED, Kind.EVENT_CLOSED)).fetchall()
    return next((event for event in _events(map(to_record, told)) if event.closed is None), None)


def rulings_of(path: Path, event: str) -> int:
    """How many rulings of *event* stand in the log at *path*."""
    with reading(path) as conn:
        return _rulings(conn)[event]


def _rulings(conn: sqlite3.Connection) -> Counter[str]:
    """The number of rulings of each event, past the indexes, some records to each read transaction: a long
    one would make the station's commit wait."""
    counted: Counter[str] = Counter()
    (last,) = conn.execute("SELECT coalesce(max(seq), 0) FROM records").fetchone()
    for first in range(1, last + 1, _PART):
        found = conn.execute(
            "SELECT json_extract(body, '$.event'), count(*) FROM records NOT INDEXED "
            "WHERE seq BETWEEN ? AND ? AND kind = ? GROUP BY 1",
            (first, first + _PART - 1, Kind.ADJUDICATION),
        ).fetchall()
        counted.update({str(event): count for event, count in found})
    return counted


def _events(told: Iterable[Record]) -> list[EventOnRecord]:
    found: dict[str, EventOnRecord] = {}
    for record in told:
        body = said(record)
        if not isinstance(body, EventOpenedBody | EventClosedBody):
            continue
        id, name = body.event, body.name
        local = record.local.isoformat(timespec="seconds")
        known = found.get(id, EventOnRecord(id, name, local, None))
        closed = local if isinstance(body, EventClosedBody) else None
        found[id] = replace(known, name=name, closed=closed)
    return list(found.values())
