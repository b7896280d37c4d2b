"""What keeps TAB from being armed and what does not: words typed on, books, lost releases. The properties
over all hands at once are in test_pace.py.

Each property is also given to builds broken on purpose, as the old one was or worse, and must refuse them.
"""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kiosk.kit.keys import Keyboard
from kiosk.station.entry import Checking
from kiosk.station.machine import page
from kiosk.station.station import Station
from tests.support import stage
from tests.support.broken_desks import CountsPressesOnly, DeadSecond
from tests.support.desk import ORDINARY, Desk, Stroke, check_rulings

PACES = st.integers(30, 3000)  # milliseconds a key
HOLDS = st.floats(0.05, 1.8)  # of the pace: over 1, the next key goes down before this one is up
WORDS = st.lists(st.sampled_from(["cat", "dog", "qi", "za", "jo", "cats", "zax"]), min_size=1, max_size=4)
REPEATS = st.sampled_from([ORDINARY, None])
QUICK = {"max_examples": 60, "deadline": None, "suppress_health_check": list(HealthCheck)}
# What must find a fault asks the same questions every time: it is a proof, not a search.
TO_FAIL = QUICK | {"max_examples": 400, "phases": [Phase.generate], "derandomize": True}


# ---- builds that are broken on purpose ---------------------------------------------------------------------


class TakesSilenceForALift(Keyboard):
    """What has not been heard of for three seconds cannot be down any more."""

    def keys_moved(self):
        now = self._moved_at
        self._down = {code: held for code, held in self._down.items() if now - held.at < 3000}
        return super().keys_moved()


# ---- no ruling on half a play ------------------------------------------------------------------------------


def check_half_a_play_gives_no_ruling(build, how=QUICK):
    @given(WORDS, st.sampled_from([" ", " \t", "\t"]), PACES, HOLDS, st.integers(1, 12))
    @settings(**how | {"max_examples": 200})
    def check(words, between, pace_ms, hold, tabs):
        """One word was declared, all are typed, and TAB pressed as if that were enough."""
        desk = Desk(build)
        desk.type("1" + between.join(words) + between, pace_ms, hold)
        desk.type("\t" * tabs, pace_ms, hold)
        assert desk.rulings == []

    check()


@pytest.mark.hypothesis
def test_no_pace_of_keys_rules_on_half_a_play():
    check_half_a_play_gives_no_ruling(Station)


def test_a_station_with_a_dead_second_instead_of_a_quiet_one_is_caught():
    with pytest.raises(AssertionError):
        check_half_a_play_gives_no_ruling(DeadSecond, TO_FAIL)


@pytest.mark.parametrize("pace_ms", [30, 100, 200, 300, 350, 450, 999, 1000, 1500, 3000])
def test_cat_dog_is_never_judged_as_cat(pace_ms):
    """The audit's case: press 1, type “cat dog” TAB."""
    desk = Desk().type("1cat dog\t\t\t", pace_ms)

    assert desk.rulings == []
    assert desk.rig.state.lines == ("CAT",)


@pytest.mark.parametrize("pace_ms", [30, 100, 200, 300, 350, 450, 999])
def test_words_typed_on_after_enter_take_the_arming_away_until_enter(pace_ms):
    desk = Desk().type("1cat\ndog\t\t", pace_ms).rest(5000).type("\t\t", pace_ms)
    assert desk.rulings == []

    desk.type("\n").rest(1100).type("\n").rest(1100).type("\t")

    assert desk.rulings == [["CAT"]]


@pytest.mark.parametrize("pace_ms", [30, 100, 500, 900, 999])
def test_one_person_drumming_tab_gets_nothing(pace_ms):
    desk = Desk().type("1cat\n").type("\t" * 40, pace_ms)

    assert desk.rulings == []
    assert desk.rest(1100).type("\t").rulings == [["CAT"]]


# ---- locks and modifiers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("resting", "⇧⇪")
def test_a_lock_or_modifier_that_is_down_does_not_keep_tab_from_being_armed(resting):
    desk = Desk().type("1cat\n").lay(resting).rest(1000)

    assert desk.rig.state.armed


# ---- a book on the keyboard --------------------------------------------------------------------------------

OTHERS = st.lists(st.sampled_from("\n\t←F"), max_size=12)


