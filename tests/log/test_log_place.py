"""A demonstration keeps its own log; a real log, once begun, is never passed by for it."""

from kiosk.folder import DEMONSTRATION, LOG
from kiosk.log.store import log_path, noted_station
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock


def test_a_folder_without_a_set_up_uses_the_log_of_a_demonstration(tmp_path):
    assert log_path(tmp_path) == tmp_path / DEMONSTRATION


def test_with_a_set_up_it_uses_the_real_one(tmp_path):
    (tmp_path / "kiosk.toml").touch()

    assert log_path(tmp_path) == tmp_path / LOG


def test_a_real_log_that_is_there_already_is_kept_in_use(tmp_path):
    with Log.open(tmp_path, system_clock):
        pass

    assert log_path(tmp_path) == tmp_path / LOG


def test_a_real_log_that_was_taken_away_is_missed_and_not_replaced_by_a_demonstration(tmp_path):
    with Log.open(tmp_path, system_clock):
        pass
    (tmp_path / LOG).unlink()

    assert log_path(tmp_path) == tmp_path / LOG


def test_a_real_log_that_leads_nowhere_is_not_passed_by(tmp_path):
    (tmp_path / LOG).symlink_to(tmp_path / "gone.db")

    assert log_path(tmp_path) == tmp_path / LOG


def test_a_demonstration_does_not_say_whose_log_the_folder_holds(tmp_path):
    with Log.open(tmp_path, system_clock, name=DEMONSTRATION):
        pass

    assert noted_station(tmp_path) == ""
    with Log.open(tmp_path, system_clock) as real:
        assert noted_station(tmp_path) == real.head().station
