"""Open an event, close it, close for tonight; start and end a round: always with the director let in,
always on record.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from kiosk import RELEASED
from kiosk.actions import NO_TOOLS, Action, Tools
from kiosk.base.canonical import Json
from kiosk.base.clock import local_time
from kiosk.base.frozen import frozen
from kiosk.base.recordable import id_rule, is_id, is_text, text_rule
from kiosk.base.schedule import RoundTime, next_round, round_at, round_now
from kiosk.errors import LogBroken, LogError, SetupError
from kiosk.lockdown.desktop import facts_here
from kiosk.lockdown.escapes import Examination, examine
from kiosk.lockdown.linux.session import Session
from kiosk.log import bodies, copy_worker, history
from kiosk.log.body import encode
from kiosk.log.chain import Head, Status, Verification
from kiosk.log.events_reader import EventOnRecord, read_events, rulings_of
from kiosk.log.history import History
from kiosk.log.receipts_store import ReceiptBook, record_receipts
from kiosk.log.standing_reader import DOES_NOT_HOLD, read_standing, verify_here
from kiosk.log.store import log_path, noted_station
from kiosk.log.writer import Log
from kiosk.rules.choices import DivisionKind
from kiosk.setup.division_store import open_from
from kiosk.setup.divisions import Division
from kiosk.setup.integrity import InForce, changes
from kiosk.setup.passcodes import Role
from kiosk.setup.read_back import AtOpening, clock_line, oddities, rounds_line
from kiosk.setup.settings import (
    LONGEST_EVENT_ID,
    LONGEST_EVENT_NAME,
    EventSettings,
    Profile,
    Protection,
    Settings,
)
from kiosk.setup.staff_actions import Staff, open_access, writing
from kiosk.setup.store import WHEN_CHANGED, load_settings, settings_digest, setup_path

# ---- admitted ----------------------------------------------------------------------------------------------
# What event and round actions work with, once the director was let in.
#
# Rules it guards: on an event action the whole log is verified first; afterwards it is copied and its head is
# given out, to be written on paper.


@frozen
class Admitted:
    """The director among *staff*, with the log open for writing."""

    staff: Staff
    settings: Settings
    log: Log
    past: History

    @property
    def folder(self) -> Path:
        return self.staff.folder

    @property
    def passcode_is_set(self) -> bool:
        return open_access(self.staff.folder, self.staff.clock).is_set()


@frozen
class GivenOut:
    """The end of the log after an event action, and the second copy that was made of it; None: none is
    wanted."""

    letter: str
    head: Head
    copy: copy_worker.SecondCopy | None

    @property
    def uncopied(self) -> str | None:
        """Why there is no second copy though one is wanted."""
        return (
            self.copy.note
            if self.copy is not None and self.copy.state is not copy_worker.CopyState.MADE
            else None
        )


@contextmanager
def admit_director(staff: Staff, where: str) -> Iterator[Admitted]:
    """The director let in for the action *where*; SetupError where nothing is set up."""
    with _open_log(staff, where) as (settings, log):
        yield _let_in(staff, settings, log, where)


@contextmanager
def admit_to_whole_log(staff: Staff, where: str) -> Iterator[Admitted]:
    """The same, only if the whole log holds."""
    with _open_log(staff, where) as (settings, log):
        _verify(log)
        yield _let_in(staff, settings, log, where)


@contextmanager
def _open_log(staff: Staff, where: str) -> Iterator[tuple[Settings, Log]]:
    settings = load_settings(staff.folder)
    if settings is None:
        raise SetupError("This station is not set up. Run “kiosk setup --from FILE” first.")
    with writing(staff, where, settings.letter) as log:
        yield settings, log


def _let_in(staff: Staff, settings: Settings, log: Log, where: str) -> Admitted:
    staff.admit(log, Role.DIRECTOR, where)
    return Admitted(staff, settings, log, read_standing(log.path).past)


def _verify(log: Log) -> None:
    found = log.verify()
    if found.status is Status.UNREADABLE:
        raise LogError(found.reason)
    if not found.holds:
        raise LogBroken(
            f"The log does not hold. {found.reason} Keep the file and use another station.",
            found.first_bad or 1,
        )


def give_out(director: Admitted) -> GivenOut:
    """Note that the whole log was verified, copy it, and give its head out."""
    director.log.checkpoint(given_out=True)
    copy = _copy(director)
    return GivenOut(director.settings.letter, director.log.head(), copy)


def _copy(director: Admitted) -> copy_worker.SecondCopy | None:
    if director.settings.second_copy is None:
        return None
    head = director.log.head()
    name = copy_worker.copy_name(director.settings.letter, head.station, head.epoch)
    return copy_worker.copy_log(director.log.path, Path(director.settings.second_copy), name)


# ---- opening -----------------------------------------------------------------------------------------------
# What must be right before an event opens, what the director is told, and what must be confirmed.

NOT_EXAMINED = "this session has no screen"
# How this machine is protected, if a passcode is set or not.
Examine: TypeAlias = Callable[[bool], Examination]


@frozen
class ReadBack:
    """What the director is told, by subject; *odd*: what must be confirmed; *earlier*: the rulings this event
    already has."""

    said: Mapping[str, str]
    odd: tuple[str, ...]
    earlier: int


def examine_here(passcode: bool) -> Examination:
    """How this machine is protected, as far as this session can tell."""
    return examine(facts_here(passcode))


def opening(
    director: Admitted, event: EventSettings, examine: Examine
) -> tuple[bodies.EventOpenedBody, tuple[Division, ...]]:
    """The body of the opening record and the divisions, once nothing prevents it."""
    now = InForce(settings_digest(director.folder))
    if (changed := changes(now, director.past.setup)) is not None:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
    if director.settings.profile is Profile.TOURNAMENT and not director.passcode_is_set:
        raise SetupError("A tournament needs the director's passcode. Run “kiosk passcode set” first.")
    opened = open_from(director.folder, director.settings, str(setup_path(director.folder)))
    if changes(InForce(now.digest, opened.divisions), director.past.setup) is not None:
        raise SetupError(
            f"A word list or rule set is not the one this station was set up with. {WHEN_CHANGED}"
        )
    body = bodies.EventOpenedBody(
        event=event.id,
        name=event.name,
        rounds=tuple(
            bodies.RoundOnRecord(planned.number, planned.starts, planned.ends)
            for planned in director.settings.rounds
        ),
        digest=now.digest,
        divisions=tuple(division.on_record() for division in opened.divisions),
        setup_code=opened.code,
        protection=_protection(director, examine),
        odd=(),
    )
    return body, opened.divisions


def read_back(
    director: Admitted, event: EventSettings, body: bodies.EventOpenedBody, divisions: tuple[Division, ...]
) -> ReadBack:
    """What is read back to the director before *event* opens."""
    place = _copy_place(director)
    now = director.staff.clock()
    seen = AtOpening(now, director.log.head().at, RELEASED, place.apart if place else None)
    earlier = rulings_of(director.log.path, event.id)
    goes_on = f", continues: {earlier} rulings so far" if earlier else ""
    said = {
        "Event": f"{event.name} ({event.id}){goes_on}",
        "Rounds": rounds_line(director.settings.rounds, seen.local),
        "Clock": clock_line(now),
        **{_subject(division.name): _judged_by(division) for division in divisions},
        "Protection": _protection_line(body.protection),
        "Second copy": place.said if place else "none",
        "Set-up code": body.setup_code,
    }
    return ReadBack(said, oddities(director.settings, seen), earlier)


def _subject(division: str) -> str:
    return division if "division" in division.casefold() else f"Division {division}"


def _judged_by(division: Division) -> str:
    lists = [
        f"{lexicon.edition}, exact"
        if lexicon.edition
        else f"{lexicon.name}, not an edition this program knows"
        for lexicon in division.lists
    ]
    rules, penalty = division.rules.short_title, division.rules.penalty_name(division.penalty.id)
    kind = "" if division.kind is DivisionKind.MAIN else f", {division.kind} division"
    banner = f" · {division.banner}" if division.banner else ""
    return f"{rules}{kind} · {' + '.join(lists)} · failed challenge: {penalty}{banner}"


def _copy_place(director: Admitted) -> copy_worker.CopyPlace | None:
    named = director.settings.second_copy
    return None if named is None else copy_worker.copy_place(Path(named), director.folder)


def _protection_line(protection: bodies.ProtectionOnRecord) -> str:
    if protection.level is None:
        return (
            f"The protection was not examined: {NOT_EXAMINED}. The station itself shows a banner if it is "
            f"below “{protection.wanted}”, which the set-up wants."
        )
    return f"{protection.level}; the set-up wants {protection.wanted}"


def _protection(director: Admitted, examine: Examine) -> bodies.ProtectionOnRecord:
    """The level found on this machine; refused below the one that the set-up wants. From a session without a
    screen that answers (ssh) it cannot be told, and none is found."""
    wanted = director.settings.protection
    findings = examine(director.passcode_is_set)
    if findings.session == Session.NONE:
        return bodies.ProtectionOnRecord(None, wanted.value, NOT_EXAMINED)
    found = Protection(findings.level)
    if not found.meets(wanted):
        raise SetupError(
            f"The set-up wants this machine to be “{wanted}”, but it is only “{found}”. "
            "See with “kiosk doctor” what is open, or change the set-up."
        )
    return bodies.ProtectionOnRecord(found.value, wanted.value)


# ---- event -------------------------------------------------------------------------------------------------
# Open an event, close it, close for tonight, list those on record.
#
# Rule it guards: an event opens only on a sound station, and only after the director has heard what it will
# be judged by and confirmed what is odd about it.

NOT_OPENED = "The event was not opened."


@frozen
class OpenedEvent:
    event: EventSettings
    heard: ReadBack
    protection: Json
    given_out: GivenOut


@frozen
class HeardEvent:
    event: EventSettings
    heard: ReadBack


@frozen
class ClosedEvent:
    event: EventSettings
    given_out: GivenOut


@frozen
class ClosedForTonight:
    """*event*: the id of the one that stays open, if one is."""

    event: str | None
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


@frozen
class OpenEvent(Action[OpenedEvent]):
    """Open the event: rulings count for it from now on, and the set-up is frozen. What is None is as the
    set-up has it. Its `ReadBack` is told first; what is odd about it must be confirmed. *odd*: what was
    confirmed before."""

    id: str | None = None
    name: str | None = None
    odd: tuple[str, ...] = ()

    def run(self, staff: Staff, tools: Tools = NO_TOOLS, examine: Examine = examine_here) -> OpenedEvent:
        with _heard(staff, self.id, self.name, examine) as (director, event, body, heard):
            tools.tell(heard)
            if heard.odd and heard.odd != self.odd and not tools.confirm(heard):
                raise SetupError(NOT_OPENED)
            director.log.append(replace(body, odd=heard.odd))
            return OpenedEvent(event, heard, encode(body.protection), give_out(director))


@frozen
class HearEvent(Action[HeardEvent]):
    """What the event would be judged by if it were opened now; nothing is."""

    id: str | None = None
    name: str | None = None

    def run(self, staff: Staff, tools: Tools = NO_TOOLS, examine: Examine = examine_here) -> HeardEvent:
        with _heard(staff, self.id, self.name, examine) as (_, event, _, heard):
            return HeardEvent(event, heard)


@contextmanager
def _heard(
    staff: Staff, id: str | None, name: str | None, examine: Examine
) -> Iterator[tuple[Admitted, EventSettings, bodies.EventOpenedBody, ReadBack]]:
    """The director let in, the event that would open, its record and what is read back; once nothing stands
    against it."""
    _check_named(id, name)
    with admit_to_whole_log(staff, "kiosk event open") as director:
        if director.past.event is not None:
            raise SetupError(f"The event “{director.past.event.name}” is still open. Close it first.")
        event = _name_event(director.settings, id, name)
        body, divisions = opening(director, event, examine)
        yield director, event, body, read_back(director, event, body, divisions)


def _check_named(id: str | None, name: str | None) -> None:
    """Refuse what may not be the id or the name of an event."""
    if id is not None and not is_id(id, LONGEST_EVENT_ID):
        raise SetupError(f"An event's id must be {id_rule(LONGEST_EVENT_ID)}.")
    if name is not None and not is_text(name, LONGEST_EVENT_NAME):
        raise SetupError(f"An event's name must be {text_rule(LONGEST_EVENT_NAME)}.")


@frozen
class CloseEvent(Action[ClosedEvent]):
    """Close the open event, and make the second copy."""

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> ClosedEvent:
        with admit_to_whole_log(staff, "kiosk event close") as director:
            event = director.past.event
            if event is None:
                raise SetupError("No event is open, so there is none to close.")
            director.log.append(bodies.EventClosedBody(event.id, event.name, event.seq))
            record_receipts(ReceiptBook(staff.folder), director.log.path, director.log.append)
            return ClosedEvent(EventSettings(event.id, event.name), give_out(director))


@frozen
class CloseForTonight(Action[ClosedForTonight]):
    """Close for tonight: make the second copy; the event stays open."""

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> ClosedForTonight:
        with admit_to_whole_log(staff, "kiosk event tonight") as director:
            event = director.past.event
            director.log.append(bodies.NightClosedBody(None if event is None else event.id))
            return ClosedForTonight(None if event is None else event.id, give_out(director))


def events_on_record(folder: Path) -> EventsOnRecord:
    """The events of the station in *folder*."""
    path = log_path(folder)
    if not path.exists() and not noted_station(folder):
        return EventsOnRecord((), None)
    return EventsOnRecord(read_events(path), verify_here(path))


def _name_event(settings: Settings, id: str | None, name: str | None) -> EventSettings:
    planned = settings.event
    if id is None and planned is None:
        raise SetupError("The set-up names no event. Give it with --id and --name.")
    if planned is not None and id in (None, planned.id):
        return EventSettings(planned.id, name or planned.name)
    return EventSettings(str(id), name or str(id))


# ---- round -------------------------------------------------------------------------------------------------
# Start or end a round, whatever the schedule says.
#
# Rule it guards: the director's word is on record before it counts, and only with the director's passcode.


@frozen
class CalledRound:
    """A round the director started or ended. *scheduled*: whether the set-up knows it, or has no schedule.
    *running*: the round since then. *following*: the next by the schedule. *at*: local time of the record."""

    event: str
    number: int
    scheduled: bool
    running: int | None
    following: RoundTime | None
    at: str
    seq: int


@frozen
class StartRound(Action[CalledRound]):
    """Start round *number* now."""

    number: int

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> CalledRound:
        with admit_director(staff, "kiosk round start") as director:
            return _call_round(director, bodies.RoundStartedBody, self.number)


@frozen
class EndRound(Action[CalledRound]):
    """End round *number*, or the one that is running now."""

    number: int | None = None

    def run(self, staff: Staff, tools: Tools = NO_TOOLS) -> CalledRound:
        with admit_director(staff, "kiosk round end") as director:
            running = self.number or _running(director)
            if running is None:
                raise SetupError("No round is running, so there is none to end.")
            return _call_round(director, bodies.RoundEndedBody, running)


def _local(director: Admitted) -> str:
    now = director.staff.clock()
    return local_time(now.at, now.offset_min)


def _event(director: Admitted) -> history.OpenEvent:
    if director.past.event is None:
        raise SetupError("No event is open, so it has no rounds. Open one with “kiosk event open”.")
    return director.past.event


def _running(director: Admitted) -> int | None:
    return round_now(director.settings.rounds, _event(director).called, _local(director))


def _call_round(director: Admitted, kind: type[bodies.RoundCalledBody], number: int) -> CalledRound:
    """Record the director's word, and say what it means."""
    rounds = director.settings.rounds
    by_schedule = round_at(rounds, _local(director))
    body = kind(_event(director).id, number, by_schedule)
    local = director.log.append(body).local.isoformat(timespec="seconds")
    event = read_standing(director.log.path).past.event
    called = None if event is None else event.called
    return CalledRound(
        _event(director).id,
        number,
        not rounds or number in {planned.number for planned in rounds},
        round_now(rounds, called, local),
        None if event is None else next_round(rounds, called, local),
        local,
        director.log.head().count,
    )
