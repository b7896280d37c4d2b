"""The rules of a drill: what it becomes on each event, what must then be done, and what is said of a
decision.
"""

from collections.abc import Container
from dataclasses import replace
from typing import TypeAlias, assert_never

from kiosk.base.frozen import frozen
from kiosk.practice.answers import BELIEFS, Attempt, Move, PlayAnswer, Weighed, weigh
from kiosk.practice.questions import Question, SessionPlan, holds
from kiosk.practice.states import (
    AcceptPressed,
    AnswerNotSaved,
    AnswerSaved,
    AnswerUndone,
    Asking,
    BeliefPressed,
    Believing,
    ChallengePressed,
    DonePressed,
    DrillEffect,
    DrillEvent,
    DrillKey,
    DrillNews,
    DrillState,
    LeavePressed,
    MakeQuestion,
    NoQuestion,
    Picking,
    Progress,
    QuestionMade,
    Revealed,
    SaveAnswer,
    Saving,
    SessionOver,
    TimeIsUp,
    UndoAnswer,
    Undoing,
    UndoPressed,
    Waiting,
    WordPressed,
)
from kiosk.practice.wording import ALL_ASKED, LIST_TOO_SMALL

# ---- told --------------------------------------------------------------------------------------------------
# What is said of a decision after it was made: what it brought, and what would have been best.


@frozen
class DecisionTold:
    """*answer*: what the player did; *truth*: what the play was; *points*: with its sign; *lines*: why."""

    answer: str
    truth: str
    points: str
    lines: tuple[str, ...]


def told(state: Revealed) -> DecisionTold:
    """The decision of *state* in words."""
    weighed, attempt = state.weighed, state.attempt
    words = [word.word for word in state.question.words]
    picked = attempt.picked and len(words) > 1
    lines = [f"A challenge pays from {percent(weighed.break_even)} sure that the play is not good."]
    if weighed.at_belief is not None and attempt.belief is not None:
        best = _move(weighed.at_belief, words, picked=picked)
        lines.append(f"At the {percent(attempt.belief)} you said, best is to {best}.")
        short = weighed.threshold_lost or 0.0
        if short >= 0.05:
            lines.append(f"Your choice was worth {short:.1f} points less than that.")
    lines.append(f"Knowing every word, best is to {_move(weighed.knowing, words, picked=picked)}.")
    return DecisionTold(
        answer=f"You {_did(attempt.challenged, words, picked=picked)}.",
        truth="The play was not good." if state.question.is_bad else "The play was good.",
        points=points(weighed.points),
        lines=tuple(lines),
    )


def points(number: float) -> str:
    """*number* of points with its sign."""
    return f"{number:+.0f} points".replace("-", "−") if round(number) else "0 points"


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def _did(challenged: tuple[int, ...], words: list[str], *, picked: bool) -> str:
    if not challenged:
        return "accepted"
    return f"challenged {_named(challenged, words)}" if picked else "challenged"


def _move(move: Move, words: list[str], *, picked: bool) -> str:
    if not move.challenges:
        return "accept"
    return f"challenge {_named(move.places, words)}" if picked else "challenge"


def _named(places: tuple[int, ...], words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[at] for at in places[:-1]), words[places[-1]]]))


# ---- step --------------------------------------------------------------------------------------------------
# The rules of a drill: what it becomes on each event, and what must then be done.
#
# The rules guarded: an answer is saved before anything of it is revealed; no question is shown that does not
# hold against the list in use; leaving is one key, everywhere.

_MOST_REFUSED = 20

Stepped: TypeAlias = tuple[DrillState, tuple[DrillEffect, ...]]


def begin(plan: SessionPlan) -> Stepped:
    """A session by *plan*, and the order for its first question."""
    return _next(Progress(plan))


def step(known: Container[str], state: DrillState, event: DrillEvent) -> Stepped:
    """What *state* becomes on *event*, and what must now be done; *known*: the list in use. A key that means
    nothing there changes nothing."""
    match event:
        case LeavePressed():
            return _left(state)
        case QuestionMade() | NoQuestion() | AnswerSaved() | AnswerNotSaved() | AnswerUndone() | TimeIsUp():
            return _told(known, state, event)
        case (
            AcceptPressed()
            | ChallengePressed()
            | WordPressed()
            | BeliefPressed()
            | DonePressed()
            | UndoPressed()
        ):
            return _pressed(state, event)
        case _:
            assert_never(event)


