"""`kiosk round`: the director says when a round starts or is over; that wins over the schedule.

Rule it guards: it is on record before it counts, and only with the director's passcode.
"""

import json

import click

from kiosk.cli.desk import Desk, director_desk
from kiosk.cli.option_checks import waiting
from kiosk.core.log.canonical import Json
from kiosk.core.log.history import OpenEvent
from kiosk.core.log.kinds import Kind
from kiosk.core.setup.read_back import spoken
from kiosk.core.setup.schedule import HIGHEST_ROUND, LONGEST_MIN, local_time, next_round, round_at, round_now
from kiosk.errors import SetupError
from kiosk.storage.log.standing import read_standing
from kiosk.storage.system_clock import system_clock

_NUMBER = click.IntRange(1, HIGHEST_ROUND)
_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")


@click.group()
def command() -> None:
    """Start or end a round now, whatever the schedule says."""


@command.command("start", short_help="A round starts now.")
@click.argument("number", metavar="N", type=_NUMBER)
@waiting
@_AS_JSON
@click.pass_context
def start_command(ctx: click.Context, number: int, wait_s: float, as_json: bool) -> None:
    """Round N starts now and lasts until the next “round start” or “round end”, at most three hours."""
    with director_desk(ctx, "kiosk round start", wait_s, verified=False) as desk:
        local = _record(desk, Kind.ROUND_STARTED, number)
        unknown = desk.settings.rounds and number not in {one.number for one in desk.settings.rounds}
        remark = f" The schedule of the set-up has no round {number}." if unknown else ""
        _tell(desk, local, f"Round {number} has started. It lasts {_until()}.{remark}", as_json=as_json)


@command.command("end", short_help="The round is over now.")
@click.argument("number", metavar="[N]", type=_NUMBER, required=False)
@waiting
@_AS_JSON
@click.pass_context
def end_command(ctx: click.Context, number: int | None, wait_s: float, as_json: bool) -> None:
    """Round N, or the one running now, is over; the schedule counts again for rounds that start later."""
    with director_desk(ctx, "kiosk round end", wait_s, verified=False) as desk:
        running = number or _running(desk)
        if running is None:
            raise SetupError("No round is running, so there is none to end.")
        local = _record(desk, Kind.ROUND_ENDED, running)
        _tell(desk, local, f"Round {running} is over. {_ahead(desk, local)}", as_json=as_json)


def _local() -> str:
    now = system_clock()
    return local_time(now.at, now.offset_min)


def _event(desk: Desk) -> OpenEvent:
    if desk.past.event is None:
        raise SetupError("No event is open, so it has no rounds. Open one with “kiosk event open”.")
    return desk.past.event


def _running(desk: Desk) -> int | None:
    return round_now(desk.settings.rounds, _event(desk).called, _local())


def _record(desk: Desk, kind: Kind, number: int) -> str:
    """Put the director's word on record; the local time of the record comes back."""
    by_schedule = round_at(desk.settings.rounds, _local())
    body: dict[str, Json] = {"event": _event(desk).id, "round": number, "scheduled": by_schedule}
    return desk.log.append(kind, body).local.isoformat(timespec="seconds")


def _tell(desk: Desk, local: str, sentence: str, *, as_json: bool) -> None:
    event = read_standing(desk.log.path).past.event
    called = None if event is None else event.called
    if as_json:
        shown = {
            "event": _event(desk).id,
            "round": round_now(desk.settings.rounds, called, local),
            "at": local,
            "seq": desk.log.head().count,
        }
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        click.echo(sentence)


def _until() -> str:
    return f"until “kiosk round start” or “kiosk round end” says otherwise, at most {LONGEST_MIN // 60} hours"


def _ahead(desk: Desk, local: str) -> str:
    event = read_standing(desk.log.path).past.event
    following = None if event is None else next_round(desk.settings.rounds, event.called, local)
    if following is None:
        return "The schedule has no other; start one with “kiosk round start N”."
    when = spoken(following.starts, local)
    return f"By the schedule round {following.number} starts {when}; or start one with “kiosk round start N”."
