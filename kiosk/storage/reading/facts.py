"""All rulings as narrow rows, for whoever has to look at many of them: the alerts.

One index holds what is asked for, so that a pass over a year of rulings does not touch the records at all. It
is used only where SQLite's own check has found it to agree with the table; else, and in a log without that
index (an older one), the table answers, only more slowly.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TypeAlias, cast

from kiosk.core.challenge.ruling import Verdict
from kiosk.storage.reading.found import is_utf_8

FACTS_INDEX = "adjudications_by_facts"
PAGE = 2000
NEAR = 150  # a page when only the surroundings of a ruling are wanted
# What a row holds after station, epoch, seq and at; the index holds these and FILTER_KEYS.
FACT_KEYS = (
    *("event", "division", "round", "table", "words", "verdict", "operator"),
    *("lexicon.fingerprint", "long_lexicon.fingerprint"),
)
FILTER_KEYS = ("number", "method", "final", "flags")

Key: TypeAlias = tuple[str, str, int]  # station, epoch, seq
Fact: TypeAlias = tuple[
    str, str, int, str, str | None, str | None, int | None, int | None, str, str, str | None, str, str | None
]


def indexed_key(name: str) -> str:
    """A value of the body, spelled as the indexes spell it."""
    return f"json_extract(body, '$.{name}')"


def key(name: str) -> str:
    """A value of the body, or nothing if the body is no JSON: one such record must not stop a reader."""
    return f"CASE WHEN json_valid(body) THEN {indexed_key(name)} END"


def facts_index(*first: str) -> str:
    """The statement that makes the index, after the columns *first*."""
    columns = ", ".join((*first, *(indexed_key(name) for name in (*FACT_KEYS, *FILTER_KEYS))))
    return f"CREATE INDEX {FACTS_INDEX} ON records ({columns}) WHERE kind = 'adjudication'"


_VERDICTS = tuple(verdict.value for verdict in Verdict)
# Rare things, found without looking at each ruling in Python: perhaps a little more than is wanted.
SUSPECTS = {
    "no_round": "SELECT seq FROM {rulings} AND {event} IS NOT NULL AND {round} IS NULL",
    "operator": "SELECT seq FROM {rulings} AND {operator} IS NOT NULL",
    "clock": "SELECT seq FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS before FROM {rulings}) "
    "WHERE at < before",
    "lists": "SELECT seq FROM {rulings} AND ({event}, {division}) IN (SELECT event, division FROM ("
    "SELECT DISTINCT {event} AS event, {division} AS division, {main}, {long} FROM {rulings}) "
    "GROUP BY event, division HAVING count(*) > 1)",
}


class Facts:
    """The rulings behind one connection: of a station's own log, or, without a station, of a merged file.
    *indexed*: the indexes of this file were checked and may be used."""

    def __init__(
        self, conn: sqlite3.Connection, station: str = "", epoch: str = "", *, indexed: bool = False
    ) -> None:
        self._conn, self._own, self._merged = conn, (station, epoch), not station
        known = conn.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [FACTS_INDEX]).fetchone()
        self.indexed = indexed and known is not None
        spell = indexed_key if self.indexed else key
        how = f"INDEXED BY {FACTS_INDEX}" if self.indexed else "NOT INDEXED"
        self._rulings = f"records {how} WHERE kind = 'adjudication'"
        self._facts = ", ".join(spell(name) for name in FACT_KEYS)
        self._names = {name: spell(name) for name in (*FACT_KEYS, *FILTER_KEYS)}
        self._names |= {"main": spell("lexicon.fingerprint"), "long": spell("long_lexicon.fingerprint")}

    def newest_first(self, before: int = 2**63 - 1, page_size: int = PAGE) -> Iterator[Fact]:
        """The rulings: station, epoch, seq, at, then FACT_KEYS. In a station's own log those with a number
        below *before*; a merged file gives all."""
        if self._merged:
            yield from _sane(
                self._conn.execute(
                    f"SELECT station, epoch, seq, at, {self._facts} FROM {self._rulings} "  # noqa: S608 - constants
                    "ORDER BY at DESC, station, epoch, seq DESC"
                )
            )
            return
        sql = (
            f"SELECT ?, ?, seq, at, {self._facts} FROM {self._rulings} "  # noqa: S608 - constants
            f"AND seq < ? ORDER BY seq DESC LIMIT {page_size}"
        )
        while page := self._conn.execute(sql, [*self._own, before]).fetchall():
            yield from _sane(page)
            before = page[-1][2]

    def after(self, seq: int) -> Iterator[Fact]:
        """The rulings of a station's own log after number *seq*, oldest first."""
        sql = (
            f"SELECT ?, ?, seq, at, {self._facts} FROM {self._rulings} "  # noqa: S608 - constants
            f"AND seq > ? ORDER BY seq LIMIT {NEAR}"
        )
        while page := self._conn.execute(sql, [*self._own, seq]).fetchall():
            yield from _sane(page)
            seq = page[-1][2]

    def clock_jumps(self, first: int = -(2**63), last: int = 2**63 - 1) -> frozenset[Key]:
        """The records from *first* to *last* that say the clock was set or went back. A new boot alone is no
        jump."""
        own = "station, epoch" if self._merged else "?, ?"
        sql = (
            f"SELECT {own}, seq FROM records NOT INDEXED WHERE seq BETWEEN ? AND ? "  # noqa: S608 - constants
            f"AND kind = 'clock_jump' AND {key('reasons')} IS NOT '[\"boot\"]'"
        )
        return frozenset(self._conn.execute(sql, [*(() if self._merged else self._own), first, last]))

    def has_rounds(self, event: str, last: int = 2**63 - 1) -> bool:
        """Whether *event*, when it was last opened before record *last*, had rounds."""
        if not is_utf_8(event):
            return False
        sql = (
            f"SELECT {key('rounds')} FROM records NOT INDEXED WHERE kind = 'event_opened' AND seq < ? "  # noqa: S608
            f"AND {key('event')} = ? ORDER BY {'at' if self._merged else 'seq'} DESC LIMIT 1"
        )
        row = self._conn.execute(sql, [last, event]).fetchone()
        return row is not None and isinstance(row[0], str) and row[0].startswith("[{")

    def suspects(self, what: str) -> list[Key]:
        """The rulings of a station's own log of which *what* holds, newest first: a key of SUSPECTS, or
        `verdicts` (the same words, in whatever order, were ruled differently in the event)."""
        if what == "verdicts":
            seqs = self._differing()
        else:
            sql = SUSPECTS[what].format(rulings=self._rulings, **self._names)
            seqs = {seq for (seq,) in self._conn.execute(sql)}
        if what == "clock":
            seqs |= {
                after for *_, seq in self.clock_jumps() if (after := self._ruling_after(seq)) is not None
            }
        return [(*self._own, seq) for seq in sorted(seqs, reverse=True)]

    def _differing(self) -> set[int]:
        """First which plays, as one text each, stand among both verdicts; then, if any, where."""
        play = "coalesce({event}, '') || {words}".format(**self._names)
        verdicts = ("acceptable", "unacceptable")
        sql = f"SELECT {play} FROM {self._rulings} AND {self._names['verdict']} = ?"  # noqa: S608 - constants
        good, bad = ({_in_order(text) for (text,) in self._conn.execute(sql, [one])} for one in verdicts)
        if not (both := good & bad):
            return set()
        found = self._conn.execute(f"SELECT seq, {play} FROM {self._rulings}")  # noqa: S608 - constants
        return {seq for seq, text in found if _in_order(text) in both}

    def _ruling_after(self, seq: int) -> int | None:
        sql = f"SELECT min(seq) FROM {self._rulings} AND seq > ?"  # noqa: S608 - constants
        found: int | None = self._conn.execute(sql, [seq]).fetchone()[0]
        return found


def _sane(rows: Iterable[tuple[object, ...]]) -> Iterator[Fact]:
    """Those of *rows* that rulings can be compared by. What is odd is shown, but raises no alert."""
    for row in rows:
        if _is_sane(row):
            yield cast(Fact, row)


def _is_sane(row: tuple[object, ...]) -> bool:
    at, event, division, number, table, words, verdict, operator = row[3:11]
    try:
        zoned = datetime.fromisoformat(cast(str, at)).tzinfo is not None
    except (ValueError, TypeError):
        return False
    return (
        zoned
        and verdict in _VERDICTS
        and isinstance(words, str)
        and words.startswith('["')
        and all(isinstance(one, str | None) for one in (event, division, operator, row[11], row[12]))
        and all(isinstance(one, int | None) for one in (number, table))
    )


def _in_order(play: object) -> str:
    """*play*, an event and a canonical array of words, with the words sorted."""
    text = play if isinstance(play, str) else ""
    if '","' not in text:
        return text
    event, _, words = text.rpartition("[")
    return event + ",".join(sorted(words[:-1].split(",")))