def lifetime(state: DrillState) -> int | None:
    """When time is up for *state*, on the clock its events carry; None: never."""
    match state:
        case Asking() | Picking() | Believing():
            hold = state.progress.plan.hold_ms
            return None if hold is None else state.since_ms + hold
        case Waiting() | Saving() | Revealed() | Undoing() | SessionOver():
            return None
        case _:
            assert_never(state)


# ---- keys --------------------------------------------------------------------------------------------------
def _left(state: DrillState) -> Stepped:
    # What is being saved or taken back is on disk before anybody can leave: both are answered at once.
    return (state if isinstance(state, SessionOver) else SessionOver(state.progress)), ()


def _pressed(state: DrillState, key: DrillKey) -> Stepped:
    match state:
        case Asking():
            return _asking(state, key)
        case Picking():
            return _picking(state, key)
        case Believing():
            return _believing(state, key)
        case Revealed():
            return _revealed(state, key)
        case Waiting() | Saving() | Undoing() | SessionOver():
            return state, ()
        case _:
            assert_never(state)


def _asking(state: Asking, key: DrillKey) -> Stepped:
    match key:
        case AcceptPressed(at_ms=at_ms):
            return _answered(_believing_in(state, at_ms, ()))
        case ChallengePressed(at_ms=at_ms):
            words = len(state.question.words)
            if state.progress.plan.stake.per_word and words > 1:
                took_ms = max(0, at_ms - state.since_ms)
                return Picking(state.progress, state.question, state.since_ms, took_ms), ()
            return _answered(_believing_in(state, at_ms, tuple(range(words))))
        case UndoPressed():
            return _taken_back(state.progress, state)
        case WordPressed() | BeliefPressed() | DonePressed() | LeavePressed():
            return state, ()
        case _:
            assert_never(key)


def _believing_in(state: Asking, at_ms: int, challenged: tuple[int, ...]) -> Believing:
    took_ms = max(0, at_ms - state.since_ms)
    return Believing(state.progress, state.question, state.since_ms, took_ms, challenged)


def _picking(state: Picking, key: DrillKey) -> Stepped:
    match key:
        case WordPressed(place=place):
            if not 0 <= place < len(state.question.words):
                return state, ()
            picked = set(state.picked) ^ {place}
            return replace(state, picked=tuple(sorted(picked))), ()
        case DonePressed():
            if not state.picked:
                return state, ()
            took = (state.since_ms, state.took_ms)
            return _answered(Believing(state.progress, state.question, *took, state.picked))
        case UndoPressed():
            return Asking(state.progress, state.question, state.since_ms), ()
        case AcceptPressed() | ChallengePressed() | BeliefPressed() | LeavePressed():
            return state, ()
        case _:
            assert_never(key)


def _believing(state: Believing, key: DrillKey) -> Stepped:
    match key:
        case BeliefPressed(step=at):
            return _saved(state, BELIEFS[at]) if 0 <= at < len(BELIEFS) else (state, ())
        case DonePressed():
            return _saved(state, None)
        case UndoPressed():
            return Asking(state.progress, state.question, state.since_ms), ()
        case AcceptPressed() | ChallengePressed() | WordPressed() | LeavePressed():
            return state, ()
        case _:
            assert_never(key)


def _revealed(state: Revealed, key: DrillKey) -> Stepped:
    match key:
        case DonePressed():
            return _next(state.progress)
        case UndoPressed():
            return _taken_back(state.progress, state)
        case AcceptPressed() | ChallengePressed() | WordPressed() | BeliefPressed() | LeavePressed():
            return state, ()
        case _:
            assert_never(key)


