"""A disk that fails in the middle of a ruling: what is said is what is on record, and nothing is ruled twice.

A real process, a real log; an LD_PRELOAD library lets chosen syncs fail. The last sync of a commit is the one
that matters most: what it was asked for is in the file already.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records, verify_log
from kiosk.log.writer import Log
from kiosk.station.station import record_ruling
from tests.support.log_samples import StepClock, adjudication, make_log
from tests.support.preloaded import preloaded

HERE = Path(__file__).parent

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library that fails syncs is made for Linux"),
    pytest.mark.real,
]


class Child:
    """The process whose disk fails again and again."""

    def __init__(self, shim: Path) -> None:
        self._process = preloaded(HERE / "fault_child.py", shim)

    def run(self, act: str, folder: Path, first: int = 0, last: int = -1) -> dict:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        order = {"act": act, "folder": str(folder), "first": first, "last": last}
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        self._process.stdin.flush()
        done = json.loads(self._process.stdout.readline())
        assert "fault" not in done, done
        return done

    def close(self) -> None:
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    shim = tmp_path_factory.mktemp("shim") / "fault_shim.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(shim), str(HERE / "fault_shim.c"), "-ldl"]
    subprocess.run(command, check=True)
    started = Child(shim)
    yield started
    started.close()


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Path]:
    """Data folders, each with a log of its own."""
    return (make_log(tmp_path / f"trial-{number}", 3).parent for number in count())


def of_kind(folder: Path, kind: Kind) -> list[dict]:
    return [dict(record.data) for record in read_records(folder / "log.db") if record.kind is kind]


def test_judge_confirms_a_ruling_that_landed_whichever_sync_failed(
    child: Child, folders: Iterator[Path]
) -> None:
    syncs = child.run("judge", next(folders))["syncs"]
    assert syncs >= 3

    confirmed = 0
    for failing in range(1, syncs + 1):
        folder = next(folders)
        done = child.run("judge", folder, failing, failing)

        rulings = of_kind(folder, Kind.ADJUDICATION)
        assert (done["code"], len(rulings)) == (0, 1), (failing, done)
        assert json.loads(done["out"])["number"] == rulings[0]["number"] == "A-1"
        assert verify_log(folder / "log.db").status is Status.INTACT
        confirmed += len(of_kind(folder, Kind.RULING_CONFIRMED))
    assert confirmed  # the case this is about was among them


def test_judge_never_says_that_nothing_was_ruled_when_something_was(
    child: Child, folders: Iterator[Path]
) -> None:
    syncs = child.run("judge", next(folders))["syncs"]

    unsure = 0
    for failing in range(1, syncs + 1):
        for more in range(1, syncs + 3):
            folder = next(folders)
            done = child.run("judge", folder, failing, failing + more)
            rulings = of_kind(folder, Kind.ADJUDICATION)
            assert done["code"] in (0, 4), done
            assert len(rulings) <= 1
            if done["code"] == 0:
                assert json.loads(done["out"])["number"] == rulings[0]["number"]
            elif rulings:
                unsure += "A-1 is on record, but its verdict was not given" in done["err"]
                assert "Nothing was ruled" not in done["err"], done
    assert unsure


def test_a_verdict_nobody_saw_is_recorded_as_never_shown_and_not_as_abandoned(
    child: Child, folders: Iterator[Path]
) -> None:
    syncs = child.run("station", next(folders))["syncs"]

    never_shown = 0
    for failing in range(1, syncs + 1):
        for more in range(syncs + 3):
            folder = next(folders)
            shown = child.run("station", folder, failing, failing + more)["shown"]
            rulings, closed = of_kind(folder, Kind.ADJUDICATION), of_kind(folder, Kind.CLOSED)
            abandoned = of_kind(folder, Kind.ABANDONED)
            if "Showing" in shown:
                assert (len(rulings), closed, abandoned) == (1, [], [])
                continue
            assert shown[-1] == "OutOfService"
            assert not (rulings and abandoned), (failing, more)
            for one in closed:
                assert (one["number"], one["how"]) == ("B-1", "never_shown")
                never_shown += 1
    assert never_shown


# ---- a reader that holds on --------------------------------------------------------------------------------

HOLDER = """
import sqlite3, sys, time
conn = sqlite3.connect(sys.argv[1], isolation_level=None)
conn.execute("BEGIN")
conn.execute("SELECT count(*) FROM records").fetchone()
print("held", flush=True)
time.sleep(float(sys.argv[2]))
"""


def test_a_reader_that_holds_its_lock_for_eight_seconds_does_not_fail_a_ruling(tmp_path: Path) -> None:
    make_log(tmp_path, 30)
    with Log.open(tmp_path, StepClock(days=1), "B") as log:
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(tmp_path / "log.db"), "8"], stdout=subprocess.PIPE
        )
        with holder:
            assert holder.stdout is not None
            holder.stdout.readline()
            began = time.monotonic()

            ruling = record_ruling(log, adjudication())

            assert time.monotonic() - began > 4  # it was waited for
            holder.send_signal(signal.SIGKILL)

    assert ruling.number == "B-1"
    assert len(of_kind(tmp_path, Kind.ADJUDICATION)) == 1
