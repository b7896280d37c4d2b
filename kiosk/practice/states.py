"""The situations of a drill, what can happen in it, and what it orders."""

from collections.abc import Callable
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.practice.answers import AskedWord, Attempt, Weighed
from kiosk.practice.questions import Question, SessionPlan
from kiosk.practice.search import Hooks, WordSearch
from kiosk.practice.wording import how_made

# ---- notes -------------------------------------------------------------------------------------------------
# What is said of one word after the answer: only here, and only then.

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_NEAR = 6
_MOST_ANAGRAMS = 8


@frozen
class WordNotes:
    """*definition*: None if no source has one. *made*: how a phoney was made, a sentence; *near*: the good
    words it can be taken for, so that a phoney never has the last word."""

    word: str
    valid: bool
    definition: str | None
    hooks: Hooks
    anagrams: tuple[str, ...]
    made: str = ""
    near: tuple[str, ...] = ()


def notes_on(
    asked: AskedWord,
    words: WordSearch,
    defined: Callable[[str], str | None],
    showable: Callable[[str], bool],
) -> WordNotes:
    """All that can be said of *asked*; nothing that is not *showable* is."""
    word = asked.word
    front, back = words.hooks(word) if asked.valid else ("", "")
    return WordNotes(
        word=word,
        valid=asked.valid,
        definition=defined(word) if asked.valid else None,
        hooks=Hooks(
            "".join(letter for letter in front if showable(letter + word)),
            "".join(letter for letter in back if showable(word + letter)),
        ),
        anagrams=tuple(each for each in words.anagrams(word) if each != word and showable(each))[
            :_MOST_ANAGRAMS
        ],
        made="" if asked.valid else how_made(asked, words, showable),
        near=() if asked.valid else _near(asked, words, showable),
    )


def _near(asked: AskedWord, words: WordSearch, showable: Callable[[str], bool]) -> tuple[str, ...]:
    bases = [base for base in (asked.base, asked.second) if base != asked.word]
    found = dict.fromkeys((*bases, *sorted(_one_letter_off(asked.word))))
    return tuple(word for word in found if word in words and showable(word))[:_MOST_NEAR]


def _one_letter_off(word: str) -> set[str]:
    near = set()
    for place in range(len(word) + 1):
        start, rest = word[:place], word[place:]
        near |= {start + letter + rest for letter in _LETTERS}
        if rest:
            near |= {start + letter + rest[1:] for letter in _LETTERS}
            near.add(start + rest[1:])
            near.add(start + rest[1:2] + rest[:1] + rest[2:])
    return near - {word}


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


# ---- states ------------------------------------------------------------------------------------------------
# The situations of a drill. The one that explains a play holds an answer that is already on disk.


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
