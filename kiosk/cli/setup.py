"""`kiosk setup`: show the set-up, take a new one from a file, or export it for other stations."""

import json
from pathlib import Path

import click

from kiosk.actions.on_record import LONGEST_REASON
from kiosk.actions.set_up import (
    PresentSetup,
    SetupWish,
    StationSetup,
    example_setup,
    export_setup,
    present_setup,
    set_up,
)
from kiosk.cli.option_checks import letter, text_of, waiting
from kiosk.cli.staff import staff_of
from kiosk.core.rules.choices import DivisionKind
from kiosk.core.setup.settings import LONGEST_NAME, settings_to_mapping
from kiosk.folder import data_folder

_FILE = click.Path(path_type=Path)


@click.command()
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
def command(  # noqa: PLR0913 - one for each option
    ctx: click.Context,
    /,
    source: Path | None,
    target: Path | None,
    example: bool,
    as_json: bool,
    force: bool,
    wait_s: float,
    **given: str | None,
) -> None:
    """Show this station's set-up, change it, or export it.

    An export leaves out the letter and the name, so that others can be set up alike but never the same.
    """
    if source is None and any(value is not None for value in given.values()):
        raise click.UsageError("--letter, --name and --reason go with --from.")
    if sum((source is not None, target is not None, example, as_json)) > 1:
        raise click.UsageError("--from, --export, --example and --json do not go together.")
    if example:
        click.echo(example_setup(), nl=False)
    elif source is not None:
        _print(set_up(staff_of(ctx, wait_s), SetupWish(source, **given)))
    elif target is not None:
        export_setup(data_folder(ctx.obj), target, force=force)
        click.echo(f"The set-up is in {target}, without letter and name.")
    else:
        present = present_setup(data_folder(ctx.obj))
        _print_json(present) if as_json else _print_present(present)


def _print_json(present: PresentSetup) -> None:
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


def _print_present(present: PresentSetup) -> None:
    if not present.is_set_up:
        click.echo(
            "This station is not set up: it is a demonstration. Set it up with “kiosk setup --from FILE”; "
            "“kiosk setup --example” prints a FILE to start from."
        )
    _print(present.setup)
    for sentence in (present.changed, present.problem):
        if sentence is not None:
            click.echo(sentence)
    event = present.event
    click.echo("No event is open." if event is None else f"Event open: {event.name}")


def _print(setup: StationSetup) -> None:
    settings = setup.settings
    click.echo(f"Station {settings.letter} · {settings.name} · {settings.profile}")
    for division in setup.divisions:
        lists = [one.edition or one.name for one in division.lists]
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
