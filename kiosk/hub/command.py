"""`kiosk hub`: init, enrol, strike, push, export, take, status, verify, heads, serve."""

import re
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kiosk.base.printable import count_of, printable, printable_json
from kiosk.cli.help import InOrder
from kiosk.cli.options import id_of
from kiosk.cli.table import TableShape, fitted_table
from kiosk.cli.terminal import columns, paint
from kiosk.folder import data_folder
from kiosk.hub.findings import HubAlarm, fold_alarms, skew, wrong_letter
from kiosk.hub.options import AS_JSON, HUB, with_extra
from kiosk.log.chain import Head, Status
from kiosk.setup.settings import LONGEST_EVENT_ID
from kiosk.system_clock import system_clock

if TYPE_CHECKING:
    from kiosk.hub.actions import HubStatus, Witnessed
    from kiosk.hub.hub_reader import ChainInHub, Enrolled


# ---- making ------------------------------------------------------------------------------------------------
# `kiosk hub init`, `enrol` and `strike`: make a hub, give stations their enrolments, take one away.

_PORT = click.IntRange(1, 65_535)
_CODE = re.compile(r"[0-9a-f]{8,32}")


@click.command("init", short_help="Make a hub, or bring one up to date.")
@click.argument("address", required=False)
@click.option(
    "--local", type=click.Path(path_type=Path), metavar="DIR", help="A PostgreSQL of its own in DIR."
)
@click.option(
    "--event", callback=id_of(LONGEST_EVENT_ID), metavar="ID", help="The event whose records it collects."
)
@click.option(
    "--address",
    "names",
    multiple=True,
    metavar="HOST",
    help="With --local: a name or number stations reach it by.",
)
@click.option("--port", type=_PORT, default=54_320, show_default=True, help="With --local: where it listens.")
@click.option("--stop", is_flag=True, help="With --local: stop it.")
@with_extra
def init_command(
    address: str | None, local: Path | None, event: str | None, names: tuple[str, ...], port: int, stop: bool
) -> None:
    """Make a hub in the PostgreSQL database at ADDRESS (15 or later), or bring the hub there up to date.

    With --local a private PostgreSQL in DIR is made or started, for a club's laptop or to try it out. Running
    the same command again does no harm.
    """
    from kiosk.hub.actions import doors_left_open, init_existing, init_local, stop_local

    if (address is None) == (local is None):
        raise click.UsageError("Give either the address of a database, or --local DIR.")
    if stop:
        if local is None:
            raise click.UsageError("Only a hub made with --local can be stopped from here.")
        stop_local(local)
        click.echo("Stopped.")
        return
    hub = init_local(local, event, names, port) if local else init_existing(str(address), event)
    click.echo(f"The hub of “{printable(hub.event)}” is ready: {hub.id[:8]}.")
    where = str(local) if local else "ADDRESS"
    click.echo(f"Enrol a station:  kiosk hub enrol B --station CODE --hub {where}")
    for sentence in doors_left_open(str(local or address), hub):
        click.echo(sentence, err=True)


_HOST_PORT = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<host>[^:]+|[0-9a-fA-F:.]+?))(?::(?P<port>\d+))?")


