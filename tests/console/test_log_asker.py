"""The console's reader in other processes: what was withdrawn is never told, and a reader that dies costs one
sentence, not the console."""

import pytest

from kiosk.console.client import LogAsker
from kiosk.console.values import (
    HeadsSeen,
    HeadsWanted,
    Narrowing,
    ReadingFailed,
    RowsFound,
    RowsWanted,
    StatusWanted,
    VerifyFound,
    VerifyWanted,
)
from tests.support.workers import FakeChildren

ROWS, MORE = RowsWanted(Narrowing(), 0, 10), RowsWanted(Narrowing(), 100, 10)
NONE = RowsFound(0, 0, (), 0)


class Bench:
    """A reader at work, and all that was told and watched."""

    def __init__(self, reading=LogAsker):
        self.readers, self.told, self.watched = FakeChildren(), [], []
        self.reading = reading(self.readers, lambda *watched: self.watched.append(watched))

    def ask(self, question, then=lambda: None):
        def tell(answer):
            self.told.append((question, answer))
            then()

        self.reading.ask(question, tell, lambda *far: self.told.append((question, far)))


@pytest.fixture
def bench():
    return Bench()


def test_progress_and_answer_reach_whoever_asked_and_the_process_is_watched(bench):
    bench.ask(ROWS)
    bench.readers[0].advance(40)
    bench.readers[0].answer(NONE)

    bench.reading.hear()

    assert bench.told == [(ROWS, (40, 100)), (ROWS, NONE)]
    assert bench.watched[0] == ((50,), True)
    assert bench.watched[-1] == ((50,), False)


def test_what_was_withdrawn_is_never_told_and_the_next_is_answered(bench):
    bench.ask(ROWS)
    bench.reading.withdraw(ROWS)
    bench.ask(MORE)
    bench.readers[0].answer(NONE)
    bench.reading.hear()
    assert bench.told == []

    bench.readers[0].answer(NONE)
    bench.reading.hear()

    assert bench.told == [(MORE, NONE)]


def both_at_once(bench):
    """Two answers come in together, and the first of them makes the console withdraw the other question."""
    bench.ask(ROWS, then=lambda: bench.reading.withdraw(VerifyWanted()))
    bench.ask(VerifyWanted())
    for reader in bench.readers:
        question = reader.actions[-1].question
        reader.answer(VerifyFound(()) if isinstance(question, VerifyWanted) else NONE)
    bench.reading.hear()
    return bench.told


def test_an_answer_that_is_withdrawn_while_others_are_handed_on_is_not_told(bench):
    assert both_at_once(bench) == [(ROWS, NONE)]


def test_a_reader_that_hands_on_whatever_came_would_be_caught():
    class Careless(LogAsker):
        def withdraw(self, question):
            """Forgets to forget."""

    assert len(both_at_once(Bench(Careless))) == 2


def test_a_verification_that_is_stopped_ends_its_process_and_no_other(bench):
    bench.ask(ROWS)
    bench.ask(VerifyWanted())
    bench.readers[1].advance(40)
    bench.reading.hear()

    bench.reading.withdraw(VerifyWanted())

    assert [one.killed for one in bench.readers] == [False, True]
    assert bench.watched[-1] == ((50,), True)
    assert bench.told == [(VerifyWanted(), (40, 100))]


def test_a_look_at_the_station_holds_no_question_up_and_nothing_seen_is_told_as_nothing(bench):
    seen = []
    bench.ask(ROWS)
    for look in (HeadsWanted(), StatusWanted(alone=True)):
        bench.reading.look(look, seen.append)
    bench.readers[1].answer(HeadsSeen(()))
    bench.reading.hear()
    bench.readers[1].answer(ReadingFailed("It cannot be read."))
    bench.reading.hear()

    assert seen == [HeadsSeen(()), None]
    assert bench.reading.busy


def test_a_process_that_dies_costs_one_sentence_and_the_next_question_starts_another(bench):
    bench.ask(ROWS)
    bench.readers[0].gone = True
    bench.reading.hear()
    assert [type(answer) for _, answer in bench.told] == [ReadingFailed]
    assert bench.watched[-1] == ((), False)

    bench.ask(ROWS)
    bench.readers[1].answer(NONE)
    bench.reading.hear()

    assert bench.told[1:] == [(ROWS, NONE)]


def test_at_the_end_the_process_ends_and_nothing_more_is_told(bench):
    bench.ask(ROWS)
    bench.readers[0].answer(NONE)

    bench.reading.end()
    bench.reading.hear()

    assert bench.readers[0].gone
    assert bench.told == []
    assert bench.watched[-1] == ((), False)
