"""`kiosk event`: open an event, close it, close for tonight, list those on record.

Rule it guards: an event opens only on a sound station, and only after the director has heard what it will be
judged by.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

import click

from kiosk.cli.desk import director_desk, event_of, finish
from kiosk.cli.event_opening import confirmed, opening, read_back
from kiosk.cli.option_checks import id_of, text_of, waiting
from kiosk.core.log.canonical import Json
from kiosk.core.log.chain import Status
from kiosk.core.log.kinds import Kind
from kiosk.core.setup.settings import LONGEST_EVENT_ID, LONGEST_EVENT_NAME, EventSettings, Settings
from kiosk.errors import SetupError
from kiosk.folder import data_folder
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.events import EventOnRecord, read_events
from kiosk.storage.reading.reader import verify_log


@click.group()
def command() -> None:
    """Open an event, close it, close for tonight, or list the events on record."""


_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")


@command.command("open", short_help="Open an event: rulings count for it.")
@click.option(
    "--id", "id", callback=id_of(LONGEST_EVENT_ID), help="The event's id, else the one of the set-up."
)
@click.option(
    "--name", callback=text_of(LONGEST_EVENT_NAME), help="The event's name, else the one of the set-up."
)
@click.option("--yes", is_flag=True, help="Open it though something is odd: rounds, clock, second copy.")
@waiting
@_AS_JSON
@click.pass_context
def open_command(
    ctx: click.Context, id: str | None, name: str | None, yes: bool, wait_s: float, as_json: bool
) -> None:
    """Open an event: rulings count for it from now on, and the set-up is frozen.

    Reads back what it will be judged by: rounds, clock, lists, penalties, protection, second copy. What is
    odd about them must be confirmed, at the question or with --yes.
    """
    with director_desk(ctx, "kiosk event open", wait_s) as desk:
        if desk.past.event is not None:
            raise SetupError(f"The event “{desk.past.event.name}” is still open. Close it first.")
        event = _named(desk.settings, id, name)
        body, divisions = opening(desk, event)
        heard = read_back(desk, event, body, divisions)
        if not as_json:
            for line in heard.text():
                click.echo(line)
        confirmed(heard, yes=yes, may_ask=not as_json)
        desk.log.append(Kind.EVENT_OPENED, {**body, "odd": list(heard.odd)})
        told = {**event_of(body), "protection": body["protection"], **heard.as_json()}
        finish(desk, f"The event “{event.name}” is open.", told, as_json=as_json)


@command.command("close")
@waiting
@_AS_JSON
@click.pass_context
def close_command(ctx: click.Context, wait_s: float, as_json: bool) -> None:
    """Close the open event, and make the second copy."""
    with director_desk(ctx, "kiosk event close", wait_s) as desk:
        event = desk.past.event
        if event is None:
            raise SetupError("No event is open, so there is none to close.")
        body: dict[str, Json] = {"event": event.id, "name": event.name, "opened_seq": event.seq}
        desk.log.append(Kind.EVENT_CLOSED, body)
        finish(desk, f"The event “{event.name}” is closed.", event_of(body), as_json=as_json)


@command.command("tonight", short_help="Close for tonight; the event stays open.")
@waiting
@_AS_JSON
@click.pass_context
def tonight_command(ctx: click.Context, wait_s: float, as_json: bool) -> None:
    """Close for tonight: verify, make the second copy; the event stays open."""
    with director_desk(ctx, "kiosk event tonight", wait_s) as desk:
        event = desk.past.event
        body: dict[str, Json] = {"event": None if event is None else event.id}
        desk.log.append(Kind.NIGHT_CLOSED, body)
        finish(desk, "Closed for tonight.", event_of(body), as_json=as_json)


@command.command("list", short_help="The events on record.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> None:
    """List the events on record, with their rulings. Exit code 1 if the log does not hold."""
    path = log_path(data_folder(ctx.obj))
    found = read_events(path) if path.exists() else ()
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2))
    else:
        for line in _lines(found):
            click.echo(line)
    checked = verify_log(path) if found else None
    if checked is not None and checked.status is not Status.INTACT:
        click.echo(f"The log does not hold. {checked.reason}", err=True)
        sys.exit(1)


def _lines(events: Sequence[EventOnRecord]) -> list[str]:
    if not events:
        return ["No event was ever opened here."]
    rows = [("EVENT", "OPENED", "CLOSED", "RULINGS", "NAME")] + [
        (
            one.id,
            _minute(one.opened),
            _minute(one.closed) if one.closed else "open",
            str(one.rulings),
            one.name,
        )
        for one in events
    ]
    widths = [max(len(row[place]) for row in rows) for place in range(4)]
    return [
        "  ".join((*(cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True)), row[4]))
        for row in rows
    ]


def _minute(local: str) -> str:
    return f"{local[:10]} {local[11:16]}"


def _named(settings: Settings, id: str | None, name: str | None) -> EventSettings:
    planned = settings.event
    if id is None and planned is None:
        raise SetupError("The set-up names no event. Give it with --id and --name.")
    if planned is not None and id in (None, planned.id):
        return EventSettings(planned.id, name or planned.name)
    return EventSettings(str(id), name or str(id))
