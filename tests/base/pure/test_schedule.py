"""Which round is on, by the wall clock or by the director's word: over midnight, over several days, never two
at once."""

import pytest

from kiosk.base.clock import local_time
from kiosk.base.schedule import RoundCall, RoundTime, next_round, round_at, round_now, schedule_fault

TWO_DAYS = (
    RoundTime(1, "2026-05-01T09:00", "2026-05-01T10:00"),
    RoundTime(2, "2026-05-01T10:15"),
    RoundTime(3, "2026-05-01T11:15"),
    RoundTime(4, "2026-05-01T23:30", "2026-05-02T00:45"),
    RoundTime(5, "2026-05-02T09:00"),
)


@pytest.mark.parametrize(
    ("local", "number"),
    [
        ("2026-05-01T08:59:59", None),
        ("2026-05-01T09:00:00", 1),
        ("2026-05-01T09:59:59", 1),
        ("2026-05-01T10:00:00", None),
        ("2026-05-01T10:15:00", 2),
        ("2026-05-01T11:14:59", 2),
        ("2026-05-01T11:15:00", 3),
        ("2026-05-01T14:14:59", 3),
        ("2026-05-01T14:15:00", None),
        ("2026-05-01T23:59:59", 4),
        ("2026-05-02T00:44:59", 4),
        ("2026-05-02T00:45:00", None),
        ("2026-05-02T11:59:59", 5),
        ("2026-05-02T12:00:00", None),
    ],
)
def test_the_round_is_the_one_whose_time_it_is(local, number):
    assert round_at(TWO_DAYS, local) == number


def test_without_a_schedule_there_is_no_round():
    assert round_at((), "2026-05-01T09:00") is None


@pytest.mark.parametrize(
    ("at", "offset_min", "local"),
    [
        ("2026-05-01T22:30:00.000Z", 120, "2026-05-02T00:30:00"),
        ("2026-05-01T03:30:15.999Z", -300, "2026-04-30T22:30:15"),
        ("2026-05-01T03:30:00.000Z", 0, "2026-05-01T03:30:00"),
    ],
)
def test_local_time_is_utc_and_the_offset(at, offset_min, local):
    assert local_time(at, offset_min) == local


@pytest.mark.parametrize(
    ("rounds", "fault"),
    [
        (TWO_DAYS, None),
        ((), None),
        ((RoundTime(1, "2026-05-01T09:00", "2026-05-01T09:00"),), "ends after it starts"),
        ((RoundTime(1, "2026-05-01T09:00", "2026-05-01T08:00"),), "ends after it starts"),
        ((RoundTime(1, "2026-05-01T09:00", "2026-05-02T09:30"),), "within 12 hours"),
        ((RoundTime(2, "2026-05-01T09:00"), RoundTime(1, "2026-05-01T10:00")), "number them upwards"),
        ((RoundTime(1, "2026-05-01T09:00"), RoundTime(1, "2026-05-01T10:00")), "number them upwards"),
        ((RoundTime(1, "2026-05-01T09:00"), RoundTime(2, "2026-05-01T09:00")), "does not start after"),
        (
            (RoundTime(1, "2026-05-01T09:00", "2026-05-01T10:01"), RoundTime(2, "2026-05-01T10:00")),
            "rounds 1 and 2 overlap",
        ),
        ((RoundTime(1, "2026-05-01T09:00", "2026-05-01T10:00"), RoundTime(2, "2026-05-01T10:00")), None),
    ],
)
def test_a_schedule_in_which_rounds_collide_is_at_fault(rounds, fault):
    found = schedule_fault(rounds)

    assert found is None if fault is None else fault in (found or "")


# ---- the director's word -----------------------------------------------------------------------------------

LATE = (
    RoundTime(3, "2026-05-01T13:00", "2026-05-01T13:50"),
    RoundTime(4, "2026-05-01T14:00", "2026-05-01T15:00"),
    RoundTime(5, "2026-05-01T15:15", "2026-05-01T16:15"),
    RoundTime(6, "2026-05-02T09:00", "2026-05-02T10:00"),
)


def started(number: int, local: str) -> RoundCall:
    return RoundCall(number, f"2026-05-01T{local}:00", started=True)


def ended(number: int, local: str) -> RoundCall:
    return RoundCall(number, f"2026-05-01T{local}:00", started=False)


@pytest.mark.parametrize(
    ("called", "local", "number"),
    [
        (None, "2026-05-01T14:30:00", 4),
        (started(3, "14:10"), "2026-05-01T14:10:00", 3),  # the schedule is ahead of the players
        (started(3, "14:10"), "2026-05-01T15:30:00", 3),
        (started(3, "14:10"), "2026-05-01T17:09:59", 3),
        (started(3, "14:10"), "2026-05-01T17:10:00", None),  # an end that was forgotten
        (started(3, "14:10"), "2026-05-02T09:00:00", 6),
        (started(5, "14:10"), "2026-05-01T14:30:00", 5),  # the players are ahead of the schedule
        (started(9, "14:10"), "2026-05-01T14:30:00", 9),  # one the schedule does not know
        (started(4, "14:10"), "2026-05-01T13:10:00", 4),  # the clock was set back since
        (ended(4, "14:40"), "2026-05-01T14:40:00", None),
        (ended(4, "14:40"), "2026-05-01T15:15:00", 5),
        (ended(4, "15:20"), "2026-05-01T15:30:00", None),  # what the schedule had begun before is not meant
        (ended(4, "15:20"), "2026-05-02T09:30:00", 6),
        (ended(5, "14:40"), "2026-05-01T15:30:00", None),  # it was played early, and does not come again
    ],
)
def test_the_directors_word_wins_over_the_schedule(called, local, number):
    assert round_now(LATE, called, local) == number


def test_without_a_schedule_there_are_the_directors_rounds():
    assert round_now((), started(1, "09:00"), "2026-05-01T09:30:00") == 1
    assert round_now((), ended(1, "09:50"), "2026-05-01T09:55:00") is None


@pytest.mark.parametrize(
    ("called", "local", "number"),
    [
        (None, "2026-05-01T14:30:00", 5),
        (None, "2026-05-01T15:15:00", 6),
        (None, "2026-05-02T09:00:00", None),
        (started(4, "15:00"), "2026-05-01T15:05:00", 6),
        (ended(4, "15:10"), "2026-05-01T15:10:00", 5),
        (ended(5, "14:00"), "2026-05-01T14:00:00", 6),
    ],
)
def test_the_next_round_is_the_one_the_schedule_will_start(called, local, number):
    following = next_round(LATE, called, local)

    assert (following and following.number) == number
