"""Typing the passcode: what the door takes, shows and keeps."""

from dataclasses import replace

import pytest

from kiosk.station.closing import (
    CAPS_LOCK,
    DIRECTOR_ONLY,
    LONGEST_PASSCODE,
    may_leave,
    unlocking,
    with_director,
)
from kiosk.station.states import (
    BackspacePressed,
    CheckPasscode,
    Counting,
    EnterPressed,
    Locked,
    OutOfService,
    PasscodeAccepted,
    PasscodeRefused,
    RestoreService,
    SpacePressed,
    TabPressed,
    Typed,
    Unlocking,
    WithDirector,
)

DOOR = Unlocking(0, Counting())
NOW = 1000


def test_every_printable_character_counts_and_space_but_not_first():
    state = DOOR
    for event in (SpacePressed(), Typed("é"), SpacePressed(), Typed("3", 3), Typed("&", 1)):
        state, effects = unlocking(state, event, NOW)
        assert effects == ()

    assert state.typed == "é 3&"


@pytest.mark.parametrize("event", [Typed("x"), SpacePressed()])
def test_a_passcode_has_an_end(event):
    full = replace(DOOR, typed="x" * LONGEST_PASSCODE)

    assert unlocking(full, event, NOW) == (full, ())


def test_caps_lock_is_told_until_a_letter_says_otherwise():
    """M5: a right passcode would be refused for it, and nobody would know why."""
    state, _ = unlocking(DOOR, Typed("A", caps=True), NOW)
    assert state.message == CAPS_LOCK

    state, _ = unlocking(state, Typed("3", 3), NOW)
    assert state.message == CAPS_LOCK

    state, _ = unlocking(state, Typed("b"), NOW)
    assert (state.message, state.typed) == ("", "A3b")


def test_backspace_takes_one_character_off():
    assert unlocking(replace(DOOR, typed="ab"), BackspacePressed(), NOW)[0].typed == "a"
    assert unlocking(DOOR, BackspacePressed(), NOW)[0].typed == ""


def test_enter_asks_and_keeps_nothing():
    state, effects = unlocking(replace(DOOR, typed="secret"), EnterPressed(), NOW)

    assert (state.typed, effects) == ("", (CheckPasscode("secret"),))


def test_enter_on_nothing_asks_nothing():
    assert unlocking(DOOR, EnterPressed(), NOW) == (DOOR, ())


def test_a_refusal_is_shown_until_the_next_character():
    refused, _ = unlocking(replace(DOOR, typed="x"), PasscodeRefused("Not accepted."), NOW)

    assert (refused.message, refused.typed) == ("Not accepted.", "")
    assert unlocking(refused, Typed("a"), NOW)[0].message == ""


@pytest.mark.parametrize("event", [Typed("x"), SpacePressed(), BackspacePressed(), EnterPressed()])
def test_what_is_typed_while_a_try_must_wait_is_neither_taken_nor_judged(event):
    waiting, _ = unlocking(replace(DOOR, typed="x"), PasscodeRefused("Not accepted.", 15_000), NOW)

    assert unlocking(waiting, event, NOW + 14_999) == (waiting, ())
    assert unlocking(waiting, Typed("x"), NOW + 15_000)[0].typed == "x"


def test_whoever_is_let_in_is_told_what_the_door_knows():
    state, _ = unlocking(DOOR, PasscodeAccepted("director", "20 wrong ones."), NOW)

    assert state == WithDirector(NOW, "director", DOOR.under, "20 wrong ones.")


@pytest.mark.parametrize("role", ["director", "judge"])
@pytest.mark.parametrize("under", [Counting(), Locked(0, "x", "")])
def test_whoever_is_let_in_holds_the_station(role, under):
    assert unlocking(Unlocking(0, under), PasscodeAccepted(role), NOW) == (WithDirector(NOW, role, under), ())


def test_a_judge_is_not_let_in_to_a_station_out_of_service():
    door = Unlocking(0, OutOfService(0, "No disk"))

    assert unlocking(door, PasscodeAccepted("judge"), NOW) == (
        replace(door, message=DIRECTOR_ONLY, since_ms=NOW),
        (),
    )
    assert isinstance(unlocking(door, PasscodeAccepted("director"), NOW)[0], WithDirector)


def test_other_keys_do_nothing_at_the_door_or_behind_it():
    held = WithDirector(0, "director", OutOfService(0, "No disk"))

    assert unlocking(DOOR, TabPressed(), NOW) == (DOOR, ())
    assert with_director(held, TabPressed(), NOW) == (held, ())


def test_the_way_back_into_service_is_a_check_of_everything():
    held = WithDirector(0, "director", OutOfService(0, "No disk"))

    assert with_director(held, Typed("1", 1), NOW) == (replace(held, since_ms=NOW), (RestoreService(),))


@pytest.mark.parametrize(("role", "may"), [("director", True), ("demonstration", True), ("judge", False)])
def test_a_judge_may_not_end_the_program(role, may):
    assert may_leave(WithDirector(0, role, Counting())) is may


@pytest.mark.parametrize("value", [replace(DOOR, typed="hush"), CheckPasscode("hush"), Typed("hush")])
def test_no_value_shows_a_passcode_when_it_is_printed(value):
    assert "hush" not in repr(value)
