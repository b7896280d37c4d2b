"""The program's own files, by whatever way somebody comes to name one."""

import os
import sys
from pathlib import Path

import pytest

from kiosk.errors import OutputError
from kiosk.folder import refuse_own_file

links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("lexicons", "rulesets"):
        (tmp_path / "data" / name).mkdir(parents=True)
    for name in ("log.db", "lexicons/own.words"):
        (tmp_path / "data" / name).write_text("precious")
    return tmp_path / "data"


def is_refused(target: Path, folder: Path) -> bool:
    try:
        refuse_own_file(target, folder)
    except OutputError:
        return True
    return False


@pytest.mark.parametrize(
    "name",
    [
        *("log.db", "log.db-journal", "log.db.new", "log.lock", "access", "kiosk.toml", "closed"),
        *(
            "pairings",
            "guards.json",
            "guards.new",
            "practice.db",
            "practice.db-journal",
            "lexicons",
            "rulesets",
        ),
        *("lexicons/own.words", "rulesets/deep/er.toml", "nowhere/../log.db", "lexicons/../log.db"),
        *("Log.DB", "KIOSK.toml", "Rulesets/x", "log.db.", "log.db ", "log.db::$DATA"),
    ],
)
def test_an_own_file_is_refused_however_it_is_spelled(folder: Path, name: str) -> None:
    assert is_refused(folder / name, folder)


@pytest.mark.parametrize("name", ["report.html", "log.csv", "access.html", "out/log.db", "../log.db", "-"])
def test_any_other_file_may_be_written(folder: Path, name: str) -> None:
    assert not is_refused(folder / name, folder)


def test_a_path_from_where_one_stands_is_followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "lexicons")

    assert is_refused(Path("own.words"), folder)
    assert is_refused(Path("../log.db"), folder)


@links
@pytest.mark.parametrize("name", ["log.db", "lexicons/own.words", "lexicons", "not-there-yet/../access"])
def test_a_link_to_an_own_file_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "link").symlink_to(folder / name)

    assert is_refused(tmp_path / "link", folder)


@links
def test_a_way_through_a_link_to_the_folder_is_refused_from_either_end(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)

    assert is_refused(tmp_path / "link" / "log.db", folder)
    assert is_refused(folder / "log.db", tmp_path / "link")


@links
@pytest.mark.parametrize("name", ["log.db", "lexicons/own.words"])
def test_another_name_of_the_same_file_is_refused(folder: Path, tmp_path: Path, name: str) -> None:
    os.link(folder / name, tmp_path / "other")

    assert is_refused(tmp_path / "other", folder)


@links
def test_where_the_log_is_itself_a_link_both_ends_are_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "log.db").rename(tmp_path / "elsewhere.db")
    (folder / "log.db").symlink_to(tmp_path / "elsewhere.db")

    assert is_refused(folder / "log.db", folder)
    assert is_refused(tmp_path / "elsewhere.db", folder)


@links
def test_links_that_lead_in_a_circle_are_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to(tmp_path / "circle")

    with pytest.raises(OutputError, match="could not be written"):
        refuse_own_file(tmp_path / "circle", folder)


def test_a_data_folder_that_is_not_there_is_in_nobodys_way(tmp_path: Path) -> None:
    assert not is_refused(tmp_path / "report.html", tmp_path / "data")
    assert is_refused(tmp_path / "data" / "log.db", tmp_path / "data")
