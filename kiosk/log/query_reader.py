"""Questions to a log: filters that combine, newest first, and what the detectors need to see."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from pathlib import Path

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.log.bodies import GenesisBody
from kiosk.log.chain import Head, Key, Record, record_hash, walk
from kiosk.log.filters_reader import (
    EVERYTHING,
    Facts,
    Filter,
    Found,
    FoundRow,
    exact_text,
    has_word,
    key,
    of_kind,
    terms_of,
    to_found,
)
from kiosk.log.kinds import Kind
from kiosk.log.merged_reader import Station, reading_merged, verify_merged
from kiosk.log.reader import every_row, head_of, reading, to_record, whole
from kiosk.log.schema import COLUMNS, FACTS_INDEX, indexed_key
from kiosk.log.standing_reader import DOES_NOT_HOLD, WALKED, doubt_about

# ---- query -------------------------------------------------------------------------------------------------
# Questions to a log: filters that combine, newest first, and what the detectors need to see.
#
# Rules it guards: a question is answered from the table itself, because the chain proves the table and
# nothing proves an index, unless SQLite's own check has just found the indexes to agree with it; and read
# transactions are short: the station writes meanwhile. The same questions can be put to a merged file
# (`storage.reading.merge`).

STRETCH = 20_000  # records a read transaction looks through: some 30 milliseconds
_SMALL_PAGES = 2_500  # a file up to this size is checked in 50 milliseconds: a writer can wait that long
_HIGHEST = 2**63 - 1


class Reader:
    """Puts questions to one open file: a station's log, or a merged one; or to a station's log with the
    copies *beside* it that it goes on after, which are read like a merged one.

    *damaged*: SQLite's own check found fault with the file. It is made where it keeps no writer waiting: on
    small files and on merged ones. Larger logs are checked by `verify`; *checked* says that it was done.
    *doubted*: says why what is read does not hold as a whole; asked once."""

    def __init__(
        self,
        conn: sqlite3.Connection,
        station: str = "",
        epoch: str = "",
        *,
        checked: bool = False,
        beside: bool = False,
        doubted: Callable[[], str] = str,
    ) -> None:
        self._doubted = doubted
        self.merged = beside or not station
        self.of_station = bool(station)
        self._conn = conn
        self._own = (station, epoch)
        conn.text_factory = exact_text
        conn.create_function("has_word", 2, has_word, deterministic=True)
        small = self.merged or _pages(conn) <= _SMALL_PAGES
        self.damaged = small and not whole(conn)
        # The index of one file says nothing of the others beside it.
        whose = ("", "") if beside else (station, epoch)
        self.facts = Facts(conn, *whose, indexed=(small or checked) and not beside and not self.damaged)

    @cached_property
    def doubt(self) -> str:
        """Why what is read here does not hold as a whole: the one sentence for it, which comes before any
        answer; empty if nothing is known against it."""
        return self._doubted()

    def doubt_in_all(self) -> str:
        """The same, of a log that is long too: to be asked before somebody is told that a record is not here.
        Of one beside others only `verify` can tell."""
        if self.doubt or self.merged or not self._longer_than(WALKED):
            return self.doubt
        fault = walk(every_row(self._conn)).fault
        return "" if fault is None else f"{DOES_NOT_HOLD} {fault.reason}"

    def changed_records(self) -> list[Found]:
        """The records whose hash does not fit, newest first, in a log that does not hold and is not long: no
        question passes them by, whatever they say now."""
        if not self.doubt or self._longer_than(WALKED):
            return []
        return [record for record in self.find() if not record.fits]

    def _longer_than(self, most: int) -> bool:
        sql = "SELECT 1 FROM records NOT INDEXED LIMIT 1 OFFSET ?"
        return self._conn.execute(sql, [most]).fetchone() is not None

    def count(self, wanted: Filter = EVERYTHING) -> int:
        """How many records are *wanted*."""
        table, terms, values = self._search_terms(wanted)
        if self.merged:
            sql = f"SELECT count(*) FROM {table} WHERE {terms}"  # noqa: S608 - built from constants
            return int(self._conn.execute(sql, values).fetchone()[0])
        sql = f"SELECT count(*) FROM {table} WHERE seq BETWEEN ? AND ? AND {terms}"  # noqa: S608 - constants
        return sum(
            self._conn.execute(sql, [*stretch, *values]).fetchone()[0] for stretch in self._stretches()
        )

    def find(self, wanted: Filter = EVERYTHING, limit: int | None = None) -> Iterator[Found]:
        """The records that are *wanted*, newest first, at most *limit* of them."""
        rows = self._merged_rows(wanted) if self.merged else self._rows(wanted, limit)
        return islice(map(to_found, rows), limit)

    def find_among(self, keys: Iterable[Key], wanted: Filter = EVERYTHING) -> Iterator[Found]:
        """Those of the rulings *keys* that are *wanted*, in the order of *keys*."""
        own, place, before = self._own_columns()
        terms, values = terms_of(wanted)
        # In a merged file the key is found by its index; if that is damaged, in a pass over the table.
        how = "NOT INDEXED" if self.merged and self.damaged else ""
        sql = f"SELECT {own}, {COLUMNS} FROM records {how} WHERE seq = ?{place} AND {terms}"  # noqa: S608 - constants
        for station, epoch, seq in keys:
            which = [seq, station, epoch] if self.merged else [seq]
            row = self._conn.execute(sql, [*before, *which, *values]).fetchone()
            if row is not None:
                yield to_found(row)

    def one(self, seq: int) -> Found | None:
        """The record with number *seq* of a station's own log."""
        return next(self.find_among([(*self._own, seq)]), None)

    def about(self, ruling: Found) -> Iterator[Found]:
        """What else the log says about a ruling: how its verdict left the screen, what was decided on it, how
        a look-up in print answered it."""
        own, place, before = self._own_columns()
        seq, whose = ruling.seq, (ruling.station, ruling.epoch)
        mine = whose if self.merged else ()
        # A verdict leaves the screen before the next one comes: nothing later needs to be read for it.
        following = f"SELECT seq FROM records NOT INDEXED WHERE seq > ?{place} AND kind = 'adjudication'"  # noqa: S608
        row = self._conn.execute(f"{following} ORDER BY seq LIMIT 1", [seq, *mine]).fetchone()
        closed = (
            f"SELECT {own}, {COLUMNS} FROM records NOT INDEXED WHERE seq > ? AND seq <= ?{place} "  # noqa: S608
            f"AND kind = 'closed' AND {key('seq')} = ? ORDER BY seq"
        )
        until = _HIGHEST if row is None else row[0]
        yield from map(to_found, self._conn.execute(closed, [*before, seq, until, *mine, seq]).fetchall())
        yield from self.decisions_on(ruling.key)
        yield from self.answers(ruling.key)

    def decisions_on(self, about: Key) -> list[Found]:
        """The decisions on the record *about*, oldest first. That may stand in another log."""
        own, _, before = self._own_columns()
        sql = (
            f"SELECT {own}, {COLUMNS} FROM records NOT INDEXED WHERE kind = 'decision' "  # noqa: S608
            f"AND {key('about.station')} = ? AND {key('about.epoch')} = ? AND {key('about.seq')} = ? "
            "ORDER BY at, seq"
        )
        return [to_found(row) for row in self._conn.execute(sql, [*before, *about]).fetchall()]

    def answers(self, ruling: Key) -> list[Found]:
        """The rulings that answer *ruling*, in print or as an opinion, oldest first."""
        own, _, before = self._own_columns()
        sql = (
            f"SELECT {own}, {COLUMNS} FROM records NOT INDEXED WHERE kind = 'adjudication' "  # noqa: S608
            # Few rulings answer another, and finding a text is quicker than parsing each.
            f"AND instr(body, '\"after\":{{') > 0 AND {key('after.station')} = ? "
            f"AND {key('after.epoch')} = ? AND {key('after.seq')} = ? ORDER BY at, seq"
        )
        return [to_found(row) for row in self._conn.execute(sql, [*before, *ruling]).fetchall()]

    def event_marks(self) -> list[Found]:
        """The records that open and close events, oldest first, well made ones only."""
        found = [*self.find(Filter(kind=Kind.EVENT_OPENED)), *self.find(Filter(kind=Kind.EVENT_CLOSED))]
        return sorted(
            (record for record in found if not record.odd), key=lambda record: (record.at, record.seq)
        )

    def open_events(self) -> frozenset[str]:
        """The events that some station opened and has not closed since."""
        event_in: dict[Station, str | None] = {}
        for mark in sorted(self.event_marks(), key=lambda record: record.seq):
            event_in[mark.key[:2]] = mark.event if mark.kind == Kind.EVENT_OPENED else None
        left = self._left_behind()
        return frozenset(
            event for chain, event in event_in.items() if event is not None and chain not in left
        )

    def _left_behind(self) -> set[Station]:
        """The logs that a spare machine went on after: nobody closes an event in them any more."""
        firsts = [record.said for record in self.find(Filter(kind=Kind.GENESIS))] if self.merged else []
        ends = [first.continues for first in firsts if isinstance(first, GenesisBody)]
        return {(end.station, end.epoch) for end in ends if end is not None}

    def values(self, name: str, kinds: Iterable[str] = (Kind.ADJUDICATION,)) -> frozenset[str]:
        """Which texts stand under *name* in the records of *kinds*; of a list, its items."""
        shown = list(kinds)
        marks = ", ".join("?" * len(shown))
        sql = f"SELECT DISTINCT {key(name)} FROM records NOT INDEXED WHERE kind IN ({marks})"  # noqa: S608 - constants
        found_here = (row[0] for row in self._conn.execute(sql, shown) if isinstance(row[0], str))
        return frozenset(text for value in found_here for text in _parts(value))

    def letters(self) -> dict[tuple[str, str], str]:
        """The letter of each station, from its last ruling or set-up; without either the start of its id."""
        own, _, before = self._own_columns()
        columns = f"{own}, kind, {key('number')}, {key('letter')}"
        of_kind = "kind IN ('adjudication', 'set_up')"
        if self.merged:
            sql = (
                f"SELECT {columns}, max(seq) FROM records NOT INDEXED WHERE {of_kind} GROUP BY station, epoch"  # noqa: S608
            )
        else:
            sql = f"SELECT {columns} FROM records NOT INDEXED WHERE {of_kind} ORDER BY seq DESC LIMIT 1"  # noqa: S608
        letters = {}
        for station, epoch, _, number, letter, *_ in self._conn.execute(sql, before):
            named = number.partition("-")[0] if isinstance(number, str) else letter
            letters[station, epoch] = named if isinstance(named, str) and named else station[:8]
        if self.of_station:  # the copies beside a log are those of the station it stands in for
            return letters
        often = Counter(letters.values())
        return {key: f"{one} ({key[0][:8]})" if often[one] > 1 else one for key, one in letters.items()}

    def offset_min(self) -> int:
        """Local time minus UTC at the station, by its last record."""
        order = "at" if self.merged else "seq"
        sql = f"SELECT {key('clock.offset_min')} FROM records NOT INDEXED ORDER BY {order} DESC LIMIT 1"  # noqa: S608
        row = self._conn.execute(sql).fetchone()
        known = row is not None and isinstance(row[0], int) and abs(row[0]) <= 24 * 60
        return row[0] if known else 0

    def _own_columns(self) -> tuple[str, str, list[str]]:
        """What to select for station and epoch, the terms that name one, and the values that come first."""
        if self.merged:
            return "station, epoch", " AND station = ? AND epoch = ?", []
        return "?, ?", "", [*self._own]

    def _rows(self, wanted: Filter, limit: int | None) -> Iterator[FoundRow]:
        table, terms, values = self._search_terms(wanted)
        sql = (
            f"SELECT ?, ?, {COLUMNS} FROM {table} WHERE seq BETWEEN ? AND ? AND {terms} "  # noqa: S608 - constants
            "ORDER BY seq DESC"
        )
        for stretch in self._stretches(STRETCH if limit is not None or wanted != EVERYTHING else 2000):
            most = [] if limit is None else [limit]
            cut = "" if limit is None else " LIMIT ?"
            yield from self._conn.execute(sql + cut, [*self._own, *stretch, *values, *most]).fetchall()

    def _stretches(self, size: int = STRETCH) -> Iterator[tuple[int, int]]:
        """The numbers of the log cut into pieces of *size* records, the last ones first. Not by counting
        down: in a forged log there may be no end of numbers between two records."""
        high = _HIGHEST
        sql = (
            "SELECT min(seq) FROM (SELECT seq FROM records NOT INDEXED WHERE seq <= ? "  # noqa: S608
            f"ORDER BY seq DESC LIMIT {size})"
        )
        while (low := self._conn.execute(sql, [high]).fetchone()[0]) is not None:
            yield low, high
            if low == -_HIGHEST - 1:
                return
            high = low - 1

    def _search_terms(self, wanted: Filter) -> tuple[str, str, list[object]]:
        """Where to look for what is *wanted*, its terms, and their values. The index holds rulings only."""
        if not self.facts.indexed or not wanted.of_entries or wanted.kind != Kind.ADJUDICATION:
            return ("records NOT INDEXED", *terms_of(wanted))
        terms, values = terms_of(replace(wanted, kind=None), indexed_key)
        return f"records INDEXED BY {FACTS_INDEX}", f"kind = 'adjudication' AND {terms}", values

    def _merged_rows(self, wanted: Filter) -> Iterator[FoundRow]:
        """A merged file has no writer to be in the way of: one pass, ordered by time."""
        table, terms, values = self._search_terms(wanted)
        sql = (
            f"SELECT station, epoch, {COLUMNS} FROM {table} WHERE {terms} "  # noqa: S608 - constants
            "ORDER BY at DESC, station, epoch, seq DESC"
        )
        # Not `yield from`: that closes the cursor of a reader that stops early, perhaps after the file.
        for row in self._conn.execute(sql, values):  # noqa: UP028
            yield row


