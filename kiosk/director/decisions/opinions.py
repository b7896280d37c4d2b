"""The forms of opinions and manual adjudications: what was given, and which ruling stands in the end.

The rule guarded here: what stands is what the rulebook says, told with its clause; a verdict on record is
taken from the record.
"""

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.rules.choices import DecisionShape, ThirdWhen
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.decisions.case import Case
from kiosk.director.decisions.context import DecisionContext, OpinionKnown
from kiosk.director.decisions.form import (
    Answer,
    AskKind,
    FormChoice,
    FormQuestion,
    LawLine,
    Worked,
    choice,
    refused,
    verdict_question,
    yes_no,
)
from kiosk.director.decisions.opinion_chain import (
    OPINION_NAMES,
    OPINION_SHAPES,
    SECOND,
    THIRD,
    OpinionAsked,
    given,
    ruled_opinion,
    what_stands,
    why_not,
)

LONGEST_STAFF_ID = 12


def _by(key: str, label: str) -> FormQuestion:
    hint = "Initials or a staff id, no name."
    return FormQuestion(
        key, label, AskKind.TEXT, high=LONGEST_STAFF_ID, required=False, hint=hint, as_id=True
    )


def _opinion_verdict(rules: RuleSet, key: str, label: str) -> FormQuestion:
    return choice(key, label, verdict_question(rules).choices)


def second_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    return (
        verdict_question(rules),
        _by("opinion_by", "Who gave the second opinion?"),
        _opinion_verdict(rules, "opinion_verdict", "What is the second opinion?"),
        yes_no("another_person", "Was it another person, where the record does not tell?", required=False),
    )


def third_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    exception = (
        (yes_no("exception", "Is it the Director's exception, though the first two agree?", required=False),)
        if rules.review.third_when is ThirdWhen.DIFFER_OR_EXCEPTION
        else ()
    )
    return (
        verdict_question(rules),
        choice("second_verdict", "What was the second opinion?", verdict_question(rules).choices),
        _by("opinion_by", "Who gave the third opinion?"),
        _opinion_verdict(rules, "opinion_verdict", "What is the third opinion?"),
        yes_no("another_person", "Was it another person, where the record does not tell?", required=False),
        *exception,
    )


def first_stands_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    return (
        verdict_question(rules),
        choice("second_verdict", "What was the second opinion?", verdict_question(rules).choices),
    )


def opinion_law(rules: RuleSet) -> tuple[LawLine, ...]:
    """What the rulebook says of second opinions, and until when."""
    review = rules.review
    lines = (
        LawLine(review.second_opinion, rules.clause("review.second_opinion")),
        LawLine(review.third_opinion, rules.clause("review.third_opinion")),
        LawLine(review.window, rules.clause("review.window")),
    )
    return tuple(line for line in lines if line.text)


def second(case: Case) -> Worked:
    return _opinion(case, SECOND)


def third(case: Case) -> Worked:
    return _opinion(case, THIRD)


def _opinion(case: Case, number: int) -> Worked:
    """An opinion that was given, here or on paper, and what stands after it."""
    if case.verdict is None:
        return case.no_verdict()
    before = _before(case, number)
    by = case.text("opinion_by") or None
    asked = OpinionAsked(number, by, case.is_yes("another_person"), case.is_yes("exception"))
    if refusal := why_not(case.rules, asked, before):
        return refused(refusal, "opinion_by")
    verdict = Verdict(case.text("opinion_verdict"))
    verdicts = (*(one.verdict for one in before), verdict)
    decided = number == THIRD or verdicts[0] is verdict
    word = case.rules.verdict.word(verdict)
    name = OPINION_NAMES[number].capitalize()
    stands = _standing(case, verdict) if decided else ()
    ending = (
        f"It stands: the play is {word}."
        if decided
        else "It differs from the first, so neither settles it yet."
    )
    return Worked(
        f"{name} opinion: {word}. {ending}",
        amounts=stands,
        clause=case.form.clause,
        law=what_stands(case.rules, verdicts),
    )


