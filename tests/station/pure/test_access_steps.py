"""Typing the passcode: what the door takes, shows and keeps."""

from dataclasses import replace

import pytest

from kiosk.station.closed import LONGEST_PASSCODE, Locked, OutOfService, Unlocking, WithDirector
from kiosk.station.events import (
    BackspacePressed,
    CheckPasscode,
    EnterPressed,
    PasscodeAccepted,
    PasscodeRefused,
    RestoreService,
    SpacePressed,
    TabPressed,
    Typed,
)
from kiosk.station.idle import Counting
from kiosk.station.wording import CAPS_LOCK, DIRECTOR_ONLY
from tests.support.fakes import procedure

ONE = procedure()
DOOR = Unlocking(0, Counting())
NOW = 1000


def test_every_printable_character_counts_and_space_but_not_first():
    state = DOOR
    for event in (SpacePressed(), Typed("é"), SpacePressed(), Typed("3", 3), Typed("&", 1)):
        state, effects = state.act(event, NOW, ONE)
        assert effects == ()

    assert state.typed == "é 3&"


@pytest.mark.parametrize("event", [Typed("x"), SpacePressed()])
def test_a_passcode_has_an_end(event):
    full = replace(DOOR, typed="x" * LONGEST_PASSCODE)

    assert full.act(event, NOW, ONE) == (full, ())


def test_caps_lock_is_told_until_a_letter_says_otherwise():
    """M5: a right passcode would be refused for it, and nobody would know why."""
    state, _ = DOOR.act(Typed("A", caps=True), NOW, ONE)
    assert state.message == CAPS_LOCK

    state, _ = state.act(Typed("3", 3), NOW, ONE)
    assert state.message == CAPS_LOCK

    state, _ = state.act(Typed("b"), NOW, ONE)
    assert (state.message, state.typed) == ("", "A3b")


def test_backspace_takes_one_character_off():
    assert replace(DOOR, typed="ab").act(BackspacePressed(), NOW, ONE)[0].typed == "a"
    assert DOOR.act(BackspacePressed(), NOW, ONE)[0].typed == ""


def test_enter_asks_and_keeps_nothing():
    state, effects = replace(DOOR, typed="secret").act(EnterPressed(), NOW, ONE)

    assert (state.typed, effects) == ("", (CheckPasscode("secret"),))


def test_enter_on_nothing_asks_nothing():
    assert DOOR.act(EnterPressed(), NOW, ONE) == (DOOR, ())


def test_a_refusal_is_shown_until_the_next_character():
    refused = replace(DOOR, typed="x").on_answer(PasscodeRefused("Not accepted."), NOW)

    assert (refused.message, refused.typed) == ("Not accepted.", "")
    assert refused.act(Typed("a"), NOW, ONE)[0].message == ""


@pytest.mark.parametrize("event", [Typed("x"), SpacePressed(), BackspacePressed(), EnterPressed()])
def test_what_is_typed_while_a_try_must_wait_is_neither_taken_nor_judged(event):
    waiting = replace(DOOR, typed="x").on_answer(PasscodeRefused("Not accepted.", 15_000), NOW)

    assert waiting.act(event, NOW + 14_999, ONE) == (waiting, ())
    assert waiting.act(Typed("x"), NOW + 15_000, ONE)[0].typed == "x"


def test_whoever_is_let_in_is_told_what_the_door_knows():
    state = DOOR.on_answer(PasscodeAccepted("director", "20 wrong ones."), NOW)

    assert state == WithDirector(NOW, "director", DOOR.under, "20 wrong ones.")


@pytest.mark.parametrize("role", ["director", "judge"])
@pytest.mark.parametrize("under", [Counting(), Locked(0, "x", "")])
def test_whoever_is_let_in_holds_the_station(role, under):
    assert Unlocking(0, under).on_answer(PasscodeAccepted(role), NOW) == WithDirector(NOW, role, under)


def test_a_judge_is_not_let_in_to_a_station_out_of_service():
    door = Unlocking(0, OutOfService(0, "No disk"))

    assert door.on_answer(PasscodeAccepted("judge"), NOW) == replace(
        door, message=DIRECTOR_ONLY, since_ms=NOW
    )
    assert isinstance(door.on_answer(PasscodeAccepted("director"), NOW), WithDirector)


def test_other_keys_do_nothing_at_the_door_or_behind_it():
    held = WithDirector(0, "director", OutOfService(0, "No disk"))

    assert DOOR.act(TabPressed(), NOW, ONE) == (DOOR, ())
    assert held.act(TabPressed(), NOW, ONE) == (held, ())


def test_the_way_back_into_service_is_a_check_of_everything():
    held = WithDirector(0, "director", OutOfService(0, "No disk"))

    assert held.act(Typed("1", 1), NOW, ONE) == (replace(held, since_ms=NOW), (RestoreService(),))


def test_an_answer_that_comes_while_the_next_try_must_wait_opens_nothing():
    waiting = replace(DOOR, since_ms=NOW + 1)

    assert waiting.on_answer(PasscodeAccepted("director"), NOW) == waiting


@pytest.mark.parametrize(("role", "may"), [("director", True), ("demonstration", True), ("judge", False)])
def test_a_judge_may_not_end_the_program(role, may):
    assert WithDirector(0, role, Counting()).is_staff is may


@pytest.mark.parametrize("value", [replace(DOOR, typed="hush"), CheckPasscode("hush"), Typed("hush")])
def test_no_value_shows_a_passcode_when_it_is_printed(value):
    assert "hush" not in repr(value)
