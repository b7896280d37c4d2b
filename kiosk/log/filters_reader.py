"""What is asked of a log, and a record on its way to whoever asked: whether it is still what was recorded."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeAlias

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.log.alerts import comparable
from kiosk.log.bodies import (
    OLD_SPELLINGS,
    AdjudicationBody,
    DecisionBody,
    EventClosedBody,
    EventOpenedBody,
    OldSpelling,
    decode,
)
from kiosk.log.body import Body
from kiosk.log.chain import Key, Record, record_hash
from kiosk.log.facts import BODY_PATHS, COLUMNS, Fact
from kiosk.log.filters import STORED
from kiosk.log.kinds import Kind
from kiosk.log.schema import FACTS_INDEX, FILTER_KEYS, indexed_key
from kiosk.words.play import as_looked_for

# ---- found -------------------------------------------------------------------------------------------------
# A record on its way to somebody who reads it: whether it is still what was recorded, and what it says.
#
# Rules it guards: a record is shown as good only if its hash, computed again from what the file holds, is the
# stored one; and no record, however odd, stops the reading of the others.

FoundRow: TypeAlias = tuple[object, ...]  # station, epoch, then the columns of `records`
_DEEPEST = 100
_LONGEST_OFFSET_MIN = 24 * 60
_KINDS = frozenset(kind.value for kind in Kind)
CHANGED = "CHANGED"  # what stands beside a record that is not what was recorded
ODD = "NOT UNDERSTOOD"  # beside one that this program would not have written
_UNSAID = ("clock", "pragmas")  # of technicians' interest only


@dataclass(frozen=True)  # no slots: what is worked out of the body is kept with it
class Found:
    """A record and whose it is. In a station's own log both ids are those of the log itself. *kind* may be
    one that this version does not know. *fits*: the stored hash is that of the stored content."""

    station: str
    epoch: str
    seq: int
    at: str
    kind: str
    body: str
    prev: str
    hash: str
    fits: bool = True

    @classmethod
    def of(cls, station: str, epoch: str, record: Record) -> "Found":
        return cls(station, epoch, *as_row(record))

    @property
    def key(self) -> tuple[str, str, int]:
        return self.station, self.epoch, self.seq

    @property
    def record(self) -> Record:
        """The same as a value of the core; only of a kind that this version knows."""
        return Record(self.seq, self.at, Kind(self.kind), self.body, self.prev, self.hash)

    @property
    def is_ruling(self) -> bool:
        return self.kind == Kind.ADJUDICATION

    @property
    def known_kind(self) -> bool:
        return self.kind in _KINDS

    @cached_property
    def data(self) -> Mapping[str, Json]:
        """The body, parsed; empty if it is no JSON object, or one nobody could walk through."""
        if _depth(self.body) > _DEEPEST:
            return {}
        try:
            parsed = json.loads(self.body, parse_constant=_refuse, parse_float=str)
        except (ValueError, RecursionError):
            return {}
        return parsed if isinstance(parsed, dict) else {}

    @cached_property
    def said(self) -> Body | None:
        """What the record says; None if its kind is unknown, or if it is odd."""
        return decode(self.kind, self.data)

    @property
    def ruling(self) -> AdjudicationBody | None:
        """What it says of a play, if it is a ruling that can be made sense of."""
        return self.said if isinstance(self.said, AdjudicationBody) and self.said.words else None

    @property
    def event(self) -> str | None:
        """The event that it opens or closes, or in which it was ruled."""
        match self.said:
            case EventOpenedBody() | EventClosedBody() | AdjudicationBody():
                return self.said.event
        return None

    @cached_property
    def local(self) -> datetime | None:
        """The time on the station's wall clock; None if the record names no such time."""
        clock = self.data.get("clock")
        offset = clock.get("offset_min") if isinstance(clock, Mapping) else None
        minutes = offset if isinstance(offset, int) else 0
        try:
            moment = datetime.fromisoformat(self.at).replace(tzinfo=None)
            return moment + timedelta(minutes=minutes) if abs(minutes) <= _LONGEST_OFFSET_MIN else None
        except (ValueError, OverflowError):
            return None

    @property
    def local_text(self) -> str:
        """The local time to the second; what the record has for a time if that is none."""
        return self.at if self.local is None else self.local.isoformat(" ", "seconds")

    @cached_property
    def odd(self) -> bool:
        """Whether this program would not have written such a record. One of an unknown kind is not odd."""
        if self.local is None or not self.data:
            return True
        return self.ruling is None if self.is_ruling else self.known_kind and self.said is None

    @property
    def sound(self) -> bool:
        """Whether it can be counted and compared: of a known kind, well made and unchanged."""
        return self.fits and self.known_kind and not self.odd


