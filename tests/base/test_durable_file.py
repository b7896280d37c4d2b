"""A file is the old one or the new one, and on the disk before anybody relies on it."""

import errno
import os
import sys
from pathlib import Path

import pytest

from kiosk.files import make_folder, stage, write_durably


def test_the_new_content_takes_the_place_of_the_old(tmp_path):
    path = tmp_path / "file"

    write_durably(path, b"old")
    write_durably(path, b"new")

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_durably(path, b"old")

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(OSError, match="No space left"):
        write_durably(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_goes_wrong_before_the_end_leaves_the_old_file(tmp_path):
    path = tmp_path / "file"
    write_durably(path, b"old")

    def fail_inside():
        with stage(path, b"new"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail_inside()

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="the calls differ on other systems")
def test_the_content_is_synced_before_the_name_and_the_folder_after(tmp_path, monkeypatch):
    order = []
    sync, rename = os.fsync, Path.replace

    def noted_sync(descriptor):
        order.append("folder" if Path(f"/proc/self/fd/{descriptor}").is_dir() else "content")
        sync(descriptor)

    def noted_rename(self, target):
        order.append("name")
        return rename(self, target)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(Path, "replace", noted_rename)

    write_durably(tmp_path / "file", b"content")

    assert order == ["content", "name", "folder"]


@pytest.mark.skipif(sys.platform != "linux", reason="the calls differ on other systems")
def test_every_new_name_above_a_new_folder_is_on_disk(tmp_path, monkeypatch):
    synced = set()
    sync = os.fsync

    def noted(descriptor):
        synced.add(Path(f"/proc/self/fd/{descriptor}").readlink())
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)

    make_folder(tmp_path / "a" / "b" / "data")

    assert (tmp_path / "a" / "b" / "data").is_dir()
    assert synced == {tmp_path, tmp_path / "a", tmp_path / "a" / "b"}


def test_a_folder_that_is_there_is_left_alone(tmp_path, monkeypatch):
    def fail(descriptor):
        raise AssertionError("nothing is new here")

    monkeypatch.setattr(os, "fsync", fail)

    make_folder(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_a_folder_is_refused(tmp_path):
    (tmp_path / "data").write_text("in the way")

    with pytest.raises(OSError, match="data"):
        make_folder(tmp_path / "data")
