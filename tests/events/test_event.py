"""Opening an event, from anywhere: what is odd must be confirmed, and a machine too open opens none."""

import pytest

from kiosk.actions import Tools
from kiosk.errors import SetupError
from kiosk.events.actions import CloseEvent, OpenEvent
from kiosk.lockdown.linux.session import Session
from kiosk.log.kinds import Kind
from kiosk.setup.actions import SetupWish, set_up
from kiosk.setup.settings import Protection
from tests.support.at_station import Listener, machine, set_up_at, staff_at
from tests.support.command_line import Station


@pytest.fixture
def staff(tmp_path):
    made = staff_at(tmp_path / "data")
    set_up_at(made, tmp_path / "stick.toml")
    return made


@pytest.fixture
def station(staff):
    return Station(staff.folder)


def test_what_is_odd_opens_no_event_unless_it_is_confirmed(staff, station, tmp_path):
    set_up_at(staff, tmp_path / "odd.toml", starts='"2020-05-01T09:00"')
    unsure, sure = Listener(yes=False), Listener(yes=True)

    with pytest.raises(SetupError, match="The event was not opened"):
        OpenEvent().run(staff, unsure.tools())
    assert station.records(Kind.EVENT_OPENED) == []

    done = OpenEvent().run(staff, sure.tools())
    assert unsure.confirmed[0].odd == sure.confirmed[0].odd == done.heard.odd != ()
    assert station.records(Kind.EVENT_OPENED)[0]["odd"] == list(done.heard.odd)


def test_where_nothing_is_odd_the_director_hears_and_is_asked_nothing(staff, station):
    listener = Listener(yes=False)

    done = OpenEvent(name="The Closed").run(staff, listener.tools())

    assert [heard.said["Event"] for heard in listener.heard] == ["The Closed (open-2026)"]
    assert listener.confirmed == []
    assert (done.given_out.letter, done.given_out.uncopied) == ("B", None)


def test_nothing_is_recorded_before_the_director_has_heard_it(staff, station):
    def interrupted(heard):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        OpenEvent().run(staff, Tools(tell=interrupted, confirm=lambda heard: True))

    assert station.records(Kind.EVENT_OPENED) == []


@pytest.mark.parametrize("wish", [{"id": "no good"}, {"id": ""}, {"name": "two\nlines"}, {"name": "x" * 500}])
def test_an_id_or_a_name_that_may_not_go_on_record_opens_no_event(staff, station, wish):
    with pytest.raises(SetupError, match="An event's"):
        OpenEvent(**wish).run(staff, Listener().tools())

    assert station.records(Kind.EVENT_OPENED) == []


def test_a_machine_less_protected_than_wanted_opens_no_event(staff, station, tmp_path):
    set_up_at(staff, tmp_path / "stick.toml", protection='"deterrent"')

    with pytest.raises(SetupError, match="to be “deterrent”, but it is only “demonstration”"):
        OpenEvent().run(staff, Listener().tools(), machine(Protection.DEMONSTRATION))

    assert station.records(Kind.EVENT_OPENED) == []


def test_the_level_that_was_found_goes_on_record(staff, station):
    OpenEvent().run(staff, Listener().tools(), machine(Protection.LOCKED))

    assert station.records(Kind.EVENT_OPENED)[0]["protection"] == {
        "level": "locked",
        "wanted": "demonstration",
    }


def test_a_session_without_a_screen_finds_no_level(staff, station):
    unseen = machine(Protection.DEMONSTRATION, Session.NONE)

    done = OpenEvent().run(staff, Listener().tools(), unseen)

    assert done.protection["level"] is None
    assert "not examined" in done.heard.said["Protection"]


def test_a_second_copy_that_was_not_made_is_told_with_the_head(staff, station, tmp_path):
    file = tmp_path / "stick.toml"
    more = f'\n[second_copy]\nfolder = "{tmp_path / "gone"}"\n'
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    set_up(staff, SetupWish(file))
    OpenEvent().run(staff, Listener().tools())

    closed = CloseEvent().run(staff)

    assert (closed.event.id, len(closed.given_out.head.hash)) == ("open-2026", 64)
    assert closed.given_out.uncopied
