"""No command destroys: what stands under a name that somebody gave for a new file."""

import gzip
import shutil
from pathlib import Path

import pytest

from kiosk.errors import OutputError
from kiosk.folder import check_target
from kiosk.log.merge_store import merge_logs
from kiosk.shipped import lexicons
from tests.support import event_generator
from tests.support.log_samples import make_log

WORDS = [f"{one}{two}{three}" for one in "abcde" for two in "aeiou" for three in "lmnrst"]


def refusal(target: Path, folder: Path, *, force: bool = True) -> str:
    try:
        check_target(target, folder, force=force)
    except OutputError as error:
        return str(error)
    return ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def test_a_new_file_may_be_written(folder: Path, tmp_path: Path) -> None:
    check_target(tmp_path / "new.csv", folder, force=False)


@pytest.mark.parametrize("content", ["number,verdict\r\nB-1,acceptable\r\n", "<!DOCTYPE html>", "", "[]\n"])
def test_an_existing_file_is_replaced_only_when_that_was_asked_for(
    folder: Path, tmp_path: Path, content: str
) -> None:
    (tmp_path / "old").write_text(content)

    assert "exists already" in refusal(tmp_path / "old", folder, force=False)
    check_target(tmp_path / "old", folder, force=True)


@pytest.mark.parametrize("name", ["log.db", "rulings.csv", "kiosk-A-12345678-12345678.db"])
def test_a_log_is_never_replaced_whatever_it_is_called(folder: Path, tmp_path: Path, name: str) -> None:
    shutil.copy(make_log(tmp_path / "other"), tmp_path / name)

    assert "nothing was written" in refusal(tmp_path / name, folder)


def test_a_merged_file_is_never_replaced(folder: Path, tmp_path: Path) -> None:
    log = event_generator.build(event_generator.twenty(), tmp_path / "a")
    merge_logs([log], tmp_path / "all.csv")

    assert "holds a log" in refusal(tmp_path / "all.csv", folder)


def test_a_damaged_log_is_never_replaced(folder: Path, tmp_path: Path) -> None:
    content = bytearray(make_log(tmp_path / "other").read_bytes())
    content[16:4096] = b"X" * 4080
    (tmp_path / "old.db").write_bytes(content)

    assert "cannot be read" in refusal(tmp_path / "old.db", folder)


@pytest.mark.parametrize(
    "content",
    [
        "\n".join(WORDS).upper().encode(),
        "\r\n".join(f"{word} 3 a made-up word" for word in WORDS).encode(),
        "\n".join(f"{word.upper()},1" for word in WORDS).encode(),
        gzip.compress("\n".join(WORDS).encode()),
        "\n".join(WORDS).encode("utf-16"),
        b'id = "own"\nfingerprint = "00"\n[by_length]\n3 = 5\n',
    ],
    ids=["stored", "with meanings", "columns", "compressed", "wide", "manifest"],
)
def test_a_word_list_is_never_replaced(folder: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "list").write_bytes(content)

    assert "nothing was written over it" in refusal(tmp_path / "list", folder)


def test_the_lists_in_the_box_are_known_for_lists(folder: Path) -> None:
    lists = list(lexicons().glob("*.words"))

    assert lists
    assert all(refusal(one, folder) for one in lists)


def test_passcodes_are_never_replaced(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "x").write_text('{"director": "$argon2id$v=19$m=64"}')

    assert "passcodes" in refusal(tmp_path / "x", folder)


@pytest.mark.parametrize("name", ["kiosk.toml", "access", "lexicons/own.words", "log.db", "rulesets/x.toml"])
def test_a_file_of_another_station_is_refused_by_name_too(folder: Path, tmp_path: Path, name: str) -> None:
    make_log(tmp_path / "other")
    (tmp_path / "other" / name).parent.mkdir(exist_ok=True)

    assert "belongs to the station itself" in refusal(tmp_path / "other" / name, folder)


def test_what_cannot_be_looked_at_is_not_replaced(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "link")

    assert "could not be written" in refusal(tmp_path / "link", folder)
