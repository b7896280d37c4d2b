"""Makes the forms of a rule set, reads the answers, and works a decision out."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.base.recordable import is_text
from kiosk.decisions import board, costs, opinions, remedies
from kiosk.decisions import forms as decisions_forms
from kiosk.errors import WordError
from kiosk.rules.choices import DecisionShape
from kiosk.rules.points import Decision
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict
from kiosk.words.play import parse_play

# ---- answers -----------------------------------------------------------------------------------------------
# Reads the answers to a form: what each means, which questions they leave, and what will not do.
#
# The rule guarded here: a wrong, unknown or missing answer is a sentence that names the question; nothing is
# filled in but what the ruling itself says.

_YES = {"yes": True, "y": True, "no": False, "n": False}
_MOST_DIGITS = 6
_SHOWN = 40


@frozen
class Settled:
    """*values* by key, of the questions that were asked and answered; or why not."""

    values: Mapping[str, decisions_forms.Answer]
    wrong: decisions_forms.Evaluation | None = None


def settle_answers(
    form: decisions_forms.DecisionForm, answers: decisions_forms.Answers, known: decisions_forms.Answers
) -> Settled:
    """What *answers* say; what is *known* of the ruling may be said, but not otherwise."""
    said = {key: text for key, text in answers.items() if isinstance(text, str) and text.strip()}
    for key, text in known.items():
        if said.setdefault(key, text).casefold().strip() != text.casefold():
            return Settled({}, _otherwise(form, key, text))
    asked = form.questions_now(said)
    names = [each.key for each in asked]
    # A question that is not asked may be left blank; one that there is not is a slip of the pen.
    if stray := [key for key in answers if key not in names and (key in said or form.question(key) is None)]:
        return Settled({}, _stray(form, stray[0], names))
    values: dict[str, decisions_forms.Answer] = {}
    for question in asked:
        if question.key not in said:
            if question.required:
                return Settled(values, _missing(question))
            continue
        value = _READERS[question.kind](question, said[question.key].strip())
        if value is None:
            return Settled(
                values,
                decisions_forms.refuse(f"{question.label}: must be {question.allowed}.", question.key),
            )
        values[question.key] = value
    return Settled(values)


def _missing(question: decisions_forms.FormQuestion) -> decisions_forms.Evaluation:
    return decisions_forms.refuse(
        f"Still to be answered ({question.key}): {question.label} It must be {question.allowed}.",
        question.key,
    )


def _otherwise(form: decisions_forms.DecisionForm, key: str, text: str) -> decisions_forms.Evaluation:
    question = form.question(key)
    label = key if question is None else question.label
    return decisions_forms.refuse(f"The record says otherwise: {label} {text}.", key)


def _stray(form: decisions_forms.DecisionForm, key: str, names: list[str]) -> decisions_forms.Evaluation:
    shown = printable(key[:_SHOWN])
    question = form.question(key)
    if question is not None:
        return decisions_forms.refuse(f"“{shown}” is not asked with these answers. Leave it out.", key)
    there = f"There are: {', '.join(names)}." if names else "There are none."
    return decisions_forms.refuse(f"There is no question “{shown}” here. {there}", key)


def _choice(question: decisions_forms.FormQuestion, text: str) -> decisions_forms.Answer | None:
    wanted = text.casefold()
    return next((str(choice.id) for choice in question.choices if choice.id.casefold() == wanted), None)


def _number(question: decisions_forms.FormQuestion, text: str) -> decisions_forms.Answer | None:
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        return None
    return int(text) if question.low <= int(text) <= question.high else None


def _yes_no(question: decisions_forms.FormQuestion, text: str) -> decisions_forms.Answer | None:
    return _YES.get(text.casefold())


def _text(question: decisions_forms.FormQuestion, text: str) -> decisions_forms.Answer | None:
    plain = not question.as_id or all(letter.isalnum() or letter in ".-_" for letter in text)
    return text if plain and is_text(text, question.high) else None


def _words(question: decisions_forms.FormQuestion, text: str) -> decisions_forms.Answer | None:
    try:
        return " ".join(parse_play(tuple(text.split())).words)
    except WordError:
        return None


_READERS: Mapping[
    decisions_forms.AskKind, Callable[[decisions_forms.FormQuestion, str], decisions_forms.Answer | None]
] = {
    decisions_forms.AskKind.CHOICE: _choice,
    decisions_forms.AskKind.NUMBER: _number,
    decisions_forms.AskKind.YES_NO: _yes_no,
    decisions_forms.AskKind.TEXT: _text,
    decisions_forms.AskKind.WORDS: _words,
}


# ---- working -----------------------------------------------------------------------------------------------
# Makes the forms of a rule set, and works a decision out from the answers.
#
# Rules guarded here: every decision a rule set names has a form, whatever its id; evaluate never raises and
# never decides on answers that are missing or wrong.

_WRONG = {Verdict.ACCEPTABLE: remedies.ACCEPTED, Verdict.UNACCEPTABLE: remedies.REFUSED}


@frozen
class _Shape:
    """How forms of one shape ask, how they are worked out, what law stands beside them, and what other
    rulings on record have answered."""

    questions: Callable[[RuleSet, Decision], tuple[decisions_forms.FormQuestion, ...]]
    work: Callable[[decisions_forms.Case], decisions_forms.Evaluation]
    law: Callable[[RuleSet], tuple[decisions_forms.LawLine, ...]] = lambda rules: ()
    known: Callable[[decisions_forms.DecisionContext], dict[str, str]] = lambda context: {}


def _by_rules(
    make: Callable[[RuleSet], tuple[decisions_forms.FormQuestion, ...]],
) -> Callable[[RuleSet, Decision], tuple[decisions_forms.FormQuestion, ...]]:
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
    DecisionShape.IMPROPER_LOOKUP: _Shape(_by_rules(remedies.improper_questions), remedies.improper),
    DecisionShape.FAILED_CHALLENGE: _Shape(_by_rules(costs.failed_questions), costs.cost_failed),
    DecisionShape.WAIVED: _Shape(_by_rules(costs.waived_questions), costs.waive),
    DecisionShape.OUTCOME: _Shape(_by_rules(costs.outcome_questions), costs.outcome),
    DecisionShape.SECOND_OPINION: _Shape(
        _by_rules(opinions.second_questions), opinions.second, _OPINIONS, opinions.known_second
    ),
    DecisionShape.THIRD_OPINION: _Shape(
        _by_rules(opinions.third_questions), opinions.third, _OPINIONS, opinions.known_third
    ),
    DecisionShape.FIRST_STANDS: _Shape(
        _by_rules(opinions.first_stands_questions), opinions.first_stands, _OPINIONS, opinions.known_before
    ),
    DecisionShape.MANUAL: _Shape(
        _by_rules(opinions.manual_questions), opinions.manual, known=opinions.known_manual
    ),
    DecisionShape.COMPENSATION: _Shape(_by_rules(remedies.compensation_questions), remedies.compensation),
    DecisionShape.MISADJUDICATION: _Shape(
        _by_rules(remedies.misadjudication_questions), remedies.misadjudication
    ),
}


def forms(rules: RuleSet) -> tuple[decisions_forms.DecisionForm, ...]:
    """The form of every decision that *rules* leave to the director, in the rulebook's order."""
    return tuple(_form(rules, decision) for decision in rules.decisions)


