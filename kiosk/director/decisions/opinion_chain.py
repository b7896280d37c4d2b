"""Whether a second or third opinion may be given, by whom, and what the rulebook says then.

Rules guarded here: where the rulebook wants another person, the same one is refused and an unknown one must
be vouched for; a third opinion comes only where the rulebook has one.
"""

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import DecisionShape, ThirdWhen
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.decisions.context import DecisionContext, OpinionKnown
from kiosk.director.decisions.form import LawLine

SECOND, THIRD = 2, 3
OPINION_SHAPES = {SECOND: DecisionShape.SECOND_OPINION, THIRD: DecisionShape.THIRD_OPINION}
OPINION_NAMES = {SECOND: "second", THIRD: "third"}


@frozen
class OpinionAsked:
    """An opinion somebody wants to give. *vouched*: staff say that it is another person; *exception*: the
    director makes one."""

    number: int
    by: str | None
    vouched: bool = False
    exception: bool = False


def given(context: DecisionContext) -> tuple[OpinionKnown, ...]:
    """The adjudications of this challenge on record: the ruling itself, then second and third opinions, by a
    ruling of their own or else by a decision."""
    ruling = context.ruling
    if ruling is None:
        return ()
    known = [OpinionKnown(ruling.verdict, ruling.operator, ruling.number, ruling.by_staff)]
    for number in (SECOND, THIRD):
        opinion = ruled_opinion(context, number) or _decided(context, number)
        if opinion is None:
            break
        known.append(opinion)
    return tuple(known)


def ruled_opinion(context: DecisionContext, number: int) -> OpinionKnown | None:
    first = context.ruling
    found = [
        one
        for one in context.rulings
        if first is not None and one.after == first.key and one.opinion == number
    ]
    if not found or found[-1].verdict is Verdict.REFER:
        return None
    return OpinionKnown(found[-1].verdict, found[-1].operator, found[-1].number)


def _decided(context: DecisionContext, number: int) -> OpinionKnown | None:
    made = context.on_ruling(OPINION_SHAPES[number])
    told = made[-1].answer("opinion_verdict") if made else ""
    if told not in (Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE):
        return None
    return OpinionKnown(Verdict(told), made[-1].answer("opinion_by") or None)


# ---- whether an opinion may be given -----------------------------------------------------------------------


def why_not(rules: RuleSet, asked: OpinionAsked, before: tuple[OpinionKnown, ...]) -> str:
    """Why the opinion *asked* may not be given after those *before*; empty if it may."""
    if not before or before[0].verdict is Verdict.REFER:
        return "There is no verdict yet that an opinion could be given on. Answer the referred ruling first."
    if asked.number != len(before) + 1:
        return _out_of_turn(asked, before)
    if asked.number == THIRD and (refusal := _no_third(rules, asked, before)):
        return refusal
    return _same_person(rules, asked, before)


def _out_of_turn(asked: OpinionAsked, before: tuple[OpinionKnown, ...]) -> str:
    if asked.number <= len(before):
        named = before[asked.number - 1].number
        there = f" It is {named}." if named else ""
        return f"There is a {OPINION_NAMES[asked.number]} opinion already.{there}"
    return "There is no second opinion yet, so there can be no third."


def _no_third(rules: RuleSet, asked: OpinionAsked, before: tuple[OpinionKnown, ...]) -> str:
    if before[0].verdict is not before[1].verdict:
        return ""
    by_exception = rules.review.third_when is ThirdWhen.DIFFER_OR_EXCEPTION
    if asked.exception and by_exception:
        return ""
    allowed = f" {rules.review.third_opinion} ({rules.clause('review.third_opinion')})"
    return f"The first two opinions do not differ, so there is no third.{allowed}"


def _same_person(rules: RuleSet, asked: OpinionAsked, before: tuple[OpinionKnown, ...]) -> str:
    """Why it must be somebody else. A look-up by the players themselves is nobody's opinion."""
    rule = "review.other_person" if asked.number == SECOND else "review.third_other_person"
    wanted = rules.review.other_person if asked.number == SECOND else rules.review.third_other_person
    others = [one for one in before if one.by_staff]
    if not wanted or not others:
        return ""
    clause = rules.clause(rule)
    if not asked.by:
        return f"Another person has to give this opinion ({clause}): say who does, by initials or a staff id."
    if any(one.by is not None and one.by.casefold() == asked.by.casefold() for one in others):
        return f"{asked.by} has ruled on this already; another person has to give this opinion ({clause})."
    if any(one.by is None for one in others) and not asked.vouched:
        return f"It is not on record who ruled before. Confirm that it was another person ({clause})."
    return ""


def what_stands(rules: RuleSet, verdicts: tuple[Verdict, ...]) -> tuple[LawLine, ...]:
    """What the rulebook says once *verdicts*, in order, have been given."""
    review = rules.review
    if len(verdicts) < SECOND:
        return ()
    if len(verdicts) == SECOND and verdicts[0] is verdicts[1]:
        return (LawLine(review.finality, rules.clause("review.finality")),)
    if len(verdicts) == SECOND:
        lines = [LawLine(review.differing, rules.clause("review.differing"))]
        if review.no_third_opinion:
            lines.append(LawLine(review.no_third_opinion, rules.clause("review.no_third_opinion")))
        return tuple(lines)
    return (LawLine(review.third_opinion, rules.clause("review.third_opinion")),)
