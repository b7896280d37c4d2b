"""`kiosk setup`: show the set-up, take a new one from a file, or export it for other stations."""

import json
from dataclasses import dataclass
from pathlib import Path

import click

from kiosk.cli.option_checks import letter, text_of, waiting
from kiosk.core.log.canonical import Json
from kiosk.core.log.history import History
from kiosk.core.setup.division import Division
from kiosk.core.setup.fit import notes
from kiosk.core.setup.integrity import InForce, changes
from kiosk.core.setup.settings import LONGEST_NAME, Settings, settings_to_mapping
from kiosk.errors import KioskError, SetupError
from kiosk.folder import data_folder
from kiosk.storage.export.target import check_target
from kiosk.storage.log.place import log_path
from kiosk.storage.log.standing import read_standing
from kiosk.storage.setup.file import (
    example_text,
    export_settings,
    load_demonstration,
    load_settings,
    settings_digest,
    setup_path,
)
from kiosk.storage.setup.opened import OpenedSetup, opened_from

LONGEST_REASON = 200
_FILE = click.Path(path_type=Path)


@dataclass(frozen=True, slots=True)
class Present:
    """The set-up as it stands. *settings* None: the station is a demonstration. *problem*: why it cannot
    judge, if it cannot, and then it is not *opened*."""

    folder: Path
    settings: Settings | None
    opened: OpenedSetup | None
    past: History
    problem: str | None = None

    @property
    def shown(self) -> Settings:
        return self.settings or load_demonstration()

    @property
    def divisions(self) -> tuple[Division, ...]:
        return self.opened.divisions if self.opened else ()

    @property
    def changed(self) -> str | None:
        found = changes(InForce(settings_digest(self.folder)), self.past.setup)
        return None if found is None else found.sentence


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
    folder = data_folder(ctx.obj)
    if source is None and any(value is not None for value in given.values()):
        raise click.UsageError("--letter, --name and --reason go with --from.")
    if sum((source is not None, target is not None, example, as_json)) > 1:
        raise click.UsageError("--from, --export, --example and --json do not go together.")
    if example:
        click.echo(example_text(), nl=False)
    elif source is not None:
        from kiosk.cli.setup_change import Wish, set_up

        opened = set_up(folder, Wish(source, wait_s=wait_s, **given))
        _print(opened.settings, opened)
    elif target is not None:
        _export(folder, target, force=force)
    else:
        present = _present(folder)
        _print_json(present) if as_json else _print_present(present)


def _export(folder: Path, target: Path, *, force: bool) -> None:
    settings = load_settings(folder)
    if settings is None:
        raise SetupError(
            "This station is not set up, so there is nothing to export. Set it up with --from FILE."
        )
    check_target(target, folder, force=force)
    export_settings(target, settings)
    click.echo(f"The set-up is in {target}, without letter and name.")


def _present(folder: Path) -> Present:
    settings = load_settings(folder)
    log = log_path(folder)
    past = read_standing(log).past if log.exists() else History()
    try:
        return Present(folder, settings, opened_from(folder, settings, str(setup_path(folder))), past)
    except KioskError as error:
        return Present(folder, settings, None, past, str(error))


def _print_json(present: Present) -> None:
    event = present.past.event
    shown: dict[str, object] = {
        "set_up": present.settings is not None,
        "file": str(setup_path(present.folder)),
        "digest": settings_digest(present.folder) or None,
        "changed": present.changed,
        "problem": present.problem,
        "setup_code": present.opened.code if present.opened else None,
        "event_open": None if event is None else {"id": event.id, "name": event.name},
        "settings": settings_to_mapping(present.shown),
        "divisions": [division.on_record() for division in present.divisions],
        "notes": _notes(present.divisions),
    }
    click.echo(json.dumps(shown, ensure_ascii=False, indent=2))


def _print_present(present: Present) -> None:
    if present.settings is None:
        click.echo(
            "This station is not set up: it is a demonstration. Set it up with “kiosk setup --from FILE”; "
            "“kiosk setup --example” prints a FILE to start from."
        )
    _print(present.shown, present.opened)
    for sentence in (present.changed, present.problem):
        if sentence is not None:
            click.echo(sentence)
    event = present.past.event
    click.echo("No event is open." if event is None else f"Event open: {event.name}")


def _print(settings: Settings, opened: OpenedSetup | None) -> None:
    divisions = opened.divisions if opened else ()
    click.echo(f"Station {settings.letter} · {settings.name} · {settings.profile}")
    for division in divisions:
        lists = [one.edition or one.name for one in division.lists]
        click.echo(
            f"  {division.name}: {division.rules.short_title} · {' + '.join(lists)} · "
            f"failed challenge: {division.rules.penalty_name(division.penalty.id)}"
        )
    for note in _notes(divisions):
        click.echo(f"  Note: {note}")
    click.echo(f"  Rounds: {len(settings.rounds)} · protection wanted: {settings.protection}")
    click.echo(f"  Second copy: {settings.second_copy or 'none'}")
    if opened:
        click.echo(f"  Set-up code: {opened.code}")


def _notes(divisions: tuple[Division, ...]) -> list[Json]:
    return [note for division in divisions for note in notes(division)]
