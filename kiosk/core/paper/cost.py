"""What a failed challenge costs, said whole: how much, who gains, whose turn it is."""

from itertools import pairwise

from kiosk.core.rules.choices import AppliedTo
from kiosk.core.rules.penalties import Outcome, Penalty
from kiosk.core.rules.ruleset import RuleSet

_FIRST = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def failed_challenge_costs(rules: RuleSet, penalty: Penalty) -> str:
    """Sentences for the card and for reading out."""
    said = _by_history(rules, penalty) if penalty.needs_history else _each_time(rules, penalty)
    if any(step.lose_turn for step in penalty.steps):
        return said
    return f"{said} The challenger keeps the turn."


def _each_time(rules: RuleSet, penalty: Penalty) -> str:
    (step,) = penalty.steps
    if step.points:
        each = " for each word challenged" if penalty.per_word else ""
        return f"{_points(step.points)}{each} {_whose(rules)}."
    return f"{_sentence(_amount(rules, step))}."


def _by_history(rules: RuleSet, penalty: Penalty) -> str:
    """Every step by its place; the last stands for all that follow."""
    amounts = [_amount(rules, step) for step in penalty.steps]
    for place, (before, step) in enumerate(pairwise(penalty.steps), start=1):
        if before.points and step.points:
            amounts[place] = str(step.points)
    lines = [f"{_place(place)}: {amount}." for place, amount in enumerate(amounts[:-1])]
    lines[0] = lines[0].replace(":", f" failed challenge by a player in the {rules.penalty.scope}:", 1)
    lines.append(f"Every further one: {amounts[-1]}.")
    if any(step.points for step in penalty.steps):
        lines.append(f"The points {_whose(rules)}.")
    return " ".join(lines)


def _amount(rules: RuleSet, step: Outcome) -> str:
    if step.lose_turn:
        return "the challenger loses the turn"
    if step.points:
        return _points(step.points)
    if step.seconds:
        return f"{step.seconds} seconds off the challenger's {rules.terms.clock}"
    return "no penalty"


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _whose(rules: RuleSet) -> str:
    if rules.penalty.applied_to is AppliedTo.CHALLENGED_GAIN:
        return "go to the challenged player"
    return "come off the challenger's score"


def _place(place: int) -> str:
    return _FIRST[place] if place < len(_FIRST) else f"Number {place + 1}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
