"""The situations of a drill. The one that explains a play holds an answer that is already on disk."""

from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import Attempt
from kiosk.practice.decision import Weighed
from kiosk.practice.drill.notes import WordNotes
from kiosk.practice.drill.question import Question, SessionPlan


@frozen
class Progress:
    """*seen*: the strings that were asked. *last*: the question of the last attempt. *refused*: questions in
    a row that did not hold against the list."""

    plan: SessionPlan
    attempts: tuple[Attempt, ...] = ()
    seen: frozenset[str] = frozenset()
    last: Question | None = None
    refused: int = 0


@frozen
class Waiting:
    """For a question."""

    progress: Progress


@frozen
class Asking:
    """The play is shown: accept or challenge? *since_ms*: when it was first shown."""

    progress: Progress
    question: Question
    since_ms: int


@frozen
class Picking:
    """Which words are challenged, where each has its price."""

    progress: Progress
    question: Question
    since_ms: int
    took_ms: int
    picked: tuple[int, ...] = ()


@frozen
class Believing:
    """How likely is it that the play is not good?"""

    progress: Progress
    question: Question
    since_ms: int
    took_ms: int
    challenged: tuple[int, ...]


@frozen
class Saving:
    """The answer is on its way to the disk."""

    progress: Progress
    question: Question
    attempt: Attempt


@frozen
class Revealed:
    """The answer is saved, and everything is said."""

    progress: Progress
    question: Question
    attempt: Attempt
    weighed: Weighed
    notes: tuple[WordNotes, ...]


@frozen
class Undoing:
    """The last answer is being taken back; then its question is asked again."""

    progress: Progress
    question: Question


@frozen
class SessionOver:
    """*why*: what ended it, in words for the player; empty if they left."""

    progress: Progress
    why: str = ""


DrillState: TypeAlias = Waiting | Asking | Picking | Believing | Saving | Revealed | Undoing | SessionOver
