"""A push beside a station: what it reads, leaves and survives."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.errors import HubAway, HubError
from kiosk.hub.answer import MOST_ROWS, AnswerState, Batch, HubAnswer
from kiosk.hub.line import About, Connection, hub_line
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.push_run import ALIVE_S, LONGEST_PAUSE_S, Pusher, PushTools, push_for_ever, push_once
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.chain import NO_PREV
from kiosk.log.receipt import Receipt
from kiosk.log.receipts_store import receipt_of, receipts_in
from kiosk.system_clock import system_clock
from tests.support.forgeries import by_sql
from tests.support.hub import (
    EVENT,
    HubServer,
    HubUnderTest,
    clone,
    grow,
    in_log,
    push,
    records_in,
    running,
    station,
)
from tests.support.screen import until

ROOT = Path(__file__).resolve().parents[2]


def test_a_receipt_is_left_for_what_the_hub_has(hub: HubUnderTest, tmp_path: Path):
    folder = station(tmp_path / "b", 20)

    push(folder, read_enrolment(hub.enrol()))

    receipt = receipt_of(folder, hub.hub.id)
    assert receipt is not None
    assert (receipt.count, receipt.head, receipt.event) == (20, records_in(folder)[-1].hash, EVENT)
    assert receipt.at.endswith("Z")


def test_only_what_is_new_is_sent(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
    push(folder, enrolment)
    grow(folder, 3)

    assert push(folder, enrolment).sent < 6
    assert push(folder, enrolment).sent == 0
    assert hub.records() == in_log(folder)


def test_a_second_hub_is_just_a_second_enrolment(hub: HubUnderTest, server: HubServer, tmp_path: Path):
    other = HubUnderTest(server, tmp_path)
    folder = station(tmp_path / "b", 20)

    for one in (hub, other):
        push(folder, read_enrolment(one.enrol()))

    assert hub.records() == other.records() == in_log(folder)
    assert {one.hub for one in receipts_in(folder)} == {hub.hub.id, other.hub.id}


def test_a_log_whose_end_was_cut_off_is_pushed_and_told_first(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
    grow(folder, 2)
    whole = len(in_log(folder))
    by_sql(folder / "log.db", f"DELETE FROM records WHERE seq > {whole - 2}")

    done = push(folder, enrolment)

    assert (done.good, done.count) == (False, whole - 2)
    told = f"The log does not hold. This log has {whole - 2} records; {whole} were acknowledged"
    assert done.sentences()[0].startswith(told)


# ---- no transaction while the network is waited for ------------------------------------------------------


class Watching:
    """A line that tries, whenever it is asked to send, whether a writer could commit at that moment."""

    def __init__(self, line, log: Path) -> None:
        self._line, self._log, self.tried = line, log, 0

    def push(self, batch: Batch, about: About) -> HubAnswer:
        conn = sqlite3.connect(self._log, timeout=0, isolation_level=None)
        conn.execute("BEGIN EXCLUSIVE")  # refused while anybody reads
        conn.execute("ROLLBACK")
        conn.close()
        self.tried += 1
        return self._line.push(batch, about)


def test_no_read_of_the_log_is_open_while_the_network_is_waited_for(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 1200), read_enrolment(hub.enrol())

    with hub_line(enrolment) as line:
        watching = Watching(line, folder / "log.db")
        Pusher(Outbox(folder), enrolment, system_clock).push(watching)

    assert watching.tried == 1 + 3


def test_a_batch_is_read_in_one_short_statement(tmp_path: Path):
    folder = station(tmp_path / "b", 1200)

    batch = Outbox(folder).batch("e", 301)

    assert [one.seq for one in batch.records] == list(range(301, 301 + MOST_ROWS))


# ---- what the hub says decides ---------------------------------------------------------------------------


class Scripted:
    """A hub that answers as it was told to; what it has no answer for raises."""

    def __init__(self, *answers: HubAnswer | Exception) -> None:
        self.answers, self.sent = list(answers), []

    def push(self, batch: Batch, about: About) -> HubAnswer:
        self.sent.append([one.seq for one in batch.records])
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    @contextmanager
    def dial(self, enrolment):
        yield self


@pytest.fixture
def enrolment(hub: HubUnderTest):
    return read_enrolment(hub.enrol())


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (AnswerState.REFUSED, "does not fit its hash"),
        (AnswerState.WRONG_HUB, "another hub"),
        (AnswerState.NOT_ENROLLED, "struck off"),
        (AnswerState.ANOTHER_STATION, "belongs to another station"),
        (AnswerState.NEWER, "newer than the hub"),
    ],
)
def test_each_refusal_is_a_plain_sentence_and_leaves_no_receipt(tmp_path: Path, enrolment, state, sentence):
    folder = station(tmp_path / "b", 5)
    line = Scripted(HubAnswer(state, 5, NO_PREV, "", enrolment.hub, EVENT))

    with pytest.raises(HubError, match=sentence):
        Pusher(Outbox(folder), enrolment, system_clock).push(line)

    assert receipts_in(folder) == ()


def test_an_answer_in_the_name_of_another_hub_is_not_believed(tmp_path: Path, enrolment):
    folder = station(tmp_path / "b", 5)
    line = Scripted(HubAnswer(AnswerState.TAKEN, 0, NO_PREV, "", "0" * 32, EVENT))

    with pytest.raises(HubError, match="another hub"):
        Pusher(Outbox(folder), enrolment, system_clock).push(line)


def test_a_hub_that_claims_a_head_which_is_not_ours_gets_everything_and_gives_no_receipt(
    tmp_path: Path, enrolment
):
    folder = station(tmp_path / "b", 5)
    lie = HubAnswer(AnswerState.TAKEN, 3, "f" * 64, "", enrolment.hub, EVENT)
    line = Scripted(lie, replace(lie, state=AnswerState.FORK))

    done = Pusher(Outbox(folder), enrolment, system_clock).push(line)

    assert line.sent == [[], [1, 2, 3, 4, 5]]
    assert done.fork
    assert receipts_in(folder) == ()


def test_a_hub_that_turns_in_circles_is_given_up(tmp_path: Path, enrolment):
    folder = station(tmp_path / "b", 5)
    gap = HubAnswer(AnswerState.GAP, 0, NO_PREV, "", enrolment.hub, EVENT)
    line = Scripted(replace(gap, state=AnswerState.TAKEN), gap)

    with pytest.raises(HubError, match="cannot get in step"):
        Pusher(Outbox(folder), enrolment, system_clock).push(line)


def test_a_log_that_is_older_than_the_hub_says_so(hub: HubUnderTest, tmp_path: Path):
    enrolment = read_enrolment(hub.enrol())
    folder = station(tmp_path / "b", 20)
    older = clone(folder, tmp_path / "older")
    grow(folder, 5)
    push(folder, enrolment)

    done = push(older, enrolment)

    assert (done.ahead, done.fork, done.good) == (True, False, False)
    assert "more than this log" in done.sentences()[0]
    assert hub.forks() == set()


# ---- for ever ------------------------------------------------------------------------------------------


class Days:
    """Time that passes as fast as it is waited for, until *stop_s*; *then* happens at each wait."""

    def __init__(self, stop_s: float, then=lambda passed: None) -> None:
        self.passed, self._stop_s, self._then = 0.0, stop_s, then
        self.pauses: list[float] = []

    def wait(self, seconds: float) -> bool:
        self.passed += seconds
        self.pauses.append(seconds)
        self._then(self.passed)
        return self.passed < self._stop_s


@contextmanager
def nobody_answers(enrolment):
    raise HubAway("The hub does not answer.")
    yield


def test_a_hub_that_is_down_for_a_day_costs_one_sentence_and_nothing_else(hub: HubUnderTest, tmp_path: Path):
    folder, file, told = station(tmp_path / "b", 5), hub.enrol("C"), []
    days = Days(24 * 3600)

    push_for_ever(folder, file, PushTools(system_clock, days.wait, told.append, nobody_answers))

    assert told == ["The hub does not answer."]
    assert days.pauses[:3] == [2.0, 4.0, 8.0]
    assert max(days.pauses) == LONGEST_PAUSE_S
    assert push(folder, read_enrolment(file)).count == 5


def test_whatever_is_written_while_it_runs_arrives(hub: HubUnderTest, tmp_path: Path):
    folder, file, told = station(tmp_path / "b", 5), hub.enrol(), []
    grow(folder, 1)

    def write(passed: float) -> None:
        if passed in (3.0, 7.0):
            grow(folder, 2)

    push_for_ever(folder, file, PushTools(system_clock, Days(ALIVE_S, write).wait, told.append))

    assert hub.records() == in_log(folder)
    assert told == ["The hub has everything."]


def test_an_idle_station_is_still_heard_of(hub: HubUnderTest, tmp_path: Path):
    folder, file = station(tmp_path / "b", 5), hub.enrol()
    grow(folder, 1)
    seen: list[object] = []

    def look(passed: float) -> None:
        with hub.owner() as conn:
            seen.append(conn.execute("SELECT max(last_at) FROM kiosk_hub.seen").fetchone())

    push_for_ever(folder, file, PushTools(system_clock, Days(3 * ALIVE_S, look).wait, lambda said: None))

    assert len(set(seen)) == 3


def taken(conn: Connection) -> int:
    row = conn.execute("SELECT count(*) FROM kiosk_hub.records").fetchone()
    return int(row[0]) if row else 0


@pytest.mark.real
def test_a_push_that_is_killed_at_any_moment_loses_and_doubles_nothing(hub: HubUnderTest, tmp_path: Path):
    folder, file = station(tmp_path / "b", 6000), hub.enrol()
    command = ("--data", str(folder), "hub", "push", str(file))
    counts: list[int] = []

    with hub.owner() as conn:
        for _ in range(3):
            before = taken(conn)
            with running(*command, stderr=subprocess.DEVNULL) as process:  # killed at the end
                while taken(conn) == before and process.poll() is None:
                    os.sched_yield()
            counts.append(taken(conn))
    done = push_once(folder, file, system_clock)

    assert counts[0] > 0
    assert done.count == 6000
    assert hub.records() == in_log(folder)


KILLED = """
import subprocess, sys
from tests.support.hub import running
with running("--data", sys.argv[1], "hub", "push", sys.argv[2], stdout=subprocess.DEVNULL) as process:
    print(process.pid, flush=True)
    sys.stdin.read()
