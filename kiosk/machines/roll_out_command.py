"""`kiosk roll-out`: equal stations from one, by way of a stick."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from kiosk.base.printable import printable, printable_json
from kiosk.cli.options import letter as letter_check
from kiosk.cli.options import waiting
from kiosk.cli.staff import staff_of
from kiosk.cli.terminal import paint
from kiosk.errors import SetupError
from kiosk.folder import data_folder
from kiosk.machines import agreement_actions, roll_out_actions
from kiosk.setup.settings import LETTERS
from kiosk.shipped import program as program_here
from kiosk.system_clock import system_clock

_PLACE = click.Path(path_type=Path, file_okay=False)


@click.command("roll-out")
@click.argument("folder", type=_PLACE, metavar="FOLDER")
@click.option(
    "--without-program",
    "--no-program",
    is_flag=True,
    help="Leave the program out, where it is installed everywhere.",
)
@click.option("--take", "taking", is_flag=True, help="Make an equal station here from what is in FOLDER.")
@click.option("--letter", metavar="A–Z", callback=letter_check, help="Its letter (with --take), else asked.")
@click.option("--program", type=_PLACE, metavar="DIR", help="Also copy the program to DIR (with --take).")
@click.option("--second-copy", metavar="DIR", help="Keep its second copy in DIR (with --take).")
@click.option("--yes", is_flag=True, help="Give a letter out a second time (with --take).")
@click.option("--check", "checking", is_flag=True, help="Compare this station with the others.")
@click.option("--watch", metavar="HH:MM:SS", help="What your watch shows now (with --check).")
@waiting
@click.option("--json", "as_json", is_flag=True, help="Say what was done or found as JSON.")
@click.pass_context
def command(  # noqa: PLR0913 - one for each option
    ctx: click.Context,
    /,
    folder: Path,
    without_program: bool,
    taking: bool,
    checking: bool,
    letter: str | None,
    program: Path | None,
    second_copy: str | None,
    watch: str | None,
    yes: bool,
    wait_s: float,
    as_json: bool,
) -> None:
    """Write program, lists, rule sets, set-up and passcode hashes of this station to FOLDER, for others.

    FOLDER is new, empty or an earlier roll-out. On the next machine open it and start “make-station”, or use
    --take: only the letter is asked. No log, no names and nothing of a player goes along. --check says
    whether all stations agree; exit code 1 if they do not.
    """
    if taking and checking:
        raise click.UsageError("--take and --check do not go together.")
    if not taking and (letter or program or second_copy or yes):
        raise click.UsageError("--letter, --program, --second-copy and --yes go with --take.")
    if watch is not None and not checking:
        raise click.UsageError("--watch goes with --check.")
    if checking:
        shown = _asked_watch() if watch is None and sys.stdin.isatty() else watch
        found = agreement_actions.agreement(data_folder(ctx.obj), folder, system_clock, shown)
        click.echo(printable_json(asdict(found))) if as_json else _print_agreement(found)
        ctx.exit(1 if found.wrong else 0)
    if taking:
        given = _letter(folder, letter, yes=yes)
        wish = roll_out_actions.TakeWish(
            folder.absolute(), given, program and program.absolute(), second_copy
        )
        taken = roll_out_actions.take(staff_of(ctx, wait_s), wish)
        click.echo(printable_json(_taken_json(taken))) if as_json else _print_taken(taken)
    else:
        bundle = None if without_program else _program()
        done = roll_out_actions.roll_out(staff_of(ctx, wait_s), folder.absolute(), bundle)
        written = {**asdict(done), "folder": str(done.folder)}
        click.echo(printable_json(written)) if as_json else _print_written(done)


def _program() -> Path:
    """The program that goes along: a stick without one makes no station where nothing is installed."""
    found = program_here()
    if found is None:
        raise SetupError(
            "There is no program here that could go along, so nothing was written. In a clone build one with "
            "“python3 installer/dev.py build” and roll out again; or, where the program is installed on all "
            "laptops already, add --without-program."
        )
    return found


def _taken_json(done: roll_out_actions.TakenStation) -> dict[str, object]:
    return {
        "letter": done.setup.settings.letter,
        "setup_code": done.setup.code,
        "data": str(done.data),
        "program": None if done.program is None else str(done.program),
        "remembered": done.remembered,
        "anew": done.anew,
    }


def _asked_watch() -> str | None:
    question = "Type a time your watch will show soon (HH:MM:SS) and press ENTER when it does; or ENTER alone"
    return str(click.prompt(question, default="", show_default=False)).strip() or None


def _letter(folder: Path, given: str | None, *, yes: bool) -> str:
    proposed, used = roll_out_actions.next_letter(folder)
    if given is None:
        if not sys.stdin.isatty():
            raise SetupError(f"Which letter? Give it with --letter; the next free one is {proposed}.")
        given = str(click.prompt("The letter of this station", default=proposed)).strip().upper()
        if given not in LETTERS:
            raise SetupError(f"“{printable(given)}” is no letter from A to Z, so nothing was done.")
    if given in used and not yes:
        sentence = f"The letter {given} was given out from this stick already; each station needs its own."
        if not sys.stdin.isatty():
            raise SetupError(f"{sentence} Take {proposed}, or confirm it with --yes.")
        click.echo(paint(sentence, "yellow"), err=True)
        if not click.confirm(f"Use {given} all the same?", err=True):
            raise SetupError("Nothing was done.")
    return given


def _print_written(done: roll_out_actions.RolledOut) -> None:
    click.echo(f"The roll-out is in {done.folder}: {done.size / 1e6:.0f} MB, set-up code {done.setup_code}.")
    click.echo(f"Lists: {', '.join(done.lists)} · passcodes: {'as here' if done.passcodes else 'none'}")
    if done.program:
        click.echo("On the next machine open the folder and start “make-station”. Only the letter is asked.")
    else:
        click.echo(
            "It holds no program. On the next machine use --take, with the program that is installed there."
        )


def _print_taken(done: roll_out_actions.TakenStation) -> None:
    settings = done.setup.settings
    what = "is ready" if done.anew else "has the set-up of the roll-out; its log and passcodes are its own"
    click.echo(f"Station {settings.letter} {what}. Set-up code {done.setup.code}.")
    click.echo(f"Its data: {done.data}")
    if done.program is not None:
        click.echo(f"Its program: {done.program}")
        click.echo(f"Start it with: {done.program / 'kiosk'}")
    if not done.remembered:
        click.echo("The stick cannot be written, so the letter is not noted on it: write it down.", err=True)


def _print_agreement(found: agreement_actions.RoomAgreement) -> None:
    for line in found.lines:
        event = "no event open" if line.event is None else f"event {line.event}"
        clock = "clock not compared" if line.ahead_s is None else f"clock {line.ahead_s:+d} s"
        round = "" if line.round is None else f", round {line.round}"
        click.echo(printable(f"{line.letter}  {line.setup_code}  {line.version}  {event}{round}, {clock}"))
    if not found.left:
        click.echo("The stick cannot be written, so the next station will not see this one.", err=True)
    for sentence in found.wrong:
        click.echo(paint(printable(sentence), "red"), err=True)
    if not found.wrong:
        count = len(found.lines)
        click.echo("Only this station was asked so far." if count == 1 else f"All {count} agree.")
