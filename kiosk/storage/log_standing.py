"""What a station must know of its log before it opens: the event, the set-up, whether it was closed."""

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

from kiosk.core.chain import Row
from kiosk.core.event import TELLING, History, history
from kiosk.core.records import Kind, Record
from kiosk.core.watch import MOST
from kiosk.storage.log_reader import reading, to_record
from kiosk.storage.log_schema import COLUMNS


@dataclass(frozen=True, slots=True)
class Standing:
    """*closed*: why the station was locked or out of service and nobody has resumed it since, else empty;
    *since*: the local time of that. *violations*: when the last few were, since somebody last resumed it."""

    past: History
    closed: str = ""
    locked: bool = False
    since: str = ""
    violations: tuple[str, ...] = ()


def read_standing(path: Path) -> Standing:
    """Where the log at *path* leaves the station."""
    with reading(path) as conn:
        telling = [to_record(row) for row in _of_kinds(conn, TELLING)]
        closing = [to_record(row) for row in _of_kinds(conn, (Kind.LOCKED, Kind.UNLOCK, Kind.VIOLATION))]
    standing = Standing(history(telling))
    for record in closing:
        standing = _after(standing, record)
    return standing


def _after(standing: Standing, record: Record) -> Standing:
    data = record.data
    if record.kind is Kind.LOCKED:
        why = str(data.get("why") or "The station was closed.")
        locked = data.get("state") == "locked"
        return replace(standing, closed=why, locked=locked, since=f"{record.local:%H:%M}")
    if record.kind is Kind.VIOLATION:
        # One that only says how often the last one was seen again is not another.
        if "echoes" in data:
            return standing
        return replace(standing, violations=(*standing.violations[-MOST:], record.at))
    return Standing(standing.past) if data.get("resumed") else standing


def _of_kinds(conn: sqlite3.Connection, kinds: tuple[Kind, ...]) -> list[Row]:
    marks = ",".join("?" * len(kinds))
    sql = f"SELECT {COLUMNS} FROM records WHERE kind IN ({marks}) ORDER BY seq"  # noqa: S608 - constants
    return conn.execute(sql, tuple(kinds)).fetchall()
