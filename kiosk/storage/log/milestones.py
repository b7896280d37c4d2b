"""The few records that say where a station stands: a checkpoint names them, and a start reads no others.

Rule it guards: of each sort the last one counts, so that these alone come to what the whole log comes to.
"""

from collections.abc import Iterable

from kiosk.core.log.history import ACCESS_MISSING, TELLING
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.watch.violations import MOST

# How a run ended, and which verdict its screen may have shown last.
_RUN = (Kind.STARTED, Kind.STOPPED, Kind.UNCLEAN_STOP, Kind.ADJUDICATION, Kind.CLOSED)
_CLOSING = (Kind.LOCKED, Kind.UNLOCK, Kind.VIOLATION)
KINDS = frozenset((*_RUN, *_CLOSING, *TELLING))


class Milestones:
    """Told of the records of `KINDS` in their order, it keeps those that still matter. *rulings*: how many of
    them were adjudications."""

    def __init__(self, kept: Iterable[Record] = (), rulings: int = 0) -> None:
        self._last: dict[str, Record] = {}
        self._violations: tuple[Record, ...] = ()
        self.rulings = 0
        for record in kept:
            self.see(record)
        self.rulings = rulings

    def see(self, record: Record) -> None:
        """Take in *record*, which came after all the others."""
        if record.kind is Kind.ADJUDICATION:
            self.rulings += 1
        if record.kind is Kind.VIOLATION:
            # One that only says how often the last one was seen again is not another.
            if "echoes" not in record.data:
                self._violations = (*self._violations[-MOST:], record)
        elif slot := _slot(record):
            self._last[slot] = record
            if record.kind is Kind.UNLOCK:
                self._violations = ()

    def last(self, kind: Kind) -> Record | None:
        """The last record of *kind*, one of those that end or begin a run."""
        return self._last.get(kind.value)

    def records(self) -> tuple[Record, ...]:
        """All that still matter, oldest first."""
        return tuple(sorted((*self._last.values(), *self._violations), key=lambda record: record.seq))


def _slot(record: Record) -> str:
    """Of records in the same slot only the last one counts; nothing if the record says nothing lasting."""
    match record.kind:
        case Kind.SET_UP:
            return f"{record.kind} {record.data.get('what')} {record.data.get('role')}"
        case Kind.NOTE:
            return record.kind.value if record.data.get("what") == ACCESS_MISSING else ""
        case Kind.UNLOCK:
            return record.kind.value if record.data.get("resumed") else ""
    return record.kind.value if record.kind in KINDS else ""
