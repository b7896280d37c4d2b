"""`kiosk round`: the director says when a round starts or is over; that wins over the schedule."""

import json

import click

from kiosk.base.schedule import HIGHEST_ROUND, LONGEST_MIN
from kiosk.cli.help import InOrder
from kiosk.cli.options import waiting
from kiosk.cli.staff import staff_of
from kiosk.events.actions import CalledRound, EndRound, StartRound
from kiosk.setup.read_back import say_moment

_NUMBER = click.IntRange(1, HIGHEST_ROUND)
_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")


@click.group(cls=InOrder)
def command() -> None:
    """Start or end a round now, whatever the schedule says."""


@command.command("start", short_help="A round starts now.")
@click.argument("number", metavar="N", type=_NUMBER)
@waiting
@_AS_JSON
@click.pass_context
def start_command(ctx: click.Context, number: int, wait_s: float, as_json: bool) -> None:
    """Round N starts now and lasts until the next “round start” or “round end”, at most three hours."""
    called = StartRound(number).run(staff_of(ctx, wait_s))
    remark = "" if called.scheduled else f" The schedule of the set-up has no round {number}."
    _tell(called, f"Round {number} has started. It lasts {_until()}.{remark}", as_json=as_json)


@command.command("end", short_help="The round is over now.")
@click.argument("number", metavar="[N]", type=_NUMBER, required=False)
@waiting
@_AS_JSON
@click.pass_context
def end_command(ctx: click.Context, number: int | None, wait_s: float, as_json: bool) -> None:
    """Round N, or the one running now, is over; the schedule counts again for rounds that start later."""
    called = EndRound(number).run(staff_of(ctx, wait_s))
    _tell(called, f"Round {called.number} is over. {_ahead(called)}", as_json=as_json)


def _tell(called: CalledRound, sentence: str, *, as_json: bool) -> None:
    if as_json:
        shown = {"event": called.event, "round": called.running, "at": called.at, "seq": called.seq}
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        click.echo(sentence)


def _until() -> str:
    return f"until “kiosk round start” or “kiosk round end” says otherwise, at most {LONGEST_MIN // 60} hours"


def _ahead(called: CalledRound) -> str:
    following = called.following
    if following is None:
        return "The schedule has no other; start one with “kiosk round start N”."
    when = say_moment(following.starts, called.at)
    return f"By the schedule round {following.number} starts {when}; or start one with “kiosk round start N”."