def host_and_port(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[str | None, int | None]:
    """HOST or HOST:PORT; a numeric address with colons stands in brackets before its port."""
    match = _HOST_PORT.fullmatch(value or "")
    if value is None:
        return None, None
    if match is None:
        raise click.BadParameter("it must be HOST or HOST:PORT.")
    port = int(match["port"]) if match["port"] else None
    if port is not None and not 0 < port < 65_536:
        raise click.BadParameter(f"{port} is no port.")
    return match["six"] or match["host"], port


@click.command("enrol", short_help="Give a station, or a reader, its enrolment.")
@click.argument("letter", required=False)
@HUB
@click.option(
    "--station",
    "code",
    metavar="CODE",
    help="Which installation it is for: the first eight digits of its id, from “kiosk log head” there.",
)
@click.option("--reader", is_flag=True, help="An account that may only look, instead of a station's.")
@click.option(
    "--address",
    "place",
    callback=host_and_port,
    metavar="HOST[:PORT]",
    help="Where stations reach the hub, if not where you do.",
)
@click.option(
    "--authority",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The certificate of whoever vouches for an existing server (else those this computer trusts).",
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="The new file (else enrolment-B.json)."
)
@with_extra
def enrol_command(
    letter: str | None,
    where: str,
    code: str | None,
    reader: bool,
    place: tuple[str | None, int | None],
    authority: Path | None,
    out: Path | None,
) -> None:
    """Give station LETTER its enrolment: one file with all it needs to push. Carry it there; keep it secret.

    It is bound to one installation by its CODE (`kiosk log head` there): nobody else can push with it, and
    no other enrolment can push that station's log. A letter has one enrolment at a time. A lost or replaced
    laptop is struck off first (`kiosk hub strike`).
    """
    from kiosk.hub.actions import Reached, enrol, others_set_up_as

    if (letter is None) != reader or (letter is not None and not _is_letter(letter)):
        raise click.UsageError("Give the letter of a station, A to Z, or --reader.")
    code = code.lower() if code else code
    if (code is None) != reader or (code is not None and not _CODE.fullmatch(code)):
        raise click.UsageError(
            "Give a station's code with --station: the first eight digits of its id, which “kiosk log head” "
            "shows there. A reader has none."
        )
    file = out or Path(f"enrolment-{letter or 'reader'}.json")
    made = enrol(where, letter, Reached(*place, authority), file, code or "")
    who = f"Station {letter}" if letter else "A reader"
    click.echo(
        f"{who} is enrolled with the hub of “{printable(made.event)}” at {printable(made.host)}: {file}"
    )
    if letter:
        click.echo(f"Carry the file there, then:  kiosk hub push {file.name}")
        for other in others_set_up_as(where, letter):
            click.echo(
                f"The station that is enrolled as {other} is set up with the letter {letter}: both would "
                "give out the same ruling numbers. Set that one up with its own letter.",
                err=True,
            )


@click.command("strike", short_help="Strike a lost laptop off.")
@click.argument("letter")
@HUB
@with_extra
def strike_command(letter: str, where: str) -> None:
    """Strike station LETTER off: its enrolment opens nothing any more. What it pushed before stays."""
    from kiosk.hub.actions import strike

    if not _is_letter(letter):
        raise click.UsageError("Give the letter of a station, A to Z.")
    strike(where, letter)
    click.echo(f"Station {letter} is struck off. What it pushed before stays.")


def _is_letter(text: str) -> bool:
    return len(text) == 1 and "A" <= text <= "Z"


# ---- page --------------------------------------------------------------------------------------------------
# `kiosk hub serve`: all stations on a page in the browser.

PORT = 8080
_PAGE_FILE = click.Path(path_type=Path)
_PLAIN = (
    "It is not encrypted: whoever shares this network can read along, and see the token when it is typed. "
    "Use a network of your own, or --certificate and --key."
)


@click.command("serve", short_help="All stations on a page in the browser.")
@click.argument("enrolment", type=_PAGE_FILE)
@click.option(
    "--listen",
    "place",
    callback=host_and_port,
    metavar="ADDRESS[:PORT]",
    help=f"Where browsers reach it (else this computer alone, port {PORT}; 0.0.0.0: all its network).",
)
@click.option("--certificate", type=_PAGE_FILE, metavar="FILE", help="Encrypt, with this certificate (PEM) …")
@click.option("--key", type=_PAGE_FILE, metavar="FILE", help="… and its key.")
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="A name browsers know it by, besides its numbers."
)
@with_extra
def serve_command(
    enrolment: Path,
    place: tuple[str | None, int | None],
    certificate: Path | None,
    key: Path | None,
    names: tuple[str, ...],
) -> None:
    """Show all stations on a page in the browser, for a wall screen and the director's phone; it only reads.

    ENROLMENT is a reader's (`kiosk hub enrol --reader`). Words of plays are shown to nobody while the event
    is open, but to whoever has the token that is printed at the start. Ctrl-C ends it.
    """
    from kiosk.hub.serve_run import PagePlace, open_page

    if (certificate is None) != (key is None):
        raise click.UsageError("Give --certificate and --key together.")
    where = PagePlace(place[0] or "127.0.0.1", place[1] or PORT, certificate, key, names)
    with open_page(enrolment, where, _tell) as page:
        click.echo(f"“{printable(page.event)}” is shown at {page.address}")
        click.echo(f"The director's token, told only now:  {page.token}")
        if sys.stdout.isatty():
            _print_code(page.link)
        if where.is_loopback:
            click.echo("Only this computer reaches it. For others: --listen 0.0.0.0")
        elif certificate is None:
            click.echo(_PLAIN)
        page.wait()


def _print_code(link: str) -> None:
    from segno import make_qr

    click.echo("On the director's phone:")
    make_qr(link, error="l").terminal(compact=True)


def _tell(sentence: str) -> None:
    click.echo(f"{time.strftime('%H:%M:%S')}  {printable(sentence)}", err=True)


# ---- sending -----------------------------------------------------------------------------------------------
# `kiosk hub push`, `export` and `take`: records on their way to a hub, by network or on a stick.

_SENDING_FILE = click.argument("enrolment", type=click.Path(path_type=Path))


