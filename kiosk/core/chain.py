"""The chain: how one record is tied to the one before it, and how the whole is checked.

hash = SHA-256 over a domain tag and the fields seq, at, kind, body, prev, each after its length. The rule it
guards: a log is called *witnessed* only if a head noted outside of it stands in it. DESIGN.md describes it
for other languages; `tests/independent_verifier.py` is written from that text.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from struct import Struct
from typing import TypeAlias, cast

from kiosk.core.records import Kind, Record
from kiosk.errors import LogError

TAG = b"challenge-kiosk log record v1\n"
NO_PREV = "0" * 64  # what the first record has in place of the hash before it
SHORT_CODE = 16  # hex digits of a head that fit on a slip of paper: 64 bits cannot be forged in practice

# seq, at, kind, body, prev, hash as the file holds them: texts as their UTF-8 bytes, and, in a file
# somebody tampered with, anything at all.
Row: TypeAlias = tuple[object, object, object, object, object, object]
_GoodRow: TypeAlias = tuple[int, bytes, bytes, bytes, bytes, bytes]

_length = Struct(">I").pack
_GENESIS = Kind.GENESIS.value.encode()
_REPLACED = "Record {} is not the one whose head was noted: it or an earlier one was replaced."
_HEX = frozenset("0123456789abcdef")


def record_hash(seq: int, at: bytes, kind: bytes, body: bytes, prev: bytes) -> str:
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


@dataclass(frozen=True, slots=True)
class Point:
    """A place in a chain: *count* records, the last of which has the hash *head*."""

    count: int = 0
    head: str = NO_PREV


START = Point()


def next_record(after: Point, at: str, kind: Kind, body: str) -> Record:
    """The record that continues the chain after *after*."""
    seq = after.count + 1
    own = record_hash(seq, at.encode(), kind.value.encode(), body.encode(), after.head.encode())
    return Record(seq, at, kind, body, after.head, own)


@dataclass(frozen=True, slots=True)
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
        return "-".join(self.hash[start : start + 4] for start in range(0, SHORT_CODE, 4))


@dataclass(frozen=True, slots=True)
class Noted:
    """What somebody outside wrote down earlier: the first digits of a head, a count, both or neither."""

    head: str = ""
    count: int | None = None


NOTHING = Noted()


def noted(head: str | None, count: int | None) -> Noted:
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


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a chain does not hold, and at which record; None if that cannot be told."""

    seq: int | None
    reason: str


def check_link(count: int, head: bytes, row: Row) -> Fault | None:
    """What is wrong with *row* as the record after *count* others, the last with hash *head*."""
    due, seq = count + 1, row[0]
    if type(seq) is not int:
        return Fault(due, f"Record {due} has no number.")
    if seq != due:
        return Fault(min(seq, due), f"Record {due} is missing: record {seq} stands in its place.")
    good = cast(_GoodRow, row)
    try:
        own = record_hash(*good[:5])
    except TypeError:  # checked this way, not field by field, because verifying must be fast
        return Fault(due, f"Record {due} holds a value that is not text.")
    if own.encode() != good[5]:
        return Fault(due, f"Record {due} was changed: its hash does not fit its content.")
    if good[4] != head:
        return Fault(due, f"Record {due} does not follow record {count}: it was written after another one.")
    return _beginning_fault(due, good)


def _beginning_fault(seq: int, row: _GoodRow) -> Fault | None:
    """The first record, and no other, says which log this is."""
    if seq > 1:
        return None if row[2] != _GENESIS else Fault(seq, f"Record {seq} is the beginning of another log.")
    if row[2] != _GENESIS or identity(row[3]) is None:
        return Fault(1, "Record 1 does not say which station and which log this is.")
    return None


def identity(genesis_body: bytes) -> tuple[str, str] | None:
    """Station id and epoch from the body of the first record; None if it does not hold them."""
    try:
        body = json.loads(genesis_body.decode())
        station, epoch = body["station"], body["epoch"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return (station, epoch) if isinstance(station, str) and isinstance(epoch, str) else None


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a chain holds: *end* is its last good place."""

    end: Point
    fault: Fault | None
    witnessed: bool = False


def walk(rows: Iterable[Row], after: Point = START, note: Noted = NOTHING) -> Walk:
    """Follow the chain through *rows*, which continue it after *after*, and hold it to *note*."""
    count, head, witnessed = after.count, after.head.encode(), False
    due, digits = note.count, note.head.encode()
    for row in rows:
        if fault := check_link(count, head, row):
            return Walk(Point(count, head.decode()), fault)
        own = cast(bytes, row[5])
        if digits and due in (None, count + 1):
            witnessed = witnessed or own.startswith(digits)
            if due is not None and not witnessed:
                return Walk(Point(count, head.decode()), Fault(due, _REPLACED.format(due)))
        count, head = count + 1, own
    end = Point(count, head.decode())
    return Walk(end, None if witnessed else _shortfall(end, note), witnessed)


def _shortfall(end: Point, note: Noted) -> Fault | None:
    """What a chain that holds in itself still owes to *note*; an empty one is judged by other means."""
    if not end.count:
        return None
    if note.count is not None and end.count < note.count:
        missing = end.count + 1
        here = "1 is here" if end.count == 1 else f"{end.count} are here"
        return Fault(missing, f"Record {missing} is missing: {note.count} records were noted, {here}.")
    if note.head and note.count is None:
        return Fault(
            None, "The noted head is not in this log: its end was cut off, or records were replaced."
        )
    return None


class Status(StrEnum):
    INTACT = "intact"
    BROKEN = "broken"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` found. *count* and *head* are those of the last good record; *reason* says why a log
    is not intact, *note* what a director should know about one that is."""

    status: Status
    witnessed: bool = False
    count: int = 0
    head: str | None = None
    first_bad: int | None = None
    reason: str = ""
    note: str = ""

    @property
    def exit_code(self) -> int:
        """0 intact, 1 broken, 4 it could not be told."""
        return {Status.INTACT: 0, Status.BROKEN: 1, Status.UNREADABLE: 4}[self.status]


def unreadable(reason: str) -> Verification:
    """Nothing can be said about the chain, for *reason*."""
    return Verification(Status.UNREADABLE, reason=reason)


def verdict_on(walked: Walk, note: str = "") -> Verification:
    """*walked*, from the first record on, as a finding."""
    end, fault = walked.end, walked.fault
    head = end.head if end.count else None
    if fault is not None:
        return Verification(Status.BROKEN, False, end.count, head, fault.seq, fault.reason, note)
    if not end.count:
        return unreadable("The log holds no records, not even its first. Look for a copy of it.")
    return Verification(Status.INTACT, walked.witnessed, end.count, head, None, "", note)