@frozen
class Line:
    """One record on its way out, with the alerts that were worked out for it and its station's letter."""

    found: Found
    alerts: tuple[str, ...] = ()
    letter: str = ""

    @property
    def mark(self) -> str:
        """What must be known of the record before it is believed; empty if it is as it was recorded."""
        if not self.found.fits:
            return CHANGED
        return ODD if self.found.odd else ""


def listing(line: Line) -> dict[str, Json]:
    """A record as `log list --json` shows it."""
    found, data = line.found, line.found.data
    return {
        "seq": found.seq,
        "number": data.get("number"),
        "at": found.at,
        "local": found.local_text,
        "kind": found.kind,
        "words": data.get("words", []),
        "verdict": data.get("verdict"),
        "table": data.get("table"),
        "round": data.get("round"),
        "division": data.get("division"),
        "event": data.get("event"),
        "method": data.get("method"),
        "operator": data.get("operator"),
        "flags": data.get("flags", []),
        "alerts": list(line.alerts),
        "hash": found.hash,
        "station": found.station,
        "epoch": found.epoch,
        "letter": line.letter,
        "fits": found.fits,
        "odd": found.odd,
    }


def whole(line: Line) -> dict[str, Json]:
    """Everything a record holds: with `canonical` of its body it can be hashed again. A body that is not as
    this program writes one is also given as the text it is."""
    found = line.found
    raw: dict[str, Json] = {"raw": found.body} if found.odd else {}
    return {**listing(line), "prev": found.prev, "body": found.data, **raw}


def describe_record(found: Found) -> str:
    """What a record that is no ruling says, in words on one line."""
    if not found.data:
        return printable(found.body[:200])
    if isinstance(found.said, DecisionBody):
        return _describe_decision(found.said)
    return " · ".join(
        f"{_spell_key(key)}: {describe_value(value)}"
        for key, value in found.data.items()
        if _is_said(key, value)
    )


def _describe_decision(body: DecisionBody) -> str:
    """A decision: what it says, why, who."""
    about = f"{body.number}: " if body.number else ""
    corrects = f"corrects record {body.corrects.seq}" if body.corrects is not None else ""
    more = (body.clause, body.remark, body.by and f"by {body.by}", corrects)
    return printable(" · ".join((f"{about}{body.sentence}", *filter(None, more))))


