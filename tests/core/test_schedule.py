"""Which round is on, by the wall clock: over midnight, over several days, never two at once."""

import pytest

from kiosk.core.schedule import RoundTime, local_time, round_at, schedule_fault

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
