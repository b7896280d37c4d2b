"""The three scores week by week, and the days of this one. There is no streak to lose."""

from collections.abc import Iterable
from datetime import date, timedelta

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import Attempt
from kiosk.practice.scores.calibration import Calibration, calibration
from kiosk.practice.scores.counting import counted
from kiosk.practice.scores.knowledge import Confusion, knowledge
from kiosk.practice.scores.points import DecisionScore, decision_score


@frozen
class WeekScores:
    """*monday*: its first day, YYYY-MM-DD."""

    monday: str
    answers: int
    knowledge: Confusion
    calibration: Calibration
    decision: DecisionScore


def weeks(attempts: Iterable[Attempt]) -> tuple[WeekScores, ...]:
    """The scores of each week that has an answer, oldest first, by the player's own calendar."""
    by_week: dict[str, list[Attempt]] = {}
    for attempt in counted(attempts):
        by_week.setdefault(_monday(attempt.local_day), []).append(attempt)
    return tuple(
        WeekScores(monday, len(held), knowledge(held).total, calibration(held), decision_score(held))
        for monday, held in sorted(by_week.items())
    )


def days_this_week(attempts: Iterable[Attempt], today: str) -> tuple[int, ...]:
    """The answers of each day of the week of *today*, Monday first; timed ones too, they are practice."""
    first = date.fromisoformat(_monday(today))
    days = [(first + timedelta(days=day)).isoformat() for day in range(7)]
    answered = [attempt.local_day for attempt in attempts]
    return tuple(answered.count(day) for day in days)


def _monday(day: str) -> str:
    found = date.fromisoformat(day)
    return (found - timedelta(days=found.weekday())).isoformat()
