"""`kiosk doctor` over ssh, beside a real station: it tells what that station proved, while it lives."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lockdown.real.test_backdrop import Supervised, supervised
from tests.lockdown.real.test_escapes import set_up
from tests.support.kiosk_process import ROOT
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

PASSCODE = "quiet tiles 7"


def doctor(data: Path) -> dict:
    """What doctor says in a session without a screen."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY")
    env = {name: value for name, value in os.environ.items() if name not in screens}
    command = [sys.executable, "-m", "kiosk", "--data", str(data), "doctor", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    return json.loads(done.stdout)


def blocked(told: dict) -> set[str]:
    return {each["id"] for each in told["escapes"] if each["state"] == "blocked"}


def test_only_a_station_that_writes_and_draws_protects(screen: Screen, tmp_path: Path):
    data = set_up(tmp_path, PASSCODE)
    before = doctor(data)
    kiosk = Supervised(screen, data, command=supervised(data))
    until(lambda: doctor(data)["observed"], "the station's proof")

    during = doctor(data)
    kiosk.kill_station(signal.SIGSTOP)
    until(lambda: not doctor(data)["observed"], "the proof of a stopped station to grow old")
    kiosk.process.terminate()
    kiosk.process.wait(20)
    after = doctor(data)

    assert (before["level"], during["level"], after["level"]) == (
        "demonstration",
        "deterrent",
        "demonstration",
    )
    assert during["session"] == "X11 desktop"  # a server in memory is never a bare X session
    assert {"close_window", "switch_program", "kill_program"} <= blocked(during)
    assert not {"close_window", "switch_program", "kill_program"} & (blocked(before) | blocked(after))


def test_a_killed_station_takes_its_proof_with_it_at_once(screen: Screen, tmp_path: Path):
    data = set_up(tmp_path, PASSCODE)
    kiosk = Supervised(screen, data, command=supervised(data))
    until(lambda: doctor(data)["observed"], "the station's proof")

    station = kiosk.station()
    kiosk.kill()
    os.kill(station, signal.SIGKILL)

    until(lambda: not doctor(data)["observed"], "the end of the proof")
