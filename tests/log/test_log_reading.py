"""Readers beside the writer: they never stop it, never write, and recover a journal only in a copy."""

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kiosk.errors import LogError
from kiosk.log import store
from kiosk.log.bodies import NoteBody
from kiosk.log.chain import Status
from kiosk.log.reader import PAGE, read_head, read_records, reading, verify_log
from kiosk.log.writer import Log
from tests import independent_verifier
from tests.support.log_samples import StepClock, make_log

# A writer that is killed after its changes have reached the file but before the commit: cache_size=1 spills.
LEAVE_A_HOT_JOURNAL = """
import os, signal, sqlite3, sys
conn = sqlite3.connect(sys.argv[1], isolation_level=None)
conn.execute("PRAGMA journal_mode = truncate")
conn.execute("PRAGMA cache_size = 1")
conn.execute("BEGIN IMMEDIATE")
for seq in range(11, 200):
    conn.execute(
        "INSERT INTO records SELECT ?, at, kind, ?, hash, hash FROM records WHERE seq = ?",
        [seq, '{"text":"%s"}' % ("x" * 900), seq - 1],
    )
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A log of ten records with the hot journal of a killed writer beside it."""
    if os.name != "posix":
        pytest.skip("SIGKILL is a thing of Unix")
    log = make_log(tmp_path, 10)
    subprocess.run([sys.executable, "-c", LEAVE_A_HOT_JOURNAL, str(log)], check=False)
    assert log.with_name("log.db-journal").stat().st_size > 512
    return log


def contents(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


def test_a_hot_journal_is_recovered_in_a_copy(killed: Path) -> None:
    before = contents(killed.parent)

    found, records, head = verify_log(killed), list(read_records(killed)), read_head(killed)

    assert (found.status, found.count, len(records), head.count) == (Status.INTACT, 10, 10, 10)
    assert independent_verifier.verify(killed)["count"] == 10
    assert contents(killed.parent) == before


def test_the_writer_rolls_a_hot_journal_back_and_goes_on(killed: Path) -> None:
    with Log.open(killed.parent, StepClock(days=1)) as log:
        record = log.append(NoteBody())

    assert record.seq == 11
    assert verify_log(killed).status is Status.INTACT


def test_a_reader_between_two_pages_does_not_stop_the_writer(tmp_path: Path) -> None:
    make_log(tmp_path, PAGE + 20)
    with Log.open(tmp_path, StepClock(days=1)) as log:
        reader = read_records(tmp_path / "log.db")
        first = next(reader)

        appended = log.append(NoteBody())
        seen = [first, *reader]

    assert seen[-1] == appended
    assert [record.seq for record in seen] == list(range(1, PAGE + 22))


def test_a_reader_in_mid_scan_is_waited_for(tmp_path: Path) -> None:
    make_log(tmp_path, 30)
    with Log.open(tmp_path, StepClock(days=1)) as log:
        conn = sqlite3.connect(tmp_path / "log.db", check_same_thread=False, isolation_level=None)
        conn.execute("BEGIN")
        conn.execute("SELECT count(*) FROM records").fetchone()
        later = threading.Timer(0.3, lambda: conn.execute("COMMIT"))
        later.start()

        record = log.append(NoteBody())
        later.join()
        conn.close()

    assert record.seq == 31


def test_a_reader_that_never_lets_go_fails_the_append_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_log(tmp_path, 30)
    monkeypatch.setattr(store, "BUSY_S", 0.5)
    with Log.open(tmp_path, StepClock(days=1)) as log:
        conn = sqlite3.connect(tmp_path / "log.db", isolation_level=None)
        conn.execute("BEGIN")
        conn.execute("SELECT count(*) FROM records").fetchone()

        with pytest.raises(LogError, match="locked"):
            log.append(NoteBody())
        conn.close()
        log.reopen()

        assert log.append(NoteBody()).seq == 31


def test_a_connection_for_reading_cannot_write(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)

    with pytest.raises(LogError, match="readonly"), reading(log) as conn:
        conn.execute("CREATE TABLE extra (a)")


def test_a_log_in_use_by_its_writer_is_verified(tmp_path: Path) -> None:
    with Log.open(tmp_path, StepClock(days=1)) as log:
        log.append(NoteBody())

        assert verify_log(log.path, log.head().code, 2).witnessed


def test_reading_can_begin_at_any_record(tmp_path: Path) -> None:
    log = make_log(tmp_path, 9)

    assert [record.seq for record in read_records(log, 7)] == [7, 8, 9]


def test_a_record_that_is_no_text_any_more_is_refused(tmp_path: Path) -> None:
    log = make_log(tmp_path, 3)
    log.write_bytes(log.read_bytes().replace(b"note 1", b"not\xff 1"))

    with pytest.raises(LogError, match="Record 3 cannot be read"):
        list(read_records(log))

    assert verify_log(log).first_bad == 3
