"""The second copy: verified or not there at all; what it alone holds is never overwritten."""

import errno
import os
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

import pytest

from kiosk.base.clock import Reading
from kiosk.files import write_text
from kiosk.log import reader
from kiosk.log.bodies import NoteBody
from kiosk.log.chain import Status
from kiosk.log.copy_worker import CopyState, copy_log, copy_name, same_device
from kiosk.log.reader import verify_log
from kiosk.log.writer import Log
from tests.support.log_samples import text_to_blob

NAME = "kiosk-B-copy.db"
KEPT = "kiosk-B-copy-kept-1.db"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second device that is always there")


def clock() -> Reading:
    return Reading("2026-05-01T09:00:00.000Z", 0, 1000, "boot")


@pytest.fixture
def log(tmp_path):
    with Log.open(tmp_path / "data", clock) as opened:
        opened.append(NoteBody("first"))
        yield opened


@pytest.fixture
def stick():
    """A folder on another device than the log: main memory stands in for the stick."""
    with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="kiosk-stick-") as place:
        folder = Path(place) / "Stick Ü"
        folder.mkdir()
        yield folder


def test_a_copy_is_whole_and_verified_while_the_log_stays_open(log, stick):
    copy = copy_log(log.path, stick, NAME)

    assert (copy.state, copy.count, copy.head) == (CopyState.MADE, 2, log.head().hash)
    assert verify_log(stick / NAME, log.head().hash, 2).witnessed
    assert [path.name for path in stick.iterdir()] == [NAME]
    log.append(NoteBody("the log still works"))


def test_a_later_copy_takes_the_place_of_an_earlier_one(log, stick):
    copy_log(log.path, stick, NAME)
    log.append(NoteBody("second"))

    copy = copy_log(log.path, stick, NAME)

    assert (copy.count, copy.kept) == (3, None)
    assert [path.name for path in stick.iterdir()] == [NAME]


def test_a_missing_stick_is_a_note(log, stick):
    copy = copy_log(log.path, stick / "not there", NAME)

    assert copy.state is CopyState.ABSENT
    assert "is not there" in copy.note
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
def test_a_stick_that_may_not_be_entered_is_a_note(log, stick, monkeypatch, number):
    there = Path.stat

    def refuse(self, **more):
        if stick in (self, *self.parents):
            raise OSError(number, os.strerror(number))
        return there(self, **more)

    # As an account without rights, or on a damaged stick: root may enter everything.
    monkeypatch.setattr(Path, "stat", refuse)

    copy = copy_log(log.path, stick, NAME)

    assert copy.state is CopyState.FAILED
    assert os.strerror(number) in copy.note


def test_a_copy_that_holds_more_than_the_log_is_kept(log, stick, tmp_path):
    older = tmp_path / "older.db"
    shutil.copyfile(log.path, older)
    log.append(NoteBody("will be cut off"))
    copy_log(log.path, stick, NAME)
    longer = verify_log(stick / NAME)

    copy = copy_log(older, stick, NAME)

    assert copy.kept == stick / "kiosk-B-copy-kept-1.db"
    assert verify_log(stick / "kiosk-B-copy-kept-1.db").head == longer.head
    assert verify_log(stick / NAME).count == 2
    assert "does not agree" in copy.note


def test_a_second_disagreement_keeps_both(log, stick, tmp_path):
    with Log.open(tmp_path / "other", clock) as other:
        for path in (log.path, other.path, log.path):
            copy_log(path, stick, NAME)

    assert sorted(path.name for path in stick.iterdir()) == [
        "kiosk-B-copy-kept-1.db",
        "kiosk-B-copy-kept-2.db",
        NAME,
    ]


def test_a_copy_that_was_tampered_with_is_kept_as_evidence(log, stick):
    copy_log(log.path, stick, NAME)
    with sqlite3.connect(stick / NAME) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
        conn.execute("UPDATE records SET body = replace(body, 'first', 'other') WHERE seq = 2")
    conn.close()

    copy = copy_log(log.path, stick, NAME)

    assert copy.kept is not None
    assert verify_log(copy.kept).status is Status.BROKEN
    assert verify_log(stick / NAME).status is Status.INTACT


def another_version(path):
    """One byte of the number of the format: all the records are still there."""
    content = bytearray(path.read_bytes())
    content[63] = 2
    path.write_bytes(content)


def not_a_database(path):
    path.write_bytes(b"not a database")


