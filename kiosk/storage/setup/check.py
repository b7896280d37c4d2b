"""Load what a set-up names, and refuse a set-up whose parts are not there or do not fit together."""

from pathlib import Path

from kiosk import __version__
from kiosk.core.setup.code import code_over
from kiosk.core.setup.fit import CheckedDivision
from kiosk.core.setup.settings import DivisionSettings, Settings
from kiosk.errors import LexiconError, RuleSetError, SetupError
from kiosk.folder import RULESETS
from kiosk.storage.lexicons.editions import needs_book
from kiosk.storage.lexicons.named import named_list
from kiosk.storage.setup.rulesets import load_ruleset


def checked_divisions(folder: Path, settings: Settings, file: str) -> tuple[CheckedDivision, ...]:
    """Every division of *settings* with its rule set and its lists, loaded and verified."""
    checked = []
    for place, chosen in enumerate(settings.divisions, start=1):
        division = _load(folder, chosen, f"{file}: “division[{place}].")
        if (fault := division.fault()) is not None:
            key, why = fault
            raise SetupError(f"{file}: “division[{place}].{key}”: {why}. Correct the file and try again.")
        checked.append(division)
    return tuple(checked)


def _load(folder: Path, chosen: DivisionSettings, start: str) -> CheckedDivision:
    try:
        rules = load_ruleset(chosen.rules, folder / RULESETS)
    except RuleSetError as error:
        raise SetupError(f"{start}rules”: {error}") from error
    lists = []
    for key, id in (("main", chosen.main), ("long", chosen.long)):
        try:
            lists.append(None if id is None else named_list(folder, id).identity)
        except LexiconError as error:
            raise SetupError(f"{start}{key}”: {error}") from error
    main, long = lists
    if main is None:
        raise TypeError("a division names its main list")
    return CheckedDivision(chosen, rules, main, long, needs_book(rules, main))


def code_of(settings: Settings, divisions: tuple[CheckedDivision, ...]) -> str:
    """The short code that is the same on every station set up alike."""
    judged_by = [(one.rules, one.chosen.penalty, one.main, one.long) for one in divisions]
    return code_over(judged_by, settings, __version__)
