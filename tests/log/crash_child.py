"""The process the crash tests kill. It is told on stdin what to do, forks for each trial so that a trial
costs milliseconds, and says on stdout what it was told is durable: all that an outside observer can see.

Three builds: *sound* is the program; *early* acknowledges before it writes; *unsynced* runs with
synchronous=OFF. The last two exist to prove that the tests can fail.
"""

import ctypes
import json
import os
import sys
from pathlib import Path

from kiosk.log import store
from kiosk.log.bodies import NoteBody
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock

shim = ctypes.CDLL(None)


def acknowledge(number: int) -> None:
    shim.shim_mark(ctypes.c_uint64(number))
    os.write(1, b"ack %d\n" % number)


def trial(folder: Path, build: str, appends: int) -> None:
    """Open the log and append *appends* records, acknowledging each when the build believes it is durable."""
    if build == "unsynced":
        store.DURABLE = {**store.DURABLE, "synchronous": "off"}
    with Log.open(folder, system_clock) as log:
        for number in range(1, appends + 1):
            if build == "early":
                acknowledge(number)
            log.append(NoteBody(f"{number} {'x' * 300}"))
            if build != "early":
                acknowledge(number)


def forked(order: dict[str, object]) -> None:
    """One trial in this process, which may not outlive it."""
    os.write(1, b"pid %d\n" % os.getpid())
    if path := order.get("trace"):
        shim.shim_trace(os.open(str(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
    shim.shim_arm(ctypes.c_long(int(str(order["kill_at"]))), int(bool(order["torn"])))
    trial(Path(str(order["folder"])), str(order["build"]), int(str(order["appends"])))
    os.write(1, b"operations %d\n" % shim.shim_seen())


def main() -> None:
    import sqlite_utils  # noqa: F401 - loaded once here, not in each trial

    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                forked(order)
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        os.write(1, b"end %d\n" % os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
