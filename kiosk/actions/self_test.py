"""Prove on this machine that the installation works; the data folder is not touched.

Run on the frozen bundle it finds what a packager forgets: rule sets, fonts, the list, a Qt plugin.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from kiosk.actions.staff import Staff, writing
from kiosk.core.access.passcode import Role
from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Adjudication, LoggedRuling, Verdict, adjudicate
from kiosk.core.challenge.samples import sample_states
from kiosk.core.challenge.wording import Surroundings, page
from kiosk.core.frozen import frozen
from kiosk.core.log.clock import Clock
from kiosk.core.page import Page
from kiosk.core.setup.division import stamp
from kiosk.core.words.play import Word, parse_play
from kiosk.errors import KioskError
from kiosk.folder import RULESETS
from kiosk.shipped import lexicons, resources
from kiosk.storage.lexicons.store import BUNDLED_ID, load_lexicon
from kiosk.storage.log.writer import Log
from kiosk.storage.setup.opened import open_setup
from kiosk.storage.setup.rulesets import list_rulesets

WORDS = ("CAT", "DOG")
# Draws each page, by name, where nobody sees it; the names of those that stay blank.
DrawAll: TypeAlias = Callable[[Mapping[str, Page]], list[str]]


@frozen
class Tried:
    what: str
    works: bool
    said: str


def self_test(clock: Clock, draw_all: DrawAll) -> list[Tried]:
    """Try each part of this installation in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="kiosk-self-test-") as folder:
        staff = Staff(Path(folder), clock, _nobody)
        checks: dict[str, Callable[[], str]] = {
            "files": _resources,
            "rule sets": _rule_sets,
            "word list": lambda: _lists(staff),
            "log": lambda: _log(staff),
            "screens": lambda: _screens(staff, draw_all),
        }
        return [_tried(what, check) for what, check in checks.items()]


def _nobody(log: Log, role: Role, where: str) -> None:
    """Nobody is asked: there is no passcode in a new folder."""


def _tried(what: str, check: Callable[[], str]) -> Tried:
    try:
        return Tried(what, True, check())
    except (KioskError, OSError, ImportError) as error:
        return Tried(what, False, str(error))


def _resources() -> str:
    missing = [
        place.name
        for place in (resources() / "fonts", resources() / RULESETS, lexicons())
        if not place.is_dir()
    ]
    if missing:
        raise OSError(f"missing in this installation: {', '.join(missing)}")
    return "rule sets, fonts and lists are there"


def _rule_sets() -> str:
    return ", ".join(rules.id for rules in list_rulesets())


def _lists(staff: Staff) -> str:
    identity = load_lexicon(staff.folder, BUNDLED_ID).identity
    return f"{identity.name}, {identity.words:,} words, verified"


def _log(staff: Staff) -> str:
    with writing(replace(staff, folder=staff.folder / "data")) as log:
        _rulings(log.rule, staff.folder)
        found = log.verify()
    return f"{found.count} records written and verified"


def _screens(staff: Staff, draw_all: DrawAll) -> str:
    with writing(replace(staff, folder=staff.folder / "screens")) as log:
        rulings = _rulings(log.rule, staff.folder)
    procedure = Procedure(open_setup(staff.folder).divisions)
    pages = {
        name: page(state, 0, procedure, Surroundings("Station A"))
        for name, state in sample_states(WORDS, rulings).items()
    }
    if blank := draw_all(pages):
        raise OSError(f"these screens stay blank: {', '.join(blank)}")
    return "every screen was drawn"


def _rulings(rule: Callable[[Adjudication], LoggedRuling], folder: Path) -> dict[Verdict, LoggedRuling]:
    """One real ruling, and its copies with the other verdicts, all on record."""
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
