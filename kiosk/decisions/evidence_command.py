"""`kiosk log evidence` and `incident`: one challenge on one page."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kiosk.base.printable import printable_json, printable_lines
from kiosk.cli.options import PRINTER, printer_named
from kiosk.log.filters_command import FORCE, MERGED, check_text
from kiosk.paper.command import PAPER
from kiosk.paper.sheet import PaperSize

if TYPE_CHECKING:
    from kiosk.decisions.evidence_actions import EvidenceWish, PaperMade
    from kiosk.paper.actions import PaperFiles


# ---- evidence ----------------------------------------------------------------------------------------------
# `kiosk log evidence` and `kiosk log incident`: one challenge on one page, and what is reported of it.

Command = TypeVar("Command", bound=Callable[..., Any])
WHICH = click.argument("which", metavar="SEQ|NUMBER")
JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")


def _file(form: str, what: str) -> Callable[[Command], Command]:
    return click.option(
        f"--{form}", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help=f"Write {what}."
    )


PDF = _file("pdf", "a PDF to print, typefaces included")
_FILES = (
    _file("text", "plain text"),
    _file("html", "a page for a browser that needs no other file"),
    *(PDF, PRINTER, PAPER, FORCE, MERGED, JSON),
)


def _paper_options(command: Command) -> Command:
    for option in reversed(_FILES):
        command = option(command)
    return command


@click.command("evidence", short_help="One challenge on one page, checked again.")
@WHICH
@_paper_options
@click.pass_context
def evidence_command(ctx: click.Context, /, which: str, as_json: bool, **given: Any) -> None:
    """Put one challenge on one page: verdict and words, who, where and when, ten minutes before and after at
    that table and station, lists and rules, decisions, and whether record and chain hold.

    Text unless a file or printer is named. Exit code 1: the record or its chain does not hold; the page says
    so first.

    \b
    kiosk log evidence B-147
    kiosk log evidence B-147 --pdf b147.pdf --paper letter
    kiosk log evidence B-147 --printer Hall
    """
    from kiosk.cli.staff import staff_of
    from kiosk.decisions.evidence_actions import evidence
    from kiosk.paper.program import make_pdf

    staff, files = staff_of(ctx), _files(given)
    made = evidence(staff, _wish(staff.folder, which, given), files, make_pdf)
    _tell(ctx, made, files, given["printer"], as_json=as_json)


@click.command("incident", short_help="A report on one record, addressed as the rules say.")
@WHICH
@click.option("--say", metavar="TEXT", default="", help="What you have to say of it; it stands in no record.")
@_paper_options
@click.pass_context
def incident_command(ctx: click.Context, /, which: str, say: str, as_json: bool, **given: Any) -> None:
    """Report one record, of whatever kind: the facts of the log, the decisions, what you say, and to whom it
    goes by the rule set.

    Text unless a file or printer is named. Exit code 1: the record or its chain does not hold; the report
    says so first.

    \b
    kiosk log incident B-147 --say "The clock was not stopped." --text b147.txt
    """
    from kiosk.cli.staff import staff_of
    from kiosk.decisions.evidence_actions import incident
    from kiosk.paper.program import make_pdf

    check_text(say, "--say")
    staff, files = staff_of(ctx), _files(given)
    made = incident(staff, _wish(staff.folder, which, given), files, make_pdf, say)
    _tell(ctx, made, files, given["printer"], as_json=as_json)


def _wish(folder: Path, which: str, given: dict[str, Any]) -> "EvidenceWish":
    from kiosk.decisions.evidence_actions import EvidenceWish
    from kiosk.events.pairings_actions import player_lookup
    from kiosk.log.audit_actions import AuditSource

    wanted = check_text(which, "SEQ|NUMBER")
    return EvidenceWish(AuditSource(folder, given["merged"]), wanted, player_lookup(folder))


def _files(given: dict[str, Any]) -> "PaperFiles":
    from kiosk.paper.actions import PaperFiles

    named = {form: given[form] for form in ("text", "html", "pdf")}
    files = PaperFiles(**named, paper=PaperSize(given["paper"]), force=given["force"])
    if given["printer"] is not None:
        files = replace(files, send=printer_named(given["printer"]))
    return files


def _tell(
    ctx: click.Context, made: "PaperMade", files: "PaperFiles", printer: str | None, *, as_json: bool
) -> None:
    if made.faults:
        then = ("Run “kiosk log verify”.",) if made.broken else ()
        click.echo(" ".join((*made.faults, *then)), err=True)
    if as_json:
        shown = made.figures[0] if len(made.figures) == 1 else list(made.figures)
        click.echo(printable_json(shown))
    elif not files.leaves:
        click.echo(printable_lines(made.text), nl=False)
    for file in files.named:
        click.echo(f"It is in {file}.", err=True)
    if printer is not None:
        click.echo(f"It is at the printer {printer}.", err=True)
    if made.unrecorded:
        click.echo(made.unrecorded, err=True)
    ctx.exit(1 if made.faults else 0)
