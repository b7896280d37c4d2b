"""What a failed challenge costs, for every system the rulebooks know, and the one line that says so.

A penalty is a ladder of steps: the first for a player's first failed challenge, the next for the second, the
last for all that follow. Most ladders have one step. One with more needs the player's history, which no
station has: there the line names no amount and the director's console computes it.
"""

from collections.abc import Mapping
from dataclasses import replace

from kiosk.base.frozen import frozen
from kiosk.errors import RuleSetError
from kiosk.rules.choices import AppliedTo, Concerned, Effect, PenaltyId
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Verdict


@frozen
class Outcome:
    """What the unsuccessful challenger faces: the turn, points, seconds of playing time. What that comes to
    on a verdict, on a card, in a decision and in practice is answered here alone."""

    lose_turn: bool = False
    points: int = 0
    seconds: int = 0

    def line(self, rules: RuleSet) -> str:
        """The line under the verdict, in the rulebook's words."""
        lines = rules.consequence
        if self.lose_turn:
            return lines.lose_turn
        if self.points:
            line = lines.gain if rules.penalty.applied_to is AppliedTo.CHALLENGED_GAIN else lines.loss
            return line.replace("{points}", str(self.points))
        if self.seconds:
            return lines.seconds.replace("{seconds}", str(self.seconds))
        return lines.none

    def amount(self, rules: RuleSet) -> str:
        """How much it is, in the middle of a sentence."""
        if self.lose_turn:
            return "the challenger loses the turn"
        if self.points:
            return "1 point" if self.points == 1 else f"{self.points} points"
        if self.seconds:
            return f"{self.seconds} seconds off the challenger's {rules.terms.clock}"
        return "no penalty"

    def effect(self, rules: RuleSet) -> tuple[Effect, Concerned, int]:
        """What a decision on it does, to whom, and how much of it."""
        if self.lose_turn:
            return Effect.TURN_LOST, Concerned.CHALLENGER, 0
        if self.points and rules.penalty.applied_to is AppliedTo.CHALLENGED_GAIN:
            return Effect.POINTS_TO_GAME, Concerned.CHALLENGED, self.points
        if self.points:
            return Effect.POINTS_OFF_GAME, Concerned.CHALLENGER, self.points
        if self.seconds:
            return Effect.TIME_TAKEN, Concerned.CHALLENGER, self.seconds
        return Effect.NONE, Concerned.CHALLENGER, 0

    def worth(self, turn_value: int) -> int:
        """What it comes to in points, where a turn is worth *turn_value*."""
        return self.points + (turn_value if self.lose_turn else 0)


@frozen
class Penalty:
    """*steps* by earlier failures; *per_word*: the amount is multiplied by the number of words challenged.
    *label*: what it is called where no rule set names it; empty where its amounts are a rule set's own."""

    id: PenaltyId
    steps: tuple[Outcome, ...]
    label: str = ""
    per_word: bool = False

    @property
    def needs_history(self) -> bool:
        return len(self.steps) > 1


def _points(*amounts: int) -> tuple[Outcome, ...]:
    return tuple(Outcome(points=amount) for amount in amounts)


_ALL = (
    Penalty(PenaltyId.LOSE_TURN, (Outcome(lose_turn=True),), "Lose the turn"),
    Penalty(PenaltyId.FIVE_PER_WORD, _points(5), "5 points a word", per_word=True),
    Penalty(PenaltyId.FIVE_PER_TURN, _points(5), "5 points"),
    Penalty(PenaltyId.TEN_PER_WORD, _points(10), "10 points a word", per_word=True),
    Penalty(PenaltyId.TEN_PER_TURN, _points(10), "10 points"),
    Penalty(PenaltyId.NONE, (Outcome(),), "Free"),
    Penalty(PenaltyId.DINGLE, (Outcome(), Outcome(lose_turn=True)), "First free, then the turn"),
    Penalty(PenaltyId.FIVE_THEN_TEN, _points(5, 10), "First 5 points, then 10"),
    Penalty(PenaltyId.LADDER, ()),
    Penalty(PenaltyId.TIME, ()),
)
PENALTIES: Mapping[str, Penalty] = {penalty.id: penalty for penalty in _ALL}
CONFIGURED = frozenset(penalty.id for penalty in _ALL if not penalty.steps)


def penalty(id: str, amounts: tuple[int, ...] = ()) -> Penalty:
    """The penalty *id*; *amounts* are the points of a ladder or the seconds of a time penalty, no other's."""
    if id not in PENALTIES:
        known = ", ".join(PENALTIES)
        raise RuleSetError(f"There is no penalty “{id}”. Choose one of: {known}.")
    found = PENALTIES[id]
    if found.steps:
        if amounts:
            raise RuleSetError(f"The penalty “{id}” has a fixed amount. Give no amounts with it.")
        return found
    if not amounts or min(amounts) < 0:
        raise RuleSetError(f"The penalty “{id}” needs its amounts. Give them in a rule set of your own.")
    if id == PenaltyId.TIME:
        return replace(found, steps=tuple(Outcome(seconds=amount) for amount in amounts))
    return replace(found, steps=_points(*amounts))


def choose_penalty(rules: RuleSet, wanted: str | None, *, international: bool) -> str:
    """The penalty *wanted*, if *rules* offer it here; the rulebook's own where none is named. Where the
    rulebook leaves the choice to the director, somebody has to name it."""
    options = rules.penalty.options_for(international=international)
    named = ", ".join(options)
    if not options:
        raise RuleSetError(
            f"The rule set {rules.id} knows no international divisions. Leave --international out."
        )
    if wanted is None and (usual := rules.penalty.unless_named(international=international)) is not None:
        return usual
    if wanted is None:
        raise RuleSetError(
            f"Under {rules.id} the {rules.terms.director} names what a failed challenge costs in an "
            f"international division. Give it with --penalty: {named}."
        )
    if wanted not in options:
        raise RuleSetError(f"{rules.id} has no penalty “{wanted}” here. Choose one of: {named}.")
    return wanted


def penalty_under(rules: RuleSet, id: str) -> Penalty:
    """The penalty *id* with the amounts that *rules* lay down for it."""
    if id not in CONFIGURED:
        return penalty(id)
    seconds = () if rules.penalty.time_s is None else (rules.penalty.time_s,)
    return penalty(id, seconds if id == PenaltyId.TIME else rules.penalty.ladder)


def failed_challenge(penalty: Penalty, words: int, earlier_failures: int | None = None) -> Outcome:
    """What a failed challenge of *words* words costs a challenger with *earlier_failures* behind them.

    Asking for a penalty that depends on history without giving it is a bug.
    """
    if penalty.needs_history and earlier_failures is None:
        raise ValueError(f"{penalty.id} depends on the challenger's earlier failures")
    step = penalty.steps[min(earlier_failures or 0, len(penalty.steps) - 1)]
    return replace(step, points=step.points * words) if penalty.per_word else step


def consequence_line(rules: RuleSet, penalty: Penalty, verdict: Verdict, words: int) -> str:
    """The line under the verdict, from public data alone; empty where nothing was decided."""
    if verdict is Verdict.REFER:
        return ""
    if verdict is Verdict.UNACCEPTABLE:
        return rules.consequence.unacceptable
    if penalty.needs_history:
        return rules.consequence.history
    return failed_challenge(penalty, words).line(rules)
