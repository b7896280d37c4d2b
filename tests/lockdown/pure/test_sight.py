"""What the display server says of the station's window, and what of it is a violation."""

from dataclasses import replace

import pytest

from kiosk.lockdown.places import Box
from kiosk.lockdown.watch import (
    COVERED,
    DARK,
    KEYBOARD_GONE,
    LEAST_PX,
    MISPLACED,
    VEILED,
    WINDOW_GONE,
    Sight,
    amiss,
)

HOME = Box(0, 0, 1366, 768)
WELL = Sight(HOME)


def test_a_window_in_its_place_with_nothing_over_it_is_well():
    assert amiss(WELL, HOME) == ""


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"place": None}, WINDOW_GONE),
        ({"viewable": False, "focused": False}, WINDOW_GONE),
        ({"focused": False}, KEYBOARD_GONE),
        ({"active": False}, KEYBOARD_GONE),
        ({"place": Box(0, 0, 683, 768)}, MISPLACED),
        ({"place": Box(0, 30, 1366, 768)}, MISPLACED),
        ({"over": (Box(1000, 10, 300, 90),)}, COVERED),
        ({"veiled": True}, VEILED),
        ({"dark": True}, DARK),
    ],
)
def test_each_thing_amiss_has_a_name(change, what):
    assert amiss(replace(WELL, **change), HOME) == what


@pytest.mark.parametrize("over", [Box(-100, -100, 50, 50), Box(0, 0, 1366, LEAST_PX - 1), Box(1366, 0, 9, 9)])
def test_windows_out_of_sight_or_too_narrow_to_be_read_cover_nothing(over):
    assert amiss(replace(WELL, over=(over,)), HOME) == ""


def test_a_scaled_desktop_may_round_an_edge():
    assert amiss(replace(WELL, place=Box(0, 0, 1365, 767)), HOME) == ""
