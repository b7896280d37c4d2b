"""A log that is not open yet writes nothing; opened or opened again, it is the real one."""

import pytest

from kiosk.core.log.bodies.station import NoteBody
from kiosk.errors import LogError
from kiosk.storage.log.late import LateLog
from tests.support.log_samples import adjudication


def test_before_it_is_open_every_call_is_an_expected_failure(tmp_path):
    log = LateLog(tmp_path)

    for act in (lambda: log.append(NoteBody()), lambda: log.rule(adjudication())):
        with pytest.raises(LogError, match="not open"):
            act()
    assert not (tmp_path / "log.db").exists()


def test_open_it_writes_under_its_letter_and_is_opened_only_once(tmp_path):
    log = LateLog(tmp_path)
    log.letter = "C"

    assert log.open() is log.open()
    assert log.rule(adjudication()).number == "C-1"
    assert log.append(NoteBody("x")).seq == 3
    log.close()


def test_reopening_one_that_never_was_open_opens_it(tmp_path):
    log = LateLog(tmp_path)

    log.reopen()
    log.reopen()

    assert log.append(NoteBody()).seq == 2
    log.close()


def test_closed_it_writes_nothing_more_and_another_may(tmp_path):
    log = LateLog(tmp_path)
    log.open()
    log.close()
    log.close()

    with pytest.raises(LogError):
        log.append(NoteBody())
    other = LateLog(tmp_path)
    other.open()
    other.close()
