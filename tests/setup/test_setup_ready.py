"""A set-up that lies ready counts if and only if it is on record: the program may be killed before it is
moved to its place."""

import pytest

from kiosk.setup.actions import present_setup
from kiosk.setup.staff_actions import Staff, writing
from kiosk.setup.store import finish_setup, load_settings, settings_digest, setup_path
from kiosk.system_clock import system_clock
from tests.support.command_line import Station, write_setup


@pytest.fixture
def station(tmp_path):
    """A station whose newest set-up (letter C) is on record; in its place lies the one before (letter B)."""
    made = Station(tmp_path / "data")
    made.run("setup", "--from", write_setup(tmp_path / "stick.toml"))
    old = setup_path(made.folder).read_bytes()
    made.run("setup", "--from", str(tmp_path / "stick.toml"), "--letter", "C")
    new = setup_path(made.folder).read_bytes()
    setup_path(made.folder).write_bytes(old)
    (made.folder / ".kiosk.toml.x1").write_bytes(new)
    return made


def ready(station):
    return list(station.folder.glob(".kiosk.toml.*"))


def test_every_reader_takes_what_is_on_record_and_changes_nothing(station):
    present = present_setup(station.folder)

    assert (present.changed, present.problem, present.setup.settings.letter) == (None, None, "C")
    assert load_settings(station.folder).letter == "C"
    assert station.run("judge", "CAT").code == 0
    assert station.run("status").code == 0


def test_the_next_writer_puts_it_in_its_place(station):
    with writing(Staff(station.folder, system_clock, lambda *_: None)):
        pass

    assert ready(station) == []
    assert b'letter = "C"' in setup_path(station.folder).read_bytes()


def test_what_never_came_on_record_never_counts_and_is_taken_away(station):
    ready(station)[0].write_bytes(b"[station]\nletter = 'X'\n")

    assert load_settings(station.folder).letter == "B"
    finish_setup(station.folder)

    assert ready(station) == []
    assert load_settings(station.folder).letter == "B"


def test_a_first_set_up_that_is_on_record_counts_without_any_file(station):
    setup_path(station.folder).unlink()

    assert load_settings(station.folder).letter == "C"
    assert settings_digest(station.folder)
    assert present_setup(station.folder).is_set_up


def test_a_file_that_lies_ready_without_a_log_is_nothing(tmp_path):
    (tmp_path / ".kiosk.toml.x1").write_bytes(b"[station]\n")

    assert load_settings(tmp_path) is None


def test_a_file_changed_by_hand_is_still_noticed(station):
    ready(station)[0].unlink()

    assert present_setup(station.folder).changed == "kiosk.toml was changed by hand since the last set-up."
