"""When cards come back, and when they stop."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from fsrs import Rating
from hypothesis import given
from hypothesis import strategies as st

from kiosk.practice.cards import (
    FAST_MS,
    MISSED,
    PracticeCard,
    changes_after,
    due_by_day,
    is_due,
    queue,
    rating_of,
    review,
)
from tests.support.practice import START, accepted, bad, challenged, good

DAY = START[:10]
NEW = PracticeCard("f", "CAT", True, MISSED, START)


def later(**time):
    return (datetime.fromisoformat(START) + timedelta(**time)).isoformat()


@pytest.mark.parametrize(
    ("right", "sure", "took_ms", "rating"),
    [
        (False, 0.95, 1, Rating.Again),
        (False, None, 1, Rating.Again),
        (True, 0.50, 1, Rating.Again),
        (True, 0.75, 1, Rating.Hard),
        (True, 0.95, FAST_MS + 1, Rating.Good),
        (True, 0.95, FAST_MS, Rating.Easy),
        (True, None, 1, Rating.Good),
    ],
)
def test_what_an_answer_tells_the_schedule(right, sure, took_ms, rating):
    assert rating_of(right, sure, took_ms) is rating


def test_only_words_that_were_wrong_or_unsure_become_cards():
    sure_and_right = accepted(good("CAT"), belief=0.05)
    lucky = challenged(bad("CATE"), belief=0.5)
    wrong = accepted(good("CAT"), bad("CATE"), belief=0.05)

    assert changes_after(sure_and_right, {}, 20) == ()
    assert [change.after.word for change in changes_after(lucky, {}, 20)] == ["CATE"]
    assert [change.after.word for change in changes_after(wrong, {}, 20)] == ["CATE"]


def test_a_card_that_is_there_is_reviewed_when_its_word_is_right_too():
    change = changes_after(accepted(good("CAT"), belief=0.05), {"CAT": NEW}, 20)[0]

    assert (change.before, change.rating) == (NEW, Rating.Good.value)
    assert change.after.memory is not None
    assert change.after.introduced == DAY


def test_beyond_the_days_cap_a_miss_joins_the_line():
    changes = changes_after(accepted(bad("CATE", base="CAT")), {}, 0)

    assert [change.rating for change in changes] == [None]
    assert changes[0].after.memory is None
    assert (changes[0].after.base, changes[0].after.valid) == ("CAT", False)
    assert changes_after(accepted(bad("CATE")), {"CATE": changes[0].after}, 0) == ()


def test_a_miss_comes_back_within_minutes_and_a_word_known_after_days():
    missed = review(NEW, Rating.Again, START, DAY)
    known = review(NEW, Rating.Easy, START, DAY)

    assert [is_due(missed, later(minutes=minutes)) for minutes in (0, 2)] == [False, True]
    assert [is_due(known, later(days=days)) for days in (1, 9)] == [False, True]


def test_the_line_is_the_overdue_then_the_missed_then_the_imported_up_to_the_cap():
    first = replace(review(NEW, Rating.Again, START, DAY), word="ONE")
    second = replace(review(NEW, Rating.Again, later(minutes=5), DAY), word="TWO")
    mine = PracticeCard("f", "MINE", True, "mine", "2020-01-01T00:00:00Z")
    resting = replace(review(NEW, Rating.Easy, START, DAY), word="RESTS")

    asked = queue([mine, second, resting, first, NEW], later(hours=1), 2)

    assert [card.word for card in asked] == ["ONE", "TWO", "CAT", "MINE"]
    assert [card.word for card in queue([mine, NEW], START, 1)] == ["CAT"]
    assert queue([mine, NEW], START, -3) == ()


def test_phoneys_retire_and_words_do_not_and_a_miss_brings_one_back():
    card, phoney = NEW, replace(NEW, word="CATE", valid=False)
    at = START
    for _ in range(8):
        card, phoney = (review(each, Rating.Good, at, DAY) for each in (card, phoney))
        assert card.memory is not None
        at = card.memory.due
    missed = review(phoney, Rating.Again, at, DAY)

    assert (card.retired, phoney.retired, missed.retired) == (False, True, False)
    assert not is_due(phoney, later(days=9_000))


def test_a_clock_set_back_breaks_nothing_and_buries_nothing():
    ahead = review(NEW, Rating.Easy, later(days=4_000), DAY)  # the clock said 2037
    a_little = review(NEW, Rating.Easy, later(hours=2), DAY)

    again = review(ahead, Rating.Good, START, DAY)

    assert is_due(ahead, START)
    assert not is_due(a_little, START)
    assert again.memory is not None
    assert again.memory.last_review == ahead.memory.last_review
    assert queue([ahead], START, 0) == (ahead,)


@given(ratings=st.lists(st.tuples(st.sampled_from(Rating), st.integers(-500, 500)), max_size=15))
def test_no_history_of_reviews_breaks_the_schedule(ratings):
    card = NEW
    for rating, hours in ratings:
        card = review(card, rating, later(hours=hours), DAY)
        assert card.memory is not None
        assert card.memory.due >= card.memory.last_review


def test_days_ahead_are_counted():
    cards = [NEW, review(NEW, Rating.Again, START, DAY), review(NEW, Rating.Easy, START, DAY)]

    assert due_by_day(cards, later(minutes=5), 0, 10) == (1, 0, 0, 0, 0, 0, 0, 0, 1, 0)


def test_days_ahead_are_those_of_the_players_calendar():
    soon = review(NEW, Rating.Again, START, DAY)
    to_midnight = 24 * 60 - int(START[11:13]) * 60 - int(START[14:16])

    assert due_by_day([soon], START, 0, 2) == (1, 0)
    assert due_by_day([soon], START, to_midnight - 1, 2) == (0, 1)


def test_an_answer_given_again_after_undo_ends_where_it_would_have():
    once = review(NEW, Rating.Good, START, DAY)

    assert review(NEW, Rating.Good, START, DAY) == once
