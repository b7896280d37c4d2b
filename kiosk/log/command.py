"""`kiosk log`: read, check and hand out the log. Reading needs no passcode and never disturbs the station."""

import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from kiosk.base.printable import count_of, printable, printable_json
from kiosk.cli import options
from kiosk.cli.help import InOrder
from kiosk.cli.options import PRINTER, printer_named
from kiosk.cli.terminal import paint, progress_bar, verdict_colour
from kiosk.decisions.evidence_command import PDF, evidence_command, incident_command
from kiosk.decisions.reveal_command import reveal_command
from kiosk.errors import LogError
from kiosk.folder import data_folder
from kiosk.log.audit_actions import AuditSource
from kiosk.log.bodies import DecisionBody
from kiosk.log.chain import Head, Status, Verification, unreadable
from kiosk.log.filters_command import (
    FORCE,
    MERGED,
    OUT,
    STDOUT,
    check_day,
    check_text,
    end,
    export_command,
    giving,
    say_first,
)
from kiosk.log.filters_reader import Line, listing, text, texts, whole
from kiosk.log.kinds import Kind
from kiosk.log.list_command import list_command
from kiosk.log.merged_reader import Continuation, StationSummary
from kiosk.log.show_actions import (
    Names,
    ShownRecord,
    of_decision,
    of_other,
    of_ruling,
    shown_records,
    technical,
)
from kiosk.log.verify_actions import (
    MergedLogs,
    VerifiedStations,
    in_words,
    merge,
    verify_head,
    verify_stations,
    verify_with_copies,
)
from kiosk.paper.command import PAPER
from kiosk.paper.sheet import PaperSize

# ---- merge -------------------------------------------------------------------------------------------------
# `kiosk log merge`: the logs of several stations together in one file.

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
        click.echo(printable_json(_merge_json(done)))
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
        "continuations": [asdict(continuation) for continuation in done.continuations],
        "twice": list(done.twice),
    }


def _print_merge(done: MergedLogs) -> None:
    for result in done.results:
        say_first(f"{result.source}: {result.doubt}" if result.doubt else "")
        if not result.taken:
            why = result.why if result.conflict else f"{result.source} was not merged. {result.why}"
            click.echo(printable(why), err=True)
        else:
            news = f"{count_of(result.added, 'record')} added" if result.added else "nothing new"
            click.echo(f"{result.source}: chain intact, {news}.")
    letters = done.letters
    for station in done.stations:
        jumps = f", clock set {count_of(station.clock_jumps, 'time')}" if station.clock_jumps else ""
        click.echo(
            f"Station {printable(letters[station.key])}: {count_of(station.records, 'record')}, "
            f"{count_of(station.rulings, 'ruling')}, {printable(station.first_at)} to "
            f"{printable(station.last_at)}, local time is UTC{_offset(station)}{jumps}."
        )
    for went_on in done.continuations:
        click.echo(_went_on(went_on, letters))
    if done.twice:
        click.echo(
            f"{', '.join(map(printable, done.twice))}: given again by the spare machine. “kiosk log show” "
            "shows both of each.",
            err=True,
        )
    for letter in done.same_letter:
        click.echo(
            f"More than one station here has the letter {printable(letter)}, so ruling numbers stand twice. "
            "Lists tell them apart by the start of their ids.",
            err=True,
        )
    if len(done.stations) > 1:
        click.echo("Times are each station's own: whether their clocks agreed is not in the logs.")


def _went_on(continuation: Continuation, letters: Mapping[tuple[str, str], str]) -> str:
    spare = f"Station {printable(letters[continuation.later])} went on for a lost one"
    if continuation.fits is None:
        return f"{spare}, whose log is not here up to record {continuation.count}, where it was left."
    lost = printable(letters[continuation.earlier])
    if not continuation.fits:
        return (
            f"{spare}, but record {continuation.count} of station {lost} is not the one it was left at. Keep "
            "both, and compare them with the heads on paper."
        )
    after = continuation.records - continuation.count
    more = f"; {count_of(after, 'record')} came after the copy was made" if after else ""
    return f"{spare}, station {lost}, at record {continuation.count}{more}."


def _offset(station: StationSummary) -> str:
    low, high = station.lowest_offset_min, station.highest_offset_min
    if not isinstance(low, int) or not isinstance(high, int) or max(-low, high) > _LONGEST_OFFSET_MIN:
        return " by an unknown amount"
    shown = [f"{'-' if value < 0 else '+'}{abs(value) // 60}:{abs(value) % 60:02d}" for value in (low, high)]
    return shown[0] if low == high else f"{shown[0]} to {shown[1]}"


# ---- report ------------------------------------------------------------------------------------------------
# `kiosk log report`: an event or a day on paper.


