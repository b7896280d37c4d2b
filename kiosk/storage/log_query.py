"""Questions to a log: filters that combine, newest first, and what the detectors need to see.

Every filter on rulings is answered from one index that holds all that can be asked for, so that any of them
costs the same few milliseconds at 100,000 records. Read transactions are a page long: the station writes
meanwhile.
The same questions can be put to a merged file (`storage.merge`).
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from kiosk.core.records import Kind, Record
from kiosk.core.words import ALPHABET
from kiosk.errors import WordError
from kiosk.storage.log_facts import Facts, Key, key
from kiosk.storage.log_reader import head_of, reading, to_record
from kiosk.storage.log_schema import COLUMNS

PAGE = 2000
# What besides a ruling can be of a table, a division, an event, or have words.
_OTHERS = "'cleared', 'abandoned', 'conceded', 'decision', 'event_opened', 'event_closed', 'night_closed'"
_FoundRow: TypeAlias = tuple[str, str, object, object, object, object, object, object]


@dataclass(frozen=True, slots=True)
class Filter:
    """What is asked for; what is None does not matter. *since* (included) and *until* (not included) are UTC
    as records have it. *word*: ? stands for one letter, * for any number. *words*: how many there are."""

    since: str | None = None
    until: str | None = None
    kind: Kind | None = None
    number: str | None = None
    round: int | None = None
    table: int | None = None
    division: str | None = None
    event: str | None = None
    verdict: str | None = None
    method: str | None = None
    flag: str | None = None
    word: str | None = None
    words: int | None = None

    @property
    def of_entries(self) -> bool:
        """Whether anything is asked that only a challenge has."""
        general = ("since", "until", "kind")
        return any(getattr(self, one.name) is not None for one in fields(self) if one.name not in general)


EVERYTHING = Filter()


@dataclass(frozen=True, slots=True)
class Found:
    """A record and whose it is. In a station's own log both ids are those of the log itself."""

    station: str
    epoch: str
    record: Record


class Reader:
    """Puts questions to one open file: a station's log, or a merged one."""

    def __init__(self, conn: sqlite3.Connection, station: str = "", epoch: str = "") -> None:
        self.merged = not station
        self._conn = conn
        self._own = (station, epoch)
        conn.create_function("has_word", 2, _has_word, deterministic=True)
        self.facts = Facts(conn, station, epoch)
        self._rulings = f"records {self.facts.index}"

    def count(self, wanted: Filter = EVERYTHING) -> int:
        """How many records are *wanted*."""
        total = 0
        for table, terms, values in self._branches(wanted):
            sql = f"SELECT count(*) FROM {table} WHERE {terms}"  # noqa: S608 - built from constants
            total += self._conn.execute(sql, values).fetchone()[0]
        return total

    def find(self, wanted: Filter = EVERYTHING, limit: int | None = None) -> Iterator[Found]:
        """The records that are *wanted*, newest first, at most *limit* of them."""
        pages = self._merged_pages(wanted) if self.merged else self._pages(wanted, limit)
        yield from islice((_found(row) for page in pages for row in page), limit)

    def find_among(self, keys: Iterable[Key], wanted: Filter = EVERYTHING) -> Iterator[Found]:
        """Those of the rulings *keys* that are *wanted*, in the order of *keys*."""
        own, place, before = self._own_columns()
        terms, values = _general_terms(wanted)
        own_terms, own_values = _entry_terms(wanted)
        where = " AND ".join([f"seq = ?{place}", *terms, *own_terms])
        sql = f"SELECT {own}, {COLUMNS} FROM records WHERE {where}"  # noqa: S608 - constants
        for station, epoch, seq in keys:
            which = [seq, station, epoch] if self.merged else [seq]
            row = self._conn.execute(sql, [*before, *which, *values, *own_values]).fetchone()
            if row is not None:
                yield _found(row)

    def one(self, seq: int) -> Found | None:
        """The record with number *seq* of a station's own log."""
        sql = f"SELECT ?, ?, {COLUMNS} FROM records WHERE seq = ?"  # noqa: S608 - constants
        row = self._conn.execute(sql, [*self._own, seq]).fetchone()
        return None if row is None else _found(row)

    def about(self, found: Found) -> Iterator[Found]:
        """What else the log says about a ruling: how its verdict left the screen, what was decided on it."""
        own, place, before = self._own_columns()
        sql = (
            f"SELECT {own}, {COLUMNS} FROM records WHERE "  # noqa: S608 - constants
            f"(kind = 'closed' AND seq > ? AND {key('seq')} = ?{place}) OR (kind = 'decision' "
            f"AND {key('about.seq')} = ? AND {key('about.station')} = ? AND {key('about.epoch')} = ?) "
            "ORDER BY at"
        )
        seq, whose = found.record.seq, (found.station, found.epoch)
        given = [*before, seq, seq, *(whose if place else ()), seq, *whose]
        yield from (_found(row) for row in self._conn.execute(sql, given).fetchall())

    def offset_min(self) -> int:
        """Local time minus UTC at the station, by its last record."""
        sql = f"SELECT {key('clock.offset_min')} FROM records ORDER BY at DESC LIMIT 1"  # noqa: S608 - constants
        row = self._conn.execute(sql).fetchone()
        return row[0] if row is not None and isinstance(row[0], int) else 0

    def _own_columns(self) -> tuple[str, str, list[str]]:
        """What to select for station and epoch, the terms that name one, and the values that come first."""
        if self.merged:
            return "station, epoch", " AND station = ? AND epoch = ?", []
        return "?, ?", "", [*self._own]

    def _pages(self, wanted: Filter, limit: int | None) -> Iterator[list[_FoundRow]]:
        size = PAGE if limit is None else max(1, min(limit, PAGE))
        before = 2**63 - 1
        while True:
            selects, values = [], []
            for table, terms, given in self._branches(wanted):
                # Each branch is cut by itself, so that none is read further than the page needs.
                selects.append(
                    f"SELECT * FROM (SELECT ?, ?, {COLUMNS} FROM {table} "  # noqa: S608 - constants
                    f"WHERE {terms} AND seq < ? ORDER BY seq DESC LIMIT {size})"
                )
                values += [*self._own, *given, before]
            sql = " UNION ALL ".join(selects) + f" ORDER BY seq DESC LIMIT {size}"
            if not (page := self._conn.execute(sql, values).fetchall()):
                return
            yield page
            before = page[-1][2]

    def _merged_pages(self, wanted: Filter) -> Iterator[list[_FoundRow]]:
        """A merged file has no writer to be in the way of: one pass, ordered by time."""
        selects, values = [], []
        for table, terms, given in self._branches(wanted):
            selects.append(f"SELECT station, epoch, {COLUMNS} FROM {table} WHERE {terms}")  # noqa: S608 - constants
            values += given
        cursor = self._conn.execute(
            " UNION ALL ".join(selects) + " ORDER BY at DESC, station, epoch, seq DESC", values
        )
        while page := cursor.fetchmany(PAGE):
            yield page

    def _branches(self, wanted: Filter) -> list[tuple[str, str, list[object]]]:
        """From where, under which terms, with which values *wanted* is read; the parts do not overlap."""
        terms, values = _general_terms(wanted)
        if not wanted.of_entries:
            return [("records", " AND ".join(["1", *terms]), values)]
        own_terms, own_values = _entry_terms(wanted)
        rulings = " AND ".join(["kind = 'adjudication'", *terms, *own_terms])
        others = " AND ".join([f"kind IN ({_OTHERS})", *terms, *own_terms])
        given = values + own_values
        if wanted.kind is Kind.ADJUDICATION:
            return [(self._rulings, rulings, given)]
        if wanted.kind is not None:
            return [("records", " AND ".join([*terms, *own_terms]), given)]
        return [(self._rulings, rulings, given), ("records", others, given)]


