"""What puts right an adjudication that went wrong: a wrong verdict, or words that were looked up apart."""

from kiosk.decisions import forms
from kiosk.rules.choices import Concerned, Effect, Responsible, YesNo
from kiosk.rules.penalties import failed_challenge, penalty_under
from kiosk.rules.points import PLAYERS
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict

# ---- remedies ----------------------------------------------------------------------------------------------
# What puts a wrong adjudication right: compensation later, or a correction at the board while it is time;
# and what words cost that were looked up one by one.
#
# Rules guarded here: compensation is for the methods the rulebook names and for a turn that was lost; a
# window is open or shut by the answers alone, and where the text and our reading part, both are shown and the
# director says which is followed.

_MOST_SCORE = 2000
_IN_TIME, _LATE = "that_day", "later"
ACCEPTED, REFUSED = "accepted", "refused"
AS_WRITTEN, AS_READ = "as_written", "as_read"

# ---- compensation ------------------------------------------------------------------------------------------


def compensation_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    told = (
        forms.FormChoice(_IN_TIME, "that day, before the player left the tournament area"),
        forms.FormChoice(_LATE, "later"),
    )
    methods = tuple(forms.FormChoice(method.id, method.name) for method in rules.method_table)
    return (
        forms.verdict_question(rules),
        forms.choice("method", "How was it adjudicated?", methods),
        forms.number("play_score", "Points scored for the play", 0, _MOST_SCORE),
        forms.choice(
            "told",
            f"When was the {rules.terms.director} told?",
            told,
            required=False,
            hint="On the day of the ruling it may be left out.",
        ),
    )


def compensation(case: forms.Case) -> forms.Evaluation:
    """The points for a turn that an erroneous adjudication cost."""
    rules = case.rules
    if case.verdict is None:
        return case.no_verdict()
    if case.text("method") not in rules.compensation.methods:
        return forms.refuse(
            f"Only {rules.compensation.applies_to or 'nothing'} is compensated "
            f"({rules.clause('compensation.applies_to')}); {case.called} was adjudicated another way.",
            "method",
            case.line(case.rules.misadjudication.otherwise, "misadjudication.otherwise"),
        )
    loser = _who_lost_the_turn(case)
    if loser is Concerned.NONE:
        return forms.refuse(
            "Nobody lost a turn to this ruling, so there is nothing to compensate.", "verdict"
        )
    if not _in_time(case):
        return forms.refuse(
            f"Too late: {rules.compensation.deadline} ({rules.clause('compensation.deadline')}). If that was "
            "so, say when the Director was told (told).",
            "told",
        )
    amount = rules.compensation.amount(case.number("play_score") or 0)
    if amount is None:
        return forms.refuse(f"{rules.short_title} lays no compensation down.")
    effect = case.decision.effects[0] if case.decision.effects else Effect.POINTS_TO_SPREAD
    law = (
        case.line(case.rules.compensation.applies_to, "compensation.applies_to"),
        case.line(case.rules.compensation.deadline, "compensation.deadline"),
    )
    said = forms.effect_sentence(rules, effect, loser, amount)
    sum_ = forms.LawLine(
        f"{amount - (rules.compensation.extra or 0)} for the play and {rules.compensation.extra} more.",
        case.form.clause,
    )
    return forms.Evaluation(
        said, effect, forms.amounts_of(effect, amount), loser, case.form.clause, (*law, sum_)
    )


def _in_time(case: forms.Case) -> bool:
    told = case.text("told")
    if told:
        return told == _IN_TIME
    return case.ruling is not None and case.ruling.day == case.context.today


def _who_lost_the_turn(case: forms.Case) -> Concerned:
    """Whom the wrong verdict cost a turn: never both, and nobody where a failed challenge costs points."""
    if case.verdict is Verdict.UNACCEPTABLE:
        return Concerned.CHALLENGED
    id = case.rules.penalty.default if case.ruling is None else case.ruling.penalty
    if id not in (*case.rules.penalty.options, *case.rules.penalty.international_options):
        return Concerned.NONE
    if id in case.rules.penalty.without_amounts():
        return Concerned.NONE
    penalty = penalty_under(case.rules, id)
    costs = any(failed_challenge(penalty, 1, place).lose_turn for place in range(len(penalty.steps)))
    return Concerned.CHALLENGER if costs else Concerned.NONE


# ---- while it is time --------------------------------------------------------------------------------------


def misadjudication_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    ways = (
        forms.FormChoice(ACCEPTED, "an unacceptable play was ruled acceptable"),
        forms.FormChoice(REFUSED, "an acceptable play was ruled unacceptable"),
    )
    asked = [forms.choice("wrong", "Which way was the ruling wrong?", ways)]
    for way, texts in (
        (ACCEPTED, rules.misadjudication.accepted_wrongly_asks),
        (REFUSED, rules.misadjudication.refused_wrongly_asks),
    ):
        asked += [_ask(way, place, text) for place, text in enumerate(texts, start=1)]
    asked += [_reading(rules, way) for way in (ACCEPTED, REFUSED) if _readings_part(rules, way)]
    if rules.misadjudication.extra_time:
        label = "Extra playing time in seconds (90 is one and a half minutes), if any is granted"
        asked.append(_only(forms.number("seconds", label, 1, forms.MOST_SECONDS, required=False), REFUSED))
    return tuple(asked)


def _ask(way: str, place: int, text: str) -> forms.FormQuestion:
    return forms.FormQuestion(f"{way}_{place}", text, forms.AskKind.YES_NO, only_if=("wrong", (way,)))


