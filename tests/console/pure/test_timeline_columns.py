"""The histogram in columns, and filters one at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.console.events import (
    Chip,
    ChipRemoved,
    FacetChosen,
    FiltersCleared,
    KindsSwitched,
    LimitGiven,
    SearchGiven,
)
from kiosk.console.narrowing import chips, with_change, without
from kiosk.console.timeline_columns import bands, columns, minute_of, places_between
from kiosk.console.values import Facet, MinuteBin, Narrowing, RoundBand, TimelineFound


def timeline(*minutes: str, rounds: tuple[RoundBand, ...] = ()) -> TimelineFound:
    return TimelineFound(tuple(MinuteBin(minute, 1, 2, 0) for minute in minutes), rounds)


def test_a_day_is_laid_out_from_full_hour_to_full_hour_a_column_a_minute():
    laid = columns(timeline("2026-05-02T09:05", "2026-05-02T10:59"), 500)

    assert len(laid) == 120
    assert (laid[0].first, laid[-1].last) == ("2026-05-02T09:00", "2026-05-02T10:59")
    assert [place for place, one in enumerate(laid) if one.total] == [5, 119]
    assert [one.hour for one in laid if one.hour is not None] == [9, 10]


def test_hours_between_two_days_take_no_room():
    laid = columns(timeline("2026-05-02T09:05", "2026-05-09T20:30"), 500)

    assert len(laid) == 120
    assert [one.first for one in laid if one.day] == ["2026-05-02T09:00", "2026-05-09T20:00"]


def test_with_more_minutes_than_columns_a_column_holds_several():
    laid = columns(timeline("2026-05-02T09:00", "2026-05-02T09:01", "2026-05-02T23:59"), 100)

    assert len(laid) == 100
    assert (laid[0].total, laid[0].first, laid[0].last) == (6, "2026-05-02T09:00", "2026-05-02T09:08")


def test_nothing_gives_no_columns_and_an_odd_time_none_either():
    assert columns(timeline(), 100) == ()
    assert columns(timeline("yesterday", "2026-05-02T٣٣:00", "2026-05-02T99:00"), 100) == ()
    assert minute_of("2026-05-02T23:59") == 1439


@given(st.lists(st.datetimes().map(lambda one: one.isoformat()[:16]), max_size=40), st.integers(0, 300))
def test_no_ruling_is_lost_and_columns_follow_each_other(minutes, most):
    found = timeline(*sorted(set(minutes)))

    laid = columns(found, most)

    assert sum(one.total for one in laid) == 3 * len(found.bins)
    assert all(one.first <= one.last for one in laid)
    assert [one.first for one in laid] == sorted(one.first for one in laid)


def test_what_the_list_shows_and_rounds_are_found_among_the_columns():
    laid = columns(timeline("2026-05-02T09:05", "2026-05-02T10:30"), 500)
    rounds = (
        RoundBand(1, "2026-05-02T09:00", "2026-05-02T09:49"),
        RoundBand(2, "2026-05-02T10:10", ""),
        RoundBand(7, "2026-05-03T10:10", "2026-05-03T11:10"),
    )

    assert places_between(laid, "2026-05-02T09:05:12", "2026-05-02T09:30:59") == (5, 30)
    assert places_between(laid, "2026-05-01T09:05", "2026-05-01T10:05") is None
    assert bands(laid, rounds) == ((1, 0, 49), (2, 70, 119))


# --- filters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "after"),
    [
        (SearchGiven("b-147"), Narrowing(number="B-147")),
        (SearchGiven(" q?*z "), Narrowing(word="Q?*Z")),
        (SearchGiven(""), Narrowing()),
        (FacetChosen(Facet.ROUND, "3"), Narrowing(((Facet.ROUND, "3"),), word="CAT")),
        (LimitGiven("2026-05-02T11:00", until=False), Narrowing(word="CAT", since="2026-05-02T11:00")),
        (LimitGiven("2026-05-02T11:00", until=True), Narrowing(word="CAT", until="2026-05-02T11:00")),
        (KindsSwitched(), Narrowing(word="CAT", every_kind=True)),
        (FiltersCleared(), Narrowing()),
        (ChipRemoved(Chip.WORD), Narrowing()),
        (SearchGiven("cat dog"), None),
    ],
)
def test_filters_change_one_at_a_time(event, after):
    assert with_change(Narrowing(word="CAT"), event) == after


def test_of_a_facet_one_value_is_chosen_and_once_more_takes_it_back():
    three = Narrowing(((Facet.ROUND, "3"),))

    assert with_change(three, FacetChosen(Facet.ROUND, "4")) == Narrowing(((Facet.ROUND, "4"),))
    assert with_change(three, FacetChosen(Facet.ROUND, "3")) == Narrowing()


FULL = Narrowing(
    ((Facet.VERDICT, "refer"), (Facet.ALERT, "split_lookup")),
    number="B-1",
    word="CAT",
    since="2026-05-02T11:00",
    until="2026-05-02T12:00",
    every_kind=True,
)


def test_every_filter_in_force_has_a_chip_and_each_can_be_removed():
    narrowing = FULL
    for chip, text in chips(FULL):
        assert text
        narrowing = without(narrowing, chip)

    assert [text for _, text in chips(FULL)][2:4] == ["Verdict refer", "Alert split lookup"]
    assert narrowing == Narrowing()
    assert chips(narrowing) == ()
