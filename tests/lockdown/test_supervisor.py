"""The supervisor: back within two seconds, out of service after three crashes, ended only by its director."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.lockdown.heartbeat import CAUSE, OPENING_S, SILENCE_S, START_S, VARIABLE, beat
from kiosk.lockdown.supervision import last_beat
from kiosk.supervisor import (
    AGAIN,
    BUSY,
    CALL,
    CRASHES,
    LOG_IN_USE,
    LONGEST_BUSY_S,
    LONGEST_PAUSE_S,
    OUT_OF_SERVICE,
    STARTING,
    STOP_S,
    WITHIN_S,
    Restarts,
    Supervisor,
    Then,
    World,
    after,
    command_from,
    pause_s,
)


class HandClock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def steps(*ends):
    """The steps taken on stations that end as (seconds, code)."""
    history, taken = Restarts(), []
    for now, code in ends:
        step, history = after(history, code, now)
        taken.append(step)
    return taken


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ([(0, 0)], [Then.END]),
        ([(0, 2)], [Then.END]),
        ([(0, 1)], [Then.AGAIN]),
        ([(0, 4)], [Then.AGAIN]),
        ([(0, -9)], [Then.AGAIN]),
        ([(0, -9), (5, -11), (9, 1)], [Then.AGAIN, Then.AGAIN, Then.OUT_OF_SERVICE]),
        ([(0, -9), (30, -9), (60, -9)], [Then.AGAIN] * 3),
        ([(0, -9), (30, -9), (59.9, -9)], [Then.AGAIN, Then.AGAIN, Then.OUT_OF_SERVICE]),
        (
            [(0, -9), (50, -9), (100, -9), (105, -9)],
            [Then.AGAIN, Then.AGAIN, Then.AGAIN, Then.OUT_OF_SERVICE],
        ),
        (
            [(0, 1), (1, 1), (2, 1), (3, 0)],
            [Then.AGAIN, Then.AGAIN, Then.OUT_OF_SERVICE, Then.END],
        ),
        (
            [(0, 1), (1, 1), (2, 1), (999, 1)],
            [Then.AGAIN, Then.AGAIN, Then.OUT_OF_SERVICE, Then.OUT_OF_SERVICE],
        ),
    ],
)
def test_what_follows_on_an_end_of_the_station(ends, expected):
    assert steps(*ends) == expected


@given(st.lists(st.tuples(st.floats(0, 1000), st.integers(-20, 20)), max_size=40))
def test_once_out_of_service_it_never_judges_again(ends):
    history, out = Restarts(), False

    for now, code in sorted(ends):
        step, history = after(history, code, now)
        assert not (out and step is Then.AGAIN)
        out = out or step is Then.OUT_OF_SERVICE


@given(st.integers(0, 5000))
def test_the_pause_is_short_at_first_and_never_endless(failures):
    assert pause_s(Restarts()) <= 2
    assert pause_s(Restarts((), True, failures)) <= LONGEST_PAUSE_S


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

    code = Supervisor(command, tmp_path / "beat", World(sleep=lambda seconds: None)).run()

    assert code == 0
    assert starts(tmp_path) == [""] * CRASHES + [" ".join(OUT_OF_SERVICE)]


def test_crashes_far_apart_never_take_it_out_of_service(tmp_path):
    command = station(tmp_path, "sys.exit(0 if starts == 6 else 7)")
    clock = HandClock()

    def sleep(seconds):
        clock.now += WITHIN_S

    code = Supervisor(command, tmp_path / "beat", World(now=clock, sleep=sleep)).run()

    assert code == 0
    assert starts(tmp_path) == [""] * 6


def test_a_station_that_cannot_be_started_counts_as_a_crash(tmp_path, capfd):
    waits = []

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == 3:
            (tmp_path / "late").write_text("#!/bin/sh\nexit 0\n")
            (tmp_path / "late").chmod(0o755)

    code = Supervisor([str(tmp_path / "late")], tmp_path / "beat", World(sleep=wait)).run()

    assert code == 0
    assert len(waits) == 3
    assert "could not be started" in capfd.readouterr().err


def test_the_station_is_told_who_supervises_it(tmp_path):
    command = station(tmp_path, "sys.exit(0 if os.environ['KIOSK_SUPERVISOR'] == str(os.getppid()) else 2)")

    assert Supervisor(command, tmp_path / "beat").run() == 0


def started(tmp_path, body, **env):
    command = [sys.executable, "-m", "kiosk.supervisor", "--", *station(tmp_path, body)]
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    unseen = {name: value for name, value in os.environ.items() if name not in screens}
    return subprocess.Popen(command, env={**unseen, **env})


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
    assert supervisor.wait(120) == 128 + signal.SIGTERM
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
    supervisor.wait(120)


class Stage:
    """Stations that end with *codes* one after the other (None: when killed), on a clock that only *act*,
    looks at a running station and pauses move.

    *act*(stage, moment) is called with "starting", "running" and "pausing" as each happens."""

    pid = ""

    def __init__(self, codes, act=lambda stage, moment: None, heartbeat=Path("/no such file"), signals=True):
        self.codes, self.act = list(codes), act
        self.clock, self.starts, self.paused, self.sent, self.kills = 0.0, 0, 0.0, [], []
        self.told, self.backdrop = [], []
        world = World(lambda: self.clock, self.sleep, self.start, self, signals)
        self.supervisor = Supervisor(["station"], heartbeat, world)

    def start(self, command, told):
        self.starts += 1
        self.told.append(told)
        self.act(self, "starting")
        return self

    def wait(self, timeout):
        self.act(self, "running")
        if self.codes[0] is None:
            self.clock += timeout
            raise subprocess.TimeoutExpired("station", timeout)
        return self.codes.pop(0)

    def kill(self):
        self.kills.append(self.clock)
        self.codes[0] = -signal.SIGKILL

    def hold(self, text):
        self.backdrop.append(text)

    def expect(self):
        return

    def give_way(self):
        self.backdrop.append("gives way")

    def release(self):
        return

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
    before = sum(pause_s(Restarts((), True, max(0, place - 3))) for place in range(1, crashes))

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


def test_where_signals_end_a_process_on_the_spot_none_is_sent():
    """Windows: TerminateProcess would leave every guard in place; Ctrl+C reaches the station by itself."""

    def act(stage, moment):
        if moment == "running":
            stage.supervisor.pass_on(signal.SIGINT)

    stage = Stage([3], act, signals=False)

    assert stage.supervisor.run() == 3
    assert (stage.starts, stage.sent, stage.kills) == (1, [], [])


def test_where_there_are_no_signals_a_station_that_is_being_started_is_ended():
    def act(stage, moment):
        if moment == "starting":
            stage.supervisor.pass_on(signal.SIGINT)

    stage = Stage([None], act, signals=False)
    stage.supervisor.run()

    assert (stage.starts, stage.sent, len(stage.kills)) == (1, [], 1)


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

    assert supervisor.wait(120) == 0
    assert heard.exists()


# ---- a log in use ------------------------------------------------------------------------------------------


def test_a_log_in_use_is_tried_again_for_ever_and_never_takes_the_station_out_of_service():
    stage = Stage([BUSY] * 20 + [0])

    assert stage.supervisor.run() == 0
    assert stage.starts == 21
    assert stage.backdrop == [STARTING, *[LOG_IN_USE] * 20]
    assert stage.paused <= 20 * LONGEST_BUSY_S


def test_a_station_out_of_service_stays_so_while_its_log_is_in_use():
    assert steps((0, 1), (1, 1), (2, 1), (3, BUSY)) == [
        Then.AGAIN,
        Then.AGAIN,
        *[Then.OUT_OF_SERVICE] * 2,
    ]


# ---- a hang ------------------------------------------------------------------------------------------------


class Beating:
    """A station that gives signs of life in *file* every second until *stops_at*."""

    def __init__(self, file, stops_at, within_s=SILENCE_S):
        self.file, self.stops_at, self.within_s, self.beaten = file, stops_at, within_s, -1

    def __call__(self, stage, moment):
        second = int(stage.clock)
        if moment == "running" and second > self.beaten and stage.clock < self.stops_at:
            self.beaten = second
            self.file.write_text(str(self.within_s))
            os.utime(self.file, ns=(second, second + 1))


def test_a_station_that_gives_no_sign_of_life_is_killed_and_started_again(tmp_path):
    file = tmp_path / "beat"
    stage = Stage([None, 0], Beating(file, stops_at=30), file)

    assert stage.supervisor.run() == 0
    assert stage.starts == 2
    assert 30 + SILENCE_S - 1 <= stage.kills[0] <= 30 + SILENCE_S + 2
    assert stage.told[0][CAUSE] == ""
    assert stage.told[1][CAUSE].startswith("no sign of life for ")


def test_a_station_that_waits_ten_seconds_for_its_disk_is_left_alone(tmp_path):
    file = tmp_path / "beat"

    class Slow(Beating):
        def __call__(self, stage, moment):
            if not 20 <= stage.clock < 31:
                super().__call__(stage, moment)
            if stage.clock > 60:
                stage.codes[0] = 0

    stage = Stage([None], Slow(file, 1000), file)

    assert stage.supervisor.run() == 0
    assert stage.kills == []


def test_a_station_that_announces_a_long_silence_gets_it(tmp_path):
    file = tmp_path / "beat"
    stage = Stage([None, 0], Beating(file, stops_at=10, within_s=OPENING_S), file)

    stage.supervisor.run()

    assert stage.kills[0] >= 10 + OPENING_S - 1


def test_a_station_that_never_draws_is_killed_too():
    stage = Stage([None, 0])

    stage.supervisor.run()

    assert START_S <= stage.kills[0] <= START_S + 2


def test_time_in_which_the_supervisor_itself_was_stopped_is_not_held_against_the_station(tmp_path):
    file = tmp_path / "beat"

    class Stopped(Beating):
        def __call__(self, stage, moment):
            super().__call__(stage, moment)
            if 20 <= stage.clock < 21:
                stage.clock += 3600  # nothing ran: no sign was given, and none was looked for
            if stage.clock > 3700:
                stage.codes[0] = 0

    stage = Stage([None], Stopped(file, 10**9), file)

    assert stage.supervisor.run() == 0
    assert stage.kills == []


def test_a_hung_station_that_is_asked_to_end_is_ended(tmp_path):
    file = tmp_path / "beat"

    class Asked(Beating):
        def __call__(self, stage, moment):
            super().__call__(stage, moment)
            if stage.clock >= 30 and not stage.sent:
                stage.supervisor.pass_on(signal.SIGTERM)

    stage = Stage([None], Asked(file, stops_at=30), file)

    assert stage.supervisor.run() == 128 + signal.SIGKILL
    assert stage.kills[0] <= 30 + STOP_S + 2
    assert stage.starts == 1


def test_the_backdrop_gives_way_when_the_station_draws_and_comes_back_when_it_dies(tmp_path):
    file = tmp_path / "beat"

    class Dying(Beating):
        def __call__(self, stage, moment):
            super().__call__(stage, moment)
            if moment == "running" and stage.codes[0] is None and stage.clock > stage.starts * 10:
                stage.codes[0] = 7

    stage = Stage([None, None, 1, 1, 1, 0], Dying(file, 10**9), file)

    stage.supervisor.run()

    assert stage.backdrop == [STARTING, "gives way", AGAIN, "gives way", AGAIN, AGAIN, CALL, CALL]


def test_a_sign_of_life_is_written_where_the_supervisor_looks(tmp_path, monkeypatch):
    file = tmp_path / "beat"
    beat()
    monkeypatch.setenv(VARIABLE, str(file))
    assert last_beat(file) is None

    beat(40)
    first = last_beat(file)
    os.utime(file, (0, 0))
    beat()

    assert first.within_s == 40
    assert (last_beat(file).within_s, last_beat(file).mark > 0) == (SILENCE_S, True)


@pytest.mark.parametrize("text", ["", "soon", "-5", "999999999"])
def test_a_file_that_says_anything_else_allows_no_endless_silence(tmp_path, text):
    (tmp_path / "beat").write_text(text)

    assert last_beat(tmp_path / "beat").within_s <= OPENING_S


def test_a_sign_that_cannot_be_written_harms_nobody(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "no" / "such" / "folder"))

    beat()


@pytest.mark.real
@pytest.mark.skipif(os.name != "posix", reason="environments in /proc")
def test_no_passcode_is_left_in_the_environment_of_the_supervisor_or_its_station(tmp_path):
    file = tmp_path / "environment"
    body = f"open({str(file)!r}, 'w').write(repr(dict(os.environ)))\n" + lives(tmp_path)
    supervisor = started(tmp_path, body, KIOSK_PASSCODE="hush hush", KIOSK_NEW_PASSCODE="hush again")
    until(lambda: len(living(tmp_path)) == 1)

    shown = Path(f"/proc/{supervisor.pid}/environ")

    if shown.exists():
        assert b"hush" not in shown.read_bytes()
    assert "hush" not in file.read_text()
    supervisor.terminate()
    supervisor.wait(120)
