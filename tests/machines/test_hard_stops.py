"""A roll-out written or taken, a restore: killed at any write or on a full disk, nothing half-made counts.

A real process is killed with SIGKILL at a write, sync, truncation, removal or renaming, SQLite's own among
them; the disk is a real file system with so many bytes left. Each check is also run against a build that must
fail it. `KIOSK_CAMPAIGN=1` tries every single one, else every ninth and the last.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.folder import ACCESS, LOG, SETUP
from kiosk.log.chain import Status
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, verify_log
from kiosk.machines import stick_store
from kiosk.setup.access_store import AccessFile
from kiosk.setup.actions import present_setup
from tests.machines import test_restore, test_roll_out
from tests.machines.test_roll_out import code_of
from tests.support.command_line import Station
from tests.support.preloaded import preloaded

HERE = Path(__file__).parent
CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
LAST = 6

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
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="kiosk-stops-") as made:
        yield Path(made)


class Child:
    """A command, again and again, on *place* as it was at the start, in which *changing* are put back."""

    def __init__(self, shim: Path, place: Path, scene: str, changing: tuple[str, ...], *build: str) -> None:
        self.place, self._changing = place, changing
        self._kept = place / "kept"
        for name in changing:
            if (place / name).exists():
                shutil.copytree(place / name, self._kept / name)
        self._process = preloaded(HERE / "hard_stop_child.py", shim, str(place), scene, *build)
        assert self._line() == "ready 0"

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = b""
        while not line.endswith(b"\n"):
            one = self._process.stdout.read(1)
            assert one, "the child process ended"
            line += one
        return line.decode().strip()

    def put_back(self) -> None:
        for name in self._changing:
            shutil.rmtree(self.place / name, ignore_errors=True)
            if (self._kept / name).exists():
                shutil.copytree(self._kept / name, self.place / name)
        for left in self.place.glob(".*"):
            shutil.rmtree(left, ignore_errors=True)

    def run(self, kill_at: int = 0) -> tuple[int, int]:
        """How one trial ended, killed at its operation *kill_at* (0: not at all), and how many there were."""
        self.put_back()
        assert self._process.stdin is not None
        self._process.stdin.write(b"%d\n" % (kill_at or 10**6))
        operations = 0
        while not (line := self._line()).startswith("end"):
            operations = int(line.split()[1])
        return int(line.split()[1]), operations

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


def after_each_kill(child: Child, left: Callable[[], str]) -> set[str]:
    """What *left* says of the state after each kill; it fails on one that may not be."""
    with closing(child):
        return _seen(child, left)


def _seen(child: Child, left: Callable[[], str]) -> set[str]:
    code, operations = child.run()
    if code or operations < 10:
        pytest.fail(f"left alone it ended with {code} after {operations} operations")
    seen = {left()}
    for kill_at in range(1, operations + 1):
        if CAMPAIGN or kill_at % 9 == 1 or kill_at > operations - LAST:
            if (ended := child.run(kill_at)[0]) != -signal.SIGKILL:
                pytest.fail(f"it was not killed at {kill_at} but ended with {ended}")
            seen.add(left())
    return seen


# ---- a roll-out is taken -----------------------------------------------------------------------------------


def taking_room(place: Path) -> test_roll_out.Room:
    room = test_roll_out.Room(place)
    test_roll_out.with_program(room)
    Station(place / "data").run("judge", "CAT")  # what a demonstration left there
    return room


def taken(place: Path) -> str:
    """Whether there is no station here or a whole one; one that is neither fails."""
    folder = place / "data"
    if any((folder / name).exists() for name in (LOG, ACCESS, SETUP)):
        present = present_setup(folder)
        assert present.is_set_up
        assert (present.changed, present.problem) == (None, None)
        assert present.setup.code == stick_store.read(place / "stick").setup_code
        assert present.setup.settings.letter == "C"
        assert AccessFile(folder).load().hashes
        assert verify_log(folder / LOG).status is Status.INTACT
        state = "whole"
    else:
        state = "none"
    if (program := place / "program").exists():
        assert stick_store.same_program(program, stick_store.read(place / "stick"))
    return state


def taken_again(place: Path, *, start_first: bool) -> str:
    """As `taken`; and where there is none, the next attempt makes a whole one and keeps what was there."""
    state = taken(place)
    station = Station(place / "data")
    if start_first and state == "none":
        station.run("judge", "DOG")  # somebody tries the demonstration before taking the stick again
    if state == "none":
        words = ("--letter", "C", "--program", str(place / "program"))
        done = station.run("roll-out", "--take", str(place / "stick"), *words)
        assert done.code == 0, done
        assert taken(place) == "whole"
        assert (place / "data" / "demonstration.db").exists()
        assert not list(place.glob(".*.making-*"))
        assert not (place / "data.before").exists()
    return state


@pytest.mark.parametrize("start_first", [False, True], ids=["at once", "after a demonstration"])
def test_killed_at_any_write_of_taking_there_is_no_station_or_a_whole_one(
    shim: Path, place: Path, start_first: bool
) -> None:
    taking_room(place)
    child = Child(shim, place, "take", ("data", "data.before", "stick", "program"))

    seen = after_each_kill(child, lambda: taken_again(place, start_first=start_first))

    assert seen == {"none", "whole"}


def test_a_build_that_makes_the_station_in_its_place_would_be_seen(shim: Path, place: Path) -> None:
    taking_room(place)
    child = Child(shim, place, "take", ("data", "data.before", "stick", "program"), "broken")

    with pytest.raises(AssertionError):
        after_each_kill(child, lambda: taken(place))


# ---- a roll-out is written ---------------------------------------------------------------------------------


def rolled(place: Path) -> str:
    """Whether the folder on the stick is taken for a roll-out, and which; it must be whole then."""
    other = Station(place / "other")
    done = other.run("roll-out", "--take", str(place / "stick"), "--letter", "D", "--yes")
    if done.code != 0:
        assert not other.folder.exists()
        return "refused"
    assert code_of(other) == stick_store.read(place / "stick").setup_code
    new = code_of(other) == code_of(Station(place / "first"))
    shutil.rmtree(other.folder)
    return "new" if new else "old"


def writing_room(place: Path) -> None:
    """A roll-out of an older set-up lies on the stick, and a new one is written over it."""
    room = test_roll_out.Room(place)
    room.write()
    file = place / "setup.toml"
    slower = "[timings]\nentering_s = 90\n\n[[division]]"
    file.write_text(file.read_text().replace("[[division]]", slower, 1))
    changed = room.first.as_director("setup", "--from", str(file))
    assert changed.code == 0, changed


def test_killed_at_any_write_a_folder_is_the_old_roll_out_or_the_new_or_none(shim: Path, place: Path) -> None:
    writing_room(place)
    child = Child(shim, place, "write", ("first", "stick"))

    assert after_each_kill(child, lambda: rolled(place)) == {"old", "refused", "new"}


# ---- a restore ---------------------------------------------------------------------------------------------


def restored(place: Path) -> str:
    """Whether the spare's log is the old one or the new; either is whole and rules on."""
    spare = Station(place / "spare")
    assert verify_log(spare.folder / LOG).status is Status.INTACT
    is_new = bool(spare.records(Kind.RESTORED))
    listed = json.loads(spare.run("log", "list", "--json").out)
    assert len(listed) == (3 if is_new else 0)
    if not is_new:
        done = spare.run("restore", str(place / "stick"), "--json")
        assert done.code == 0, done
    ruled = json.loads(spare.run("judge", "TREE", "--json").out)
    assert ruled["number"] == "B-101"
    return "new" if is_new else "old"


