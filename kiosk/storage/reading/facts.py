"""All rulings as narrow rows, for whoever has to look at many of them: the alerts.

One index holds what is asked for, so that a pass over a year of rulings does not touch the records at all. It
is used only where SQLite's own check has found it to agree with the table; else, and in a log without that
index (an older one), the table answers, only more slowly.
"""

import sqlite3
from collections.abc import Iterator

from kiosk.core.log.facts import BODY_PATHS, COLUMNS, Fact, Key, comparable
from kiosk.core.log.spellings import OLD_SPELLINGS, OldSpelling
from kiosk.storage.log.layout import FACTS_INDEX, FILTER_KEYS, indexed_key
from kiosk.storage.reading.found import is_utf_8

PAGE = 2000
NEAR = 150  # a page when only the surroundings of a ruling are wanted


def key(name: str) -> str:
    """A value of the body, or nothing if the body is no JSON: one such record must not stop a reader."""
    return f"CASE WHEN json_valid(body) THEN {indexed_key(name)} END"


def of_kind(kind: str) -> str:
    """The term that records of *kind* fulfil, in whichever spelling."""
    return f"({' OR '.join((f'kind = {str(kind)!r}', *old_spellings(kind)))})"


def old_spellings(kind: str) -> list[str]:
    """The terms of records that are of *kind*, though their kind is spelled otherwise."""
    return [f"({_spelled(old)})" for old in OLD_SPELLINGS if old.now == kind]


def _spelled(old: OldSpelling) -> str:
    value = 1 if old.value is True else f"'{old.value}'"
    has = f" AND {key(old.has)} IS NOT NULL" if old.has else ""
    lacks = f" AND {key(old.lacks)} IS NULL" if old.lacks else ""
    return f"kind = '{old.written}' AND {key(old.key)} = {value}{has}{lacks}"


# Rare things, found without looking at each ruling in Python: perhaps a little more than is wanted.
SUSPECTS = {
    "no_round": "SELECT seq FROM {rulings} AND {event} IS NOT NULL AND {round} IS NULL",
    "operator": "SELECT seq FROM {rulings} AND {operator} IS NOT NULL",
    "clock": "SELECT seq FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS before FROM {rulings}) "
    "WHERE at < before",
    "lists": "SELECT seq FROM {rulings} AND ({event}, {division}) IN (SELECT event, division FROM ("
    "SELECT DISTINCT {event} AS event, {division} AS division, {main_list}, {long_list} FROM {rulings}) "
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
        self._names = {name: spell(path) for name, path in BODY_PATHS.items()}
        self._names |= {name: spell(name) for name in FILTER_KEYS}
        own = {} if self._merged else {"station": ":station", "epoch": ":epoch"}
        spelled = {**self._names, **{name: name for name in COLUMNS}, **own}
        self._fact = ", ".join(spelled[name] for name in Fact._fields)

    def newest_first(self, before: int = 2**63 - 1, page_size: int = PAGE) -> Iterator[Fact]:
        """The rulings. In a station's own log those with a number below *before*; a merged file gives all."""
        if self._merged:
            order = "ORDER BY at DESC, station, epoch, seq DESC"
            found = self._conn.execute(f"SELECT {self._fact} FROM {self._rulings} {order}")  # noqa: S608
            yield from filter(comparable, map(Fact._make, found))
            return
        sql = (
            f"SELECT {self._fact} FROM {self._rulings} "  # noqa: S608 - constants
            f"AND seq < :before ORDER BY seq DESC LIMIT {page_size}"
        )
        while page := self._page(sql, before=before):
            yield from filter(comparable, page)
            before = page[-1].seq

    def after(self, seq: int) -> Iterator[Fact]:
        """The rulings of a station's own log after number *seq*, oldest first."""
        sql = (
            f"SELECT {self._fact} FROM {self._rulings} "  # noqa: S608 - constants
            f"AND seq > :after ORDER BY seq LIMIT {NEAR}"
        )
        while page := self._page(sql, after=seq):
            yield from filter(comparable, page)
            seq = page[-1].seq

    def _page(self, sql: str, **named: int) -> list[Fact]:
        station, epoch = self._own
        values = {"station": station, "epoch": epoch, **named}
        return [Fact._make(row) for row in self._conn.execute(sql, values).fetchall()]

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


def _in_order(play: object) -> str:
    """*play*, an event and a canonical array of words, with the words sorted."""
    text = play if isinstance(play, str) else ""
    if '","' not in text:
        return text
    event, _, words = text.rpartition("[")
    return event + ",".join(sorted(words[:-1].split(",")))
