"""`kiosk log merge`: the logs of several stations together in one file."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from kiosk.actions.audit.complaints import counted
from kiosk.actions.audit.merge import MergedLogs, merge
from kiosk.cli.log.ending import say_first
from kiosk.cli.progress import progress_bar
from kiosk.core.harmless import harmless, harmless_json
from kiosk.folder import data_folder
from kiosk.storage.reading.merged import Continuation, StationSummary

_LONGEST_OFFSET_MIN = 24 * 60


@click.command("merge", short_help="Put the logs of several stations into one file.")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="LOG|FOLDER…")
@click.option(
    "--out", "-o", type=click.Path(path_type=Path), required=True, help="The merged file; made or added to."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def merge_command(ctx: click.Context, sources: tuple[Path, ...], out: Path, as_json: bool) -> None:
    """Put logs of several stations side by side in one file, for --merged.

    Each chain is verified first. Merging the same logs again changes nothing. Exit code 1: a log did not
    verify, or disagrees with what is there; nothing of it was merged; or its folder says that it lacks
    records. 4: nothing was merged at all.
    """
    with progress_bar("Merging") as progress:
        done = merge(data_folder(ctx.obj), sources, out, progress)
    if as_json:
        click.echo(harmless_json(_merge_json(done)))
    else:
        _print_merge(done)
    ctx.exit(0 if done.complete else 1)


def _merge_json(done: MergedLogs) -> dict[str, Any]:
    return {
        "sources": [
            {
                "source": str(result.source),
                "status": result.status,
                "added": result.added,
                "conflict": result.conflict,
                "why": result.why,
                "doubt": result.doubt,
            }
            for result in done.results
        ],
        "stations": [asdict(station) for station in done.stations],
        "same_letter": done.same_letter,
        "continuations": [asdict(one) for one in done.continuations],
        "twice": list(done.twice),
    }


def _print_merge(done: MergedLogs) -> None:
    for result in done.results:
        say_first(f"{result.source}: {result.doubt}" if result.doubt else "")
        if not result.taken:
            why = result.why if result.conflict else f"{result.source} was not merged. {result.why}"
            click.echo(harmless(why), err=True)
        else:
            news = f"{counted(result.added, 'record')} added" if result.added else "nothing new"
            click.echo(f"{result.source}: chain intact, {news}.")
    letters = done.letters
    for one in done.stations:
        jumps = f", clock set {counted(one.clock_jumps, 'time')}" if one.clock_jumps else ""
        click.echo(
            f"Station {harmless(letters[one.key])}: {counted(one.records, 'record')}, "
            f"{counted(one.rulings, 'ruling')}, {harmless(one.first_at)} to {harmless(one.last_at)}, "
            f"local time is UTC{_offset(one)}{jumps}."
        )
    for went_on in done.continuations:
        click.echo(_went_on(went_on, letters))
    if done.twice:
        click.echo(
            f"{', '.join(map(harmless, done.twice))}: given again by the spare machine. “kiosk log show” "
            "shows both of each.",
            err=True,
        )
    for letter in done.same_letter:
        click.echo(
            f"More than one station here has the letter {harmless(letter)}, so ruling numbers stand twice. "
            "Lists tell them apart by the start of their ids.",
            err=True,
        )
    if len(done.stations) > 1:
        click.echo("Times are each station's own: whether their clocks agreed is not in the logs.")


def _went_on(one: Continuation, letters: Mapping[tuple[str, str], str]) -> str:
    spare = f"Station {harmless(letters[one.later])} went on for a lost one"
    if one.fits is None:
        return f"{spare}, whose log is not here up to record {one.count}, where it was left."
    lost = harmless(letters[one.earlier])
    if not one.fits:
        return (
            f"{spare}, but record {one.count} of station {lost} is not the one it was left at. Keep both, "
            "and compare them with the heads on paper."
        )
    after = one.records - one.count
    more = f"; {counted(after, 'record')} came after the copy was made" if after else ""
    return f"{spare}, station {lost}, at record {one.count}{more}."


def _offset(one: StationSummary) -> str:
    low, high = one.lowest_offset_min, one.highest_offset_min
    if not isinstance(low, int) or not isinstance(high, int) or max(-low, high) > _LONGEST_OFFSET_MIN:
        return " by an unknown amount"
    shown = [f"{'-' if value < 0 else '+'}{abs(value) // 60}:{abs(value) % 60:02d}" for value in (low, high)]
    return shown[0] if low == high else f"{shown[0]} to {shown[1]}"
