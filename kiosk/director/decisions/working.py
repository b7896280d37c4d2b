"""Makes the forms of a rule set, and works a decision out from the answers.

Rules guarded here: every decision a rule set names has a form, whatever its id; work_out never raises and
never decides on answers that are missing or wrong.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import DecisionShape
from kiosk.core.rules.points import Decision
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.decisions import board, history, opinions, penalties, remedies
from kiosk.director.decisions.answers import settled
from kiosk.director.decisions.case import Case
from kiosk.director.decisions.context import DecisionContext
from kiosk.director.decisions.form import (
    LONGEST_REMARK,
    REMARK,
    Answers,
    AskKind,
    DecisionForm,
    FormQuestion,
    LawLine,
    Worked,
)

_WRONG = {Verdict.ACCEPTABLE: remedies.ACCEPTED, Verdict.UNACCEPTABLE: remedies.REFUSED}


@frozen
class _Shape:
    """How forms of one shape ask, what law stands beside them, and how they are worked out."""

    questions: Callable[[RuleSet, Decision], tuple[FormQuestion, ...]]
    work: Callable[[Case], Worked]
    law: Callable[[RuleSet], tuple[LawLine, ...]] = lambda rules: ()


def _by_rules(
    make: Callable[[RuleSet], tuple[FormQuestion, ...]],
) -> Callable[[RuleSet, Decision], tuple[FormQuestion, ...]]:
    return lambda rules, decision: make(rules)


_OPINIONS = opinions.opinion_law
SHAPES: Mapping[DecisionShape, _Shape] = {
    DecisionShape.PLAIN: _Shape(board.plain_questions, board.plain),
    DecisionShape.BLANK: _Shape(board.blank_questions, board.blank),
    DecisionShape.WITHDRAWAL: _Shape(_by_rules(board.withdrawal_questions), board.withdrawal),
    DecisionShape.PLACEMENT: _Shape(
        _by_rules(board.placement_questions), board.placement, board.placement_law
    ),
    DecisionShape.AFTER_CHALLENGE: _Shape(_by_rules(board.after_questions), board.after_challenge),
    DecisionShape.IMPROPER_LOOKUP: _Shape(_by_rules(penalties.improper_questions), penalties.improper),
    DecisionShape.FAILED_CHALLENGE: _Shape(_by_rules(history.failed_questions), history.failed),
    DecisionShape.WAIVED: _Shape(_by_rules(penalties.waived_questions), penalties.waived),
    DecisionShape.OUTCOME: _Shape(_by_rules(penalties.outcome_questions), penalties.outcome),
    DecisionShape.SECOND_OPINION: _Shape(_by_rules(opinions.second_questions), opinions.second, _OPINIONS),
    DecisionShape.THIRD_OPINION: _Shape(_by_rules(opinions.third_questions), opinions.third, _OPINIONS),
    DecisionShape.FIRST_STANDS: _Shape(
        _by_rules(opinions.first_stands_questions), opinions.first_stands, _OPINIONS
    ),
    DecisionShape.MANUAL: _Shape(_by_rules(opinions.manual_questions), opinions.manual),
    DecisionShape.COMPENSATION: _Shape(_by_rules(remedies.compensation_questions), remedies.compensation),
    DecisionShape.MISADJUDICATION: _Shape(
        _by_rules(remedies.misadjudication_questions), remedies.misadjudication
    ),
}


def forms(rules: RuleSet) -> tuple[DecisionForm, ...]:
    """The form of every decision that *rules* leave to the director, in the rulebook's order."""
    return tuple(_form(rules, decision) for decision in rules.decisions)


def form_of(rules: RuleSet, type: str) -> DecisionForm | None:
    """The form of the decision *type*; None where the rulebook has none such."""
    decision = rules.decision(type)
    return None if decision is None else _form(rules, decision)


def _form(rules: RuleSet, decision: Decision) -> DecisionForm:
    shape = SHAPES[decision.shape]
    remark = FormQuestion(
        REMARK,
        "What happened, in a sentence, without names" if decision.explained else "Remark, without names",
        AskKind.TEXT,
        high=LONGEST_REMARK,
        required=decision.explained,
        hint=f"At most {LONGEST_REMARK} characters. Players are challenger or challenged, first or second.",
    )
    questions = (*shape.questions(rules, decision), remark)
    own = (LawLine(decision.text.rstrip(".") + ".", decision.clause),)
    return DecisionForm(
        decision.id,
        decision.text,
        decision.clause,
        decision.target,
        (*own, *shape.law(rules)),
        questions,
        decision,
        rules,
    )


def known_answers(form: DecisionForm, context: DecisionContext) -> dict[str, str]:
    """The answers that the record gives itself; a form shows them, and they cannot be given otherwise."""
    ruling = context.ruling
    if ruling is None:
        return {}
    said = {"words": str(len(ruling.words)), "penalty": ruling.penalty, "method": ruling.method}
    if ruling.verdict is not Verdict.REFER:
        said |= {"verdict": ruling.verdict.value, "wrong": _WRONG[ruling.verdict]}
    said |= opinions.known_opinions(form.decision.shape, context)
    return {key: text for key, text in said.items() if form.question(key) is not None}


def work_out(form: DecisionForm, answers: Answers, context: DecisionContext) -> Worked:
    """What *answers* to *form* come to, with what is known; a refusal where they may not be."""
    read = settled(form, answers, known_answers(form, context))
    if read.wrong is not None:
        return _unless_no_verdict(form, context, read.wrong)
    worked = SHAPES[form.decision.shape].work(Case(form, read.values, context))
    kept = tuple((key, value) for key, value in read.values.items() if key != REMARK)
    return replace(worked, answers=kept)


def _unless_no_verdict(form: DecisionForm, context: DecisionContext, wrong: Worked) -> Worked:
    """*wrong*, but not the question for a verdict that a referred ruling does not have."""
    referred = context.ruling is not None and context.ruling.verdict is Verdict.REFER
    if referred and wrong.at in ("verdict", "wrong"):
        return Case(form, {}, context).no_verdict()
    return wrong
