"""`kiosk log export` and `kiosk log merge`: records on their way out, and logs of several stations together.

An export is itself recorded when this process can be the writer. While the station runs it cannot: the export
is still made, and says so.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from kiosk.cli.log_filters import MERGED, Asked, asked, filter_options, reader_of
from kiosk.cli.log_lines import (
    AlertFeed,
    counted,
    how_many,
    lines,
    progress_bar,
    split_window_s,
    with_progress,
)
from kiosk.core.canonical import Json
from kiosk.core.chain import Status
from kiosk.core.records import Kind
from kiosk.errors import LogError, OutputError
from kiosk.storage.export import (
    FORMATS,
    Heading,
    Line,
    as_csv,
    as_html,
    as_json,
    as_jsonl,
    as_zyzzyva,
    in_zyzzyva,
    write_database,
    write_text,
    write_to_stdout,
)
from kiosk.storage.log_place import log_path
from kiosk.storage.log_query import Reader
from kiosk.storage.log_reader import reading, verify_log
from kiosk.storage.merge import (
    Merged,
    StationSummary,
    find_logs,
    merge_logs,
    reading_merged,
    station_summaries,
)
from kiosk.storage.own_files import refuse_own_file
from kiosk.storage.places import data_folder

_STDOUT = Path("-")
_OUT = click.option(
    "--out", "-o", type=click.Path(path_type=Path), default=_STDOUT, help="The file to write; - for stdout."
)


@click.command("export", short_help="Write the records that fit the filters to a file.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="csv", show_default=True, help="As what."
)
@_OUT
@filter_options
@MERGED
@click.pass_obj
def export_command(data: str | None, /, form: str, out: Path, merged: Path | None, **given: Any) -> None:
    """Write exactly the records that fit the filters, newest first (sqlite: the whole log).

    zyzzyva: the lines of its challenge.txt, which knows rulings only and no referred plays.
    """
    wanted = asked(given)
    if out != _STDOUT:
        refuse_own_file(out, data_folder(data))
    if form == "sqlite":
        count = _export_database(data, merged, out, wanted)
    else:
        count = _export_lines(data, merged, out, wanted, form)
    if merged is None:
        note = record_export(
            data_folder(data), {"format": form, "records": count, "filters": wanted.as_json()}
        )
        if note:
            click.echo(note, err=True)
    if out != _STDOUT:
        click.echo(f"{counted(count, 'record')} {'is' if count == 1 else 'are'} in {out}.", err=True)


def _export_lines(data: str | None, merged: Path | None, out: Path, wanted: Asked, form: str) -> int:
    with reader_of(data, merged) as reader:
        window_s = split_window_s(data_folder(data))
        read = with_progress(_in_order(reader, wanted, window_s, form), how_many(reader, wanted), "Exporting")
        shown = counter = _Counted(filter(in_zyzzyva, read) if form == "zyzzyva" else read)
        chunks = _rendered(form, iter(shown), data, merged, wanted)
        if out == _STDOUT:
            write_to_stdout(chunks)
        else:
            write_text(chunks, out)
    return counter.count


def _in_order(reader: Reader, wanted: Asked, window_s: int, form: str) -> Iterable[Line]:
    """Newest first; but Zyzzyva's file grows downwards."""
    found = lines(reader, wanted, AlertFeed(reader, window_s))
    return reversed(list(found)) if form == "zyzzyva" else found


class _Counted:
    """Lines as they are, and how many went by."""

    def __init__(self, items: Iterable[Line]) -> None:
        self._items, self.count = items, 0

    def __iter__(self) -> Iterator[Line]:
        for item in self._items:
            self.count += 1
            yield item


def _rendered(
    form: str, shown: Iterator[Line], data: str | None, merged: Path | None, wanted: Asked
) -> Iterator[str]:
    if form == "html":
        integrity = "Records of several stations." if merged else integrity_line(log_path(data_folder(data)))
        return as_html(shown, Heading("Challenge log", wanted.sentence, integrity))
    return {"csv": as_csv, "json": as_json, "jsonl": as_jsonl, "zyzzyva": as_zyzzyva}[form](shown)


