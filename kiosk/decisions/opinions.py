"""Second and third opinions and manual adjudications: whether they may be given, and which ruling stands."""

from kiosk.base.frozen import frozen
from kiosk.decisions import forms
from kiosk.rules.choices import DecisionShape, ThirdWhen
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict

# ---- opinion chain -----------------------------------------------------------------------------------------
# Whether a second or third opinion may be given, by whom, and what the rulebook says then.
#
# Rules guarded here: where the rulebook wants another person, the same one is refused and an unknown one must
# be vouched for; a third opinion comes only where the rulebook has one.

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


def list_given(context: forms.DecisionContext) -> tuple[forms.OpinionKnown, ...]:
    """The adjudications of this challenge on record: the ruling itself, then second and third opinions, by a
    ruling of their own or else by a decision."""
    ruling = context.ruling
    if ruling is None:
        return ()
    known = [forms.OpinionKnown(ruling.verdict, ruling.operator, ruling.number, ruling.by_staff)]
    for number in (SECOND, THIRD):
        opinion = find_ruled_opinion(context, number) or _decided_opinion(context, number)
        if opinion is None:
            break
        known.append(opinion)
    return tuple(known)


def find_ruled_opinion(context: forms.DecisionContext, number: int) -> forms.OpinionKnown | None:
    first = context.ruling
    found = [
        ruling
        for ruling in context.rulings
        if first is not None and ruling.after == first.key and ruling.opinion == number
    ]
    if not found or found[-1].verdict is Verdict.REFER:
        return None
    return forms.OpinionKnown(found[-1].verdict, found[-1].operator, found[-1].number)


def _decided_opinion(context: forms.DecisionContext, number: int) -> forms.OpinionKnown | None:
    made = context.on_ruling(OPINION_SHAPES[number])
    told = made[-1].answer("opinion_verdict") if made else ""
    if told not in (Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE):
        return None
    return forms.OpinionKnown(Verdict(told), made[-1].answer("opinion_by") or None)


# ---- whether an opinion may be given -----------------------------------------------------------------------


def why_not(rules: RuleSet, asked: OpinionAsked, before: tuple[forms.OpinionKnown, ...]) -> str:
    """Why the opinion *asked* may not be given after those *before*; empty if it may."""
    if not before or before[0].verdict is Verdict.REFER:
        return "There is no verdict yet that an opinion could be given on. Answer the referred ruling first."
    if asked.number != len(before) + 1:
        return _out_of_turn(asked, before)
    if asked.number == THIRD and (refusal := _no_third(rules, asked, before)):
        return refusal
    return _same_person(rules, asked, before)


def _out_of_turn(asked: OpinionAsked, before: tuple[forms.OpinionKnown, ...]) -> str:
    if asked.number <= len(before):
        named = before[asked.number - 1].number
        there = f" It is {named}." if named else ""
        return f"There is a {OPINION_NAMES[asked.number]} opinion already.{there}"
    return "There is no second opinion yet, so there can be no third."


def _no_third(rules: RuleSet, asked: OpinionAsked, before: tuple[forms.OpinionKnown, ...]) -> str:
    if before[0].verdict is not before[1].verdict:
        return ""
    by_exception = rules.review.third_when is ThirdWhen.DIFFER_OR_EXCEPTION
    if asked.exception and by_exception:
        return ""
    allowed = f" {rules.review.third_opinion} ({rules.clause('review.third_opinion')})"
    return f"The first two opinions do not differ, so there is no third.{allowed}"


def _same_person(rules: RuleSet, asked: OpinionAsked, before: tuple[forms.OpinionKnown, ...]) -> str:
    """Why it must be somebody else. A look-up by the players themselves is nobody's opinion."""
    rule = "review.other_person" if asked.number == SECOND else "review.third_other_person"
    wanted = rules.review.other_person if asked.number == SECOND else rules.review.third_other_person
    others = [opinion for opinion in before if opinion.by_staff]
    if not wanted or not others:
        return ""
    clause = rules.clause(rule)
    if not asked.by:
        return f"Another person has to give this opinion ({clause}): say who does, by initials or a staff id."
    if any(other.by is not None and other.by.casefold() == asked.by.casefold() for other in others):
        return f"{asked.by} has ruled on this already; another person has to give this opinion ({clause})."
    if any(other.by is None for other in others) and not asked.vouched:
        return f"It is not on record who ruled before. Confirm that it was another person ({clause})."
    return ""