@click.command("push", short_help="Push this station's log to a hub.")
@_SENDING_FILE
@click.option("--once", is_flag=True, help="Push what is owed, then end.")
@AS_JSON
@click.pass_context
@with_extra
def push_command(ctx: click.Context, enrolment: Path, once: bool, as_json: bool) -> None:
    """Push this station's log to the hub of the file ENROLMENT, and go on as it grows.

    Runs beside the station; the network may come and go. For a second hub run it a second time with that
    hub's enrolment. With --once, exit code 1: the log does not hold, or the hub has other records in the
    place of some of these.
    """
    from kiosk.hub.push_run import PushTools, push_for_ever, push_once

    folder = data_folder(ctx.obj)
    if not once:
        push_for_ever(folder, enrolment, PushTools(system_clock, _wait, _tell))
        return
    done = push_once(folder, enrolment, system_clock)
    if as_json:
        click.echo(printable_json({**asdict(done), "told": done.sentences()}))
    else:
        for sentence in done.sentences():
            click.echo(sentence, err=True)
        click.echo(f"{count_of(done.sent, 'record')} pushed; the hub has {done.count}.")
    ctx.exit(0 if done.good else 1)


def _wait(seconds: float) -> bool:
    time.sleep(seconds)
    return True


@click.command("export", short_help="Put this station's log onto a stick for a hub.")
@_SENDING_FILE
@click.argument("stick", type=click.Path(path_type=Path))
@AS_JSON
@click.pass_context
@with_extra
def export_command(ctx: click.Context, enrolment: Path, stick: Path, as_json: bool) -> None:
    """Put this station's log into the folder STICK, for the hub of the file ENROLMENT.

    The same records always give the same files. Take them in at the hub with `kiosk hub take`. Exit code 1:
    the log does not hold; what stands in it is on the stick all the same.
    """
    from kiosk.hub.actions import export

    done = export(data_folder(ctx.obj), enrolment, stick)
    if done.doubt:
        click.echo(printable(done.doubt), err=True)
    if as_json:
        click.echo(printable_json(asdict(done)))
    else:
        files = count_of(done.files, "file")
        click.echo(f"{count_of(done.count, 'record')} in {files}, {done.new} of them new: {stick}")
    ctx.exit(1 if done.doubt else 0)


@click.command("take", short_help="Take batches from a stick into the hub.")
@click.argument("stick", type=click.Path(path_type=Path))
@HUB
@click.option("--struck", is_flag=True, help="Also batches of an enrolment that was struck off since.")
@AS_JSON
@click.pass_context
@with_extra
def take_command(ctx: click.Context, stick: Path, where: str, struck: bool, as_json: bool) -> None:
    """Take the batches in the folder STICK into the hub: in any order, twice, late.

    A stick of a laptop that was struck off is taken with --struck alone: a thief's stick looks the same.
    Exit code 1: a batch could not be taken; why stands beside it.
    """
    from kiosk.hub.actions import take_in

    results = take_in(where, stick, struck=struck)
    if as_json:
        click.echo(printable_json([asdict(result) for result in results]))
    else:
        for result in results:
            click.echo(f"{printable(result.file)}: {printable(result.said)}")
        if not results:
            click.echo(f"There is no batch in {stick}.")
    ctx.exit(0 if all(result.good for result in results) else 1)


# ---- witness -----------------------------------------------------------------------------------------------
# `kiosk hub status`, `verify` and `heads`: what a hub has, whether it holds, and paper against its owner.


@click.command("status", short_help="Where each station is, and alarms.")
@HUB
@AS_JSON
@click.pass_context
@with_extra
def status_command(ctx: click.Context, where: str, as_json: bool) -> None:
    """Show each enrolled station: last heard of, records here, how many wait there, its clock; and alarms.

    Exit code 1 if there is an alarm.
    """
    from kiosk.hub.actions import hub_status

    found = hub_status(where)
    if as_json:
        shown = {
            "hub": found.hub.id,
            "event": found.hub.event,
            "stations": [_station_shown(found, station) for station in found.stations],
            "alarms": [_alarm_shown(alarm) for alarm in found.alarms],
            "in_the_way": list(found.in_the_way),
        }
        click.echo(printable_json(shown))
    else:
        click.echo(f"Hub {found.hub.id[:8]} of “{printable(found.hub.event)}”")
        shape = TableShape(("Station", "Records", "Waiting", "Last heard of", "Remark"), (4,))
        for line in fitted_table(shape, found.stations, lambda station: _cells(found, station), columns()):
            click.echo(line)
        for sentence in found.in_the_way:
            click.echo(paint(printable(sentence), "red"))
        _print_alarms(found.alarms)
    ctx.exit(1 if found.alarms else 0)


