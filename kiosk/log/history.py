"""What the log says of the station's set-up: which event is open, which set-up was recorded, which passcodes.

The log is the only memory of an event; nothing else says whether one is open.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.schedule import RoundCall
from kiosk.log import bodies
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind

SetUpOnRecord: TypeAlias = bodies.SetUpBody | bodies.SetUpAcceptedBody


@frozen
class OpenEvent:
    """The event that is open, and the record that opened it. *called*: the director's last word on rounds."""

    id: str
    name: str
    seq: int
    at: str
    called: RoundCall | None = None


@frozen
class History:
    """The sum of the records so far. *setup*: what the last set-up says. *access_missed*: it was noted that
    the passcode file is gone, and no passcode was set since."""

    event: OpenEvent | None = None
    setup: SetUpOnRecord | None = None
    passcodes: frozenset[str] = frozenset()
    access_missed: bool = False


# The only kinds that `history` looks at; a reader may leave out all others.
TELLING = (
    Kind.EVENT_OPENED,
    Kind.EVENT_CLOSED,
    Kind.ROUND_STARTED,
    Kind.ROUND_ENDED,
    Kind.SET_UP,
    Kind.SET_UP_ACCEPTED,
    Kind.PASSCODE_SET,
    Kind.ACCESS_MISSING,
)


def history(records: Iterable[Record]) -> History:
    """What *records*, oldest first, come to."""
    so_far = History()
    for record in records:
        so_far = _after(so_far, record)
    return so_far


def _after(so_far: History, record: Record) -> History:
    match bodies.read_body(record):
        case bodies.EventOpenedBody() as opened:
            return replace(so_far, event=OpenEvent(opened.event, opened.name, record.seq, record.at))
        case bodies.EventClosedBody():
            return replace(so_far, event=None)
        case (bodies.RoundStartedBody() | bodies.RoundEndedBody()) as called if so_far.event is not None:
            local = record.local.isoformat(timespec="seconds")
            call = RoundCall(called.round, local, started=isinstance(called, bodies.RoundStartedBody))
            return replace(so_far, event=replace(so_far.event, called=call))
        case (bodies.SetUpBody() | bodies.SetUpAcceptedBody()) as setup:
            return replace(so_far, setup=setup)
        case bodies.PasscodeSetBody(role=role):
            return replace(so_far, passcodes=so_far.passcodes | {role}, access_missed=False)
        case bodies.AccessMissingBody():
            return replace(so_far, access_missed=True)
    return so_far
