"""What a failed challenge costs, also where that depends on the ones before; who had to lose the turn, and a
penalty that is not applied."""

from collections.abc import Sequence

from kiosk.decisions.forms import (
    Case,
    DecisionContext,
    Evaluation,
    FormChoice,
    FormQuestion,
    LawLine,
    RulingKnown,
    amounts_of,
    capital,
    choice,
    effect_sentence,
    is_game,
    number,
    person,
    refuse,
    verdict_question,
    yes_no,
)
from kiosk.log.chain import Key
from kiosk.rules.choices import (
    Concerned,
    DecisionShape,
    Effect,
    PenaltyId,
    PenaltyScope,
    ZeroTurn,
)
from kiosk.rules.penalties import Outcome, Penalty, failed_challenge, penalty_under
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Place, Verdict
from kiosk.words.play import MOST_WORDS

# ---- history -----------------------------------------------------------------------------------------------
# What a failed challenge costs, where it may depend on the ones before: “the sheet”.
#
# Rules guarded here: an amount is the rulebook's or it is none; whose failure came before is told by records
# alone, and where they do not tell, the answer is “not known”, never “the first”.

SEATS = (
    FormChoice(Concerned.FIRST, "the player who went first"),
    FormChoice(Concerned.SECOND, "the player who went second"),
)
_MOST_FAILURES = 99


def penalty_question(rules: RuleSet) -> FormQuestion:
    ids = dict.fromkeys((*rules.penalty.options, *rules.penalty.international_options))
    return choice(
        "penalty",
        "Which penalty is played?",
        tuple(FormChoice(id, rules.penalty_name(id), clause_of(rules, f"penalty_name.{id}")) for id in ids),
    )


def clause_of(rules: RuleSet, key: str) -> str:
    return dict(rules.clauses).get(key, "")


def failed_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    return (
        verdict_question(rules),
        penalty_question(rules),
        number("words", "How many words were challenged?", 1, MOST_WORDS),
        choice(
            "seat",
            "Who challenged?",
            SEATS,
            required=False,
            hint="Where earlier failures count, the answer is “not known” without it.",
        ),
        number(
            "earlier",
            "Earlier failed challenges of this player, by your own sheet",
            0,
            _MOST_FAILURES,
            required=False,
            hint="Left out, they are counted from the decisions on record.",
        ),
    )


def cost_failed(case: Case) -> Evaluation:
    """What the failed challenge costs."""
    rules = case.rules
    if case.verdict is None:
        return case.no_verdict()
    if case.verdict is Verdict.UNACCEPTABLE:
        return refuse(
            f"{case.called} was ruled unacceptable, so the challenge did not fail.",
            "verdict",
            case.line(case.rules.penalty.success, "penalty.success"),
        )
    penalty = played_penalty(case)
    if penalty is None:
        return refuse(
            f"{rules.short_title} leaves the size of “{case.text('penalty')}” open. Give it in a rule set of "
            "your own.",
            "penalty",
        )
    earlier = case.number("earlier")
    if penalty.needs_history and earlier is None:
        counted = _count_failures(case)
        if isinstance(counted, str):
            return refuse(f"Not known: {counted}", "seat")
        earlier = counted
    outcome = failed_challenge(penalty, case.number("words") or 1, earlier or 0)
    return _cost(case, penalty, outcome, earlier)


def played_penalty(case: Case) -> Penalty | None:
    id = case.text("penalty")
    if id in case.rules.penalty.without_amounts():
        return None
    return penalty_under(case.rules, PenaltyId(id))


def _cost(case: Case, penalty: Penalty, outcome: Outcome, earlier: int | None) -> Evaluation:
    rules = case.rules
    effect, who, amount = outcome.effect(rules)
    clause = clause_of(rules, f"penalty_name.{penalty.id}") or case.form.clause
    law = [LawLine(capital(rules.penalty_name(penalty.id)) + ".", clause)]
    if penalty.needs_history:
        law.append(
            LawLine(
                f"This is failed challenge number {(earlier or 0) + 1} of this player.",
                rules.clause("penalty.scope"),
            )
        )
    if outcome.lose_turn and rules.challenge.lost_challenge_zero is ZeroTurn.ALWAYS:
        law.append(case.line(case.rules.card.zero_turns, "card.zero_turns"))
    said = effect_sentence(rules, effect, who, amount)
    return Evaluation(
        sentence="No penalty: the challenger keeps the turn." if effect is Effect.NONE else said,
        effect=effect,
        amounts=amounts_of(effect, amount),
        concerns=who,
        clause=clause,
        law=tuple(law),
    )