def _cells(found: "HubStatus", station: "Enrolled") -> tuple[str, ...]:
    heads = found.of(station)
    two = f"two computers at {station.two_places.astimezone():%H:%M}?" if station.two_places else ""
    remarks = (wrong_letter(station.letter, station.own_letter), skew(station.ahead_ms), two)
    remark = "struck off" if station.struck else ", ".join(filter(None, remarks))
    return (
        station.letter,
        str(sum(head.count for head in heads)),
        "" if station.owed is None else str(station.owed),
        "never" if station.seen is None else _local(station.seen),
        remark,
    )


def _station_shown(found: "HubStatus", station: "Enrolled") -> Mapping[str, object]:
    told = {name: value for name, value in asdict(station).items() if not isinstance(value, datetime)}
    return {
        **told,
        "seen": None if station.seen is None else station.seen.isoformat(),
        "two_places": None if station.two_places is None else station.two_places.isoformat(),
        "struck_off": station.struck is not None,
        "logs": [_head_shown(head) for head in found.of(station)],
    }


def _head_shown(chain: "ChainInHub") -> Mapping[str, object]:
    return {**asdict(chain), "taken": chain.taken.isoformat(), "code": _code(chain)}


def _alarm_shown(alarm: HubAlarm) -> Mapping[str, object]:
    return {**asdict(alarm), "at": alarm.at.isoformat(), "claimed": alarm.claimed, "said": alarm.sentence}


def _print_alarms(found: tuple[HubAlarm, ...]) -> None:
    """What the hub has seen, then what it was told: one line for each station and kind, the gravest first."""
    lines = fold_alarms(found)
    claims = [line for line in lines if line.newest.claimed]
    for line in (*(line for line in lines if not line.newest.claimed), *claims):
        if claims and line is claims[0]:
            click.echo("Stations say, and the hub has not seen it itself:")
        click.echo(paint(f"{_local(line.newest.at)}  {printable(line.sentence)}", "red"))


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
    from kiosk.hub.actions import verify_hub

    found = verify_hub(where, receipts)
    if as_json:
        shown = {
            "hub": found.hub.id,
            "holds": found.holds,
            "logs": [_log_shown(log) for log in found.logs],
            "told": found.sentences(),
        }
        click.echo(printable_json(shown))
    else:
        for log in found.logs:
            good = "intact" if log.found.status is Status.INTACT else "broken"
            records, held = count_of(log.found.count, "record"), count_of(log.receipts, "receipt")
            said = f"Station {log.chain.letter}: {good}, {records}, {held} held to it."
            click.echo(paint(printable(said), "green" if log.holds else "red"))
        for sentence in found.sentences():
            click.echo(paint(printable(sentence), "red"))
        if not found.logs:
            click.echo("The hub holds no record yet.")
    ctx.exit(0 if found.holds and not found.alarms else 1)


def _log_shown(witnessed: "Witnessed") -> Mapping[str, object]:
    return {
        **_head_shown(witnessed.chain),
        "status": witnessed.found.status,
        "first_bad": witnessed.found.first_bad,
        "reason": witnessed.found.reason,
        "apart": witnessed.apart,
        "receipts": witnessed.receipts,
        "misfits": list(witnessed.misfits),
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
    from kiosk.hub.actions import heads_of_day

    on: date | None = day.date() if day else None
    hub, found = heads_of_day(where, on)
    if as_json:
        click.echo(
            printable_json(
                {"hub": hub.id, "event": hub.event, "heads": [_head_shown(head) for head in found]}
            )
        )
        return
    when = f"at the end of {on} (UTC)" if on else f"at {_local(datetime.now().astimezone())}"
    click.echo(f"Heads in the hub {hub.id[:8]} of “{printable(hub.event)}” {when}\n")
    shape = TableShape(("Station", "Log", "Records", "Head"))
    for line in fitted_table(
        shape, found, lambda head: (head.letter, head.epoch[:8], str(head.count), _code(head)), columns()
    ):
        click.echo(line)
    click.echo("\nSeen and signed:  ______________________________   ______________________________")
    click.echo("Check one later at its station:  kiosk log verify --count RECORDS --head HEAD")


def _code(chain: "ChainInHub") -> str:
    return Head(chain.station, chain.epoch, chain.count, "", chain.head).code


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S}"


# ---- group -------------------------------------------------------------------------------------------------
# `kiosk hub`: one picture of many stations, on PostgreSQL.


@click.group(cls=InOrder)
def command() -> None:
    """Many stations, one picture: a hub on PostgreSQL collects and witnesses their logs.

    Each station stays its own master: it rules without a hub, and pushes when there is one. Needs the extra
    challenge-kiosk[hub].
    """


for _one in (
    *(init_command, enrol_command, strike_command, push_command, export_command, take_command),
    *(status_command, serve_command, verify_command, heads_command),
):
    command.add_command(_one)
