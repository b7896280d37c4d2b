"""Prove on this machine that the installation works; the data folder is not touched."""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.base.page import Page
from kiosk.errors import KioskError
from kiosk.folder import RULESETS
from kiosk.log.writer import Log
from kiosk.rules.ruling import Adjudication, LoggedRuling, Verdict, adjudicate
from kiosk.rules.store import list_rulesets
from kiosk.setup.division_store import open_setup
from kiosk.setup.divisions import stamp
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, writing
from kiosk.shipped import lexicons, resources
from kiosk.station import wording
from kiosk.station.choices import Choosing, Conceding, DirectorNeeded
from kiosk.station.closed import Locked, NoKeyboard, OutOfService, Unlocking, WithDirector
from kiosk.station.entry import HELD_MS, AskingTable, AtBoard, Checking, Entering
from kiosk.station.events import Cause, Holder, Side
from kiosk.station.idle import ChoosingDivision, Counting, StaffOnly
from kiosk.station.machine import page
from kiosk.station.states import PageContext, Procedure, State
from kiosk.station.verdict import Conceded, Referred, Showing, Told
from kiosk.words.play import Word, parse_play
from kiosk.words.store import BUNDLED_ID, load_lexicon

# ---- samples -----------------------------------------------------------------------------------------------
# One state of every kind, for the self-test and for pictures. The rulings must come from a real log.


def sample_states(
    words: tuple[str, ...], rulings: Mapping[Verdict, LoggedRuling], *, fixed: bool = False
) -> dict[str, State]:
    """Every state a station can show, by name. *fixed*: the rule set lets nobody change the words."""
    lines = (*words[:-1], words[-1][:-1])
    typing = Entering(0, 0, len(words), lines, current=len(words) - 1, fixed=fixed)
    entered = replace(typing, lines=words)
    last = wording.LAST_DECLARED if fixed else wording.LAST_WORD
    checking = Checking(0, entered, 0)
    return {
        "staff_only": StaffOnly(),
        "division": ChoosingDivision(),
        "division_hint": ChoosingDivision(hint=True),
        "counting": Counting(),
        "counting_hint": Counting(hint=True),
        "entering": typing,
        "entering_late": replace(typing, since_ms=-50_000, notice=wording.TOO_LONG),
        "entering_spaced": replace(entered, spaced=True, notice=last),
        "entering_surplus": replace(typing, lines=(*words[:-1], "")),
        "table": AskingTable(0, entered, "12"),
        "table_asked": AskingTable(0, entered, asked=True, notice=wording.TABLE_AGAIN),
        "checking": checking,
        "checking_doubted": replace(
            checking, entry=replace(checking.entry, missed=True), notice=wording.MISSED
        ),
        "checking_held": replace(checking, down=("W",), down_ms=-HELD_MS),
        "checking_early": replace(checking, notice=wording.TOO_EARLY),
        "checking_armed": replace(checking, armed=True),
        "at_board": AtBoard(0, checking, "14:37"),
        "showing_acceptable": Showing(0, rulings[Verdict.ACCEPTABLE], open=True),
        "showing_unacceptable": Showing(0, rulings[Verdict.UNACCEPTABLE], open=True),
        "referred": Referred(0, rulings[Verdict.REFER], open=True),
        "referred_held": Referred(0, rulings[Verdict.REFER], open=True, held=True),
        "choosing": Choosing(0, checking),
        "no_keyboard": NoKeyboard(0, checking),
        "choosing_idle": Choosing(0, Counting()),
        "choosing_hint": Choosing(0, checking, hint=True),
        "conceding_challenger": Conceding(0, Choosing(0, checking), Side.CHALLENGER),
        "conceding_challenged": Conceding(0, Choosing(0, checking), Side.CHALLENGED),
        "conceded_challenger": Conceded(0, Side.CHALLENGER, len(words), open=True),
        "conceded_challenged": Conceded(0, Side.CHALLENGED, len(words), open=True),
        "told_time": Told(0, Cause.TIME),
        "told_violation": Told(0, Cause.VIOLATION, "B-147"),
        "told_director": Told(0, Cause.DIRECTOR),
        "director_needed": DirectorNeeded(0, checking),
        "locked": Locked(0, "Another program took the keyboard", "14:31"),
        "out_of_service": OutOfService(0, "The record could not be saved.", "14:31"),
        "unlocking": Unlocking(0, Counting(), "abcdef", "Not accepted."),
        "with_director": WithDirector(0, Holder.DIRECTOR, Counting()),
        "with_director_console": WithDirector(0, Holder.DIRECTOR, Counting(), console=True),
    }


# ---- self test ---------------------------------------------------------------------------------------------
# Prove on this machine that the installation works; the data folder is not touched.
#
# Run on the frozen bundle it finds what a packager forgets: rule sets, fonts, the list, a Qt plugin.

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
        return [_try(what, check) for what, check in checks.items()]


def _nobody(log: Log, role: Role, where: str) -> None:
    """Nobody is asked: there is no passcode in a new folder."""


def _try(what: str, check: Callable[[], str]) -> Tried:
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
        name: page(state, 0, procedure, PageContext("Station A"))
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
