"""`kiosk log`: read, check and hand out the log. Reading needs no passcode and never disturbs the writer."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from kiosk.actions.audit.asked import Asked
from kiosk.actions.audit.complaints import counted
from kiosk.actions.audit.listing import listed
from kiosk.actions.audit.source import AuditSource
from kiosk.cli.log.ending import end, say_first
from kiosk.cli.log.evidence import evidence_command, incident_command
from kiosk.cli.log.export import export_command
from kiosk.cli.log.filters import MERGED, asked, filter_options
from kiosk.cli.log.merge import merge_command
from kiosk.cli.log.report import report_command
from kiosk.cli.log.reveal import reveal_command
from kiosk.cli.log.show import show_command
from kiosk.cli.log.stations import stations_command
from kiosk.cli.log.table import piped, table
from kiosk.cli.log.verify import head_command, verify_command
from kiosk.cli.shell.help import InOrder
from kiosk.cli.terminal import columns
from kiosk.folder import data_folder
from kiosk.storage.export.records import Line, array, listing

SHOWN = 50


@click.group(cls=InOrder)
def command() -> None:
    """Audit the log: list, show, evidence, incident, reveal, verify, head, report, export, merge, stations.

    Filters combine. Local times are those of the station.
    """


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
    division, words, notes and station. Exit code 1: a record shown is not as it was recorded, or records are
    missing; that is said first.
    """
    most = None if everything or (as_json and limit is None) else min(limit or SHOWN, sys.maxsize)
    with listed(AuditSource(data_folder(data), merged), asked(given), most) as found:
        say_first(found.doubt)
        if as_json:
            for piece in array(map(listing, found.lines)):
                sys.stdout.write(piece)  # not click.echo, which flushes each
        else:
            _print(found.lines, found.asked, merged=merged is not None)
            if not found.seen.count:
                click.echo(_nothing(found.asked), err=True)
            elif found.seen.count == most:
                _say_more(found.seen.count, found.total(), found.asked)
        end(found.complaints(), found.doubt)


for one in (
    *(show_command, evidence_command, incident_command, reveal_command),
    *(verify_command, head_command, report_command, export_command, merge_command, stations_command),
):
    command.add_command(one)


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
