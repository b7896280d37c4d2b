"""The second copy: verified or not there at all; what it alone holds is never overwritten."""

import errno
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from kiosk.core.chain import Status
from kiosk.core.clock import Reading
from kiosk.core.records import Kind
from kiosk.storage.log import Log
from kiosk.storage.log_reader import verify_log
from kiosk.storage.second_copy import CopyState, copy_log, copy_name

NAME = "kiosk-B-copy.db"


def clock() -> Reading:
    return Reading("2026-05-01T09:00:00.000Z", 0, 1000, "boot")


@pytest.fixture
def log(tmp_path):
    with Log.open(tmp_path / "data", clock) as opened:
        opened.append(Kind.NOTE, {"what": "first"})
        yield opened


@pytest.fixture
def stick(tmp_path):
    folder = tmp_path / "Stick Ü"
    folder.mkdir()
    return folder


def test_a_copy_is_whole_and_verified_while_the_log_stays_open(log, stick):
    copy = copy_log(log.path, stick, NAME)

    assert (copy.state, copy.count, copy.head) == (CopyState.MADE, 2, log.head().hash)
    assert verify_log(stick / NAME, log.head().hash, 2).witnessed
    assert [path.name for path in stick.iterdir()] == [NAME]
    log.append(Kind.NOTE, {"what": "the log still works"})


def test_a_later_copy_takes_the_place_of_an_earlier_one(log, stick):
    copy_log(log.path, stick, NAME)
    log.append(Kind.NOTE, {"what": "second"})

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
    log.append(Kind.NOTE, {"what": "will be cut off"})
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


def test_an_unreadable_earlier_copy_is_replaced(log, stick):
    (stick / NAME).write_bytes(b"not a database")

    copy = copy_log(log.path, stick, NAME)

    assert (copy.state, copy.kept) == (CopyState.MADE, None)


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
