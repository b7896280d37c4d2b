"""A question: a play on a fragment of board, and what is known of its words."""

from collections.abc import Container

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import AskedWord, SessionKind
from kiosk.practice.board.fragment import Fragment
from kiosk.practice.decision import Stake


@frozen
class SessionPlan:
    """*share*: of phoney plays, told when the session is over. *hold_ms*: time for a decision; None: any.
    *deck*: which one, in a session on a deck. *most*: questions; 0: until the player leaves."""

    id: str
    kind: SessionKind
    stake: Stake
    fingerprint: str
    share: float
    ask_belief: bool = True
    hold_ms: int | None = None
    deck: str = ""
    most: int = 0

    @property
    def timed(self) -> bool:
        return self.hold_ms is not None


@frozen
class Question:
    """*words* are those the fragment shows as made by the play, in its order."""

    fragment: Fragment
    words: tuple[AskedWord, ...]
    score: int

    @property
    def is_bad(self) -> bool:
        return not all(word.valid for word in self.words)


def holds(question: Question, known: Container[str]) -> bool:
    """Whether each word of *question* is what it is said to be by the list in use: asked again at the moment
    of display, for a phoney that is a word would teach a mistake."""
    return all((word.word in known) == word.valid for word in question.words)
