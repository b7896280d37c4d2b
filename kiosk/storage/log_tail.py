"""What the writer must know of an existing log first: whether its tail holds, and how the last run ended."""

import sqlite3
from dataclasses import dataclass

from kiosk.core.chain import START, Head, Point, walk
from kiosk.core.clock import Reading
from kiosk.core.records import Kind, Record
from kiosk.errors import LogBroken
from kiosk.storage.log_reader import head_of, rows, to_record


@dataclass(frozen=True, slots=True)
class PreviousRun:
    """How the run before this one ended. *unclosed*: the ruling its screen may have shown last."""

    clean: bool
    started_at: str
    last_at: str
    unclosed: str | None


@dataclass(frozen=True, slots=True)
class Tail:
    """Where an existing log stands: its end, the number of rulings in it, the clocks at its last record."""

    head: Head
    rulings: int
    reading: Reading | None
    previous_run: PreviousRun | None


def read_tail(conn: sqlite3.Connection) -> Tail:
    """The tail of the log behind *conn*, verified since its last checkpoint; LogBroken if it fails."""
    head = head_of(conn)
    _verify_tail(conn)
    rulings = conn.execute("SELECT count(*) FROM records WHERE kind = ?", [Kind.ADJUDICATION]).fetchone()[0]
    return Tail(head, int(rulings), _reading(_record(conn, head.count)), _previous_run(conn, head))


def _verify_tail(conn: sqlite3.Connection) -> None:
    start = (_last(conn, Kind.CHECKPOINT) or 1) - 1
    after = Point(start, _record(conn, start).hash) if start else START
    if fault := walk(rows(conn, start + 1), after).fault:
        raise LogBroken(
            f"The log does not hold. {fault.reason} Keep the file and use another station.", fault.seq or 1
        )


def _last(conn: sqlite3.Connection, kind: Kind) -> int:
    """The number of the last record of *kind*; 0 if there is none."""
    found = conn.execute("SELECT max(seq) FROM records WHERE kind = ?", [kind]).fetchone()[0]
    return int(found or 0)


def _record(conn: sqlite3.Connection, seq: int) -> Record:
    for row in rows(conn, seq):
        if row[0] == seq:
            return to_record(row)
        break
    raise LogBroken(f"The log does not hold. Record {seq} is missing.", seq)


def _reading(record: Record) -> Reading | None:
    """The clocks when *record* was written; None if it was not this program that wrote it."""
    match record.data.get("clock"):
        case {"offset_min": int(offset), "mono_ms": int(mono), "boot": str(boot)}:
            return Reading(record.at, offset, mono, boot)
        case _:
            return None


def _previous_run(conn: sqlite3.Connection, head: Head) -> PreviousRun | None:
    started = _last(conn, Kind.STARTED)
    if not started:
        return None
    clean = max(_last(conn, Kind.STOPPED), _last(conn, Kind.UNCLEAN_STOP)) > started
    unclosed = None if clean else _unclosed(conn, started)
    return PreviousRun(clean, _record(conn, started).at, head.at, unclosed)


def _unclosed(conn: sqlite3.Connection, started: int) -> str | None:
    """The number of the last ruling since *started*, unless its verdict is known to have left the screen."""
    ruling = _last(conn, Kind.ADJUDICATION)
    if ruling < started:
        return None
    number = _record(conn, ruling).data.get("number")
    closed = _last(conn, Kind.CLOSED)
    if closed > ruling and _record(conn, closed).data.get("number") == number:
        return None
    return str(number)
