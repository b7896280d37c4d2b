"""Three scores that are never mixed, and a learner whose true skill we know."""

from dataclasses import replace
from random import Random

import pytest

from kiosk.practice.answers import BELIEFS, certainty, held_good, misses, weigh
from kiosk.practice.phoneys import Family
from kiosk.practice.scores import (
    ENOUGH,
    Confusion,
    calibration,
    days_this_week,
    decision_score,
    knowledge,
    open_misses,
    share_of,
    summarise,
    weak_mix,
    weeks,
)
from tests.support.practice import accepted, bad, challenged, good, stake

CAT, CATE = good("CAT", "hook"), bad("CATE", "hook")


@pytest.mark.parametrize(
    ("attempt", "held"),
    [
        (accepted(CAT, CATE), (True, True)),
        (challenged(CATE), (False,)),
        (challenged(good("SO"), CATE), (None, False)),
        (challenged(good("SO"), CAT), (None, False)),
        (challenged(good("SO"), good("AT")), (False, None)),
        (challenged(CAT, CATE, places=(0,)), (False, True)),
        (accepted(CATE, belief=0.75), (False,)),
        (challenged(CATE, belief=0.25), (True,)),
        (challenged(CATE, belief=0.5), (False,)),
    ],
    ids=[
        *(
            "all held good",
            "one word",
            "caught",
            "the word asked was doubted",
            "else the main word",
            "picked",
        ),
        *("too dear to challenge", "cheap enough to try", "fifty-fifty is as was done"),
    ],
)
def test_what_an_answer_says_of_each_word(attempt, held):
    assert held_good(attempt) == held


def test_who_states_a_belief_is_as_sure_as_it_is_far_from_even():
    assert [certainty(accepted(CAT, belief=belief)) for belief in (None, 0.05, 0.5, 0.75)] == [
        *(None, 0.95, 0.5, 0.75)
    ]


def test_knowledge_is_the_two_by_two_by_family_length_and_rule():
    attempts = [
        accepted(CAT),
        accepted(CATE),
        challenged(CATE, penalty="none"),
        challenged(CAT),
        accepted(good("SO"), good("CARE", "plural")),
        accepted(CATE, timed=True),
    ]

    found = knowledge(attempts)

    assert found.total == Confusion(good_held=2, good_doubted=1, bad_caught=1, bad_missed=1)
    assert (found.total.recall.share, found.total.precision.share) == (0.5, 0.5)
    assert dict(found.by_family)["plural"] == Confusion(good_held=1)
    assert dict(found.by_length).keys() == {3, 4}
    assert dict(found.by_rule)["none"] == Confusion(bad_caught=1)


def test_calibration_waits_until_there_is_enough_to_see():
    few = calibration([accepted(CAT, belief=0.25)] * (ENOUGH - 1))
    many = calibration([accepted(CAT, belief=0.25)] * 3 * ENOUGH + [accepted(CATE, belief=0.25)] * ENOUGH)

    assert not few.enough
    assert many.enough
    assert many.brier == pytest.approx(0.1875)
    assert many.error == pytest.approx(0.0)
    assert many.overconfidence == pytest.approx(0.0)
    assert [each.bad.count for each in many.bins] == [0, 0, 4 * ENOUGH, 0, 0, 0, 0, 0, 0, 0]
    assert many.bins[2].bad.low < 0.25 < many.bins[2].bad.high
    assert (many.bins[2].enough, many.bins[3].enough) == (True, False)
    assert calibration([]).count == 0


@pytest.mark.parametrize(
    ("right", "count", "low", "high"), [(0, 0, 0, 1), (5, 10, 0.237, 0.763), (0, 10, 0, 0.278)]
)
def test_a_share_has_its_interval(right, count, low, high):
    found = share_of(right, count)

    assert (found.low, found.high) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_decisions_are_counted_in_points_per_hundred():
    attempts = [
        accepted(CATE, lost=20, belief=0.75, threshold_lost=6.0),
        challenged(CATE, gained=30),
        accepted(CAT, belief=0.05, threshold_lost=0.0),
        challenged(CAT, lost=500, timed=True),
    ]

    found = decision_score(attempts)

    assert (found.count, found.stated) == (3, 2)
    assert found.points == pytest.approx(1000 / 3)
    assert found.threshold_lost == pytest.approx(300.0)
    assert decision_score([]).points == 0


