"""What a station must know of its log before it opens: the event, the set-up, whether it was closed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from kiosk.core.log.canonical import Json
from kiosk.core.log.chain import Head
from kiosk.core.log.history import TELLING, History, history
from kiosk.core.log.kinds import Kind, Record
from kiosk.storage.log.milestones import Milestones
from kiosk.storage.log.tail import read_milestones
from kiosk.storage.reading.reader import reading


@dataclass(frozen=True, slots=True)
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
    telling: list[Record] = []
    closing: list[Record] = []
    for record in records:
        (telling if record.kind in TELLING else closing).append(record)
    standing = Standing(history(telling))
    for record in closing:
        standing = _after(standing, record)
    return standing


def checkpoint_body(head: Head, past: Milestones, since: int, *, given_out: bool) -> dict[str, Json]:
    """What a checkpoint after *head* says: the records of *past* are named each by number and hash, so that
    none of them can be exchanged. *since*: the first of those that were verified."""
    records = past.records()
    return {
        "count": head.count,
        "head": head.hash,
        "rulings": past.rulings,
        "closed": standing_after(records).closed,
        "standing": [[record.seq, record.hash] for record in records],
        "from": since,
        "given_out": given_out,
    }


def _after(standing: Standing, record: Record) -> Standing:
    data = record.data
    match record.kind:
        case Kind.LOCKED:
            why = str(data.get("why") or "The station was closed.")
            locked = data.get("state") == "locked"
            return replace(standing, closed=why, locked=locked, since=f"{record.local:%H:%M}")
        case Kind.VIOLATION:
            return replace(standing, violations=(*standing.violations, record.at))
        case Kind.UNLOCK:
            return Standing(standing.past)
    return standing
