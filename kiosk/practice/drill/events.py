"""What can happen in a drill: keys of the player, and news from whoever carried out an order."""

from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.practice.drill.notes import WordNotes
from kiosk.practice.drill.question import Question


@frozen
class AcceptPressed:
    at_ms: int


@frozen
class ChallengePressed:
    at_ms: int


@frozen
class WordPressed:
    """A word of the play was picked or let go, by its place."""

    place: int


@frozen
class BeliefPressed:
    """One of the five steps, 0 to 4: how likely the play is not good."""

    step: int


@frozen
class DonePressed:
    """ENTER: the picking is done, no belief is stated, or on to the next."""


@frozen
class UndoPressed:
    """Back to the question; the last answer is taken back if there is one."""


@frozen
class LeavePressed:
    pass


@frozen
class QuestionMade:
    question: Question
    at_ms: int


@frozen
class NoQuestion:
    """There is nothing more to ask; *why* is for the player."""

    why: str


@frozen
class AnswerSaved:
    """The answer is on disk; *notes*: on each word of the play."""

    notes: tuple[WordNotes, ...]


@frozen
class AnswerNotSaved:
    why: str


@frozen
class AnswerUndone:
    at_ms: int


@frozen
class TimeIsUp:
    at_ms: int


DrillKey: TypeAlias = (
    AcceptPressed | ChallengePressed | WordPressed | BeliefPressed | DonePressed | UndoPressed | LeavePressed
)
DrillNews: TypeAlias = QuestionMade | NoQuestion | AnswerSaved | AnswerNotSaved | AnswerUndone | TimeIsUp
DrillEvent: TypeAlias = DrillKey | DrillNews
