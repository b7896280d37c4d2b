"""A file with the logs of several stations side by side, as `merge` makes it: read and verified.

The rule it guards: each station's chain is checked in the file itself; that it was checked when it went in
proves nothing later.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.errors import LogError
from kiosk.log import reader
from kiosk.log.bodies import ContinuedLog, GenesisBody, decode
from kiosk.log.chain import Noted, Verification, verdict_on, walk
from kiosk.log.filters_reader import exact_text
from kiosk.log.kinds import Kind
from kiosk.log.schema import COLUMNS

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
    often = Counter(station.letter for station in stations)
    return {
        station.key: station.station[:8]
        if not station.letter
        else station.letter
        if often[station.letter] == 1
        else f"{station.letter} ({station.station[:8]})"
        for station in stations
    }


@contextmanager
def reading_merged(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to the merged file at *path*, which holds at least one log."""
    with open_merged(path) as conn:
        if conn.execute("SELECT 1 FROM records LIMIT 1").fetchone() is None:
            raise LogError(f"The merged file {path} holds no records. Merge the logs again.")
        yield conn


@contextmanager
def open_merged(path: Path) -> Iterator[sqlite3.Connection]:
    reader.check_file(path)
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as conn:
            if not is_merged(conn):
                raise LogError(f"{path} is not a merged file. Make one with “kiosk log merge”.")
            reader.check_table(conn, f"station, epoch, {COLUMNS}")
            with reader.bound_work(conn, path.stat().st_size):
                yield conn
    except reader.DAMAGE as error:
        raise LogError(
            f"The merged file {path} cannot be read ({reader.cause(error)}). Merge the logs again."
        ) from error


def is_merged(conn: sqlite3.Connection) -> bool:
    return bool(conn.execute("PRAGMA application_id").fetchone()[0] == MERGED_ID)


def station_summaries(conn: sqlite3.Connection) -> tuple[StationSummary, ...]:
    """The stations in a merged file, by letter."""
    found = [StationSummary(*row) for row in conn.execute("SELECT * FROM stations")]
    known = [
        replace(summary, letter=_letter_set_up(conn, summary)) if summary.letter is None else summary
        for summary in found
    ]
    return tuple(
        sorted(
            known,
            key=lambda summary: (summary.letter or "", summary.first_at, summary.station, summary.epoch),
        )
    )


def _letter_set_up(conn: sqlite3.Connection, station: StationSummary) -> str | None:
    """The letter a station without a ruling was last set up with."""
    sql = (
        "SELECT json_extract(body, '$.letter') AS letter FROM records "
        "WHERE station = ? AND epoch = ? AND kind = 'set_up' AND letter IS NOT NULL ORDER BY seq DESC LIMIT 1"
    )
    row = conn.execute(sql, (station.station, station.epoch)).fetchone()
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
    return verdict_on(walk(reader.select_rows(conn, sql, key)))


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
