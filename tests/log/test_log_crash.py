"""Killed at any instant, the log holds everything that was acknowledged and at most one record more.

A real process is killed with SIGKILL at every single write, sync, truncation, removal and renaming (an
LD_PRELOAD library counts them), and at random instants. Each check is also run against a build that must fail
it. `KIOSK_CAMPAIGN=1` runs thousands of trials instead of hundreds.
"""

import json
import os
import random
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kiosk.errors import LogError
from kiosk.folder import ACKNOWLEDGED, LOCK
from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records, verify_log
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support.preloaded import preloaded

HERE = Path(__file__).parent
CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
RANDOM_KILLS = 3000 if CAMPAIGN else 90
APPENDS = 12 if CAMPAIGN else 3

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library that kills is made for Linux"),
    pytest.mark.campaign,
    pytest.mark.real,
]


@dataclass
class Seen:
    """What an outside observer of one trial saw."""

    acknowledged: list[int] = field(default_factory=list)
    operations: int = 0
    exit_code: int = 0


class Child:
    """The process that is killed again and again."""

    def __init__(self, shim: Path) -> None:
        self._process = preloaded(HERE / "crash_child.py", shim)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._news = self._process.stdin, self._process.stdout
        self._unread = b""

    def run(self, folder: Path, kill_at: int = -1, **order: object) -> Seen:
        """One trial that kills itself at its operation *kill_at*, or not at all."""
        self._start(folder, kill_at, **order)
        return self._watch(Seen())

    def run_and_kill(self, folder: Path, after: int, wait_s: float, build: str = "sound") -> Seen:
        """One trial that is killed from outside, *wait_s* after its acknowledgement number *after*."""
        pid = self._start(folder, -1, appends=100_000, build=build)
        seen = Seen()
        while len(seen.acknowledged) < after:
            self._take(seen, self._line())
        if not self._unread:
            select.select([self._news], [], [], wait_s)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return self._watch(seen)

    def close(self) -> None:
        self._orders.close()
        self._process.wait()
        self._news.close()

    def _start(self, folder: Path, kill_at: int, **order: object) -> int:
        told = {
            "folder": str(folder),
            "kill_at": kill_at,
            "torn": False,
            "build": "sound",
            "appends": APPENDS,
        }
        self._orders.write(json.dumps({**told, **order}).encode() + b"\n")
        return int(self._line().removeprefix("pid "))

    def _watch(self, seen: Seen) -> Seen:
        while not self._take(seen, self._line()):
            pass
        return seen

    def _take(self, seen: Seen, line: str) -> bool:
        """Note what *line* says; True if it was the last one."""
        word, number = line.split()
        if word == "ack":
            seen.acknowledged.append(int(number))
        elif word == "operations":
            seen.operations = int(number)
        elif word == "end":
            seen.exit_code = int(number)
        return word == "end"

    def _line(self) -> str:
        while b"\n" not in self._unread:
            chunk = os.read(self._news.fileno(), 65536)
            assert chunk, "the child process ended"
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode()


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    shim = tmp_path_factory.mktemp("shim") / "kill_shim.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(shim), str(HERE / "kill_shim.c"), "-ldl"]
    subprocess.run(command, check=True)
    started = Child(shim)
    yield started
    started.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Where the trials are: in memory, because a kill loses nothing the system was given, whatever the disk;
    the campaign runs on the real one."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
    if CAMPAIGN or not memory.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="kiosk-crash-") as folder:
        yield Path(folder)


# ---- what must hold after any crash ------------------------------------------------------------------------


def violations(folder: Path, acknowledged: list[int]) -> list[str]:
    """What is wrong with the log in *folder*, of which an observer saw *acknowledged*."""
    log = folder / "log.db"
    if not log.exists():
        return [f"the log is gone, {len(acknowledged)} records with it"] if acknowledged else []
    as_left = _numbers(log)  # read as the killed process left it, journal and all
    try:
        Log.open(folder, system_clock).close()
    except LogError as error:
        return [f"the writer cannot go on: {error}"]
    recovered = _numbers(log)
    wrong = []
    if verify_log(log).status is not Status.INTACT:
        wrong.append(f"the chain does not hold: {verify_log(log).reason}")
    if as_left != recovered:
        wrong.append(f"a reader saw {as_left}, the writer recovered {recovered}")
    if recovered[: len(acknowledged)] != acknowledged:
        wrong.append(f"acknowledged {acknowledged}, found {recovered}")
    if len(recovered) > len(acknowledged) + 1:
        wrong.append(f"more than one record was never acknowledged: {acknowledged}, found {recovered}")
    return wrong