def _before(case: Case, number: int) -> tuple[OpinionKnown, ...]:
    """What was ruled before opinion *number*: by the records, and by what was told where they are silent."""
    first = OpinionKnown(case.verdict or Verdict.REFER, None)
    known = given(case.context) or (first,)
    if number == THIRD and len(known) < SECOND:
        known = (*known, OpinionKnown(Verdict(case.text("second_verdict")), None))
    return known[: number - 1]


def _standing(case: Case, verdict: Verdict) -> tuple[tuple[str, Answer], ...]:
    """The verdict that stands, and the first ruling on record that says so."""
    said: list[tuple[str, Answer]] = [("verdict", verdict.value)]
    named = [one.number for one in given(case.context) if one.number and one.verdict is verdict]
    return tuple([*said, ("stands", named[0])] if named else said)


def first_stands(case: Case) -> Worked:
    """Two opinions differ, and nobody is there for a third."""
    if case.verdict is None:
        return case.no_verdict()
    if Verdict(case.text("second_verdict")) is case.verdict:
        return refused("The two opinions do not differ, so there is nothing to settle.", "second_verdict")
    word = case.rules.verdict.word(case.verdict)
    return Worked(
        f"No third opinion was to be had: the first ruling stands, and the play is {word}.",
        amounts=_standing(case, case.verdict),
        clause=case.form.clause,
        law=what_stands(case.rules, (case.verdict, Verdict(case.text("second_verdict")))),
    )


# ---- manual adjudication -----------------------------------------------------------------------------------


def manual_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    grounds = tuple(
        FormChoice(f"ground_{place}", text, rules.clause("review.grounds"))
        for place, text in enumerate(rules.review.grounds, start=1)
    )
    return (
        choice("ground", "Why was it looked up by hand?", (*grounds, FormChoice("other", "another reason"))),
        _by("manual_by", "Who looked it up?"),
        _opinion_verdict(rules, "manual_verdict", "What did print say of the play?"),
    )


def manual(case: Case) -> Worked:
    """A look-up by hand, and what it makes of a ruling before it."""
    verdict = Verdict(case.text("manual_verdict"))
    word = case.rules.verdict.word(verdict)
    earlier = case.ruling
    if earlier is None:
        came = ""
    elif earlier.verdict is Verdict.REFER:
        came = f" It answers {earlier.number}."
    elif earlier.verdict is verdict:
        came = f" It confirms {earlier.number}."
    else:
        came = f" It stands in the place of {earlier.number}."
    stands: tuple[tuple[str, Answer], ...] = (("verdict", verdict.value),)
    if answer := _answer(case.context):
        stands = (*stands, ("stands", answer.number))
    return Worked(
        f"Manual adjudication: the play is {word}.{came}",
        amounts=stands,
        clause=case.form.clause,
        law=(case.line(case.rules.review.finality, "review.finality"),),
    )


def _answer(context: DecisionContext) -> OpinionKnown | None:
    """The ruling in print that answers this one, if there is one in the log."""
    first = context.ruling
    found = [
        one
        for one in context.rulings
        if first is not None
        and one.after == first.key
        and one.opinion is None
        and one.verdict is not Verdict.REFER
    ]
    return OpinionKnown(found[-1].verdict, found[-1].operator, found[-1].number) if found else None


def known_opinions(shape: DecisionShape, context: DecisionContext) -> dict[str, str]:
    """The answers that rulings on record give to the questions of *shape*."""
    before = given(context)
    said: dict[str, str] = {}
    if shape in (DecisionShape.THIRD_OPINION, DecisionShape.FIRST_STANDS) and len(before) >= SECOND:
        said["second_verdict"] = before[1].verdict
    number = next((one for one, of in OPINION_SHAPES.items() if of is shape), 0)
    opinion = ruled_opinion(context, number) if number else None
    if opinion is not None:
        said |= {"opinion_verdict": opinion.verdict, **({"opinion_by": opinion.by} if opinion.by else {})}
    answer = _answer(context) if shape is DecisionShape.MANUAL else None
    if answer is not None:
        said |= {"manual_verdict": answer.verdict, **({"manual_by": answer.by} if answer.by else {})}
    return said
