"""What a state answers by itself, whoever asks it."""

import pytest

from kiosk.station.closed import Left
from kiosk.station.entry import AskingTable, AtBoard, Judging
from kiosk.station.events import EscapePressed, TimedOut, TimeTold
from kiosk.station.machine import standing
from tests.support.machine import ARMED, NOW, ONE, TYPING, after


@pytest.mark.parametrize(
    ("state", "act"),
    [
        *(
            (state, act)
            for state in (TYPING, AskingTable(0, TYPING))
            for act in (EscapePressed(), TimedOut())
        ),
        (ARMED, EscapePressed()),
    ],
)
def test_esc_and_the_end_of_the_time_mean_nothing_to_an_entry_because_the_machine_settles_them(state, act):
    entry = state if state.since_ms else state.again(NOW)

    settled, effects = entry.act(act, NOW, ONE)

    assert settled.unjudged == entry.unjudged
    assert effects == ()


def test_those_who_went_to_their_board_are_expected_when_they_were_first_told():
    at_board = AtBoard(NOW, ARMED)

    assert after(at_board, TimeTold("14:31"), TimeTold("15:00")).back_by == "14:36"


@pytest.mark.parametrize("state", [Left(), Judging(("QI",), 0)])
def test_what_no_time_ends_stands_from_the_beginning(state):
    assert (state.since_ms, standing(state, NOW, ONE)) == (0, None)
