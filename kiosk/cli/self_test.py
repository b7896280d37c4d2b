"""`kiosk self-test`: proves on this machine that the installation works; the data folder is not touched.

Run on the frozen bundle it finds what a packager forgets: rule sets, fonts, the list, a Qt plugin.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from kiosk.core.challenge.ruling import Adjudication, LoggedRuling, Verdict, adjudicate
from kiosk.core.words.play import Word, parse_play
from kiosk.errors import KioskError
from kiosk.folder import RULESETS
from kiosk.shipped import lexicons, resources

WORDS = ("CAT", "DOG")


@dataclass(frozen=True, slots=True)
class Outcome:
    what: str
    works: bool
    said: str


@click.command("self-test")
@click.option("--json", "as_json", is_flag=True, help="Print the outcomes as JSON.")
def command(as_json: bool) -> None:
    """Prove that this installation works: log, rule sets, lists, every screen."""
    with tempfile.TemporaryDirectory(prefix="kiosk-self-test-") as folder:
        outcomes = [_tried(what, check, Path(folder)) for what, check in CHECKS.items()]
    if as_json:
        click.echo(json.dumps([{"what": one.what, "works": one.works, "said": one.said} for one in outcomes]))
    else:
        for one in outcomes:
            click.echo(f"{'ok' if one.works else 'NOT OK':7} {one.what}: {one.said}")
    sys.exit(0 if all(one.works for one in outcomes) else 1)


def _tried(what: str, check: Callable[[Path], str], folder: Path) -> Outcome:
    try:
        return Outcome(what, True, check(folder))
    except (KioskError, OSError, ImportError) as error:
        return Outcome(what, False, str(error))


def _resources(folder: Path) -> str:
    missing = [
        place.name
        for place in (resources() / "fonts", resources() / RULESETS, lexicons())
        if not place.is_dir()
    ]
    if missing:
        raise OSError(f"missing in this installation: {', '.join(missing)}")
    return "rule sets, fonts and lists are there"


def _rule_sets(folder: Path) -> str:
    from kiosk.storage.setup.rulesets import list_rulesets

    return ", ".join(rules.id for rules in list_rulesets())


def _lists(folder: Path) -> str:
    from kiosk.storage.lexicons.store import BUNDLED_ID, load_lexicon

    identity = load_lexicon(folder, BUNDLED_ID).identity
    return f"{identity.name}, {identity.words:,} words, verified"


def _log(folder: Path) -> str:
    from kiosk.storage.log.writer import Log
    from kiosk.storage.system_clock import system_clock

    with Log.open(folder / "data", system_clock) as log:
        _rulings(log.rule, folder)
        found = log.verify()
    return f"{found.count} records written and verified"


def _screens(folder: Path) -> str:
    from kiosk.core.challenge.procedure import Procedure
    from kiosk.core.challenge.samples import sample_states
    from kiosk.core.challenge.wording import Surroundings, page
    from kiosk.storage.log.writer import Log
    from kiosk.storage.setup.opened import open_setup
    from kiosk.storage.system_clock import system_clock
    from kiosk.ui.kit.off_screen import artist, colours, picture

    with Log.open(folder / "screens", system_clock) as log:
        rulings = _rulings(log.rule, folder)
    running = artist()
    procedure = Procedure(open_setup(folder).divisions)
    blank = []
    for name, state in sample_states(WORDS, rulings).items():
        drawn = page(state, 0, procedure, Surroundings("Station A"))
        if colours(picture(drawn, 1024, 600, resources() / "fonts")) < 3:
            blank.append(name)
    del running
    if blank:
        raise OSError(f"these screens stay blank: {', '.join(blank)}")
    return "every screen was drawn"


def _rulings(rule: Callable[[Adjudication], LoggedRuling], folder: Path) -> dict[Verdict, LoggedRuling]:
    """One real ruling, and its copies with the other verdicts, all on record."""
    from kiosk.core.setup.division import stamp
    from kiosk.storage.setup.opened import open_setup

    opened = open_setup(folder)
    division, source = opened.divisions[0], opened.sources[0]
    made = Adjudication(
        words=tuple(Word(word) for word in WORDS),
        declared=len(WORDS),
        verdict=adjudicate(parse_play(WORDS), source),
        method="self_test",
        lexicon=stamp(division.lexicon),
        rules=division.rule_stamp,
    )
    if made.verdict is not Verdict.ACCEPTABLE:
        raise OSError(f"the list does not hold {' and '.join(WORDS)}")
    return {verdict: rule(replace(made, verdict=verdict)) for verdict in Verdict}


CHECKS: dict[str, Callable[[Path], str]] = {
    "files": _resources,
    "rule sets": _rule_sets,
    "word list": _lists,
    "log": _log,
    "screens": _screens,
}
