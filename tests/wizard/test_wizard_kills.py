"""Killed at any write while it stores a set-up, the wizard leaves the old one or the new one, no mixture.

A real process is killed with SIGKILL at a write, sync, truncation, removal or renaming; the check is also run
against a build that must fail it. `KIOSK_CAMPAIGN=1` tries every single one, else every fifth and the last.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records, verify_log
from kiosk.setup.actions import present_setup
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, open_access, writing
from kiosk.system_clock import system_clock
from tests.support.command_line import Station, write_setup
from tests.support.preloaded import preloaded

HERE = Path(__file__).parent
CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
LAST = 12  # operations around the record, all of which are always tried

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library that kills is made for Linux"),
    pytest.mark.campaign,
    pytest.mark.real,
]


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shim") / "kill_shim.so"
    source = HERE.parent / "log" / "kill_shim.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(made), str(source), "-ldl"], check=True)
    return made


@pytest.fixture
def place() -> Iterator[Path]:
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="kiosk-wizard-") as made:
        yield Path(made)


@dataclass(frozen=True)
class Trial:
    """How a trial ended, and after how many operations if it was not killed."""

    code: int
    operations: int = 0


class StoringChild:
    """A wizard one key before it stores, again and again. *before*: the data folder as it is then."""

    def __init__(self, shim: Path, place: Path, scene: str, *build: str) -> None:
        self.folder, self.before = place / "data", place / "before"
        letters = [f"{a}{b}{c}" for a in "bcdfgh" for b in "aeiou" for c in "gmnpt"]
        (place / "words.txt").write_text("\n".join(letters))
        if scene == "change":
            self._set_up_before()
        self._process = preloaded(HERE / "wizard_child.py", shim, str(self.folder), scene, *build)
        assert self._line() == "ready 0"

    def _set_up_before(self) -> None:
        station = Station(self.folder)
        station.set_passcodes()
        file = self.folder.parent / "old.toml"
        assert station.as_director("setup", "--from", write_setup(file, profile='"tournament"')).code == 0
        shutil.copytree(self.folder, self.before)

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = b""
        while not line.endswith(b"\n"):
            one = self._process.stdout.read(1)
            assert one, "the child process ended"
            line += one
        return line.decode().strip()

    def store(self, kill_at: int = 0) -> Trial:
        """One trial, killed at its operation *kill_at*; 0: not at all."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.before.exists():
            shutil.copytree(self.before, self.folder)
        assert self._process.stdin is not None
        self._process.stdin.write(b"%d\n" % (kill_at or 10**6))
        operations = 0
        while not (line := self._line()).startswith("end"):
            operations = int(line.split()[1])
        return Trial(int(line.split()[1]), operations)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


def seen(folder: Path) -> tuple[object, ...]:
    """What a reader finds of the set-up, and what is wrong with it."""
    present = present_setup(folder)
    assert (present.changed, present.problem) == (None, None)
    return present.is_set_up, present.setup.settings.letter, present.setup.code


def violations(child: StoringChild, old: tuple[object, ...], new: tuple[object, ...]) -> list[str]:
    """What is wrong after a kill."""
    folder, wrong = child.folder, []
    if not folder.exists():
        return []
    try:
        as_left = seen(folder)
        if (folder / "log.db").exists() and list(read_records(folder / "log.db")):
            with writing(Staff(folder, system_clock, lambda *_: None)):
                pass
        recovered = seen(folder)
    except AssertionError as error:
        return [f"doubt: {error}"]
    if as_left not in (old, new):
        wrong.append(f"a mixture: {as_left}")
    if recovered != as_left:
        wrong.append(f"a reader saw {as_left}, the writer {recovered}")
    if recovered == new and not open_access(folder, system_clock).is_set(Role.DIRECTOR):
        wrong.append("a tournament station without a passcode")
    if list(folder.glob(".kiosk.toml.*")) and (folder / "log.db").exists():
        wrong.append("something still lies ready")
    if (folder / "log.db").exists() and verify_log(folder / "log.db").status is not Status.INTACT:
        wrong.append("the chain does not hold")
    return wrong


def tried(operations: int) -> list[int]:
    """At which of *operations* to kill."""
    every = range(1, operations + 1)
    return [one for one in every if CAMPAIGN or one % 5 == 1 or one > operations - LAST]


@pytest.mark.parametrize("scene", ["first", "change"])
def test_killed_at_any_write_the_old_set_up_stands_or_the_new_one(
    scene: str, shim: Path, place: Path
) -> None:
    child = StoringChild(shim, place, scene)
    whole = child.store()
    assert whole.code == 0
    new = seen(child.folder)
    old = seen(child.before) if scene == "change" else (False, "A", seen(place / "nothing")[2])
    found, outcomes = {}, set()

    for kill_at in tried(whole.operations):
        assert child.store(kill_at).code == -signal.SIGKILL
        if wrong := violations(child, old, new):
            found[kill_at] = wrong
        elif child.folder.exists():
            outcomes.add(seen(child.folder))
        else:
            outcomes.add(old)

    child.close()
    assert found == {}
    assert outcomes == {old, new}
    assert whole.operations > 20


def test_a_build_that_puts_the_file_in_its_place_first_would_be_seen(shim: Path, place: Path) -> None:
    child = StoringChild(shim, place, "change", "early")
    whole = child.store()
    new, old = seen(child.folder), seen(child.before)

    found = []
    for kill_at in tried(whole.operations):
        child.store(kill_at)
        found += violations(child, old, new)

    child.close()
    assert any("doubt" in one for one in found)


def test_the_change_is_on_record_with_its_reason(shim: Path, place: Path) -> None:
    child = StoringChild(shim, place, "change")
    child.store()
    child.close()

    record = [one for one in read_records(child.folder / "log.db") if one.kind is Kind.SET_UP][-1]

    assert (record.data["reason"], record.data["letter"]) == ("announced otherwise", "D")