def test_weeks_follow_the_players_calendar_and_days_have_no_streak():
    monday = accepted(CAT, at="2026-03-02T23:30:00.000Z")
    tuesday_there = replace(monday, offset_min=60)
    next_week = accepted(CATE, at="2026-03-09T10:00:00.000Z")

    found = weeks([monday, tuesday_there, next_week])

    assert [(week.monday, week.answers) for week in found] == [("2026-03-02", 2), ("2026-03-09", 1)]
    assert found[0].knowledge.right.share == 1
    assert days_this_week([monday, tuesday_there, next_week], "2026-03-05") == (1, 1, 0, 0, 0, 0, 0)


def test_a_replay_asks_what_was_wrong_last_time_latest_first():
    attempts = [accepted(CATE), challenged(CAT), accepted(bad("DOGE")), challenged(bad("DOGE"))]

    assert [word.word for word in open_misses(attempts)] == ["CAT", "CATE"]
    assert misses(attempts[0]) == (CATE,)


def test_a_session_is_summed_up_with_its_share_of_phoneys_timed_or_not():
    found = summarise((accepted(CATE, timed=True), accepted(CAT, timed=True)))

    assert (found.answers, found.bad) == (2, 1)
    assert found.knowledge.total.right.share == 0.5
    assert found.missed == (CATE,)


def test_seven_in_ten_questions_are_of_the_weakest_families():
    weights = {Family.HOOK: 10.0, Family.PLURAL: 10.0, Family.PREFIX: 80.0}
    attempts = [accepted(CATE)] * 8 + [accepted(good("CATS", "plural"))] * 8
    attempts += [accepted(bad("RECAT", "prefix")), accepted(good("REDO", "prefix"))] * 4

    mixed = weak_mix(attempts, weights)

    assert sum(mixed.values()) == pytest.approx(1.0)
    assert mixed[Family.HOOK] == pytest.approx(0.35 + 0.03)
    assert mixed[Family.PLURAL] == pytest.approx(0.03)
    assert weak_mix([], weights) == weights


# ---- a learner of known skill ------------------------------------------------------------------------------
TRUTH = {0.05: 0.10, 0.25: 0.30, 0.5: 0.5, 0.75: 0.62, 0.95: 0.80}  # how often plays are bad when they say so


class Learner:
    """Says each belief equally often; of the plays they call 75 % bad, 62 % are."""

    def __init__(self, seed):
        self._chance = Random(seed)

    def answer(self):
        belief = self._chance.choice(BELIEFS)
        word = CATE if self._chance.random() < TRUTH[belief] else CAT
        places = (0,) if belief > 35 / 55 else ()
        weighed = weigh((word.valid,), 20, stake(), places, belief)
        made = challenged(word, belief=belief) if places else accepted(word, belief=belief)
        return replace(made, gained=weighed.gained, lost=weighed.lost, threshold_lost=weighed.threshold_lost)


@pytest.mark.parametrize("seed", range(5))
def test_after_two_thousand_answers_the_measured_calibration_is_the_learners_own(seed):
    learner = Learner(seed)
    true_error = sum(abs(belief - share) for belief, share in TRUTH.items()) / len(TRUTH)
    true_brier = sum(s * (b - 1) ** 2 + (1 - s) * b**2 for b, s in TRUTH.items()) / len(TRUTH)
    true_over = sum(max(b, 1 - b) - max(s, 1 - s) for b, s in TRUTH.items()) / len(TRUTH)

    found = calibration([learner.answer() for _ in range(2_000)])

    assert found.error == pytest.approx(true_error, abs=0.03)
    assert found.brier == pytest.approx(true_brier, abs=0.03)
    assert found.overconfidence == pytest.approx(true_over, abs=0.03)
    for held in found.bins:
        if held.bad.count:
            assert held.bad.low - 0.03 < TRUTH[round(held.believed, 2)] < held.bad.high + 0.03


def test_who_acts_at_the_right_threshold_loses_nothing_to_it():
    learner = Learner(1)

    found = decision_score([learner.answer() for _ in range(500)])

    assert found.threshold_lost == 0
    assert found.lost > 0