def _count_failures(case: Case) -> int | str:
    """How many challenges of this player failed before in this game, by the records; or why that is not
    known."""
    seat, rules = case.text("seat"), case.rules
    if not seat:
        return "say who challenged, the player who went first or second (seat)."
    if rules.penalty.scope is PenaltyScope.EVENT:
        return (
            "over a whole event, seats do not tell players apart. Say how many by your own sheet (earlier)."
        )
    if not is_game(case.context.place):
        return (
            "the record names no event, round and table. Say which, or how many by your own sheet (earlier)."
        )
    seats = [
        (challenge[-1].number, seat_of(case.context, challenge))
        for challenge in failures_before(case.context)
    ]
    if unsaid := [number for number, by in seats if not by]:
        named = ", ".join(unsaid)
        return (
            f"{named} failed too at this table in this round, and nobody has said who challenged there. "
            "Decide that first."
        )
    return sum(by == seat for _, by in seats) + _count_unlinked(case, seat)


def same_game(one: Place, other: Place) -> bool:
    return is_game(one) and (one.event, one.round, one.table) == (other.event, other.round, other.table)


def failures_before(context: DecisionContext) -> tuple[tuple[RulingKnown, ...], ...]:
    """The challenges of the game that failed before this one, oldest first: each with all rulings on it, of
    which the last counts, or the first where it was decided that it stands."""
    about = context.ruling
    rulings = context.rulings if about is None else (*context.rulings, about)
    challenges: dict[Key, list[RulingKnown]] = {}
    for ruling in rulings:
        challenges.setdefault(ruling.after or ruling.key, []).append(ruling)
    mine = None if about is None else about.after or about.key
    return tuple(
        tuple(one)
        for root, one in challenges.items()
        if root != mine
        and (about is None or one[0].came_before(about))
        and same_game(one[0].place, context.place)
        and _last_ruling(context, one).verdict is Verdict.ACCEPTABLE
    )


def _last_ruling(context: DecisionContext, rulings: Sequence[RulingKnown]) -> RulingKnown:
    """The one of *rulings*, all on one challenge, that counts."""
    keys = {ruling.key for ruling in rulings}
    first = any(
        decision.about in keys and decision.shape is DecisionShape.FIRST_STANDS
        for decision in context.decisions
    )
    return rulings[0] if first else rulings[-1]


def seat_of(context: DecisionContext, rulings: Sequence[RulingKnown]) -> str:
    """Who made the challenge that *rulings* are on, by the decision on it; empty if none says."""
    keys = {ruling.key for ruling in rulings}
    said = [
        decision.answer("seat")
        for decision in context.decisions
        if decision.about in keys and decision.shape is DecisionShape.FAILED_CHALLENGE
    ]
    return said[-1] if said else ""


def _count_unlinked(case: Case, seat: str) -> int:
    """Failed challenges of this player in this game that were decided on without a ruling in this log."""
    return sum(
        decision.about is None
        and decision.shape is DecisionShape.FAILED_CHALLENGE
        and decision.answer("seat") == seat
        and same_game(decision.place, case.context.place)
        for decision in case.context.decisions
    )


# ---- the right player lost the turn ------------------------------------------------------------------------


def outcome_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    return (
        verdict_question(rules),
        penalty_question(rules),
        yes_no("right", "Did the right player, and nobody else, lose the turn?"),
    )


def outcome(case: Case) -> Evaluation:
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
    return Evaluation(sentence, concerns=loser, clause=case.form.clause, law=law)


def _losing_challenger(case: Case) -> Concerned:
    penalty = played_penalty(case)
    certain = penalty is not None and not penalty.needs_history and failed_challenge(penalty, 1).lose_turn
    return Concerned.CHALLENGER if certain else Concerned.NONE


# ---- a penalty that is not applied -------------------------------------------------------------------------


def waived_questions(rules: RuleSet) -> tuple[FormQuestion, ...]:
    return (verdict_question(rules),)


def waive(case: Case) -> Evaluation:
    """The penalty of this challenge, taken away; the ruling stays what it is."""
    if case.verdict is None:
        return case.no_verdict()
    if case.verdict is Verdict.UNACCEPTABLE:
        return refuse(
            f"{case.called} was ruled unacceptable: the challenger has no penalty to be spared.", "verdict"
        )
    usual = case.ruling.penalty if case.ruling is not None else str(case.rules.penalty.default)
    spared = case.rules.penalty_name(usual)
    return Evaluation(
        f"Not applied: {spared}. The challenger keeps the turn.",
        effect=Effect.TURN_KEPT,
        concerns=Concerned.CHALLENGER,
        clause=case.form.clause,
        law=(LawLine(capital(spared) + ".", clause_of(case.rules, f"penalty_name.{usual}")),),
    )
