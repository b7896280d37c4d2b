"""What a director settles at the board, and what puts a wrong adjudication right."""

from kiosk.decisions import forms
from kiosk.rules.choices import Aim, Concerned, Effect, YesNo
from kiosk.rules.penalties import failed_challenge, penalty_under
from kiosk.rules.points import Decision
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict
from kiosk.words.play import ALPHABET

# ---- remedies ----------------------------------------------------------------------------------------------
# What puts a wrong adjudication right: compensation later, or a correction at the board while it is time.
#
# Rules guarded here: compensation is for the methods the rulebook names and for a turn that was lost; a
# window is open or shut by the answers alone, and where the text and our reading part, both are shown and the
# director says which is followed.

MOST_SECONDS = 3600
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


def compensation(case: forms.Case) -> forms.Worked:
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
    return forms.Worked(said, effect, forms.amounts_of(effect, amount), loser, case.form.clause, (*law, sum_))


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
        asked.append(_only(forms.number("seconds", label, 1, MOST_SECONDS, required=False), REFUSED))
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


def misadjudication(case: forms.Case) -> forms.Worked:
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
) -> forms.Worked:
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
    return forms.Worked(sentence, effect, amounts, who, case.form.clause, law)


# ---- board -------------------------------------------------------------------------------------------------
# What a director settles at the board: withdrawals, placement, blanks, wrong tiles removed, and everything
# that has a plain effect or none.
#
# Rules guarded here: a challenge is withdrawn before its verdict or not at all, for a reason of the rulebook;
# an amount is the fixed one, or the director's own where the rulebook leaves it open.

_MOST_POINTS = 999
_LETTERS = tuple(forms.FormChoice(letter, letter) for letter in sorted(ALPHABET))
EFFECT_LABELS = {
    Effect.POINTS_TO_GAME: "points added to the game score",
    Effect.POINTS_OFF_GAME: "points off the game score",
    Effect.POINTS_TO_SPREAD: "points added to the cumulative spread",
    Effect.POINTS_OFF_SPREAD: "points off the cumulative spread",
    Effect.TIME_ADDED: "playing time added",
    Effect.TIME_TAKEN: "playing time taken",
    Effect.TURN_LOST: "loss of the turn",
    Effect.TURN_KEPT: "the turn is kept",
    Effect.VERDICT_CORRECTED: "the verdict is corrected",
    Effect.GAME_LOST: "loss of the game",
    Effect.NONE: "nothing added or taken away",
}

# ---- withdrawal --------------------------------------------------------------------------------------------


def withdrawal_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    reasons = tuple(
        forms.FormChoice(reason.id, reason.text, reason.clause) for reason in rules.withdraw_reasons
    )
    blanks = tuple(reason.id for reason in rules.withdraw_reasons if reason.blank)
    letter = forms.FormQuestion(
        "letter",
        "Which letter is the blank now?",
        forms.AskKind.CHOICE,
        _LETTERS,
        required=False,
        only_if=("reason", blanks),
    )
    again = forms.FormQuestion(
        "again",
        "Which words are challenged after that?",
        forms.AskKind.WORDS,
        required=False,
        only_if=("reason", blanks),
    )
    return (forms.choice("reason", "Why is it withdrawn?", reasons), *((letter, again) if blanks else ()))


def withdrawal(case: forms.Case) -> forms.Worked:
    """A challenge that ends without a verdict, and what follows."""
    if case.verdict is not None:
        return forms.refuse(
            f"{case.called} has its verdict; after that no challenge is withdrawn.",
            "reason",
            forms.LawLine("Until it is adjudicated a challenge may be withdrawn.", case.form.clause),
        )
    reason = next(known for known in case.rules.withdraw_reasons if known.id == case.text("reason"))
    letter, again = case.text("letter"), case.text("again")
    sentence = "The challenge is withdrawn; nobody loses a turn."
    sentence += f" The blank is {letter}." if letter else ""
    sentence += f" Challenged after that: {again}." if again else ""
    law = [forms.LawLine(f"{reason.text}.", reason.clause)]
    law += [forms.LawLine(reason.then, reason.clause)] if reason.then else []
    return forms.Worked(sentence, concerns=Concerned.CHALLENGER, clause=reason.clause, law=tuple(law))


