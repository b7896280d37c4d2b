"""The access file: durable, private, and closed when in doubt."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.base.clock import Reading
from kiosk.errors import AccessError
from kiosk.log.bodies import UnlockFailedBody
from kiosk.setup.access_store import MOST_KEPT, AccessFile
from kiosk.setup.passcodes import AccessState, KeptOrder, Role, Tries

NOW = Reading("2026-05-01T09:00:00.000Z", 120, 12345, "boot-1")
ORDER = UnlockFailedBody(None, "station", "wrong", try_=3, delay_s=0)
FULL = AccessState(
    {Role.DIRECTOR: "$argon2id$one", Role.JUDGE: "$argon2id$two"}, Tries(3, NOW), (KeptOrder(NOW.at, ORDER),)
)


def test_an_absent_file_holds_nothing(tmp_path):
    file = AccessFile(tmp_path)

    assert file.load() == AccessState()
    assert not file.exists()


@pytest.mark.parametrize("state", [AccessState(), FULL])
def test_what_was_saved_is_loaded(tmp_path, state):
    file = AccessFile(tmp_path / "Däta")

    file.save(state)

    assert file.load() == state


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's data folder private by itself")
def test_only_this_account_can_read_it(tmp_path):
    file = AccessFile(tmp_path)

    file.save(FULL)

    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_nothing_is_left_beside_it(tmp_path):
    file = AccessFile(tmp_path)

    file.save(AccessState())
    file.save(FULL)

    assert [path.name for path in tmp_path.iterdir()] == ["access"]


def test_a_log_that_stays_broken_does_not_fill_the_disk(tmp_path):
    kept = tuple(KeptOrder(str(number), ORDER) for number in range(MOST_KEPT + 7))
    file = AccessFile(tmp_path)

    file.save(AccessState(kept=kept))

    assert file.load().kept == kept[7:]


def damaged(**changes):
    good = {
        "format": 1,
        "hashes": {"director": "x"},
        "failures": 1,
        "last": {"at": NOW.at, "offset_min": 0, "mono_ms": 1, "boot": "b"},
        "kept": [],
    }
    return json.dumps({**good, **changes}).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        b"[" * 100_000,
        damaged(format=2),
        damaged(hashes=[]),
        damaged(hashes={"director": 1}),
        damaged(hashes={"owner": "x"}),
        damaged(failures=0),
        damaged(failures="1"),
        damaged(failures=-1),
        damaged(failures=True),
        damaged(guesses=-1),
        damaged(guesses="3"),
        damaged(last=None),
        damaged(last={}),
        damaged(last={"at": "yesterday", "offset_min": 0, "mono_ms": 1, "boot": "b"}),
        damaged(last={"at": "2026-05-01T09:00:00", "offset_min": 0, "mono_ms": 1, "boot": "b"}),
        damaged(kept={}),
        damaged(kept=[{"at": "x", "kind": "unheard_of", "body": {}}]),
        damaged(kept=["x"]),
    ],
)
def test_a_damaged_file_unlocks_nothing_and_says_what_to_do(tmp_path, content):
    file = AccessFile(tmp_path)
    file.path.write_bytes(content)

    with pytest.raises(AccessError, match="is damaged, so nothing is unlocked") as refused:
        file.load()

    assert "delete this file" in str(refused.value)
    assert "kiosk passcode set" in str(refused.value)


def test_the_sample_of_a_good_file_is_good(tmp_path):
    file = AccessFile(tmp_path)
    file.path.write_bytes(damaged())

    assert file.load().tries.failures == 1


@given(content=st.binary(max_size=60))
def test_no_bytes_whatever_open_the_door(tmp_path_factory, content):
    file = AccessFile(tmp_path_factory.mktemp("access"))
    file.path.write_bytes(content)

    with pytest.raises(AccessError):
        file.load()


def test_a_folder_in_its_place_unlocks_nothing(tmp_path):
    file = AccessFile(tmp_path)
    file.path.mkdir()

    with pytest.raises(AccessError, match="cannot be read"):
        file.load()
    with pytest.raises(AccessError, match="cannot be written"):
        file.save(FULL)


def test_a_dangling_link_counts_as_a_file(tmp_path):
    file = AccessFile(tmp_path)
    file.path.symlink_to(tmp_path / "nowhere")

    assert file.exists()
    with pytest.raises(AccessError):
        file.load()


def test_a_data_folder_that_cannot_be_made_unlocks_nothing(tmp_path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(AccessError, match="cannot be written"):
        AccessFile(tmp_path / "file" / "data").save(FULL)


def test_a_file_that_may_not_be_looked_for_unlocks_nothing(tmp_path, monkeypatch):
    def refuse(self, **_more):
        raise PermissionError(13, os.strerror(13))

    # As an account without rights: root may enter everywhere.
    monkeypatch.setattr(Path, "stat", refuse)

    with pytest.raises(AccessError, match=r"cannot be read \(Permission denied\), so nothing is unlocked"):
        AccessFile(tmp_path).load()
