"""The file behind the log: what cannot be made is told in a sentence."""

import errno
import os
from pathlib import Path

import pytest

from kiosk.errors import LogError
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from kiosk.log.store import make_log


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO])
def test_a_folder_that_may_not_be_entered_is_told_in_a_sentence(tmp_path, monkeypatch, number):
    genesis = Record(1, "2026-05-01T09:00:00.000Z", Kind.GENESIS, "{}", "", "")

    def refuse(self, **_more):
        raise OSError(number, os.strerror(number))

    # As an account without rights, or on a dying disk: root may enter everything.
    monkeypatch.setattr(Path, "stat", refuse)

    with pytest.raises(LogError, match=f"could not be made: {os.strerror(number)}"):
        make_log(tmp_path / "log.db", genesis)
