"""The walks: how many files run for one thing that a person does, counted on the real thing."""

import pytest

from installer.house import walks

TEXT = walks.CONTRIBUTING.read_text(encoding="utf-8")


def test_every_walk_has_its_number_in_contributing() -> None:
    assert walks.most_files(TEXT).keys() == walks.WALKS.keys()


@pytest.mark.real
@pytest.mark.parametrize("name", walks.WALKS)
def test_a_walk_is_no_longer_than_its_number_says(name: str) -> None:
    files = walks.walked(name)

    assert 10 < len(files) <= walks.most_files(TEXT)[name], " ".join(files)


def test_the_path_of_every_walk_is_printed() -> None:
    printed = walks.PATHS.search(TEXT)

    assert printed is not None
    assert [name for name in walks.WALKS if f"**{name}**" not in printed[0]] == []


def test_what_runs_is_seen_and_what_is_only_made_is_not() -> None:
    from kiosk.base.printable import printable
    from kiosk.words.play import Word

    seen = walks.Walk()
    with seen.on():
        printable("a word")
        Word("CAT")

    assert seen.files == ["base/printable.py"]
