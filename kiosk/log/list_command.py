"""`kiosk log list`: the records that fit the filters, newest first, and the columns they are shown in."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from kiosk.base.frozen import frozen
from kiosk.base.printable import count_of, printable
from kiosk.cli.table import TableShape
from kiosk.cli.table import fitted_table as fitted
from kiosk.cli.terminal import columns, paint, verdict_colour
from kiosk.folder import data_folder
from kiosk.log.audit_actions import AuditSource
from kiosk.log.export_writer import array
from kiosk.log.filters_command import MERGED, end, filter_options, parse_filters, say_first
from kiosk.log.filters_reader import Line, describe_record, listing, text, texts
from kiosk.log.list_actions import Asked, list_records

# ---- columns -----------------------------------------------------------------------------------------------
# A list of records: on a terminal a table that fits it, in a pipe one line each with tabs between.


@frozen
class Column:
    """*flexible*: it may be cut short so that the table fits."""

    heading: str
    cell: Callable[[Line], str]
    flexible: bool = False


def _of(key: str) -> Callable[[Line], str]:
    return lambda line: text(line.found.data.get(key))


def _what(line: Line) -> str:
    return (
        " ".join(texts(line.found.data.get("words"))) if line.found.is_ruling else describe_record(line.found)
    )


def _ruling_cell(line: Line) -> str:
    return (
        text(line.found.data.get("verdict")).upper() if line.found.is_ruling else printable(line.found.kind)
    )


def _notes(line: Line) -> str:
    mark = [line.mark] if line.mark else []
    unknown = [] if line.found.known_kind else ["unknown kind"]
    flags = texts(line.found.data.get("flags")) if line.found.is_ruling else []
    return ", ".join((*mark, *unknown, *flags, *(f"!{alert}" for alert in line.alerts)))


_STATION = Column("Station", lambda line: printable(line.letter))
_RULING = Column("Ruling", _of("number"))
_TIME = Column("Local time", lambda line: printable(line.found.local_text))
_WORDS, _NOTES = Column("Words", _what, flexible=True), Column("Notes", _notes, flexible=True)
_ROUND, _TABLE = Column("Round", _of("round")), Column("Table", _of("table"))
_OF_RULINGS = (_RULING, _TIME, Column("Verdict", _ruling_cell), _ROUND, _TABLE, _WORDS, _NOTES)
_OF_ALL = (
    Column("Record", lambda line: str(line.found.seq)),
    _RULING,
    _TIME,
    Column("What", _ruling_cell),
    Column("Details", _what, flexible=True),
    _NOTES,
)
_PIPED = (
    *(Column("Record", lambda line: str(line.found.seq)), _RULING, _TIME),
    *(
        Column("Kind", lambda line: printable(line.found.kind)),
        Column("Verdict", _of("verdict")),
        _ROUND,
        _TABLE,
    ),
    *(Column("Division", _of("division")), _WORDS, _NOTES, _STATION),
)


def rows_for_pipe(lines: Iterable[Line]) -> Iterator[str]:
    """For other programs: always the same columns, whatever is listed."""
    for line in lines:
        yield "\t".join(column.cell(line) for column in _PIPED)


def table(lines: Iterable[Line], width: int, *, rulings: bool, merged: bool) -> Iterator[str]:
    """For a person: a header, and columns no wider together than *width*."""
    shown = (*((_STATION,) if merged else ()), *(_OF_RULINGS if rulings else _OF_ALL))
    shape = TableShape(
        tuple(column.heading for column in shown),
        tuple(place for place, column in enumerate(shown) if column.flexible),
    )
    return fitted(shape, lines, lambda line: tuple(column.cell(line) for column in shown), width, _paint_row)


def _paint_row(row: str, line: Line) -> str:
    if line.mark:
        return paint(row, "red", bold=True)
    verdict = _ruling_cell(line)
    colour = verdict_colour(verdict) if line.found.is_ruling else None
    if colour is None:
        return row
    before, found, after = row.partition(f" {verdict}")
    return before + (f" {paint(verdict, colour)}" if found else "") + after


# ---- list --------------------------------------------------------------------------------------------------

SHOWN = 50


@click.command("list", short_help="The rulings that fit the filters, newest first.")
@filter_options
@MERGED
@click.option("--limit", type=click.IntRange(1), help=f"At most so many (else {SHOWN}, with --json all).")
@click.option("--all", "everything", is_flag=True, help="All of them.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
def list_command(
    data: str | None, /, merged: Path | None, limit: int | None, everything: bool, as_json: bool, **given: Any
) -> None:
    """List rulings, newest first; other records with --kind.

    A table on a terminal; elsewhere tabs between record, ruling, local time, kind, verdict, round, table,
    division, words, notes and station. Exit code 1: a record shown is not as it was recorded, or records are
    missing; that is said first.
    """
    most = None if everything or (as_json and limit is None) else min(limit or SHOWN, sys.maxsize)
    with list_records(AuditSource(data_folder(data), merged), parse_filters(given), most) as found:
        say_first(found.doubt)
        if as_json:
            for piece in array(map(listing, found.lines)):
                sys.stdout.write(piece)  # not click.echo, which flushes each
        else:
            _print_group(found.lines, found.asked, merged=merged is not None)
            if not found.seen.count:
                click.echo(_nothing(found.asked), err=True)
            elif found.seen.count == most:
                _say_more(found.seen.count, found.total(), found.asked)
        end(found.complaints(), found.doubt)


def _print_group(shown: Iterable[Line], wanted: Asked, *, merged: bool) -> None:
    width = columns()
    if width is None:
        for row in rows_for_pipe(shown):
            sys.stdout.write(f"{row}\n")
        return
    for row in table(shown, width, rulings=wanted.of_rulings, merged=merged):
        click.echo(row)


def _nothing(wanted: Asked) -> str:
    """The sentence for an empty list. It is always true: no index was asked."""
    if wanted.as_json().keys() <= {"kind"}:
        return (
            "There is no ruling yet. --kind all lists all records."
            if wanted.of_rulings
            else "No such record."
        )
    return "No ruling fits. --kind all looks at all records." if wanted.of_rulings else "No record fits."


def _say_more(shown: int, total: int | None, wanted: Asked) -> None:
    what = "ruling" if wanted.of_rulings else "record"
    if total is None:
        click.echo(f"The newest {count_of(shown, what)}. --all shows all there are.", err=True)
    elif total > shown:
        click.echo(f"{shown} of {count_of(total, what)}. --all shows all.", err=True)
