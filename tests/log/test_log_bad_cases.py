"""What can happen to a disk: each case ends in a plain sentence, and only what is recorded is called so."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from kiosk.errors import LogBroken, LogError
from kiosk.folder import LOCK
from kiosk.log.bodies import NoteBody
from kiosk.log.chain import Point, Status, next_record
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records, verify_log
from kiosk.log.writer import Log
from kiosk.rules.ruling import LoggedRuling
from tests.support.bodies import body
from tests.support.log_samples import StepClock, adjudication, copy_of, make_log, rechain, tamper

needs_unix = pytest.mark.skipif(os.name != "posix", reason="an open file cannot be moved away on Windows")


def assert_plain(error: LogError) -> None:
    """A sentence for a person: it ends, says what to do, and shows no traces of the program."""
    text = str(error)
    assert text.endswith(".")
    assert "!" not in text
    assert "Error" not in text
    assert "Errno" not in text
    assert "Traceback" not in text


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with Log.open(tmp_path / "data", StepClock(), "B") as opened:
        opened.append(body(Kind.STARTED))
        yield opened


# ---- at the start ------------------------------------------------------------------------------------------


def _folder(path: Path) -> None:
    path.mkdir()


def _text(path: Path) -> None:
    path.write_text("not a database at all, not even one that is damaged")


def _empty(path: Path) -> None:
    path.touch()


def _half(path: Path) -> None:
    other = make_log(path.parent / "other")
    path.write_bytes(other.read_bytes()[: other.stat().st_size // 2])


def _no_records(path: Path) -> None:
    tamper(copy_of(make_log(path.parent / "other"), path.parent), "DELETE FROM records")


def _other_database(path: Path) -> None:
    conn = sqlite3.connect(path)
    conn.execute("CREATE TABLE words (word)")
    conn.close()


def _journal_alone(path: Path) -> None:
    path.with_name("log.db-journal").write_bytes(b"x" * 600)


@pytest.mark.parametrize(
    ("ruin", "says"),
    [
        (_folder, "is a folder"),
        (_text, "no SQLite file"),
        (_empty, "is empty"),
        (_half, "cannot be read"),
        (_no_records, "does not begin"),
        (_other_database, "not as this program makes it"),
        (_journal_alone, "is gone"),
    ],
    ids=lambda value: value.__name__.strip("_") if callable(value) else "",
)
def test_a_file_that_is_no_log_is_refused_and_left_as_it_is(
    tmp_path: Path, ruin: Callable[[Path], None], says: str
) -> None:
    path = tmp_path / "log.db"
    ruin(path)
    before = path.read_bytes() if path.is_file() else None

    with pytest.raises(LogError, match=says) as caught:
        Log.open(tmp_path, StepClock())

    assert_plain(caught.value)
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_data_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "drive").write_text("a file where the drive should be")

    with pytest.raises(LogError, match="Check the drive") as caught:
        Log.open(tmp_path / "drive" / "data", StepClock())

    assert_plain(caught.value)


def test_a_missing_log_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no log at") as caught:
        list(read_records(tmp_path / "gone" / "log.db"))

    assert_plain(caught.value)


def test_the_remains_of_an_interrupted_creation_are_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "log.db.new").write_text("half of a log")
    (tmp_path / "log.db.new-journal").write_text("its journal")

    make_log(tmp_path, 2)

    assert not list(tmp_path.glob("*.new*"))


def test_a_log_that_was_taken_away_is_missed(tmp_path: Path) -> None:
    make_log(tmp_path).rename(tmp_path / "elsewhere.db")

    with pytest.raises(LogError, match="is gone") as caught:
        Log.open(tmp_path, StepClock(), "B")

    assert_plain(caught.value)
    assert not (tmp_path / "log.db").exists()
    (tmp_path / "elsewhere.db").rename(tmp_path / "log.db")
    Log.open(tmp_path, StepClock(), "B").close()


def test_the_log_of_another_station_is_not_taken_for_this_one(tmp_path: Path) -> None:
    here, other = make_log(tmp_path / "here"), make_log(tmp_path / "other")
    shutil.copyfile(other, here)

    with pytest.raises(LogError, match="of another station"):
        Log.open(here.parent, StepClock(), "B")

    (here.parent / LOCK).unlink()  # somebody means it
    Log.open(here.parent, StepClock(), "B").close()
    here.unlink()
    with pytest.raises(LogError, match="is gone"):
        Log.open(here.parent, StepClock(), "B")


def test_a_first_log_that_could_not_be_made_is_not_missed_later(tmp_path: Path) -> None:
    (tmp_path / "log.db.new").mkdir()
    with pytest.raises(LogError, match="could not be made"):
        Log.open(tmp_path, StepClock(), "B")
    (tmp_path / "log.db.new").rmdir()

    Log.open(tmp_path, StepClock(), "B").close()


# ---- while running -----------------------------------------------------------------------------------------


@needs_unix
def test_a_file_deleted_while_running_stops_the_recording(log: Log) -> None:
    log.path.unlink()

    with pytest.raises(LogError, match=r"could not be saved: .* is gone") as caught:
        log.rule(adjudication())

    assert_plain(caught.value)
    with pytest.raises(LogError, match="no log at"):
        log.reopen()
    assert not log.path.exists()


@needs_unix
def test_a_file_replaced_while_running_stops_the_recording(log: Log, tmp_path: Path) -> None:
    other = make_log(tmp_path / "other", 30)
    other.replace(log.path)

    with pytest.raises(LogError, match="replaced by another file"):
        log.rule(adjudication())

    with pytest.raises(LogBroken):
        log.reopen()


def test_an_older_copy_written_over_the_file_stops_the_recording(log: Log) -> None:
    older = log.path.read_bytes()
    log.append(NoteBody())
    with log.path.open("r+b") as file:
        file.write(older)
        file.truncate()

    with pytest.raises(LogError, match="could not be saved"):
        log.append(NoteBody())

    with pytest.raises(LogBroken, match="Record 3 is missing") as caught:
        log.reopen()
    assert caught.value.first_bad == 3


def test_a_record_slipped_in_by_another_program_stops_the_recording(log: Log) -> None:
    tamper(
        log.path,
        "INSERT INTO records SELECT 3, at, kind, body, hash, hash FROM records WHERE seq = 2",
    )

    with pytest.raises(LogError, match="another program has changed the log"):
        log.append(NoteBody())

    with pytest.raises(LogBroken) as caught:
        log.reopen()
    assert caught.value.first_bad == 3


def test_a_rechained_log_is_noticed_when_it_is_reopened(log: Log) -> None:
    log.append(NoteBody())
    rechain(log.path, 2)

    with pytest.raises(LogError):
        log.append(NoteBody())

    with pytest.raises(LogBroken):
        log.reopen()


def test_after_a_failure_nothing_is_written_until_the_log_is_reopened(log: Log, tmp_path: Path) -> None:
    kept = copy_of(log.path, tmp_path / "kept")
    log.path.write_bytes(b"rubbish")
    with pytest.raises(LogError):
        log.append(NoteBody())
    shutil.copyfile(kept, log.path)

    with pytest.raises(LogError, match="The log is closed"):
        log.append(NoteBody())
    log.reopen()
    ruling = log.rule(adjudication())

    assert (ruling.number, ruling.seq) == ("B-1", 3)
    assert log.verify().status is Status.INTACT


def test_a_log_that_does_not_come_back_is_written_to_no_more_though_nothing_had_failed(log: Log) -> None:
    tamper(log.path, "UPDATE records SET at = '2000' WHERE seq = 2")
    with pytest.raises(LogBroken):
        log.reopen()

    with pytest.raises(LogError, match="The log is closed"):
        log.append(NoteBody())


def test_a_damaged_index_is_noticed_when_the_log_is_reopened(log: Log) -> None:
    log.rule(adjudication())
    conn = sqlite3.connect(log.path)
    page = conn.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'adjudications_by_facts'"
    ).fetchone()[0]
    conn.close()
    content = log.path.read_bytes().replace(b"B-1", b"B-2")  # in the index: the record's own hash would tell
    start, end = (page - 1) * 4096, page * 4096
    log.path.write_bytes(log.path.read_bytes()[:start] + content[start:end] + log.path.read_bytes()[end:])

    with pytest.raises(LogError, match="is damaged"):
        log.reopen()


def test_a_record_that_was_written_but_never_reported_stays_when_reopened(log: Log) -> None:
    known = log.head()
    with sqlite3.connect(log.path) as conn:
        more = next_record(Point(known.count, known.hash), "2026-03-07T09:10:00.000Z", Kind.NOTE, "{}")
        row = (more.seq, more.at, more.kind.value, more.body, more.prev, more.hash)
        conn.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", row)
    conn.close()

    log.reopen()

    assert log.append(NoteBody()).seq == 4


class Doubtful(Log):
    """A log whose commits are durable, but of which the first one after `doubt` is reported as failed."""

    doubt = False

    def _check_file(self) -> None:
        super()._check_file()
        if self.doubt and self._tried and self._on_disk() == self._tried.seq:
            self.doubt = False
            raise OSError("input/output error")

    def _on_disk(self) -> int:
        with closing(sqlite3.connect(self.path)) as conn:
            return int(conn.execute("SELECT max(seq) FROM records").fetchone()[0])


@pytest.fixture
def doubtful(tmp_path: Path) -> Iterator[Doubtful]:
    with Doubtful.open(tmp_path / "doubtful", StepClock(), "B") as opened:
        assert isinstance(opened, Doubtful)
        opened.doubt = True
        yield opened


def rulings(log: Log) -> list[str]:
    with closing(sqlite3.connect(log.path)) as conn:
        return [row[0] for row in conn.execute("SELECT number FROM adjudications ORDER BY seq")]


def test_a_ruling_reported_as_failed_but_written_is_not_recorded_twice(doubtful: Doubtful) -> None:
    with pytest.raises(LogError):
        doubtful.rule(adjudication())
    doubtful.reopen()

    again = doubtful.rule(adjudication())

    assert (again.number, again.seq, doubtful.head().count) == ("B-1", 2, 3)  # the third confirms it
    assert doubtful.rule(adjudication()).number == "B-2"
    assert rulings(doubtful) == ["B-1", "B-2"]
    assert doubtful.verify().status is Status.INTACT


def test_a_ruling_that_was_written_after_all_is_unseen_until_its_verdict_is_given(doubtful: Doubtful) -> None:
    with pytest.raises(LogError):
        doubtful.rule(adjudication())
    doubtful.reopen()
    landed = doubtful.unseen()

    again = doubtful.rule(adjudication())

    assert landed is not None
    assert landed.seq == again.seq
    assert doubtful.unseen() is None


def test_another_play_after_a_ruling_reported_as_failed_has_a_number_of_its_own(doubtful: Doubtful) -> None:
    with pytest.raises(LogError):
        doubtful.rule(adjudication())
    doubtful.reopen()

    assert doubtful.rule(adjudication("ELSE")).number == "B-2"
    assert rulings(doubtful) == ["B-1", "B-2"]


def test_what_was_not_a_ruling_is_not_taken_for_one(doubtful: Doubtful) -> None:
    with pytest.raises(LogError):
        doubtful.append(NoteBody())
    doubtful.reopen()

    assert doubtful.rule(adjudication()).seq == 3


def test_a_bug_inside_an_append_also_drops_the_handle(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kiosk.log.store.insert", interrupted)
    with pytest.raises(KeyboardInterrupt):
        log.append(NoteBody())
    monkeypatch.undo()

    with pytest.raises(LogError, match="The log is closed"):
        log.append(NoteBody())
    log.reopen()
    assert log.append(NoteBody()).seq == 3


# ---- real disks --------------------------------------------------------------------------------------------


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mounts a small file system of its own; skips where that is not allowed."""
    if sys.platform != "linux":
        pytest.skip("only Linux mounts a file system for a test")
    place = tmp_path / "disk"
    place.mkdir()

    def act(options: str) -> Path:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip(f"mounting is not permitted here: {done.stderr.decode().strip()}")
        return place

    yield act
    subprocess.run(["umount", "--lazy", str(place)], capture_output=True, check=False)


