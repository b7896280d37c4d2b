"""The data folder: found by name, and refused in a sentence where no command could use it."""

import os
import sys
from pathlib import Path

import pytest

from kiosk.errors import SetupError
from kiosk.folder import data_folder, usable


def test_a_folder_that_is_not_there_yet_may_be_made(tmp_path):
    assert data_folder(str(tmp_path / "new" / "data")) == tmp_path / "new" / "data"


def test_a_folder_that_is_there_is_used(tmp_path):
    (tmp_path / "log.db").touch()

    assert usable(tmp_path) == tmp_path


@pytest.mark.parametrize("name", ["file", "file/data", "x" * 5000, "loop", "nul\0l"])
def test_a_path_that_cannot_be_a_folder_is_refused_in_a_sentence(tmp_path, name):
    (tmp_path / "file").touch()
    if sys.platform != "win32":
        (tmp_path / "loop").symlink_to("loop")

    with pytest.raises(SetupError, match=r"cannot be used: .* name another with --data"):
        data_folder(str(tmp_path / name))


def test_a_folder_that_this_account_may_not_enter_is_refused_in_a_sentence(tmp_path, monkeypatch):
    def refuse(self, **_more):
        raise PermissionError(13, os.strerror(13))

    # As an account without rights: root may enter everywhere.
    monkeypatch.setattr(Path, "stat", refuse)

    with pytest.raises(SetupError, match=f"{tmp_path.name} cannot be used: Permission denied"):
        data_folder(str(tmp_path))


def test_a_file_is_no_data_folder_where_the_system_says_only_that_nothing_was_found(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    stat = Path.stat

    def as_windows(self, **more):
        try:
            return stat(self, **more)
        except NotADirectoryError as error:
            raise FileNotFoundError(2, "not found") from error

    monkeypatch.setattr(Path, "stat", as_windows)

    with pytest.raises(SetupError, match="it is not a folder"):
        data_folder(str(tmp_path / "file"))


def test_an_empty_name_is_not_silently_the_users_own_folder():
    with pytest.raises(SetupError, match="--data names no folder"):
        data_folder("")


def test_a_home_that_nobody_has_is_refused_in_a_sentence():
    with pytest.raises(SetupError, match="~no-such-account/data cannot be found"):
        data_folder("~no-such-account/data")
