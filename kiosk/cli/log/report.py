"""`kiosk log report`: an event or a day on paper."""

import sys
from pathlib import Path
from typing import Any

import click

from kiosk.cli.card import PAPER
from kiosk.cli.log.ending import end
from kiosk.cli.log.evidence import PDF
from kiosk.cli.log.export import FORCE, OUT, STDOUT, giving
from kiosk.cli.log.filters import MERGED, check_day
from kiosk.cli.shell import completing
from kiosk.cli.shell.printer import PRINTER, printer_named
from kiosk.core.paper.page import PaperSize


@click.command("report", short_help="A printable report about an event or a day.")
@click.option("--event", shell_complete=completing.event, help="The event (its id); else the last one.")
@click.option("--day", metavar="DATE", help="A day instead of an event, such as 2026-05-02.")
@click.option("--director", is_flag=True, help="With words though the event is open; asks for the passcode.")
@click.option("--players", is_flag=True, help="To post for players; only when the event is closed.")
@OUT
@PDF
@PRINTER
@PAPER
@FORCE
@MERGED
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of the page.")
@click.pass_context
def report_command(
    ctx: click.Context, /, out: Path, merged: Path | None, as_json: bool, **given: Any
) -> None:
    """Make a report about an event or a day: HTML that needs no other file, a PDF,
    paper from a printer, or several of them.

    Exit code 1: the log does not verify, or holds records that this program does not write; the report says
    so too.

    \b
    kiosk log report --pdf saturday.pdf --day 2026-05-02
    kiosk log report --players --out results.html
    """
    from kiosk.actions.audit.report import ReportWish, report  # the other commands of `log` do without it
    from kiosk.actions.audit.source import AuditSource
    from kiosk.actions.paper import PaperFiles
    from kiosk.app.printing import printed
    from kiosk.cli.staff import staff_of

    event, day, staff, pdf = given["event"], given["day"], staff_of(ctx), given["pdf"]
    if event is not None and day is not None:
        raise click.UsageError("A report is about an event or a day, not both.")
    if given["players"] and given["director"]:
        raise click.UsageError("A report is for players or for the director, not both.")
    if day is not None:
        check_day(day, "--day")
    elsewhere = pdf is not None or given["printer"] is not None
    if not elsewhere and out == STDOUT and sys.stdout.isatty() and not as_json:
        raise click.UsageError("A report is a page for a browser: name a file with --out FILE.")
    send = printer_named(given["printer"])
    files = PaperFiles(pdf=pdf, paper=PaperSize(given["paper"]), force=given["force"], send=send)
    source = AuditSource(staff.folder, merged)
    wish = ReportWish(event, day, given["director"], source, as_json, given["players"], files)
    quiet = elsewhere and out == STDOUT and not as_json
    give = None if quiet else giving(out, staff.folder, force=given["force"])
    done = report(staff, wish, give, printed)
    for one in (*((out,) if out != STDOUT else ()), *((pdf,) if pdf is not None else ())):
        click.echo(f"The report is in {one}.", err=True)
    if send is not None:
        click.echo(f"The report is at the printer {given['printer']}.", err=True)
    if done.unrecorded:
        click.echo(done.unrecorded, err=True)
    if not done.sound:
        click.echo("The log does not verify, and the report says so. Run “kiosk log verify”.", err=True)
    end(done.complaints)
    ctx.exit(0 if done.sound else 1)
