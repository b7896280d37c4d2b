"""`kiosk log stations`: which logs are here, which of them are copies, and whether their clocks agreed."""

from dataclasses import asdict
from pathlib import Path

import click

from kiosk.cli.log.ending import end, say_first
from kiosk.cli.progress import progress_bar
from kiosk.core.harmless import harmless_json
from kiosk.folder import data_folder


@click.command("stations", short_help="Which stations' logs are here, copies and clocks.")
@click.argument("logs", nargs=-1, type=click.Path(path_type=Path), metavar="[LOG|FOLDER]…")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def stations_command(ctx: click.Context, logs: tuple[Path, ...], as_json: bool) -> None:
    """Say of each log how it stands to the others: shown, a copy, or another continuation of one.

    Logs, folders with logs, merged files; without any, this station's own. Clocks are compared by the
    events and rounds that stand in two logs. Exit code 1: a log cannot be read or does not hold, or two go on
    differently.
    """
    from kiosk.actions.console.answering import doubt_about_sources, log_sources
    from kiosk.director.console.reading import SourceStanding

    with progress_bar("Reading") as progress:
        found = log_sources(data_folder(ctx.obj), logs, progress)
    doubt = doubt_about_sources(data_folder(ctx.obj), logs)
    say_first(doubt)
    if as_json:
        click.echo(harmless_json([asdict(one) for one in found]))
    else:
        for one in found:
            whose = f"station {one.letter}, {one.count} records. " if one.station else ""
            click.echo(f"{one.name}: {whose}{one.sentence} {one.skew}".rstrip())
    bad = (SourceStanding.UNREADABLE, SourceStanding.FORK)
    wrong = [one.name for one in found if one.standing in bad]
    look = [f"Look at {', '.join(wrong)} before you rely on these logs."] if wrong else []
    end([*([doubt] if doubt else []), *look], doubt)
