"""`kiosk judge`: a ruling by staff at the command line, on record like any other."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click

from kiosk.cli.judge_answer import Answer, as_json_line, as_text
from kiosk.cli.option_checks import operator as operator_check
from kiosk.cli.option_checks import waiting
from kiosk.core.challenge.ruling import RulingFlag, Verdict, adjudicate
from kiosk.core.log.canonical import Json
from kiosk.core.log.history import History
from kiosk.core.rules.choices import Person
from kiosk.core.rules.ruleset import RuleSet
from kiosk.core.setup.division import Division
from kiosk.core.setup.integrity import Change, InForce, changes
from kiosk.core.setup.occasion import Circumstances
from kiosk.core.setup.schedule import local_time
from kiosk.core.setup.settings import DivisionSettings, Settings
from kiosk.core.words.lexicon import WordSource
from kiosk.core.words.play import Play, entered_twice, parse_play
from kiosk.errors import LogError, RuleSetError, SetupError
from kiosk.folder import LOCK, RULESETS, data_folder
from kiosk.storage.log.lock import noted_station
from kiosk.storage.log.place import log_path
from kiosk.storage.log.standing import read_standing
from kiosk.storage.reading.reader import read_head
from kiosk.storage.setup.file import (
    WHEN_CHANGED,
    SetupFile,
    load_demonstration,
    read_setup,
)
from kiosk.storage.setup.opened import open_division
from kiosk.storage.system_clock import system_clock

EXIT = {Verdict.ACCEPTABLE: 0, Verdict.UNACCEPTABLE: 1, Verdict.REFER: 3}


@dataclass(frozen=True, slots=True)
class Said:
    """What the command line says of a challenge; *named_…*: it names a rule set or list of its own."""

    table: int | None
    operator: str | None
    method: str | None
    named_rules: bool
    named_list: bool
    wait_s: float


@click.command("judge")
@click.argument("words", nargs=-1, required=True, metavar="WORD…")
@click.option("--table", type=click.IntRange(1, 9999), help="The table the challenge comes from.")
@click.option("--division", "division_id", metavar="ID", help="The division, where set-up has several.")
@click.option("--method", metavar="ID", help="How it is adjudicated, of the ways the rule set has for staff.")
@click.option("--rules", "rules_id", metavar="ID", help="Another rule set than the set-up's.")
@click.option("--lexicon", "lexicon_id", metavar="ID", help="Another list than the set-up's.")
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
def command(  # noqa: PLR0913 - one for each option
    ctx: click.Context,
    words: tuple[str, ...],
    table: int | None,
    division_id: str | None,
    method: str | None,
    rules_id: str | None,
    lexicon_id: str | None,
    operator: str | None,
    wait_s: float,
    as_json: bool,
) -> None:
    """Judge the play made of WORD… and record the ruling.

    Exit code: 0 acceptable, 1 unacceptable, 3 refer to the Word Judge; each only with a durable record.
    """
    folder = data_folder(ctx.obj)
    play = parse_play(words)
    found = read_setup(folder)
    if log_path(folder).exists():  # before a division is looked for that may be gone with the set-up
        _refuse_foreign(folder)
        _refuse_changed(InForce(found.digest), read_standing(log_path(folder)).past.setup)
    settings = found.settings or load_demonstration()
    chosen = _chosen(folder, settings, division_id, rules_id, lexicon_id)
    opened = open_division(folder, chosen)
    said = Said(table, operator, method, rules_id is not None, lexicon_id is not None, wait_s)
    answer = _recorded(folder, found, opened, play, said)
    click.echo(as_json_line(answer) if as_json else as_text(answer))
    sys.exit(EXIT[answer.ruling.adjudication.verdict])


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
    from kiosk.storage.setup.rulesets import load_ruleset

    return replace(chosen, rules=rules_id, penalty=load_ruleset(rules_id, folder / RULESETS).penalty.default)


def _refuse_foreign(folder: Path) -> None:
    """Refuse the log of another station: by it, this station's set-up would look changed by hand."""
    known = noted_station(folder)
    if known and read_head(log_path(folder)).station != known:
        raise LogError(
            f"{log_path(folder)} is the log of another station, so nothing is judged. Put this station's "
            f"own back. To go on with this one on purpose, take {LOCK} out of the folder."
        )


