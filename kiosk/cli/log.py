"""`kiosk log`: read, check and hand out the log. Reading needs no passcode and never disturbs the writer."""

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from kiosk.cli.log_export import export_command, merge_command
from kiosk.cli.log_filters import MERGED, asked, check_text, filter_options, reader_of
from kiosk.cli.log_lines import AlertFeed, counted, how_many, lines, progress_bar, split_window_s
from kiosk.cli.log_report import report_command
from kiosk.core.chain import Head, Status, Verification, noted, unreadable
from kiosk.core.records import Kind, Record
from kiosk.errors import LogError
from kiosk.storage.export import Line, listing, local_time, texts, whole
from kiosk.storage.log_place import log_path
from kiosk.storage.log_query import Filter, Found, Reader
from kiosk.storage.log_reader import read_head, reading, verify_open
from kiosk.storage.merge import conflicts, reading_merged, station_summaries, verify_merged
from kiosk.storage.places import data_folder

SHOWN = 50
_MOST_CHARACTERS = 110  # of what a record that is no ruling says, in a list
_MOST_DIGITS = 18  # what SQLite can count to
_LONGEST_SHOWN = 40  # of something typed, in a sentence
_JSON = click.option("--json", "as_json", is_flag=True, help="As JSON.")


@click.group()
def command() -> None:
    """Audit the log: list, show, verify, head, export, report, merge.

    Filters combine. Local times are those of the station.
    """


command.add_command(export_command)
command.add_command(report_command)
command.add_command(merge_command)


@command.command("list")
@filter_options
@MERGED
@click.option("--limit", type=click.IntRange(1), help=f"At most so many (else {SHOWN}, with --json all).")
@click.option("--all", "everything", is_flag=True, help="All of them.")
@_JSON
@click.pass_obj
def list_command(
    data: str | None, /, merged: Path | None, limit: int | None, everything: bool, as_json: bool, **given: Any
) -> None:
    """List records, newest first."""
    wanted = asked(given)
    most = None if everything or (as_json and limit is None) else min(limit or SHOWN, sys.maxsize)
    with reader_of(data, merged) as reader:
        window_s = split_window_s(data_folder(data))
        shown = list(lines(reader, wanted, AlertFeed(reader, window_s), most))
        if as_json:
            click.echo(_json([listing(line) for line in shown]))
            return
        for line in shown:
            click.echo(_one_line(line))
        if not shown:
            click.echo("No record fits." if wanted.as_json() else "The log is empty.", err=True)
        elif len(shown) == most:
            _say_more(len(shown), None if wanted.alert else how_many(reader, wanted))


def _say_more(shown: int, total: int | None) -> None:
    if total is None:
        click.echo(f"The newest {counted(shown, 'record')}. --all shows all there are.", err=True)
    elif total > shown:
        click.echo(f"{shown} of {counted(total, 'record')}. --all shows all.", err=True)


def _one_line(line: Line) -> str:
    record, shown = line.found.record, listing(line)
    start = f"{record.seq:>6}  {shown['number'] or '':<7} {local_time(record)}"
    if record.kind is not Kind.ADJUDICATION:
        return f"{start}  {record.kind.value:<16} {_told(record)}".rstrip()
    place = " ".join(f"{name}{shown[key]}" for name, key in (("R", "round"), ("T", "table")) if shown[key])
    marks = " ".join((*(f"[{flag}]" for flag in texts(shown["flags"])), *(f"!{one}" for one in line.alerts)))
    words = " ".join(texts(shown["words"]))
    return f"{start}  {str(shown['verdict']).upper():<16} {place:<8} {words}  {marks}".rstrip()


def _told(record: Record) -> str:
    from kiosk.director.audit import told

    text = told(record, ("clock", "pragmas"))
    return text if len(text) <= _MOST_CHARACTERS else text[: _MOST_CHARACTERS - 1] + "…"


@command.command("show", short_help="One record whole, by its place or ruling number.")
@click.argument("which", metavar="SEQ|NUMBER")
@MERGED
@_JSON
@click.pass_obj
def show_command(data: str | None, which: str, merged: Path | None, as_json: bool) -> None:
    """Show one record whole: by its place in the log (147) or its ruling number (B-147)."""
    check_text(which, "SEQ|NUMBER")
    window_s = split_window_s(data_folder(data))
    with reader_of(data, merged) as reader:
        shown = [
            _shown(reader, Line(found, AlertFeed(reader, window_s).of(found)))
            for found in _named(reader, which)
        ]
    if as_json:
        click.echo(_json(shown[0] if len(shown) == 1 else shown))
        return
    for one in shown:
        _print_fields(one, window_s)


def _named(reader: Reader, which: str) -> list[Found]:
    shown = which if len(which) <= _LONGEST_SHOWN else f"{which[:_LONGEST_SHOWN]}…"
    if which.isascii() and which.isdecimal():
        if reader.merged:
            raise LogError(f"{shown} may be of any station here. Give the ruling number, such as B-147.")
        found = reader.one(int(which)) if len(which) <= _MOST_DIGITS else None
        if found is None:
            raise LogError(f"There is no record {shown}: the log has {reader.count()}.")
        return [found]
    rulings = list(reader.find(Filter(number=which, kind=Kind.ADJUDICATION)))
    if not rulings:
        raise LogError(f"There is no ruling {shown.upper()} here. Check the number on the slip.")
    return rulings


