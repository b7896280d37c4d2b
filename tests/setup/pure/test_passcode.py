"""How long a try waits, what counts as time, and what may be a passcode."""

import json

import pytest

from kiosk.base.clock import Reading
from kiosk.errors import AccessError
from kiosk.log.chain import Record
from kiosk.log.guesses import FORGOTTEN_AFTER_MS, failed_unlocks
from kiosk.log.kinds import Kind
from kiosk.setup.passcodes import (
    Tries,
    check_new,
    elapsed_ms,
    normalise,
    recall_tries,
    remaining_ms,
    wait_after,
)
from tests.support.bodies import plain

THEN = Reading("2026-05-01T09:00:00.000Z", 0, 50_000, "first boot")


def later(ms: int = 0, *, wall: str = THEN.at, boot: str = THEN.boot) -> Reading:
    return Reading(wall, 0, THEN.mono_ms + ms, boot)


@pytest.mark.parametrize(
    ("failures", "seconds"),
    [(0, 0), (1, 0), (4, 0), (5, 15), (6, 30), (7, 60), (8, 60), (100, 60), (10**9, 60)],
)
def test_the_wait_grows_by_the_table(failures, seconds):
    assert wait_after(failures) == seconds * 1000


@pytest.mark.parametrize(
    ("now", "ms"),
    [
        (later(700), 700),
        (later(700, wall="2031-01-01T00:00:00.000Z"), 700),
        (later(-700), 0),
        (later(wall="2026-05-01T09:00:01.500Z", boot="second boot"), 1500),
        (later(wall="2026-05-01T08:00:00.000Z", boot="second boot"), 0),
        (Reading("2026-05-01T09:11:00.000Z", 0, 30_000, "second boot"), 30_000),
    ],
)
def test_the_settable_clock_counts_only_across_a_boot_never_backwards_nor_more_than_that_boot(now, ms):
    assert elapsed_ms(THEN, now) == ms


def test_a_restart_with_the_clock_set_ahead_forgets_no_failure_and_shortens_no_wait():
    now = Reading("2026-05-01T09:11:00.000Z", 0, 30_000, "second boot")

    tries = recall_tries(Tries(20, THEN), now)

    assert tries == Tries(20, THEN)
    assert remaining_ms(tries, now) == 30_000


def test_ten_minutes_after_a_restart_the_failures_are_forgotten():
    now = Reading("2026-05-02T09:00:00.000Z", 0, FORGOTTEN_AFTER_MS, "second boot")

    assert recall_tries(Tries(20, THEN), now) == Tries()


@pytest.mark.parametrize(
    ("tries", "now", "counted"),
    [
        (Tries(), THEN, Tries()),
        (Tries(3, THEN), later(FORGOTTEN_AFTER_MS - 1), Tries(3, THEN)),
        (Tries(3, THEN), later(FORGOTTEN_AFTER_MS), Tries()),
        (Tries(3, THEN), later(-1), Tries(3, later(-1))),
    ],
)
def test_tries_count_until_ten_quiet_minutes_have_passed(tries, now, counted):
    assert recall_tries(tries, now) == counted


def test_after_a_boot_with_the_clock_set_back_the_wait_is_measured_from_here():
    now = later(wall="2020-01-01T00:00:00.000Z", boot="second boot")

    assert recall_tries(Tries(7, THEN), now) == Tries(7, now)


def test_what_is_left_of_a_wait():
    assert remaining_ms(Tries(), THEN) == 0
    assert remaining_ms(Tries(5, THEN), later(14_000)) == 1_000
    assert remaining_ms(Tries(5, THEN), later(16_000)) == 0


@pytest.mark.parametrize(
    "passcode", ["", "short", "aaaaaaaa", "tab\tinside", " leading", "trailing ", "x" * 63 + "yz"]
)
def test_a_weak_or_untypable_passcode_is_refused(passcode):
    with pytest.raises(AccessError, match="Choose another"):
        check_new(passcode)


@pytest.mark.parametrize("passcode", ["abxdey", "482915", "открой дверь", "&%$§!?", "four" + "x" * 59 + "y"])
def test_a_usable_passcode_may_be_set(passcode):
    assert check_new(passcode) == passcode


@pytest.mark.parametrize(
    ("passcode", "why"),
    [
        ("aaaaab", "fewer than 5 different"),
        ("112233", "fewer than 5 different"),
        ("AaBbAaBb", "fewer than 5 different"),
        ("tigertiger", "again and again"),
        ("123456", "stand in order"),
        ("9876543210", "stand in order"),
        ("qwerty123", "stand in order"),
        ("Q-W-E-R-T-Y", "stand in order"),
        ("abc123", "stand in order"),
        ("1qaz2wsx", "stand in order"),
        ("password", "everybody tries"),
        ("P@ssw0rd!", "everybody tries"),
        ("letmein2026", "everybody tries"),
        ("пароль", "everybody tries"),
        ("Challenge Kiosk", "station's own word"),
        ("director9", "station's own word"),
    ],
)
def test_what_everybody_tries_first_is_refused_with_the_reason(passcode, why):
    with pytest.raises(
        AccessError, match=rf"^This passcode is too easy to guess: .*{why}.*\. Choose another\.$"
    ):
        check_new(passcode)


def tried(*tries: tuple[float, str]) -> list[Record]:
    """Records of tries: (minute, "wrong", "too_soon", or the role that was let in)."""
    made = []
    for seq, (minute, how) in enumerate(tries):
        failed = how in ("wrong", "too_soon")
        data = {"why": how} if failed else {"role": how}
        at = f"2026-05-01T{9 + int(minute // 60):02}:{int(minute % 60):02}:00.000Z"
        kind = Kind.UNLOCK_FAILED if failed else Kind.UNLOCK
        made.append(Record(seq, at, kind, json.dumps({**plain(kind), **data}), "", ""))
    return made


@pytest.mark.parametrize(
    ("tries", "counts"),
    [
        ([(minute, "wrong") for minute in range(14)], []),
        ([(minute, "wrong") for minute in range(15)], [15]),
        ([(minute, "wrong") for minute in range(20)], [20]),
        ([(minute, "too_soon") for minute in range(40)], []),
        ([*((n, "wrong") for n in range(14)), (15, "director"), (16, "wrong")], []),
        ([*((n, "wrong") for n in range(14)), (15, "judge"), (16, "wrong")], [15]),
        ([*((n, "wrong") for n in range(14)), (23, "wrong")], []),
        ([(n, "wrong") for n in (*range(16), *range(60, 77))], [16, 17]),
    ],
)
def test_long_rows_of_wrong_passcodes_are_found_in_the_log(tries, counts):
    assert [row.count for row in failed_unlocks(tried(*tries))] == counts


def test_a_row_of_wrong_passcodes_says_when_it_was():
    (row,) = failed_unlocks(tried(*((minute, "wrong") for minute in range(15))))

    assert (row.first_at, row.last_at) == ("2026-05-01T09:00:00.000Z", "2026-05-01T09:14:00.000Z")


def test_a_passcode_has_one_normal_form():
    assert normalise("cafe\u0301") == normalise("caf\u00e9")
