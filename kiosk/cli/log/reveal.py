"""`kiosk log reveal`: which word of a play was bad, for the director alone, and on record first."""

from pathlib import Path

import click

from kiosk.actions.on_record import LONGEST_REASON
from kiosk.cli.log.filters import MERGED, check_text
from kiosk.cli.option_checks import operator, text_of, waiting
from kiosk.core.harmless import harmless, harmless_json

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
    from kiosk.actions.audit.source import AuditSource
    from kiosk.actions.evidence.reveal import RevealWish, reveal
    from kiosk.cli.staff import staff_of

    staff = staff_of(ctx, wait_s)
    source = AuditSource(staff.folder, merged)
    found = reveal(staff, RevealWish(check_text(which, "SEQ|NUMBER"), reason, by, confirmed, source))
    if as_json:
        words = [{"word": one.word, "answer": one.answer.value} for one in found.words]
        shown = {"number": found.number, "verdict": found.verdict, "lists": found.lists, "words": words}
        click.echo(harmless_json(shown))
        return
    click.echo(f"{harmless(found.number)}  {found.verdict.upper()}, by {harmless(' + '.join(found.lists))}")
    width = max(len(one.word) for one in found.words)
    for one in found.words:
        click.echo(f"  {harmless(one.word):<{width}}  {_SAID[one.answer]}")
    click.echo("That you asked is on record. Players are told of plays, never of words.", err=True)
