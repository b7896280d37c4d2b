"""When violations lock a station, and which sightings are one violation."""

import pytest

from kiosk.core.watch import FOLD_MS, LONGEST_MS, WINDOW_MS, Sighting, Watch, forgiven, seen


def sightings(*events):
    """What follows from sightings (what, at, lasted) one after the other."""
    watch, said = Watch(), []
    for what, at_ms, *lasted in events:
        watch, sighting = seen(watch, what, at_ms, *lasted)
        said.append(sighting)
    return watch, said


def test_the_third_violation_in_ten_minutes_locks():
    _, said = sightings(("a", 0), ("a", 10_000), ("a", WINDOW_MS - 1))

    assert [one.locks for one in said] == [False, False, True]


def test_a_third_one_after_ten_minutes_does_not():
    _, said = sightings(("a", 0), ("a", 10_000), ("a", WINDOW_MS))

    assert [one.locks for one in said] == [False, False, False]


@pytest.mark.parametrize(("lasted_ms", "locks"), [(0, False), (LONGEST_MS, False), (LONGEST_MS + 1, True)])
def test_one_that_lasts_over_thirty_seconds_locks_at_once(lasted_ms, locks):
    assert sightings(("a", 0, lasted_ms))[1] == [Sighting(echo=False, locks=locks)]


def test_the_same_thing_in_quick_succession_is_one_violation_and_is_counted():
    watch, said = sightings(*(("a", place * (FOLD_MS - 1)) for place in range(100)))

    assert [one.echo for one in said] == [False, *[True] * 99]
    assert not any(one.locks for one in said)
    assert watch.echoes == 99


def test_after_a_pause_the_same_thing_is_another_violation():
    assert [one.echo for one in sightings(("a", 0), ("a", FOLD_MS))[1]] == [False, False]


def test_another_thing_is_another_violation_at_once():
    assert [one.echo for one in sightings(("a", 0), ("b", 1))[1]] == [False, False]


def test_a_long_one_is_never_an_echo():
    assert sightings(("a", 0), ("a", 1, LONGEST_MS + 1))[1][1] == Sighting(echo=False, locks=True)


def test_what_was_forgiven_does_not_count_again():
    watch = forgiven(sightings(("a", 0), ("a", 10_000))[0])

    assert seen(watch, "b", 20_000)[1].locks is False
