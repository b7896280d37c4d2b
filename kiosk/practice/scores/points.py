"""The third score: what one's decisions are worth in points. Two losses are told apart: not knowing the
words, and knowing them but challenging when it does not pay, or not when it does."""

from collections.abc import Iterable

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import Attempt
from kiosk.practice.scores.counting import counted

PER = 100  # decisions


@frozen
class DecisionScore:
    """All but the counts are points per 100 decisions. *points*: gained less lost. *threshold_lost*: against
    the best at the stated belief, over the *stated* decisions that have one."""

    count: int
    gained: float
    lost: float
    stated: int
    threshold_lost: float

    @property
    def points(self) -> float:
        return self.gained - self.lost


def decision_score(attempts: Iterable[Attempt]) -> DecisionScore:
    """What the decisions in *attempts* were worth."""
    made = counted(attempts)
    short = [each.threshold_lost for each in made if each.threshold_lost is not None]
    return DecisionScore(
        count=len(made),
        gained=_per(sum(each.gained for each in made), len(made)),
        lost=_per(sum(each.lost for each in made), len(made)),
        stated=len(short),
        threshold_lost=_per(sum(short), len(short)),
    )


def _per(total: float, count: int) -> float:
    return PER * total / count if count else 0.0