def _refuse_changed(now: InForce, recorded: Mapping[str, Json] | None) -> None:
    changed = changes(now, recorded)
    if changed is not None and changed.what is not Change.UNRECORDED:
        raise SetupError(f"{changed.sentence} {WHEN_CHANGED}")


def _tell_unrecorded(found: SetupFile, past: History) -> None:
    """Say it if the set-up was never recorded: nothing was changed, but nobody vouches for it either."""
    changed = changes(InForce(found.digest), past.setup)
    if changed is not None:
        click.echo(f"{changed.sentence} It is used as it is.", err=True)


def _recorded_for(
    division: Division, past: History, known: dict[str, Json] | None, said: Said
) -> Mapping[str, Json] | None:
    """The set-up on record as far as it binds *division*: not in what the command line names."""
    if past.setup is None or known is None:
        return past.setup and {**past.setup, "divisions": []}
    now = division.on_record()
    named = (("rules", "penalty") if said.named_rules else ()) + (
        ("lexicon", "long_lexicon") if said.named_list else ()
    )
    return {**past.setup, "divisions": [{**known, **{key: now[key] for key in named}}]}


def _on_record(division: Division, past: History) -> dict[str, Json] | None:
    """What the last set-up says of *division*, or None if it does not."""
    recorded = past.setup.get("divisions") if past.setup is not None else None
    divisions = recorded if isinstance(recorded, list) else []
    return next((one for one in divisions if isinstance(one, dict) and one.get("id") == division.id), None)


def _others(division: Division, known: dict[str, Json] | None) -> tuple[RulingFlag, ...]:
    """The flags that say: judged by another rule set or list than the one set up."""
    if known is None:
        return ()
    now = division.on_record()
    rules = any(now[key] != known.get(key) for key in ("rules", "penalty"))
    lists = any(now[key] != known.get(key) for key in ("lexicon", "long_lexicon"))
    return ((RulingFlag.OTHER_RULES,) if rules else ()) + ((RulingFlag.OTHER_LIST,) if lists else ())


def _method(rules: RuleSet, wanted: str | None) -> str:
    """The method *wanted* if it is one of staff under *rules*; else the usual one."""
    if wanted is None:
        return rules.staff_method
    ways = [method.id for method in rules.method_table if method.typed_by != Person.CHALLENGER]
    if wanted not in ways:
        raise RuleSetError(
            f"{rules.short_title} has no method “{wanted}” for staff. Choose one of: {', '.join(ways)}."
        )
    return wanted


def _recorded(
    folder: Path,
    found: SetupFile,
    opened: tuple[Division, WordSource],
    play: Play,
    said: Said,
) -> Answer:
    from kiosk.cli.passcode_prompt import require
    from kiosk.core.access.passcode import Role
    from kiosk.station.station import ruled
    from kiosk.storage.log.writer import Log

    settings = found.settings
    division, source = opened
    method = _method(division.rules, said.method)
    letter = settings.letter if settings else "A"
    name = log_path(folder).name
    with Log.open(folder, system_clock, letter, wait_s=said.wait_s, holder="kiosk judge", name=name) as log:
        require(folder, log, Role.JUDGE, "judge")
        past = read_standing(log.path).past
        known = _on_record(division, past)
        _refuse_changed(InForce(found.digest, (division,)), _recorded_for(division, past, known, said))
        _tell_unrecorded(found, past)
        around = Circumstances(settings or load_demonstration(), settings is not None, "", past.event)
        now = system_clock()
        place = replace(around.place(division, local_time(now.at, now.offset_min)), table=said.table)
        doubled = (RulingFlag.DUPLICATE_WORD,) if entered_twice(play.words) else ()
        flags = tuple(sorted({*division.flags, *around.flags(), *_others(division, known), *doubled}))
        judged = division.ruled(play.words, adjudicate(play, source), method)
        ruling = ruled(log, replace(judged, operator=said.operator, place=place, flags=flags))
        return Answer(ruling, division, around)
