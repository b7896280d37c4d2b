"""`kiosk judge --docket`: the ruling as text for a docket printer, with one mark for the whole play."""

import pytest

from tests.support.command_line import Station, write_setup


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    return made


@pytest.mark.parametrize(("columns", "width"), [((), 32), (("--columns", "42"), 42)])
def test_four_words_have_one_mark_on_paper_of_either_width(station, columns, width):
    done = station.run("judge", "cat", "dog", "aa", "zzzz", "--table", "12", "--docket", *columns)

    lines = done.out.splitlines()
    assert done.code == 1
    assert done.out.count("✗") == 1
    assert "✓" not in done.out
    assert max(map(len, lines)) == width
    assert {"CAT", "DOG", "AA", "ZZZZ", "Table 12"} <= set(lines)
