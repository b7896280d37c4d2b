"""What one look at a log shows: its end, the last ruling, when the station last started and what it guarded.

Reads only, in moments, so that it can be done beside a running station. Every record shown is hashed first.
"""

import sqlite3
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.chain import Head, record_hash
from kiosk.core.log.kinds import Kind, Record
from kiosk.storage.log.schema import COLUMNS
from kiosk.storage.reading.facts import of_kind
from kiosk.storage.reading.reader import head_of, reading, to_record


@frozen
class Glance:
    """*ruling*, *started*, *stopped*, *guards*: the last record of each, if there is one. *changed*: the
    numbers of those that do not fit their hash."""

    head: Head
    ruling: Record | None
    started: Record | None
    stopped: Record | None
    guards: Record | None
    changed: tuple[int, ...]


def glance_at(path: Path) -> Glance:
    """A look at the log at *path*."""
    with reading(path) as conn:
        head = head_of(conn)
        ruling = _last(conn, Kind.ADJUDICATION)
        started, stopped = _last(conn, Kind.STARTED), _last(conn, Kind.STOPPED)
        guards = _last(conn, Kind.GUARDS)
    shown = [record for record in (ruling, started, stopped, guards) if record is not None]
    return Glance(head, ruling, started, stopped, guards, tuple(one.seq for one in shown if not _fits(one)))


def _last(conn: sqlite3.Connection, kind: Kind) -> Record | None:
    sql = f"SELECT {COLUMNS} FROM records WHERE {of_kind(kind)} ORDER BY seq DESC LIMIT 1"  # noqa: S608
    row = conn.execute(sql).fetchone()
    return None if row is None else to_record(row)


def _fits(record: Record) -> bool:
    fields = (record.at, record.kind, record.body, record.prev)
    return record_hash(record.seq, *(field.encode() for field in fields)) == record.hash
