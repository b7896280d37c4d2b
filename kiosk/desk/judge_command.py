"""`kiosk judge`: a ruling by staff at the command line, on record like any other."""

import json
import sys
from typing import Any

import click

from kiosk.base.clock import local_time
from kiosk.cli import options
from kiosk.cli.options import PRINTER, DocketSend, docket_printer, waiting
from kiosk.cli.options import operator as operator_check
from kiosk.cli.staff import staff_of
from kiosk.cli.terminal import paint, verdict_colour
from kiosk.desk.judge_actions import Judged, StaffChallenge, judge
from kiosk.errors import KioskError
from kiosk.paper.docket import NARROW, WIDE, DocketFrame, docket
from kiosk.rules.ruling import Verdict

EXIT = {Verdict.ACCEPTABLE: 0, Verdict.UNACCEPTABLE: 1, Verdict.REFER: 3}


@click.command("judge")
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@click.option("--table", type=click.IntRange(1, 9999), help="The table the challenge comes from.")
@click.option(
    "--division",
    metavar="ID",
    shell_complete=options.division,
    help="The division, where set-up has several.",
)
@click.option(
    "--method",
    metavar="ID",
    shell_complete=options.method,
    help="How staff adjudicate, where the rule set has several ways; it is recorded as told.",
)
@click.option(
    "--book",
    type=click.Choice(["acceptable", "unacceptable"]),
    callback=lambda ctx, parameter, value: None if value is None else Verdict(value),
    help="What print said, looked up by hand: of the play or, with --after, of the words referred to it.",
)
@click.option(
    "--after",
    metavar="B-147",
    shell_complete=options.ruling,
    help="The ruling that --book or --opinion answers.",
)
@click.option(
    "--opinion", type=click.IntRange(2, 3), metavar="N", help="A second (2) or third (3) opinion on --after."
)
@click.option("--another-person", is_flag=True, help="Confirm that somebody else ruled before.")
@click.option("--exception", is_flag=True, help="A third opinion by the Director's exception.")
@click.option(
    "--rules",
    metavar="ID",
    shell_complete=options.rule_set,
    help="Another rule set than the set-up's.",
)
@click.option(
    "--penalty",
    metavar="ID",
    shell_complete=options.penalty,
    help="What a failed challenge costs under that rule set.",
)
@click.option("--international", is_flag=True, help="By that rule set's part on the international lexicon.")
@click.option(
    "--lexicon", metavar="ID", shell_complete=options.word_list, help="Another list than the set-up's."
)
@click.option(
    "--as",
    "operator",
    metavar="ID",
    callback=operator_check,
    help="Who judges: initials or a staff id, not a name.",
)
@waiting
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
@click.option("--docket", is_flag=True, help="Print it as text for a docket, with one mark for the play.")
@PRINTER
@click.option(
    "--columns",
    type=click.IntRange(20, 80),
    default=NARROW,
    show_default=True,
    metavar="N",
    help=f"The width of the docket; {WIDE} on wide paper.",
)
@click.pass_context
def command(ctx: click.Context, /, words: tuple[str, ...], wait_s: float, as_json: bool, **said: Any) -> None:
    """Judge the play made of WORD… and record the ruling.

    Exit code: 0 acceptable, 1 unacceptable, 3 to be looked up in print; each only with a durable record.
    """
    if said["after"] is not None and said["book"] is None and said["opinion"] is None:
        raise click.UsageError("--after goes with --book or --opinion.")
    if said["opinion"] is not None and said["after"] is None:
        raise click.UsageError("--opinion goes with --after.")
    as_docket, columns, printer = said.pop("docket"), said.pop("columns"), said.pop("printer")
    if printer is not None and not as_docket:
        raise click.UsageError("--printer goes with --docket.")
    send = docket_printer(printer)
    staff = staff_of(ctx, wait_s)
    judged = judge(staff, StaffChallenge(words, **said))
    if judged.remark is not None:
        click.echo(judged.remark, err=True)
    if as_docket and not as_json:
        lines = _as_docket(judged, columns, staff.clock().offset_min)
        click.echo("\n".join(lines))
        if send is not None:
            _print(send, judged, lines)
    else:
        click.echo(_as_json_line(judged) if as_json else _as_text(judged))
    sys.exit(EXIT[judged.ruling.adjudication.verdict])


def _as_text(judged: Judged) -> str:
    ruled, division = judged.ruling.adjudication, judged.division
    lines = [
        f"{judged.ruling.number}  {paint(_verdict(judged), verdict_colour(ruled.verdict), bold=True)}",
        " ".join(ruled.words),
        *([_what_next(judged)] if judged.look_in else []),
        *([ruled.consequence] if ruled.consequence else []),
        f"{division.list_name} · {division.rules.short_title}",
        _where(judged),
        *judged.told,
        *([division.banner] if division.banner else []),
    ]
    return "\n".join(lines)


def _print(send: DocketSend, judged: Judged, lines: tuple[str, ...]) -> None:
    """A printer that fails takes nothing back: the ruling is on record, and its exit code says which."""
    try:
        send(f"Docket {judged.ruling.number}", lines)
    except KioskError as error:
        click.echo(f"{judged.ruling.number} is ruled and on record, but not printed. {error}", err=True)


def _as_docket(judged: Judged, columns: int, offset_min: int) -> tuple[str, ...]:
    event, letter = judged.context.event, judged.context.settings.letter
    local = local_time(judged.ruling.at, offset_min)
    frame = DocketFrame(event.name if event else "", letter, local, judged.division.rules)
    return docket(judged.ruling, frame, columns)


def _verdict(judged: Judged) -> str:
    """The verdict as staff read it: they are the ones it would be referred to."""
    word = judged.division.rules.verdict.word(judged.ruling.adjudication.verdict)
    return f"LOOK IN: {judged.look_in}" if judged.look_in else word


def _what_next(judged: Judged) -> str:
    """Nothing is said of a single word: all the long ones are looked up."""
    since = judged.division.rules.lexicon.reference(judged.division.kind).long_from
    again = f"kiosk judge {' '.join(judged.ruling.adjudication.words)} --after {judged.ruling.number} --book"
    return (
        f"No verdict yet. Look up every word of {since} or more letters, then record what print says:\n"
        f"  {again} acceptable\n  {again} unacceptable"
    )


def _where(judged: Judged) -> str:
    """Event, round, table and division, as far as there are any."""
    place, event = judged.ruling.adjudication.place, judged.context.event
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
    lexicon, place, event = ruled.lexicon, ruled.place, judged.context.event
    return json.dumps(
        {
            "seq": judged.ruling.seq,
            "number": judged.ruling.number,
            "verdict": ruled.verdict,
            "look_in": judged.look_in or None,
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
            "opinion": ruled.opinion,
            "event": place.event,
            "event_name": None if event is None else event.name,
            "round": place.round,
            "table": place.table,
            "division": place.division,
            "casual": judged.context.casual,
            "flags": list(ruled.flags),
            "told": judged.told,
            "at": judged.ruling.at,
            "hash": judged.ruling.hash,
        },
        ensure_ascii=False,
    )
