"""Waiting for the writer's lock, and who is said to hold it."""

import os
import threading

import pytest

from kiosk.errors import LogBusy
from kiosk.folder import LOCK
from kiosk.log.store import STATION, WriterLock, noted_station


def test_whoever_waits_gets_the_lock_when_it_is_let_go(tmp_path):
    first = WriterLock.take(tmp_path)
    letting_go = threading.Timer(0.2, first.release)
    letting_go.start()

    second = WriterLock.take(tmp_path, wait_s=30)

    letting_go.join()
    assert second.held
    second.release()


def test_without_waiting_a_held_lock_is_refused_at_once(tmp_path):
    with WriterLock.take(tmp_path), pytest.raises(LogBusy):
        WriterLock.take(tmp_path)


def lowest_free_handle():
    handle = os.open(os.devnull, os.O_RDONLY)
    os.close(handle)
    return handle


def test_whoever_is_refused_leaves_no_file_open(tmp_path):
    with WriterLock.take(tmp_path):
        before = lowest_free_handle()

        with pytest.raises(LogBusy):
            WriterLock.take(tmp_path)

        assert lowest_free_handle() == before


def test_a_running_station_is_named_with_the_way_out(tmp_path):
    with (
        WriterLock.take(tmp_path, holder=STATION),
        pytest.raises(LogBusy, match=r"The station is running and keeps this log\. Leave it first"),
    ):
        WriterLock.take(tmp_path)


def test_a_command_that_holds_it_is_named_and_no_station_is(tmp_path):
    with WriterLock.take(tmp_path, holder="kiosk judge"), pytest.raises(LogBusy) as refused:
        WriterLock.take(tmp_path)

    assert f"“kiosk judge” (process {os.getpid()}) is writing to this log" in str(refused.value)
    assert "station" not in str(refused.value)


def test_what_a_crash_left_behind_is_not_said_of_the_next_holder(tmp_path):
    (tmp_path / LOCK).write_bytes(b" " + b"ab" * 16 + b"\n" + b" " * 30 + b"4711 the station\n")

    with WriterLock.take(tmp_path, holder="kiosk judge") as lock:
        with pytest.raises(LogBusy, match="kiosk judge"):
            WriterLock.take(tmp_path)
        assert lock.station() == "ab" * 16


def test_a_holder_that_says_nothing_is_another_program(tmp_path):
    with WriterLock.take(tmp_path) as lock:
        os.truncate(tmp_path / LOCK, 0)
        with pytest.raises(LogBusy, match="Another program is writing"):
            WriterLock.take(tmp_path)
        assert lock.held


def test_the_station_of_the_log_stays_noted_and_can_be_read_beside_the_holder(tmp_path):
    with WriterLock.take(tmp_path, holder=STATION) as lock:
        assert lock.station() == noted_station(tmp_path) == ""
        lock.note("cd" * 16)
        assert lock.station() == noted_station(tmp_path) == "cd" * 16

    assert noted_station(tmp_path) == "cd" * 16
    assert STATION.encode() not in (tmp_path / LOCK).read_bytes()


def test_the_first_byte_is_left_to_the_lock_and_the_holder_stands_behind_the_note(tmp_path):
    for _ in range(2):  # a file that is made, and one that is there
        with WriterLock.take(tmp_path, holder="kiosk judge") as lock:
            lock.note("cd" * 16)

            content = (tmp_path / LOCK).read_bytes()

        assert content[:34] == b" " + b"cd" * 16 + b"\n"
        assert content[64:] == f"{os.getpid()} kiosk judge\n".encode()


def test_a_note_of_an_older_version_is_read(tmp_path):
    (tmp_path / LOCK).write_bytes(b" " + b"ef" * 16 + b"\n")

    assert noted_station(tmp_path) == "ef" * 16
    with WriterLock.take(tmp_path) as lock:
        assert lock.station() == "ef" * 16
    assert noted_station(tmp_path) == "ef" * 16


def test_where_no_writer_ever_was_no_station_is_noted(tmp_path):
    assert noted_station(tmp_path) == ""
