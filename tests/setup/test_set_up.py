"""Setting a station up, and its passcodes, from anywhere."""

import pytest

from kiosk.errors import AccessError, SetupError
from kiosk.events.actions import OpenEvent
from kiosk.log.kinds import Kind
from kiosk.setup.actions import SetupWish, present_setup, set_passcode, set_up
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import open_access
from tests.support.at_station import Doorkeeper, Listener, set_up_at, staff_at
from tests.support.command_line import Station, write_setup
from tests.support.log_samples import StepClock


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    set_up_at(staff_at(made.folder), tmp_path / "stick.toml")
    return made


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [(None, "set-up is frozen"), ("   ", "The reason must be"), ("two\nlines", "The reason must be")],
)
def test_while_an_event_is_open_a_change_needs_a_reason_that_may_go_on_record(
    station, tmp_path, reason, sentence
):
    OpenEvent().run(staff_at(station.folder), Listener().tools())
    write_setup(tmp_path / "stick.toml", name='"Another name"')
    before = (station.folder / "kiosk.toml").read_bytes(), len(station.records(Kind.SET_UP))

    with pytest.raises(SetupError, match=sentence):
        set_up(staff_at(station.folder), SetupWish(tmp_path / "stick.toml", reason=reason))

    assert before == ((station.folder / "kiosk.toml").read_bytes(), len(station.records(Kind.SET_UP)))


def test_the_set_up_that_was_made_is_the_one_that_stands(station, tmp_path):
    made = set_up(staff_at(station.folder), SetupWish(tmp_path / "stick.toml", letter="C"))

    present = present_setup(station.folder)

    assert (present.is_set_up, present.changed, present.problem) == (True, None, None)
    assert (present.setup.settings.letter, present.setup.code) == ("C", made.code)


def test_where_nothing_is_set_up_the_demonstration_stands(tmp_path):
    present = present_setup(tmp_path)

    assert (present.is_set_up, present.event) == (False, None)
    assert list(tmp_path.iterdir()) == []


def test_a_first_passcode_that_is_not_given_leaves_nothing_behind(tmp_path):
    def nothing(first):
        assert first
        raise AccessError("No passcode was given.")

    with pytest.raises(AccessError, match="No passcode was given"):
        set_passcode(staff_at(tmp_path), Role.DIRECTOR, nothing)

    assert list(tmp_path.iterdir()) == []


def test_the_directors_passcode_comes_first(tmp_path):
    with pytest.raises(AccessError, match="comes first"):
        set_passcode(staff_at(tmp_path), Role.JUDGE, lambda first: "a good one")

    assert list(tmp_path.iterdir()) == []


def test_a_new_passcode_is_asked_for_only_once_the_director_is_in(station):
    station.set_passcodes()
    stern, kind = Doorkeeper(refuses=True), Doorkeeper()
    asked = []

    def new(first):
        asked.append(first)
        return "a good one"

    with pytest.raises(AccessError):
        set_passcode(staff_at(station.folder, stern), Role.JUDGE, new)
    assert asked == []

    set_passcode(staff_at(station.folder, kind), Role.JUDGE, new)
    assert (asked, kind.asked) == ([False], [(Role.DIRECTOR, "kiosk passcode set")])
    assert open_access(station.folder, StepClock()).attempt("a good one", (Role.JUDGE,), "test").role
