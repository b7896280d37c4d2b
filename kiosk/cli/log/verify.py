"""`kiosk log verify` and `kiosk log head`: whether the chain holds, and its end for the paper."""

from dataclasses import asdict
from pathlib import Path

import click

from kiosk.actions.audit.verify import (
    VerifiedStations,
    in_words,
    verified_head,
    verify_stations,
    verify_with_copies,
)
from kiosk.cli.log.filters import MERGED
from kiosk.cli.progress import progress_bar
from kiosk.cli.terminal import paint
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.log.chain import Head, Status, Verification, unreadable
from kiosk.errors import LogError
from kiosk.folder import data_folder

_JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")


@click.command("verify", short_help="Re-hash everything; hold it to a noted head.")
@click.option("--head", help="A head noted earlier: the whole hash or the short code from paper.")
@click.option("--count", type=int, help="How many records there were then.")
@MERGED
@_JSON
@click.pass_context
def verify_command(
    ctx: click.Context, head: str | None, count: int | None, merged: Path | None, as_json: bool
) -> None:
    """Re-hash everything. Exit code 0: intact; 1: broken; 4: unreadable, empty or missing.

    With --merged each station's chain; a noted head is looked for in all of them. On a spare machine also
    the copy that its log goes on after.
    """
    if merged is not None:
        if count is not None and head is None:
            raise click.UsageError("A count belongs to one station: give its noted head too.")
        ctx.exit(_verify_merged(merged, head, count, as_json=as_json))
    with progress_bar("Verifying") as progress:
        found, copies = verify_with_copies(data_folder(ctx.obj), head, count, progress)
    if as_json:
        told = [{"continues": asdict(end), **asdict(one)} for end, one in copies]
        click.echo(harmless_json({**asdict(found), **({"copies": told} if told else {})}))
    else:
        click.echo(_painted(found), err=found.status is Status.UNREADABLE)
        for end, one in copies:
            what = f"The copy it goes on after, at record {end.count}"
            click.echo(f"{what}: {_painted(one)}", err=one.status is Status.UNREADABLE)
    ctx.exit(max(found.exit_code, *(one.exit_code for _, one in copies)) if copies else found.exit_code)


def _painted(found: Verification) -> str:
    return paint(in_words(found), "green" if found.status is Status.INTACT else "red")


def _verify_merged(path: Path, head: str | None, count: int | None, *, as_json: bool) -> int:
    try:
        found = verify_stations(path, head, count)
    except LogError as error:
        if not as_json:
            raise
        found = VerifiedStations({}, (), {}, unreadable(str(error)))
    if as_json:
        each = [
            {"station": key[0], "epoch": key[1], "letter": found.letters[key], **asdict(one)}
            for key, one in found.results.items()
        ]
        both = {"stations": each, "conflicts": [list(one) for one in found.apart]}
        click.echo(harmless_json({**asdict(found.together), **both}))
    else:
        _print_stations(found)
    return found.together.exit_code


def _print_stations(found: VerifiedStations) -> None:
    for key, one in found.results.items():
        click.echo(f"Station {harmless(found.letters[key])}: {_painted(one)}")
    for station, epoch, seq in found.apart:
        shown = harmless(found.letters[station, epoch])
        click.echo(f"Conflict: another file disagreed with station {shown} at record {seq}.")
    broken = any(one.status is Status.BROKEN for one in found.results.values())
    if found.together.status is Status.BROKEN and not broken:
        click.echo(f"{'Not as noted' if found.together.unlike_note else 'Broken'}. {found.together.reason}")


@click.command("head", short_help="The end of the log, to be written on paper.")
@_JSON
@click.pass_context
def head_command(ctx: click.Context, as_json: bool) -> None:
    """The end of the log, to be written on paper: station, count, time, head, short code.

    The chain is verified first. Exit code 1: it does not hold, and there is nothing to write down.
    """
    end = verified_head(data_folder(ctx.obj))
    head = end.head
    if as_json:
        shown = {
            **asdict(head),
            "head": head.hash,
            "code": head.code if end.holds else None,
            "intact": end.holds,
        }
        click.echo(harmless_json(shown))
    else:
        _print_head(head, holds=end.holds)
    if not end.holds:
        click.echo(
            f"Do not write this head down: the log does not verify. {end.found.reason} "
            "Run “kiosk log verify”.",
            err=True,
        )
        ctx.exit(1)


def _print_head(head: Head, *, holds: bool) -> None:
    click.echo(
        f"Station   {harmless(head.station)}\nEpoch     {harmless(head.epoch)}\nRecords   {head.count}\n"
        f"Last at   {harmless(head.at)} (UTC)\nHead      {harmless(head.hash)}"
    )
    if holds:
        click.echo(f"Write on paper:  {head.said}")
        click.echo(f"Check it later:  kiosk log verify --count {head.count} --head {head.code}")
