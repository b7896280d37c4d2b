"""What must be right before an event opens, what the director hears of it, and what must be confirmed."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from kiosk import RELEASED
from kiosk.cli.desk import Desk
from kiosk.cli.passcode_prompt import open_access
from kiosk.cli.this_session import has_screen
from kiosk.core.log.canonical import Json
from kiosk.core.setup.division import Division
from kiosk.core.setup.integrity import InForce, changes
from kiosk.core.setup.read_back import Seen, clock_line, oddities, rounds_line
from kiosk.core.setup.settings import EventSettings, Profile, Protection
from kiosk.errors import SetupError
from kiosk.storage.log.copy_place import CopyPlace, copy_place
from kiosk.storage.reading.events import rulings_of
from kiosk.storage.setup.file import WHEN_CHANGED, settings_digest, setup_path
from kiosk.storage.setup.opened import opened_from
from kiosk.storage.system_clock import system_clock

NOT_EXAMINED = "this session has no screen"


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What the director hears, by its subject; *odd*: what of it must be confirmed; *earlier*: rulings that
    the same event has already."""

    said: Mapping[str, str]
    odd: tuple[str, ...]
    earlier: int

    def text(self) -> list[str]:
        width = max(map(len, self.said)) + 1
        return [f"{subject + ':':<{width}} {words}" for subject, words in self.said.items()]

    def as_json(self) -> dict[str, object]:
        return {"read_back": dict(self.said), "odd": list(self.odd), "earlier_rulings": self.earlier}


def opening(desk: Desk, event: EventSettings) -> tuple[dict[str, Json], tuple[Division, ...]]:
    """The body of the opening record and the divisions, once nothing stands against it."""
    now = InForce(settings_digest(desk.folder))
    if (changed := changes(now, desk.past.setup)) is not None:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")
    if desk.settings.profile is Profile.TOURNAMENT and not open_access(desk.folder).is_set():
        raise SetupError("A tournament needs the director's passcode. Run “kiosk passcode set” first.")
    opened = opened_from(desk.folder, desk.settings, str(setup_path(desk.folder)))
    if changes(InForce(now.digest, opened.divisions), desk.past.setup) is not None:
        raise SetupError(
            f"A word list or rule set is not the one this station was set up with. {WHEN_CHANGED}"
        )
    body: dict[str, Json] = {
        "event": event.id,
        "name": event.name,
        "rounds": [
            {"number": one.number, "starts": one.starts, "ends": one.ends} for one in desk.settings.rounds
        ],
        "digest": now.digest,
        "divisions": [division.on_record() for division in opened.divisions],
        "setup_code": opened.code,
        "protection": _protection(desk),
    }
    return body, opened.divisions


def read_back(
    desk: Desk, event: EventSettings, body: Mapping[str, Json], divisions: tuple[Division, ...]
) -> ReadBack:
    """What is read back to the director before *event* opens."""
    place = _copy_place(desk)
    now = system_clock()
    seen = Seen(now, desk.log.head().at, RELEASED, place.apart if place else None)
    earlier = rulings_of(desk.log.path, event.id)
    goes_on = f", continues: {earlier} rulings so far" if earlier else ""
    said = {
        "Event": f"{event.name} ({event.id}){goes_on}",
        "Rounds": rounds_line(desk.settings.rounds, seen.local),
        "Clock": clock_line(now),
        **{f"Division {one.name}": _judged_by(one) for one in divisions},
        "Protection": _protection_line(body["protection"]),
        "Second copy": place.said if place else "none",
        "Set-up code": str(body["setup_code"]),
    }
    return ReadBack(said, oddities(desk.settings, seen), earlier)


def confirmed(heard: ReadBack, *, yes: bool, may_ask: bool) -> None:
    """Go on only if nothing is odd or the director wants it all the same."""
    if not heard.odd or yes:
        return
    what = " ".join(heard.odd)
    if may_ask and sys.stdin.isatty():
        click.echo(what, err=True)
        if click.confirm("Open the event all the same?", err=True):
            return
        raise SetupError("The event was not opened.")
    raise SetupError(f"The event was not opened. {what} Mend that, or confirm it with --yes.")


def _judged_by(division: Division) -> str:
    lists = [
        f"{one.edition}, exact" if one.edition else f"{one.name}, not an edition this program knows"
        for one in division.lists
    ]
    penalty = division.rules.penalty_name(division.penalty.id)
    return f"{division.rules.short_title} · {' + '.join(lists)} · failed challenge: {penalty}"


def _copy_place(desk: Desk) -> CopyPlace | None:
    named = desk.settings.second_copy
    return None if named is None else copy_place(Path(named), desk.folder)


def _protection_line(protection: Json) -> str:
    if not isinstance(protection, Mapping):
        raise TypeError("the protection of an opening record is a table")
    if protection["level"] is None:
        return (
            f"The protection was not examined: {NOT_EXAMINED}. The station itself shows a banner if it is "
            f"below “{protection['wanted']}”, which the set-up wants."
        )
    return f"{protection['level']}; the set-up wants {protection['wanted']}"


def _protection(desk: Desk) -> dict[str, Json]:
    """The level found on this machine; refused below the one that the set-up wants. From a session without a
    screen (ssh) it cannot be told, and none is found."""
    from kiosk.lockdown.desktop import facts_here
    from kiosk.lockdown.examine import examine

    wanted = desk.settings.protection
    if not has_screen():
        return {"level": None, "wanted": wanted.value, "why": NOT_EXAMINED}
    found = Protection(examine(facts_here(open_access(desk.folder).is_set())).level)
    if not found.meets(wanted):
        raise SetupError(
            f"The set-up wants this machine to be “{wanted}”, but it is only “{found}”. "
            "See with “kiosk doctor” what is open, or change the set-up."
        )
    return {"level": found.value, "wanted": wanted.value}
