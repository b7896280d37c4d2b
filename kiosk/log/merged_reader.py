"""A file with the logs of several stations side by side, read and verified; and the events that stand in a
log.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.errors import LogError
from kiosk.log.bodies import ContinuedLog, EventClosedBody, EventOpenedBody, GenesisBody, decode, said
from kiosk.log.chain import Noted, Record, Verification, verdict_on, walk
from kiosk.log.filters_reader import exact_text, key
from kiosk.log.kinds import Kind
from kiosk.log.reader import DAMAGE, bounded, cause, check_file, check_table, reading, stored, to_record
from kiosk.log.schema import COLUMNS

# ---- merged ------------------------------------------------------------------------------------------------
# A file with the logs of several stations side by side, as `merge` makes it: read and verified.
#
# The rule it guards: each station's chain is checked in the file itself; that it was checked when it went in
# proves nothing later.

MERGED_ID = 0x4B4C4F47  # SQLite's application_id of a merged file
Station: TypeAlias = tuple[str, str]  # its id, and the epoch of the log


@frozen
class StationSummary:
    """One station in a merged file. Offsets: local time minus UTC, lowest and highest in its records."""

    station: str
    epoch: str
    letter: str | None
    records: int
    rulings: int
    first_at: str
    last_at: str
    lowest_offset_min: int | None
    highest_offset_min: int | None
    clock_jumps: int

    @property
    def key(self) -> Station:
        return self.station, self.epoch


def shown_letters(stations: Sequence[StationSummary]) -> dict[Station, str]:
    """What to call each station: its letter, with the start of its id where two have the same."""
    often = Counter(one.letter for one in stations)
    return {
        one.key: one.station[:8]
        if not one.letter
        else one.letter
        if often[one.letter] == 1
        else f"{one.letter} ({one.station[:8]})"
        for one in stations
    }


@contextmanager
def reading_merged(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to the merged file at *path*, which holds at least one log."""
    with opened_merged(path) as conn:
        if conn.execute("SELECT 1 FROM records LIMIT 1").fetchone() is None:
            raise LogError(f"The merged file {path} holds no records. Merge the logs again.")
        yield conn


@contextmanager
def opened_merged(path: Path) -> Iterator[sqlite3.Connection]:
    check_file(path)
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as conn:
            if not is_merged(conn):
                raise LogError(f"{path} is not a merged file. Make one with “kiosk log merge”.")
            check_table(conn, f"station, epoch, {COLUMNS}")
            with bounded(conn, path.stat().st_size):
                yield conn
    except DAMAGE as error:
        raise LogError(
            f"The merged file {path} cannot be read ({cause(error)}). Merge the logs again."
        ) from error


def is_merged(conn: sqlite3.Connection) -> bool:
    return bool(conn.execute("PRAGMA application_id").fetchone()[0] == MERGED_ID)


def station_summaries(conn: sqlite3.Connection) -> tuple[StationSummary, ...]:
    """The stations in a merged file, by letter."""
    found = [StationSummary(*row) for row in conn.execute("SELECT * FROM stations")]
    known = [replace(one, letter=_letter_set_up(conn, one)) if one.letter is None else one for one in found]
    return tuple(sorted(known, key=lambda one: (one.letter or "", one.first_at, one.station, one.epoch)))


def _letter_set_up(conn: sqlite3.Connection, one: StationSummary) -> str | None:
    """The letter a station without a ruling was last set up with."""
    sql = (
        "SELECT json_extract(body, '$.letter') AS letter FROM records "
        "WHERE station = ? AND epoch = ? AND kind = 'set_up' AND letter IS NOT NULL ORDER BY seq DESC LIMIT 1"
    )
    row = conn.execute(sql, (one.station, one.epoch)).fetchone()
    return None if row is None else str(row[0])


@frozen
class Continuation:
    """*later* is the log of a spare machine that went on after record *count* of *earlier*. *fits*: that
    record stands there as it was named; None: the earlier log is not here. *records*: how many it has."""

    later: Station
    earlier: Station
    count: int
    fits: bool | None
    records: int


