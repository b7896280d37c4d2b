"""A record on its way to somebody who reads it: whether it is still what was recorded, and what it says.

Rules it guards: a record is shown as good only if its hash, computed again from what the file holds, is the
stored one; and no record, however odd, stops the reading of the others.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypeAlias

from kiosk.core.log.bodies.play import AdjudicationBody
from kiosk.core.log.body import Body
from kiosk.core.log.canonical import Json
from kiosk.core.log.chain import record_hash
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.log.spellings import decode

FoundRow: TypeAlias = tuple[object, ...]  # station, epoch, then the columns of `records`
_DEEPEST = 100
_LONGEST_OFFSET_MIN = 24 * 60
_KINDS = frozenset(kind.value for kind in Kind)


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
            parsed = json.loads(self.body, parse_constant=_refused, parse_float=str)
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


def found(row: FoundRow) -> Found:
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
    for one in body:
        if one in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif one in "]}":
            depth -= 1
    return deepest


def _refused(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")
