"""A log that is not open yet writes nothing; opened or opened again, it is the real one."""

import shutil
import sqlite3
from dataclasses import replace

import pytest

from kiosk.errors import LogError
from kiosk.folder import DEMONSTRATION, LOG, SETUP
from kiosk.log.bodies import NoteBody
from kiosk.log.late_writer import DeferredLog
from kiosk.log.store import MOMENT_MS, log_path
from kiosk.log.writer import Log
from kiosk.station.station import record_ruling
from kiosk.system_clock import system_clock
from tests.support.log_samples import adjudication


def test_before_it_is_open_every_call_is_an_expected_failure(tmp_path):
    log = DeferredLog(tmp_path)

    for act in (lambda: log.append(NoteBody()), lambda: log.rule(adjudication())):
        with pytest.raises(LogError, match="not open"):
            act()
    assert not (tmp_path / "log.db").exists()


def test_open_it_writes_under_its_letter_and_is_opened_only_once(tmp_path):
    log = DeferredLog(tmp_path)
    log.letter = "C"

    assert log.open() is log.open()
    assert log.rule(adjudication()).number == "C-1"
    assert log.append(NoteBody("x")).seq == 3
    log.close()


def test_reopening_one_that_never_was_open_opens_it(tmp_path):
    log = DeferredLog(tmp_path)

    log.reopen()
    log.reopen()

    assert log.append(NoteBody()).seq == 2
    log.close()


def test_closed_it_writes_nothing_more_and_another_may(tmp_path):
    log = DeferredLog(tmp_path)
    log.open()
    log.close()
    log.close()

    with pytest.raises(LogError):
        log.append(NoteBody())
    other = DeferredLog(tmp_path)
    other.open()
    other.close()


# ---- the folder is gone while a program runs ---------------------------------------------------------------


def move(folder):
    folder.rename(folder.with_name("elsewhere"))


def empty(folder):
    move(folder)
    folder.mkdir()


VANISHINGS = {"moved": move, "deleted": shutil.rmtree, "emptied": empty}


def begin(build, folder, name):
    """A log of *build* called *name* in *folder*, with one ruling in it."""
    folder.mkdir()
    if name == LOG:
        (folder / SETUP).write_text("")
    log = build(folder)
    log.open()
    record_ruling(log, adjudication())
    return log


def check_only_itself(build, folder, name, vanish):
    """No ruling goes into another log than the one that was open when the folder vanished."""
    log = begin(build, folder, name)
    vanish(folder)

    for _ in range(2):
        with pytest.raises(LogError):
            record_ruling(log, adjudication())

    assert not folder.exists() or not [one for one in folder.iterdir() if one.suffix == ".db"]
    log.close()


@pytest.mark.parametrize("name", [LOG, DEMONSTRATION])
@pytest.mark.parametrize("vanish", VANISHINGS.values(), ids=VANISHINGS)
def test_a_running_log_is_reopened_only_as_itself(tmp_path, name, vanish):
    check_only_itself(DeferredLog, tmp_path / "data", name, vanish)


class FollowsTheFolder(DeferredLog):
    """Broken on purpose: whatever the folder seems to hold now is opened."""

    def reopen(self):
        if self.opened is not None and self.opened.path.name != log_path(self._folder).name:
            self.close()
        self._name = ""
        if self.opened is None:
            self.open()
        else:
            self.opened.reopen()


@pytest.mark.parametrize("vanish", VANISHINGS.values(), ids=VANISHINGS)
def test_a_build_that_opens_whatever_the_folder_holds_is_caught(tmp_path, vanish):
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        check_only_itself(FollowsTheFolder, tmp_path / "data", LOG, vanish)


def test_a_folder_that_comes_back_is_gone_on_with(tmp_path):
    folder = tmp_path / "data"
    log = begin(DeferredLog, folder, LOG)
    move(folder)
    with pytest.raises(LogError):
        record_ruling(log, adjudication())

    (tmp_path / "elsewhere").rename(folder)

    log.reopen()
    assert record_ruling(log, adjudication()).number == "A-2"
    log.close()


def test_a_demonstration_that_was_set_up_goes_on_in_the_real_log(tmp_path):
    log = begin(DeferredLog, tmp_path / "data", DEMONSTRATION)
    (tmp_path / "data" / SETUP).write_text("")

    log.reopen()

    assert record_ruling(log, adjudication()).number == "A-1"
    assert log.ready().path.name == LOG
    log.close()


def test_a_real_log_that_could_not_be_opened_again_does_not_become_a_demonstration(tmp_path):
    folder = tmp_path / "data"
    log = begin(DeferredLog, folder, LOG)
    log.close()
    move(folder)

    with pytest.raises(LogError, match="is gone"):
        log.reopen()

    assert not folder.exists()


# ---- a record that takes its time --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lock", ["BEGIN IMMEDIATE", "BEGIN; SELECT count(*) FROM records"], ids=["writer", "reader"]
)
def test_whoever_waits_for_a_held_log_is_told_before_the_wait(tmp_path, lock):
    """A writer is met at the beginning, a reader at the commit; here each lets go as soon as it is told."""
    log = DeferredLog(tmp_path)
    path = log.open().path
    other = sqlite3.connect(path, isolation_level=None)
    for statement in lock.split(";"):
        other.execute(statement).fetchall()
    told = []

    def let_go():
        told.append("waits")
        other.rollback()

    log.waits = let_go

    assert record_ruling(log, adjudication()).number == "A-1"
    assert told == ["waits"]
    assert record_ruling(log, adjudication()).number == "A-2"
    other.close()
    log.close()


def test_after_a_record_that_took_its_time_the_next_ruling_says_so_first(tmp_path):
    log, told, now = Log.open(tmp_path, system_clock), [], system_clock()
    log.waits = lambda: told.append("waits")
    late = iter([now, replace(now, mono_ms=now.mono_ms + MOMENT_MS + 1)])
    log._clock = lambda: next(late, now)

    log.append(NoteBody())
    assert told == []
    log.rule(adjudication())
    log.rule(adjudication())

    assert told == ["waits"]
    log.close()


def test_after_a_record_that_took_just_a_moment_nothing_is_said_nor_before_the_first(tmp_path):
    log, told, now = Log.open(tmp_path, system_clock), [], system_clock()
    log.waits = lambda: told.append("waits")
    late = iter([now, replace(now, mono_ms=now.mono_ms + MOMENT_MS)])
    log._clock = lambda: next(late, now)

    log.rule(adjudication())
    log.rule(adjudication())

    assert told == []
    log.close()