@contextmanager
def open_reader(path: Path, *, merged: bool = False) -> Iterator[Reader]:
    """A reader of the log at *path*, or of the merged file there."""
    if merged:
        from kiosk.storage.merge import reading_merged

        with reading_merged(path) as conn:
            yield Reader(conn)
        return
    with reading(path) as conn:
        head = head_of(conn)
        yield Reader(conn, head.station, head.epoch)


def word_terms(text: str) -> list[tuple[str, str]]:
    """The terms, each with its value, that entries with the word *text* fulfil."""
    wanted = text.upper() if text.isascii() else text
    if not wanted or not ALPHABET.union("?*").issuperset(wanted):
        raise WordError(
            f"“{text}” cannot be looked for: use the letters A to Z, ? for one letter and * for any number."
        )
    one_letter = wanted.replace("?", "[A-Z]")
    quick = (f"{key('words')} GLOB ?", f'*"{one_letter}"*')
    # GLOB lets * run from one word into the next; what it leaves is looked at closely.
    close = (f"has_word({key('words')}, ?)", f'"{one_letter.replace("*", "[A-Z]*")}"')
    return [quick, close] if "*" in wanted else [quick]


def _found(row: _FoundRow) -> Found:
    return Found(row[0], row[1], to_record(row[2:]))


def _has_word(words: object, pattern: str) -> bool:
    return isinstance(words, str) and re.search(pattern, words) is not None


def _general_terms(wanted: Filter) -> tuple[list[str], list[object]]:
    asked = (("at >= ?", wanted.since), ("at < ?", wanted.until), ("kind = ?", wanted.kind))
    given = [(term, value) for term, value in asked if value is not None]
    return [term for term, _ in given], [value for _, value in given]


def _entry_terms(wanted: Filter) -> tuple[list[str], list[object]]:
    number = None if wanted.number is None else wanted.number.upper()
    flag = None if wanted.flag is None else f'"{wanted.flag}"'
    asked: tuple[tuple[str, object], ...] = (
        (f"{key('number')} = ?", number),
        (f"{key('round')} = ?", wanted.round),
        (f"{key('table')} = ?", wanted.table),
        (f"{key('division')} = ?", wanted.division),
        (f"{key('event')} = ?", wanted.event),
        (f"{key('verdict')} = ?", wanted.verdict),
        (f"{key('method')} = ?", wanted.method),
        (f"instr({key('flags')}, ?)", flag),
        (f"{key('final')} = ?", wanted.words),
        *([] if wanted.word is None else word_terms(wanted.word)),
    )
    given = [(term, value) for term, value in asked if value is not None]
    return [term for term, _ in given], [value for _, value in given]
