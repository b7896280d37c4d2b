"""A second or third opinion that staff want to give: on which ruling, after which others, and whether it may.

Rules guarded here: every opinion is on the first ruling, whichever of them was named; it is refused where the
rulebook has none, or wants another person.
"""

from pathlib import Path

from kiosk.actions.decide.knowing import challenge_context
from kiosk.actions.staff_challenge import Earlier, StaffChallenge
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.rules.choices import Person
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.decisions.context import OpinionKnown
from kiosk.director.decisions.form import LawLine
from kiosk.director.decisions.opinion_chain import THIRD, OpinionAsked, given, what_stands, why_not
from kiosk.errors import DecisionError
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.beside import open_station


def opinions_before(
    folder: Path, rules: RuleSet, challenge: StaffChallenge, earlier: Earlier | None
) -> tuple[OpinionKnown, ...]:
    """What was ruled before the opinion that *challenge* gives; nothing where it gives none."""
    if challenge.opinion is None:
        return ()
    if earlier is None:
        raise DecisionError("An opinion is on a ruling: say on which with --after.")
    with open_station(log_path(folder)) as reader:
        before = given(challenge_context(reader, earlier.found, rules))
    asked = OpinionAsked(challenge.opinion, challenge.operator, challenge.another_person, challenge.exception)
    if refusal := why_not(rules, asked, before):
        raise DecisionError(refusal)
    return before


def only_director(rules: RuleSet, challenge: StaffChallenge) -> bool:
    """Whether the rulebook leaves this opinion to the director alone."""
    return challenge.opinion == THIRD and rules.review.third_by is Person.DIRECTOR


def opinion_lines(rules: RuleSet, before: tuple[OpinionKnown, ...], verdict: Verdict) -> tuple[LawLine, ...]:
    """What the rulebook says now that *verdict* was given after those *before*."""
    return what_stands(rules, (*(one.verdict for one in before), verdict)) if before else ()
