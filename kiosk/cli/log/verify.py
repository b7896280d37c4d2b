"""`kiosk log verify` and `kiosk log head`: whether the chain holds, and its end for the paper."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from kiosk.cli.log.ending import counted
from kiosk.cli.log.filters import MERGED
from kiosk.cli.progress import progress_bar
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.log.chain import Head, Noted, Status, Verification, noted, unreadable
from kiosk.errors import LogError
from kiosk.folder import data_folder
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.merged import (
    Station,
    conflicts,
    reading_merged,
    shown_letters,
    station_summaries,
    verify_merged,
    witness,
)
from kiosk.storage.reading.reader import head_of, reading, verify_open

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

    With --merged each station's chain; a noted head is looked for in all of them.
    """
    note = noted(head, count)
    if merged is not None:
        if count is not None and head is None:
            raise click.UsageError("A count belongs to one station: give its noted head too.")
        ctx.exit(_verify_merged(merged, note, as_json=as_json))
    found = _verify(log_path(data_folder(ctx.obj)), note)
    if as_json:
        click.echo(harmless_json(asdict(found)))
    else:
        click.echo(finding(found), err=found.status is Status.UNREADABLE)
    ctx.exit(found.exit_code)


def _verify(path: Path, note: Noted) -> Verification:
    try:
        with reading(path) as conn:
            total = conn.execute("SELECT max(seq) FROM records").fetchone()[0] or 0
            draw = progress_bar(total, "Verifying")
            # The chain is read by the page; the number a page begins with tells how far we are.
            conn.set_trace_callback(lambda sql: draw(_page_start(sql)))
            found = verify_open(conn, note)
            draw(None)
            return found
    except LogError as error:
        return unreadable(str(error))


def _page_start(sql: str) -> int:
    number = sql.partition("seq >= ")[2].partition(" ")[0]
    return int(number) if number.isdigit() else 0


def finding(found: Verification) -> str:
    """What was found, for a person."""
    if found.status is Status.UNREADABLE:
        return found.reason
    extra = f" {found.note}" if found.note else ""
    if found.status is Status.BROKEN:
        hold = "holds" if found.count == 1 else "hold"
        return f"Broken. {found.reason} {counted(found.count, 'record')} before it {hold}.{extra}"
    kind = "Intact, witnessed" if found.witnessed else "Intact, not witnessed"
    why = (
        "the noted head is in it"
        if found.witnessed
        else "no head noted outside was given, so a cut end cannot be told"
    )
    return f"{kind}: {counted(found.count, 'record')}; {why}.{extra}\nHead {found.head}"


def _verify_merged(path: Path, note: Noted, *, as_json: bool) -> int:
    try:
        with reading_merged(path) as conn:
            results = _held_to(note, verify_merged(conn), witness(conn, note))
            apart, letters = conflicts(conn), shown_letters(station_summaries(conn))
    except LogError as error:
        if not as_json:
            raise
        results, apart, letters = {}, (), {}
        found = unreadable(str(error))
    else:
        found = _together(results.values(), apart, note)
    if as_json:
        each = [
            {"station": key[0], "epoch": key[1], "letter": letters[key], **asdict(one)}
            for key, one in results.items()
        ]
        both = {"stations": each, "conflicts": [list(one) for one in apart]}
        click.echo(harmless_json({**asdict(found), **both}))
        return found.exit_code
    for key, one in results.items():
        click.echo(f"Station {harmless(letters[key])}: {finding(one)}")
    for station, epoch, seq in apart:
        shown = harmless(letters[station, epoch])
        click.echo(f"Conflict: another file disagreed with station {shown} at record {seq}.")
    if found.status is Status.BROKEN and not any(one.status is Status.BROKEN for one in results.values()):
        click.echo(f"Broken. {found.reason}")
    return found.exit_code


def _held_to(
    note: Noted, results: Mapping[Station, Verification], place: tuple[Station, int] | None
) -> Mapping[Station, Verification]:
    """*results* with the chain that the noted head stands in called witnessed. A head is one station's: that
    the others do not hold it says nothing against them."""
    if place is None or results[place[0]].status is not Status.INTACT:
        return results
    station, seq = place
    there = (
        "" if note.count in (None, seq) else f"The noted head stands at record {seq}, not at {note.count}."
    )
    return {**results, station: replace(results[station], witnessed=True, note=there)}


def _together(
    results: Collection[Verification], apart: Sequence[tuple[str, str, int]], note: Noted
) -> Verification:
    """Several chains as one finding: broken if one is, if one of two files was rewritten, or if a noted head
    stands in none of them. There is no one head; witnessed is what one of them is."""
    count, witnessed = sum(found.count for found in results), any(found.witnessed for found in results)
    bad = [found for found in results if found.status is not Status.INTACT]
    if bad:
        return Verification(Status.BROKEN, count=count, first_bad=bad[0].first_bad, reason=bad[0].reason)
    if apart:
        seq = apart[0][2]
        reason = f"Another file disagreed from record {seq} on: one of the two was rewritten."
        return Verification(Status.BROKEN, count=count, first_bad=seq, reason=reason)
    if note.head and not witnessed:
        reason = "The noted head is in no station's log here: it was cut off or rewritten, or is not merged."
        return Verification(Status.BROKEN, count=count, reason=reason)
    return Verification(Status.INTACT, witnessed, count=count)


@click.command("head", short_help="The end of the log, to be written on paper.")
@_JSON
@click.pass_context
def head_command(ctx: click.Context, as_json: bool) -> None:
    """The end of the log, to be written on paper: station, count, time, head, short code.

    The chain is verified first. Exit code 1: it does not hold, and there is nothing to write down.
    """
    with reading(log_path(data_folder(ctx.obj))) as conn:
        head = head_of(conn)
        found = verify_open(conn, Noted(head.hash, head.count))  # later: the station may be writing
    holds = found.status is Status.INTACT and found.witnessed
    if as_json:
        click.echo(harmless_json({**asdict(head), "head": head.hash, "code": head.code, "intact": holds}))
    else:
        _print_head(head, holds=holds)
    if not holds:
        click.echo(
            f"Do not write this head down: the log does not verify. {found.reason} Run “kiosk log verify”.",
            err=True,
        )
        ctx.exit(1)


def _print_head(head: Head, *, holds: bool) -> None:
    click.echo(
        f"Station   {harmless(head.station)}\nEpoch     {harmless(head.epoch)}\nRecords   {head.count}\n"
        f"Last at   {harmless(head.at)} (UTC)\nHead      {harmless(head.hash)}"
    )
    if holds:
        click.echo(f"Write on paper:  {head.count}  {head.code}")
        click.echo(f"Check it later:  kiosk log verify --count {head.count} --head {head.code}")