def rule_until_it_fails(log: Log, reported: list[LoggedRuling]) -> LogError:
    try:
        while len(reported) < 1000:
            reported.append(log.rule(adjudication()))
    except LogError as error:
        return error
    pytest.fail("a thousand rulings went onto a disk that has no room for them")


@pytest.mark.real
def test_a_disk_that_fills_up_stops_the_recording_and_keeps_what_was_reported(
    mount: Callable[[str], Path],
) -> None:
    folder = mount("size=256k") / "data"
    reported: list[LoggedRuling] = []
    with Log.open(folder, StepClock(), "B") as log:
        caught = rule_until_it_fails(log, reported)
        found = verify_log(log.path)
        with pytest.raises(LogError):
            log.rule(adjudication())

    assert_plain(caught)
    assert "full" in str(caught)
    assert len(reported) > 10
    assert found.status is Status.INTACT
    assert [record.hash for record in read_records(folder / "log.db")][1:] == [each.hash for each in reported]


@pytest.mark.real
def test_a_disk_with_room_again_lets_the_log_come_back(mount: Callable[[str], Path]) -> None:
    disk = mount("size=256k")
    with Log.open(disk, StepClock(), "B") as log:
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * 100_000)
        reported: list[LoggedRuling] = []
        rule_until_it_fails(log, reported)
        ballast.unlink()

        log.reopen()

        assert log.rule(adjudication()).number == f"B-{len(reported) + 1}"


