"""`kiosk log report`: an event or a day on paper."""

import sys
from pathlib import Path
from typing import Any

import click

from kiosk.cli.log.export import FORCE, OUT, STDOUT, giving
from kiosk.cli.log.filters import MERGED, check_day


@click.command("report", short_help="A printable report about an event or a day.")
@click.option("--event", help="The event (its id); else the last one.")
@click.option("--day", metavar="DATE", help="A day instead of an event, such as 2026-05-02.")
@click.option("--director", is_flag=True, help="With words though the event is open; asks for the passcode.")
@OUT
@FORCE
@MERGED
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of the page.")
@click.pass_context
def report_command(
    ctx: click.Context, /, out: Path, merged: Path | None, as_json: bool, **given: Any
) -> None:
    """Make a report about an event or a day: HTML that needs no other file and prints on A4.

    Exit code 1: the log does not verify; the report says so too.
    """
    from kiosk.actions.audit.report import ReportWish, report  # the other commands of `log` do without it
    from kiosk.cli.desk import desk_of

    event, day, desk = given["event"], given["day"], desk_of(ctx)
    if event is not None and day is not None:
        raise click.UsageError("A report is about an event or a day, not both.")
    if day is not None:
        check_day(day, "--day")
    if out == STDOUT and sys.stdout.isatty() and not as_json:
        raise click.UsageError("A report is a page for a browser: name a file with --out FILE.")
    wish = ReportWish(event, day, given["director"], merged, as_json)
    done = report(desk, wish, giving(out, desk.folder, force=given["force"]))
    if out != STDOUT:
        click.echo(f"The report is in {out}. Open it in a browser; print it on A4.", err=True)
    if done.unrecorded:
        click.echo(done.unrecorded, err=True)
    if not done.sound:
        click.echo("The log does not verify, and the report says so. Run “kiosk log verify”.", err=True)
        ctx.exit(1)