def _pages(conn: sqlite3.Connection) -> int:
    return int(conn.execute("PRAGMA page_count").fetchone()[0])


@contextmanager
def open_reader(
    path: Path, *, merged: bool = False, checked: bool = False, doubted: Callable[[], str] | None = None
) -> Iterator[Reader]:
    """A reader of the log at *path*, or of the merged file there. *checked*: this process has found the whole
    file sound. *doubted*: who knows better why it does not hold."""
    if merged:
        with reading_merged(path) as conn:
            yield Reader(conn, doubted=partial(_doubt_about_merged, conn))
        return
    with reading(path) as conn:
        head = head_of(conn)
        whose = askable(head.station), askable(head.epoch)
        yield Reader(conn, *whose, checked=checked, doubted=doubted or partial(sentence_about, path, conn))


def sentence_about(path: Path, conn: sqlite3.Connection) -> str:
    """Why the log at *path*, open as *conn*, does not hold; empty if nothing is known against it."""
    found = doubt_about(path, conn)
    return "" if found is None else found.sentence


def _doubt_about_merged(conn: sqlite3.Connection) -> str:
    """The same of the chains in a merged file; of a large one only `verify` can tell."""
    if conn.execute("SELECT 1 FROM records NOT INDEXED LIMIT 1 OFFSET ?", [WALKED]).fetchone():
        return ""
    for (station, _), finding in verify_merged(conn).items():
        if not finding.holds:
            return f"The log of station {printable(station[:8])} in this file does not hold. {finding.reason}"
    return ""


