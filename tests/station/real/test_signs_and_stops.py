"""Real keys that need AltGr, and keys pressed while the station was stopped."""

import os
import signal
import time
from pathlib import Path

import pytest

from kiosk.log.kinds import Kind
from kiosk.station.sentry import STOPPED
from tests.support.kiosk_process import KioskProcess, run_kiosk
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

ALT_GR, KEY_Q, TAB = 108, 24, 23
PASSCODE = "club@2026"


def test_a_passcode_with_a_sign_that_needs_altgr_opens_the_station(screen: Screen, tmp_path: Path):
    data = tmp_path / "data"
    done = run_kiosk(data, "passcode", "set", given=f"{PASSCODE}\n{PASSCODE}\n")
    assert done.returncode == 0, done.stderr
    screen.layout("de")
    station = KioskProcess(screen, data)

    screen.key("ctrl+F12")
    screen.type("club")
    screen.tap(KEY_Q, ALT_GR)
    screen.type("2026")
    screen.key("Return")

    until(lambda: station.records(Kind.UNLOCK, Kind.UNLOCK_FAILED), "an answer")
    assert not station.records(Kind.UNLOCK_FAILED)
    station.kill()


def test_neither_altgr_nor_control_and_alt_type_into_a_word(station: KioskProcess):
    station.screen.layout("de")
    station.screen.key("1")
    station.screen.type("ca")

    station.screen.tap(KEY_Q, ALT_GR)
    for letter in "qte":
        station.screen.key(f"ctrl+alt+{letter}")
    station.screen.type("t")
    station.screen.key("Return")
    station.press_tab(0)

    assert station.rulings()[-1].data["words"] == ["CAT"]


def test_a_tab_pressed_while_the_station_was_stopped_judges_nothing(station: KioskProcess):
    station.enter("cat")
    until(station.is_armed, "TAB to be armed: it would judge")
    os.kill(station.process.pid, signal.SIGSTOP)
    station.screen.key("Tab")
    time.sleep(5)

    os.kill(station.process.pid, signal.SIGCONT)

    until(lambda: station.records(Kind.VIOLATION), "the stop on record")
    assert [record.data["what"] for record in station.records(Kind.VIOLATION)] == [STOPPED]
    until(lambda: station.records(Kind.ABANDONED), "the entry discarded")
    assert not station.rulings()
