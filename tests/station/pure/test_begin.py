"""The state a start begins in: whatever closed the station, or is in doubt, keeps it closed."""

from dataclasses import replace
from itertools import product

import pytest

from kiosk.station.closed import AtStart, FirstState, Locked, OutOfService, first_state
from kiosk.station.events import Cause
from kiosk.station.verdict import Told

NOW = 5000
CHANGED = "The set-up was changed by hand."


def out_of_service(why, **more):
    return FirstState(OutOfService(NOW, why), **more)


def test_a_station_that_nothing_closed_begins_idle():
    assert first_state(AtStart(), NOW) == FirstState(None, remembered=True, tells_change=False)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (AtStart(trouble="No disk."), "No disk."),
        (AtStart(out_of_service="It crashed too often."), "It crashed too often."),
        (AtStart(trouble="No disk.", out_of_service="It crashed too often."), "No disk."),
        (AtStart(trouble="", out_of_service="It crashed too often."), "It crashed too often."),
        (AtStart(trouble=""), ""),
    ],
)
def test_trouble_at_the_start_closes_the_station_and_is_recorded(found, why):
    assert first_state(found, NOW) == out_of_service(why, remembered=False)


def test_what_was_changed_behind_its_back_closes_the_station_and_is_told():
    assert first_state(AtStart(changed=CHANGED), NOW) == out_of_service(
        CHANGED, remembered=False, tells_change=True
    )


def test_a_change_that_closed_it_before_is_not_recorded_twice():
    before = f"{CHANGED} To go on with it, resume once more."

    assert first_state(AtStart(changed=CHANGED, closed=before), NOW) == out_of_service(
        before, tells_change=True
    )


@pytest.mark.parametrize("locked", [True, False])
def test_only_the_director_goes_on_with_a_changed_set_up_whatever_closed_the_station_before(locked):
    found = AtStart(changed=CHANGED, closed="Another program took the keyboard", locked=locked)

    assert first_state(found, NOW) == out_of_service(CHANGED, remembered=False, tells_change=True)


def test_a_lock_that_happens_to_say_the_same_is_no_doubt_that_was_told():
    found = AtStart(changed=CHANGED, closed=CHANGED, locked=True)

    assert first_state(found, NOW).remembered is False


def test_a_locked_station_begins_locked_and_knows_since_when():
    found = AtStart(closed="Another program took the keyboard", locked=True, since="14:31")

    assert first_state(found, NOW) == FirstState(Locked(NOW, "Another program took the keyboard", "14:31"))


def test_a_station_out_of_service_begins_out_of_service():
    found = AtStart(closed="No disk.", since="14:31")

    assert first_state(found, NOW) == out_of_service("No disk.")
    assert first_state(found, NOW).state.at == "14:31"


def test_what_the_log_could_not_be_told_the_mark_remembers_and_it_is_recorded_now():
    assert first_state(AtStart(marked="No disk."), NOW) == out_of_service("No disk.", remembered=False)


def test_the_log_knows_better_than_the_mark():
    assert first_state(AtStart(closed="First.", marked="Second."), NOW) == out_of_service("First.")


def test_a_ruling_that_was_on_the_screen_when_the_station_died_is_told():
    found = AtStart(unclosed="B-7")

    assert first_state(found, NOW) == FirstState(Told(NOW, Cause.RESTART, "B-7"))
    assert isinstance(first_state(replace(found, closed="Locked."), NOW).state, OutOfService)


def check_doubt_closes(build):
    """Whatever is known and in whatever combination: one reason is enough to begin closed."""
    reasons = ("trouble", "out_of_service", "changed", "closed", "marked")
    for given in product((False, True), repeat=len(reasons)):
        told = {reason: reason for reason, is_given in zip(reasons, given, strict=True) if is_given}
        for locked in (False, True):
            begun = build(replace(AtStart(**told), locked=locked), NOW)
            assert (begun.state is not None) is any(given)


def forgets_the_mark(found, now_ms):
    """Broken on purpose: only the log is asked."""
    return first_state(replace(found, marked=""), now_ms)


def test_any_reason_at_all_closes():
    check_doubt_closes(first_state)


def test_a_start_that_forgets_a_reason_is_caught():
    with pytest.raises(AssertionError):
        check_doubt_closes(forgets_the_mark)
