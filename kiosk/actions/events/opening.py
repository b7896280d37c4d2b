"""What must be right before an event opens, what the director is told, and what must be confirmed."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from kiosk import RELEASED
from kiosk.actions.events.admitted import Admitted
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import EventOpenedBody, ProtectionOnRecord, RoundOnRecord
from kiosk.core.rules.choices import DivisionKind
from kiosk.core.setup.division import Division
from kiosk.core.setup.integrity import InForce, changes
from kiosk.core.setup.read_back import AtOpening, clock_line, oddities, rounds_line
from kiosk.core.setup.settings import EventSettings, Profile, Protection
from kiosk.errors import SetupError
from kiosk.lockdown.desktop import facts_here
from kiosk.lockdown.escapes.examine import Examination, examine
from kiosk.lockdown.linux.session import Session
from kiosk.storage.log.copy_place import CopyPlace, copy_place
from kiosk.storage.reading.events import rulings_of
from kiosk.storage.setup.file import WHEN_CHANGED, settings_digest, setup_path
from kiosk.storage.setup.opened import opened_from

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
) -> tuple[EventOpenedBody, tuple[Division, ...]]:
    """The body of the opening record and the divisions, once nothing prevents it."""
    now = InForce(settings_digest(director.folder))
    if (changed := changes(now, director.past.setup)) is not None:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
    if director.settings.profile is Profile.TOURNAMENT and not director.passcode_is_set:
        raise SetupError("A tournament needs the director's passcode. Run “kiosk passcode set” first.")
    opened = opened_from(director.folder, director.settings, str(setup_path(director.folder)))
    if changes(InForce(now.digest, opened.divisions), director.past.setup) is not None:
        raise SetupError(
            f"A word list or rule set is not the one this station was set up with. {WHEN_CHANGED}"
        )
    body = EventOpenedBody(
        event=event.id,
        name=event.name,
        rounds=tuple(RoundOnRecord(one.number, one.starts, one.ends) for one in director.settings.rounds),
        digest=now.digest,
        divisions=tuple(division.on_record() for division in opened.divisions),
        setup_code=opened.code,
        protection=_protection(director, examine),
        odd=(),
    )
    return body, opened.divisions


def read_back(
    director: Admitted, event: EventSettings, body: EventOpenedBody, divisions: tuple[Division, ...]
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
        **{_subject(one.name): _judged_by(one) for one in divisions},
        "Protection": _protection_line(body.protection),
        "Second copy": place.said if place else "none",
        "Set-up code": body.setup_code,
    }
    return ReadBack(said, oddities(director.settings, seen), earlier)


def _subject(division: str) -> str:
    return division if "division" in division.casefold() else f"Division {division}"


def _judged_by(division: Division) -> str:
    lists = [
        f"{one.edition}, exact" if one.edition else f"{one.name}, not an edition this program knows"
        for one in division.lists
    ]
    rules, penalty = division.rules.short_title, division.rules.penalty_name(division.penalty.id)
    kind = "" if division.kind is DivisionKind.MAIN else f", {division.kind} division"
    banner = f" · {division.banner}" if division.banner else ""
    return f"{rules}{kind} · {' + '.join(lists)} · failed challenge: {penalty}{banner}"


def _copy_place(director: Admitted) -> CopyPlace | None:
    named = director.settings.second_copy
    return None if named is None else copy_place(Path(named), director.folder)


def _protection_line(protection: ProtectionOnRecord) -> str:
    if protection.level is None:
        return (
            f"The protection was not examined: {NOT_EXAMINED}. The station itself shows a banner if it is "
            f"below “{protection.wanted}”, which the set-up wants."
        )
    return f"{protection.level}; the set-up wants {protection.wanted}"


def _protection(director: Admitted, examine: Examine) -> ProtectionOnRecord:
    """The level found on this machine; refused below the one that the set-up wants. From a session without a
    screen that answers (ssh) it cannot be told, and none is found."""
    wanted = director.settings.protection
    findings = examine(director.passcode_is_set)
    if findings.session == Session.NONE:
        return ProtectionOnRecord(None, wanted.value, NOT_EXAMINED)
    found = Protection(findings.level)
    if not found.meets(wanted):
        raise SetupError(
            f"The set-up wants this machine to be “{wanted}”, but it is only “{found}”. "
            "See with “kiosk doctor” what is open, or change the set-up."
        )
    return ProtectionOnRecord(found.value, wanted.value)