def check_nothing_is_judged_under_a_book(keyboard, how=QUICK):
    @given(st.sampled_from("wF5 "), REPEATS, OTHERS, PACES)
    @settings(**how)
    def check(key, repeats, others, pace_ms):
        desk = Desk(keyboard=keyboard, repeats=repeats).type("1cat\n").lay(key)
        desk.type("".join(others), pace_ms).rest(1500).tap("\t")
        assert desk.rulings == []

    check()


@pytest.mark.hypothesis
def test_nothing_is_judged_while_a_book_lies_on_the_keyboard():
    check_nothing_is_judged_under_a_book(Keyboard)


@pytest.mark.parametrize("keyboard", [CountsPressesOnly, TakesSilenceForALift])
def test_a_keyboard_that_takes_a_book_for_lifted_is_caught(keyboard):
    with pytest.raises(AssertionError):
        check_nothing_is_judged_under_a_book(keyboard, TO_FAIL)


@given(st.sampled_from("wF5 "), REPEATS, PACES, st.integers(3000, 20_000))
@settings(**QUICK)
def test_a_book_is_named_after_three_seconds_and_does_no_harm_once_it_is_lifted(key, repeats, ms, lay_ms):
    desk = Desk(repeats=repeats).type("1cat\n").rest(ms).lay(key).rest(lay_ms)
    assert f"{NAMES[key]} is down" in said(desk)

    desk.lift(key).tap("\n").rest(1000).tap("\n").rest(1000).tap("\t")

    assert desk.rulings == [["CAT"]]


NAMES = {"w": "W", "F": "F1", "5": "5", " ": "Space"}


def said(desk):
    made = desk.rig
    return page(made.state, made.clock.now_ms, made.station.procedure, stage.CONTEXT).notice


# ---- releases that nobody got ------------------------------------------------------------------------------


def helped(desk, lost=()):
    """Do what the page says until TAB is armed: press the key that it says is down, then ENTER."""
    for rounds in range(12):
        desk.rest(4000)
        if isinstance(desk.rig.state, Checking) and desk.rig.state.armed:
            return rounds
        down = getattr(desk.rig.state, "down", ())
        if down:
            key = next(key for key, name in ALL_NAMES.items() if name == down[0])
            desk.tap(key, lost=key in lost).rest(100)
        desk.tap("\n", lost="\n" in lost)
    raise AssertionError(f"blocked for ever: {desk.rig.state}")


ALL_NAMES = {
    **{key: key.upper() for key in "15catdogw"},
    **{" ": "Space", "\n": "Return", "\t": "Tab", "\b": "Backspace", "↓": "Down", "←": "Left", "F": "F1"},
}


@given(st.sets(st.sampled_from("1cat\nF\t←")), PACES, REPEATS)
@settings(**QUICK)
def test_a_release_that_was_lost_blocks_nobody_for_ever(lost, pace_ms, repeats):
    desk = Desk(repeats=repeats)
    desk.strike(*(Stroke(at * pace_ms, key, 20, key in lost) for at, key in enumerate("1cat\t\nF←", 1)))
    assert desk.rulings == []

    assert helped(desk) <= 2 * len(lost) + 1
    desk.tap("\t")

    assert desk.rulings == [["CAT"]]
    check_rulings(desk)


@pytest.mark.parametrize("key", "wF5\t\n")
def test_a_key_that_never_says_it_was_let_go_blocks_nobody_for_ever(key):
    desk = Desk().type("1cat\n").tap(key, lost=True)

    assert helped(desk, lost={key}) <= 4
    desk.tap("\t")

    assert desk.rulings == [["CAT"]]


def test_a_key_whose_release_is_heard_again_is_trusted_again():
    desk = Desk().type("1cat\n").tap("F", lost=True)
    helped(desk, lost={"F"})

    desk.tap("F").lay("F").rest(5000).tap("\t")

    assert desk.rulings == []


def test_what_was_down_when_the_keyboard_went_elsewhere_is_forgotten():
    desk = Desk().type("1cat\n").tap("w", lost=True).tap("\n").rest(5000)
    assert desk.rig.state.down == ("W",)

    desk.keyboard.forget()
    desk.rig.station.key(desk.keyboard.keys_moved())

    assert desk.rest(1000).tap("\n").rest(1000).tap("\t").rulings == [["CAT"]]


def test_a_book_that_repeats_is_known_again_after_the_keyboard_was_elsewhere():
    desk = Desk().type("1cat\n").lay("F").rest(2000)
    desk.keyboard.forget()

    desk.rest(2000).tap("←")  # which ends the repeating, not the book
    desk.rest(5000).tap("\t")

    assert desk.rulings == []
