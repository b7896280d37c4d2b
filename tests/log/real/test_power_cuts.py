"""The power fails at any moment: what was acknowledged is there, and the station goes on.

A real run is recorded from its first file on: every write, truncation and sync, every name made or changed.
Then the disk is rebuilt as a cut after each of them could have left it: what was synced, and of the rest
nothing, everything, any part, torn sectors, a size without its data, stale blocks; new names with and
without the sync of their folder. `KIOSK_CAMPAIGN=1` records thirty rulings and rebuilds thousands of disks.
A missing compiler fails.
"""

import json
import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kiosk.errors import LogError
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests import independent_verifier
from tests.support.compiled import disk_shim, in_memory
from tests.support.specimen import stored_rows

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
RULINGS = 30 if CAMPAIGN else 3
pytestmark = [pytest.mark.campaign, pytest.mark.real]


@dataclass(frozen=True)
class Step:
    """One thing the disk was asked for; the letters are those of the shim."""

    op: str
    file: int
    offset: int
    data: bytes


@pytest.fixture
def place() -> Iterator[Path]:
    """In memory: the cuts are made by us, not by a disk."""
    with in_memory() as folder:
        yield folder


def recorded(place: Path, build: str) -> list[Step]:
    """What the disk was asked for by some rulings in a new folder."""
    order = {
        "what": "rule",
        "folder": str(place / "data"),
        "build": build,
        "rulings": str(RULINGS),
        "trace": str(place / "trace"),
        "at": "0",
        "mode": "0",
        "out": os.devnull,
        "err": str(place / "err"),
    }
    environment = {
        **os.environ,
        "LD_PRELOAD": str(disk_shim()),
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"))),
    }
    done = subprocess.run(
        [sys.executable, str(HERE / "fault_child.py")],
        input=json.dumps(order) + "\n",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["code"] == 0, (place / "err").read_text()
    content, entry, found = (place / "trace").read_bytes(), struct.Struct("=cQqQ"), []
    while content:
        op, file, offset, length = entry.unpack_from(content)
        found.append(Step(op.decode(), file, offset, content[entry.size : entry.size + length]))
        content = content[entry.size + length :]
    return found


# ---- a disk that loses power -------------------------------------------------------------------------------


@dataclass
class Content:
    """A file: what is safe, and what it was told since its last sync."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Step] = field(default_factory=list)


class Disk:
    """The files of a data folder and their names, as they are on the disk and as they are meant to be."""

    def __init__(self) -> None:
        self._files: dict[int, Content] = {}
        self._names: dict[str, int] = {}
        self._pending_names: list[Step] = []

    def take(self, step: Step) -> None:
        match step.op:
            case "C" | "U" | "N":
                self._pending_names.append(step)
            case "D":
                self._names = _named(self._names, self._pending_names)
                self._pending_names = []
            case "S":
                content = self._file(step.file)
                for waiting in content.pending:
                    _apply(content.safe, waiting)
                content.pending = []
            case _:
                self._file(step.file).pending.append(step)

    def _file(self, number: int) -> Content:
        return self._files.setdefault(number, Content())

    def cut(self, folder: Path, chance: random.Random, survival: "Survival") -> None:
        """Write into *folder* what a cut leaves if the unsynced part survives by *survival*."""
        folder.mkdir()
        kept = chance.choice((0, len(self._pending_names), chance.randint(0, len(self._pending_names))))
        for name, number in _named(self._names, self._pending_names[:kept]).items():
            content = self._file(number)
            left = bytearray(content.safe)
            survival(left, content.pending, chance)
            (folder / Path(name).name).write_bytes(left)


def _named(names: dict[str, int], changes: list[Step]) -> dict[str, int]:
    names = dict(names)
    for step in changes:
        first, _, second = step.data.decode().partition("\n")
        if step.op == "C":
            names[first] = step.file
        elif first in names:
            number = names.pop(first)
            if step.op == "N":
                names[second] = number
    return names


def _apply(content: bytearray, step: Step) -> None:
    size = step.offset if step.op == "T" else max(len(content), step.offset + len(step.data))
    content.extend(bytes(max(0, size - len(content))))
    if step.op == "T":
        del content[size:]
    else:
        content[step.offset : step.offset + len(step.data)] = step.data


# ---- how the unsynced part may come off --------------------------------------------------------------------

Survival = Callable[[bytearray, list[Step], random.Random], None]


def nothing(left: bytearray, pending: list[Step], chance: random.Random) -> None:
    pass


def everything(left: bytearray, pending: list[Step], chance: random.Random) -> None:
    for step in pending:
        _apply(left, step)


def any_part(left: bytearray, pending: list[Step], chance: random.Random) -> None:
    for step in pending:
        if chance.random() < 0.5:
            _apply(left, step)


def only_the_last(left: bytearray, pending: list[Step], chance: random.Random) -> None:
    for step in pending[-1:]:
        _apply(left, step)


def torn(sector: int) -> Survival:
    def survive(left: bytearray, pending: list[Step], chance: random.Random) -> None:
        for step in pending:
            if step.op == "T":
                _apply(left, step)
                continue
            for start in range(0, len(step.data), sector):
                if chance.random() < 0.5:
                    part = step.data[start : start + sector]
                    _apply(left, Step("W", step.file, step.offset + start, part))

    return survive


def size_without_data(left: bytearray, pending: list[Step], chance: random.Random) -> None:
    for step in pending:
        empty = Step(step.op, step.file, step.offset, bytes(len(step.data)))
        _apply(left, step if step.op == "T" or step.offset < len(left) else empty)


def stale_blocks(left: bytearray, pending: list[Step], chance: random.Random) -> None:
    """What the file grew by holds whatever lay on the disk before."""
    for step in pending:
        stale = Step(step.op, step.file, step.offset, chance.randbytes(len(step.data)))
        _apply(left, step if step.op == "T" or step.offset < len(left) else stale)


def data_without_size(left: bytearray, pending: list[Step], chance: random.Random) -> None:
    size = len(left)
    everything(left, pending, chance)
    del left[size:]


SURVIVALS: tuple[Survival, ...] = (
    *(nothing, everything, any_part, only_the_last, torn(512), torn(4096)),
    *(size_without_data, stale_blocks, data_without_size),
)


# ---- what must hold ----------------------------------------------------------------------------------------


def wrong_with(folder: Path, acknowledged: int) -> list[str]:
    """What is wrong with the log in *folder*, of which an observer saw *acknowledged* rulings."""
    log = folder / "log.db"
    if not log.exists():
        return [f"the log is gone, {acknowledged} rulings with it"] if acknowledged else []
    try:
        Log.open(folder, system_clock).close()
    except LogError as error:
        return [f"the writer cannot go on: {error}"] if acknowledged else []
    found = independent_verifier.verify(log)
    if found["status"] != "intact":
        return [f"the chain does not hold: {found}"]
    numbers = [json.loads(row[3])["number"] for row in stored_rows(log) if row[2] == b"adjudication"]
    if numbers not in ([f"A-{n + 1}" for n in range(acknowledged + more)] for more in (0, 1)):
        return [f"acknowledged {acknowledged}, found {numbers}"]
    return []


def lost(place: Path, build: str) -> list[str]:
    """What is wrong after a power cut at each step of some rulings by *build*."""
    disk, chance, acknowledged = Disk(), random.Random(20261117), 0
    found = []
    for number, step in enumerate(recorded(place, build)):
        if step.op == "A":
            acknowledged = step.file
        else:
            disk.take(step)
        for survival in SURVIVALS if CAMPAIGN else (nothing, SURVIVALS[1 + number % (len(SURVIVALS) - 1)]):
            left = place / "left"
            disk.cut(left, chance, survival)
            found += [f"{number} {step.op}: {one}" for one in wrong_with(left, acknowledged)]
            shutil.rmtree(left)
    return found


def test_a_power_cut_at_any_step_from_the_first_file_on_loses_nothing_acknowledged(place: Path) -> None:
    assert lost(place, "sound") == []


@pytest.mark.parametrize("build", ["early", "unsynced"])
def test_a_power_cut_shows_up_a_build_that_does_not_keep_its_word(place: Path, build: str) -> None:
    assert lost(place, build)
