"""A station without a keyboard says so; what was typed is kept for a while, and never armed."""

from dataclasses import replace

import pytest

from kiosk.base.page import spell_page
from kiosk.log.bodies import AbandonedBody, NoteBody
from kiosk.station.choices import Choosing
from kiosk.station.closed import Left, Locked, NoKeyboard, Unlocking
from kiosk.station.entry import Checking, Entering, Judging
from kiosk.station.events import (
    ChordPressed,
    EscapePressed,
    KeyboardSeen,
    KeysMoved,
    TimedOut,
    Typed,
    ViolationSeen,
    WriteRecord,
)
from kiosk.station.idle import ChoosingDivision, Counting, StaffOnly, idle
from kiosk.station.machine import BACK, GONE, page, step
from tests.support import stage
from tests.support.stage import procedure

ONE = procedure()
TYPING = Entering(0, 0, 1, ("CA",))
CHECKING = Checking(0, Entering(0, 0, 1, ("CAT",)), 0, armed=True, down=("W",), notice="Too early")
SEEN, UNSEEN = KeyboardSeen(True), KeyboardSeen(False)
NOTED = [(GONE, UNSEEN), (BACK, SEEN)]


def after(state, *events, now_ms=5000):
    for event in events:
        state, _ = step(state, event, now_ms, ONE)
    return state


@pytest.mark.parametrize("state", [StaffOnly(), ChoosingDivision(), Counting(), TYPING, CHECKING])
def test_a_station_that_loses_its_keyboard_says_so_and_puts_it_on_record(state):
    gone, effects = step(state, UNSEEN, 5000, ONE)

    assert gone == NoKeyboard(5000, state)
    assert effects == (WriteRecord(NoteBody(GONE)),)
    told = spell_page(page(gone, 5000, ONE, stage.CONTEXT))
    assert told.startswith("NO KEYBOARD\n")
    assert "Call the Director." in told
    assert "CAT" not in told


def test_the_choices_go_with_it():
    assert after(Choosing(0, TYPING), UNSEEN) == NoKeyboard(5000, TYPING)


@pytest.mark.parametrize("state", [ChoosingDivision(), Counting(), TYPING, CHECKING, Choosing(0, TYPING)])
def test_as_long_as_there_is_one_nothing_happens(state):
    assert step(state, SEEN, 5000, ONE) == (state, ())


def test_told_again_it_says_nothing_new():
    assert step(NoKeyboard(0, TYPING), UNSEEN, 5000, ONE) == (NoKeyboard(0, TYPING), ())


@pytest.mark.parametrize(
    "name", ["showing_acceptable", "referred", "director_needed", "locked", "unlocking", "with_director"]
)
@pytest.mark.parametrize("event", [SEEN, UNSEEN])
def test_a_verdict_stays_its_time_and_what_is_closed_is_closed(name, event):
    state = stage.states(ONE)[name]

    assert step(state, event, 5000, ONE) == (state, ())


@pytest.mark.parametrize("state", [Judging(CHECKING, 0), Left()])
def test_nor_does_it_come_between_tab_and_its_ruling(state):
    assert step(state, UNSEEN, 5000, ONE) == (state, ())


def test_with_a_keyboard_again_the_challenge_goes_on_and_tab_must_be_armed_again():
    back, effects = step(NoKeyboard(0, CHECKING), SEEN, 5000, ONE)

    assert back == replace(
        CHECKING, since_ms=5000, touched_ms=5000, armed=False, down=(), down_ms=5000, notice=""
    )
    assert effects == (WriteRecord(NoteBody(BACK)),)
    assert after(NoKeyboard(0, TYPING), SEEN) == replace(TYPING, since_ms=5000)


def test_no_key_means_anything_meanwhile_but_the_chord():
    """Where a keyboard is not found though there is one, the director must be able to end it."""
    state = NoKeyboard(0, CHECKING)

    assert after(state, Typed("a"), EscapePressed(), KeysMoved(("A",))) == state
    assert after(state, ChordPressed()) == Unlocking(5000, state)


def test_an_entry_is_kept_as_long_as_nobody_would_have_touched_it():
    assert NoKeyboard(0, TYPING).lifetime_ms(ONE) == ONE.timings.entering_s * 1000
    assert NoKeyboard(0, Counting()).lifetime_ms(ONE) is None

    given_up, effects = step(NoKeyboard(0, TYPING), TimedOut(), 5000, ONE)

    assert given_up == NoKeyboard(0, idle(ONE, 5000))
    assert [type(effect.body) for effect in effects] == [AbandonedBody]
    assert effects[0].body.words == ("CA",)


def test_a_violation_takes_the_entry_and_may_lock():
    seen = ViolationSeen("Another program took the keyboard", False, "14:31")

    assert after(NoKeyboard(0, TYPING), seen) == NoKeyboard(0, idle(ONE, 5000))
    assert isinstance(after(NoKeyboard(0, TYPING), replace(seen, locks=True)), Locked)
