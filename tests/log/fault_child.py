"""The process whose disk fails. It is told on stdin what to do and which syncs are to fail, forks for each
trial so that a trial costs milliseconds, and says on stdout how the trial ended.

*judge* is the real command; *station* is the real station over a real log, with a fake screen and keys.
"""

import ctypes
import io
import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from kiosk.cli.main import main as command_line
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support import fakes

shim = ctypes.CDLL(None)


def arm(order: dict[str, object]) -> None:
    shim.fault_arm(ctypes.c_long(int(str(order["first"]))), ctypes.c_long(int(str(order["last"]))))


def judge(order: dict[str, object]) -> dict[str, object]:
    sys.argv = ["kiosk", "--data", str(order["folder"]), "judge", "CAT", "--json"]
    arm(order)
    said, told = io.StringIO(), io.StringIO()
    code: object = 0
    with redirect_stdout(said), redirect_stderr(told):
        try:
            command_line()
        except SystemExit as end:
            code = end.code
    return {"code": code, "out": said.getvalue(), "err": told.getvalue()}


def station(order: dict[str, object]) -> dict[str, object]:
    folder = Path(str(order["folder"]))
    with Log.open(folder, system_clock, "B") as log:
        rig = fakes.rig(log=lambda _: log)
        arm(order)
        rig.judge("CAT")
        shown = [type(state).__name__ for state in rig.surface.shown]
    return {"shown": shown}


def main() -> None:
    import sqlite_utils  # noqa: F401 - loaded once here, not in each trial

    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            try:
                done = {"judge": judge, "station": station}[order["act"]](order)
                answer = json.dumps({**done, "syncs": shim.fault_seen()})
            except Exception as error:  # noqa: BLE001 - told to the test, which fails with it
                answer = json.dumps({"fault": repr(error)})
            os.write(1, answer.encode() + b"\n")
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
