"""All that a player sees of their own history at once: three scores side by side, never one of them."""

from kiosk.core.frozen import frozen
from kiosk.practice.scores.calibration import Calibration
from kiosk.practice.scores.knowledge import Knowledge
from kiosk.practice.scores.points import DecisionScore
from kiosk.practice.scores.weeks import WeekScores


@frozen
class Results:
    """*due*: cards to review now; *fresh*: new ones that may be begun today; *ahead*: cards due today and on
    the days that follow. *misses*: words to play again. *cards*, *mine*: all cards, and those brought in."""

    answers: int
    knowledge: Knowledge
    calibration: Calibration
    decision: DecisionScore
    weeks: tuple[WeekScores, ...]
    days: tuple[int, ...]
    due: int
    fresh: int
    ahead: tuple[int, ...]
    misses: int
    cards: int = 0
    mine: int = 0
