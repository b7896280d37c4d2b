"""What the log says of the station's set-up: which event is open, which set-up was recorded, which passcodes.

The log is the only memory of an event; nothing else says whether one is open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kiosk.core.log.canonical import Json
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.setup.schedule import RoundCall

SETTINGS = "settings"
PASSCODE = "passcode"
ACCESS_MISSING = "access_missing"


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """The event that is open, and the record that opened it. *called*: the director's last word on rounds."""

    id: str
    name: str
    seq: int
    at: str
    called: RoundCall | None = None


@dataclass(frozen=True, slots=True)
class History:
    """The sum of the records so far. *setup*: the data of the last set-up. *access_missed*: it was noted that
    the passcode file is gone, and no passcode was set since."""

    event: OpenEvent | None = None
    setup: Mapping[str, Json] | None = None
    passcodes: frozenset[str] = frozenset()
    access_missed: bool = False


# The only kinds that `history` looks at; a reader may leave out all others.
TELLING = (
    Kind.EVENT_OPENED,
    Kind.EVENT_CLOSED,
    Kind.ROUND_STARTED,
    Kind.ROUND_ENDED,
    Kind.SET_UP,
    Kind.NOTE,
)


def history(records: Iterable[Record]) -> History:
    """What *records*, oldest first, come to."""
    so_far = History()
    for record in records:
        so_far = _after(so_far, record)
    return so_far


def _after(so_far: History, record: Record) -> History:
    match record.kind:
        case Kind.EVENT_OPENED:
            data = record.data
            event = OpenEvent(str(data["event"]), str(data["name"]), record.seq, record.at)
            return replace(so_far, event=event)
        case Kind.EVENT_CLOSED:
            return replace(so_far, event=None)
        case Kind.ROUND_STARTED | Kind.ROUND_ENDED if so_far.event is not None:
            return replace(so_far, event=_after_call(so_far.event, record))
        case Kind.SET_UP:
            return _after_setup(so_far, record.data)
        case Kind.NOTE if record.data.get("what") == ACCESS_MISSING:
            return replace(so_far, access_missed=True)
    return so_far


def _after_call(event: OpenEvent, record: Record) -> OpenEvent:
    number = record.data.get("round")
    if not isinstance(number, int):
        return event
    local = record.local.isoformat(timespec="seconds")
    return replace(event, called=RoundCall(number, local, started=record.kind is Kind.ROUND_STARTED))


def _after_setup(so_far: History, data: Mapping[str, Json]) -> History:
    if data.get("what") == PASSCODE:
        return replace(so_far, passcodes=so_far.passcodes | {str(data["role"])}, access_missed=False)
    return replace(so_far, setup=data)
