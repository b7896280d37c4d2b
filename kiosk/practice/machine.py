"""The rules of a drill.

How it works. A play is asked (`Asking`), answered by keys (`Picking` where each word has its price,
`Believing` where it is asked how sure the player is), saved, and only then explained (`Revealed`). Each state
says what a key does in it; what the shell answers is given here to the state that waits for it.

    Waiting → Asking (→ Picking) (→ Believing) → Saving → Revealed → Waiting … SessionOver
    UNDO: Asking | Revealed → Undoing → Asking, with the last answer taken back

The rules it guards: an answer is saved before anything of it is revealed; no question is shown that does not
hold against the list in use; leaving is one key, everywhere.
"""

from abc import abstractmethod
from collections.abc import Container
from dataclasses import replace
from typing import Self, TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.practice import events
from kiosk.practice.answers import BELIEFS, Attempt, PlayAnswer, Weighed, weigh
from kiosk.practice.questions import Question, SessionPlan, holds
from kiosk.practice.wording import ALL_ASKED, LIST_TOO_SMALL, WordNotes

# ---- states ------------------------------------------------------------------------------------------------


@frozen
class Progress:
    """*seen*: the strings that were asked. *last*: the question of the last attempt. *refused*: questions in
    a row that did not hold against the list."""

    plan: SessionPlan
    attempts: tuple[Attempt, ...] = ()
    seen: frozenset[str] = frozenset()
    last: Question | None = None
    refused: int = 0

    def after(self, question: Question, attempt: Attempt) -> Self:
        """The progress once *attempt* at *question* is on disk."""
        seen = self.seen | {word.word for word in question.words if word.family or not word.valid}
        return replace(
            self,
            attempts=(*self.attempts, attempt),
            seen=seen | {question.words[0].word},
            last=question,
        )


class DrillState:
    """What a drill is in."""

    __slots__ = ()

    @property
    @abstractmethod
    def progress(self) -> Progress:
        """How far the session has come."""

    def act(self, key: events.DrillKey) -> "Stepped":
        """What *key* does; one that means nothing here changes nothing."""
        return self, ()

    @property
    def ends_at_ms(self) -> int | None:
        """When time is up for the player, on the clock that events carry; None: never."""
        return None

    def ran_out(self, at_ms: int) -> "Stepped":
        """A play that nobody held in time stands."""
        return self, ()


Stepped: TypeAlias = tuple[DrillState, tuple[events.DrillEffect, ...]]


@frozen
class Waiting(DrillState):
    """For a question."""

    progress: Progress


class _Timed(DrillState):
    """The play is on the board, and the clock runs where the session has one."""

    __slots__ = ()

    @property
    def since_ms(self) -> int:
        """When the play was first shown."""
        raise NotImplementedError

    @property
    def ends_at_ms(self) -> int | None:
        hold_ms = self.progress.plan.hold_ms
        return None if hold_ms is None else self.since_ms + hold_ms


@frozen
class Asking(_Timed):
    """The play is shown: accept or challenge? *since_ms*: when it was first shown."""

    progress: Progress
    question: Question
    since_ms: int

    def act(self, key: events.DrillKey) -> Stepped:
        match key:
            case events.AcceptPressed(at_ms=at_ms):
                return self._answer(at_ms, ()).asked_or_saved()
            case events.ChallengePressed(at_ms=at_ms):
                words = len(self.question.words)
                if self.progress.plan.stake.per_word and words > 1:
                    return Picking(self.progress, self.question, self.since_ms, self._took_ms(at_ms)), ()
                return self._answer(at_ms, tuple(range(words))).asked_or_saved()
            case events.UndoPressed():
                return take_back(self)
            case events.WordPressed() | events.BeliefPressed() | events.DonePressed() | events.LeavePressed():
                return self, ()
            case _:
                assert_never(key)

    def ran_out(self, at_ms: int) -> Stepped:
        return self._answer(at_ms, ()).save(None)

    def _took_ms(self, at_ms: int) -> int:
        return max(0, at_ms - self.since_ms)

    def _answer(self, at_ms: int, challenged: tuple[int, ...]) -> "Believing":
        took_ms = self._took_ms(at_ms)
        return Believing(self.progress, self.question, self.since_ms, took_ms, challenged)


