"""Reads a log, or a merged file, in brief: all of it once, and later only what is new.

Rules it guards: every record that is read has its hash computed again; no index is asked; and a read
transaction is a page long, because the station writes meanwhile.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.errors import LogError
from kiosk.log.brief import Brief, RowInBrief, brief
from kiosk.log.chain import Record, record_hash
from kiosk.log.filters_reader import Found, exact_text, to_found
from kiosk.log.merged_reader import MERGED_ID, Station, reading_merged
from kiosk.log.reader import PAGE, Progress, check_file, head_of, reading
from kiosk.log.schema import COLUMNS

# Takes a record: where it stands in the file, whose it is, in brief, and whole.
Take: TypeAlias = Callable[[int, Station, Brief, Record], None]
_APPLICATION = slice(68, 72)  # of an SQLite file, where it says whose it is


class LogExchanged(LogError):
    """What was read before is no longer what the file holds."""


@frozen
class ChainEnd:
    """Up to where a file holds the chain of a station."""

    station: str
    epoch: str
    count: int
    hash: str

    @property
    def key(self) -> Station:
        return self.station, self.epoch


def is_merged_file(path: Path) -> bool:
    """Whether the file at *path*, which can be a log, holds those of several stations."""
    check_file(path)
    try:
        with path.open("rb") as file:
            start = file.read(_APPLICATION.stop)
    except OSError as error:
        raise LogError(f"The log {path} cannot be read: {error.strerror}.") from error
    return int.from_bytes(start[_APPLICATION], "big") == MERGED_ID


class BriefFile:
    """One file, read up to a place: the number of a record, in a merged file that of its row."""

    def __init__(self, path: Path) -> None:
        self.path, self.merged = path, is_merged_file(path)
        self._place = 0
        self._last = b""
        self._shared: dict[str, str] = {}
        self._by = "rowid" if self.merged else "seq"
        self._columns = f"{self._by}, {'station, epoch' if self.merged else 'NULL, NULL'}, {COLUMNS}"

    def grow(self, only: frozenset[Station], take: Take, progress: Progress | None = None) -> None:
        """Give *take* every record of the chains *only* that was not read before; LogExchanged if what was
        read before is no longer there."""
        sql = (
            f"SELECT {self._columns} FROM records NOT INDEXED WHERE {self._by} > ? "  # noqa: S608 - constants
            f"ORDER BY {self._by} LIMIT {PAGE}"
        )
        with self._open() as (conn, own):
            total = conn.execute(f"SELECT max({self._by}) FROM records NOT INDEXED").fetchone()[0]  # noqa: S608
            conn.text_factory = bytearray  # a BLOB is bytes, and cannot be mistaken for a text
            if not self._still_there(conn):
                raise LogExchanged(f"{self.path} was exchanged for another log while it was read.")
            while page := conn.execute(sql, [self._place]).fetchall():
                for row in page:
                    self._give(row, own, only, take)
                if progress is not None:
                    progress(self._place, total if isinstance(total, int) else 0)

    def _give(self, row: tuple[Any, ...], own: Station | None, only: frozenset[Station], take: Take) -> None:
        place, station, epoch, seq, at, kind, body, prev, stored = row
        if type(place) is not int or type(seq) is not int:
            raise LogError(f"{self.path} holds a record without a number. Verify it, and use a copy.")
        texts = type(at) is type(kind) is type(body) is type(prev) is type(stored) is bytearray
        fits = texts and record_hash(seq, at, kind, body, prev).encode() == stored
        self._place, self._last = place, bytes(stored) if type(stored) is bytearray else b""
        shared = self._shared
        chain = own or (_share(_text(station), shared), _share(_text(epoch), shared))
        if chain in only:
            record = Record(seq, _text(at), _text(kind), _text(body), _text(prev), _text(stored))
            wanted = RowInBrief(*chain, seq, record.at, record.kind, record.body)
            take(place, chain, brief(wanted, shared, fits=fits), record)

    def again(self, places: Sequence[int]) -> dict[int, Found]:
        """The records at *places* as the file holds them now, each hashed again."""
        sql = f"SELECT {self._columns} FROM records NOT INDEXED WHERE {self._by} = ?"  # noqa: S608 - constants
        with self._open() as (conn, own):
            conn.text_factory = exact_text
            rows = (conn.execute(sql, [place]).fetchone() for place in places)
            return {row[0]: to_found((*(own or row[1:3]), *row[3:])) for row in rows if row is not None}

    def ends(self) -> tuple[ChainEnd, ...]:
        """The chains in the file, unverified."""
        if not self.merged:
            with reading(self.path) as conn:
                head = head_of(conn)
            return (ChainEnd(head.station, head.epoch, head.count, head.hash),)
        # With one max() SQLite gives the other columns of the row that has it.
        sql = "SELECT station, epoch, max(seq), hash FROM records NOT INDEXED GROUP BY station, epoch"
        with self._open() as (conn, _):
            return tuple(ChainEnd(str(row[0]), str(row[1]), row[2], str(row[3])) for row in conn.execute(sql))

    def hash_at(self, chain: Station, seq: int) -> str:
        """The stored hash of record *seq* of *chain*; empty if it is not there."""
        which = " AND station = ? AND epoch = ?" if self.merged else ""
        sql = f"SELECT hash FROM records NOT INDEXED WHERE seq = ?{which}"  # noqa: S608 - constants
        with self._open() as (conn, _):
            row = conn.execute(sql, [seq, *(chain if self.merged else ())]).fetchone()
        return "" if row is None else str(row[0])

    def holds_head(self, digits: str) -> bool:
        """Whether a record here has a hash that begins with *digits*."""
        sql = "SELECT 1 FROM records NOT INDEXED WHERE substr(hash, 1, ?) = ? LIMIT 1"
        with self._open() as (conn, _):
            return conn.execute(sql, [len(digits), digits]).fetchone() is not None

    def _still_there(self, conn: sqlite3.Connection) -> bool:
        if not self._place:
            return True
        sql = f"SELECT hash FROM records NOT INDEXED WHERE {self._by} = ?"  # noqa: S608 - constants
        row = conn.execute(sql, [self._place]).fetchone()
        return row is not None and type(row[0]) is bytearray and bytes(row[0]) == self._last

    @contextmanager
    def _open(self) -> Iterator[tuple[sqlite3.Connection, Station | None]]:
        """A connection, and station and epoch where the rows do not say. These are never handed to SQLite: in
        a forged log they may be text that it cannot take."""
        if self.merged:
            with reading_merged(self.path) as conn:
                yield conn, None
            return
        with reading(self.path) as conn:
            head = head_of(conn)
            yield conn, (head.station, head.epoch)


def _text(field: object) -> str:
    if isinstance(field, bytes | bytearray):
        return field.decode("utf-8", "surrogateescape")
    return "" if field is None else str(field)


def _share(text: str, shared: dict[str, str]) -> str:
    return shared.setdefault(text, text)
