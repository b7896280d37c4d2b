"""`kiosk status`: this station at a glance."""

import json
import sys
from collections.abc import Mapping

import click

from kiosk.cli.terminal import paint
from kiosk.folder import data_folder
from kiosk.log.chain import Record
from kiosk.log.filters_command import say_first
from kiosk.station import status_actions
from kiosk.system_clock import system_clock


@click.command("status")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Show this station at a glance: set-up, event, round, last ruling, second copy, protection, log.

    Exit code 1 if the log does not hold, a record that is shown was changed, or the station is closed.
    """
    found = status_actions.status(data_folder(ctx.obj), system_clock)
    copy = status_actions.copy_status(found)
    say_first(found.doubt)
    if as_json:
        click.echo(json.dumps(_as_json(found, copy), ensure_ascii=False, indent=2))
    else:
        lines = status_actions.in_words(found, copy)
        width = max(map(len, lines)) + 1
        for subject, words in lines.items():
            click.echo(f"{paint(f'{subject}:'.ljust(width), bold=True)} {words}")
    said = status_actions.warnings(found)
    for sentence in said[1 if found.doubt else 0 :]:
        click.echo(paint(sentence, "red"), err=True)
    sys.exit(1 if said else 0)


def _as_json(
    found: status_actions.StationStatus, copy: status_actions.CopyStatus | None
) -> Mapping[str, object]:
    event, log = found.standing.past.event, found.log
    return {
        "set_up": found.is_set_up,
        "letter": found.settings.letter,
        "name": found.settings.name,
        "profile": found.settings.profile,
        "setup_code": found.code,
        "problem": found.problem,
        "changed": found.changed,
        "closed": found.standing.closed or None,
        "event": None if event is None else {"id": event.id, "name": event.name},
        "casual": found.context.casual,
        "round": found.context.round(found.local),
        "last_ruling": _ruling(log.ruling if log else None),
        "second_copy": _copy_shown(copy),
        "protection": {
            "wanted": found.settings.protection,
            "guards": dict(log.guards.data) if log and log.guards else None,
        },
        "started": log.started.at if log and log.started else None,
        "stopped": log.stopped.at if log and log.stopped else None,
        "clock": {"at": found.now.at, "offset_min": found.now.offset_min},
        "count": log.head.count if log else 0,
        "head": log.head.hash if log else None,
        "code": log.head.code if log and not found.doubt else None,
        "doubt": found.doubt or None,
        "changed_records": list(log.changed) if log else [],
    }


def _ruling(record: Record | None) -> Mapping[str, object] | None:
    if record is None:
        return None
    told = ("number", "verdict", "event", "round", "table", "division")
    return {"seq": record.seq, "at": record.at, **{key: record.data.get(key) for key in told}}


def _copy_shown(copy: status_actions.CopyStatus | None) -> Mapping[str, object] | None:
    if copy is None:
        return None
    place = copy.place
    return {
        "folder": str(place.folder),
        "there": place.there,
        "apart": place.apart,
        "copied": copy.made is not None,
        "age_min": copy.age_min,
    }