def what_stands(rules: RuleSet, verdicts: tuple[Verdict, ...]) -> tuple[forms.LawLine, ...]:
    """What the rulebook says once *verdicts*, in order, have been given."""
    review = rules.review
    if len(verdicts) < SECOND:
        return ()
    if len(verdicts) == SECOND and verdicts[0] is verdicts[1]:
        return (forms.LawLine(review.finality, rules.clause("review.finality")),)
    if len(verdicts) == SECOND:
        lines = [forms.LawLine(review.differing, rules.clause("review.differing"))]
        if review.no_third_opinion:
            lines.append(forms.LawLine(review.no_third_opinion, rules.clause("review.no_third_opinion")))
        return tuple(lines)
    return (forms.LawLine(review.third_opinion, rules.clause("review.third_opinion")),)


# ---- opinions ----------------------------------------------------------------------------------------------
# The forms of opinions and manual adjudications: what was given, and which ruling stands in the end.
#
# The rule guarded here: what stands is what the rulebook says, told with its clause; a verdict on record is
# taken from the record.

LONGEST_STAFF_ID = 12


def _by(key: str, label: str) -> forms.FormQuestion:
    hint = "Initials or a staff id, no name."
    return forms.FormQuestion(
        key, label, forms.AskKind.TEXT, high=LONGEST_STAFF_ID, required=False, hint=hint, as_id=True
    )


def _opinion_verdict(rules: RuleSet, key: str, label: str) -> forms.FormQuestion:
    return forms.choice(key, label, forms.verdict_question(rules).choices)


def second_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    return (
        forms.verdict_question(rules),
        _by("opinion_by", "Who gave the second opinion?"),
        _opinion_verdict(rules, "opinion_verdict", "What is the second opinion?"),
        forms.yes_no(
            "another_person", "Was it another person, where the record does not tell?", required=False
        ),
    )


def third_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    exception = (
        (
            forms.yes_no(
                "exception", "Is it the Director's exception, though the first two agree?", required=False
            ),
        )
        if rules.review.third_when is ThirdWhen.DIFFER_OR_EXCEPTION
        else ()
    )
    return (
        forms.verdict_question(rules),
        forms.choice("second_verdict", "What was the second opinion?", forms.verdict_question(rules).choices),
        _by("opinion_by", "Who gave the third opinion?"),
        _opinion_verdict(rules, "opinion_verdict", "What is the third opinion?"),
        forms.yes_no(
            "another_person", "Was it another person, where the record does not tell?", required=False
        ),
        *exception,
    )


def first_stands_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    return (
        forms.verdict_question(rules),
        forms.choice("second_verdict", "What was the second opinion?", forms.verdict_question(rules).choices),
    )


def opinion_law(rules: RuleSet) -> tuple[forms.LawLine, ...]:
    """What the rulebook says of second opinions, and until when."""
    review = rules.review
    lines = (
        forms.LawLine(review.second_opinion, rules.clause("review.second_opinion")),
        forms.LawLine(review.third_opinion, rules.clause("review.third_opinion")),
        forms.LawLine(review.window, rules.clause("review.window")),
    )
    return tuple(line for line in lines if line.text)


def second(case: forms.Case) -> forms.Evaluation:
    return _opinion(case, SECOND)


def third(case: forms.Case) -> forms.Evaluation:
    return _opinion(case, THIRD)


def _opinion(case: forms.Case, number: int) -> forms.Evaluation:
    """An opinion that was given, here or on paper, and what stands after it."""
    if case.verdict is None:
        return case.no_verdict()
    before = _before(case, number)
    by = case.text("opinion_by") or None
    asked = OpinionAsked(number, by, case.is_yes("another_person"), case.is_yes("exception"))
    if refusal := why_not(case.rules, asked, before):
        return forms.refuse(refusal, "opinion_by")
    verdict = Verdict(case.text("opinion_verdict"))
    verdicts = (*(opinion.verdict for opinion in before), verdict)
    decided = number == THIRD or verdicts[0] is verdict
    word = case.rules.verdict.word(verdict)
    name = OPINION_NAMES[number].capitalize()
    stands = _standing(case, verdict) if decided else ()
    ending = (
        f"It stands: the play is {word}."
        if decided
        else "It differs from the first, so neither settles it yet."
    )
    return forms.Evaluation(
        f"{name} opinion: {word}. {ending}",
        amounts=stands,
        clause=case.form.clause,
        law=what_stands(case.rules, verdicts),
    )