@frozen
class Picking(_Timed):
    """Which words are challenged, where each has its price."""

    progress: Progress
    question: Question
    since_ms: int
    took_ms: int
    picked: tuple[int, ...] = ()

    def act(self, key: events.DrillKey) -> Stepped:
        match key:
            case events.WordPressed(place=place):
                if not 0 <= place < len(self.question.words):
                    return self, ()
                return replace(self, picked=tuple(sorted(set(self.picked) ^ {place}))), ()
            case events.DonePressed():
                if not self.picked:
                    return self, ()
                took = (self.since_ms, self.took_ms)
                return Believing(self.progress, self.question, *took, self.picked).asked_or_saved()
            case events.UndoPressed():
                return self._ask_again(), ()
            case (
                events.AcceptPressed()
                | events.ChallengePressed()
                | events.BeliefPressed()
                | events.LeavePressed()
            ):
                return self, ()
            case _:
                assert_never(key)

    def ran_out(self, at_ms: int) -> Stepped:
        return self._ask_again().ran_out(at_ms)

    def _ask_again(self) -> Asking:
        return Asking(self.progress, self.question, self.since_ms)


@frozen
class Believing(_Timed):
    """How likely is it that the play is not good?"""

    progress: Progress
    question: Question
    since_ms: int
    took_ms: int
    challenged: tuple[int, ...]

    def act(self, key: events.DrillKey) -> Stepped:
        match key:
            case events.BeliefPressed(step=at):
                return self.save(BELIEFS[at]) if 0 <= at < len(BELIEFS) else (self, ())
            case events.DonePressed():
                return self.save(None)
            case events.UndoPressed():
                return Asking(self.progress, self.question, self.since_ms), ()
            case (
                events.AcceptPressed()
                | events.ChallengePressed()
                | events.WordPressed()
                | events.LeavePressed()
            ):
                return self, ()
            case _:
                assert_never(key)

    def ran_out(self, at_ms: int) -> Stepped:
        return self.save(None)

    def asked_or_saved(self) -> Stepped:
        return (self, ()) if self.progress.plan.ask_belief else self.save(None)

    def save(self, belief: float | None) -> Stepped:
        """The answer as it will stand in the history; nothing is shown until it does."""
        plan, question = self.progress.plan, self.question
        weighed = weigh(question.valid, question.score, plan.stake, self.challenged, belief)
        attempt = Attempt(
            session=plan.id,
            kind=plan.kind,
            fingerprint=plan.fingerprint,
            penalty=plan.stake.penalty.id,
            turn_value=plan.stake.turn_value,
            earlier=plan.stake.earlier,
            words=question.words,
            score=question.score,
            answer=PlayAnswer.CHALLENGE if self.challenged else PlayAnswer.ACCEPT,
            challenged=self.challenged,
            picked=plan.stake.per_word,
            belief=belief,
            took_ms=self.took_ms,
            gained=weighed.gained,
            lost=weighed.lost,
            threshold_lost=weighed.threshold_lost,
            timed=plan.timed,
        )
        return Saving(self.progress, question, attempt), (events.SaveAnswer(attempt),)


@frozen
class Saving(DrillState):
    """The answer is on its way to the disk."""

    progress: Progress
    question: Question
    attempt: Attempt

    def on_saved(self, notes: tuple[WordNotes, ...]) -> "Revealed":
        """The state once the answer is on disk."""
        question, attempt = self.question, self.attempt
        stake = self.progress.plan.stake
        weighed = weigh(question.valid, question.score, stake, attempt.challenged, attempt.belief)
        return Revealed(self.progress.after(question, attempt), question, attempt, weighed, notes)


