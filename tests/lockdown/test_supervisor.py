"""The supervisor: back within two seconds, out of service after three crashes, ended only by its director."""

import os
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.supervisor import (
    CRASHES,
    LONGEST_PAUSE_S,
    OUT_OF_SERVICE,
    WITHIN_S,
    History,
    Step,
    Supervisor,
    after,
    command_from,
    pause_s,
)


def steps(*ends):
    """The steps taken on stations that end as (seconds, code)."""
    history, taken = History(), []
    for now, code in ends:
        step, history = after(history, code, now)
        taken.append(step)
    return taken


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ([(0, 0)], [Step.END]),
        ([(0, 2)], [Step.END]),
        ([(0, 1)], [Step.AGAIN]),
        ([(0, 4)], [Step.AGAIN]),
        ([(0, -9)], [Step.AGAIN]),
        ([(0, -9), (5, -11), (9, 1)], [Step.AGAIN, Step.AGAIN, Step.OUT_OF_SERVICE]),
        ([(0, -9), (30, -9), (60, -9)], [Step.AGAIN] * 3),
        ([(0, -9), (30, -9), (59.9, -9)], [Step.AGAIN, Step.AGAIN, Step.OUT_OF_SERVICE]),
        (
            [(0, -9), (50, -9), (100, -9), (105, -9)],
            [Step.AGAIN, Step.AGAIN, Step.AGAIN, Step.OUT_OF_SERVICE],
        ),
        ([(0, 1), (1, 1), (2, 1), (3, 0)], [Step.AGAIN, Step.AGAIN, Step.OUT_OF_SERVICE, Step.END]),
        (
            [(0, 1), (1, 1), (2, 1), (999, 1)],
            [Step.AGAIN, Step.AGAIN, Step.OUT_OF_SERVICE, Step.OUT_OF_SERVICE],
        ),
    ],
)
def test_what_follows_on_an_end_of_the_station(ends, expected):
    assert steps(*ends) == expected


@given(st.lists(st.tuples(st.floats(0, 1000), st.integers(-20, 20)), max_size=40))
def test_once_out_of_service_it_never_judges_again(ends):
    history, out = History(), False

    for now, code in sorted(ends):
        step, history = after(history, code, now)
        assert not (out and step is Step.AGAIN)
        out = out or step is Step.OUT_OF_SERVICE


@given(st.integers(0, 5000))
def test_the_pause_is_short_at_first_and_never_endless(failures):
    assert pause_s(History()) <= 2
    assert pause_s(History((), True, failures)) <= LONGEST_PAUSE_S


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--", "kiosk", "station", "--data", "d"], ("kiosk", "station", "--data", "d")),
        (["kiosk", "station"], ("kiosk", "station")),
        ([], (sys.executable, "-m", "kiosk", "station")),
    ],
)
def test_the_command_is_what_follows_the_dashes(arguments, expected):
    assert command_from(arguments) == expected


def station(tmp_path, body):
    """A station that notes its arguments, then does *body*."""
    script = tmp_path / "station.py"
    script.write_text(
        "import os, signal, sys, time\n"
        f"with open({str(tmp_path / 'starts')!r}, 'a') as f: print(*sys.argv[1:], file=f)\n"
        "starts = len(open(" + repr(str(tmp_path / "starts")) + ").readlines())\n" + body
    )
    return [sys.executable, str(script)]


def starts(tmp_path):
    path = tmp_path / "starts"
    return path.read_text().splitlines() if path.exists() else []


def test_the_third_crash_brings_it_back_out_of_service(tmp_path):
    command = station(tmp_path, "sys.exit(0 if '--out-of-service' in sys.argv else 7)")

    code = Supervisor(command, sleep=lambda seconds: None).run()

    assert code == 0
    assert starts(tmp_path) == [""] * CRASHES + [" ".join(OUT_OF_SERVICE)]


def test_crashes_far_apart_never_take_it_out_of_service(tmp_path):
    command = station(tmp_path, "sys.exit(0 if starts == 6 else 7)")
    clock = iter(range(0, 10_000, int(WITHIN_S)))

    code = Supervisor(command, now=lambda: next(clock), sleep=lambda seconds: None).run()

    assert code == 0
    assert starts(tmp_path) == [""] * 6


def test_a_station_that_cannot_be_started_counts_as_a_crash(tmp_path, capfd):
    waits = []

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == 3:
            (tmp_path / "late").write_text("#!/bin/sh\nexit 0\n")
            (tmp_path / "late").chmod(0o755)

    code = Supervisor([str(tmp_path / "late")], sleep=wait).run()

    assert code == 0
    assert len(waits) == 3
    assert "could not be started" in capfd.readouterr().err


def test_the_station_is_told_who_supervises_it(tmp_path):
    command = station(tmp_path, "sys.exit(0 if os.environ['KIOSK_SUPERVISOR'] == str(os.getppid()) else 2)")

    assert Supervisor(command).run() == 0


