"""`kiosk event open|close|tonight`.

Rules it guards: an event opens only on a station that is set up as recorded, whose lists and whole log verify
and that is protected as wanted; whenever the whole log was verified, its head is given out, to be written on
paper.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from kiosk.cli.option_checks import id_of, text_of
from kiosk.cli.passcode_prompt import open_access, require
from kiosk.cli.this_session import has_screen
from kiosk.core.canonical import Json
from kiosk.core.chain import Status
from kiosk.core.event import History
from kiosk.core.records import Kind
from kiosk.core.settings import (
    LONGEST_EVENT_ID,
    LONGEST_EVENT_NAME,
    EventSettings,
    Profile,
    Protection,
    Settings,
)
from kiosk.errors import LogBroken, LogError, SetupError
from kiosk.storage.log import Log
from kiosk.storage.log_standing import read_standing
from kiosk.storage.places import data_folder
from kiosk.storage.second_copy import SecondCopy, copy_log, copy_name
from kiosk.storage.setup_check import checked_divisions, code_of
from kiosk.storage.setup_file import WHEN_CHANGED, changed_behind, load_settings, settings_digest, setup_path
from kiosk.storage.system_clock import system_clock

NOT_EXAMINED = "this session has no screen"


@dataclass(frozen=True, slots=True)
class Desk:
    """What an event command works with, once the director was let in and the whole log verified."""

    folder: Path
    settings: Settings
    log: Log
    past: History


@click.group()
def command() -> None:
    """Open an event, close it, or close for tonight."""


_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")


@command.command("open", short_help="Open an event: rulings count for it.")
@click.option(
    "--id", "id", callback=id_of(LONGEST_EVENT_ID), help="The event's id, else the one of the set-up."
)
@click.option(
    "--name", callback=text_of(LONGEST_EVENT_NAME), help="The event's name, else the one of the set-up."
)
@_AS_JSON
@click.pass_context
def open_command(ctx: click.Context, id: str | None, name: str | None, as_json: bool) -> None:
    """Open an event: rulings count for it from now on, and the set-up is frozen."""
    with _desk(ctx, "kiosk event open") as desk:
        if desk.past.event is not None:
            raise SetupError(f"The event “{desk.past.event.name}” is still open. Close it first.")
        event = _named(desk.settings, id, name)
        body = _opening(desk, event)
        desk.log.append(Kind.EVENT_OPENED, body)
        _finish(desk, _opened_sentence(event, body), body, as_json=as_json)


def _opened_sentence(event: EventSettings, body: Mapping[str, Json]) -> str:
    sentence = f"The event “{event.name}” is open."
    protection = body["protection"]
    if isinstance(protection, dict) and protection["level"] is None:
        sentence += (
            f"\nThe protection was not examined: {NOT_EXAMINED}. The station itself shows a banner if it is "
            f"below “{protection['wanted']}”, which the set-up wants."
        )
    return sentence


@command.command("close")
@_AS_JSON
@click.pass_context
def close_command(ctx: click.Context, as_json: bool) -> None:
    """Close the open event, and make the second copy."""
    with _desk(ctx, "kiosk event close") as desk:
        event = desk.past.event
        if event is None:
            raise SetupError("No event is open, so there is none to close.")
        body: dict[str, Json] = {"event": event.id, "name": event.name, "opened_seq": event.seq}
        desk.log.append(Kind.EVENT_CLOSED, body)
        _finish(desk, f"The event “{event.name}” is closed.", body, as_json=as_json)


@command.command("tonight", short_help="Close for tonight; the event stays open.")
@_AS_JSON
@click.pass_context
def tonight_command(ctx: click.Context, as_json: bool) -> None:
    """Close for tonight: verify, make the second copy; the event stays open."""
    with _desk(ctx, "kiosk event tonight") as desk:
        event = desk.past.event
        body: dict[str, Json] = {"event": None if event is None else event.id}
        desk.log.append(Kind.NIGHT_CLOSED, body)
        _finish(desk, "Closed for tonight.", body, as_json=as_json)


@contextmanager
def _desk(ctx: click.Context, where: str) -> Iterator[Desk]:
    folder = data_folder(ctx.obj)
    settings = load_settings(folder)
    if settings is None:
        raise SetupError("This station is not set up. Run “kiosk setup --from FILE” first.")
    with Log.open(folder, system_clock, settings.letter) as log:
        _verify(log)
        require(folder, log, where=where)
        yield Desk(folder, settings, log, read_standing(log.path).past)


def _verify(log: Log) -> None:
    found = log.verify()
    if found.status is Status.UNREADABLE:
        raise LogError(found.reason)
    if not found.holds:
        raise LogBroken(
            f"The log does not hold. {found.reason} Keep the file and use another station.",
            found.first_bad or 1,
        )


def _named(settings: Settings, id: str | None, name: str | None) -> EventSettings:
    planned = settings.event
    if id is None and planned is None:
        raise SetupError("The set-up names no event. Give it with --id and --name.")
    if planned is not None and id in (None, planned.id):
        return EventSettings(planned.id, name or planned.name)
    return EventSettings(str(id), name or str(id))


def _opening(desk: Desk, event: EventSettings) -> dict[str, Json]:
    """The body of the opening record, once nothing stands against it."""
    if (changed := changed_behind(desk.folder, desk.past.setup)) is not None:
        raise SetupError(f"{changed} {WHEN_CHANGED}")
    if desk.settings.profile is Profile.TOURNAMENT and not open_access(desk.folder).is_set():
        raise SetupError("A tournament needs the director's passcode. Run “kiosk passcode set” first.")
    divisions = checked_divisions(desk.folder, desk.settings, str(setup_path(desk.folder)))
    stamps = [division.on_record() for division in divisions]
    if desk.past.setup is not None and desk.past.setup.get("divisions") != stamps:
        raise SetupError(
            f"A word list or rule set is not the one this station was set up with. {WHEN_CHANGED}"
        )
    return {
        "event": event.id,
        "name": event.name,
        "rounds": [
            {"number": one.number, "starts": one.starts, "ends": one.ends} for one in desk.settings.rounds
        ],
        "digest": settings_digest(desk.folder),
        "divisions": stamps,
        "setup_code": code_of(divisions),
        "protection": _protection(desk),
    }


def _protection(desk: Desk) -> dict[str, Json]:
    """The level found on this machine; refused below the one that the set-up wants. From a session without a
    screen (ssh) it cannot be told, and none is found."""
    from kiosk.lockdown.choose import facts_here
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


def _finish(desk: Desk, sentence: str, body: Mapping[str, Json], *, as_json: bool) -> None:
    """Note that the whole log was verified, copy it, and give its head out."""
    desk.log.checkpoint(given_out=True)
    copy = _copy(desk)
    head = desk.log.head()
    if as_json:
        done = {
            "event": body.get("event"),
            **({"protection": body["protection"]} if "protection" in body else {}),
            "station": head.station,
            "epoch": head.epoch,
            "count": head.count,
            "at": head.at,
            "head": head.hash,
            "code": head.code,
            "second_copy": None if copy is None else {"state": copy.state, "note": copy.note},
        }
        click.echo(json.dumps(done, ensure_ascii=False, indent=2))
        return
    click.echo(sentence)
    if copy is not None:
        click.echo(copy.note)
    click.echo(f"Write down: station {desk.settings.letter}, {head.count} records, code {head.code}")


def _copy(desk: Desk) -> SecondCopy | None:
    if desk.settings.second_copy is None:
        return None
    head = desk.log.head()
    name = copy_name(desk.settings.letter, head.station, head.epoch)
    return copy_log(desk.log.path, Path(desk.settings.second_copy), name)
