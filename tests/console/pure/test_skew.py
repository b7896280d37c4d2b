"""What two logs say of their clocks."""

import pytest

from kiosk.console.skew import Skew, moments, skew
from kiosk.log.bodies import EventClosedBody, RoundEndedBody, RoundStartedBody


def told(*minutes: float):
    """The rounds of an event, started at these minutes."""
    return moments((RoundStartedBody("spring", n, None), int(at * 60_000)) for n, at in enumerate(minutes))


def test_the_middle_of_the_differences_is_what_counts() -> None:
    assert skew(told(0, 60, 120), told(7, 67, 150)) == Skew(7 * 60, 3, 23 * 60)


def test_a_moment_that_stands_in_one_log_only_tells_nothing() -> None:
    assert skew(told(0), told(0, 60)) == Skew(None, 1)
    assert skew({}, told(0, 60)) == Skew(None, 0)


def test_starts_and_ends_are_not_mixed_up() -> None:
    ends = moments([(RoundEndedBody("spring", 1, None), 0), (EventClosedBody("spring", "", 1), 0), (None, 0)])

    assert skew(told(0, 1), ends).ahead_s is None


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (Skew(None), "share no event or round"),
        (Skew(None, 1), "share only one moment"),
        (Skew(90, 5), "agrees with the first one, as far as can be told by 5 moments"),
        (Skew(420, 5), "about 7 minutes ahead of"),
        (Skew(-420, 5), "about 7 minutes behind"),
        (Skew(10_800, 5), "about 3 hours ahead of"),
    ],
)
def test_what_is_known_is_said_and_what_is_not_known_too(found: Skew, sentence: str) -> None:
    assert sentence in found.sentence
