"""What a drill orders done: by whoever has the list, the history and chance."""

from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import Attempt
from kiosk.practice.drill.question import SessionPlan


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
