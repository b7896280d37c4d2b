"""All rulings as narrow rows, for whoever has to look at many of them: the alerts, and every filter.

One index holds what is asked for, so that a pass over a year of rulings does not touch the records at all.
A log without that index (an older one) is answered all the same, only more slowly.
"""

import sqlite3
from collections.abc import Iterator
from typing import TypeAlias

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


def key(name: str) -> str:
    """A value of the body, spelled as the indexes spell it."""
    return f"json_extract(body, '$.{name}')"


def facts_index(*first: str) -> str:
    """The statement that makes the index, after the columns *first*."""
    columns = ", ".join((*first, *(key(name) for name in (*FACT_KEYS, *FILTER_KEYS))))
    return f"CREATE INDEX {FACTS_INDEX} ON records ({columns}) WHERE kind = 'adjudication'"


_FACTS = ", ".join(key(name) for name in FACT_KEYS)
_LISTS = f"{key('lexicon.fingerprint')}, {key('long_lexicon.fingerprint')}"
_PLACE = f"{key('event')}, {key('division')}"
# Rare things, found without looking at each ruling in Python: perhaps a little more than is wanted.
SUSPECTS = {
    "no_round": f"SELECT seq FROM {{rulings}} AND {key('event')} IS NOT NULL AND {key('round')} IS NULL",  # noqa: S608 - constants, as in all of these
    "operator": f"SELECT seq FROM {{rulings}} AND {key('operator')} IS NOT NULL",  # noqa: S608
    "clock": "SELECT seq FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS before FROM {rulings}) "
    "WHERE at < before",
    "lists": f"SELECT seq FROM {{rulings}} AND ({_PLACE}) IN (SELECT event, division FROM ("  # noqa: S608
    f"SELECT DISTINCT {key('event')} AS event, {key('division')} AS division, {_LISTS} FROM {{rulings}}) "
    "GROUP BY event, division HAVING count(*) > 1)",
}


class Facts:
    """The rulings behind one connection: of a station's own log, or, without a station, of a merged file."""

    def __init__(self, conn: sqlite3.Connection, station: str = "", epoch: str = "") -> None:
        self._conn, self._own, self._merged = conn, (station, epoch), not station
        known = conn.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [FACTS_INDEX]).fetchone()
        self.index = f"INDEXED BY {FACTS_INDEX}" if known else ""
        self._rulings = f"records {self.index} WHERE kind = 'adjudication'"

    def newest_first(self, before: int = 2**63 - 1, page_size: int = PAGE) -> Iterator[Fact]:
        """The rulings: station, epoch, seq, at, then FACT_KEYS. In a station's own log those with a number
        below *before*; a merged file gives all."""
        if self._merged:
            yield from self._conn.execute(
                f"SELECT station, epoch, seq, at, {_FACTS} FROM {self._rulings} "  # noqa: S608 - constants
                "ORDER BY at DESC, station, epoch, seq DESC"
            )
            return
        sql = (
            f"SELECT ?, ?, seq, at, {_FACTS} FROM {self._rulings} "  # noqa: S608 - constants
            f"AND seq < ? ORDER BY seq DESC LIMIT {page_size}"
        )
        while page := self._conn.execute(sql, [*self._own, before]).fetchall():
            yield from page
            before = page[-1][2]

    def after(self, seq: int) -> Iterator[Fact]:
        """The rulings of a station's own log after number *seq*, oldest first."""
        sql = (
            f"SELECT ?, ?, seq, at, {_FACTS} FROM {self._rulings} "  # noqa: S608 - constants
            f"AND seq > ? ORDER BY seq LIMIT {NEAR}"
        )
        while page := self._conn.execute(sql, [*self._own, seq]).fetchall():
            yield from page
            seq = page[-1][2]

    def clock_jumps(self) -> frozenset[Key]:
        """The records that say the clock was set or went back. A new boot alone is no jump."""
        own = "station, epoch" if self._merged else "?, ?"
        sql = (
            f"SELECT {own}, seq FROM records WHERE kind = 'clock_jump' "  # noqa: S608 - constants
            f"AND {key('reasons')} IS NOT '[\"boot\"]'"
        )
        return frozenset(self._conn.execute(sql, () if self._merged else self._own))

    def suspects(self, what: str) -> list[Key]:
        """The rulings of a station's own log of which *what* holds, newest first: a key of SUSPECTS, or
        `verdicts` (the same words, in whatever order, were ruled differently in the event)."""
        if what == "verdicts":
            seqs = self._differing()
        else:
            seqs = {seq for (seq,) in self._conn.execute(SUSPECTS[what].format(rulings=self._rulings))}
        if what == "clock":
            seqs |= {
                after for *_, seq in self.clock_jumps() if (after := self._ruling_after(seq)) is not None
            }
        return [(*self._own, seq) for seq in sorted(seqs, reverse=True)]

    def _differing(self) -> set[int]:
        """First which plays, as one text each, stand among both verdicts; then, if any, where."""
        play = f"coalesce({key('event')}, '') || {key('words')}"
        verdicts = ("acceptable", "unacceptable")
        sql = f"SELECT {play} FROM {self._rulings} AND {key('verdict')} = ?"  # noqa: S608 - constants
        good, bad = ({_in_order(text) for (text,) in self._conn.execute(sql, [one])} for one in verdicts)
        if not (both := good & bad):
            return set()
        found = self._conn.execute(f"SELECT seq, {play} FROM {self._rulings}")  # noqa: S608 - constants
        return {seq for seq, text in found if _in_order(text) in both}

    def _ruling_after(self, seq: int) -> int | None:
        sql = f"SELECT min(seq) FROM {self._rulings} AND seq > ?"  # noqa: S608 - constants
        found: int | None = self._conn.execute(sql, [seq]).fetchone()[0]
        return found


def _in_order(play: str) -> str:
    """*play*, an event and a canonical array of words, with the words sorted."""
    if '","' not in play:
        return play
    event, _, words = play.rpartition("[")
    return event + ",".join(sorted(words[:-1].split(",")))
