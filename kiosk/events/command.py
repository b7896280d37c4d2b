"""`kiosk event`: open an event, close it, close for tonight, list those on record."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

import click

from kiosk.actions import Tools
from kiosk.base.printable import printable
from kiosk.cli.help import InOrder
from kiosk.cli.options import id_of, text_of, waiting
from kiosk.cli.staff import staff_of
from kiosk.cli.table import TableShape, fitted_table
from kiosk.cli.terminal import columns, paint
from kiosk.errors import SetupError
from kiosk.events import actions
from kiosk.events.actions import GivenOut, ReadBack
from kiosk.folder import data_folder
from kiosk.log.events_reader import EventOnRecord
from kiosk.log.filters_command import say_first
from kiosk.setup.settings import LONGEST_EVENT_ID, LONGEST_EVENT_NAME


@click.group(cls=InOrder)
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

    def hear(heard: object) -> None:
        if isinstance(heard, ReadBack) and not as_json:
            _print_read_back(heard)

    def confirm(heard: ReadBack) -> bool:
        return yes or _confirm(heard, may_ask=not as_json)

    done = actions.OpenEvent(id, name).run(staff_of(ctx, wait_s), Tools(tell=hear, confirm=confirm))
    told = {
        "event": done.event.id,
        "protection": done.protection,
        "read_back": dict(done.heard.said),
        "odd": list(done.heard.odd),
        "earlier_rulings": done.heard.earlier,
    }
    _finish(done.given_out, f"The event “{done.event.name}” is open.", told, as_json=as_json)


def _print_read_back(heard: ReadBack) -> None:
    width = max(map(len, heard.said)) + 1
    for subject, words in heard.said.items():
        click.echo(f"{paint(f'{subject}:'.ljust(width), bold=True)} {words}")


def _confirm(heard: ReadBack, *, may_ask: bool) -> bool:
    what = " ".join(heard.odd)
    if not (may_ask and sys.stdin.isatty()):
        raise SetupError(f"{actions.NOT_OPENED} {what} Mend that, or confirm it with --yes.")
    click.echo(paint(what, "yellow"), err=True)
    return click.confirm("Open the event all the same?", err=True)


@command.command("close")
@waiting
@_AS_JSON
@click.pass_context
def close_command(ctx: click.Context, wait_s: float, as_json: bool) -> None:
    """Close the open event, and make the second copy."""
    closed = actions.CloseEvent().run(staff_of(ctx, wait_s))
    sentence = f"The event “{closed.event.name}” is closed."
    _finish(closed.given_out, sentence, {"event": closed.event.id}, as_json=as_json)


@command.command("tonight", short_help="Close for tonight; the event stays open.")
@waiting
@_AS_JSON
@click.pass_context
def tonight_command(ctx: click.Context, wait_s: float, as_json: bool) -> None:
    """Close for tonight: verify, make the second copy; the event stays open."""
    closed = actions.CloseForTonight().run(staff_of(ctx, wait_s))
    _finish(closed.given_out, "Closed for tonight.", {"event": closed.event}, as_json=as_json)


def _finish(given_out: GivenOut, sentence: str, told: Mapping[str, object], *, as_json: bool) -> None:
    """Print the answer, of which *told* is the start, and the head to be written down. A copy that was not
    made is said last and changes the exit code."""
    head, copy, uncopied = given_out.head, given_out.copy, given_out.uncopied
    if as_json:
        done = {
            **told,
            "station": head.station,
            "epoch": head.epoch,
            "count": head.count,
            "at": head.at,
            "head": head.hash,
            "code": head.code,
            "second_copy": None if copy is None else {"state": copy.state, "note": copy.note},
        }
        click.echo(json.dumps(done, ensure_ascii=False, indent=2))
    else:
        click.echo(sentence)
        if copy is not None and uncopied is None:
            click.echo(copy.note)
        click.echo(f"Write down: station {given_out.letter}, {head.said}")
    if uncopied is not None:
        click.echo(paint(f"NOT COPIED. {uncopied} Then run “kiosk event tonight”.", "red"), err=True)
        sys.exit(1)


@command.command("list", short_help="The events on record.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> None:
    """List the events on record, with their rulings. Exit code 1 if the log does not hold."""
    found = actions.events_on_record(data_folder(ctx.obj))
    say_first(found.doubt)
    if as_json:
        click.echo(json.dumps([asdict(event) for event in found.events], ensure_ascii=False, indent=2))
    else:
        for line in _lines(found.events):
            click.echo(line)
    sys.exit(1 if found.doubt else 0)


_SHAPE = TableShape(("Event", "Opened", "Closed", "Rulings", "Name"), (0, 4))


def _lines(events: Sequence[EventOnRecord]) -> Iterable[str]:
    if not events:
        return ["No event was ever opened here."]
    return fitted_table(_SHAPE, events, _cells, columns())


def _cells(event: EventOnRecord) -> tuple[str, ...]:
    closed = _minute(event.closed) if event.closed else "open"
    return printable(event.id), _minute(event.opened), closed, str(event.rulings), printable(event.name)


def _minute(local: str) -> str:
    return f"{local[:10]} {local[11:16]}"
