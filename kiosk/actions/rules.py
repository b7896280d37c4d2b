"""The rule sets of a station: which there are, and what a failed challenge may cost."""

from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.rules.ruleset import RuleSet
from kiosk.folder import RULESETS
from kiosk.storage.setup.rulesets import Survey, load_ruleset, survey_rulesets


@frozen
class PenaltyChoice:
    """What may stand under `penalty` in a set-up file, for which divisions."""

    id: str
    name: str
    default: bool
    standard: bool
    main: bool
    international: bool


def rule_sets(folder: Path) -> Survey:
    """Those that came with the program and those of *folder*, and why any cannot be used."""
    return survey_rulesets(folder / RULESETS)


def rule_set(folder: Path, id: str) -> RuleSet:
    """The rule set *id*."""
    return load_ruleset(id, folder / RULESETS)


def penalty_choices(rules: RuleSet) -> list[PenaltyChoice]:
    """What a failed challenge may cost under *rules*."""
    rule = rules.penalty
    return [
        PenaltyChoice(
            id,
            rules.penalty_name(id),
            id == rule.default,
            id not in rule.non_standard,
            id in rule.options,
            id in rule.international_options,
        )
        for id in dict.fromkeys((*rule.options, *rule.international_options))
        if id not in rule.without_amounts()
    ]
