"""Judging as staff, from anywhere."""

import shutil
from dataclasses import replace

import pytest

from kiosk.desk.judge_actions import StaffChallenge, judge
from kiosk.errors import LogError, SetupError
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from kiosk.setup.passcodes import Role
from kiosk.setup.store import load_settings, write_settings
from tests.support.at_station import Doorkeeper, set_up_at, staff_at
from tests.support.command_line import Station


@pytest.fixture
def station(tmp_path):
    made = Station(tmp_path / "data")
    set_up_at(staff_at(made.folder), tmp_path / "stick.toml")
    return made


def test_a_ruling_comes_back_with_its_place_on_record(station):
    door = Doorkeeper()

    judged = judge(staff_at(station.folder, door), StaffChallenge(("cat", "zzzz"), table=7, operator="J1"))

    record = station.records(Kind.ADJUDICATION)[0]
    assert judged.ruling.adjudication.verdict is Verdict.UNACCEPTABLE
    assert (judged.ruling.number, judged.remark, door.asked) == ("B-1", None, [(Role.JUDGE, "judge")])
    assert (record["number"], record["table"], record["operator"]) == ("B-1", 7, "J1")


@pytest.mark.parametrize("operator", ["Ann Other-Somebody", "two words", "", "a\nb", "x" * 13])
def test_no_name_of_a_person_goes_on_record(station, operator):
    with pytest.raises(SetupError, match="initials or a staff id, not a name"):
        judge(staff_at(station.folder), StaffChallenge(("cat",), operator=operator))

    assert station.records(Kind.ADJUDICATION) == []


def test_a_set_up_that_nobody_recorded_is_remarked_on(station, tmp_path):
    other = Station(tmp_path / "other")
    other.folder.mkdir()
    write_settings(other.folder, load_settings(station.folder))

    judged = judge(staff_at(other.folder), StaffChallenge(("cat",)))

    assert judged.remark is not None
    assert judged.remark.endswith("It is used as it is.")
    assert len(other.records(Kind.ADJUDICATION)) == 1


def test_a_set_up_changed_by_hand_judges_nothing(station):
    file = station.folder / "kiosk.toml"
    file.write_text(file.read_text(encoding="utf-8") + "\n# by hand\n", encoding="utf-8")

    with pytest.raises(SetupError):
        judge(staff_at(station.folder), StaffChallenge(("cat",)))

    assert station.records(Kind.ADJUDICATION) == []


def check_no_other_log_is_begun(station, staff):
    """Once the folder has gone, nothing that *staff* does is written into a new log in its place."""
    shutil.rmtree(station.folder)

    with pytest.raises(LogError, match="is gone"):
        judge(staff, StaffChallenge(("cat",)))

    assert not station.folder.exists()


def test_a_folder_that_vanished_since_the_work_began_judges_nothing(station):
    check_no_other_log_is_begun(station, staff_at(station.folder))


def test_a_build_that_forgets_which_log_it_began_with_is_caught(station):
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        check_no_other_log_is_begun(station, replace(staff_at(station.folder), began_with=""))
