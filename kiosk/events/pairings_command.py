"""`kiosk pairings`: who plays whom at which table, imported, shown and forgotten."""

from collections.abc import Sequence
from pathlib import Path

import click

from kiosk.base.printable import count_of, printable, printable_json
from kiosk.base.schedule import HIGHEST_ROUND
from kiosk.cli import options
from kiosk.cli.help import InOrder
from kiosk.cli.options import waiting
from kiosk.cli.staff import staff_of
from kiosk.cli.table import TableShape, fitted_table
from kiosk.cli.terminal import columns
from kiosk.errors import PairingsError
from kiosk.events.pairings import HIGHEST_TABLE, Pairing
from kiosk.events.pairings_actions import forget_pairings, import_pairings, pairings_here
from kiosk.folder import data_folder
from kiosk.log.filters_command import say_first


@click.group(cls=InOrder)
def command() -> None:
    """Who plays whom: import pairings, show them, forget them.

    Names stay in one file beside the log, which can be erased; no record holds one.
    """


@command.command("import", short_help="Take pairings from CSV or from tsh.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option(
    "--division",
    "divisions",
    multiple=True,
    metavar="ID",
    shell_complete=options.division,
    help="The division a file belongs to, or the one of several in it that is taken in; with several files "
    "once for each, in the same order.",
)
@waiting
@click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")
@click.pass_context
def import_command(
    ctx: click.Context, files: tuple[Path, ...], divisions: tuple[str, ...], wait_s: float, as_json: bool
) -> None:
    """Take the pairings in FILE… in: a CSV file, tsh's tourney.js, or its division files (.t).

    CSV: round, table, first player, second player and perhaps division, in any order, under headings. A round
    that was imported before is replaced; other rounds stay. Needs the director's passcode where one is set.
    """
    done = import_pairings(staff_of(ctx, wait_s), files, divisions)
    if as_json:
        shown = {
            "games": len(done.new.games),
            "rounds": done.new.rounds(),
            "divisions": done.new.divisions(),
            "games_in_all": len(done.kept.games),
            "told": done.told,
        }
        click.echo(printable_json(shown))
        return
    click.echo(f"{_games(done.new.games)} imported: {_rounds(done.new.rounds())}.")
    for sentence in done.told:
        click.echo(sentence)
    if len(done.kept.games) > len(done.new.games):
        click.echo(f"Known now: {_rounds(done.kept.rounds())}, {_games(done.kept.games)}.")
    click.echo("No name is in the log. After the event, erase all names with “kiosk pairings forget”.")


def _games(games: Sequence[Pairing]) -> str:
    return "1 game" if len(games) == 1 else f"{len(games):,} games"


def _rounds(rounds: Sequence[int]) -> str:
    if len(rounds) == 1:
        return f"round {rounds[0]}"
    if len(rounds) == 2:
        return f"rounds {rounds[0]} and {rounds[1]}"
    if list(rounds) == [*range(rounds[0], rounds[-1] + 1)]:
        return f"rounds {rounds[0]} to {rounds[-1]}"
    return f"rounds {', '.join(map(str, rounds))}"


@command.command("show", short_help="Who plays at which table.")
@click.option("--round", "round_", type=click.IntRange(1, HIGHEST_ROUND), help="Only this round.")
@click.option("--table", type=click.IntRange(1, HIGHEST_TABLE), help="Only this table.")
@click.option("--division", metavar="ID", shell_complete=options.division, help="Only this division.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def show_command(
    ctx: click.Context, round_: int | None, table: int | None, division: str | None, as_json: bool
) -> None:
    """Show who plays at which table. Exit code 1: the file is not the one that was imported, or the log does
    not hold."""
    here = pairings_here(data_folder(ctx.obj))
    say_first(here.doubt)
    games = [
        game
        for game in here.pairings.games
        if round_ in (None, game.round)
        and table in (None, game.table)
        and (division is None or game.division.casefold() == division.casefold())
    ]
    if as_json:
        intact = not here.changed and not here.doubt
        click.echo(printable_json({"games": [_as_json(game) for game in games], "intact": intact}))
    elif games:
        _print(games)
    else:
        raise PairingsError(f"There is no such game. There are {_rounds(here.pairings.rounds())}.")
    if here.changed:
        click.echo(here.changed, err=True)
    ctx.exit(1 if here.changed or here.doubt else 0)


def _as_json(game: Pairing) -> dict[str, object]:
    return {
        "round": game.round,
        "table": game.table,
        "division": game.division or None,
        "first": game.pair.first,
        "second": game.pair.second,
        "in_order": game.pair.in_order,
    }


_SHAPE = TableShape(("Round", "Table", "Division", "First", "Second", "Note"), (3, 4, 5))


def _print(games: Sequence[Pairing]) -> None:
    for line in fitted_table(_SHAPE, games, _cells, columns()):
        click.echo(line)


def _cells(game: Pairing) -> tuple[str, ...]:
    note = "" if game.pair.in_order else "who goes first is not known"
    names = printable(game.division), printable(game.pair.first), printable(game.pair.second)
    return str(game.round), str(game.table), *names, note


@command.command("forget", short_help="Erase all pairings for good.")
@waiting
@click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")
@click.pass_context
def forget_command(ctx: click.Context, wait_s: float, as_json: bool) -> None:
    """Erase all pairings for good; that they were erased is put on record.

    Needs the director's passcode where one is set. Files the pairings were imported from are yours to delete.
    """
    gone = forget_pairings(staff_of(ctx, wait_s))
    if as_json:
        click.echo(printable_json({"erased": True, "names": gone.names, "rounds": gone.rounds}))
        return
    named = f"It named {gone.names} players in {count_of(gone.rounds or 0, 'round')}."
    what = "It could not be read any more." if gone.names is None else named
    click.echo(f"The file of pairings is erased. {what} The files it was imported from are yours to delete.")