@click.command("report", short_help="A printable report about an event or a day.")
@click.option("--event", shell_complete=options.event, help="The event (its id); else the last one.")
@click.option("--day", metavar="DATE", help="A day instead of an event, such as 2026-05-02.")
@click.option("--director", is_flag=True, help="With words though the event is open; asks for the passcode.")
@click.option("--players", is_flag=True, help="To post for players; only when the event is closed.")
@OUT
@PDF
@PRINTER
@PAPER
@FORCE
@MERGED
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of the page.")
@click.pass_context
def report_command(
    ctx: click.Context, /, out: Path, merged: Path | None, as_json: bool, **given: Any
) -> None:
    """Make a report about an event or a day: HTML that needs no other file, a PDF,
    paper from a printer, or several of them.

    Exit code 1: the log does not verify, or holds records that this program does not write; the report says
    so too.

    \b
    kiosk log report --pdf saturday.pdf --day 2026-05-02
    kiosk log report --players --out results.html
    """
    from kiosk.cli.staff import staff_of
    from kiosk.log.audit_actions import AuditSource
    from kiosk.log.report_actions import ReportWish, report  # the other commands of `log` do without it
    from kiosk.paper.actions import PaperFiles
    from kiosk.paper.program import make_pdf

    event, day, staff, pdf = given["event"], given["day"], staff_of(ctx), given["pdf"]
    if event is not None and day is not None:
        raise click.UsageError("A report is about an event or a day, not both.")
    if given["players"] and given["director"]:
        raise click.UsageError("A report is for players or for the director, not both.")
    if day is not None:
        check_day(day, "--day")
    elsewhere = pdf is not None or given["printer"] is not None
    if not elsewhere and out == STDOUT and sys.stdout.isatty() and not as_json:
        raise click.UsageError("A report is a page for a browser: name a file with --out FILE.")
    files = PaperFiles(pdf=pdf, paper=PaperSize(given["paper"]), force=given["force"])
    if given["printer"] is not None:
        files = replace(files, send=printer_named(given["printer"]))
    source = AuditSource(staff.folder, merged)
    wish = ReportWish(event, day, given["director"], source, as_json, given["players"], files)
    quiet = elsewhere and out == STDOUT and not as_json
    give = None if quiet else giving(out, staff.folder, force=given["force"])
    done = report(staff, wish, give, make_pdf)
    for file in (*((out,) if out != STDOUT else ()), *((pdf,) if pdf is not None else ())):
        click.echo(f"The report is in {file}.", err=True)
    if files.send is not None:
        click.echo(f"The report is at the printer {given['printer']}.", err=True)
    if done.unrecorded:
        click.echo(done.unrecorded, err=True)
    if not done.sound:
        click.echo("The log does not verify, and the report says so. Run “kiosk log verify”.", err=True)
    end(done.complaints)
    ctx.exit(0 if done.sound else 1)


# ---- show --------------------------------------------------------------------------------------------------
# `kiosk log show`: one record as a director needs it in a dispute, and whether it can be believed.


@click.command("show", short_help="One record whole, by its place or ruling number.")
@click.argument("which", metavar="SEQ|NUMBER", shell_complete=options.ruling)
@MERGED
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def show_command(ctx: click.Context, which: str, merged: Path | None, as_json: bool) -> None:
    """Show one record whole: by its place in the log (147) or its ruling number (B-147).

    Verdict first, and whether the record and the chain up to it are intact. Exit code 1: they are not.
    """
    check_text(which, "SEQ|NUMBER")
    with shown_records(AuditSource(data_folder(ctx.obj), merged), which) as shown:
        say_first(shown.doubt)
        if as_json:
            values = [_as_json(record) for record in shown.records]
            click.echo(printable_json(values[0] if len(values) == 1 else values))
        else:
            for record in shown.records:
                _print_show(record, shown.names, shown.window_s)
    end(shown.complaints, shown.doubt)
    ctx.exit(0 if shown.holds else 1)


def _as_json(record: ShownRecord) -> dict[str, Any]:
    related = [listing(Line(found)) for found in record.related]
    return {**whole(record.line), "related": related, "intact": record.intact, "integrity": record.integrity}


def _print_show(record: ShownRecord, names: Names, window_s: int) -> None:
    found, line = record.line.found, record.line
    if found.is_ruling:
        mark = f"  {line.mark}" if line.mark else ""
        verdict = text(found.data.get("verdict")).upper()
        colour = "red" if mark else verdict_colour(verdict)
        click.echo(paint(f"{text(found.data.get('number'))}  {verdict}{mark}", colour, bold=True))
        click.echo(paint("  ".join(texts(found.data.get("words"))), bold=True) + "\n")
        fields = of_ruling(record, names, window_s)
    elif isinstance(found.said, DecisionBody):
        mark = f"  {line.mark}" if line.mark else ""
        click.echo(paint(f"Record {found.seq}, decision{mark}", bold=True))
        click.echo(paint(printable(found.said.sentence), bold=True) + "\n")
        fields = of_decision(record, found.said, names)
    else:
        meaning = Kind(found.kind).meaning if found.known_kind else "A kind that this version does not know."
        mark = f"  {line.mark}" if line.mark else ""
        click.echo(paint(f"Record {found.seq}, {printable(found.kind)}{mark}: {meaning}", bold=True) + "\n")
        fields = of_other(record)
    for name, value in fields:
        click.echo(f"  {name:<12} {value}")
    click.echo("\n" + paint(record.integrity, "green" if record.intact else "red", bold=True))
    click.echo("\nFor a check by other means")
    for name, value in technical(found):
        click.echo(f"  {name:<12} {value}")