@pytest.mark.real
def test_a_log_on_a_full_disk_is_not_called_damaged(mount: Callable[[str], Path]) -> None:
    disk = mount("size=256k")
    make_log(disk)
    with suppress(OSError):
        (disk / "ballast").write_bytes(b"x" * 1_000_000)

    with pytest.raises(LogError, match="is full, so nothing can be recorded") as caught:
        Log.open(disk, StepClock())

    assert_plain(caught.value)


@pytest.mark.real
def test_no_log_is_begun_on_a_full_disk(mount: Callable[[str], Path]) -> None:
    disk = mount("size=8k")

    with pytest.raises(LogError) as caught:
        Log.open(disk, StepClock())

    assert_plain(caught.value)
    assert not (disk / "log.db").exists()


@pytest.mark.real
def test_a_read_only_disk_is_refused_for_writing_and_fine_for_reading(mount: Callable[[str], Path]) -> None:
    disk = mount("size=1m")
    log = make_log(disk, 4)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)

    with pytest.raises(LogError) as caught:
        Log.open(disk, StepClock())

    assert_plain(caught.value)
    assert verify_log(log).count == 4


@pytest.fixture
def freeze() -> Iterator[Callable[[Path], None]]:
    """Makes a file or folder read-only, for root too; skips where that cannot be done."""
    frozen: list[tuple[Path, int]] = []

    def act(path: Path) -> None:
        frozen.append((path, path.stat().st_mode))
        if os.name != "posix" or os.geteuid() != 0:
            path.chmod(0o555)
            return
        # Permissions do not bind root; being immutable does.
        if subprocess.run(["chattr", "+i", str(path)], capture_output=True, check=False).returncode:
            pytest.skip("running as root on a file system without immutable files")

    yield act
    for path, mode in frozen:
        if os.name == "posix" and os.geteuid() == 0:
            subprocess.run(["chattr", "-i", str(path)], capture_output=True, check=False)
        path.chmod(mode)


def test_a_read_only_file_is_refused_with_what_to_do(tmp_path: Path, freeze: Callable[[Path], None]) -> None:
    log = make_log(tmp_path, 3)
    freeze(log)

    with pytest.raises(LogError, match="is read-only") as caught:
        Log.open(tmp_path, StepClock())

    assert_plain(caught.value)
    assert verify_log(log).count == 3


@needs_unix
def test_a_log_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be read: File name too long") as caught:
        list(read_records(tmp_path / ("x" * 300)))

    assert_plain(caught.value)


@needs_unix
def test_a_read_only_folder_is_refused_with_what_to_do(
    tmp_path: Path, freeze: Callable[[Path], None]
) -> None:
    freeze(tmp_path)

    with pytest.raises(LogError, match="Make the folder writable") as caught:
        Log.open(tmp_path, StepClock())

    assert_plain(caught.value)


@needs_unix
def test_a_folder_that_turns_read_only_stops_the_recording(log: Log, freeze: Callable[[Path], None]) -> None:
    log.path.with_name("log.db-journal").unlink()
    freeze(log.path.parent)

    with pytest.raises(LogError, match="could not be saved") as caught:
        log.append(NoteBody())

    assert_plain(caught.value)
    assert verify_log(log.path).count == 2
