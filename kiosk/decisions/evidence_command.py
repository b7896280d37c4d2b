"""`kiosk log evidence`, `incident` and `reveal`: one challenge on one page, and its words for the director
alone.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kiosk.base.printable import printable, printable_json, printable_lines
from kiosk.base.recordable import LONGEST_REASON
from kiosk.cli.options import PRINTER, operator, printer_named, text_of, waiting
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


# ---- reveal ------------------------------------------------------------------------------------------------
# `kiosk log reveal`: which word of a play was bad, for the director alone, and on record first.

_SAID = {"acceptable": "acceptable", "unacceptable": "NOT acceptable", "in_print": "only print settles it"}


@click.command("reveal", short_help="Which word of a play was bad; asks for the passcode.")
@click.argument("which", metavar="SEQ|NUMBER")
@click.option(
    "--reason", required=True, metavar="TEXT", callback=text_of(LONGEST_REASON), help="Why; it is recorded."
)
@click.option("--as", "by", metavar="ID", callback=operator, help="Who asks: initials or a staff id.")
@click.option("--yes", "confirmed", is_flag=True, help="Though the event is still open.")
@waiting
@MERGED
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def reveal_command(
    ctx: click.Context,
    /,
    which: str,
    reason: str,
    by: str | None,
    confirmed: bool,
    wait_s: float,
    merged: Path | None,
    as_json: bool,
) -> None:
    """Look the words of one ruling up one by one, by the very lists that ruled.

    Needs the director's passcode. That you asked, and why, is on record before anything is looked up; what
    the answer was is in no record. For your eyes: players are told of plays, never of words.

    \b
    kiosk log reveal B-147 --reason "Appeal to the committee" --as JK
    """
    from kiosk.cli.staff import staff_of
    from kiosk.decisions.reveal_actions import RevealWords
    from kiosk.log.audit_actions import AuditSource

    staff = staff_of(ctx, wait_s)
    source = AuditSource(staff.folder, merged)
    found = RevealWords(check_text(which, "SEQ|NUMBER"), reason, by, confirmed, source).run(staff)
    if as_json:
        words = [{"word": word.word, "answer": word.answer.value} for word in found.words]
        shown = {"number": found.number, "verdict": found.verdict, "lists": found.lists, "words": words}
        click.echo(printable_json(shown))
        return
    click.echo(f"{printable(found.number)}  {found.verdict.upper()}, by {printable(' + '.join(found.lists))}")
    width = max(len(word.word) for word in found.words)
    for word in found.words:
        click.echo(f"  {printable(word.word):<{width}}  {_SAID[word.answer]}")
    click.echo("That you asked is on record. Players are told of plays, never of words.", err=True)
