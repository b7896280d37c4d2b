"""What decisions are worth: the table of break-even points, and every choice against brute force."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.practice.answers import (
    BELIEFS,
    OFFERED,
    TURN_VALUES,
    Move,
    best_choice,
    best_knowing,
    break_even,
    challenge_value,
    shared_belief,
    value_of,
    weigh,
)
from kiosk.rules.penalties import PENALTIES
from tests.support.practice import stake

# S, then: free, 5 × 1 word, 5 × 3 words, 10 × 1 word, a lost turn of 25, 35, 45 points; per cent.
TABLE = [
    (8, 0, 38, 65, 56, 76, 81, 85),
    (15, 0, 25, 50, 40, 62, 70, 75),
    (25, 0, 17, 38, 29, 50, 58, 64),
    (40, 0, 11, 27, 20, 38, 47, 53),
    (70, 0, 7, 18, 12, 26, 33, 39),
    (90, 0, 5, 14, 10, 22, 28, 33),
]
COLUMNS = [
    (stake("none"), 1),
    (stake("five_per_word"), 1),
    (stake("five_per_word"), 3),
    (stake("ten_per_word"), 1),
    *((stake("lose_turn", turn), 1) for turn in TURN_VALUES),
]
BELIEF = st.floats(0, 1)
STAKES = st.sampled_from([*(stake(each.id) for each in OFFERED), stake("dingle", earlier=1)])


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"S={row[0]}")
def test_the_break_even_table_of_the_research_holds(row):
    score, *expected = row

    found = [break_even(score, held.cost(words)) * 100 for held, words in COLUMNS]

    # Halves are rounded down in the printed table (62.5), up in others (37.5).
    assert all(abs(one - other) <= 0.5 for one, other in zip(found, expected, strict=True))


@given(score=st.integers(1, 200), cost=st.integers(0, 100), belief=BELIEF)
def test_a_challenge_pays_exactly_above_the_break_even_point(score, cost, belief):
    even = break_even(score, cost)

    value = challenge_value(score, cost, belief)

    assert value == pytest.approx((belief - even) * (score + cost), abs=1e-9)


@given(beliefs=st.lists(BELIEF, min_size=1, max_size=5), score=st.integers(0, 150), held=STAKES)
def test_no_other_choice_of_words_is_worth_more(beliefs, score, held):
    chosen = best_choice(beliefs, score, held)

    every = [
        places
        for count in range(len(beliefs) + 1)
        for places in combinations(range(len(beliefs)), count)
        if held.per_word or count in (0, len(beliefs))
    ]
    assert chosen.value == pytest.approx(max(brute(each, beliefs, score, held) for each in every), abs=1e-9)
    assert chosen.value == pytest.approx(brute(chosen.places, beliefs, score, held), abs=1e-9)


def brute(places, beliefs, score, held):
    """Every way the challenged words can turn out, with its chance."""
    value = 0.0
    for bad in range(2 ** len(places)):
        chance, caught = 1.0, False
        for bit, place in enumerate(places):
            is_bad = bool(bad >> bit & 1)
            chance *= beliefs[place] if is_bad else 1 - beliefs[place]
            caught |= is_bad
        value += chance * (0 if not places else score if caught else -held.cost(len(places)))
    return value


def test_where_one_word_more_does_not_pay_two_more_may():
    held = stake("five_per_word")

    values = [value_of(range(count), (0.4,) * 3, 5, held) for count in range(4)]

    assert values[1] < 0
    assert best_choice((0.4,) * 3, 5, held) == Move((0, 1, 2), pytest.approx(values[3]))
    assert values[3] > 0


@pytest.mark.parametrize(
    ("valid", "held", "best"),
    [
        ((True, True), stake(), Move((), 0.0)),
        ((True, False), stake(), Move((0, 1), 30.0)),
        ((True, False, False), stake("five_per_word"), Move((1,), 30.0)),
    ],
)
def test_who_knows_every_word_challenges_a_bad_play_and_no_other(valid, held, best):
    assert best_knowing(valid, 30, held) == best


@pytest.mark.parametrize(
    ("valid", "places", "gained", "lost"),
    [
        ((True,), (), 0, 0),
        ((False,), (), 0, 30),
        ((True,), (0,), 0, 5),
        ((False,), (0,), 30, 0),
        ((True, False), (1,), 30, 0),
        ((True, False), (0,), 0, 35),
        ((True, True), (0, 1), 0, 10),
    ],
    ids=["passed", "missed", "failed", "caught", "picked", "only good words picked", "two failed"],
)
def test_points_gained_and_lost(valid, places, gained, lost):
    weighed = weigh(valid, 30, stake("five_per_word"), places, None)

    assert (weighed.gained, weighed.lost) == (gained, lost)
    assert weighed.points == gained - lost
    assert (weighed.at_belief, weighed.threshold_lost) == (None, None)


def test_a_challenge_below_the_break_even_point_costs_though_it_succeeds():
    weighed = weigh((False,), 10, stake(), (0,), 0.25)

    assert weighed.gained == 10
    assert weighed.break_even == pytest.approx(35 / 45)
    assert weighed.at_belief == Move((), 0.0)
    assert weighed.threshold_lost == pytest.approx(0.75 * 35 - 0.25 * 10)


@given(belief=st.sampled_from(BELIEFS), words=st.integers(1, 5), data=st.data())
def test_a_belief_in_the_play_is_shared_by_the_words_in_doubt(belief, words, data):
    doubted = data.draw(st.sets(st.integers(0, words - 1)))

    each = shared_belief(belief, words, tuple(doubted))

    all_good = 1.0
    for held in each:
        all_good *= 1 - held
    assert 1 - all_good == pytest.approx(belief)
    assert all(each[place] == 0 for place in range(words) if doubted and place not in doubted)


def test_every_penalty_with_an_amount_of_its_own_can_be_practised():
    assert {each.id for each in OFFERED} == {each.id for each in PENALTIES.values() if each.steps}
    assert [stake("dingle", 35, earlier).cost(2) for earlier in (0, 1, 2)] == [0, 35, 35]
    assert [stake("five_then_ten", 35, earlier).cost(2) for earlier in (0, 1, 2)] == [5, 10, 10]


def test_a_play_that_scores_nothing_and_costs_nothing_has_a_break_even_point_all_the_same():
    assert break_even(0, 0) == 0