def _shown(reader: Reader, line: Line) -> dict[str, Any]:
    """A record with what else the log says about it: its closing, and decisions."""
    related = [listing(Line(found)) for found in reader.about(line.found)]
    return {**whole(line), "related": related}


def _print_fields(one: Mapping[str, Any], window_s: int) -> None:
    body = one["body"]
    click.echo(f"Record {one['seq']}, {one['kind']}: {Kind(one['kind']).meaning}")
    click.echo(f"  local time   {one['local']}  ({one['at']})")
    for key in sorted(body):
        if key != "clock" and body[key] not in (None, []):
            click.echo(f"  {key:<12} {_value(body[key])}")
    click.echo(f"  clock        {_value(body.get('clock'))}")
    if one["alerts"]:
        from kiosk.director.alerts import Alert

        for alert in one["alerts"]:
            click.echo(f"  alert        {alert}: {Alert(alert).meaning(window_s)}")
    for other in one["related"]:
        click.echo(f"  see also     record {other['seq']}, {other['kind']}, {other['local']}")
    click.echo(f"  station      {one['station']}\n  epoch        {one['epoch']}")
    click.echo(f"  follows      {one['prev']}\n  hash         {one['hash']}")


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in sorted(value.items()) if item is not None)
    return str(value)


@command.command("verify", short_help="Re-hash everything; hold it to a noted head.")
@click.option("--head", help="A head noted earlier: the whole hash or the short code from paper.")
@click.option("--count", type=int, help="How many records there were then.")
@MERGED
@_JSON
@click.pass_context
def verify_command(
    ctx: click.Context, head: str | None, count: int | None, merged: Path | None, as_json: bool
) -> None:
    """Re-hash everything. Exit code 0: intact; 1: broken; 4: unreadable, empty or missing."""
    if merged is not None:
        if head is not None or count is not None:
            raise click.UsageError(
                "A noted head belongs to one station: verify that station's own log with it."
            )
        ctx.exit(_verify_merged(merged, as_json=as_json))
    found = _verify(log_path(data_folder(ctx.obj)), head, count)
    if as_json:
        click.echo(_json(asdict(found)))
    else:
        click.echo(_finding(found), err=found.status is Status.UNREADABLE)
    ctx.exit(found.exit_code)


def _verify(path: Path, head: str | None, count: int | None) -> Verification:
    note = noted(head, count)
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


def _finding(found: Verification) -> str:
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
    return f"{kind}: {counted(found.count, 'record')}; {why}.\nHead {found.head}{extra}"


def _verify_merged(path: Path, *, as_json: bool) -> int:
    try:
        with reading_merged(path) as conn:
            results, apart, stations = verify_merged(conn), conflicts(conn), station_summaries(conn)
    except LogError as error:
        if not as_json:
            raise
        results, apart, stations = {}, (), ()
        found = unreadable(str(error))
    else:
        found = _together(results.values(), apart)
    if as_json:
        each = [
            {"station": station, "epoch": epoch, **asdict(one)} for (station, epoch), one in results.items()
        ]
        both = {"stations": each, "conflicts": [list(one) for one in apart]}
        click.echo(_json({**asdict(found), **both}))
        return found.exit_code
    names = {(one.station, one.epoch): one.letter or one.station[:8] for one in stations}
    for key, one in results.items():
        click.echo(f"Station {names[key]}: {_finding(one)}")
    for station, epoch, seq in apart:
        click.echo(f"Conflict: another file disagreed with station {names[station, epoch]} at record {seq}.")
    return found.exit_code


def _together(results: Collection[Verification], apart: Sequence[tuple[str, str, int]]) -> Verification:
    """Several chains as one finding: broken if one is, or if one of two files was rewritten. There is no one
    head, and nothing can be witnessed."""
    count = sum(found.count for found in results)
    bad = [found for found in results if found.status is not Status.INTACT]
    if bad:
        return Verification(Status.BROKEN, count=count, first_bad=bad[0].first_bad, reason=bad[0].reason)
    if apart:
        seq = apart[0][2]
        reason = f"Another file disagreed from record {seq} on: one of the two was rewritten."
        return Verification(Status.BROKEN, count=count, first_bad=seq, reason=reason)
    return Verification(Status.INTACT, count=count)


@command.command("head", short_help="The end of the log, to be written on paper.")
@_JSON
@click.pass_obj
def head_command(data: str | None, as_json: bool) -> None:
    """The end of the log, to be written on paper: station, count, time, head, short code."""
    head = read_head(log_path(data_folder(data)))
    if as_json:
        click.echo(_json({**asdict(head), "head": head.hash, "code": head.code}))
        return
    _print_head(head)


def _print_head(head: Head) -> None:
    click.echo(
        f"Station   {head.station}\nEpoch     {head.epoch}\nRecords   {head.count}\nLast at   {head.at} (UTC)"
    )
    click.echo(f"Head      {head.hash}\nWrite on paper:  {head.count}  {head.code}")
    click.echo(f"Check it later:  kiosk log verify --count {head.count} --head {head.code}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