def _only(question: forms.FormQuestion, way: str) -> forms.FormQuestion:
    return forms.FormQuestion(
        question.key,
        question.label,
        question.kind,
        question.choices,
        question.low,
        question.high,
        question.required,
        ("wrong", (way,)),
        question.hint,
    )


def _reading(rules: RuleSet, way: str) -> forms.FormQuestion:
    written, read = _lines(rules, way)
    texts = (
        forms.FormChoice(AS_WRITTEN, written.text, written.clause),
        forms.FormChoice(AS_READ, read.text, read.clause),
    )
    label = "The text and our reading of it part here. Which is followed?"
    return _only(forms.choice(f"{way}_reading", label, texts), way)


def _readings_part(rules: RuleSet, way: str) -> bool:
    written, read = _opens(rules, way)
    return written is not read


def _opens(rules: RuleSet, way: str) -> tuple[YesNo, YesNo]:
    """The answer with which it is still time: by the text, and as we read it."""
    if way == ACCEPTED:
        return rules.misadjudication.accepted_wrongly_open, rules.misadjudication.accepted_wrongly_read
    return rules.misadjudication.refused_wrongly_open, rules.misadjudication.refused_wrongly_read


def _lines(rules: RuleSet, way: str) -> tuple[forms.LawLine, forms.LawLine]:
    """The window as it is written, and as we read it where that differs."""
    key = f"misadjudication.{way}_wrongly_until"
    text = (
        rules.misadjudication.accepted_wrongly_until
        if way == ACCEPTED
        else rules.misadjudication.refused_wrongly_until
    )
    clause = rules.clause(key)
    return forms.LawLine(f"By the text: {text}", clause), forms.LawLine(
        rules.note(key) or "We read it the other way round.", clause
    )


def misadjudication(case: forms.Case) -> forms.Evaluation:
    """Whether the wrong verdict is corrected, or play goes on."""
    rules, way = case.rules, case.text("wrong")
    asks = [key for key in case.values if key.startswith(f"{way}_") and not key.endswith("_reading")]
    written, read = _lines(rules, way)
    if not asks:
        otherwise = (case.line(case.rules.misadjudication.otherwise, "misadjudication.otherwise"),)
        return _result(
            case, "No time for a correction is laid down: it is the Director's discretion.", otherwise
        )
    by_text, by_reading = _opens(rules, way)
    opens = by_reading if case.text(f"{way}_reading") == AS_READ else by_text
    law = (
        (written, read)
        if by_text is not by_reading
        else (forms.LawLine(written.text.partition(": ")[2], written.clause),)
    )
    if all(case.is_yes(key) == (opens is YesNo.YES) for key in asks):
        return _result(case, "Correctable: the verdict is corrected.", law, Effect.VERDICT_CORRECTED)
    return _result(
        case,
        "Too late for a correction: play goes on.",
        (*law, case.line(case.rules.misadjudication.otherwise, "misadjudication.otherwise")),
    )


def _result(
    case: forms.Case, sentence: str, law: tuple[forms.LawLine, ...], effect: Effect = Effect.NONE
) -> forms.Evaluation:
    seconds, rules = case.number("seconds"), case.rules
    amounts: tuple[tuple[str, forms.Answer], ...] = ()
    who = Concerned.NONE
    if seconds is not None:
        who, amounts = Concerned.CHALLENGED, (("seconds", seconds),)
        sentence += " " + forms.effect_sentence(rules, Effect.TIME_ADDED, who, seconds)
        law = (
            *law,
            forms.LawLine("Extra playing time may be granted.", rules.clause("misadjudication.extra_time")),
        )
    return forms.Evaluation(sentence, effect, amounts, who, case.form.clause, law)


# ---- words of one play looked up separately ----------------------------------------------------------------


def improper_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    who = (
        forms.FormChoice(Concerned.BOTH, "both contributed"),
        *(forms.FormChoice(player, f"{forms.person(rules, player)} alone") for player in PLAYERS),
    )
    early = (
        (forms.yes_no("early", "Was it noticed before all words had been checked?", required=False),)
        if rules.improper_lookup.stop_when_unacceptable
        else ()
    )
    amount = (
        (forms.number("points", "How many points?", 0, forms.MOST_POINTS),)
        if rules.improper_lookup.points is None
        else ()
    )
    return (
        forms.verdict_question(rules),
        forms.choice("responsible", "Who is responsible?", who),
        *early,
        *amount,
    )


def improper(case: forms.Case) -> forms.Evaluation:
    """The points for words that were looked up separately."""
    rules = case.rules
    if case.verdict is None:
        return case.no_verdict()
    who = Concerned(case.text("responsible"))
    alone = who is not Concerned.BOTH
    fixed = rules.improper_lookup.points_for(solely_responsible=alone, verdict=case.verdict)
    points = case.number("points") if fixed is None else fixed
    effect = case.decision.effects[0] if points and case.decision.effects else Effect.NONE
    stop = (
        " No more words are entered." if case.is_yes("early") and case.verdict is Verdict.UNACCEPTABLE else ""
    )
    why = (
        "both contributed"
        if not alone and rules.improper_lookup.responsible is Responsible.ONE_PLAYER
        else "the play was acceptable"
    )
    said = forms.effect_sentence(rules, effect, who, points or 0) if points else f"No penalty: {why}."
    return forms.Evaluation(
        said + stop,
        effect=effect,
        amounts=(("points", points or 0), ("target", str(rules.improper_lookup.target))),
        concerns=who,
        clause=case.form.clause,
        law=(case.line(case.rules.improper_lookup.remedy, "improper_lookup.remedy"),),
    )
