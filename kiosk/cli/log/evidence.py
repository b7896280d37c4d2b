"""`kiosk log evidence` and `kiosk log incident`: one challenge on one page, and what is reported of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kiosk.cli.card import PAPER
from kiosk.cli.log.export import FORCE
from kiosk.cli.log.filters import MERGED, check_text
from kiosk.cli.shell.printer import PRINTER, printer_named
from kiosk.core.harmless import harmless_json, harmless_lines
from kiosk.core.paper.page import PaperSize

if TYPE_CHECKING:
    from kiosk.actions.evidence.gather import EvidenceWish
    from kiosk.actions.evidence.pages import PaperMade
    from kiosk.actions.paper import PaperFiles

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
    from kiosk.actions.evidence.pages import evidence
    from kiosk.app.printing import printed
    from kiosk.cli.staff import staff_of

    staff, files = staff_of(ctx), _files(given)
    made = evidence(staff, _wish(staff.folder, which, given), files, printed)
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
    from kiosk.actions.evidence.pages import incident
    from kiosk.app.printing import printed
    from kiosk.cli.staff import staff_of

    check_text(say, "--say")
    staff, files = staff_of(ctx), _files(given)
    made = incident(staff, _wish(staff.folder, which, given), files, printed, say)
    _tell(ctx, made, files, given["printer"], as_json=as_json)


def _wish(folder: Path, which: str, given: dict[str, Any]) -> "EvidenceWish":
    from kiosk.actions.audit.source import AuditSource
    from kiosk.actions.evidence.gather import EvidenceWish
    from kiosk.actions.pairings import seated

    wanted = check_text(which, "SEQ|NUMBER")
    return EvidenceWish(AuditSource(folder, given["merged"]), wanted, seated(folder))


def _files(given: dict[str, Any]) -> "PaperFiles":
    from kiosk.actions.paper import PaperFiles

    named = {form: given[form] for form in ("text", "html", "pdf")}
    send = printer_named(given["printer"])
    return PaperFiles(**named, paper=PaperSize(given["paper"]), force=given["force"], send=send)


def _tell(
    ctx: click.Context, made: "PaperMade", files: "PaperFiles", printer: str | None, *, as_json: bool
) -> None:
    if made.faults:
        then = ("Run “kiosk log verify”.",) if made.broken else ()
        click.echo(" ".join((*made.faults, *then)), err=True)
    if as_json:
        shown = made.figures[0] if len(made.figures) == 1 else list(made.figures)
        click.echo(harmless_json(shown))
    elif not files.leaves:
        click.echo(harmless_lines(made.text), nl=False)
    for one in files.named:
        click.echo(f"It is in {one}.", err=True)
    if printer is not None:
        click.echo(f"It is at the printer {printer}.", err=True)
    if made.unrecorded:
        click.echo(made.unrecorded, err=True)
    ctx.exit(1 if made.faults else 0)
