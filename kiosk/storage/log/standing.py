"""What a station must know of its log before it opens: the event, the set-up, whether it was closed."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import UnlockBody
from kiosk.core.log.bodies.station import CheckpointBody, LockedBody, OutOfServiceBody, ViolationBody
from kiosk.core.log.chain import Head
from kiosk.core.log.history import History, history
from kiosk.core.log.kinds import Record
from kiosk.core.log.spellings import said
from kiosk.storage.log.milestones import Milestones
from kiosk.storage.log.tail import read_milestones
from kiosk.storage.reading.reader import reading


@frozen
class Standing:
    """*closed*: why the station was locked or out of service and nobody has resumed it since, else empty;
    *since*: the local time of that. *violations*: when the last few were, since somebody last resumed it."""

    past: History
    closed: str = ""
    locked: bool = False
    since: str = ""
    violations: tuple[str, ...] = ()


def read_standing(path: Path) -> Standing:
    """Where the log at *path* leaves the station."""
    with reading(path) as conn:
        return standing_after(read_milestones(conn).records())


def standing_after(records: Iterable[Record]) -> Standing:
    """Where *records*, oldest first, leave the station."""
    known = list(records)
    standing = Standing(history(known))
    for record in known:
        standing = _after(standing, record)
    return standing


def checkpoint_body(head: Head, past: Milestones, since: int, *, given_out: bool) -> CheckpointBody:
    """What a checkpoint after *head* says: the records of *past* are named each by number and hash, so that
    none of them can be exchanged. *since*: the first of those that were verified."""
    records = past.records()
    return CheckpointBody(
        count=head.count,
        head=head.hash,
        rulings=past.rulings,
        closed=standing_after(records).closed,
        standing=tuple((record.seq, record.hash) for record in records),
        from_=since,
        given_out=given_out,
    )


def _after(standing: Standing, record: Record) -> Standing:
    match said(record):
        case (LockedBody() | OutOfServiceBody()) as closed:
            why = closed.why or "The station was closed."
            locked = isinstance(closed, LockedBody)
            return replace(standing, closed=why, locked=locked, since=f"{record.local:%H:%M}")
        case ViolationBody():
            return replace(standing, violations=(*standing.violations, record.at))
        case UnlockBody():
            return Standing(standing.past)
    return standing
