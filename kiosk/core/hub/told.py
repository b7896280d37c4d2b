"""What the records of one log say of its station, record by record: event, round, call, protection, copy.

The rule it guards: whatever a record holds, the next one is still heard; and a call for the director stands
until a record says that it is over.
"""

from dataclasses import replace
from datetime import datetime

from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import (
    EventClosedBody,
    EventOpenedBody,
    RoundEndedBody,
    RoundOnRecord,
    RoundStartedBody,
    SetUpBody,
    UnlockBody,
)
from kiosk.core.log.bodies.play import AdjudicationBody, CallEndedBody, DirectorNeededBody
from kiosk.core.log.bodies.station import (
    GuardsBody,
    LockedBody,
    OutOfServiceBody,
    SecondCopyBody,
    StoppedBody,
)
from kiosk.core.log.body import Body
from kiosk.core.log.kinds import Record
from kiosk.core.log.spellings import said
from kiosk.core.setup.schedule import RoundCall, RoundTime, local_time, round_now


@frozen
class ToldByLog:
    """*event*, *name*: of the last one that was opened. *call_at*: since when the players want the director,
    by the station's clock. *closed*: why it rules nothing, empty if it does."""

    event: str = ""
    name: str = ""
    open: bool = False
    rounds: tuple[RoundTime, ...] = ()
    called: RoundCall | None = None
    offset_min: int = 0
    wanted: str = ""
    level: str | None = None
    guards: str | None = None
    copy_wanted: bool = False
    copy: str = ""
    call_at: str | None = None
    closed: str = ""

    def round(self, at: str) -> int | None:
        """The round at the UTC instant *at*."""
        if not self.open:
            return None
        try:
            return round_now(self.rounds, self.called, local_time(at, self.offset_min))
        except (ValueError, TypeError, OverflowError):  # times that no station of ours writes
            return None


def body_of(record: Record) -> Body | None:
    """What *record* says; None where this version cannot tell."""
    try:
        return said(record)
    except (ValueError, RecursionError):
        return None


def next_told(told: ToldByLog, record: Record) -> ToldByLog:
    """*told* after one more record."""
    body = body_of(record)
    try:
        return _of_event(_of_place(told, record, body), record, body)
    except (ValueError, TypeError, OverflowError):  # a time that is none
        return told


def _of_event(told: ToldByLog, record: Record, body: Body | None) -> ToldByLog:
    match body:
        case EventOpenedBody():
            return replace(
                told,
                event=body.event,
                name=body.name,
                open=True,
                rounds=tuple(map(_round, body.rounds)),
                called=None,
                offset_min=_offset(record),
                wanted=body.protection.wanted,
                level=body.protection.level,
            )
        case EventClosedBody():
            return replace(told, open=False, called=None, call_at=None)
        case RoundStartedBody() | RoundEndedBody():
            started = isinstance(body, RoundStartedBody)
            call = RoundCall(body.round, record.local.isoformat(timespec="seconds"), started)
            return replace(told, called=call, offset_min=_offset(record))
    return told


def _of_place(told: ToldByLog, record: Record, body: Body | None) -> ToldByLog:
    match body:
        case DirectorNeededBody():
            return replace(told, call_at=record.at)
        case CallEndedBody() | AdjudicationBody() | StoppedBody():
            return replace(told, call_at=None)
        case LockedBody(why=why) | OutOfServiceBody(why=why):
            return replace(told, closed=why or "no reason given")
        case UnlockBody(resumed=resumed) if resumed:
            return replace(told, closed="")
        case GuardsBody(trouble=trouble):
            return replace(told, guards=trouble)
        case SecondCopyBody(state=state):
            return replace(told, copy=state)
        case SetUpBody(second_copy=wanted):
            return replace(told, copy_wanted=wanted)
    return told


def _round(one: RoundOnRecord) -> RoundTime:
    return RoundTime(one.number, one.starts, one.ends)


def _offset(record: Record) -> int:
    """How far the wall of the station is from UTC."""
    utc = datetime.fromisoformat(record.at).replace(tzinfo=None)
    return int((record.local - utc).total_seconds() // 60)
