"""Who had to lose the turn, a penalty that is not applied, and words that were looked up separately.

The rule guarded here: an amount is the rulebook's; the director says only what the facts are.
"""

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.rules.choices import Concerned, Effect, Responsible
from kiosk.core.rules.penalties import failed_challenge
from kiosk.core.rules.points import PLAYERS
from kiosk.core.rules.ruleset import RuleSet
from kiosk.director.decisions.case import Case, capital, effect_sentence, person
from kiosk.director.decisions.form import (
    FormChoice,
    FormQuestion,
    LawLine,
    Worked,
    choice,
    number,
    refused,
    verdict_question,
    yes_no,
)
from kiosk.director.decisions.history import clause_of, penalty_question, played_penalty

_MOST_POINTS = 999

# ---- the right player lost the turn ------------------------------------------------------------------------


def outcome_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    return (
        verdict_question(rules),
        penalty_question(rules),
        yes_no("right", "Did the right player, and nobody else, lose the turn?"),
    )


def outcome(case: Case) -> Worked:
    """Who had to lose the turn, and whether that was so."""
    if case.verdict is None:
        return case.no_verdict()
    loser = Concerned.CHALLENGED if case.verdict is Verdict.UNACCEPTABLE else _losing_challenger(case)
    whose = (
        f"{person(case.rules, loser)} loses the turn"
        if loser is not Concerned.NONE
        else "nobody loses a turn"
    )
    sentence = (
        f"Verified: {whose}." if case.is_yes("right") else f"Put right: {whose}, as the ruling demands."
    )
    law = (
        (case.line(case.rules.penalty.success, "penalty.success"),)
        if case.verdict is Verdict.UNACCEPTABLE
        else ()
    )
    return Worked(sentence, concerns=loser, clause=case.form.clause, law=law)


def _losing_challenger(case: Case) -> Concerned:
    penalty = played_penalty(case)
    certain = penalty is not None and not penalty.needs_history and failed_challenge(penalty, 1).lose_turn
    return Concerned.CHALLENGER if certain else Concerned.NONE


# ---- a penalty that is not applied -------------------------------------------------------------------------


def waived_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    return (verdict_question(rules),)


def waived(case: Case) -> Worked:
    """The penalty of this challenge, taken away; the ruling stays what it is."""
    if case.verdict is None:
        return case.no_verdict()
    if case.verdict is Verdict.UNACCEPTABLE:
        return refused(
            f"{case.called} was ruled unacceptable: the challenger has no penalty to be spared.", "verdict"
        )
    usual = case.ruling.penalty if case.ruling is not None else str(case.rules.penalty.default)
    spared = case.rules.penalty_name(usual)
    return Worked(
        f"Not applied: {spared}. The challenger keeps the turn.",
        effect=Effect.TURN_KEPT,
        concerns=Concerned.CHALLENGER,
        clause=case.form.clause,
        law=(LawLine(capital(spared) + ".", clause_of(case.rules, f"penalty_name.{usual}")),),
    )


# ---- words of one play looked up separately ----------------------------------------------------------------


def improper_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    who = (
        FormChoice(Concerned.BOTH, "both contributed"),
        *(FormChoice(one, f"{person(rules, one)} alone") for one in PLAYERS),
    )
    early = (
        (yes_no("early", "Was it noticed before all words had been checked?", required=False),)
        if rules.improper_lookup.stop_when_unacceptable
        else ()
    )
    amount = (
        (number("points", "How many points?", 0, _MOST_POINTS),)
        if rules.improper_lookup.points is None
        else ()
    )
    return (verdict_question(rules), choice("responsible", "Who is responsible?", who), *early, *amount)


def improper(case: Case) -> Worked:
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
    said = effect_sentence(rules, effect, who, points or 0) if points else f"No penalty: {why}."
    return Worked(
        said + stop,
        effect=effect,
        amounts=(("points", points or 0), ("target", str(rules.improper_lookup.target))),
        concerns=who,
        clause=case.form.clause,
        law=(case.line(case.rules.improper_lookup.remedy, "improper_lookup.remedy"),),
    )