def test_killed_at_any_write_of_a_restore_it_is_the_old_log_or_the_new(shim: Path, place: Path) -> None:
    test_restore.Room(place).copy()
    child = Child(shim, place, "restore", ("spare", "stick"))

    assert after_each_kill(child, lambda: restored(place)) == {"old", "new"}


def test_a_build_that_takes_the_old_log_away_first_would_be_seen(shim: Path, place: Path) -> None:
    test_restore.Room(place).copy()
    child = Child(shim, place, "restore", ("spare", "stick"), "broken")

    with pytest.raises(Exception, match="log"):
        after_each_kill(child, lambda: restored(place))


# ---- a full disk -------------------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of two megabytes; skips where mounting is not allowed."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting is not permitted here: {done.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)


ROOMS_KIB = (*range(0, 160, 20), 400)


def with_room(disk: Path, kib: int) -> None:
    """Fill *disk* until *kib* are left."""
    filler = disk / "filler"
    filler.unlink(missing_ok=True)
    free = shutil.disk_usage(disk).free - kib * 1024
    if free > 0:
        with filler.open("wb") as file:
            file.write(b"x" * free)


def test_taken_on_a_full_disk_there_is_no_station_or_a_whole_one(place: Path, disk: Path) -> None:
    test_roll_out.Room(place).write()
    (disk / "stick").symlink_to(place / "stick")
    seen = set()
    for kib in ROOMS_KIB:
        shutil.rmtree(disk / "data", ignore_errors=True)
        with_room(disk, kib)

        done = Station(disk / "data").run(
            "roll-out", "--take", str(place / "stick"), "--letter", "C", "--yes"
        )

        assert done.code in (0, 4)
        assert (done.code == 0) == (taken(disk) == "whole"), (kib, done)
        assert done.code == 0 or "disk" in done.sentence, done.sentence
        assert not list(disk.glob(".*"))
        seen.add(done.code)
    assert seen == {0, 4}


def test_written_to_a_full_stick_a_folder_is_no_roll_out(place: Path, disk: Path) -> None:
    room = test_roll_out.Room(place)
    (place / "stick").symlink_to(disk / "stick")
    seen = set()
    for kib in ROOMS_KIB:
        shutil.rmtree(disk / "stick", ignore_errors=True)
        with_room(disk, kib)

        done = room.first.as_director("roll-out", str(disk / "stick"), "--no-program")

        assert done.code in (0, 4)
        assert rolled(place) == ("new" if done.code == 0 else "refused"), (kib, done)
        seen.add(done.code)
    assert seen == {0, 4}


def test_restored_on_a_full_disk_the_spare_is_as_it_was_or_goes_on(place: Path, disk: Path) -> None:
    room = test_restore.Room(place)
    room.copy()
    (disk / "stick").symlink_to(room.stick)
    seen = set()
    for kib in ROOMS_KIB:
        shutil.rmtree(disk / "spare", ignore_errors=True)
        (disk / "filler").unlink(missing_ok=True)
        shutil.copytree(room.spare.folder, disk / "spare")
        before = read_head(disk / "spare" / LOG).epoch
        with_room(disk, kib)

        done = Station(disk / "spare").run("restore", str(room.stick))

        assert done.code in (0, 1, 4)  # 1: restored, but a second copy could not be made
        assert (read_head(disk / "spare" / LOG).epoch == before) == (done.code == 4), (kib, done)
        (disk / "filler").unlink()
        restored(disk)
        seen.add(done.code == 4)
    assert seen == {True, False}
