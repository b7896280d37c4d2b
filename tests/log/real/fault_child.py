"""The process that the tests of faults and power cuts let fail. It is told on stdin what to do and forks for
each trial, so that a trial costs milliseconds; what it printed, how it ended and which calls it made is
told on stdout.

Three builds: *sound* is the program; *early* acknowledges before it writes; *unsynced* runs with
synchronous=OFF. The last two exist to prove that the tests can fail.
"""

import ctypes
import json
import os
import sys
from pathlib import Path

shim = ctypes.CDLL(None)
shim.fault_calls.restype = ctypes.c_char_p


def judged(order: dict[str, str]) -> None:
    """`kiosk judge WORD…`, as the command line runs it."""
    from kiosk.cli.main import main

    sys.argv = ["kiosk", "--data", order["folder"], "judge", *order["words"].split()]
    main()


def ruled(order: dict[str, str]) -> None:
    """Some rulings in a row, each acknowledged when the build believes it durable."""
    from kiosk.log import store
    from kiosk.log.writer import Log
    from kiosk.system_clock import system_clock
    from tests.support.log_samples import adjudication

    if order["build"] == "unsynced":
        store.DURABLE = {**store.DURABLE, "synchronous": "off"}
    with Log.open(Path(order["folder"]), system_clock) as log:
        for number in range(1, int(order["rulings"]) + 1):
            if order["build"] == "early":
                shim.fault_mark(ctypes.c_uint64(number))
            log.rule(adjudication("CAT", "DOG"))
            if order["build"] != "early":
                shim.fault_mark(ctypes.c_uint64(number))


def forked(order: dict[str, str], answer: int) -> None:
    """One trial in this process, which may not outlive it."""
    for fd, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(order[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), fd)
    shim.fault_arm(order["folder"].encode(), ctypes.c_long(int(order["at"])), int(order["mode"]))
    if path := order.get("trace"):
        shim.fault_trace(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
    code = 99
    try:
        DOING[order["what"]](order)
        code = 0
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else 98
    finally:
        os.write(answer, shim.fault_calls() + b"\n")
        os._exit(code)


DOING = {"judge": judged, "rule": ruled}


def main() -> None:
    import sqlite_utils  # noqa: F401 - loaded once here, not in each trial

    import kiosk.desk.judge_command
    import kiosk.log.writer  # noqa: F401

    for line in sys.stdin:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            forked(json.loads(line), writing)
        os.close(writing)
        with os.fdopen(reading) as told:
            calls = told.readline().strip()
        _, status = os.waitpid(child, 0)
        print(json.dumps({"calls": calls, "code": os.waitstatus_to_exitcode(status)}), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
