"""The console's reader in another process: what was withdrawn is never told, and a reader that dies costs one
sentence, not the console."""

import pytest

from kiosk.console.client import LogAsker, ReadingBeside
from kiosk.console.values import (
    AnswerGiven,
    HowFar,
    Narrowing,
    QuestionPut,
    ReadingFailed,
    RowsFound,
    RowsWanted,
    VerifyFound,
    VerifyWanted,
    read,
    written,
)

ROWS, MORE = RowsWanted(Narrowing(), 0, 10), RowsWanted(Narrowing(), 100, 10)
NONE = RowsFound(0, 0, (), 0)


class Reader:
    """A reading process that says what the test lets it say."""

    def __init__(self, number):
        self.fileno, self.gone, self.asked, self._said = number, False, [], []

    def say(self, line):
        put = read(line)
        assert isinstance(put, QuestionPut)
        self.asked.append(put)

    def lines(self):
        said, self._said = self._said, []
        return said

    def end(self):
        self.gone = True

    def answer(self, answer=NONE):
        self._said.append(written(AnswerGiven(self.asked[-1].ticket, answer)))

    def far(self, done):
        self._said.append(written(HowFar(self.asked[-1].ticket, done, 100, "log.db")))


class Bench:
    """A reader at work, and all that was told and watched."""

    def __init__(self, reading=ReadingBeside):
        self.readers, self.told, self.watched = [], [], []
        self.reading = reading(LogAsker(self._start), lambda *watched: self.watched.append(watched))

    def _start(self):
        self.readers.append(Reader(len(self.readers) + 50))
        return self.readers[-1]

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
    bench.readers[0].far(40)
    bench.readers[0].answer()

    bench.reading.hear()

    assert bench.told == [(ROWS, (40, 100)), (ROWS, NONE)]
    assert bench.watched[0] == ((50,), True)
    assert bench.watched[-1] == ((50,), False)


def test_what_was_withdrawn_is_never_told_and_the_next_is_answered(bench):
    bench.ask(ROWS)
    bench.reading.withdraw(ROWS)
    bench.ask(MORE)
    bench.readers[0].answer()
    bench.reading.hear()
    assert bench.told == []

    bench.readers[0].answer()
    bench.reading.hear()

    assert bench.told == [(MORE, NONE)]


def both_at_once(bench):
    """Two answers come in together, and the first of them makes the console withdraw the other question."""
    bench.ask(ROWS, then=lambda: bench.reading.withdraw(VerifyWanted()))
    bench.ask(VerifyWanted())
    for reader in bench.readers:
        reader.answer(VerifyFound(()) if isinstance(reader.asked[-1].question, VerifyWanted) else NONE)
    bench.reading.hear()
    return bench.told


def test_an_answer_that_is_withdrawn_while_others_are_handed_on_is_not_told(bench):
    assert both_at_once(bench) == [(ROWS, NONE)]


def test_a_reader_that_hands_on_whatever_came_would_be_caught():
    class Careless(ReadingBeside):
        def withdraw(self, question):
            """Forgets to forget."""

    assert len(both_at_once(Bench(Careless))) == 2


def test_a_verification_that_is_stopped_ends_its_process(bench):
    bench.ask(VerifyWanted())
    bench.readers[0].far(40)
    bench.reading.hear()

    bench.reading.withdraw(VerifyWanted())

    assert bench.readers[0].gone
    assert bench.watched[-1] == ((), False)
    assert bench.told == [(VerifyWanted(), (40, 100))]


def test_a_process_that_dies_costs_one_sentence_and_the_next_question_starts_another(bench):
    bench.ask(ROWS)
    bench.readers[0].gone = True
    bench.reading.hear()
    assert [type(answer) for _, answer in bench.told] == [ReadingFailed]
    assert bench.watched[-1] == ((), False)

    bench.ask(ROWS)
    bench.readers[1].answer()
    bench.reading.hear()

    assert bench.told[1:] == [(ROWS, NONE)]


def test_at_the_end_the_process_ends_and_nothing_more_is_told(bench):
    bench.ask(ROWS)
    bench.readers[0].answer()

    bench.reading.end()
    bench.reading.hear()

    assert bench.readers[0].gone
    assert bench.told == []
    assert bench.watched[-1] == ((), False)