def an_endless_view(path):
    path.unlink()
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA user_version = 1")
        conn.execute(
            "CREATE VIEW records AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
            "SELECT x AS seq, 'a' AS at, 'b' AS kind, '{}' AS body, '' AS prev, '' AS hash FROM c"
        )
    conn.close()


def a_pipe(path):
    path.unlink()
    os.mkfifo(path)


def a_folder(path):
    path.unlink()
    path.mkdir()


def a_link_to_nothing(path):
    path.unlink()
    path.symlink_to("nowhere")


def a_blob(path):
    text_to_blob(path, 2, "body")


def cut_in_half(path):
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def a_planted_journal(path):
    path.with_name(path.name + "-journal").write_bytes(b"x" * 600)


@pytest.mark.parametrize(
    "ruin",
    [
        *(another_version, not_a_database, an_endless_view, a_pipe, a_folder, a_link_to_nothing),
        *(a_blob, cut_in_half, a_planted_journal),
    ],
    ids=lambda act: act.__name__,
)
def test_whatever_is_not_provably_a_beginning_of_the_log_is_kept(log, stick, ruin):
    log.append(NoteBody("on the stick alone, if the log is rolled back"))
    copy_log(log.path, stick, NAME)
    ruin(stick / NAME)
    before = (stick / NAME).lstat()

    copy = copy_log(log.path, stick, NAME)

    assert (copy.state, copy.kept) == (CopyState.MADE, stick / KEPT)
    assert ((stick / KEPT).lstat().st_ino, (stick / KEPT).lstat().st_size) == (before.st_ino, before.st_size)
    assert verify_log(stick / NAME, log.head().hash, 3).witnessed


def test_a_copy_on_the_disk_of_the_log_does_not_count(log, tmp_path):
    (tmp_path / "same").mkdir()

    copy = copy_log(log.path, tmp_path / "same", NAME)

    assert copy.state is CopyState.SAME_DEVICE
    assert "same disk" in copy.note
    assert "a spare, not a second copy" in copy.note
    assert verify_log(tmp_path / "same" / NAME).status is Status.INTACT
    assert same_device(log.path.parent, tmp_path / "same")


def test_a_stick_on_another_device_is_told_from_the_empty_place_it_is_mounted_at(log, stick, tmp_path):
    assert not same_device(log.path.parent, stick)
    assert copy_log(log.path, stick, NAME).state is CopyState.MADE


def test_two_partitions_of_one_stick_are_the_same_stick(tmp_path):
    device = tmp_path.stat().st_dev
    other = Path("/dev/shm").stat().st_dev  # noqa: S108 - any other file system will do
    disk, apart = tmp_path / "sys" / "sda", tmp_path / "sys" / "sdb"
    devices = tmp_path / "devices"
    devices.mkdir()

    def lies(on: int, part: Path) -> None:
        part.mkdir(parents=True)
        (part / "partition").touch()
        link = devices / f"{os.major(on)}:{os.minor(on)}"
        link.unlink(missing_ok=True)
        link.symlink_to(part)

    lies(device, disk / "sda4")
    lies(other, disk / "sda1")
    assert same_device(tmp_path, Path("/dev/shm"), devices)  # noqa: S108

    lies(other, apart / "sdb1")
    assert not same_device(tmp_path, Path("/dev/shm"), devices)  # noqa: S108


def test_an_encrypted_volume_lies_on_the_disk_below_it(tmp_path):
    device, other = tmp_path.stat().st_dev, Path("/dev/shm").stat().st_dev  # noqa: S108
    disk, volume = tmp_path / "sys" / "sda", tmp_path / "sys" / "dm-0"
    for part in ("sda1", "sda2"):
        (disk / part).mkdir(parents=True)
        (disk / part / "partition").touch()
    (volume / "slaves").mkdir(parents=True)
    (volume / "slaves" / "sda2").symlink_to(disk / "sda2")
    devices = tmp_path / "devices"
    devices.mkdir()
    (devices / f"{os.major(device)}:{os.minor(device)}").symlink_to(volume)
    (devices / f"{os.major(other)}:{os.minor(other)}").symlink_to(disk / "sda1")

    assert same_device(tmp_path, Path("/dev/shm"), devices)  # noqa: S108


def test_a_log_whose_file_is_damaged_makes_no_copy_and_leaves_the_earlier_one(log, stick, tmp_path):
    copy_log(log.path, stick, NAME)
    damaged = tmp_path / "damaged.db"
    shutil.copyfile(log.path, damaged)
    conn = sqlite3.connect(damaged, isolation_level=None)
    conn.execute("PRAGMA writable_schema = on")
    another = "UPDATE sqlite_master SET sql = replace(sql, '(kind)', '(at)') WHERE name = 'records_by_kind'"
    conn.execute(another)
    conn.close()

    copy = copy_log(damaged, stick, NAME)

    assert copy.state is CopyState.FAILED
    assert [path.name for path in stick.iterdir()] == [NAME]