def form_of(rules: RuleSet, type: str) -> decisions_forms.DecisionForm | None:
    """The form of the decision *type*; None where the rulebook has none such."""
    decision = rules.decision(type)
    return None if decision is None else _form(rules, decision)


def _form(rules: RuleSet, decision: Decision) -> decisions_forms.DecisionForm:
    shape = SHAPES[decision.shape]
    remark = decisions_forms.FormQuestion(
        decisions_forms.REMARK,
        "What happened, in a sentence, without names" if decision.explained else "Remark, without names",
        decisions_forms.AskKind.TEXT,
        high=decisions_forms.LONGEST_REMARK,
        required=decision.explained,
        hint=(
            f"At most {decisions_forms.LONGEST_REMARK} characters. "
            "Players are challenger or challenged, first or second."
        ),
    )
    questions = (*shape.questions(rules, decision), remark)
    own = (decisions_forms.LawLine(decision.text.rstrip(".") + ".", decision.clause),)
    return decisions_forms.DecisionForm(
        decision.id,
        decision.text,
        decision.clause,
        decision.target,
        (*own, *shape.law(rules)),
        questions,
        decision,
        rules,
    )


def known_answers(
    form: decisions_forms.DecisionForm, context: decisions_forms.DecisionContext
) -> dict[str, str]:
    """The answers that the record gives itself; a form shows them, and they cannot be given otherwise."""
    ruling = context.ruling
    if ruling is None:
        return {}
    said = {"words": str(len(ruling.words)), "penalty": ruling.penalty, "method": ruling.method}
    if ruling.verdict is not Verdict.REFER:
        said |= {"verdict": ruling.verdict.value, "wrong": _WRONG[ruling.verdict]}
    said |= SHAPES[form.decision.shape].known(context)
    return {key: text for key, text in said.items() if form.question(key) is not None}


def evaluate(
    form: decisions_forms.DecisionForm,
    answers: decisions_forms.Answers,
    context: decisions_forms.DecisionContext,
) -> decisions_forms.Evaluation:
    """What *answers* to *form* come to, with what is known; a refusal where they may not be."""
    read = settle_answers(form, answers, known_answers(form, context))
    if read.wrong is not None:
        return _unless_no_verdict(form, context, read.wrong)
    worked = SHAPES[form.decision.shape].work(decisions_forms.Case(form, read.values, context))
    kept = tuple((key, value) for key, value in read.values.items() if key != decisions_forms.REMARK)
    return replace(worked, answers=kept)


def _unless_no_verdict(
    form: decisions_forms.DecisionForm,
    context: decisions_forms.DecisionContext,
    wrong: decisions_forms.Evaluation,
) -> decisions_forms.Evaluation:
    """*wrong*, but not the question for a verdict that a referred ruling does not have."""
    referred = context.ruling is not None and context.ruling.verdict is Verdict.REFER
    if referred and wrong.at in ("verdict", "wrong"):
        return decisions_forms.Case(form, {}, context).no_verdict()
    return wrong
