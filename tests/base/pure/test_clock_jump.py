"""Which readings of the clocks are worth a record."""

import pytest

from kiosk.base.clock import Reading, on_this_clock
from kiosk.log.bodies import ClockJumpBody, clock_jump

BEFORE = Reading("2026-03-07T09:00:00.000Z", 60, 1_000_000, "boot-1")


def later(at: str, mono_ms: int, boot: str = "boot-1") -> Reading:
    return Reading(f"2026-03-{at}Z", 60, mono_ms, boot)


@pytest.mark.parametrize(
    ("now", "reasons"),
    [
        (later("07T09:00:10.000", 1_010_000), None),
        (later("07T09:00:10.000", 1_008_000), None),  # two seconds are not more than two seconds
        (later("07T09:00:10.001", 1_008_000), ["jump"]),
        (later("07T09:00:10.000", 1_012_001), ["jump"]),
        (later("07T08:59:59.000", 1_000_500), ["backwards"]),
        (later("07T08:00:00.000", 1_010_000), ["jump", "backwards"]),
        (later("07T21:00:00.000", 5_000, "boot-2"), ["boot"]),
        (later("06T21:00:00.000", 5_000, "boot-2"), ["boot", "backwards"]),
        (later("07T21:00:00.000", 5_000), ["boot"]),  # the clock nobody can set went back: a new boot
    ],
)
def test_a_jump_is_told_from_the_passing_of_time(now: Reading, reasons: list[str] | None) -> None:
    found = clock_jump(BEFORE, now)

    assert (found and list(found.reasons)) == reasons


def test_a_jump_says_by_how_much() -> None:
    found = clock_jump(BEFORE, later("07T10:00:10.000", 1_010_000))

    assert found == ClockJumpBody(("jump",), BEFORE.at, 3_610_000, 10_000)


@pytest.mark.parametrize(
    ("at", "mono_ms"),
    [
        ("2026-03-07T10:59:58.500Z", 48_500),
        ("2026-03-07T11:00:00.000Z", 50_000),
        ("2026-03-07T12:00:00.000Z", 50_000),  # the clock was set back since
    ],
)
def test_an_earlier_time_of_day_is_found_on_the_clock_nobody_can_set(at, mono_ms):
    assert on_this_clock(at, Reading("2026-03-07T11:00:00.000Z", 60, 50_000, "boot")) == mono_ms