def test_no_lock_on_the_log_is_held_while_the_stick_works(log, stick, monkeypatch):
    """The stick stands still from the first page on; a ruling is recorded meanwhile."""
    real, at_work = reader.snapshot, []

    def stalling(conn, path):
        if path.parent == stick:
            at_work.append(log.append(NoteBody("ruled meanwhile")))
        real(conn, path)

    monkeypatch.setattr(reader, "snapshot", stalling)

    copy = copy_log(log.path, stick, NAME)

    assert (copy.state, copy.count, at_work[0].seq) == (CopyState.MADE, 2, 3)


def test_a_copy_is_for_one_pair_of_eyes_from_its_first_byte_on(log, stick, monkeypatch):
    """It holds the words of an open event."""
    modes, real = [], reader.snapshot

    def looked_at(conn, path):
        real(conn, path)
        modes.append((path.parent == stick, path.stat().st_mode & 0o777))

    monkeypatch.setattr(reader, "snapshot", looked_at)
    before = os.umask(0)
    try:
        copy = copy_log(log.path, stick, NAME)
    finally:
        os.umask(before)

    assert (True, 0o600) in modes
    assert copy.path.stat().st_mode & 0o777 == 0o600


def test_a_broken_log_makes_no_copy(log, stick, tmp_path):
    broken = tmp_path / "broken.db"
    shutil.copyfile(log.path, broken)
    with sqlite3.connect(broken) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
        conn.execute("UPDATE records SET body = replace(body, 'first', 'other') WHERE seq = 2")
    conn.close()

    copy = copy_log(broken, stick, NAME)

    assert copy.state is CopyState.FAILED
    assert "does not verify" in copy.note
    assert list(stick.iterdir()) == []


def test_a_target_that_cannot_be_written_leaves_the_earlier_copy_and_nothing_half(log, stick):
    copy_log(log.path, stick, NAME)
    before = (stick / NAME).read_bytes()
    # A folder under the working name stands in for a target that refuses the file: it works as root too.
    (stick / f".{NAME}.partial").mkdir()

    copy = copy_log(log.path, stick, NAME)

    assert copy.state is CopyState.FAILED
    assert "could not be written" in copy.note
    assert (stick / NAME).read_bytes() == before


def test_a_full_target_leaves_nothing_half_written(log, stick, monkeypatch):
    real = sqlite3.connect

    def small_disk(name, *args, **more):
        """The copy's file may not grow beyond one page, as on a full stick."""
        conn = real(name, *args, **more)
        if str(name).endswith(".partial"):
            conn.execute("PRAGMA max_page_count = 1")
        return conn

    monkeypatch.setattr(sqlite3, "connect", small_disk)

    copy = copy_log(log.path, stick, NAME)

    assert copy.state is CopyState.FAILED
    assert "full" in copy.note
    assert list(stick.iterdir()) == []


def test_a_log_that_is_gone_is_told(stick, tmp_path):
    copy = copy_log(tmp_path / "nowhere.db", stick, NAME)

    assert copy.state is CopyState.FAILED
    assert list(stick.iterdir()) == []


def test_two_stations_never_write_to_the_same_name():
    assert copy_name("B", "0123456789abcdef", "fedcba9876543210") == "kiosk-B-01234567-fedcba98.db"


def synced_under_its_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Filled while the test goes on: of each file that was synced, whether it was *path*, under that name."""
    real, seen = os.fsync, []

    def noting(descriptor: int) -> None:
        seen.append(path.exists() and os.fstat(descriptor).st_ino == path.stat().st_ino)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    return seen


def test_a_copy_is_synced_once_more_under_its_name(log, stick, monkeypatch):
    """On FAT a rename leaves an entry of no length; a boot stick cut off then had an empty copy on it."""
    seen = synced_under_its_name(stick / NAME, monkeypatch)

    assert copy_log(log.path, stick, NAME).state is CopyState.MADE

    assert any(seen)
    assert seen[-1] is False, "and the folder last, for the file systems that keep names there"


def test_so_is_whatever_else_is_written_for_people(tmp_path, monkeypatch):
    seen = synced_under_its_name(tmp_path / "report.txt", monkeypatch)

    write_text(["a line\n"], tmp_path / "report.txt")

    assert any(seen)
