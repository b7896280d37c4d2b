"""`kiosk log reveal`: which word of a play was bad, for the director alone, and on record first."""

from pathlib import Path

import click

from kiosk.base.printable import printable, printable_json
from kiosk.base.recordable import LONGEST_REASON
from kiosk.cli.options import operator, text_of, waiting
from kiosk.log.filters_command import MERGED, check_text

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
