"""The chain: how one record is tied to the one before it, and how the whole is checked."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from struct import Struct
from typing import TypeAlias, cast

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.errors import LogError
from kiosk.log.kinds import Kind

# ---- record ------------------------------------------------------------------------------------------------

Key: TypeAlias = tuple[str, str, int]  # station, epoch, seq: what a record is named by


@frozen
class Record:
    """One link of the chain. *kind* may be one that this version does not know. *body* is canonical JSON:
    exactly the text that was hashed."""

    seq: int
    at: str
    kind: str
    body: str
    prev: str
    hash: str

    @property
    def data(self) -> Mapping[str, Json]:
        """The body, parsed."""
        parsed: Mapping[str, Json] = json.loads(self.body)
        return parsed

    @property
    def local(self) -> datetime:
        """The time on the station's wall clock."""
        clock = self.data.get("clock")
        offset = clock.get("offset_min") if isinstance(clock, Mapping) else None
        moment = datetime.fromisoformat(self.at).replace(tzinfo=None)
        return moment + timedelta(minutes=offset if isinstance(offset, int) else 0)


# ---- genesis -----------------------------------------------------------------------------------------------
# The first record of a log, which says whose log it is; a changed file may hold anything in its place.

Bytes: TypeAlias = bytes | bytearray

_DEEPEST = 64  # levels of JSON
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')


