"""A file is the old one or the new one, and on the disk before anybody relies on it."""

import errno
import os
import sys
from pathlib import Path

import pytest

from kiosk.storage.durable_file import staged, write_durably


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
        with staged(path, b"new"):
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
