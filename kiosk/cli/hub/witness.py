"""`kiosk hub status`, `verify` and `heads`: what a hub has, whether it holds, and paper against its owner."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiosk.actions.audit.complaints import counted
from kiosk.cli.hub.extra import AS_JSON, HUB, with_extra
from kiosk.cli.shell.table import TableShape, table
from kiosk.cli.terminal import columns, paint
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.hub.findings import HubAlarm, folded, skew, wrong_letter
from kiosk.core.log.chain import Head, Status

if TYPE_CHECKING:
    from kiosk.actions.hub.witness import HubStatus, Witnessed
    from kiosk.hub.looking import ChainInHub, Enrolled


@click.command("status", short_help="Where each station is, and alarms.")
@HUB
@AS_JSON
@click.pass_context
@with_extra
def status_command(ctx: click.Context, where: str, as_json: bool) -> None:
    """Show each enrolled station: last heard of, records here, how many wait there, its clock; and alarms.

    Exit code 1 if there is an alarm.
    """
    from kiosk.actions.hub.witness import hub_status

    found = hub_status(where)
    if as_json:
        shown = {
            "hub": found.hub.id,
            "event": found.hub.event,
            "stations": [_station_shown(found, one) for one in found.stations],
            "alarms": [_alarm_shown(one) for one in found.alarms],
            "in_the_way": list(found.in_the_way),
        }
        click.echo(harmless_json(shown))
    else:
        click.echo(f"Hub {found.hub.id[:8]} of “{harmless(found.hub.event)}”")
        shape = TableShape(("Station", "Records", "Waiting", "Last heard of", "Remark"), (4,))
        for line in table(shape, found.stations, lambda one: _cells(found, one), columns()):
            click.echo(line)
        for sentence in found.in_the_way:
            click.echo(paint(harmless(sentence), "red"))
        _print_alarms(found.alarms)
    ctx.exit(1 if found.alarms else 0)


def _cells(found: "HubStatus", one: "Enrolled") -> tuple[str, ...]:
    heads = found.of(one)
    two = f"two computers at {one.two_places.astimezone():%H:%M}?" if one.two_places else ""
    remarks = (wrong_letter(one.letter, one.own_letter), skew(one.ahead_ms), two)
    remark = "struck off" if one.struck else ", ".join(filter(None, remarks))
    return (
        one.letter,
        str(sum(head.count for head in heads)),
        "" if one.owed is None else str(one.owed),
        "never" if one.seen is None else _local(one.seen),
        remark,
    )


def _station_shown(found: "HubStatus", one: "Enrolled") -> Mapping[str, object]:
    told = {name: value for name, value in asdict(one).items() if not isinstance(value, datetime)}
    return {
        **told,
        "seen": None if one.seen is None else one.seen.isoformat(),
        "two_places": None if one.two_places is None else one.two_places.isoformat(),
        "struck_off": one.struck is not None,
        "logs": [_head_shown(head) for head in found.of(one)],
    }


def _head_shown(one: "ChainInHub") -> Mapping[str, object]:
    return {**asdict(one), "taken": one.taken.isoformat(), "code": _code(one)}


def _alarm_shown(one: HubAlarm) -> Mapping[str, object]:
    return {**asdict(one), "at": one.at.isoformat(), "claimed": one.claimed, "said": one.sentence}


def _print_alarms(found: tuple[HubAlarm, ...]) -> None:
    """What the hub has seen, then what it was told: one line for each station and kind, the gravest first."""
    lines = folded(found)
    claims = [line for line in lines if line.newest.claimed]
    for line in (*(line for line in lines if not line.newest.claimed), *claims):
        if claims and line is claims[0]:
            click.echo("Stations say, and the hub has not seen it itself:")
        click.echo(paint(f"{_local(line.newest.at)}  {harmless(line.sentence)}", "red"))


@click.command("verify", short_help="Hash everything in the hub again, here.")
@HUB
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A receipt brought from a station (in its folder “receipts”); may be given several times.",
)
@AS_JSON
@click.pass_context
@with_extra
def verify_command(ctx: click.Context, where: str, receipts: tuple[Path, ...], as_json: bool) -> None:
    """Hash everything in the hub again, here, and hold it to receipts; name forks, gaps and alarms.

    Exit code 1: something does not hold. The hub's owner could rewrite all of it: receipts at the stations
    and heads on paper are what catches that.
    """
    from kiosk.actions.hub.witness import verify_hub

    found = verify_hub(where, receipts)
    if as_json:
        shown = {
            "hub": found.hub.id,
            "holds": found.holds,
            "logs": [_log_shown(one) for one in found.logs],
            "told": found.sentences(),
        }
        click.echo(harmless_json(shown))
    else:
        for one in found.logs:
            good = "intact" if one.found.status is Status.INTACT else "broken"
            records, held = counted(one.found.count, "record"), counted(one.receipts, "receipt")
            said = f"Station {one.chain.letter}: {good}, {records}, {held} held to it."
            click.echo(paint(harmless(said), "green" if one.holds else "red"))
        for sentence in found.sentences():
            click.echo(paint(harmless(sentence), "red"))
        if not found.logs:
            click.echo("The hub holds no record yet.")
    ctx.exit(0 if found.holds and not found.alarms else 1)


def _log_shown(one: "Witnessed") -> Mapping[str, object]:
    return {
        **_head_shown(one.chain),
        "status": one.found.status,
        "first_bad": one.found.first_bad,
        "reason": one.found.reason,
        "apart": one.apart,
        "receipts": one.receipts,
        "misfits": list(one.misfits),
    }


@click.command("heads", short_help="The heads of a day, to print and sign.")
@HUB
@click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="As on that day (UTC); else as now."
)
@AS_JSON
@with_extra
def heads_command(where: str, day: datetime | None, as_json: bool) -> None:
    """The head of each station's log in the hub, as a list to print and sign: nobody can rewrite paper."""
    from kiosk.actions.hub.witness import heads_of_day

    on: date | None = day.date() if day else None
    hub, found = heads_of_day(where, on)
    if as_json:
        click.echo(
            harmless_json({"hub": hub.id, "event": hub.event, "heads": [_head_shown(one) for one in found]})
        )
        return
    when = f"at the end of {on} (UTC)" if on else f"at {_local(datetime.now().astimezone())}"
    click.echo(f"Heads in the hub {hub.id[:8]} of “{harmless(hub.event)}” {when}\n")
    shape = TableShape(("Station", "Log", "Records", "Head"))
    for line in table(
        shape, found, lambda one: (one.letter, one.epoch[:8], str(one.count), _code(one)), columns()
    ):
        click.echo(line)
    click.echo("\nSeen and signed:  ______________________________   ______________________________")
    click.echo("Check one later at its station:  kiosk log verify --count RECORDS --head HEAD")


def _code(one: "ChainInHub") -> str:
    return Head(one.station, one.epoch, one.count, "", one.head).code


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S}"