def identity(genesis_body: Bytes) -> tuple[str, str] | None:
    """Station id and epoch from the body of the first record; None if it does not hold them."""
    try:
        text = genesis_body.decode()
        # A number may have any size; only NaN and infinities are not JSON, though Python reads them.
        body = json.loads(text, parse_int=len, parse_float=len, parse_constant=_refuse)
        station, epoch = body["station"], body["epoch"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    known = isinstance(station, str) and isinstance(epoch, str) and _depth(text) <= _DEEPEST
    return (station, epoch) if known else None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _depth(text: str) -> int:
    """How deep the JSON *text* is nested."""
    depth = deepest = 0
    for token in _BRACKETS.findall(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token, 0)
        deepest = max(deepest, depth)
    return deepest


# ---- chain -------------------------------------------------------------------------------------------------
# The chain: how one record is tied to the one before it, and how the whole is checked.
#
# hash = SHA-256 over a domain tag and the fields seq, at, kind, body, prev, each after its length. The rule
# it guards: a log is called *witnessed* only if a head noted outside of it stands in it. docs/log.md
# describes it for other languages; `tests/independent_verifier.py` is written from that text.

TAG = b"challenge-kiosk log record v1\n"
NO_PREV = "0" * 64  # what the first record has in place of the hash before it
SHORT_CODE = 16  # hex digits of a head that fit on a slip of paper: 64 bits cannot be forged in practice

# seq, at, kind, body, prev, hash as the file holds them. A text is a bytearray of its UTF-8 and cannot be
# mistaken for a BLOB, which is bytes; in a file somebody tampered with there may be anything at all.
Row: TypeAlias = tuple[object, object, object, object, object, object]
_GoodRow: TypeAlias = tuple[int, bytearray, bytearray, bytearray, bytearray, bytearray]

_length = Struct(">I").pack
_GENESIS = Kind.GENESIS.value.encode()
# A note is made by hand: that it does not fit proves nothing by itself.
_NOT_AS_NOTED = (
    "The noted code is not in this log, whose chain is intact. Either it was noted or typed wrongly{}, or "
    "records were {}. Compare it with the paper."
)
_MISNOTED = "The noted code stands at record {}, not {}: the number was noted wrongly."
_DAMAGED = (
    "The chain is intact, but the file around it is damaged: lists and searches in it may leave records out. "
    "Keep the file as it is and use a verified copy."
)
_HEX = frozenset("0123456789abcdef")


def record_hash(seq: int, at: Bytes, kind: Bytes, body: Bytes, prev: Bytes) -> str:
    """The hash of a record, in hex."""
    number = b"%d" % seq
    message = b"".join(
        (
            TAG,
            _length(len(number)),
            number,
            _length(len(at)),
            at,
            _length(len(kind)),
            kind,
            _length(len(body)),
            body,
            _length(len(prev)),
            prev,
        )
    )
    return hashlib.sha256(message).hexdigest()


@frozen
class Point:
    """A place in a chain: *count* records, the last of which has the hash *head*."""

    count: int = 0
    head: str = NO_PREV


START = Point()


def next_record(after: Point, at: str, kind: str, body: str) -> Record:
    """The record that continues the chain after *after*."""
    seq = after.count + 1
    own = record_hash(seq, at.encode(), kind.encode(), body.encode(), after.head.encode())
    return Record(seq, at, kind, body, after.head, own)


def check_code(hash: str) -> str:
    """The first digits of *hash* in groups of four, short enough for paper."""
    return "-".join(hash[start : start + 4] for start in range(0, SHORT_CODE, 4))


@frozen
class Head:
    """The end of a station's log: what is written on paper, so that the log can be held to it later."""

    station: str
    epoch: str
    count: int
    at: str
    hash: str

    @property
    def code(self) -> str:
        """The first digits of the hash in groups of four; `verify` takes them as a head."""
        return check_code(self.hash)

    @property
    def said(self) -> str:
        """The same words wherever it is given out to be noted."""
        return f"{self.count} records, head {self.code}"


@frozen
class Noted:
    """What somebody outside wrote down earlier: the first digits of a head, a count, both or neither."""

    head: str = ""
    count: int | None = None


NOTHING = Noted()


def parse_noted(head: str | None, count: int | None) -> Noted:
    """*head* and *count* as a person gives them: hyphens, spaces and upper case do not matter."""
    digits = (head or "").replace("-", "").replace(" ", "").lower()
    if head is not None and not (SHORT_CODE <= len(digits) <= len(NO_PREV) and _HEX.issuperset(digits)):
        raise LogError(
            f"“{head}” cannot be a noted head: it has {SHORT_CODE} to {len(NO_PREV)} of the digits 0–9 and "
            "a–f. Give it again."
        )
    if count is not None and count < 1:
        raise LogError(f"{count} cannot be a noted count: a log has at least one record. Give it again.")
    return Noted(digits, count)


@frozen
class Fault:
    """Why a chain does not hold, and at which record; None if that cannot be told. *unlike_note*: it holds in
    itself, and only what was noted of it is not there."""

    seq: int | None
    reason: str
    unlike_note: bool = False


def check_link(count: int, head: Bytes, row: Row) -> Fault | None:
    """What is wrong with *row* as the record after *count* others, the last with hash *head*."""
    due = count + 1
    seq, at, kind, body, prev, own = row
    if type(seq) is not int:
        return Fault(due, f"Record {due} has no number.")
    if seq != due:
        return Fault(min(seq, due), f"Record {due} is missing: record {seq} stands in its place.")
    if not (type(at) is type(kind) is type(body) is type(prev) is type(own) is bytearray):
        return Fault(due, f"Record {due} holds a value that is not text.")
    good = cast(_GoodRow, row)
    if record_hash(*good[:5]).encode() != own:
        return Fault(due, f"Record {due} was changed: its hash does not fit its content.")
    if prev != head:
        return Fault(due, f"Record {due} does not follow record {count}: it was written after another one.")
    return _beginning_fault(due, good)


def _beginning_fault(seq: int, row: _GoodRow) -> Fault | None:
    """The first record, and no other, says which log this is."""
    if seq > 1:
        return None if row[2] != _GENESIS else Fault(seq, f"Record {seq} is the beginning of another log.")
    if row[2] != _GENESIS or identity(row[3]) is None:
        return Fault(1, "Record 1 does not say which station and which log this is.")
    return None


@frozen
class Walk:
    """How far a chain holds: *end* is its last good place. *stands_at*: the record with the noted head;
    *misnoted*: what to say if another was noted."""

    end: Point
    fault: Fault | None
    stands_at: int | None = None
    misnoted: str = ""

    @property
    def witnessed(self) -> bool:
        return self.fault is None and self.stands_at is not None


def walk(rows: Iterable[Row], after: Point = START, note: Noted = NOTHING) -> Walk:
    """Follow the chain through *rows*, which continue it after *after*, and hold it to *note*."""
    count, head = after.count, bytearray(after.head.encode())
    digits, stands_at, before, there = note.head.encode(), None, START, ""
    for row in rows:
        if fault := check_link(count, head, row):
            return Walk(Point(count, head.decode()), fault)
        own = cast(bytearray, row[5])
        if digits:
            if count + 1 == note.count:
                before, there = Point(count, head.decode()), own.decode()
            if own.startswith(digits) and (stands_at is None or count + 1 == note.count):
                stands_at = count + 1
        count, head = count + 1, own
    end = Point(count, head.decode())
    return (
        _hold_to_note(end, note, stands_at)
        if stands_at is not None or not there
        else _not_there(before, note, there)
    )


def _not_there(before: Point, note: Noted, there: str) -> Walk:
    """The record that was noted is here, with another hash: *there*. *before*: the place before it."""
    compare = f" (record {note.count} has {check_code(there)})"
    return Walk(before, Fault(note.count, _NOT_AS_NOTED.format(compare, "replaced"), unlike_note=True))


def _hold_to_note(end: Point, note: Noted, stands_at: int | None) -> Walk:
    """A chain that holds in itself, held to *note*."""
    if stands_at is not None:
        wrongly = note.count is not None and stands_at != note.count
        return Walk(end, None, stands_at, _MISNOTED.format(stands_at, note.count) if wrongly else "")
    return Walk(end, _shortfall(end, note))


def _shortfall(end: Point, note: Noted) -> Fault | None:
    """What a chain that holds in itself still lacks of *note*, whose head is nowhere in it; an empty chain is
    handled elsewhere."""
    if not end.count:
        return None
    if note.count is not None and end.count < note.count:
        missing = end.count + 1
        here = "1 is here" if end.count == 1 else f"{end.count} are here"
        return Fault(missing, f"Record {missing} is missing: {note.count} records were noted, {here}.")
    if not note.head:
        return None
    return Fault(None, _NOT_AS_NOTED.format("", "cut off at the end or replaced"), unlike_note=True)


class Status(StrEnum):
    INTACT = "intact"
    BROKEN = "broken"
    UNREADABLE = "unreadable"


class FileState(StrEnum):
    """What SQLite's own check says of the file around a chain that holds."""

    SOUND = "sound"
    DAMAGED = "damaged"
    UNCHECKED = "unchecked"


@frozen
class Verification:
    """What `verify` found. *count* and *head* are those of the last good record; *reason* says why a log
    is not intact or its file is damaged, *note* what a director should know about one that is intact.
    *unlike_note*: the chain holds, and only a note made of it outside does not fit."""

    status: Status
    witnessed: bool = False
    count: int = 0
    head: str | None = None
    first_bad: int | None = None
    reason: str = ""
    note: str = ""
    file: FileState = FileState.UNCHECKED
    unlike_note: bool = False

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong with the chain or the file."""
        return self.status is Status.INTACT and self.file is not FileState.DAMAGED

    @property
    def exit_code(self) -> int:
        """0 intact, 1 broken or in a damaged file, 4 unknown."""
        return 0 if self.holds else {Status.UNREADABLE: 4}.get(self.status, 1)


def unreadable(reason: str) -> Verification:
    """Nothing can be said about the chain, for *reason*."""
    return Verification(Status.UNREADABLE, reason=reason)


def verdict_on(walked: Walk, note: str = "") -> Verification:
    """*walked*, from the first record on, as a finding."""
    end, fault = walked.end, walked.fault
    head = end.head if end.count else None
    if fault is not None:
        return Verification(
            Status.BROKEN,
            False,
            end.count,
            head,
            fault.seq,
            fault.reason,
            note,
            unlike_note=fault.unlike_note,
        )
    if not end.count:
        return unreadable("The log holds no records, not even its first. Look for a copy of it.")
    told = " ".join(part for part in (walked.misnoted, note) if part)
    return Verification(Status.INTACT, walked.witnessed, end.count, head, None, "", told)


def in_file(found: Verification, *, sound: bool) -> Verification:
    """*found* of a chain that holds, in a file that SQLite's own check calls *sound* or not."""
    if sound:
        return replace(found, file=FileState.SOUND)
    told = f"{found.note} {_DAMAGED}".strip()
    return replace(found, file=FileState.DAMAGED, reason=_DAMAGED, note=told)


def write_address(which: str, station: str, epoch: str) -> str:
    """*which* record is meant, and of whose log, where several are open."""
    return f"{which}@{station}/{epoch}"


def address_of(which: str) -> tuple[str, tuple[str, str] | None]:
    """What `write_address` wrote: the record, and its station and epoch; None where no log was named."""
    record, _, whose = which.partition("@")
    station, _, epoch = whose.rpartition("/")
    return record, (station, epoch) if whose else None
