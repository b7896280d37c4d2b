"""`kiosk setup`: ask for the set-up, show it, take one from a file, or export it for other stations."""

import json
import sys
from pathlib import Path

import click

from kiosk.base.recordable import LONGEST_REASON
from kiosk.cli.options import letter, text_of, waiting
from kiosk.cli.staff import staff_of
from kiosk.errors import SetupError
from kiosk.folder import data_folder
from kiosk.log.filters_command import say_first
from kiosk.rules.choices import DivisionKind
from kiosk.setup import actions
from kiosk.setup.settings import LONGEST_NAME, settings_to_mapping
from kiosk.station.start import has_screen

_FILE = click.Path(path_type=Path)


@click.command()
@click.option("--change", is_flag=True, help="Go through the questions again; a reason is asked for.")
@click.option("--from", "source", type=_FILE, metavar="FILE", help="Set this station up from FILE.")
@click.option(
    "--letter",
    metavar="A–Z",
    callback=letter,
    help="This station's letter, if FILE names none (with --from).",
)
@click.option("--name", callback=text_of(LONGEST_NAME), help="This station's name (with --from).")
@click.option("--reason", callback=text_of(LONGEST_REASON), help="Why, if an event is open (with --from).")
@click.option(
    "--example", is_flag=True, help="Print a set-up file with a remark on every line, to start from."
)
@click.option("--export", "target", type=_FILE, metavar="FILE", help="Write the set-up to FILE.")
@waiting
@click.option(
    "--force", is_flag=True, help="Replace FILE if it is there (with --export); never a log or a list."
)
@click.option("--json", "as_json", is_flag=True, help="Show the present set-up as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    source: Path | None,
    target: Path | None,
    example: bool,
    change: bool,
    as_json: bool,
    force: bool,
    wait_s: float,
    **given: str | None,
) -> None:
    """Set this station up by a few questions, show its set-up, change it, or export it.

    A station that is not set up is asked about on the screen, or at the terminal where there is no screen;
    nothing is stored before the last page. One that is set up is shown, with exit code 1 if its log does not
    hold.

    An export leaves out the letter and the name, so that others can be set up alike but never the same.
    """
    if source is None and any(value is not None for value in given.values()):
        raise click.UsageError("--letter, --name and --reason go with --from.")
    if sum((source is not None, target is not None, example, change, as_json)) > 1:
        raise click.UsageError("--change, --from, --export, --example and --json do not go together.")
    if example:
        click.echo(actions.example_setup(), nl=False)
    elif source is not None:
        _print(actions.set_up(staff_of(ctx, wait_s), actions.SetupWish(source, **given)))
    elif target is not None:
        actions.export_setup(data_folder(ctx.obj), target, force=force)
        click.echo(f"The set-up is in {target}, without letter and name.")
    else:
        _ask_or_show(data_folder(ctx.obj), change=change, as_json=as_json)


def _ask_or_show(folder: Path, *, change: bool, as_json: bool) -> None:
    """The questions where they are wanted and can be asked, else the set-up as it stands."""
    asks = change or (not as_json and not actions.is_set_up(folder))
    if asks and has_screen():
        from kiosk.wizard.program import start_wizard  # Qt, which --help does without

        start_wizard(folder)
    elif asks and sys.stdin.isatty() and sys.stdout.isatty():
        from kiosk.wizard.terminal import ask_at_terminal

        ask_at_terminal(folder)
    elif change:
        raise SetupError(
            "There is no screen and no terminal to ask on. Change the set-up with “kiosk setup --from FILE”."
        )
    else:
        present = actions.present_setup(folder)
        say_first(present.doubt)
        _print_json(present) if as_json else _print_present(present)
        if present.doubt:
            sys.exit(1)


def _print_json(present: actions.PresentSetup) -> None:
    setup, event = present.setup, present.event
    shown: dict[str, object] = {
        "set_up": present.is_set_up,
        "file": str(present.file),
        "digest": present.digest or None,
        "changed": present.changed,
        "problem": present.problem,
        "setup_code": setup.code,
        "event_open": None if event is None else {"id": event.id, "name": event.name},
        "settings": settings_to_mapping(setup.settings),
        "divisions": [division.on_record() for division in setup.divisions],
        "notes": setup.notes,
    }
    click.echo(json.dumps(shown, ensure_ascii=False, indent=2))


def _print_present(present: actions.PresentSetup) -> None:
    if not present.is_set_up:
        click.echo(
            "This station is not set up: it is a demonstration. Run “kiosk setup” on its screen or at a "
            "terminal, or “kiosk setup --from FILE”; “kiosk setup --example” prints a FILE to start from."
        )
    _print(present.setup)
    for sentence in (present.changed, present.problem):
        if sentence is not None:
            click.echo(sentence)
    event = present.event
    click.echo("No event is open." if event is None else f"Event open: {event.name}")


def _print(setup: actions.StationSetup) -> None:
    settings = setup.settings
    click.echo(f"Station {settings.letter} · {settings.name} · {settings.profile}")
    for division in setup.divisions:
        lists = [lexicon.edition or lexicon.name for lexicon in division.lists]
        kind = "" if division.kind is DivisionKind.MAIN else f" ({division.kind} division)"
        click.echo(
            f"  {division.name}{kind}: {division.rules.short_title} · {' + '.join(lists)} · "
            f"failed challenge: {division.rules.penalty_name(division.penalty.id)}"
        )
    for note in setup.notes:
        click.echo(f"  Note: {note}")
    click.echo(f"  Rounds: {len(settings.rounds)} · protection wanted: {settings.protection}")
    click.echo(f"  Second copy: {settings.second_copy or 'none'}")
    if setup.code is not None:
        click.echo(f"  Set-up code: {setup.code}")