def _numbers(log: Path) -> list[int]:
    try:
        return [
            int(str(record.data["text"]).partition(" ")[0])
            for record in read_records(log)
            if record.kind is Kind.NOTE
        ]
    except LogError:
        return [-1]  # unreadable, which the writer will say more of


def fresh(place: Path) -> Iterator[Path]:
    number = 0
    while True:
        number += 1
        yield place / f"trial-{number}"


# ---- killed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("torn", [False, True], ids=["before", "half-way"])
def test_a_kill_at_every_operation_loses_nothing_that_was_acknowledged(
    child: Child, place: Path, torn: bool
) -> None:
    folders = fresh(place)
    whole = child.run(next(folders), kill_at=0)
    assert whole.acknowledged == list(range(1, APPENDS + 1))
    assert whole.operations > APPENDS * 8

    found = {}
    for kill_at in range(1, whole.operations + 1):
        folder = next(folders)
        seen = child.run(folder, kill_at, torn=torn)
        assert seen.exit_code == -signal.SIGKILL
        if wrong := violations(folder, seen.acknowledged):
            found[kill_at] = wrong

    assert found == {}


def test_a_kill_at_a_random_instant_loses_nothing_that_was_acknowledged(child: Child, place: Path) -> None:
    folders, chance = fresh(place), random.Random(20260307)

    found = {}
    for trial in range(RANDOM_KILLS):
        folder = next(folders)
        seen = child.run_and_kill(folder, chance.randrange(6), chance.random() * 0.004)
        if wrong := violations(folder, seen.acknowledged):
            found[trial] = wrong
        shutil.rmtree(folder, ignore_errors=True)

    assert found == {}


def test_a_build_that_acknowledges_before_it_writes_is_caught(child: Child, place: Path) -> None:
    folders = fresh(place)
    whole = child.run(next(folders), kill_at=0, build="early")

    found = []
    for kill_at in range(1, whole.operations + 1):
        folder = next(folders)
        found += violations(folder, child.run(folder, kill_at, build="early").acknowledged)

    assert any("acknowledged [1], found []" in wrong for wrong in found)


# ---- synced ------------------------------------------------------------------------------------------------


@dataclass
class Operation:
    """One thing the library saw: W(rite), T(runcate), S(ync) of a file, or A(cknowledgement) of a number."""

    op: str
    file: int
    offset: int
    data: bytes


def traced(child: Child, folder: Path, build: str = "sound") -> list[Operation]:
    """What the disk was asked to do during some appends to an existing log."""
    trace = folder.with_suffix(".trace")
    child.run(folder, trace=str(trace), build=build)
    content, entry, found = trace.read_bytes(), struct.Struct("=cQqQ"), []
    while content:
        op, file, offset, length = entry.unpack_from(content)
        found.append(Operation(op.decode(), file, offset, content[entry.size : entry.size + length]))
        content = content[entry.size + length :]
    return found


def of_the_log(trace: list[Operation], folder: Path) -> list[Operation]:
    """*trace* without what is never synced: the note of what was acknowledged, and who holds the lock."""
    others = {(folder / name).stat().st_ino for name in (ACKNOWLEDGED, LOCK)}
    return [step for step in trace if step.file not in others]


def unsynced_acknowledgements(trace: list[Operation]) -> list[int]:
    """The numbers acknowledged while something written before lay unsynced."""
    dirty: set[int] = set()
    found = []
    for step in trace:
        if step.op in "WT":
            dirty.add(step.file)
        elif step.op == "S":
            dirty.discard(step.file)
        elif dirty:
            found.append(step.file)
    return found


def existing_log(child: Child, folder: Path) -> Path:
    child.run(folder, appends=0)
    return folder


def test_everything_is_synced_between_the_commit_and_the_acknowledgement(
    child: Child, tmp_path: Path
) -> None:
    trace = of_the_log(traced(child, existing_log(child, tmp_path / "log")), tmp_path / "log")
    acknowledged = [index for index, step in enumerate(trace) if step.op == "A"]

    assert len(acknowledged) == APPENDS
    assert unsynced_acknowledgements(trace) == []
    for start, end in zip([0, *acknowledged], acknowledged, strict=False):
        steps = [step.op for step in trace[start:end]]
        last_change = max(index for index, op in enumerate(steps) if op in "WT")
        assert "S" in steps[last_change:]


def test_a_build_that_does_not_sync_is_caught(child: Child, tmp_path: Path) -> None:
    trace = of_the_log(traced(child, existing_log(child, tmp_path / "log"), "unsynced"), tmp_path / "log")

    assert unsynced_acknowledgements(trace) == list(range(1, APPENDS + 1))
