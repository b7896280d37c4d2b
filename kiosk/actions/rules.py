"""The rule sets of a station: which there are, what a failed challenge may cost, the card to print."""

from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.core.rules.card import station_card
from kiosk.core.rules.ruleset import RuleSet
from kiosk.errors import RuleSetError
from kiosk.files import write_text
from kiosk.folder import RULESETS
from kiosk.storage.export.target import check_target
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


@frozen
class CardWish:
    """The card of the rule set *id*; *penalty*: the event's, where it is not the rule set's default."""

    id: str
    penalty: str | None = None
    international: bool = False


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


def card(folder: Path, wish: CardWish) -> str:
    """The station card of *wish*, as a page to print on A4."""
    rules = rule_set(folder, wish.id)
    return station_card(rules, _penalty(rules, wish), international=wish.international)


def write_card(folder: Path, wish: CardWish, out: Path, *, force: bool) -> None:
    """Write it to *out*, which is replaced only if *force*."""
    page = card(folder, wish)
    check_target(out, folder, force=force)
    write_text([page], out)


def _penalty(rules: RuleSet, wish: CardWish) -> str:
    """The penalty for the card: the one chosen if the rule set offers it here, else the usual one."""
    options = rules.penalty.options_for(international=wish.international)
    if not options:
        raise RuleSetError(
            f"The rule set {rules.id} knows no international divisions. Leave --international out."
        )
    if wish.penalty is None:
        return rules.penalty.default if rules.penalty.default in options else options[0]
    if wish.penalty not in options:
        raise RuleSetError(
            f"{rules.id} has no penalty “{wish.penalty}” here. Choose one of: {', '.join(options)}."
        )
    return wish.penalty