@frozen
class Revealed(DrillState):
    """The answer is saved, and everything is said."""

    progress: Progress
    question: Question
    attempt: Attempt
    weighed: Weighed
    notes: tuple[WordNotes, ...]

    def act(self, key: events.DrillKey) -> Stepped:
        match key:
            case events.DonePressed():
                return ask_next(self.progress)
            case events.UndoPressed():
                return take_back(self)
            case (
                events.AcceptPressed()
                | events.ChallengePressed()
                | events.WordPressed()
                | events.BeliefPressed()
                | events.LeavePressed()
            ):
                return self, ()
            case _:
                assert_never(key)


@frozen
class Undoing(DrillState):
    """The last answer is being taken back; then its question is asked again."""

    progress: Progress
    question: Question

    def undone(self, at_ms: int) -> Asking:
        progress = replace(self.progress, attempts=self.progress.attempts[:-1], last=None)
        return Asking(progress, self.question, at_ms)


@frozen
class SessionOver(DrillState):
    """*why*: what ended it, in words for the player; empty if they left."""

    progress: Progress
    why: str = ""


def ask_next(progress: Progress) -> Stepped:
    """The next question, if the session is not over."""
    if progress.plan.most and len(progress.attempts) >= progress.plan.most:
        return SessionOver(progress, ALL_ASKED), ()
    return Waiting(progress), (events.MakeQuestion(progress.plan, progress.seen),)


def take_back(state: DrillState) -> Stepped:
    """The last answer is taken back, if there is one."""
    progress = state.progress
    if progress.last is None or not progress.attempts:
        return state, ()
    return Undoing(progress, progress.last), (events.UndoAnswer(progress.plan.id),)


# ---- step --------------------------------------------------------------------------------------------------

_MOST_REFUSED = 20


def begin(plan: SessionPlan) -> Stepped:
    """A session by *plan*, and the order for its first question."""
    return ask_next(Progress(plan))


def step(known: Container[str], state: DrillState, event: events.DrillEvent) -> Stepped:
    """What *state* becomes on *event*, and what must now be done; *known*: the list in use."""
    match event:
        case events.LeavePressed():
            # What is being saved or taken back is on disk before anybody can leave: both are answered at
            # once.
            return (state if isinstance(state, SessionOver) else SessionOver(state.progress)), ()
        case events.AcceptPressed() | events.ChallengePressed() | events.WordPressed():
            return state.act(event)
        case events.BeliefPressed() | events.DonePressed() | events.UndoPressed():
            return state.act(event)
        case events.QuestionMade(question=question, at_ms=at_ms):
            return _show(known, state, question, at_ms) if isinstance(state, Waiting) else (state, ())
        case events.NoQuestion(why=why):
            return (SessionOver(state.progress, why) if isinstance(state, Waiting) else state), ()
        case events.AnswerSaved(notes=notes):
            return (state.on_saved(notes) if isinstance(state, Saving) else state), ()
        case events.AnswerNotSaved(why=why):
            unsaved = isinstance(state, Saving | Undoing)
            return (SessionOver(state.progress, why) if unsaved else state), ()
        case events.AnswerUndone(at_ms=at_ms):
            return (state.undone(at_ms) if isinstance(state, Undoing) else state), ()
        case events.TimeIsUp(at_ms=at_ms):
            return state.ran_out(at_ms)
        case _:
            assert_never(event)


def _show(known: Container[str], state: Waiting, question: Question, at_ms: int) -> Stepped:
    if holds(question, known):
        return Asking(replace(state.progress, refused=0), question, at_ms), ()
    refused = state.progress.refused + 1
    if refused >= _MOST_REFUSED:
        return SessionOver(state.progress, LIST_TOO_SMALL), ()
    progress = replace(state.progress, refused=refused)
    return Waiting(progress), (events.MakeQuestion(progress.plan, progress.seen),)
