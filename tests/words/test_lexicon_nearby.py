"""Files that look like word lists are found where people keep them, and looking changes nothing."""

from pathlib import Path

import pytest

from kiosk.lockdown.health_reader import how_to_set_the_clock
from kiosk.log.copy_worker import copy_name
from kiosk.words.nearby_run import MOST_FOUND, SMALLEST, files_nearby


def put(path: Path, size: int = SMALLEST) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"A" * size)
    return path


def test_lists_are_found_at_home_and_on_sticks_those_named_after_an_edition_first(tmp_path):
    large = put(tmp_path / "home" / "Downloads" / "letters.txt", 3 * SMALLEST)
    named = put(tmp_path / "home" / "NWL23.txt")
    stick = put(tmp_path / "stick" / "words.lex", 2 * SMALLEST)

    found = [one.path for one in files_nearby(tmp_path / "home", (tmp_path / "stick",))]

    assert found == [named, large, stick]


def test_small_files_pictures_folders_and_links_are_passed_by(tmp_path):
    put(tmp_path / "notes.txt", 100)
    put(tmp_path / "picture.png")
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "link.txt").symlink_to(put(tmp_path / "elsewhere" / "real.txt"))

    assert files_nearby(tmp_path, ()) == ()


def test_a_home_that_cannot_be_read_has_none_and_many_are_cut(tmp_path):
    assert files_nearby(tmp_path / "nobody", (tmp_path / "gone",)) == ()
    for number in range(20):
        put(tmp_path / f"list{number}.txt")

    assert len(files_nearby(tmp_path, ())) == MOST_FOUND


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_how_the_clock_is_set_is_said_for_each_system(platform):
    said = how_to_set_the_clock(platform)

    assert len(said) < 220
    assert said.endswith(".")


def test_the_second_copy_of_a_log_is_not_offered_as_a_list(tmp_path):
    for name in (copy_name("B", "25cc0e6e5925af0e", "e792dd3eac52bc36"), "lists.db"):
        (tmp_path / name).write_bytes(b"x" * SMALLEST)

    assert [one.path.name for one in files_nearby(tmp_path, ())] == ["lists.db"]
