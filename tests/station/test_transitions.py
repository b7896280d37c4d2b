"""The table of states in docs/design.md: found by asking the machine, complete, and true."""

from typing import get_args

import pytest

from installer.house import transitions
from kiosk.station.events import Event


def rows() -> dict[str, str]:
    """The cells of each row, by its state."""
    _, _, *lines = transitions.transitions().splitlines()
    return {line.split("`")[1]: line for line in lines}


def test_every_state_has_its_row_in_the_order_of_the_union() -> None:
    assert list(rows()) == [kind.__name__ for kind in transitions.kinds()]


def test_every_event_is_asked() -> None:
    asked = {
        type(event)
        for column in transitions.columns()
        for events in column.events.values()
        for event in events
    }

    assert asked == set(get_args(Event))


def test_the_table_shows_the_promise_only_tab_in_checking_judges() -> None:
    judging = [name for name, row in rows().items() if "*JudgeAndLog*" in row]

    assert judging == ["Checking"]
    assert "TAB → `Judging` *JudgeAndLog*" in rows()["Checking"]


def test_the_table_shows_the_promise_only_a_logged_ruling_leads_to_a_verdict() -> None:
    assert [name for name, row in rows().items() if "→ `Showing`" in row] == ["Judging"]


def test_a_state_without_a_sample_stops_the_writing() -> None:
    with pytest.raises(SystemExit, match="StaffOnly"):
        transitions.table(transitions.states()[1:])
