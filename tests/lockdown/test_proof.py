"""What a running station has proven is believed while it writes and draws, and not a moment longer."""

import json
import os
import time

import pytest

from kiosk.folder import PROOF
from kiosk.lockdown.escapes import Protections, Safeguard, System
from kiosk.lockdown.health_reader import FRESH_S, Proof, holds_log, proven
from kiosk.log.store import WriterLock

FACTS = Protections(System.LINUX, "cage session", frozenset({Safeguard.PROGRAM, Safeguard.CAGE}), True)
kernel_lists_locks = pytest.mark.skipif(not os.path.exists("/proc/locks"), reason="no list of locks")  # noqa: PTH110


@pytest.fixture
def folder(tmp_path):
    """A data folder whose log this very process holds."""
    with WriterLock.take(tmp_path):
        yield tmp_path


def test_what_the_holder_of_the_log_has_noted_is_proven(folder):
    Proof(folder).note(FACTS)

    assert proven(folder) == FACTS


def test_without_a_note_nothing_is_proven(folder):
    assert proven(folder) is None


@kernel_lists_locks
def test_a_note_whose_writer_does_not_hold_the_log_proves_nothing(tmp_path):
    with WriterLock.take(tmp_path):
        Proof(tmp_path).note(FACTS)
    left_behind = proven(tmp_path)

    with WriterLock.take(tmp_path):
        noted = json.loads((tmp_path / PROOF).read_text())
        (tmp_path / PROOF).write_text(json.dumps({**noted, "pid": 1}))
        of_another = proven(tmp_path)

    assert (left_behind, of_another) == (None, None)


@pytest.mark.parametrize("seconds", [-FRESH_S - 1, FRESH_S + 1])
def test_a_station_that_no_longer_touches_its_note_proves_nothing(folder, seconds):
    Proof(folder).note(FACTS)

    assert proven(folder, now=time.time() + seconds) is None


def test_a_note_is_touched_each_time_and_written_only_when_it_changes(folder):
    proof, path = Proof(folder), folder / PROOF
    proof.note(FACTS)
    first = path.stat().st_ino
    os.utime(path, (0, 0))

    proof.note(FACTS)

    assert (path.stat().st_ino, path.stat().st_mtime > 0) == (first, True)
    proof.note(Protections(System.LINUX, "cage session", frozenset(), True))
    assert proven(folder).safeguards == frozenset()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"pid": 1, "safeguards": 5, "system": "linux"}', "\udcff"])
def test_a_note_that_cannot_be_read_proves_nothing(folder, text):
    (folder / PROOF).write_text(text, errors="surrogateescape")

    assert proven(folder) is None


def test_means_of_another_version_prove_nothing(folder):
    Proof(folder).note(FACTS)
    noted = json.loads((folder / PROOF).read_text())
    (folder / PROOF).write_text(json.dumps({**noted, "safeguards": ["a shield of the future"]}))

    assert proven(folder) is None


def test_a_station_that_ends_takes_its_note_with_it(folder):
    proof = Proof(folder)
    proof.note(FACTS)

    proof.withdraw()
    proof.withdraw()

    assert proven(folder) is None


def test_a_note_that_cannot_be_written_harms_nobody(tmp_path):
    Proof(tmp_path / "no such folder").note(FACTS)


@kernel_lists_locks
def test_whoever_holds_the_log_is_seen_without_asking_for_the_lock(tmp_path):
    before = holds_log(tmp_path)
    with WriterLock.take(tmp_path):
        during = holds_log(tmp_path), holds_log(tmp_path, os.getpid()), holds_log(tmp_path, 1)

    assert (before, during, holds_log(tmp_path)) == (False, (True, True, False), False)


@kernel_lists_locks
def test_who_asks_besides_itself_is_told_of_other_holders_only(tmp_path):
    with WriterLock.take(tmp_path):
        assert not holds_log(tmp_path, besides=os.getpid())
        assert holds_log(tmp_path, besides=1)


def test_where_no_locks_are_listed_a_fresh_note_is_all_there_is(folder, tmp_path):
    Proof(folder).note(FACTS)

    assert proven(folder, locks=tmp_path / "none") == FACTS
    assert not holds_log(folder, locks=tmp_path / "none")
