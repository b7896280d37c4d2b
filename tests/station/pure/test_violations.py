"""When violations lock a station, and which sightings are one violation."""

import pytest

from kiosk.station.violations import (
    FOLD_MS,
    LONGEST_MS,
    WINDOW_MS,
    Sighting,
    Violations,
    count_violation,
    forgive,
    remember,
    rest,
)


def sightings(*events):
    """What follows from sightings (what, at, lasted) one after the other."""
    watch, said = Violations(), []
    for what, at_ms, *lasted in events:
        watch, sighting = count_violation(watch, what, at_ms, *lasted)
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
    assert sightings(("a", 0, lasted_ms))[1] == [Sighting(echo=False, locks=locks, lasted_ms=lasted_ms)]


def test_the_same_thing_in_quick_succession_is_one_violation_and_is_counted():
    watch, said = sightings(*(("a", place * 300) for place in range(100)))

    assert [one.echo for one in said] == [False, *[True] * 99]
    assert not any(one.locks for one in said)
    assert watch.echoes == 99


@pytest.mark.parametrize("every_ms", [50, 1000, FOLD_MS - 100, FOLD_MS - 1])
def test_the_same_thing_seen_again_and_again_for_over_thirty_seconds_locks(every_ms):
    times = range(0, LONGEST_MS + every_ms + 1, every_ms)

    said = sightings(*(("a", at_ms) for at_ms in times))[1]

    first_over = next(place for place, at_ms in enumerate(times) if at_ms > LONGEST_MS)
    assert [one.locks for one in said].index(True) == first_over
    assert said[first_over] == Sighting(echo=False, locks=True, lasted_ms=times[first_over])


def test_the_same_thing_seen_every_few_seconds_for_an_hour_locks_throughout():
    said = sightings(*(("a", at_ms) for at_ms in range(0, 3_600_000, 4_900)))[1]

    assert sum(one.locks for one in said) > 90


def test_a_long_violation_that_goes_on_is_counted_again():
    _, said = sightings(*(("a", at_ms) for at_ms in range(0, 70_000, 1000)))

    assert [place for place, one in enumerate(said) if not one.echo] == [0, 31, 62]


def test_after_a_pause_the_same_thing_is_another_violation():
    assert [one.echo for one in sightings(("a", 0), ("a", FOLD_MS))[1]] == [False, False]


def test_another_thing_is_another_violation_at_once():
    assert [one.echo for one in sightings(("a", 0), ("b", 1))[1]] == [False, False]


def test_a_long_one_is_never_an_echo():
    assert sightings(("a", 0), ("a", 1, LONGEST_MS + 1))[1][1] == Sighting(
        echo=False, locks=True, lasted_ms=LONGEST_MS + 1
    )


def test_what_was_forgiven_does_not_count_again():
    watch = forgive(sightings(("a", 0), ("a", 10_000))[0])

    assert count_violation(watch, "b", 20_000)[1].locks is False


def test_the_time_before_it_was_forgiven_does_not_make_a_violation_long():
    watch = forgive(sightings(*(("a", at_ms) for at_ms in range(0, LONGEST_MS + 1, 1000)))[0])

    assert count_violation(watch, "a", LONGEST_MS + 1000)[1] == Sighting(
        echo=True, locks=False, lasted_ms=1000
    )


def test_a_restart_does_not_clear_the_count():
    watch = remember([-20_000, -10_000])

    assert count_violation(watch, "a", 500)[1].locks is True


def test_what_a_restart_remembers_is_forgotten_after_ten_minutes():
    watch = remember([-20_000, -10_000])

    assert count_violation(watch, "a", WINDOW_MS - 20_000)[1].locks is False


def test_the_first_sighting_after_a_restart_is_no_echo():
    watch = remember([0])

    assert count_violation(watch, "a", 1)[1].echo is False


def test_echoes_are_due_for_the_record_when_their_violation_is_over():
    watch, _ = sightings(("a", 0), ("a", 1000))

    assert rest(watch, 1000 + FOLD_MS - 1) == watch
    assert rest(watch, 1000 + FOLD_MS).echoes == 0
    assert rest(Violations(), WINDOW_MS) == Violations()