def _before(case: forms.Case, number: int) -> tuple[forms.OpinionKnown, ...]:
    """What was ruled before opinion *number*: by the records, and by what was told where they are silent."""
    first = forms.OpinionKnown(case.verdict or Verdict.REFER, None)
    known = list_given(case.context) or (first,)
    if number == THIRD and len(known) < SECOND:
        known = (*known, forms.OpinionKnown(Verdict(case.text("second_verdict")), None))
    return known[: number - 1]


def _standing(case: forms.Case, verdict: Verdict) -> tuple[tuple[str, forms.Answer], ...]:
    """The verdict that stands, and the first ruling on record that says so."""
    said: list[tuple[str, forms.Answer]] = [("verdict", verdict.value)]
    named = [
        opinion.number
        for opinion in list_given(case.context)
        if opinion.number and opinion.verdict is verdict
    ]
    return tuple([*said, ("stands", named[0])] if named else said)


def first_stands(case: forms.Case) -> forms.Evaluation:
    """Two opinions differ, and nobody is there for a third."""
    if case.verdict is None:
        return case.no_verdict()
    if Verdict(case.text("second_verdict")) is case.verdict:
        return forms.refuse(
            "The two opinions do not differ, so there is nothing to settle.", "second_verdict"
        )
    word = case.rules.verdict.word(case.verdict)
    return forms.Evaluation(
        f"No third opinion was to be had: the first ruling stands, and the play is {word}.",
        amounts=_standing(case, case.verdict),
        clause=case.form.clause,
        law=what_stands(case.rules, (case.verdict, Verdict(case.text("second_verdict")))),
    )


# ---- manual adjudication -----------------------------------------------------------------------------------


def manual_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    grounds = tuple(
        forms.FormChoice(f"ground_{place}", text, rules.clause("review.grounds"))
        for place, text in enumerate(rules.review.grounds, start=1)
    )
    return (
        forms.choice(
            "ground", "Why was it looked up by hand?", (*grounds, forms.FormChoice("other", "another reason"))
        ),
        _by("manual_by", "Who looked it up?"),
        _opinion_verdict(rules, "manual_verdict", "What did print say of the play?"),
    )


def manual(case: forms.Case) -> forms.Evaluation:
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
    stands: tuple[tuple[str, forms.Answer], ...] = (("verdict", verdict.value),)
    if answer := _answer(case.context):
        stands = (*stands, ("stands", answer.number))
    return forms.Evaluation(
        f"Manual adjudication: the play is {word}.{came}",
        amounts=stands,
        clause=case.form.clause,
        law=(case.line(case.rules.review.finality, "review.finality"),),
    )


def _answer(context: forms.DecisionContext) -> forms.OpinionKnown | None:
    """The ruling in print that answers this one, if there is one in the log."""
    first = context.ruling
    found = [
        ruling
        for ruling in context.rulings
        if first is not None
        and ruling.after == first.key
        and ruling.opinion is None
        and ruling.verdict is not Verdict.REFER
    ]
    return forms.OpinionKnown(found[-1].verdict, found[-1].operator, found[-1].number) if found else None


def known_second(context: forms.DecisionContext) -> dict[str, str]:
    """The answers that a second opinion on record gives to the form of one."""
    return _opinion_answers(find_ruled_opinion(context, SECOND))


def known_third(context: forms.DecisionContext) -> dict[str, str]:
    return known_before(context) | _opinion_answers(find_ruled_opinion(context, THIRD))


def known_before(context: forms.DecisionContext) -> dict[str, str]:
    """What the second of two opinions on record said."""
    before = list_given(context)
    return {"second_verdict": before[1].verdict} if len(before) >= SECOND else {}


def known_manual(context: forms.DecisionContext) -> dict[str, str]:
    answer = _answer(context)
    if answer is None:
        return {}
    return {"manual_verdict": answer.verdict, **({"manual_by": answer.by} if answer.by else {})}


def _opinion_answers(opinion: forms.OpinionKnown | None) -> dict[str, str]:
    if opinion is None:
        return {}
    return {"opinion_verdict": opinion.verdict, **({"opinion_by": opinion.by} if opinion.by else {})}
