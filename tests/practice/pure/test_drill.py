"""The drill machine: what each key does, and what no sequence of keys can do."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.base.machine import settle
from kiosk.practice.answers import PlayAnswer, SessionKind
from kiosk.practice.events import (
    AcceptPressed,
    AnswerNotSaved,
    AnswerSaved,
    AnswerUndone,
    BeliefPressed,
    ChallengePressed,
    DonePressed,
    LeavePressed,
    MakeQuestion,
    NoQuestion,
    QuestionMade,
    SaveAnswer,
    TimeIsUp,
    UndoAnswer,
    UndoPressed,
    WordPressed,
)
from kiosk.practice.machine import (
    Asking,
    Believing,
    Picking,
    Revealed,
    Saving,
    SessionOver,
    Waiting,
    begin,
    step,
)
from kiosk.practice.questions import Question, SessionPlan
from kiosk.practice.wording import ALL_ASKED, LIST_TOO_SMALL
from tests.support.practice import bad, board, good, stake

KNOWN = frozenset({"SO", "CARES", "CARE", "CAT"})
QUESTION = Question(board(5, 2, "c.", "a.", "r.", "e.", "SO"), (good("SO"), good("CARES", "hook")), 9)
PHONEY = Question(board(7, 7, "CATE"), (bad("CATE", base="CAT"),), 12)
PLAN = SessionPlan("s", SessionKind.DRILL, stake(), "f", 0.5)


class Shell:
    """Carries out what the machine orders, and remembers it; the disk may be full."""

    def __init__(self, *questions, full=False):
        self.questions = list(questions)
        self.saved = []
        self.full = full

    def __call__(self, effect):
        match effect:
            case MakeQuestion():
                if not self.questions:
                    return (NoQuestion("nothing left"),)
                return (QuestionMade(self.questions.pop(0), 1_000),)
            case SaveAnswer():
                if self.full:
                    return (AnswerNotSaved("the disk is full"),)
                self.saved.append(effect.attempt)
                return (AnswerSaved(()),)
            case UndoAnswer():
                self.saved.pop()
                return (AnswerUndone(9_000),)


def run(shell, *events, plan=PLAN, known=KNOWN):
    state, effects = begin(plan)
    for event in [reply for effect in effects for reply in shell(effect)]:
        state = settle(lambda *both: step(known, *both), shell, state, event)
    for event in events:
        state = settle(lambda *both: step(known, *both), shell, state, event)
    return state


def test_an_answer_is_saved_and_then_everything_is_said():
    shell = Shell(QUESTION)

    state = run(shell, ChallengePressed(3_500), BeliefPressed(3))

    assert isinstance(state, Revealed)
    assert [state.attempt] == shell.saved
    assert (state.attempt.answer, state.attempt.challenged) == (PlayAnswer.CHALLENGE, (0, 1))
    assert (state.attempt.belief, state.attempt.took_ms) == (0.75, 2_500)
    assert (state.weighed.gained, state.weighed.lost) == (0, 35)
    assert state.weighed.break_even == pytest.approx(35 / 44)


def test_what_cannot_be_saved_is_not_revealed():
    state = run(Shell(QUESTION, full=True), AcceptPressed(2_000), DonePressed())

    assert state == SessionOver(state.progress, "the disk is full")
    assert state.progress.attempts == ()


def test_where_each_word_has_its_price_one_says_which():
    plan = replace(PLAN, stake=stake("five_per_word"))
    shell = Shell(QUESTION)

    picking = run(Shell(QUESTION), ChallengePressed(2_000), DonePressed(), WordPressed(7), plan=plan)
    state = run(
        shell,
        *(ChallengePressed(2_000), WordPressed(0), WordPressed(1), WordPressed(0), DonePressed()),
        DonePressed(),
        plan=plan,
    )

    assert isinstance(picking, Picking)
    assert picking.picked == ()
    assert isinstance(state, Revealed)
    assert (state.attempt.challenged, state.attempt.picked, state.attempt.belief) == ((1,), True, None)
    assert state.weighed.lost == 5


def test_a_single_word_needs_no_picking():
    plan = replace(PLAN, stake=stake("five_per_word"))

    assert isinstance(run(Shell(PHONEY), ChallengePressed(2_000), plan=plan), Believing)


def test_belief_is_not_asked_of_who_does_not_want_it():
    plan = replace(PLAN, ask_belief=False)

    state = run(Shell(PHONEY), AcceptPressed(2_000), plan=plan)

    assert isinstance(state, Revealed)
    assert (state.attempt.belief, state.weighed.lost) == (None, 12)


def test_a_question_that_does_not_hold_is_never_shown_and_another_is_made():
    good_now = frozenset({*KNOWN, "CATE"})
    shell = Shell(PHONEY, QUESTION)

    state = run(shell, known=good_now)

    assert isinstance(state, Asking)
    assert state.question == QUESTION
    assert state.progress.refused == 0


def test_a_list_for_which_no_question_holds_ends_the_session():
    state = run(Shell(*[PHONEY] * 30), known=frozenset({"CATE"}))

    assert state == SessionOver(state.progress, LIST_TOO_SMALL)


@pytest.mark.parametrize("keys", [(), (ChallengePressed(2_000),), (AcceptPressed(2_000), DonePressed())])
def test_one_key_leaves_anywhere(keys):
    state = run(Shell(QUESTION), *keys, LeavePressed())

    assert isinstance(state, SessionOver)
    assert state.why == ""
    assert step(KNOWN, state, LeavePressed()) == (state, ())


def test_back_to_the_question_before_anything_is_saved():
    plan = replace(PLAN, stake=stake("five_per_word"))

    assert isinstance(run(Shell(QUESTION), AcceptPressed(2_000), UndoPressed()), Asking)
    assert isinstance(run(Shell(QUESTION), ChallengePressed(2_000), UndoPressed(), plan=plan), Asking)


def test_an_answer_is_taken_back_and_its_question_asked_again():
    shell = Shell(PHONEY, QUESTION)

    at_reveal = run(shell, AcceptPressed(2_000), DonePressed(), UndoPressed())
    assert shell.saved == []
    again = run(Shell(PHONEY, QUESTION), AcceptPressed(2_000), DonePressed(), DonePressed(), UndoPressed())

    for state in (at_reveal, again):
        assert isinstance(state, Asking)
        assert state.question == PHONEY
        assert (state.progress.attempts, state.since_ms) == ((), 9_000)
        assert step(KNOWN, state, UndoPressed()) == (state, ())


def test_a_session_of_so_many_questions_ends_after_them():
    plan = replace(PLAN, most=1)

    state = run(Shell(PHONEY, QUESTION), AcceptPressed(2_000), DonePressed(), DonePressed(), plan=plan)

    assert state == SessionOver(state.progress, ALL_ASKED)
    assert len(state.progress.attempts) == 1


def test_nothing_left_is_said():
    assert run(Shell()).why == "nothing left"


@pytest.mark.parametrize(
    "keys", [(), (ChallengePressed(1_500),), (ChallengePressed(1_500), WordPressed(1), DonePressed())]
)
def test_a_play_that_nobody_held_in_time_stands(keys):
    plan = replace(PLAN, hold_ms=15_000, stake=stake("five_per_word"))
    state = run(Shell(QUESTION), *keys, plan=plan)
    assert state.ends_at_ms == 16_000

    state = run(Shell(QUESTION), *keys, TimeIsUp(16_000), plan=plan)

    assert isinstance(state, Revealed)
    assert state.attempt.timed
    assert bool(state.attempt.challenged) is (len(keys) == 3)
    assert state.ends_at_ms is None


def test_what_was_asked_is_not_asked_again():
    state = run(Shell(QUESTION), AcceptPressed(2_000), DonePressed())

    assert state.progress.seen == {"SO", "CARES"}


EVENTS = st.one_of(
    st.builds(AcceptPressed, st.integers(0, 99_000)),
    st.builds(ChallengePressed, st.integers(0, 99_000)),
    st.builds(WordPressed, st.integers(-1, 6)),
    st.builds(BeliefPressed, st.integers(-1, 6)),
    st.builds(DonePressed),
    st.builds(UndoPressed),
    st.builds(TimeIsUp, st.integers(0, 99_000)),
    st.builds(AnswerSaved, st.just(())),
    st.builds(AnswerUndone, st.just(0)),
    st.builds(AnswerNotSaved, st.just("no")),
    st.builds(NoQuestion, st.just("no")),
    st.builds(QuestionMade, st.sampled_from([QUESTION, PHONEY]), st.just(0)),
)


@given(events=st.lists(EVENTS, max_size=40), per_word=st.booleans())
def test_no_sequence_of_events_reveals_what_is_not_saved(events, per_word):
    shell = Shell(*[QUESTION, PHONEY] * 30)
    plan = replace(PLAN, stake=stake("five_per_word" if per_word else "lose_turn"))
    state, effects = begin(plan)
    for event in [reply for effect in effects for reply in shell(effect)] + events:
        state = settle(lambda *both: step(KNOWN, *both), shell, state, event)

        assert not isinstance(state, Saving | Waiting)
        if isinstance(state, Revealed):
            assert shell.saved[-1] == state.attempt
        assert list(state.progress.attempts) == shell.saved


def test_a_machine_that_reveals_first_would_be_found():
    """The property above goes red for a shell that says “saved” and saves nothing."""

    class Liar(Shell):
        def __call__(self, effect):
            return (AnswerSaved(()),) if isinstance(effect, SaveAnswer) else super().__call__(effect)

    shell = Liar(QUESTION)
    state = run(shell, AcceptPressed(2_000), DonePressed())

    assert isinstance(state, Revealed)
    assert list(state.progress.attempts) != shell.saved
