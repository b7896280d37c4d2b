"""`kiosk restore`: a spare machine goes on where a lost station stopped."""

import sys
from pathlib import Path

import click

from kiosk.base.printable import printable, printable_json
from kiosk.cli.options import waiting
from kiosk.cli.staff import staff_of
from kiosk.cli.terminal import paint
from kiosk.errors import SetupError
from kiosk.machines.restore_actions import NOT_RESTORED, RestoredStation, RestoreWish, restore


@click.command("restore")
@click.argument("copy", type=click.Path(path_type=Path), metavar="COPY")
@click.option(
    "--yes", is_flag=True, help="Go on though something is odd: set-up, rounds, clock, second copy."
)
@waiting
@click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")
@click.pass_context
def command(ctx: click.Context, copy: Path, yes: bool, wait_s: float, as_json: bool) -> None:
    """Go on here for a station that was lost: COPY is the second copy of its log, or the stick with it.

    This machine must be set up like the lost one, with its letter, and have ruled on nothing yet. It begins
    a log of its own; ruling numbers go on one above the next full hundred, so that those given after the copy
    was made are not given again. An open event goes on. Old rulings are read here as before.
    """

    def confirm(odd: tuple[str, ...]) -> bool:
        return yes or _confirm(odd, may_ask=not as_json)

    done = restore(staff_of(ctx, wait_s), RestoreWish(copy, confirm))
    if as_json:
        click.echo(printable_json(_as_json(done)))
    else:
        _print(done)
    if (uncopied := done.given_out.uncopied) is not None:
        click.echo(paint(f"NOT COPIED. {uncopied} Then run “kiosk event tonight”.", "red"), err=True)
        sys.exit(1)


def _confirm(odd: tuple[str, ...], *, may_ask: bool) -> bool:
    what = " ".join(odd)
    if not (may_ask and sys.stdin.isatty()):
        raise SetupError(f"{NOT_RESTORED} {what} Mend that, or confirm it with --yes.")
    click.echo(paint(what, "yellow"), err=True)
    return click.confirm("Go on here all the same?", err=True)


def _print(done: RestoredStation) -> None:
    lost, head = done.lost, done.given_out.head
    click.echo(f"Station {lost.letter} goes on here.")
    last = f"the last ruling {lost.last}" if lost.last else "no ruling"
    click.echo(
        f"The copy: {lost.head.count} records to {printable(lost.head.at)} (UTC), {last}; chain intact."
    )
    click.echo(
        f"The next ruling is {done.number}. What was ruled after the copy was made has a number between: "
        "look at the slips."
    )
    if lost.event is None:
        click.echo("No event was open.")
    else:
        round = "between rounds" if done.round is None else f"round {done.round}"
        click.echo(f"The event “{printable(lost.event.name)}” goes on, {round}.")
    if lost.missing:
        click.echo(
            "An earlier copy that this one goes on after is not there: its rulings are not shown here."
        )
    if done.given_out.copy is not None and done.given_out.uncopied is None:
        click.echo(done.given_out.copy.note)
    click.echo(f"Write down: station {lost.letter}, {head.said}")


def _as_json(done: RestoredStation) -> dict[str, object]:
    lost, head, copy = done.lost, done.given_out.head, done.given_out.copy
    return {
        "letter": lost.letter,
        "next": done.number,
        "last": lost.last or None,
        "copy": {
            "path": str(lost.path),
            "station": lost.head.station,
            "epoch": lost.head.epoch,
            "count": lost.head.count,
            "head": lost.head.hash,
            "at": lost.head.at,
        },
        "event": None if lost.event is None else lost.event.id,
        "round": done.round,
        "odd": list(done.odd),
        "station": head.station,
        "epoch": head.epoch,
        "count": head.count,
        "head": head.hash,
        "code": head.code,
        "second_copy": None if copy is None else {"state": copy.state, "note": copy.note},
    }