def continuations(conn: sqlite3.Connection) -> tuple[Continuation, ...]:
    """Which logs in a merged file go on after which."""
    firsts = conn.execute("SELECT station, epoch, body FROM records WHERE seq = 1 ORDER BY 1, 2").fetchall()
    told = [((station, epoch), decode(Kind.GENESIS, _object(body))) for station, epoch, body in firsts]
    return tuple(
        _continuation(conn, key, body.continues)
        for key, body in told
        if isinstance(body, GenesisBody) and body.continues is not None
    )


def _continuation(conn: sqlite3.Connection, later: Station, end: ContinuedLog) -> Continuation:
    earlier = (end.station, end.epoch)
    whose = "WHERE station = ? AND epoch = ?"
    (records,) = conn.execute(f"SELECT count(*) FROM records {whose}", earlier).fetchone()  # noqa: S608
    sql = f"SELECT hash FROM records {whose} AND seq = ?"  # noqa: S608 - constants
    row = conn.execute(sql, (*earlier, end.count)).fetchone()
    return Continuation(later, earlier, end.count, None if row is None else row[0] == end.head, records)


def _object(body: str) -> Mapping[str, Json]:
    parsed = json.loads(body)
    return parsed if isinstance(parsed, dict) else {}


def numbers_twice(conn: sqlite3.Connection, letter: str) -> tuple[str, ...]:
    """The ruling numbers of stations *letter* that stand more than once in a merged file."""
    sql = (
        "SELECT json_extract(body, '$.number') AS number FROM records WHERE kind = 'adjudication' "
        "AND number LIKE ? || '-%' GROUP BY number HAVING count(*) > 1 ORDER BY length(number), number"
    )
    return tuple(str(row[0]) for row in conn.execute(sql, [letter]))


def verify_merged(conn: sqlite3.Connection) -> dict[Station, Verification]:
    """The chain of each station in a merged file, checked again from its first record."""
    with exactly(conn):
        keys = conn.execute(
            "SELECT DISTINCT station, epoch FROM records NOT INDEXED ORDER BY 1, 2"
        ).fetchall()
        return {key: verify_station(conn, key) for key in keys}


def verify_station(conn: sqlite3.Connection, key: Station) -> Verification:
    """The same for one station."""
    # By the table, not by its index: what an index leaves out would look like a record that is missing.
    sql = f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE station = ? AND epoch = ? ORDER BY seq"  # noqa: S608
    return verdict_on(walk(stored(conn, sql, key)))


def witness(conn: sqlite3.Connection, note: Noted) -> tuple[Station, int] | None:
    """In which station's log, and at which record, a noted head stands."""
    if not note.head:
        return None
    sql = "SELECT station, epoch, seq FROM records NOT INDEXED WHERE substr(hash, 1, ?) = ?"
    row = conn.execute(sql, [len(note.head), note.head]).fetchone()
    return None if row is None else ((row[0], row[1]), row[2])


@contextmanager
def exactly(conn: sqlite3.Connection) -> Iterator[None]:
    """Text comes through as it is, even if it is no UTF-8, and what is no text is told from it."""
    factory, conn.text_factory = conn.text_factory, exact_text
    try:
        yield
    finally:
        conn.text_factory = factory


def conflicts(conn: sqlite3.Connection) -> tuple[tuple[str, str, int], ...]:
    """Where a file that was offered disagreed with what was there: station, epoch, number."""
    return tuple(conn.execute("SELECT DISTINCT station, epoch, seq FROM conflicts ORDER BY 1, 2, 3"))


# ---- events ------------------------------------------------------------------------------------------------
# The events that stand in a log, and how many rulings each has.

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
        body = said(record)
        if not isinstance(body, EventOpenedBody | EventClosedBody):
            continue
        id, name = body.event, body.name
        local = record.local.isoformat(timespec="seconds")
        known = found.get(id, EventOnRecord(id, name, local, None))
        closed = local if isinstance(body, EventClosedBody) else None
        found[id] = replace(known, name=name, closed=closed)
    return list(found.values())
