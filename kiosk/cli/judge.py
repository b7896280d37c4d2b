"""`kiosk judge`: a ruling by staff at the command line, on record like any other."""

import json
import sys
from typing import Any

import click

from kiosk.actions.judge import Judged, StaffChallenge, judge
from kiosk.cli.desk import desk_of
from kiosk.cli.option_checks import operator as operator_check
from kiosk.cli.option_checks import waiting
from kiosk.core.challenge.ruling import Verdict

EXIT = {Verdict.ACCEPTABLE: 0, Verdict.UNACCEPTABLE: 1, Verdict.REFER: 3}


@click.command("judge")
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@click.option("--table", type=click.IntRange(1, 9999), help="The table the challenge comes from.")
@click.option("--division", metavar="ID", help="The division, where set-up has several.")
@click.option("--method", metavar="ID", help="How it is adjudicated, of the ways the rule set has for staff.")
@click.option("--rules", metavar="ID", help="Another rule set than the set-up's.")
@click.option("--lexicon", metavar="ID", help="Another list than the set-up's.")
@click.option(
    "--as",
    "operator",
    metavar="ID",
    callback=operator_check,
    help="Who judges: initials or a staff id, not a name.",
)
@waiting
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
@click.pass_context
def command(ctx: click.Context, /, words: tuple[str, ...], wait_s: float, as_json: bool, **said: Any) -> None:
    """Judge the play made of WORD… and record the ruling.

    Exit code: 0 acceptable, 1 unacceptable, 3 refer to the Word Judge; each only with a durable record.
    """
    judged = judge(desk_of(ctx, wait_s), StaffChallenge(words, **said))
    if judged.remark is not None:
        click.echo(judged.remark, err=True)
    click.echo(_as_json_line(judged) if as_json else _as_text(judged))
    sys.exit(EXIT[judged.ruling.adjudication.verdict])


def _as_text(judged: Judged) -> str:
    ruled, division = judged.ruling.adjudication, judged.division
    lines = [
        f"{judged.ruling.number}  {division.rules.verdict.word(ruled.verdict)}",
        " ".join(ruled.words),
        *([ruled.consequence] if ruled.consequence else []),
        f"{division.list_name} · {division.rules.short_title}",
        _where(judged),
        *judged.told,
        *([division.banner] if division.banner else []),
    ]
    return "\n".join(lines)


def _where(judged: Judged) -> str:
    """Event, round, table and division, as far as there are any."""
    place, event = judged.ruling.adjudication.place, judged.around.event
    return " · ".join(
        (
            event.name if event else "No event",
            *((f"round {place.round}" if place.round else "between rounds",) if event else ()),
            f"table {place.table}" if place.table else "no table",
            judged.division.name,
        )
    )


def _as_json_line(judged: Judged) -> str:
    ruled = judged.ruling.adjudication
    lexicon, place, event = ruled.lexicon, ruled.place, judged.around.event
    return json.dumps(
        {
            "seq": judged.ruling.seq,
            "number": judged.ruling.number,
            "verdict": ruled.verdict,
            "words": list(ruled.words),
            "lexicon": {
                "id": lexicon.id,
                "name": lexicon.name,
                "edition": lexicon.edition,
                "fingerprint": lexicon.fingerprint,
            },
            "rules": ruled.rules.id,
            "penalty": ruled.rules.penalty,
            "consequence": ruled.consequence,
            "method": ruled.method,
            "event": place.event,
            "event_name": None if event is None else event.name,
            "round": place.round,
            "table": place.table,
            "division": place.division,
            "casual": judged.around.casual,
            "flags": list(ruled.flags),
            "told": judged.told,
            "at": judged.ruling.at,
            "hash": judged.ruling.hash,
        },
        ensure_ascii=False,
    )
