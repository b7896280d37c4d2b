"""Questions to a process that reads: nobody waits, nothing stale comes back, none outlives its console."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kiosk.console.client import AnswerHeard, LogAsker, starting
from kiosk.console.values import (
    AnswerGiven,
    FacetsFound,
    FacetsWanted,
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
from kiosk.line_child import LineChild
from tests.support import event_generator
from tests.support.log_story import build_story

ROOT = Path(__file__).resolve().parents[2]
ROWS = RowsWanted(Narrowing(), 0, 10)


class Reader:
    """A reading process that answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[QuestionPut] = []
        self.said: list[bytes] = []
        self.gone = self.ended = False
        self.fileno = -1

    def say(self, line: bytes) -> None:
        put = read(line)
        assert isinstance(put, QuestionPut)
        self.asked.append(put)

    def lines(self) -> list[bytes]:
        said, self.said = self.said, []
        return said

    def end(self) -> None:
        self.ended = self.gone = True

    def answer(self, total: int = 0) -> None:
        self.said.append(written(AnswerGiven(self.asked[-1].ticket, RowsFound(total, 0, (), 0))))


class Readers(list):
    def __call__(self) -> Reader:
        self.append(Reader())
        return self[-1]


@pytest.fixture
def readers() -> Readers:
    return Readers()


@pytest.fixture
def asking(readers: Readers) -> LogAsker:
    return LogAsker(readers)


def test_an_answer_comes_under_the_ticket_of_its_question(asking: LogAsker, readers: Readers) -> None:
    ticket = asking.ask(ROWS)
    assert asking.poll() == ()
    readers[0].answer(5)

    assert asking.poll() == (AnswerHeard(ticket, RowsFound(5, 0, (), 0)),)
    assert not asking.busy


def test_one_question_is_under_way_and_the_next_follows_its_answer(
    asking: LogAsker, readers: Readers
) -> None:
    tickets = [asking.ask(ROWS), asking.ask(FacetsWanted(Narrowing()))]
    assert [put.ticket for put in readers[0].asked] == tickets[:1]

    readers[0].answer()
    asking.poll()

    assert [put.ticket for put in readers[0].asked] == tickets


def test_in_a_lane_only_the_newest_question_is_answered(asking: LogAsker, readers: Readers) -> None:
    for word in ("Q", "QU", "QUA"):
        last = asking.ask(RowsWanted(Narrowing(word=word), 0, 10), lane="box")
    readers[0].answer(1)
    first = asking.poll()
    readers[0].answer(3)

    assert first == ()
    assert asking.poll() == (AnswerHeard(last, RowsFound(3, 0, (), 0)),)
    assert [put.question.narrowing.word for put in readers[0].asked] == ["Q", "QUA"]


def test_questions_outside_a_lane_do_not_drive_each_other_out(asking: LogAsker, readers: Readers) -> None:
    tickets = [asking.ask(ROWS), asking.ask(RowsWanted(Narrowing(word="QI"), 0, 10))]
    readers[0].answer()
    heard = asking.poll()
    readers[0].answer()

    assert [one.ticket for one in (*heard, *asking.poll())] == tickets


def test_a_withdrawn_question_is_not_put_and_its_answer_not_given(asking: LogAsker, readers: Readers) -> None:
    first, second = asking.ask(ROWS), asking.ask(ROWS)

    asking.cancel(second)
    asking.cancel(first)
    readers[0].answer()

    assert asking.poll() == ()
    assert len(readers[0].asked) == 1
    assert not asking.busy


def test_withdrawing_a_verification_ends_its_process_and_no_other(asking: LogAsker, readers: Readers) -> None:
    rows = asking.ask(ROWS)
    verify = asking.ask(VerifyWanted())

    asking.cancel(verify)
    readers[0].answer(2)

    assert (readers[0].ended, readers[1].ended) == (False, True)
    assert asking.poll() == (AnswerHeard(rows, RowsFound(2, 0, (), 0)),)


