"""The rules of a drill.

How it works. A play is asked (`Asking`), answered by keys (`Picking` where each word has its price,
`Believing` where it is asked how sure the player is), saved, and only then explained (`Revealed`). Each state
says what a key does in it; what the shell answers is given here to the state that waits for it.

    Waiting → Asking (→ Picking) (→ Believing) → Saving → Revealed → Waiting … SessionOver
    UNDO: Asking | Revealed → Undoing → Asking, with the last answer taken back

The rules it guards: an answer is saved before anything of it is revealed; no question is shown that does not
hold against the list in use; leaving is one key, everywhere.
"""

from collections.abc import Container
from dataclasses import replace
from typing import assert_never

from kiosk.practice.events import (
    AcceptPressed,
    AnswerNotSaved,
    AnswerSaved,
    AnswerUndone,
    BeliefPressed,
    ChallengePressed,
    DonePressed,
    DrillEvent,
    LeavePressed,
    MakeQuestion,
    NoQuestion,
    QuestionMade,
    TimeIsUp,
    UndoPressed,
    WordPressed,
)
from kiosk.practice.questions import Question, SessionPlan, holds
from kiosk.practice.states import (
    Asking,
    DrillState,
    Progress,
    Saving,
    SessionOver,
    Stepped,
    Undoing,
    Waiting,
    ask_next,
)
from kiosk.practice.wording import LIST_TOO_SMALL

_MOST_REFUSED = 20


def begin(plan: SessionPlan) -> Stepped:
    """A session by *plan*, and the order for its first question."""
    return ask_next(Progress(plan))


def step(known: Container[str], state: DrillState, event: DrillEvent) -> Stepped:
    """What *state* becomes on *event*, and what must now be done; *known*: the list in use."""
    match event:
        case LeavePressed():
            # What is being saved or taken back is on disk before anybody can leave: both are answered at
            # once.
            return (state if isinstance(state, SessionOver) else SessionOver(state.progress)), ()
        case AcceptPressed() | ChallengePressed() | WordPressed():
            return state.act(event)
        case BeliefPressed() | DonePressed() | UndoPressed():
            return state.act(event)
        case QuestionMade(question=question, at_ms=at_ms):
            return _show(known, state, question, at_ms) if isinstance(state, Waiting) else (state, ())
        case NoQuestion(why=why):
            return (SessionOver(state.progress, why) if isinstance(state, Waiting) else state), ()
        case AnswerSaved(notes=notes):
            return (state.saved(notes) if isinstance(state, Saving) else state), ()
        case AnswerNotSaved(why=why):
            unsaved = isinstance(state, Saving | Undoing)
            return (SessionOver(state.progress, why) if unsaved else state), ()
        case AnswerUndone(at_ms=at_ms):
            return (state.undone(at_ms) if isinstance(state, Undoing) else state), ()
        case TimeIsUp(at_ms=at_ms):
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
    return Waiting(progress), (MakeQuestion(progress.plan, progress.seen),)
