"""`kiosk log`: read, check and hand out the log. Reading needs no passcode and never disturbs the writer."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from kiosk.cli.log.ending import counted, end
from kiosk.cli.log.export import export_command
from kiosk.cli.log.filters import MERGED, Asked, asked, filter_options, reader_of
from kiosk.cli.log.known import checked
from kiosk.cli.log.lines import AlertFeed, Watch, how_many, lines, split_window_s
from kiosk.cli.log.merge import merge_command
from kiosk.cli.log.report import report_command
from kiosk.cli.log.show import show_command
from kiosk.cli.log.table import piped, table
from kiosk.cli.log.verify import head_command, verify_command
from kiosk.cli.terminal import columns
from kiosk.folder import data_folder
from kiosk.storage.export.records import Line, array, listing

SHOWN = 50


@click.group()
def command() -> None:
    """Audit the log: list, show, verify, head, export, report, merge.

    Filters combine. Local times are those of the station.
    """


for one in (export_command, report_command, merge_command, show_command, verify_command, head_command):
    command.add_command(one)


@command.command("list", short_help="The rulings that fit the filters, newest first.")
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
    division, words, notes and station. Exit code 1: a record shown is not as it was recorded.
    """
    most = None if everything or (as_json and limit is None) else min(limit or SHOWN, sys.maxsize)
    folder, watch = data_folder(data), Watch()
    with reader_of(data, merged) as reader:
        wanted = checked(asked(given), reader, folder)
        shown = watch.over(lines(reader, wanted, AlertFeed(reader, split_window_s(folder)), most))
        if as_json:
            for piece in array(map(listing, shown)):
                sys.stdout.write(piece)  # not click.echo, which flushes each
        else:
            _print(shown, wanted, merged=reader.merged)
            if not watch.count:
                click.echo(_nothing(wanted), err=True)
            elif watch.count == most:
                _say_more(watch.count, None if wanted.alert else how_many(reader, wanted), wanted)
        end(reader, watch, data, merged)


def _print(shown: Iterable[Line], wanted: Asked, *, merged: bool) -> None:
    width = columns()
    if width is None:
        for row in piped(shown):
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
        click.echo(f"The newest {counted(shown, what)}. --all shows all there are.", err=True)
    elif total > shown:
        click.echo(f"{shown} of {counted(total, what)}. --all shows all.", err=True)
