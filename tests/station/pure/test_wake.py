"""Time is data: how long a state stands, how much of it is left, when its page changes by itself."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.rules.ruling import Verdict
from kiosk.setup.settings import Timings
from kiosk.station.choices import Choosing, Conceding, DirectorNeeded
from kiosk.station.closed import UNLOCKING_S, Left, Locked, OutOfService, Unlocking, WithDirector
from kiosk.station.entry import ARMING_MS, HELD_MS, AskingTable, AtBoard, Checking, Entering, Judging
from kiosk.station.events import Cause, EnterPressed, KeysMoved, Side, TimedOut
from kiosk.station.idle import ChoosingDivision, Counting, StaffOnly
from kiosk.station.machine import in_time, page, remaining, standing, wake_ms
from kiosk.station.states import PageContext
from kiosk.station.verdict import Conceded, Referred, Showing, Told
from tests.support import stage
from tests.support.fakes import procedure

ONE, TWO = procedure(), procedure("naspa-2016", "naspa-2016")
RULING = stage.logged(Verdict.ACCEPTABLE, ("QI",), ONE.divisions[0])
TYPING = Entering(0, 0, 1, ("QI",))
CHECKING = Checking(0, TYPING, 0)
FOR_EVER = [
    StaffOnly(),
    ChoosingDivision(),
    Counting(),
    DirectorNeeded(0, Counting()),
    Locked(0, "x", ""),
    OutOfService(0, "x"),
    Judging(CHECKING, 0),
    Left(),
]
FOR_A_WHILE = [
    (Counting(hint=True), 20),
    (Counting(cleared=("QI",)), 20),
    (ChoosingDivision(hint=True), 20),
    (TYPING, 60),
    (AskingTable(0, TYPING), 60),
    (AtBoard(0, CHECKING), 300),
    (Conceding(0, Choosing(0, TYPING), Side.CHALLENGER), 20),
    (Conceded(0, Side.CHALLENGER, 1), 3),
    (Conceded(0, Side.CHALLENGER, 1, open=True), 17),
    (Told(0, Cause.TIME), 6),
    (replace(CHECKING, armed=True), 90),
    (replace(CHECKING, entry=replace(TYPING, missed=True)), 90),
    (replace(CHECKING, down=("A",)), 90),
    (Showing(0, RULING), 3),
    (Showing(0, RULING, open=True), 17),
    (Referred(0, RULING), 3),
    (Referred(0, RULING, open=True), 17),
    (Referred(0, RULING, open=True, held=True), 90),
    (Choosing(0, TYPING), 20),
    (Unlocking(0, Counting()), UNLOCKING_S),
    (WithDirector(0, "director", Counting()), 60),
]


@pytest.mark.parametrize(
    ("now_ms", "wake", "told"),
    [
        (0, 1000, "Not accepted. Wait 15 s, then type it again."),
        (7_400, 600, "Not accepted. Wait 8 s, then type it again."),
        (14_999, 1, "Not accepted. Wait 1 s, then type it again."),
        (15_000, UNLOCKING_S * 1000, "Not accepted."),
    ],
)
def test_a_wait_at_the_door_is_shown_counting(now_ms, wake, told):
    waiting = Unlocking(15_000, Counting(), message="Not accepted.")

    assert wake_ms(waiting, now_ms, ONE) == wake
    assert page(waiting, now_ms, ONE, PageContext("")).notice == told


@pytest.mark.parametrize("state", FOR_EVER)
def test_some_states_stand_for_ever(state):
    assert state.lifetime_ms(ONE) is remaining(state, 10**9, ONE) is wake_ms(state, 10**9, ONE) is None


@pytest.mark.parametrize(("state", "seconds"), FOR_A_WHILE)
def test_others_stand_as_long_as_the_design_says(state, seconds):
    assert state.lifetime_ms(ONE) == seconds * 1000
    assert remaining(state, 1000, ONE) == seconds * 1000 - 1000
    assert remaining(state, 10**9, ONE) == 0


def test_tab_is_armed_after_a_quiet_second_and_the_entry_ends_all_the_same():
    assert (CHECKING.lifetime_ms(ONE), ARMING_MS) == (90_000, 1000)
    for seen_ms in (0, 250, 500, 750):
        seen = replace(CHECKING, awake_ms=seen_ms)
        assert remaining(seen, seen_ms, ONE) == wake_ms(seen, seen_ms, ONE) == 250
    assert remaining(replace(CHECKING, touched_ms=89_500, awake_ms=89_800), 89_900, ONE) == 100
    assert standing(replace(CHECKING, touched_ms=89_500), 89_600, ONE) == 400


def test_a_key_that_is_down_wakes_the_page_when_it_is_told_of():
    held = replace(CHECKING, down=("A",), down_ms=0)

    assert wake_ms(held, 1000, ONE) == HELD_MS - 1000 == 2000
    assert wake_ms(held, HELD_MS, ONE) == 70_000 - HELD_MS


def test_a_chosen_division_does_not_wait_for_the_next_players():
    assert Counting(division=1).lifetime_ms(TWO) == 20_000


def test_the_set_up_may_change_the_times():
    slow = replace(ONE, timings=Timings(entering_s=120, showing_s=60, hold_s=5))

    assert (TYPING.lifetime_ms(slow), Showing(0, RULING, open=True).lifetime_ms(slow)) == (120_000, 55_000)


@pytest.mark.parametrize(
    ("now_ms", "wake"),
    [(0, 40_000), (39_999, 1), (40_000, 1000), (40_001, 999), (59_000, 1000), (59_999, 1), (60_000, 0)],
)
def test_an_entry_wakes_for_the_warning_and_then_for_each_second(now_ms, wake):
    assert wake_ms(TYPING, now_ms, ONE) == wake


@pytest.mark.parametrize(("now_ms", "wake"), [(0, 3000), (2999, 1)])
def test_other_states_wake_when_they_end(now_ms, wake):
    assert wake_ms(Showing(0, RULING), now_ms, ONE) == wake


@pytest.mark.parametrize(("now_ms", "wake"), [(0, 1000), (600, 400), (16_999, 1)])
def test_a_verdict_that_counts_its_seconds_wakes_for_each(now_ms, wake):
    assert wake_ms(Showing(0, RULING, open=True), now_ms, ONE) == wake


WAKING = [
    TYPING,
    CHECKING,
    AskingTable(0, TYPING),
    AtBoard(0, CHECKING, "14:37"),
    Showing(0, RULING, open=True, held=True),
    Conceded(0, Side.CHALLENGED, 1, open=True),
    replace(CHECKING, armed=True),
    replace(CHECKING, entry=replace(TYPING, missed=True)),
    replace(CHECKING, down=("A",), down_ms=10_000),
]


@given(st.integers(0, 60_000), st.sampled_from(WAKING))
def test_no_page_changes_before_the_alarm_and_every_alarm_changes_it_or_ends_the_state(now_ms, state):
    wake = wake_ms(state, now_ms, ONE)
    shown = page(state, now_ms, ONE, stage.CONTEXT)

    assert wake is not None
    if wake > 1:
        assert page(state, now_ms + wake - 1, ONE, stage.CONTEXT) == shown
    at_wake = page(state, now_ms + wake, ONE, stage.CONTEXT)
    assert at_wake != shown or remaining(state, now_ms + wake, ONE) == 0


# ---- a key that comes late ---------------------------------------------------------------------------------


def test_a_key_that_comes_in_time_is_that_key():
    assert in_time(TYPING, EnterPressed(), 1000, ONE) == (EnterPressed(),)
    assert in_time(Counting(), EnterPressed(), 10**9, ONE) == (EnterPressed(),)


def test_a_key_that_comes_when_its_page_should_have_ended_ends_it_instead():
    assert in_time(TYPING, EnterPressed(), 10**9, ONE) == (TimedOut(),)


def test_what_is_down_is_known_whatever_page_comes_next():
    assert in_time(TYPING, KeysMoved(("A",)), 10**9, ONE) == (TimedOut(), KeysMoved(("A",)))


def test_a_key_in_the_quiet_second_comes_before_the_arming():
    assert in_time(CHECKING, EnterPressed(), ARMING_MS, ONE) == (EnterPressed(),)