"""


@pytest.mark.real
def test_what_runs_beside_a_test_ends_with_it_even_if_the_tests_are_killed(hub: HubUnderTest, tmp_path: Path):
    folder, file = station(tmp_path / "b", 5), hub.enrol()
    with pytest.raises(ZeroDivisionError), running("--data", str(folder), "hub", "push", str(file)) as beside:
        raise ZeroDivisionError
    command = [sys.executable, "-c", KILLED, str(folder), str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tests:
        assert tests.stdout is not None
        pid = int(tests.stdout.readline())
        until(lambda: len(hub.records()) == 5, "what is pushed beside them")
        tests.kill()

    assert beside.returncode is not None
    until(lambda: not is_running(pid), "the end of what they had started")


SERVER = """
import sys
from tests.support.hub import HubServer
server = HubServer()
pid = (server.server.data / "postmaster.pid").read_text().splitlines()[0]
print(pid, server.home, flush=True)
sys.stdin.read()
"""


@pytest.mark.real
def test_a_server_of_the_tests_ends_with_them_even_if_they_are_killed():
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tests:
        assert tests.stdout is not None
        pid, home = tests.stdout.readline().decode().split()
        running_before = is_running(int(pid))
        tests.kill()

    assert running_before
    until(lambda: not is_running(int(pid)), "the end of the server")
    until(lambda: not Path(home).exists(), "its folder gone")


def is_running(pid: int) -> bool:
    """Whether *pid* still does anything: where nobody buries the dead, they keep their number."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


