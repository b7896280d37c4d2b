"""The few records that say where a station stands: a checkpoint names them, and a start reads no others.

Rule it guards: only the last of each sort counts, so that these few add up to the same as the whole log.
"""

from collections.abc import Iterable

from kiosk.core.log.bodies.event import PasscodeSetBody, UnlockBody
from kiosk.core.log.bodies.station import ViolationBody
from kiosk.core.log.body import Body
from kiosk.core.log.history import TELLING
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.log.spellings import as_written, said
from kiosk.core.watch.violations import MOST

# How a run ended, and which verdict its screen may have shown last.
_RUN = (Kind.STARTED, Kind.STOPPED, Kind.UNCLEAN_STOP, Kind.ADJUDICATION, Kind.CLOSED)
_CLOSING = (Kind.LOCKED, Kind.OUT_OF_SERVICE, Kind.UNLOCK, Kind.VIOLATION)
KINDS = as_written((*_RUN, *_CLOSING, *TELLING))  # as a file may spell them
# Doubt closes: a start does not pass over one of these because it cannot make sense of it.
MUST_FIT = as_written((*_CLOSING, *TELLING)) - {Kind.NOTE}
# Of these two only the later one counts: they say the same thing in two ways.
_ONE_SLOT = {Kind.OUT_OF_SERVICE: Kind.LOCKED, Kind.SET_UP_ACCEPTED: Kind.SET_UP}


class Milestones:
    """Is given the records of `KINDS` in order, and keeps those that still matter. *rulings*: how many of
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
        if record.kind in _RUN:  # by far the most
            self._last[record.kind] = record
            self.rulings += record.kind == Kind.ADJUDICATION
            return
        body = said(record)
        if isinstance(body, ViolationBody):
            # One that only says how often the last one was seen again is not another.
            if body.echoes is None:
                self._violations = (*self._violations[-MOST:], record)
        elif body is not None and (slot := _slot(body)):
            self._last[slot] = record
            if isinstance(body, UnlockBody):
                self._violations = ()

    def last(self, kind: Kind) -> Record | None:
        """The last record of *kind*, one of those that end or begin a run."""
        return self._last.get(kind)

    def records(self) -> tuple[Record, ...]:
        """All that still matter, oldest first."""
        return tuple(sorted((*self._last.values(), *self._violations), key=lambda record: record.seq))


def _slot(body: Body) -> str:
    """Of records in the same slot only the last one counts; nothing if the record says nothing lasting."""
    match body:
        case PasscodeSetBody(role=role):
            return f"{body.kind} {role}"
        case UnlockBody(resumed=""):
            return ""
    lasting = body.kind in _CLOSING or body.kind in TELLING
    return _ONE_SLOT.get(body.kind, body.kind) if lasting else ""
