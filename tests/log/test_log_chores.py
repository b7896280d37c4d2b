"""What is done for the log while nobody plays: in a process of its own, given up if it hangs."""

import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.log.bodies import NoteBody
from kiosk.log.chain import Status
from kiosk.log.chores_run import CHECK_MS, COPY_LIMIT_S, FIRST_CHECK_MS, MINUTE_MS, Chores
from kiosk.log.copy_worker import Child, verification
from kiosk.log.kinds import Kind
from kiosk.log.late_writer import DeferredLog
from kiosk.log.reader import read_records, verify_log
from kiosk.log.standing_reader import WALKED
from kiosk.log.writer import Log
from kiosk.setup.settings import Settings
from kiosk.setup.store import load_demonstration
from tests.support.log_samples import StepClock, make_log, tamper

PATIENCE_S = 60.0


class Answers:
    """Children that answer what they are told to, when they are told to."""

    def __init__(self):
        self.started, self.limits, self.said, self.ended = [], [], None, 0

    def __call__(self, words, limit_s):
        self.started.append(words)
        self.limits.append(limit_s)
        return self

    def answer(self):
        said, self.said = self.said, None
        return said

    def end(self):
        self.ended += 1


class Clock:
    now_ms = 5

    def __call__(self):
        return self.now_ms


@contextmanager
def station(folder, **changes):
    """The chores of a station with a log in *folder*, fake children, and a clock."""
    settings: Settings = replace(load_demonstration(), **changes)
    (folder / "kiosk.toml").touch()  # set up: no demonstration
    log, clock, children = DeferredLog(folder), Clock(), Answers()
    log.open()
    chores = Chores(log, clock, children)
    try:
        yield chores, clock, children, settings
    finally:
        chores.end()
        log.close()


def notes(folder, what):
    return [record.data for record in read_records(folder / "log.db") if record.kind == what]


def test_a_copy_is_begun_at_once_and_then_when_it_is_due(tmp_path):
    with station(tmp_path, second_copy="/stick", second_copy_min=5) as (chores, clock, children, settings):
        chores.tick(settings, idle=True)
        assert [words[0] for words in children.started] == ["copy"]
        assert children.started[0][2] == "/stick"
        chores.tick(settings, idle=True)  # it is still at work
        children.said = {"state": "made", "note": "Second copy."}
        chores.tick(settings, idle=True)
        clock.now_ms += 5 * MINUTE_MS - 1
        chores.tick(settings, idle=True)
        assert len([words for words in children.started if words[0] == "copy"]) == 1
        clock.now_ms += 1
        chores.tick(settings, idle=True)

    assert len([words for words in children.started if words[0] == "copy"]) == 2


def test_nothing_is_begun_or_recorded_while_somebody_plays(tmp_path):
    with station(tmp_path, second_copy="/stick") as (chores, clock, children, settings):
        clock.now_ms += 2 * CHECK_MS
        chores.tick(settings, idle=False)
        assert children.started == []
        chores.tick(settings, idle=True)
        children.said = {"state": "absent", "note": "No second copy."}
        chores.tick(settings, idle=False)
        assert notes(tmp_path, "second_copy") == []
        chores.tick(settings, idle=True)

    assert [note["state"] for note in notes(tmp_path, "second_copy")] == ["absent"]


def test_a_stick_that_comes_or_goes_is_recorded_and_each_copy_is_not(tmp_path):
    with station(tmp_path, second_copy="/stick", second_copy_min=1) as (chores, clock, children, settings):
        for state in ("absent", "absent", "made", "made", "same_device"):
            chores.tick(settings, idle=True)
            children.said = {"state": state, "note": f"It is {state}."}
            chores.tick(settings, idle=True)
            chores.tick(settings, idle=True)
            clock.now_ms += MINUTE_MS

    found = [(note["state"], note["note"]) for note in notes(tmp_path, "second_copy")]
    assert found == [(state, f"It is {state}.") for state in ("absent", "made", "same_device")]


def test_a_copy_that_hangs_is_told_as_failed(tmp_path):
    with station(tmp_path, second_copy="/stick") as (chores, _, children, settings):
        chores.tick(settings, idle=True)
        children.said = {}
        chores.tick(settings, idle=True)
        chores.tick(settings, idle=True)

    assert children.limits[0] == COPY_LIMIT_S
    assert [note["state"] for note in notes(tmp_path, "second_copy")] == ["failed"]


def found(**changes):
    finding = {
        **{"status": "intact", "witnessed": True, "count": 1, "head": "x", "first_bad": None},
        **{"reason": "", "note": "", "file": "sound"},
    }
    return {**finding, **changes}


def checked(chores, clock, children, settings, answer):
    """One verification of the whole log that answers with *answer*."""
    clock.now_ms += FIRST_CHECK_MS
    chores.tick(settings, idle=True)
    assert children.started[-1][0] == "verify"
    children.said = answer
    return chores.tick(settings, idle=True)


