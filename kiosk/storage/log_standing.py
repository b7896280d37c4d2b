"""What a station must know of its log before it opens: the event, the set-up, whether it was closed."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from kiosk.core.chain import Row
from kiosk.core.event import TELLING, History, history
from kiosk.core.records import Kind
from kiosk.storage.log_reader import reading, to_record
from kiosk.storage.log_schema import COLUMNS


@dataclass(frozen=True, slots=True)
class Standing:
    """*closed*: why the station was locked or out of service and nobody has resumed it since; else empty."""

    past: History
    closed: str = ""
    locked: bool = False


def read_standing(path: Path) -> Standing:
    """Where the log at *path* leaves the station."""
    with reading(path) as conn:
        telling = [to_record(row) for row in _of_kinds(conn, TELLING)]
        closing = [to_record(row) for row in _of_kinds(conn, (Kind.LOCKED, Kind.UNLOCK))]
    closed, locked = "", False
    for record in closing:
        if record.kind is Kind.LOCKED:
            closed = str(record.data.get("why") or "The station was closed.")
            locked = record.data.get("state") == "locked"
        elif record.data.get("resumed"):
            closed, locked = "", False
    return Standing(history(telling), closed, locked)


def _of_kinds(conn: sqlite3.Connection, kinds: tuple[Kind, ...]) -> list[Row]:
    marks = ",".join("?" * len(kinds))
    sql = f"SELECT {COLUMNS} FROM records WHERE kind IN ({marks}) ORDER BY seq"  # noqa: S608 - constants
    return conn.execute(sql, tuple(kinds)).fetchall()
