"""A fault in any system call of a ruling: no verdict without its record, no record without its verdict.

Every call that touches the data folder (open, read, write, sync, truncate, unlink, rename, lock) fails in
every way it can: an error once or from then on, a full disk, half a write, a kill before it or half-way
through. `KIOSK_CAMPAIGN=1` tries them all; else every call that changes something and some of the others. A
missing compiler fails.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import pytest

from tests import independent_verifier
from tests.support.compiled import disk_shim, in_memory
from tests.support.specimen import stored_rows

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
SOME = 1 if CAMPAIGN else 7  # of the calls that change nothing, one in so many
WORDS = {0: "CAT", 1: "QQZX"}  # by the exit code of `kiosk judge`
UNLESS_RULED = 4
pytestmark = [pytest.mark.campaign, pytest.mark.real]


class Mode(IntEnum):
    """As the shim counts them."""

    NONE = 0
    FAILS = 1
    FULL = 2
    SHORT = 3
    FAILS_ON = 4
    FULL_ON = 5
    DIES = 6
    DIES_HALF_WAY = 7


# What can befall each sort of call.
MODES = {
    "o": (Mode.FAILS, Mode.FULL),
    "r": (Mode.FAILS, Mode.SHORT),
    "w": tuple(Mode)[1:],
    "s": (Mode.FAILS, Mode.FAILS_ON, Mode.DIES),
    "t": (Mode.FAILS, Mode.FAILS_ON, Mode.DIES),
    "u": (Mode.FAILS, Mode.DIES),
    "n": (Mode.FAILS, Mode.FULL, Mode.DIES),
    "l": (Mode.FAILS,),
}
CHANGING = "wstun"


@dataclass(frozen=True)
class Trial:
    """How one run ended, what it printed, and which calls it made."""

    code: int
    out: str
    err: str
    calls: str


class Judge:
    """`kiosk judge` in a process that forks for each trial."""

    def __init__(self, shim: Path, room: Path) -> None:
        environment = {**os.environ, "LD_PRELOAD": str(shim), "PYTHONPATH": str(ROOT)}
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "fault_child.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )
        self._out, self._err = room / "out", room / "err"

    def run(self, folder: Path, words: str, at: int = 0, mode: Mode = Mode.NONE) -> Trial:
        order = {
            "what": "judge",
            "folder": str(folder),
            "words": words,
            "out": str(self._out),
            "err": str(self._err),
            "at": str(at),
            "mode": str(mode.value),
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        told = json.loads(self._process.stdout.readline())
        return Trial(told["code"], self._out.read_text(), self._err.read_text(), told["calls"])

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    started = Judge(disk_shim(), tmp_path_factory.mktemp("said"))
    yield started
    started.close()


@pytest.fixture
def place() -> Iterator[Path]:
    """In memory: a fault is what the process is told, whatever the disk does."""
    with in_memory() as folder:
        yield folder


def rulings(folder: Path) -> list[dict[str, object]]:
    """What is on record in *folder*, read without the program; the chain must hold."""
    logs = [path for path in folder.glob("*.db") if path.stat().st_size]
    if not logs:
        return []
    (log,) = logs
    found = independent_verifier.verify(log)
    assert found["status"] == "intact", found
    return [json.loads(row[3]) for row in stored_rows(log) if row[2] == b"adjudication"]


def wrong_with(before: list[dict[str, object]], trial: Trial, folder: Path, expected: int) -> list[str]:
    """What is wrong with the log in *folder* after *trial*, of which an outsider saw only the answer."""
    after = rulings(folder)
    new = after[len(before) :]
    verdict = {0: "acceptable", 1: "unacceptable"}[expected]
    wrong = []
    if after[: len(before)] != before:
        wrong.append("an earlier ruling is gone or changed")
    if trial.code not in (expected, UNLESS_RULED, -signal.SIGKILL):
        wrong.append(f"ended with {trial.code}")
    if "Traceback" in trial.err or "fault of its own" in trial.err:
        wrong.append(f"machinery on show: {trial.err}")
    if trial.code == expected and [one["verdict"] for one in new] != [verdict]:
        wrong.append(f"a verdict without its record: {new}")
    if trial.code == expected and new and str(new[0]["number"]) not in trial.out:
        wrong.append("the number shown is not the one on record")
    if trial.code == UNLESS_RULED and new and "kiosk log" not in trial.err:
        wrong.append(f"there is a ruling, and nobody is told where to look for it: {trial.err}")
    if len(new) > 1 or len({one["number"] for one in after}) != len(after):
        wrong.append(f"doubled: {[one['number'] for one in after]}")
    return wrong


def points(calls: str) -> Iterator[tuple[int, Mode]]:
    for number, letter in enumerate(calls, start=1):
        if letter in CHANGING or not number % SOME:
            for mode in MODES[letter]:
                yield number, mode


def all_that_is_wrong(
    judge: Judge, template: Path | None, place: Path, expected: int
) -> dict[str, list[str]]:
    """Each fault in a ruling on a copy of *template*, or in a new folder, and in the ruling after it."""
    number, found = 0, {}

    def fresh() -> Path:
        nonlocal number
        number += 1
        folder = place / f"data-{number}"
        if template is not None:
            shutil.copytree(template, folder)
        return folder

    whole = judge.run(fresh(), WORDS[expected])
    assert whole.code == expected, whole.err
    before = rulings(template) if template is not None else []
    for at, mode in points(whole.calls):
        folder = fresh()
        trial = judge.run(folder, WORDS[expected], at, mode)
        wrong = wrong_with(before, trial, folder, expected)
        then = rulings(folder) if folder.exists() else []
        again = judge.run(folder, WORDS[expected])
        wrong += [f"then: {one}" for one in wrong_with(then, again, folder, expected)]
        if again.code != expected:
            wrong.append(f"the next ruling is refused: {again.err}")
        if wrong:
            found[f"{at} {whole.calls[at - 1]} {mode.name}"] = wrong
        shutil.rmtree(folder, ignore_errors=True)
    return found


def test_no_fault_in_a_ruling_on_an_existing_log_parts_a_verdict_from_its_record(
    judge: Judge, place: Path
) -> None:
    template = place / "template"
    judge.run(template, "CAT")
    judge.run(template, "QQZX")

    assert all_that_is_wrong(judge, template, place, 1) == {}


def test_no_fault_in_the_first_ruling_of_all_parts_them_either(judge: Judge, place: Path) -> None:
    assert all_that_is_wrong(judge, None, place, 0) == {}


def test_the_fault_tests_notice_a_ruling_that_is_not_on_record(judge: Judge, place: Path) -> None:
    trial = judge.run(place / "data", "CAT")
    log = next((place / "data").glob("*.db"))

    with closing(independent_verifier.sqlite3.connect(log)) as conn:
        conn.executescript("DROP TRIGGER no_removal; DELETE FROM records WHERE kind = 'adjudication'")

    assert wrong_with([], trial, place / "data", 0) == ["a verdict without its record: []"]
