"""Whether all stations of a room agree, by the line that each leaves on a stick."""

from dataclasses import asdict

import pytest

from kiosk.machines.agreement import StationLine, behind, disagreements, read_line

LINE = StationLine("B", "b" * 32, "1.0", "ABCDEF", "2026-05-01T09:00:00.000Z", 0, None, None, {"x": "f" * 64})


def line(letter: str, at: str = LINE.at, ahead_s: int | None = 0) -> StationLine:
    return StationLine(
        letter, letter.lower() * 32, LINE.version, LINE.setup_code, at, ahead_s, None, None, LINE.lists
    )


@pytest.mark.parametrize(("ahead", "named"), [(0, False), (5, False), (-5, False), (6, True), (-40, True)])
def test_clocks_more_than_a_few_seconds_apart_are_named(ahead: int, named: bool) -> None:
    said = disagreements([LINE, line("C", ahead_s=ahead)])

    assert bool(said) is named
    assert not named or "The clocks differ" in said[0]


def test_a_clock_that_was_not_compared_is_not_taken_to_agree_or_differ() -> None:
    assert disagreements([LINE, line("C", ahead_s=None)]) == ()


def test_a_clock_behind_a_line_that_was_written_before_is_named() -> None:
    assert "60 s behind that of station B" in behind(line("C", "2026-05-01T08:59:00.000Z"), [LINE])
    assert behind(line("C", "2026-05-01T09:30:00.000Z"), [LINE]) == ""


def test_two_stations_of_one_letter_are_named() -> None:
    other = StationLine("B", "c" * 32, "1.0", "ABCDEF", LINE.at, 0, None, None, LINE.lists)

    assert "letter B" in disagreements([LINE, other])[0]


@pytest.mark.parametrize(
    "told", [{}, {"letter": 1}, {"at": "noon"}, {"lists": []}, {"at": "2026-05-01T09:00"}]
)
def test_a_line_that_is_none_is_passed_over(told: dict) -> None:
    assert read_line(told) is None


def test_a_line_reads_as_it_was_written() -> None:
    assert read_line(asdict(LINE)) == LINE


def test_a_line_with_numbers_in_it_reads_as_it_was_written() -> None:
    playing = StationLine("C", "c" * 32, "1.0", "ABCDEF", LINE.at, -3, "open", 4, LINE.lists)

    assert read_line(asdict(playing)) == playing


def test_the_round_and_the_event_of_each_station_are_named_where_they_differ() -> None:
    playing = StationLine("C", "c" * 32, "1.0", "ABCDEF", LINE.at, 0, "open", 4, LINE.lists)

    said = disagreements([LINE, playing])

    assert said == ("The events differ: B none open, C open.", "The rounds differ: B none, C 4.")