def describe_value(value: Json) -> str:
    """A value of a body as a person reads it, on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(
            f"{_spell_key(key)} {describe_value(part)}" for key, part in value.items() if _is_said(key, part)
        )
    if isinstance(value, list):
        several = any(isinstance(part, Mapping) for part in value)
        return ("; " if several else ", ").join(describe_value(part) for part in value)
    text = printable(str(value))
    return f"{text[:16]}…" if len(text) == 64 and text.isalnum() else text  # a hash


def _spell_key(key: str) -> str:
    return printable(key).replace("_", " ")


def _is_said(key: str, value: Json) -> bool:
    return key not in _UNSAID and value is not None and value != [] and value != {}


def texts(value: Json) -> list[str]:
    """The items of an array in a body; none for anything else."""
    return [printable(str(item)) for item in value] if isinstance(value, list) else []


def text(value: Json) -> str:
    """A plain value of a body on one line; nothing for none."""
    return "" if value is None else describe_value(value)


def to_found(row: FoundRow) -> Found:
    """*row* as a connection with `exact_text` gives it."""
    station, epoch, seq, *fields = row
    at, kind, body, prev, stored = (_text(field) for field in fields)
    own = _own_hash(seq, fields)
    number = seq if isinstance(seq, int) else 0
    fits = own is not None and own == fields[4]
    return Found(_text(station), _text(epoch), number, at, kind, body, prev, stored, fits)


def exact_text(content: bytes) -> str:
    """A text factory for SQLite: text that is no UTF-8 comes through, and can be turned back exactly."""
    return content.decode("utf-8", "surrogateescape")


def is_utf_8(text: object) -> bool:
    """Whether *text* is one that SQLite can be asked about; a record may hold half a character."""
    try:
        return isinstance(text, str) and text.encode() is not None
    except UnicodeEncodeError:
        return False


def as_row(record: Record) -> tuple[int, str, str, str, str, str]:
    return record.seq, record.at, str(record.kind), record.body, record.prev, record.hash


def _own_hash(seq: object, fields: list[object]) -> str | None:
    content = [field.encode("utf-8", "surrogateescape") for field in fields[:4] if isinstance(field, str)]
    if not isinstance(seq, int) or len(content) < 4:  # a value that is not text was put there by other means
        return None
    at, kind, body, prev = content
    return record_hash(seq, at, kind, body, prev)


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return exact_text(value)
    return "" if value is None else str(value)


def _depth(body: str) -> int:
    """How deep *body* is nested, or more: brackets within a text count too."""
    if body.count("[") + body.count("{") <= _DEEPEST:
        return 0
    deepest = depth = 0
    for letter in body:
        if letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")


# ---- facts -------------------------------------------------------------------------------------------------
# All rulings as narrow rows, for whoever has to look at many of them: the alerts.
#
# One index holds what is asked for, so that a pass over a year of rulings does not touch the records at all.
# It is used only where SQLite's own check has found it to agree with the table; else, and in a log without
# that index (an older one), the table answers, only more slowly.

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
    return [f"({_spell_old(old)})" for old in OLD_SPELLINGS if old.now == kind]


def _spell_old(old: OldSpelling) -> str:
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
        good, bad = (
            {_in_order(text) for (text,) in self._conn.execute(sql, [verdict])} for verdict in verdicts
        )
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


# ---- filter ------------------------------------------------------------------------------------------------
# What is asked of a log, and the terms of SQL that say it.

Spelling: TypeAlias = Callable[[str], str]
# What besides a ruling can be of a table, a division, an event, or have words.
_ENTRIES = (
    *("adjudication", "cleared", "abandoned", "conceded", "decision"),
    *("event_opened", "event_closed", "night_closed"),
)


@frozen
class Filter:
    """What is asked for; what is None does not matter. *since* (included) and *until* (not included) are UTC
    as records have it. *word*: ? stands for one letter, * for any number. *words*: how many there are."""

    since: str | None = None
    until: str | None = None
    kind: str | None = None
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
        return any(
            getattr(self, field.name) is not None for field in fields(self) if field.name not in general
        )


EVERYTHING = Filter()


def word_terms(text: str, spell: Spelling = key) -> list[tuple[str, str]]:
    """The terms, each with its value, that entries with the word *text* fulfil."""
    wanted = as_looked_for(text)
    one_letter = wanted.replace("?", "[A-Z]")
    quick = (f"{spell('words')} GLOB ?", f'*"{one_letter}"*')
    # GLOB lets * run from one word into the next; what it leaves is looked at closely.
    close = (f"has_word({spell('words')}, ?)", f'"{one_letter.replace("*", "[A-Z]*")}"')
    return [quick, close] if "*" in wanted else [quick]


def has_word(words: object, pattern: str) -> bool:
    """Whether a canonical array of words has one that *pattern*, quotes included, describes."""
    return isinstance(words, str) and re.search(pattern, words) is not None


def terms_of(wanted: Filter, spell: Spelling = key) -> tuple[str, list[object]]:
    """What a record must fulfil to be *wanted*, and the values of it."""
    number = None if wanted.number is None else wanted.number.upper()
    flag = None if wanted.flag is None else f'"{wanted.flag}"'
    asked: tuple[tuple[str, object], ...] = (
        ("at >= ?", wanted.since),
        ("at < ?", wanted.until),
        (f"({' OR '.join(['kind = ?', *old_spellings(wanted.kind or '')])})", wanted.kind),
        (f"{spell('number')} = ?", number),
        *((f"{spell(facet.key)} = ?", getattr(wanted, facet.option)) for facet in STORED),
        (f"instr({spell('flags')}, ?)", flag),
        *([] if wanted.word is None else word_terms(wanted.word, spell)),
    )
    given = [(term, value) for term, value in asked if value is not None]
    terms = [term for term, _ in given]
    if wanted.of_entries and wanted.kind is None and spell is key:
        terms.insert(0, f"kind IN ({', '.join(repr(kind) for kind in _ENTRIES)})")
    return " AND ".join(["1", *terms]), [value for _, value in given]
