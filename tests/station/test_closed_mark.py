"""The mark beside the log: it outlives a crash and a full disk."""

import errno
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from kiosk.folder import CLOSED
from kiosk.station.closed_store import UNREADABLE, ClosedMark


def test_a_fresh_station_is_not_closed(tmp_path):
    assert ClosedMark(tmp_path).why() == ""


def test_a_mark_is_there_for_the_next_run_until_it_is_cleared(tmp_path):
    ClosedMark(tmp_path).set("The record could not be saved.")
    assert ClosedMark(tmp_path).why() == "The record could not be saved."

    ClosedMark(tmp_path).clear()

    assert ClosedMark(tmp_path).why() == ""


def test_a_shorter_reason_leaves_nothing_of_a_longer_one(tmp_path):
    mark = ClosedMark(tmp_path)
    mark.set("A very long reason that goes on and on")
    mark.set("Short")

    assert mark.why() == "Short"


@pytest.mark.parametrize("why", ["x" * 2000, "é" * 400, "♠" * 300])
def test_a_reason_of_any_length_marks_the_station_and_keeps_the_file_its_size(tmp_path, why):
    mark = ClosedMark(tmp_path)
    size = (tmp_path / CLOSED).stat().st_size

    mark.set(why)

    assert mark.why() != ""
    assert (tmp_path / CLOSED).stat().st_size == size


def test_the_mark_is_for_this_account_only(tmp_path):
    ClosedMark(tmp_path)

    assert (tmp_path / CLOSED).stat().st_mode & 0o077 == 0 or sys.platform == "win32"


def test_a_folder_that_is_not_there_is_no_reason_to_fail(tmp_path):
    mark = ClosedMark(tmp_path / "gone")
    mark.set("No disk")

    assert mark.why() == ""


def test_a_mark_that_is_there_and_cannot_be_read_counts_as_set(tmp_path):
    (tmp_path / CLOSED).mkdir()

    mark = ClosedMark(tmp_path)

    assert mark.why() == UNREADABLE


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
def test_a_folder_that_may_not_be_entered_counts_as_closed(tmp_path, monkeypatch, number):
    def refuse(*_args, **_more):
        raise OSError(number, os.strerror(number))

    # As an account without rights, or on a dying disk: root may enter everything.
    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(os, "open", refuse)

    assert ClosedMark(tmp_path).why() == UNREADABLE


@pytest.mark.skipif(sys.platform != "linux", reason="the calls differ on other systems")
def test_a_new_mark_is_on_disk_with_its_name(tmp_path, monkeypatch):
    synced = []
    sync = os.fsync

    def noted(descriptor):
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)

    ClosedMark(tmp_path)

    assert synced == [tmp_path / CLOSED, tmp_path]


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 64 KiB, made of memory."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {made.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(disk):
    with (disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(b"x" * 4096)
    with pytest.raises(OSError, match="No space"):
        (disk / "one more").write_bytes(b"x")


@pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is Linux's")
def test_a_full_disk_cannot_keep_the_mark_from_being_set(small_disk):
    ClosedMark(small_disk)
    fill(small_disk)

    ClosedMark(small_disk).set("The record could not be saved.")

    assert ClosedMark(small_disk).why() == "The record could not be saved."


@pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is Linux's")
def test_a_mark_first_made_on_a_full_disk_fails_in_silence(small_disk):
    fill(small_disk)

    ClosedMark(small_disk).set("The record could not be saved.")

    assert ClosedMark(small_disk).why() == ""
