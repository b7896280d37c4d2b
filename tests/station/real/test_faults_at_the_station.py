"""A fault in any system call of a ruling at the real station: what stands on the screen is on the disk.

The shim under the station is armed the moment before TAB. `KIOSK_CAMPAIGN=1` lets every call fail in turn;
else some.
"""

import os
import sys
from itertools import cycle
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.log.store import log_path
from tests.log.real.test_faults import Mode
from tests.support.compiled import disk_shim
from tests.support.kiosk_process import ROOT, KioskProcess
from tests.support.screen import Screen, until
from tests.support.specimen import stored_rows

CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
# Of the calls of one ruling; more than it makes, so that the last trials let it succeed.
POINTS = range(1, 76) if CAMPAIGN else (2, 18, 33, 41, 47, 300)
MODES = (Mode.FAILS, Mode.FULL_ON, Mode.SHORT, Mode.FAILS_ON, Mode.DIES, Mode.DIES_HALF_WAY)
TRIALS = [
    (point, mode)
    for point, modes in zip(POINTS, cycle([MODES] if CAMPAIGN else [[one] for one in MODES]), strict=False)
    for mode in modes
]
pytestmark = [pytest.mark.real, pytest.mark.campaign]


def seen(station: KioskProcess) -> bool:
    ended = station.process.poll() is not None
    return ended or station.tone() in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE, Tone.CLOSED)


@pytest.mark.parametrize(("point", "mode"), TRIALS)
def test_no_verdict_stands_on_the_screen_that_is_not_on_record(
    screen: Screen, tmp_path: Path, point: int, mode: Mode
):
    data, control = tmp_path / "data", tmp_path / "control"
    shimmed = ("env", f"LD_PRELOAD={disk_shim()}", f"FAULT_CONTROL={control}", f"PYTHONPATH={ROOT}")
    program = (sys.executable, "-m", "kiosk", "--data", str(data), "station")
    station = KioskProcess(screen, data, command=(*shimmed, *program))
    station.enter("qqzx")
    until(station.is_armed, "TAB to be armed")

    control.with_suffix(".new").write_text(f"{data} {point} {mode.value}")
    control.with_suffix(".new").rename(control)
    screen.key("Tab")
    until(lambda: seen(station), "a verdict, a closed station or its end")
    shown = station.tone() if station.process.poll() is None else None
    station.kill()

    rulings = [row for row in stored_rows(log_path(data)) if row[2] == b"adjudication"]
    assert shown is not Tone.ACCEPTABLE
    if shown is Tone.UNACCEPTABLE:
        assert len(rulings) == 1
        assert b'"verdict":"unacceptable"' in rulings[0][3]
    if point > 100:
        assert shown is Tone.UNACCEPTABLE  # armed in vain: nothing failed