def started(tmp_path, body):
    command = [sys.executable, "-m", "kiosk.supervisor", "--", *station(tmp_path, body)]
    return subprocess.Popen(command)


def until(condition, within=10.0):
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, "waited in vain"


LIVES = "open({}, 'a').write(str(os.getpid()) + '\\n')\ntime.sleep(60)"


def living(tmp_path):
    path = tmp_path / "pids"
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def lives(tmp_path):
    return LIVES.format(repr(str(tmp_path / "pids")))


@pytest.mark.real
@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_station_is_back_within_two_seconds(tmp_path):
    supervisor = started(tmp_path, lives(tmp_path))
    until(lambda: len(living(tmp_path)) == 1)

    os.kill(living(tmp_path)[0], signal.SIGKILL)
    killed = time.monotonic()
    until(lambda: len(living(tmp_path)) == 2)
    away = time.monotonic() - killed

    supervisor.send_signal(signal.SIGTERM)
    assert supervisor.wait(10) == 128 + signal.SIGTERM
    assert away < 2


@pytest.mark.real
@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_station_outlives_its_killed_supervisor(tmp_path):
    supervisor = started(tmp_path, lives(tmp_path))
    until(lambda: len(living(tmp_path)) == 1)

    supervisor.kill()
    supervisor.wait()

    pid = living(tmp_path)[0]
    os.kill(pid, 0)
    os.kill(pid, signal.SIGKILL)


@pytest.mark.real
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_station_that_refuses_to_end_keeps_its_supervisor(tmp_path):
    body = "signal.signal(signal.SIGTERM, lambda *_: open({}, 'w').write('asked'))\n"
    asked = tmp_path / "asked"
    supervisor = started(tmp_path, body.format(repr(str(asked))) + lives(tmp_path))
    until(lambda: len(living(tmp_path)) == 1)

    supervisor.send_signal(signal.SIGTERM)
    until(asked.exists)

    assert supervisor.poll() is None
    os.kill(living(tmp_path)[0], signal.SIGKILL)
    supervisor.wait(10)


class Stage:
    """Stations that end with *codes* one after the other, on a clock that only *act* and pauses move.

    *act*(stage, moment) is called with "starting", "running" and "pausing" as each happens."""

    def __init__(self, codes, act):
        self.codes, self.act = list(codes), act
        self.clock, self.starts, self.paused, self.sent = 0.0, 0, 0.0, []
        self.supervisor = Supervisor(["station"], now=lambda: self.clock, sleep=self.sleep, start=self.start)

    def start(self, command):
        self.starts += 1
        self.act(self, "starting")
        return self

    def wait(self):
        self.act(self, "running")
        return self.codes.pop(0)

    def send_signal(self, number):
        self.sent.append(number)

    def sleep(self, seconds):
        self.act(self, "pausing")
        self.paused += seconds
        self.clock += seconds


def test_a_signal_the_station_refused_long_ago_does_not_keep_it_from_being_restarted():
    def act(stage, moment):
        if moment == "running" and stage.starts == 1:
            stage.supervisor.pass_on(signal.SIGTERM)
            stage.clock += 3600

    stage = Stage([7, 0], act)

    assert stage.supervisor.run() == 0
    assert (stage.starts, stage.sent) == (2, [signal.SIGTERM])


@pytest.mark.parametrize("crashes", [1, 3, 12])
def test_a_signal_at_the_beginning_of_a_pause_ends_the_supervisor_at_once(crashes):
    def act(stage, moment):
        if moment == "pausing" and not stage.codes:
            stage.supervisor.pass_on(signal.SIGTERM)
            stage.clock += 60  # a machine that slept, or is very busy

    stage = Stage([7] * crashes, act)
    before = sum(pause_s(History((), True, max(0, place - 3))) for place in range(1, crashes))

    assert stage.supervisor.run() == 0
    assert (stage.starts, stage.sent) == (crashes, [])
    assert stage.paused - before <= 2


@pytest.mark.parametrize("crashes", [0, 1, 3])
def test_a_signal_while_the_station_is_being_started_reaches_it(crashes):
    def act(stage, moment):
        if moment == "starting" and len(stage.codes) == 1:
            stage.supervisor.pass_on(signal.SIGTERM)

    stage = Stage([*[7] * crashes, -signal.SIGTERM], act)

    assert stage.supervisor.run() == 128 + signal.SIGTERM
    assert (stage.starts, stage.sent) == (crashes + 1, [signal.SIGTERM])


@pytest.mark.real
@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_every_ending_signal_is_passed_on(tmp_path, name):
    number = getattr(signal, name)
    heard = tmp_path / "heard"
    body = f"signal.signal({int(number)}, lambda *_: (open({str(heard)!r}, 'w').close(), sys.exit(0)))\n"
    supervisor = started(tmp_path, body + lives(tmp_path))
    until(lambda: len(living(tmp_path)) == 1)

    supervisor.send_signal(number)

    assert supervisor.wait(10) == 0
    assert heard.exists()