def test_the_whole_log_is_verified_a_minute_after_the_start_and_once_a_day(tmp_path):
    with station(tmp_path) as (chores, clock, children, settings):
        chores.tick(settings, idle=True)
        assert children.started == []
        assert checked(chores, clock, children, settings, found()) == ""
        clock.now_ms += CHECK_MS - 1
        chores.tick(settings, idle=True)
        assert len(children.started) == 1
        clock.now_ms += 1
        chores.tick(settings, idle=True)

    assert len(children.started) == 2
    [checkpoint] = [one.data for one in read_records(tmp_path / "log.db") if one.kind is Kind.CHECKPOINT]
    assert (checkpoint["from"], checkpoint["given_out"]) == (1, False)


@pytest.mark.parametrize(
    "answer",
    [
        found(status="broken", first_bad=2, reason="Record 2 was changed."),
        found(file="damaged", reason="Damaged."),
    ],
)
def test_a_log_found_broken_or_damaged_closes_the_station(tmp_path, answer):
    with station(tmp_path) as (chores, clock, children, settings):
        wrong = checked(chores, clock, children, settings, answer)

    assert wrong == f"The log does not hold. {answer['reason']}"


@pytest.mark.parametrize("answer", [{}, found(status="unreadable", reason="Busy."), {"status": "intact"}])
def test_a_check_that_came_to_nothing_is_recorded_and_tried_again_in_an_hour(tmp_path, answer):
    with station(tmp_path) as (chores, clock, children, settings):
        assert checked(chores, clock, children, settings, answer) == ""
        clock.now_ms += 60 * MINUTE_MS
        chores.tick(settings, idle=True)

    assert len(children.started) == 2
    assert len(notes(tmp_path, "check_failed")) == 1


def test_a_checkpoint_is_written_every_thousand_records_while_nobody_plays(tmp_path):
    make_log(tmp_path, 900)
    with station(tmp_path) as (chores, _, _, settings):
        log = chores._log.opened
        log.CHECKPOINT_EVERY = 903
        for _ in range(2):
            log.append(NoteBody())
        chores.tick(settings, idle=False)
        assert log.since_checkpoint > 900
        chores.tick(settings, idle=True)

        assert log.since_checkpoint == 0


# ---- real children -----------------------------------------------------------------------------------------


def answered(child):
    """What *child* answers; waited for, because it is a process of its own."""
    until = time.monotonic() + PATIENCE_S
    while (answer := child.answer()) is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    return answer


@pytest.mark.real
def test_a_real_child_verifies_the_log_beside_its_writer(tmp_path):
    with Log.open(tmp_path, StepClock(), "B") as log:
        log.append(NoteBody())
        head = log.head()

        answer = answered(Child(["verify", str(log.path), head.hash, str(head.count)], PATIENCE_S))
        found = verification(answer)

        assert (found.status, found.witnessed, found.holds, found.count) == (Status.INTACT, True, True, 2)
        assert log.accept_verification(found)


@pytest.mark.real
def test_a_real_child_finds_what_a_start_on_a_long_log_does_not_look_at(tmp_path):
    make_log(tmp_path, WALKED + 1)
    Log.open(tmp_path, StepClock(days=1), "B").close()  # it writes a checkpoint
    tamper(tmp_path / "log.db", "UPDATE records SET body = '{}' WHERE seq = 2")
    with Log.open(tmp_path, StepClock(days=1), "B") as log:
        head = log.head()

        answer = answered(Child(["verify", str(log.path), head.hash, str(head.count)], PATIENCE_S))

        assert (verification(answer).first_bad, log.accept_verification(verification(answer))) == (2, False)


@pytest.mark.real
@pytest.mark.skipif(sys.platform != "linux", reason="needs a second device that is always there")
def test_a_real_child_makes_the_second_copy(tmp_path):
    make_log(tmp_path, 20)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as stick:
        answer = answered(Child(["copy", str(tmp_path / "log.db"), stick, "copy.db"], PATIENCE_S))

        assert (answer["state"], answer["count"]) == ("made", 20)
        assert verify_log(Path(stick) / "copy.db").count == 20


@pytest.mark.real
@pytest.mark.skipif(os.name != "posix", reason="a process that cannot be asked to end")
def test_a_child_that_hangs_is_killed_and_nobody_waits_for_it():
    hanging = [sys.executable, "-c", "import signal, time; signal.signal(15, 1); time.sleep(600)"]
    child = Child([], 0.0, hanging)
    began = time.monotonic()

    assert child.answer() == {}
    assert child._process.poll() is not None
    assert time.monotonic() - began < 30


@pytest.mark.real
@pytest.mark.parametrize("said", ["print('no answer')", "raise SystemExit(1)", "print('[1]')", "pass"])
def test_a_child_that_does_not_answer_in_one_line_has_failed(said):
    assert answered(Child([], PATIENCE_S, [sys.executable, "-c", said])) == {}


@pytest.mark.real
def test_an_unknown_chore_is_refused():
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "log-chore", "dance"], capture_output=True, check=False
    )

    assert (done.returncode, done.stdout) == (2, b"")
