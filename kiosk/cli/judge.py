"""`kiosk judge`: a ruling by staff at the command line, on record like any other."""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click

from kiosk.cli.option_checks import text_of
from kiosk.core.canonical import Json
from kiosk.core.circumstances import Circumstances
from kiosk.core.division import Division, exchanged
from kiosk.core.event import History
from kiosk.core.lexicon import WordSource
from kiosk.core.ruling import LoggedRuling, Verdict, adjudicate
from kiosk.core.schedule import local_time
from kiosk.core.settings import DivisionSettings, Settings
from kiosk.core.words import Play, entered_twice, parse_play
from kiosk.errors import SetupError
from kiosk.storage.log_reader import LOG_NAME
from kiosk.storage.log_standing import read_standing
from kiosk.storage.opened_setup import open_division
from kiosk.storage.places import data_folder
from kiosk.storage.setup_file import (
    WHEN_CHANGED,
    SetupFile,
    changed_since,
    load_demonstration,
    read_setup,
)
from kiosk.storage.system_clock import system_clock

LONGEST_OPERATOR = 60
EXIT = {Verdict.ACCEPTABLE: 0, Verdict.UNACCEPTABLE: 1, Verdict.REFER: 3}


@dataclass(frozen=True, slots=True)
class Said:
    """What the command line says of a challenge; *other_…*: it names another than the set-up does."""

    table: int | None
    operator: str | None
    other_rules: bool
    other_list: bool


@click.command("judge")
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@click.option("--table", type=click.IntRange(1, 9999), help="The table the challenge comes from.")
@click.option("--division", "division_id", metavar="ID", help="The division, where set-up has several.")
@click.option("--rules", "rules_id", metavar="ID", help="Another rule set than the set-up's.")
@click.option("--lexicon", "lexicon_id", metavar="ID", help="Another list than the set-up's.")
@click.option(
    "--as",
    "operator",
    metavar="NAME",
    callback=text_of(LONGEST_OPERATOR),
    help="Who judges: initials or a staff id, not a name.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the ruling as JSON.")
@click.pass_context
def command(  # noqa: PLR0913 - one for each option
    ctx: click.Context,
    words: tuple[str, ...],
    table: int | None,
    division_id: str | None,
    rules_id: str | None,
    lexicon_id: str | None,
    operator: str | None,
    as_json: bool,
) -> None:
    """Judge the play made of WORD… and record the ruling.

    Exit code: 0 acceptable, 1 unacceptable, 3 refer to the Word Judge; each only with a durable record.
    """
    folder = data_folder(ctx.obj)
    play = parse_play(words)
    found = read_setup(folder)
    if (folder / LOG_NAME).exists():  # before a division is looked for that may be gone with the set-up
        _refuse_changed(found, read_standing(folder / LOG_NAME).past)
    chosen = _chosen(folder, found.settings or load_demonstration(), division_id, rules_id, lexicon_id)
    opened = open_division(folder, chosen)
    said = Said(table, operator, other_rules=rules_id is not None, other_list=lexicon_id is not None)
    ruling = _recorded(folder, found, opened, play, said)
    click.echo(_as_json(ruling) if as_json else _as_text(ruling, opened[0]))
    sys.exit(EXIT[ruling.adjudication.verdict])


def _chosen(
    folder: Path, settings: Settings, division_id: str | None, rules_id: str | None, lexicon_id: str | None
) -> DivisionSettings:
    """The division to judge in, with whatever the command line puts in its place."""
    by_id = {division.id: division for division in settings.divisions}
    if division_id is None and len(by_id) > 1:
        raise SetupError(f"Which division? Name one with --division: {', '.join(by_id)}.")
    chosen = by_id.get(division_id or settings.divisions[0].id)
    if chosen is None:
        raise SetupError(f"There is no division “{division_id}”. Choose one of: {', '.join(by_id)}.")
    if rules_id is not None and rules_id != chosen.rules:
        chosen = _under(folder, chosen, rules_id)
    return chosen if lexicon_id is None else replace(chosen, main=lexicon_id, long=None)


def _under(folder: Path, chosen: DivisionSettings, rules_id: str) -> DivisionSettings:
    from kiosk.storage.ruleset_files import load_ruleset

    return replace(
        chosen, rules=rules_id, penalty=load_ruleset(rules_id, folder / "rulesets").penalty.default
    )


def _refuse_changed(found: SetupFile, past: History) -> None:
    changed = changed_since(found.digest, past.setup)
    if changed is not None and past.setup is not None:
        raise SetupError(f"{changed} {WHEN_CHANGED}")


def _tell_unrecorded(found: SetupFile, past: History) -> None:
    """Say it if the set-up was never recorded: nothing was changed, but nobody vouches for it either."""
    if past.setup is None and (by_hand := changed_since(found.digest, None)) is not None:
        click.echo(f"{by_hand} It is used as it is.", err=True)


def _refuse_exchanged(division: Division, past: History, said: Said) -> None:
    """Refuse a rule set or list that is not the one on record, unless the command line named it."""
    recorded = past.setup.get("divisions") if past.setup is not None else None
    if not isinstance(recorded, list):
        return
    now = division.on_record()
    named = (("rules", "penalty") if said.other_rules else ()) + (
        ("lexicon", "long_lexicon") if said.other_list else ()
    )
    for known in recorded:
        if isinstance(known, dict) and known.get("id") == division.id:
            expected: dict[str, Json] = {**known, **{key: now[key] for key in named}}
            if (changed := exchanged([division], {"divisions": [expected]})) is not None:
                raise SetupError(f"{changed} {WHEN_CHANGED}")


def _recorded(
    folder: Path,
    found: SetupFile,
    opened: tuple[Division, WordSource],
    play: Play,
    said: Said,
) -> LoggedRuling:
    from kiosk.cli.passcode_prompt import require
    from kiosk.core.passcode import Role
    from kiosk.station import ruled
    from kiosk.storage.log import Log

    settings = found.settings
    division, source = opened
    with Log.open(folder, system_clock, settings.letter if settings else "A") as log:
        require(folder, log, Role.JUDGE, "judge")
        past = read_standing(log.path).past
        _refuse_changed(found, past)
        _refuse_exchanged(division, past, said)
        _tell_unrecorded(found, past)
        around = Circumstances(settings or load_demonstration(), settings is not None, "", past.event)
        now = system_clock()
        place = replace(around.place(division, local_time(now.at, now.offset_min)), table=said.table)
        doubled = ("duplicate_word",) if entered_twice(play.words) else ()
        flags = tuple(sorted({*division.flags, *around.flags(), *doubled}))
        judged = division.ruled(play.words, adjudicate(play, source), division.rules.staff_method)
        return ruled(log, replace(judged, operator=said.operator, place=place, flags=flags))


def _as_text(ruling: LoggedRuling, division: Division) -> str:
    ruled = ruling.adjudication
    lines = [
        f"{ruling.number}  {division.rules.verdict.word(ruled.verdict)}",
        " ".join(ruled.words),
        f"{division.list_name} · {division.rules.short_title}",
    ]
    if ruled.consequence:
        lines.insert(2, ruled.consequence)
    if division.banner:
        lines.append(division.banner)
    return "\n".join(lines)


def _as_json(ruling: LoggedRuling) -> str:
    ruled = ruling.adjudication
    lexicon = ruled.lexicon
    return json.dumps(
        {
            "seq": ruling.seq,
            "number": ruling.number,
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
            "flags": list(ruled.flags),
            "at": ruling.at,
            "hash": ruling.hash,
        },
        ensure_ascii=False,
    )
