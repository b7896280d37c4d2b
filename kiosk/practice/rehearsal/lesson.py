"""The lesson as a machine: which part it is in, and what carries it on.

It watches the station's states and never holds them up: whoever does something else than it asks is judged
all the same, and stays in the part until it is done or skipped.
"""

from dataclasses import replace
from enum import Enum, auto
from typing import TypeAlias, assert_never

from kiosk.core.challenge.procedure import Procedure
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.challenge.states import Conceded, DirectorNeeded, Entering, Idle, Showing, State
from kiosk.core.frozen import frozen
from kiosk.core.rules.choices import Concession


class LessonPart(Enum):
    """What is tried, in this order, as far as list and rule set know it."""

    COMES_OFF = auto()
    STANDS = auto()
    MISTYPED = auto()
    CONCEDE = auto()
    CALL = auto()


@frozen
class SampleWords:
    """A word the lists in use have and one they lack; empty where none of ours would do."""

    good: str = ""
    bad: str = ""

    @property
    def mistyped(self) -> str:
        """The good word with its last two letters exchanged."""
        return f"{self.good[:-2]}{self.good[:-3:-1]}"


@frozen
class Lesson:
    """*corrected*: words were opened again after the check; *reached*: what the part is about was seen, and
    the next players ready the station for the next part."""

    parts: tuple[LessonPart, ...]
    place: int = 0
    corrected: bool = False
    reached: bool = False

    @property
    def part(self) -> LessonPart | None:
        """The part to be tried now; None: all were."""
        return self.parts[self.place] if self.place < len(self.parts) else None

    @property
    def ended(self) -> bool:
        return self.part is None


@frozen
class StationSeen:
    """The station shows *state*."""

    state: State


@frozen
class NextAsked:
    """The players skip to the next part."""


@frozen
class BackAsked:
    """The players want the part before once more."""


LessonEvent: TypeAlias = StationSeen | NextAsked | BackAsked


def lesson_for(procedure: Procedure, samples: SampleWords) -> Lesson:
    """The lesson that can be given with these rules and words."""
    open_to_players = [one for one in procedure.divisions if one.rules.self_lookup]
    concedes = all(one.rules.concession == Concession.EITHER for one in open_to_players)
    wanted = {
        LessonPart.COMES_OFF: bool(samples.bad),
        LessonPart.STANDS: bool(samples.good),
        LessonPart.MISTYPED: bool(samples.good),
        LessonPart.CONCEDE: bool(samples.good) and concedes,
        LessonPart.CALL: True,
    }
    return Lesson(tuple(part for part in LessonPart if wanted[part]))


def follow(lesson: Lesson, event: LessonEvent) -> Lesson:
    """*lesson* after *event*."""
    match event:
        case StationSeen(state):
            return _seen(lesson, state)
        case NextAsked():
            return _at(lesson, lesson.place + 1)
        case BackAsked():
            return _at(lesson, lesson.place - 1)
        case _:
            assert_never(event)


def _at(lesson: Lesson, place: int) -> Lesson:
    return Lesson(lesson.parts, min(max(0, place), len(lesson.parts)))


def _seen(lesson: Lesson, state: State) -> Lesson:
    if lesson.part is None:
        return lesson
    if isinstance(state, Idle):
        return _at(lesson, lesson.place + 1) if lesson.reached else replace(lesson, corrected=False)
    corrected = lesson.corrected or (isinstance(state, Entering) and bool(state.stood))
    reached = lesson.reached or _reaches(lesson.part, state, corrected=corrected)
    return replace(lesson, corrected=corrected, reached=reached)


def _reaches(part: LessonPart, state: State, *, corrected: bool) -> bool:
    """Whether *state* is what *part* is about."""
    verdict = state.ruling.adjudication.verdict if isinstance(state, Showing) else None
    match part:
        case LessonPart.COMES_OFF:
            return verdict is Verdict.UNACCEPTABLE
        case LessonPart.STANDS:
            return verdict is Verdict.ACCEPTABLE
        case LessonPart.MISTYPED:
            return verdict is not None and corrected
        case LessonPart.CONCEDE:
            return isinstance(state, Conceded)
        case LessonPart.CALL:
            return isinstance(state, DirectorNeeded)
        case _:
            assert_never(part)