# ---- placement ---------------------------------------------------------------------------------------------


def placement_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    grounds = tuple(forms.FormChoice(entry.id, entry.text, entry.clause) for entry in rules.placement.grounds)
    left_open = rules.placement.fail_penalty is not Aim.NONE
    costs = (
        forms.FormChoice(Effect.NONE, "nothing"),
        forms.FormChoice(Effect.TURN_LOST, "the challenger loses the turn"),
    )
    cost = forms.FormQuestion(
        "cost",
        "What does the failed challenge cost?",
        forms.AskKind.CHOICE,
        costs,
        only_if=("upheld", ("no", "n")),
    )
    return (
        forms.choice("ground", "On what ground was the placement challenged?", grounds),
        forms.yes_no("upheld", "Is the challenge upheld?"),
        *((cost,) if left_open else ()),
    )


def placement_law(rules: RuleSet) -> tuple[forms.LawLine, ...]:
    """Who decides, and what is no ground."""
    decides = forms.LawLine(
        f"The {rules.placement.decided_by} decides.", rules.clause("placement.decided_by")
    )
    return (
        decides,
        *(forms.LawLine(f"No ground: {entry.text}", entry.clause) for entry in rules.placement.no_grounds),
    )


def placement(case: forms.Case) -> forms.Worked:
    """A challenge of where tiles lie."""
    entry = next(ground for ground in case.rules.placement.grounds if ground.id == case.text("ground"))
    law: tuple[forms.LawLine, ...] = (forms.LawLine(entry.text, entry.clause),)
    if case.is_yes("upheld"):
        said, effect, who = "is upheld", Effect.TURN_LOST, Concerned.CHALLENGED
    else:
        lost = case.text("cost") == Effect.TURN_LOST
        effect, who = Effect.TURN_LOST if lost else Effect.NONE, Concerned.CHALLENGER
        cost = f"{forms.person(case.rules, who)} loses the turn" if lost else "it costs nothing"
        said, law = f"fails: {cost}", (*law, _silent(case))
    said = f"The challenge of the placement {said}."
    return forms.Worked(said, effect=effect, concerns=who, clause=entry.clause, law=law)


def _silent(case: forms.Case) -> forms.LawLine:
    """What the rulebook says of a failed one, or that it says nothing."""
    note = case.rules.note("placement.fail_penalty")
    return forms.LawLine(
        note or "A failed challenge of the placement has no penalty.",
        case.rules.clause("placement.fail_penalty"),
    )


# ---- wrong tiles removed, blanks ---------------------------------------------------------------------------


def after_questions(rules: RuleSet) -> tuple[forms.FormQuestion, ...]:
    return (forms.verdict_question(rules),)


def after_challenge(case: forms.Case) -> forms.Worked:
    """Too many or too few tiles removed after a challenge that was won."""
    minutes = case.rules.after_challenge.extra_minutes
    if case.verdict is None:
        return case.no_verdict()
    if case.verdict is Verdict.ACCEPTABLE:
        return forms.refuse(f"{case.called} was ruled acceptable, so no tiles were to be removed.", "verdict")
    if minutes is None:
        return forms.refuse(f"{case.rules.short_title} lays down no extra time for this.")
    seconds, who = minutes * forms.MINUTE_S, Concerned.CHALLENGER
    said = forms.effect_sentence(case.rules, Effect.TIME_ADDED, who, seconds)
    law = (case.line(case.rules.after_challenge.text, "after_challenge.text"),)
    return forms.Worked(said, Effect.TIME_ADDED, (("seconds", seconds),), who, case.form.clause, law)