# ---- stations ----------------------------------------------------------------------------------------------
# `kiosk log stations`: which logs are here, which of them are copies, and whether their clocks agreed.


@click.command("stations", short_help="Which stations' logs are here, copies and clocks.")
@click.argument("logs", nargs=-1, type=click.Path(path_type=Path), metavar="[LOG|FOLDER]…")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def stations_command(ctx: click.Context, logs: tuple[Path, ...], as_json: bool) -> None:
    """Say of each log how it stands to the others: shown, a copy, or another continuation of one.

    Logs, folders with logs, merged files; without any, this station's own. Clocks are compared by the
    events and rounds that stand in two logs. Exit code 1: a log cannot be read or does not hold, or two go on
    differently.
    """
    from kiosk.console.reader_worker import doubt_about_sources, log_sources
    from kiosk.log.sources import SourceStanding

    with progress_bar("Reading") as progress:
        found = log_sources(data_folder(ctx.obj), logs, progress)
    doubt = doubt_about_sources(data_folder(ctx.obj), logs)
    say_first(doubt)
    if as_json:
        click.echo(printable_json([asdict(station) for station in found]))
    else:
        for station in found:
            whose = f"station {station.letter}, {station.count} records. " if station.station else ""
            click.echo(f"{station.name}: {whose}{station.sentence} {station.skew}".rstrip())
    bad = (SourceStanding.UNREADABLE, SourceStanding.FORK)
    wrong = [station.name for station in found if station.standing in bad]
    look = [f"Look at {', '.join(wrong)} before you rely on these logs."] if wrong else []
    end([*([doubt] if doubt else []), *look], doubt)


# ---- verify ------------------------------------------------------------------------------------------------
# `kiosk log verify` and `kiosk log head`: whether the chain holds, and its end for the paper.

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
        click.echo(printable_json({**asdict(found), **({"copies": told} if told else {})}))
    else:
        click.echo(_paint(found), err=found.status is Status.UNREADABLE)
        for end, one in copies:
            what = f"The copy it goes on after, at record {end.count}"
            click.echo(f"{what}: {_paint(one)}", err=one.status is Status.UNREADABLE)
    ctx.exit(max(found.exit_code, *(one.exit_code for _, one in copies)) if copies else found.exit_code)


def _paint(found: Verification) -> str:
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
        both = {"stations": each, "conflicts": [list(pair) for pair in found.apart]}
        click.echo(printable_json({**asdict(found.together), **both}))
    else:
        _print_stations(found)
    return found.together.exit_code


def _print_stations(found: VerifiedStations) -> None:
    for key, one in found.results.items():
        click.echo(f"Station {printable(found.letters[key])}: {_paint(one)}")
    for station, epoch, seq in found.apart:
        shown = printable(found.letters[station, epoch])
        click.echo(f"Conflict: another file disagreed with station {shown} at record {seq}.")
    broken = any(result.status is Status.BROKEN for result in found.results.values())
    if found.together.status is Status.BROKEN and not broken:
        click.echo(f"{'Not as noted' if found.together.unlike_note else 'Broken'}. {found.together.reason}")


@click.command("head", short_help="The end of the log, to be written on paper.")
@_JSON
@click.pass_context
def head_command(ctx: click.Context, as_json: bool) -> None:
    """The end of the log, to be written on paper: station, count, time, head, short code.

    The chain is verified first. Exit code 1: it does not hold, and there is nothing to write down.
    """
    end = verify_head(data_folder(ctx.obj))
    head = end.head
    if end.doubt:
        say_first(f"{end.doubt} Do not write its head down, and run “kiosk log verify”.")
    if as_json:
        shown = {
            **asdict(head),
            "head": head.hash,
            "code": head.code if end.holds else None,
            "intact": end.holds,
        }
        click.echo(printable_json(shown))
    else:
        _print_head(head, holds=end.holds)
    if not end.holds:
        ctx.exit(1)


def _print_head(head: Head, *, holds: bool) -> None:
    click.echo(
        f"Station   {printable(head.station)}\nEpoch     {printable(head.epoch)}\nRecords   {head.count}\n"
        f"Last at   {printable(head.at)} (UTC)\nHead      {printable(head.hash)}"
    )
    if holds:
        click.echo(f"Write on paper:  {head.said}")
        click.echo(f"Check it later:  kiosk log verify --count {head.count} --head {head.code}")


# ---- group -------------------------------------------------------------------------------------------------
# `kiosk log`: read, check and hand out the log. Reading needs no passcode and never disturbs the writer.


@click.group(cls=InOrder)
def command() -> None:
    """Audit the log: list, show, evidence, incident, reveal, verify, head, report, export, merge, stations.

    Filters combine. Local times are those of the station.
    """


for subcommand in (
    *(list_command, show_command, evidence_command, incident_command, reveal_command),
    *(verify_command, head_command, report_command, export_command, merge_command, stations_command),
):
    command.add_command(subcommand)