def test_a_process_that_dies_is_one_sentence_and_the_next_question_has_a_new_one(
    asking: LogAsker, readers: Readers
) -> None:
    lost, next_one = asking.ask(ROWS), asking.ask(ROWS)
    readers[0].gone = True

    [told] = asking.poll()
    readers[1].answer(4)

    assert told.ticket == lost
    assert isinstance(told.answer, ReadingFailed)
    assert asking.poll() == (AnswerHeard(next_one, RowsFound(4, 0, (), 0)),)


def test_a_line_that_says_nothing_changes_nothing(asking: LogAsker, readers: Readers) -> None:
    ticket = asking.ask(ROWS)
    readers[0].said += [b"", b"rubbish", b"[1]", b'["answer",1,"RowsFound",{}]', b'["ask",1,"RowsWanted",{}]']
    readers[0].said.append(written(HowFar(ticket, 5, 10, "log.db")))

    assert asking.poll() == (HowFar(ticket, 5, 10, "log.db"),)
    assert asking.busy


# ---- the real process --------------------------------------------------------------------------------------
def until(asking: LogAsker, *tickets: int, seconds: float = 60.0) -> tuple[list[object], list[HowFar]]:
    """The answers of *tickets*, and how far they were meanwhile."""
    end, far, answers = time.monotonic() + seconds, [], {}
    while time.monotonic() < end and not answers.keys() >= {*tickets}:
        for one in asking.poll():
            if isinstance(one, HowFar):
                far.append(one)
            else:
                answers[one.ticket] = one.answer
        time.sleep(0.01)
    return [answers[ticket] for ticket in tickets], far


@pytest.fixture
def log(tmp_path: Path) -> Path:
    event_generator.build(build_story(), tmp_path)
    return tmp_path


@pytest.mark.real
def test_a_process_of_its_own_reads_tells_how_far_it_is_and_verifies(log: Path) -> None:
    asking = LogAsker(starting(log))
    tickets = [asking.ask(one) for one in (ROWS, FacetsWanted(Narrowing()), VerifyWanted())]

    answers, far = until(asking, *tickets)
    asking.close()

    assert [type(answer) for answer in answers] == [RowsFound, FacetsFound, VerifyFound]
    assert far[-1].what == "log.db"


@pytest.mark.real
def test_a_killed_process_is_a_sentence_and_the_next_question_is_answered(log: Path) -> None:
    children: list[LineChild] = []
    start = starting(log)
    asking = LogAsker(lambda: children.append(start()) or children[-1])
    until(asking, asking.ask(ROWS))

    os.kill(children[0].pid, signal.SIGKILL)
    [lost], _ = until(asking, asking.ask(ROWS))
    [again], _ = until(asking, asking.ask(ROWS))
    asking.close()

    assert isinstance(lost, ReadingFailed)
    assert isinstance(again, RowsFound)


@pytest.mark.real
def test_a_station_without_records_has_no_rows_until_its_log_is_there(tmp_path: Path) -> None:
    asking = LogAsker(starting(tmp_path))

    [missing], _ = until(asking, asking.ask(ROWS))
    event_generator.build(build_story(), tmp_path)
    [there], _ = until(asking, asking.ask(ROWS))
    filenos = asking.filenos
    asking.close()

    assert isinstance(missing, RowsFound)
    assert isinstance(there, RowsFound)
    assert missing.total == 0 < there.total
    assert len(filenos) == 1


PARENT = """
import sys, time
from pathlib import Path
from kiosk.console.client import LogAsker, starting
from kiosk.console.values import Narrowing, RowsWanted
asking = LogAsker(starting(Path(sys.argv[1])))
asking.ask(RowsWanted(Narrowing(), 0, 10))
while not asking.poll():
    time.sleep(0.01)
print(next(line.child.pid for line in asking._lines.values() if line.child), flush=True)
time.sleep(600)
"""


@pytest.mark.real
def test_no_process_outlives_a_console_that_was_killed(log: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(log)], cwd=ROOT, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert alive(child)

        parent.kill()

    end = time.monotonic() + 30
    while alive(child) and time.monotonic() < end:
        time.sleep(0.02)
    assert not alive(child)


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
