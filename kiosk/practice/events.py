"""What can happen in a drill, and what it orders done by whoever has the list, the history and chance."""

from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.practice.answers import Attempt
from kiosk.practice.questions import Question, SessionPlan
from kiosk.practice.wording import WordNotes

# ---- events ------------------------------------------------------------------------------------------------
# What can happen in a drill: keys of the player, and news from whoever carried out an order.


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


# ---- effects -----------------------------------------------------------------------------------------------
# What a drill orders done: by whoever has the list, the history and chance.


@frozen
class MakeQuestion:
    """Make a question; nothing in *seen* is asked unless it is due."""

    plan: SessionPlan
    seen: frozenset[str]


@frozen
class SaveAnswer:
    """Make *attempt* durable; only then is anything revealed."""

    attempt: Attempt


@frozen
class UndoAnswer:
    """Take the last answer back, as if it had never been given."""

    session: str


DrillEffect: TypeAlias = MakeQuestion | SaveAnswer | UndoAnswer
