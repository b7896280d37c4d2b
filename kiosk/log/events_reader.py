"""The events that stand in a log, and how many rulings each has."""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.log.bodies import EventClosedBody, EventOpenedBody, read_body
from kiosk.log.chain import Record
from kiosk.log.filters_reader import key
from kiosk.log.kinds import Kind
from kiosk.log.reader import reading, to_record
from kiosk.log.schema import COLUMNS

_PART = 2000  # records
_RULINGS = (
    f"SELECT seq, kind, CASE WHEN kind = 'adjudication' THEN {key('event')} END FROM records NOT INDEXED "  # noqa: S608
    f"WHERE seq > ? ORDER BY seq LIMIT {_PART}"
)
_BEFORE_ALL = -(2**63)
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
    # Not by counting up: in a forged log there may be no end of numbers between two records.
    after: object = _BEFORE_ALL
    while page := conn.execute(_RULINGS, (after,)).fetchall():
        after = page[-1][0]
        counted.update(str(event) for _, kind, event in page if kind == Kind.ADJUDICATION)
    return counted


def _events(told: Iterable[Record]) -> list[EventOnRecord]:
    found: dict[str, EventOnRecord] = {}
    for record in told:
        body = read_body(record)
        if not isinstance(body, EventOpenedBody | EventClosedBody):
            continue
        id, name = body.event, body.name
        local = record.local.isoformat(timespec="seconds")
        known = found.get(id, EventOnRecord(id, name, local, None))
        closed = local if isinstance(body, EventClosedBody) else None
        found[id] = replace(known, name=name, closed=closed)
    return list(found.values())