# ---- news --------------------------------------------------------------------------------------------------
def _told(known: Container[str], state: DrillState, news: DrillNews) -> Stepped:
    match news:
        case QuestionMade(question=question, at_ms=at_ms):
            return _shown(known, state, question, at_ms)
        case NoQuestion(why=why):
            return (SessionOver(state.progress, why) if isinstance(state, Waiting) else state), ()
        case AnswerSaved(notes=notes):
            if not isinstance(state, Saving):
                return state, ()
            weighed = _weighed(state.progress.plan, state.question, state.attempt)
            progress = _with(state.progress, state.question, state.attempt)
            return Revealed(progress, state.question, state.attempt, weighed, notes), ()
        case AnswerNotSaved(why=why):
            unsaved = isinstance(state, Saving | Undoing)
            return (SessionOver(state.progress, why) if unsaved else state), ()
        case AnswerUndone(at_ms=at_ms):
            return _again(state, at_ms)
        case TimeIsUp(at_ms=at_ms):
            return _ran_out(state, at_ms)
        case _:
            assert_never(news)


def _shown(known: Container[str], state: DrillState, question: Question, at_ms: int) -> Stepped:
    if not isinstance(state, Waiting):
        return state, ()
    if holds(question, known):
        return Asking(replace(state.progress, refused=0), question, at_ms), ()
    refused = state.progress.refused + 1
    if refused >= _MOST_REFUSED:
        return SessionOver(state.progress, LIST_TOO_SMALL), ()
    progress = replace(state.progress, refused=refused)
    return Waiting(progress), (MakeQuestion(progress.plan, progress.seen),)


def _again(state: DrillState, at_ms: int) -> Stepped:
    if not isinstance(state, Undoing):
        return state, ()
    progress = replace(state.progress, attempts=state.progress.attempts[:-1], last=None)
    return Asking(progress, state.question, at_ms), ()


def _ran_out(state: DrillState, at_ms: int) -> Stepped:
    """A play that nobody held in time stands."""
    match state:
        case Asking():
            return _saved(_believing_in(state, at_ms, ()), None)
        case Picking():
            return _saved(
                _believing_in(Asking(state.progress, state.question, state.since_ms), at_ms, ()), None
            )
        case Believing():
            return _saved(state, None)
        case Waiting() | Saving() | Revealed() | Undoing() | SessionOver():
            return state, ()
        case _:
            assert_never(state)


# ---- between -----------------------------------------------------------------------------------------------
def _next(progress: Progress) -> Stepped:
    if progress.plan.most and len(progress.attempts) >= progress.plan.most:
        return SessionOver(progress, ALL_ASKED), ()
    return Waiting(progress), (MakeQuestion(progress.plan, progress.seen),)


def _answered(state: Believing) -> Stepped:
    return (state, ()) if state.progress.plan.ask_belief else _saved(state, None)


def _saved(state: Believing, belief: float | None) -> Stepped:
    """The answer as it will stand in the history; nothing is shown until it does."""
    plan, question = state.progress.plan, state.question
    valid = tuple(word.valid for word in question.words)
    weighed = weigh(valid, question.score, plan.stake, state.challenged, belief)
    attempt = Attempt(
        session=plan.id,
        kind=plan.kind,
        fingerprint=plan.fingerprint,
        penalty=plan.stake.penalty.id,
        turn_value=plan.stake.turn_value,
        earlier=plan.stake.earlier,
        words=question.words,
        score=question.score,
        answer=PlayAnswer.CHALLENGE if state.challenged else PlayAnswer.ACCEPT,
        challenged=state.challenged,
        picked=plan.stake.per_word,
        belief=belief,
        took_ms=state.took_ms,
        gained=weighed.gained,
        lost=weighed.lost,
        threshold_lost=weighed.threshold_lost,
        timed=plan.timed,
    )
    return Saving(state.progress, question, attempt), (SaveAnswer(attempt),)


def _weighed(plan: SessionPlan, question: Question, attempt: Attempt) -> Weighed:
    valid = tuple(word.valid for word in question.words)
    return weigh(valid, question.score, plan.stake, attempt.challenged, attempt.belief)


def _with(progress: Progress, question: Question, attempt: Attempt) -> Progress:
    seen = progress.seen | {word.word for word in question.words if word.family or not word.valid}
    return replace(
        progress, attempts=(*progress.attempts, attempt), seen=seen | {question.words[0].word}, last=question
    )


def _taken_back(progress: Progress, state: DrillState) -> Stepped:
    if progress.last is None or not progress.attempts:
        return state, ()
    return Undoing(progress, progress.last), (UndoAnswer(progress.plan.id),)
