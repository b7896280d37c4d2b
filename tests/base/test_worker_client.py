"""Work for a process beside a window: nobody waits, nothing stale comes back, what goes on record is written
by the one writer, and no process outlives whoever started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kiosk.console.reader_worker import Ask
from kiosk.console.values import (
    FacetsFound,
    FacetsWanted,
    Narrowing,
    ReadingFailed,
    RowsFound,
    RowsWanted,
    VerifyFound,
    VerifyWanted,
)
from kiosk.errors import AccessError
from kiosk.line_child import LineChild
from kiosk.log.bodies import ExportBody
from kiosk.log.writer import Log
from kiosk.paper.printer_actions import FindPrinters, PrinterNames, PrintLines
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff
from kiosk.system_clock import system_clock
from kiosk.worker import AppendRecord, AskAdmission, Failed, MayLeave, OpenLog, Refused, Reply, Told, Wanted
from kiosk.worker_client import Worker, start_worker
from tests.support import event_generator
from tests.support.at_station import staff_at
from tests.support.log_story import build_story
from tests.support.workers import FakeChildren

ROOT = Path(__file__).resolve().parents[2]
FIRST, SECOND = FindPrinters(), PrintLines("Hall", "Docket", ("CAT",))
HALL = PrinterNames(("Hall",))
ROWS = Ask(RowsWanted(Narrowing(), 0, 10))


class Bench:
    """A worker, and all that was heard of it."""

    def __init__(self, start, staff=None):
        self.came, self.far, self.told, self.watched = [], [], [], []
        self.worker = Worker(start, lambda *watched: self.watched.append(watched), staff)

    def ask(self, action):
        self.worker.ask(action, self.came.append, lambda *far: self.far.append(far), tell=self.told.append)

    def until_came(self, count, seconds=60.0):
        end = time.monotonic() + seconds
        while len(self.came) < count:
            assert time.monotonic() < end, "waited in vain"
            self.worker.hear()
            time.sleep(0.01)
        return self.came[-1]


@pytest.fixture
def children():
    return FakeChildren()


@pytest.fixture
def bench(children):
    return Bench(children)


# ---- asking ------------------------------------------------------------------------------------------------


def test_a_result_and_what_is_known_before_reach_whoever_asked(bench, children):
    bench.ask(FIRST)
    children[0].advance(40)
    children[0].tell(Told(HALL))
    children[0].answer(HALL)

    bench.worker.hear()

    assert (bench.far, bench.told, bench.came) == ([(40, 100)], [HALL], [HALL])
    assert (bench.watched[0], bench.watched[-1]) == (((50,), True), ((50,), False))


def test_one_action_is_under_way_and_the_next_follows_its_result(bench, children):
    bench.ask(FIRST)
    bench.ask(SECOND)
    assert children[0].actions == [FIRST]

    children[0].answer(HALL)
    bench.worker.hear()

    assert children[0].actions == [FIRST, SECOND]
    assert bench.worker.busy


def test_what_is_withdrawn_is_not_begun_or_its_result_not_told(bench, children):
    bench.ask(FIRST)
    bench.ask(SECOND)

    bench.worker.withdraw(SECOND)
    bench.worker.withdraw(FIRST)
    children[0].answer(HALL)
    bench.worker.hear()

    assert (bench.came, children[0].actions, bench.worker.busy) == ([], [FIRST], False)


def test_what_would_go_on_for_long_ends_with_its_process_when_it_is_withdrawn(bench, children):
    bench.ask(FIRST)
    bench.ask(SECOND)

    bench.worker.withdraw(FIRST, kill=True)

    assert [one.killed for one in children] == [True, False]
    assert children[1].actions == [SECOND]


def test_a_process_that_dies_is_told_and_the_next_action_has_a_new_one(bench, children):
    bench.ask(FIRST)
    bench.ask(SECOND)
    children[0].gone = True
    bench.worker.hear()
    children[1].answer(None)

    bench.worker.hear()

    assert bench.came == [Failed(), None]
    assert children[1].actions == [SECOND]


def test_a_line_that_says_nothing_changes_nothing(bench, children):
    bench.ask(FIRST)
    children[0].said += [b"", b"rubbish", b"[1]", b'["worker.Ended"]', b'["worker.Job",null]']

    bench.worker.hear()

    assert (bench.came, bench.worker.busy) == ([], True)


def test_at_the_end_the_process_ends_and_nothing_more_is_told(bench, children):
    bench.ask(FIRST)
    children[0].answer(HALL)

    bench.worker.end()
    bench.worker.hear()

    assert children[0].stopped
    assert (bench.came, bench.watched[-1]) == ([], ((), False))


# ---- stopping ----------------------------------------------------------------------------------------------


def test_what_is_under_way_is_stopped_and_never_told(bench, children):
    bench.ask(FIRST)

    assert bench.worker.stop()

    assert children[0].stopped
    assert not bench.worker.busy


def test_what_has_ended_or_is_leaving_the_station_cannot_be_stopped_any_more(bench, children):
    bench.ask(FIRST)
    children[0].answer(HALL)
    assert not bench.worker.stop()

    bench.ask(SECOND)
    children[0].tell(Wanted(MayLeave()))
    assert not bench.worker.stop()

    assert children[0].heard[-1] == Reply(None)
    assert not children[0].stopped
    assert bench.came == [HALL]


# ---- writing -----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "data"
    event_generator.build(build_story(), folder)
    return folder


def test_a_process_that_nobody_writes_for_is_refused_the_log_and_the_door(bench, children):
    bench.ask(FIRST)
    for wish in (
        OpenLog("here", "B", "log.db"),
        AppendRecord(ExportBody("csv", 1, {})),
        AskAdmission(Role.DIRECTOR, "x"),
    ):
        children[0].tell(Wanted(wish))

    bench.worker.hear()

    replies = [one.value for one in children[0].heard if isinstance(one, Reply)]
    assert [type(one) for one in replies] == [Refused] * 3


def test_whoever_is_not_let_in_is_told_so_with_how_long_to_wait(folder, children):
    def refuse(log, role, where):
        raise AccessError("Wrong.", 1500)

    bench = Bench(children, Staff(folder, system_clock, refuse))
    bench.ask(FIRST)
    children[0].tell(Wanted(OpenLog("here", "B", "log.db")))
    children[0].tell(Wanted(AskAdmission(Role.DIRECTOR, "here")))

    bench.worker.hear()
    bench.worker.end()

    assert children[0].heard[-1] == Reply(Refused("Wrong.", at_door=True, wait_ms=1500))


def test_a_log_that_was_opened_for_a_process_that_dies_is_closed_again(folder, children):
    bench = Bench(children, staff_at(folder))
    bench.ask(FIRST)
    children[0].tell(Wanted(OpenLog("here", "B", "log.db")))
    bench.worker.hear()
    children[0].gone = True

    bench.worker.hear()

    assert bench.came == [Failed()]
    with Log.open(folder, system_clock, "B"):
        pass


# ---- the real process --------------------------------------------------------------------------------------


@pytest.fixture
def real():
    """Benches with real processes, ended afterwards."""
    benches: list[Bench] = []

    def begin(start):
        benches.append(Bench(start))
        return benches[-1]

    yield begin
    for one in benches:
        one.worker.end(kill=True)


@pytest.mark.real
def test_a_process_of_its_own_reads_tells_how_far_it_is_and_verifies(folder, real):
    bench = real(start_worker(folder))
    for question in (RowsWanted(Narrowing(), 0, 10), FacetsWanted(Narrowing()), VerifyWanted()):
        bench.ask(Ask(question))

    bench.until_came(3)

    assert [type(answer) for answer in bench.came] == [RowsFound, FacetsFound, VerifyFound]
    assert bench.far[-1][0] == bench.far[-1][1] > 0


@pytest.mark.real
def test_a_killed_process_is_told_and_the_next_action_is_done(folder, real):
    started: list[LineChild] = []
    start = start_worker(folder)
    bench = real(lambda: started.append(start()) or started[-1])
    bench.ask(ROWS)
    bench.until_came(1)

    os.kill(started[0].pid, signal.SIGKILL)
    bench.ask(ROWS)
    lost = bench.until_came(2)
    bench.ask(ROWS)

    assert lost == Failed()
    assert isinstance(bench.until_came(3), RowsFound)


@pytest.mark.real
def test_a_station_without_records_has_no_rows_until_its_log_is_there(tmp_path, real):
    bench = real(start_worker(tmp_path))

    bench.ask(ROWS)
    missing = bench.until_came(1)
    event_generator.build(build_story(), tmp_path)
    bench.ask(ROWS)
    there = bench.until_came(2)

    assert missing.total == 0 < there.total
    assert len(bench.worker.filenos) == 1


@pytest.mark.real
def test_what_cannot_be_done_in_a_process_is_a_sentence(tmp_path, real):
    bench = real(start_worker(tmp_path / "nowhere", [tmp_path / "no.db"]))

    bench.ask(ROWS)

    assert isinstance(bench.until_came(1), ReadingFailed)


PARENT = """
import sys, time
from pathlib import Path
from kiosk.console.reader_worker import Ask
from kiosk.console.values import Narrowing, RowsWanted
from kiosk.worker_client import Worker, start_worker
came, worker = [], Worker(start_worker(Path(sys.argv[1])), lambda *watched: None)
worker.ask(Ask(RowsWanted(Narrowing(), 0, 10)), came.append)
while not came:
    worker.hear()
    time.sleep(0.01)
print(worker._child.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.real
def test_no_process_outlives_a_parent_that_was_killed(folder):
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(folder)], cwd=ROOT, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert alive(child)

        parent.kill()

    end = time.monotonic() + 30
    while alive(child) and time.monotonic() < end:
        time.sleep(0.02)
    assert not alive(child)


def alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
