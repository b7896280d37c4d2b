"""What a director hears before an event opens, and what of it is odd."""

from dataclasses import replace

import pytest

from kiosk.base.clock import Reading
from kiosk.base.schedule import RoundTime
from kiosk.setup.read_back import AtOpening, clock_line, oddities, rounds_line, say_moment
from kiosk.setup.settings import DivisionSettings, Profile, Settings

MORNING = "2026-05-01T08:41:00"
NOW = Reading("2026-05-01T06:41:00.000Z", 120, 1000, "boot")
SEEN = AtOpening(NOW, "2026-05-01T06:40:00.000Z", "2026-01-01")
TODAY = (RoundTime(1, "2026-05-01T09:00", "2026-05-01T10:00"), RoundTime(2, "2026-05-01T10:15"))
TOURNAMENT = Settings(
    "B",
    "By the window",
    Profile.TOURNAMENT,
    (DivisionSettings("main", "Main", "naspa-2016", "lose_turn", "free"),),
    rounds=TODAY,
)


def test_a_day_like_any_other_has_nothing_odd():
    assert oddities(TOURNAMENT, SEEN) == ()
    assert oddities(TOURNAMENT, replace(SEEN, copy_apart=True)) == ()


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ((), "The set-up has no rounds, so no ruling will know its round."),
        (
            (RoundTime(1, "2025-05-01T09:00"),),
            "Every round is over: the last one began on 2025-05-01 at 09:00.",
        ),
        ((RoundTime(1, "2026-05-01T04:00"),), "Every round is over: the last one began today at 04:00."),
        (
            (RoundTime(1, "2026-05-02T09:00"),),
            "No round is today: the next is round 1, tomorrow at 09:00.",
        ),
        (
            (RoundTime(1, "2026-04-30T09:00"), RoundTime(2, "2026-05-04T09:00")),
            "No round is today: the next is round 2, on 2026-05-04 at 09:00.",
        ),
    ],
)
def test_rounds_of_another_day_are_odd(rounds, sentence):
    assert oddities(replace(TOURNAMENT, rounds=rounds), SEEN) == (sentence,)


@pytest.mark.parametrize(
    "rounds",
    [
        (RoundTime(1, "2026-04-30T09:00"), RoundTime(2, "2026-05-01T09:00")),  # the second day
        (RoundTime(1, "2026-05-01T08:00"),),  # running now
        (RoundTime(1, "2026-04-30T21:00", "2026-05-01T08:45"),),  # since last night
    ],
)
def test_rounds_that_reach_into_today_are_not_odd(rounds):
    assert oddities(replace(TOURNAMENT, rounds=rounds), SEEN) == ()


def test_a_club_needs_no_rounds_but_old_ones_are_odd_there_too():
    club = replace(TOURNAMENT, profile=Profile.CLUB, rounds=())

    assert oddities(club, SEEN) == ()
    assert len(oddities(replace(club, rounds=(RoundTime(1, "2025-05-01T09:00"),)), SEEN)) == 1


def test_a_clock_from_before_the_program_is_odd():
    assert oddities(TOURNAMENT, replace(SEEN, released="2026-06-01")) == (
        "The clock says 2026-05-01 08:41, but this program was made on 2026-06-01.",
    )


def test_a_clock_behind_the_last_record_is_odd_and_a_second_is_not():
    assert oddities(TOURNAMENT, replace(SEEN, last_at="2026-05-01T07:00:00.000Z")) == (
        "The clock says 2026-05-01 08:41, but the last record of this log is of 2026-05-01 09:00.",
    )
    assert oddities(TOURNAMENT, replace(SEEN, last_at="2026-05-01T06:41:01.000Z")) == ()


def test_a_second_copy_that_dies_with_the_log_is_odd():
    assert oddities(TOURNAMENT, replace(SEEN, copy_apart=False)) == (
        "The copy lies on the same device as the log: a spare, not a second copy, lost with it.",
    )


@pytest.mark.parametrize(
    ("rounds", "line"),
    [
        ((), "none"),
        (TODAY[:1], "1 round, today at 09:00"),
        (TODAY, "2 rounds, the first today at 09:00"),
    ],
)
def test_the_rounds_are_said_in_a_line(rounds, line):
    assert rounds_line(rounds, MORNING) == line


@pytest.mark.parametrize(
    ("offset_min", "line"),
    [
        (120, "2026-05-01 08:41, UTC+02:00"),
        (0, "2026-05-01 06:41, UTC+00:00"),
        (-210, "2026-05-01 03:11, UTC−03:30"),
    ],
)
def test_the_clock_is_said_with_its_zone(offset_min, line):
    assert clock_line(replace(NOW, offset_min=offset_min)) == line


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("2026-05-01T09:00", "today at 09:00"),
        ("2026-05-02T09:00:59", "tomorrow at 09:00"),
        ("2026-04-30T23:59", "yesterday at 23:59"),
        ("2025-05-01T09:00", "on 2025-05-01 at 09:00"),
    ],
)
def test_a_moment_is_spoken_as_people_do(moment, said):
    assert say_moment(moment, MORNING) == said