def integrity_line(path: Path) -> str:
    """Whether the log at *path* holds, in one sentence."""
    found = verify_log(path)
    if found.status is not Status.INTACT:
        return f"The log does not verify. {found.reason}"
    chain = f"The chain of {counted(found.count, 'record')} is intact (not held to a head on paper)."
    return f"{chain} Head {found.head}"


def _export_database(data: str | None, merged: Path | None, out: Path, wanted: Asked) -> int:
    if wanted.as_json():
        raise click.UsageError("A SQLite copy always holds everything: leave the filters out.")
    if out == _STDOUT:
        raise click.UsageError("A SQLite copy needs a file: name it with --out FILE.")
    source = reading_merged(merged) if merged else reading(log_path(data_folder(data)))
    with source as conn:
        write_database(conn, out)
        return int(conn.execute("SELECT count(*) FROM records").fetchone()[0])


def record_export(folder: Path, body: Mapping[str, Json]) -> str:
    """Put an export on record; if that cannot be done here, the sentence that says so, else nothing."""
    from kiosk.storage.log import Log
    from kiosk.storage.system_clock import system_clock

    try:
        with Log.open(folder, system_clock, name=log_path(folder).name) as log:
            log.append(Kind.EXPORT, body)
    except LogError as error:
        return f"This export is not on record here. {error}"
    return ""


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
    verify, or disagrees with what is there; nothing of it was merged. 4: nothing was merged at all.
    """
    _check_target(out)
    refuse_own_file(out, data_folder(ctx.obj))
    logs = find_logs(sources)
    draw, done = progress_bar(len(logs), "Merging"), iter(range(1, len(logs) + 1))
    results = merge_logs(logs, out, lambda _: draw(next(done)))
    draw(None)
    with reading_merged(out) as conn:
        stations = station_summaries(conn)
    if as_json:
        click.echo(json.dumps(_merge_json(results, stations), ensure_ascii=False, indent=2))
    else:
        _print_merge(results, stations)
    ctx.exit(0 if all(result.taken for result in results) else 1)


def _check_target(out: Path) -> None:
    if out.is_dir() or not out.parent.is_dir():
        raise OutputError(f"{out} cannot be a merged file: name a file in a folder that is there.")


def _merge_json(results: tuple[Merged, ...], stations: tuple[StationSummary, ...]) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "sources": [
            {
                "source": str(result.source),
                "status": result.status,
                "added": result.added,
                "conflict": result.conflict,
                "why": result.why,
            }
            for result in results
        ],
        "stations": [asdict(station) for station in stations],
    }


def _print_merge(results: tuple[Merged, ...], stations: tuple[StationSummary, ...]) -> None:
    for result in results:
        if not result.taken:
            click.echo(
                result.why if result.conflict else f"{result.source} was not merged. {result.why}", err=True
            )
        else:
            news = f"{counted(result.added, 'record')} added" if result.added else "nothing new"
            click.echo(f"{result.source}: chain intact, {news}.")
    for one in stations:
        offset = _offset(one)
        jumps = f", clock set {counted(one.clock_jumps, 'time')}" if one.clock_jumps else ""
        click.echo(
            f"Station {one.letter or '?'} ({one.station[:8]}): {counted(one.records, 'record')}, "
            f"{counted(one.rulings, 'ruling')}, {one.first_at} to {one.last_at}, "
            f"local time is UTC{offset}{jumps}."
        )


def _offset(one: StationSummary) -> str:
    low, high = one.lowest_offset_min, one.highest_offset_min
    if low is None or high is None:
        return " by an unknown amount"
    shown = [f"{'-' if value < 0 else '+'}{abs(value) // 60}:{abs(value) % 60:02d}" for value in (low, high)]
    return shown[0] if low == high else f"{shown[0]} to {shown[1]}"
