"""Open an event, close it, close for tonight, list those on record.

Rule it guards: an event opens only on a sound station, and only after the director has heard what it will be
judged by and confirmed what is odd about it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kiosk.actions.events.admitted import Admitted, GivenOut, admitted_to_whole_log, give_out
from kiosk.actions.events.opening import Examine, ReadBack, examine_here, opening, read_back
from kiosk.actions.on_record import check_event
from kiosk.actions.staff import Staff
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import EventClosedBody, EventOpenedBody, NightClosedBody
from kiosk.core.log.body import encode
from kiosk.core.log.canonical import Json
from kiosk.core.log.chain import Status, Verification
from kiosk.core.setup.settings import EventSettings, Settings
from kiosk.errors import SetupError
from kiosk.storage.hub.receipts import ReceiptBook, record_receipts
from kiosk.storage.log.acknowledged import DOES_NOT_HOLD, verify_here
from kiosk.storage.log.lock import noted_station
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.events import EventOnRecord, read_events

NOT_OPENED = "The event was not opened."


@frozen
class EventWish:
    """The event to open; what is None is as the set-up has it. *hear* gets what is read back; *confirm* is
    asked, if something of it is odd, whether the event should open anyway."""

    hear: Callable[[ReadBack], None]
    confirm: Callable[[ReadBack], bool]
    id: str | None = None
    name: str | None = None


@frozen
class OpenedEvent:
    event: EventSettings
    heard: ReadBack
    protection: Json
    given_out: GivenOut


@frozen
class EventsOnRecord:
    """*log*: whether the log they stand in holds; None if there is none yet."""

    events: tuple[EventOnRecord, ...]
    log: Verification | None

    @property
    def doubt(self) -> str:
        """Why that log does not hold; empty if it does."""
        broken = self.log is not None and self.log.status is not Status.INTACT
        return f"{DOES_NOT_HOLD} {self.log.reason}" if self.log is not None and broken else ""


def open_event(staff: Staff, wish: EventWish, examine: Examine = examine_here) -> OpenedEvent:
    """Open the event of *wish*: rulings count for it from now on, and the set-up is frozen."""
    with _heard(staff, wish.id, wish.name, examine) as (director, event, body, heard):
        wish.hear(heard)
        if heard.odd and not wish.confirm(heard):
            raise SetupError(NOT_OPENED)
        director.log.append(replace(body, odd=heard.odd))
        return OpenedEvent(event, heard, encode(body.protection), give_out(director))


def hear_event(
    staff: Staff, id: str | None, name: str | None, examine: Examine = examine_here
) -> tuple[EventSettings, ReadBack]:
    """What the event would be judged by if it were opened now; nothing is."""
    with _heard(staff, id, name, examine) as (_, event, _, heard):
        return event, heard


@contextmanager
def _heard(
    staff: Staff, id: str | None, name: str | None, examine: Examine
) -> Iterator[tuple[Admitted, EventSettings, EventOpenedBody, ReadBack]]:
    """The director let in, the event that would open, its record and what is read back; once nothing stands
    against it."""
    check_event(id, name)
    with admitted_to_whole_log(staff, "kiosk event open") as director:
        if director.past.event is not None:
            raise SetupError(f"The event “{director.past.event.name}” is still open. Close it first.")
        event = _named(director.settings, id, name)
        body, divisions = opening(director, event, examine)
        yield director, event, body, read_back(director, event, body, divisions)


def close_event(staff: Staff) -> tuple[EventSettings, GivenOut]:
    """Close the open event, and make the second copy."""
    with admitted_to_whole_log(staff, "kiosk event close") as director:
        event = director.past.event
        if event is None:
            raise SetupError("No event is open, so there is none to close.")
        director.log.append(EventClosedBody(event.id, event.name, event.seq))
        record_receipts(ReceiptBook(staff.folder), director.log.path, director.log.append)
        return EventSettings(event.id, event.name), give_out(director)


def close_for_tonight(staff: Staff) -> tuple[str | None, GivenOut]:
    """Close for tonight: make the second copy; the event, whose id comes back, stays open."""
    with admitted_to_whole_log(staff, "kiosk event tonight") as director:
        event = director.past.event
        director.log.append(NightClosedBody(None if event is None else event.id))
        return None if event is None else event.id, give_out(director)


def events_on_record(folder: Path) -> EventsOnRecord:
    """The events of the station in *folder*."""
    path = log_path(folder)
    if not path.exists() and not noted_station(folder):
        return EventsOnRecord((), None)
    return EventsOnRecord(read_events(path), verify_here(path))


def _named(settings: Settings, id: str | None, name: str | None) -> EventSettings:
    planned = settings.event
    if id is None and planned is None:
        raise SetupError("The set-up names no event. Give it with --id and --name.")
    if planned is not None and id in (None, planned.id):
        return EventSettings(planned.id, name or planned.name)
    return EventSettings(str(id), name or str(id))
