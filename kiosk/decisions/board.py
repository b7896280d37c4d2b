"""What a director settles at the board, and whatever else a rule set leaves to them."""

from kiosk.decisions import forms
from kiosk.rules.choices import Aim, Concerned, Effect
from kiosk.rules.points import Decision
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict
from kiosk.words.play import ALPHABET

# ---- board -------------------------------------------------------------------------------------------------
# What a director settles at the board: withdrawals, placement, blanks, wrong tiles removed, and everything
# that has a plain effect or none.
#
# Rules guarded here: a challenge is withdrawn before its verdict or not at all, for a reason of the rulebook;
# an amount is the fixed one, or the director's own where the rulebook leaves it open.

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


def withdrawal(case: forms.Case) -> forms.Evaluation:
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
    return forms.Evaluation(sentence, concerns=Concerned.CHALLENGER, clause=reason.clause, law=tuple(law))


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


def placement(case: forms.Case) -> forms.Evaluation:
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
    return forms.Evaluation(said, effect=effect, concerns=who, clause=entry.clause, law=law)


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


def after_challenge(case: forms.Case) -> forms.Evaluation:
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
    return forms.Evaluation(said, Effect.TIME_ADDED, (("seconds", seconds),), who, case.form.clause, law)


def blank_questions(rules: RuleSet, decision: Decision) -> tuple[forms.FormQuestion, ...]:
    return (forms.choice("letter", "Which letter is the blank?", _LETTERS), *_who(rules, decision))


def blank(case: forms.Case) -> forms.Evaluation:
    """A blank whose letter the director settled."""
    return forms.Evaluation(
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
        asked.append(_amount("points", "How many points?", forms.MOST_POINTS, in_points if several else ()))
    if in_time and decision.minutes is None:
        label = "How many seconds of playing time (90 is one and a half minutes)?"
        asked.append(_amount("seconds", label, forms.MOST_SECONDS, in_time if several else ()))
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


def plain(case: forms.Case) -> forms.Evaluation:
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
    return forms.Evaluation(f"{title}.{ending}", effect, amounts, who, case.form.clause, _then(case))


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