def askable(id: str) -> str:
    """*id* as SQLite can be asked about it; that of a forged log may be half a character."""
    return id.encode("utf-8", "backslashreplace").decode()


def _parts(value: str) -> list[str]:
    try:
        parsed: Json = json.loads(value) if value.startswith("[") else value
    except (ValueError, RecursionError):
        return []
    return [item for item in parsed if isinstance(item, str)] if isinstance(parsed, list) else [value]


# ---- glance ------------------------------------------------------------------------------------------------
# What one look at a log shows: its end, the last ruling, when the station last started and what it guarded.
#
# Reads only, in moments, so that it can be done beside a running station. Every record shown is hashed first.


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
    return Glance(head, ruling, started, stopped, guards, tuple(row.seq for row in shown if not _fits(row)))


def _last(conn: sqlite3.Connection, kind: Kind) -> Record | None:
    sql = f"SELECT {COLUMNS} FROM records WHERE {of_kind(kind)} ORDER BY seq DESC LIMIT 1"  # noqa: S608
    row = conn.execute(sql).fetchone()
    return None if row is None else to_record(row)


def _fits(record: Record) -> bool:
    fields = (record.at, record.kind, record.body, record.prev)
    return record_hash(record.seq, *(field.encode() for field in fields)) == record.hash
