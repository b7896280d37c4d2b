"""What a player sees of their own history: three scores, weeks, what is due. It only reads."""

from kiosk.actions.practice.begin import OpenedPractice
from kiosk.core.practice.attempts import local_day
from kiosk.practice.schedule import MINE, NEW_A_DAY, due_by_day, is_due
from kiosk.practice.scores.calibration import calibration
from kiosk.practice.scores.knowledge import knowledge
from kiosk.practice.scores.points import decision_score
from kiosk.practice.scores.results import Results
from kiosk.practice.scores.summary import open_misses
from kiosk.practice.scores.weeks import days_this_week, weeks

_DAYS_AHEAD = 14


def results(opened: OpenedPractice) -> Results:
    """The scores over every answer given with the list in use."""
    fingerprint = opened.book.identity.fingerprint
    attempts = opened.history.attempts(fingerprint)
    cards = opened.history.cards(fingerprint)
    now = opened.clock()
    today = local_day(now.at, now.offset_min)
    waiting = sum(card.memory is None and not card.retired for card in cards)
    return Results(
        answers=len(attempts),
        knowledge=knowledge(attempts),
        calibration=calibration(attempts),
        decision=decision_score(attempts),
        weeks=weeks(attempts),
        days=days_this_week(attempts, today),
        due=sum(is_due(card, now.at) for card in cards),
        fresh=max(0, min(waiting, NEW_A_DAY - opened.history.begun_on(today))),
        ahead=due_by_day(cards, now.at, now.offset_min, _DAYS_AHEAD),
        misses=len(open_misses(attempts)),
        cards=len(cards),
        mine=sum(card.source == MINE for card in cards),
    )