@pytest.mark.real
def test_the_command_says_what_it_did(hub: HubUnderTest, tmp_path: Path):
    folder, file = station(tmp_path / "b", 20), hub.enrol()
    command = [
        sys.executable,
        "-m",
        "kiosk",
        "--data",
        str(folder),
        "hub",
        "push",
        str(file),
        "--once",
        "--json",
    ]

    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["count"] == 20


def test_a_receipt_of_another_log_does_not_count(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 5), read_enrolment(hub.enrol())
    outbox = Outbox(folder)
    outbox.keep(Receipt(hub.hub.id, EVENT, "s", "another epoch", 99, "a" * 64, ""))

    assert push(folder, enrolment).forgot == 0
    assert hub.alarms() == []


def test_the_hub_knows_how_many_records_still_wait_after_each_push(hub: HubUnderTest, tmp_path: Path):
    """Else a director would read that a station is behind until it is next heard of."""
    folder, file = station(tmp_path / "b", 1200), hub.enrol()
    owed: list[int] = []

    for _ in range(2):  # the second time by a process that knows of nothing but the receipt
        push(folder, read_enrolment(file))
        with hub.owner() as conn:
            owed += [row[0] for row in conn.execute("SELECT owed FROM kiosk_hub.seen")]

    assert owed == [0, 0]
