"""The list of states in docs/design.md: found by asking the machine, complete, and true."""

from typing import get_args

import pytest

from installer.house import transitions
from kiosk.station.events import Event


def entries() -> dict[str, str]:
    """What becomes of each state, as one line."""
    found = transitions.transitions().removeprefix("- ").split("\n- ")
    return {entry.split("`")[1]: " ".join(entry.split()) for entry in found}


def test_every_state_has_its_entry_in_the_order_of_the_union() -> None:
    assert list(entries()) == [kind.__name__ for kind in transitions.kinds()]


def test_every_event_is_asked() -> None:
    asked = {type(event) for events in transitions.events().values() for event in events}

    assert asked == set(get_args(Event))


def test_the_list_shows_the_promise_only_tab_in_checking_judges() -> None:
    judging = [name for name, entry in entries().items() if "*JudgeAndLog*" in entry]

    assert judging == ["Checking"]
    assert "TAB → `Judging` *JudgeAndLog*" in entries()["Checking"]


def test_the_list_shows_the_promise_only_a_logged_ruling_leads_to_a_verdict() -> None:
    assert [name for name, entry in entries().items() if "→ `Showing`" in entry] == ["Judging"]


def test_a_state_without_a_sample_stops_the_writing() -> None:
    with pytest.raises(SystemExit, match="StaffOnly"):
        transitions.listed(transitions.states()[1:])
