"""Let this spare machine go on where a lost station stopped.

Rules it guards: a chain is never continued by another machine; the spare begins a log of its own, whose first
record names the copy and where it ended; it does so in one step, on a machine that has ruled on nothing yet,
with the director's passcode; ruling numbers leave a gap for what the copy does not know.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from kiosk import RELEASED
from kiosk.actions.events.admitted import Admitted, GivenOut, admitted_to_whole_log, give_out
from kiosk.actions.events.opening import Examine, examine_here, opening
from kiosk.actions.restore.lost_log import LostLog, lost_log
from kiosk.actions.staff import Staff
from kiosk.core.access.passcode import Role
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import (
    EventOpenedBody,
    PasscodeSetBody,
    RoundEndedBody,
    RoundStartedBody,
)
from kiosk.core.log.bodies.station import ContinuedLog, RestoredBody
from kiosk.core.log.body import Body
from kiosk.core.log.kinds import Kind
from kiosk.core.log.numbers import ruling_number
from kiosk.core.setup.integrity import InForce, changes
from kiosk.core.setup.read_back import AtOpening, oddities
from kiosk.core.setup.schedule import local_time, round_at, round_now
from kiosk.core.setup.settings import EventSettings, Settings
from kiosk.errors import LogError, SetupError
from kiosk.folder import RESTORED
from kiosk.storage.log.copy_place import copy_place
from kiosk.storage.log.links import begun, genesis
from kiosk.storage.log.second_copy import copy_name
from kiosk.storage.log.standing import read_standing
from kiosk.storage.reading.beside import continued
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.kept_file import keep
from kiosk.storage.reading.query import open_reader
from kiosk.storage.reading.reader import read_head
from kiosk.storage.setup.file import WHEN_CHANGED, load_settings, settings_digest, setup_path
from kiosk.storage.setup.opened import opened_from

WHERE = "kiosk restore"
NOT_RESTORED = "Nothing was restored."
# What a machine that was only made ready has none of.
_USED = (Kind.ADJUDICATION, Kind.CONCEDED, Kind.DECISION, Kind.REVEAL, Kind.EVENT_OPENED)


@frozen
class RestoreWish:
    """*copy*: a file, or a folder with copies. *confirm* is asked, with each in a sentence, whether to go on
    though something is odd."""

    copy: Path
    confirm: Callable[[tuple[str, ...]], bool]


@frozen
class RestoredStation:
    """The station that goes on here: after *lost*, with *number* as its next ruling. *round*: the one that is
    being played."""

    lost: LostLog
    number: str
    round: int | None
    odd: tuple[str, ...]
    given_out: GivenOut


def restore(staff: Staff, wish: RestoreWish, examine: Examine = examine_here) -> RestoredStation:
    """Begin a log here that goes on after the copy of *wish*."""
    settings = load_settings(staff.folder)
    if settings is None:
        raise SetupError(
            "This machine is not set up, so no station can go on here. Set it up like the lost one first, "
            "with its letter: “kiosk roll-out --take FOLDER” from the stick, or “kiosk setup --from FILE”."
        )
    lost = lost_log(wish.copy, settings.letter)
    with admitted_to_whole_log(staff, WHERE) as director:
        _refuse_used(director, lost)
        event, odd = _checked(director, lost, examine)
        if odd and not wish.confirm(odd):
            raise SetupError(NOT_RESTORED)
        _begin(director, lost, None if event is None else replace(event, odd=odd, goes_on=True))
        past = read_standing(director.log.path).past
        called = None if past.event is None else past.event.called
        running = None if past.event is None else round_now(settings.rounds, called, _local(staff))
        number = ruling_number(lost.letter, lost.numbers_after + 1)
        given_out = give_out(replace(director, past=past))
    return RestoredStation(lost, number, running, odd, given_out)


def _refuse_used(director: Admitted, lost: LostLog) -> None:
    """Refuse a machine whose own log says more than how it was made ready."""
    own, path = director.log.head(), director.log.path
    if (own.station, own.epoch) == (lost.head.station, lost.head.epoch):
        raise LogError(
            f"The log of this machine is that very log: it has {own.count} records, the copy "
            f"{lost.head.count}. A copy is never put over the log itself."
        )
    if continued(path) is not None:
        raise LogError(
            "This machine goes on for a lost one already. Another copy of that log is put beside it with "
            "“kiosk log merge”."
        )
    if director.past.event is not None:
        raise SetupError(
            f"The event “{director.past.event.name}” is open on this machine, so it is no spare. Use another "
            "machine, or name an empty data folder with --data."
        )
    with open_reader(path) as reader:
        used = any(next(reader.find(Filter(kind=kind), 1), None) is not None for kind in _USED)
    if used:
        raise LogError(
            "This machine has rulings or events of its own in its log, so it is no spare. Use another "
            "machine, or name an empty data folder with --data and set it up first."
        )


def _checked(
    director: Admitted, lost: LostLog, examine: Examine
) -> tuple[EventOpenedBody | None, tuple[str, ...]]:
    """The opening of the event that goes on here, and what must be confirmed; SetupError where this machine
    could not judge as it was set up."""
    folder, settings = director.folder, director.settings
    if (changed := changes(InForce(settings_digest(folder)), director.past.setup)) is not None:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
    code = opened_from(folder, settings, str(setup_path(folder))).code
    place = None if settings.second_copy is None else copy_place(Path(settings.second_copy), folder)
    seen = AtOpening(director.staff.clock(), lost.head.at, RELEASED, place.apart if place else None)
    odd = oddities(settings, seen) if lost.event is not None else ()
    if lost.setup_code and lost.setup_code != code:
        odd = (
            *odd,
            f"The set-up code here is {code}, that of the lost station was {lost.setup_code}: version, "
            "lists, rules, rounds or timings differ.",
        )
    if lost.event is None:
        return None, odd
    body, _ = opening(director, EventSettings(lost.event.id, lost.event.name), examine)
    return body, odd


def _begin(director: Admitted, lost: LostLog, event: EventOpenedBody | None) -> None:
    """Keep the copies and what this machine has recorded so far; then put the new log in its place."""
    log, staff = director.log, director.staff
    own, kept = log.head(), staff.folder / RESTORED
    for path in (lost.path, *lost.before):
        head = read_head(path)
        keep(path, kept / copy_name(lost.letter, head.station, head.epoch))
    keep(log.path, kept / f"before-{own.station[:8]}-{own.epoch[:8]}.db")
    now = staff.clock()
    end = ContinuedLog(
        lost.head.station, lost.head.epoch, lost.head.count, lost.head.hash, lost.numbers_after
    )
    bodies = (*_taken_over(director, lost), *_going_on(director.settings, lost, event, _local(staff)))
    log.begin_again(begun(genesis(now, own.station, end), now, bodies))


def _taken_over(director: Admitted, lost: LostLog) -> Iterator[Body]:
    """What is known of this machine, on record again."""
    past = director.past
    yield RestoredBody(
        count=lost.head.count,
        head=lost.head.hash,
        station=lost.head.station,
        epoch=lost.head.epoch,
        last=lost.last,
        next=ruling_number(lost.letter, lost.numbers_after + 1),
        role=Role.DIRECTOR.value if director.passcode_is_set else "",
    )
    if past.setup is not None:
        yield past.setup
    for role in sorted(past.passcodes):
        yield PasscodeSetBody(role, replaced=False)


def _going_on(settings: Settings, lost: LostLog, event: EventOpenedBody | None, local: str) -> Iterator[Body]:
    """The event that was open goes on, in the round that the director had called."""
    if event is None or lost.event is None:
        return
    yield event
    called = lost.event.called
    running, scheduled = round_now(settings.rounds, called, local), round_at(settings.rounds, local)
    if called is None or running == scheduled:
        return
    if running is None:
        yield RoundEndedBody(event.event, called.number, scheduled, goes_on=True)
    else:
        yield RoundStartedBody(event.event, running, scheduled, goes_on=True)


def _local(staff: Staff) -> str:
    now = staff.clock()
    return local_time(now.at, now.offset_min)
