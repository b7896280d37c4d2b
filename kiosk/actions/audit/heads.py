"""The heads that were given out: what somebody may have on paper, and since when."""

from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import EventClosedBody, EventOpenedBody, NightClosedBody
from kiosk.core.log.bodies.station import CheckpointBody
from kiosk.core.log.chain import Point
from kiosk.core.log.kinds import Kind
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.query import open_reader

_OCCASIONS = (Kind.EVENT_OPENED, Kind.EVENT_CLOSED, Kind.NIGHT_CLOSED)


@frozen
class HeadOnRecord:
    """A head that was given out after the record of its checkpoint, *point*; *occasion*: what was done just
    before, in words. *fits*: the record that says so is still what was recorded."""

    local: str
    occasion: str
    point: Point
    fits: bool


def heads_given_out(folder: Path) -> tuple[HeadOnRecord, ...]:
    """The heads of the log in *folder* that were given out, newest first."""
    path = log_path(folder)
    if not path.exists():
        return ()
    with open_reader(path) as reader:
        told = [one for kind in _OCCASIONS for one in reader.find(Filter(kind=kind))]
        marks = [
            one
            for one in reader.find(Filter(kind=Kind.CHECKPOINT))
            if isinstance(one.said, CheckpointBody) and one.said.given_out
        ]
    by_place = {one.seq: one for one in told}
    return tuple(
        HeadOnRecord(
            mark.local_text, _occasion(by_place.get(mark.seq - 1)), Point(mark.seq, mark.hash), mark.fits
        )
        for mark in marks
    )


def _occasion(before: Found | None) -> str:
    body = None if before is None else before.said
    match body:
        case EventOpenedBody():
            return f"“{body.name}” opened"
        case EventClosedBody():
            return f"“{body.name}” closed"
        case NightClosedBody():
            return "closed for tonight"
        case _:
            return "given out"