def blank_questions(rules: RuleSet, decision: Decision) -> tuple[forms.FormQuestion, ...]:
    return (forms.choice("letter", "Which letter is the blank?", _LETTERS), *_who(rules, decision))


def blank(case: forms.Case) -> forms.Worked:
    """A blank whose letter the director settled."""
    return forms.Worked(
        f"The blank is {case.text('letter')}.",
        concerns=_who_is_concerned(case),
        clause=case.form.clause,
        law=_then(case),
    )


# ---- everything else ---------------------------------------------------------------------------------------


def plain_questions(rules: RuleSet, decision: Decision) -> tuple[forms.FormQuestion, ...]:
    effects = decision.effects
    several = len(effects) > 1
    asked = (
        [
            forms.choice(
                "effect",
                "What is decided?",
                tuple(forms.FormChoice(effect, EFFECT_LABELS[effect]) for effect in effects),
            )
        ]
        if several
        else []
    )
    in_points = tuple(effect.value for effect in effects if effect.in_points)
    in_time = tuple(effect.value for effect in effects if effect.in_time)
    if in_points and decision.points is None:
        asked.append(_amount("points", "How many points?", _MOST_POINTS, in_points if several else ()))
    if in_time and decision.minutes is None:
        label = "How many seconds of playing time (90 is one and a half minutes)?"
        asked.append(_amount("seconds", label, MOST_SECONDS, in_time if several else ()))
    return (*asked, *_who(rules, decision))


def _amount(key: str, label: str, most: int, effects: tuple[str, ...]) -> forms.FormQuestion:
    asked = forms.number(key, label, 1, most)
    return forms.FormQuestion(
        asked.key, asked.label, asked.kind, (), 1, most, only_if=("effect" if effects else "", effects)
    )


def _who(rules: RuleSet, decision: Decision) -> tuple[forms.FormQuestion, ...]:
    if len(decision.concerns) == 1:
        return ()
    people = tuple(forms.FormChoice(concern, forms.person(rules, concern)) for concern in decision.concerns)
    return (
        forms.choice(
            "who", "Whom does it concern?", people, required=Concerned.NONE not in decision.concerns
        ),
    )


def _who_is_concerned(case: forms.Case) -> Concerned:
    told = case.text("who")
    if told:
        return Concerned(told)
    alone = case.decision.concerns
    return alone[0] if len(alone) == 1 else Concerned.NONE


def _then(case: forms.Case) -> tuple[forms.LawLine, ...]:
    return (forms.LawLine(case.decision.then, case.form.clause),) if case.decision.then else ()


def plain(case: forms.Case) -> forms.Worked:
    """A decision that is what its title says, with the effect that was chosen."""
    decision, who = case.decision, _who_is_concerned(case)
    told = case.text("effect")
    effect = Effect(told) if told else next(iter(decision.effects), Effect.NONE)
    amount = _how_much(case, effect)
    amounts: tuple[tuple[str, forms.Answer], ...] = forms.amounts_of(effect, amount)
    ending = (
        f" {forms.effect_sentence(case.rules, effect, who, amount)}" if decision.effects else _whom(case, who)
    )
    title = decision.text.rstrip(".")
    return forms.Worked(f"{title}.{ending}", effect, amounts, who, case.form.clause, _then(case))


def _whom(case: forms.Case, who: Concerned) -> str:
    return "" if who is Concerned.NONE else f" It concerns {forms.person(case.rules, who)}."


def _how_much(case: forms.Case, effect: Effect) -> int:
    decision = case.decision
    if effect.in_points:
        return decision.points if decision.points is not None else case.number("points") or 0
    if effect.in_time:
        fixed = None if decision.minutes is None else decision.minutes * forms.MINUTE_S
        return fixed if fixed is not None else case.number("seconds") or 0
    return 0
