"""The history of practice: nothing acknowledged is lost, nothing foreign is touched, one copy at a time."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.errors import PracticeError
from kiosk.folder import PRACTICE
from kiosk.practice.cards import PracticeCard, changes_after
from kiosk.practice.store import VERSION, PracticeHistory
from tests.support.practice import FREE, START, accepted, bad, challenged, good

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture
def history(tmp_path):
    with PracticeHistory.open(tmp_path) as opened:
        yield opened


def save(history, attempt, new_left=20):
    cards = history.cards_of(attempt.fingerprint, [word.word for word in attempt.words])
    history.save(attempt, changes_after(attempt, cards, new_left))


def test_what_was_saved_is_read_back_as_it_was(history):
    first = challenged(good("SO"), bad("CATE", base="CAT"), places=(1,), belief=0.75, threshold_lost=1.5)
    second = accepted(bad("DOGE"))

    save(history, first)
    save(history, second)

    assert history.attempts() == (first, second)
    assert history.attempts("another list") == ()
    assert [card.word for card in history.cards(FREE)] == ["DOGE"]
    assert history.begun_on(START[:10]) == 1
    assert history.cards_by_list() == {FREE: 1}


def test_an_answer_taken_back_never_was(history):
    save(history, accepted(bad("DOGE")))
    before = history.cards(FREE)

    save(history, accepted(bad("DOGE"), bad("CATE")))
    assert history.cards(FREE) != before
    assert history.undo("one")

    assert history.cards(FREE) == before
    assert len(history.attempts()) == 1
    assert history.review_counts(FREE) == {"DOGE": (0, 1, 0)}
    assert history.undo("one")
    assert history.cards(FREE) == ()
    assert not history.undo("one")


def test_reviews_are_counted(history):
    for attempt in (accepted(bad("DOGE")), challenged(bad("DOGE")), challenged(bad("DOGE"))):
        save(history, attempt)

    assert history.review_counts(FREE) == {"DOGE": (2, 1, 2)}


def test_cards_that_are_there_keep_what_was_learned(history):
    save(history, accepted(bad("DOGE")))
    learned = history.cards(FREE)[0].memory
    brought = [PracticeCard(FREE, word, False, "mine", START) for word in ("DOGE", "CATE")]

    assert history.add_cards(brought) == 1

    assert history.cards(FREE)[0].memory == learned
    assert [card.source for card in history.cards(FREE)] == ["mine", "mine"]


def test_settings_are_kept(tmp_path):
    with PracticeHistory.open(tmp_path) as history:
        history.set({"turn_value": 45, "list": "free"})
        history.set({"turn_value": 25})

    with PracticeHistory.open(tmp_path) as history:
        assert history.settings() == {"turn_value": 25, "list": "free"}


def test_a_second_copy_is_told_so_in_a_plain_sentence(tmp_path, history):
    with pytest.raises(PracticeError, match="Practice is already running with this history"):
        PracticeHistory.open(tmp_path)

    save(history, accepted(good("CAT")))  # the first goes on


def test_a_history_of_a_newer_version_is_left_as_it_is(tmp_path):
    PracticeHistory.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / PRACTICE)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (tmp_path / PRACTICE).read_bytes()

    with pytest.raises(PracticeError, match="written by a newer version"):
        PracticeHistory.open(tmp_path)

    assert (tmp_path / PRACTICE).read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"not a database at all", b"SQLite format 3\0" + b"x" * 4096])
def test_a_file_that_is_no_history_is_left_as_it_is(tmp_path, content):
    (tmp_path / PRACTICE).write_bytes(content)

    with pytest.raises(PracticeError, match=r"not a practice history|cannot be used"):
        PracticeHistory.open(tmp_path)

    assert (tmp_path / PRACTICE).read_bytes() == content


def test_another_programs_database_is_left_as_it_is(tmp_path):
    with closing(sqlite3.connect(tmp_path / PRACTICE)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")

    with pytest.raises(PracticeError, match="is not a practice history"):
        PracticeHistory.open(tmp_path)


def test_a_row_somebody_spoilt_is_said_and_no_traceback(tmp_path):
    with PracticeHistory.open(tmp_path) as history:
        save(history, accepted(good("CAT")))
        with closing(sqlite3.connect(tmp_path / PRACTICE)) as db, db:
            db.execute("UPDATE attempts SET body = '{}'")

        with pytest.raises(PracticeError, match="cannot be used"):
            history.attempts()


@pytest.mark.skipif(os.name == "nt", reason="rights of files are otherwise there")
def test_the_history_is_private(tmp_path):
    PracticeHistory.open(tmp_path).close()

    assert (tmp_path / PRACTICE).stat().st_mode & 0o077 == 0


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("build", ["sound", "early"])
def test_kill_nine_loses_no_answer_that_was_acknowledged(tmp_path, build):
    lost = 0
    for trial in range(3 if build == "sound" else 12):
        folder = tmp_path / str(trial)
        acknowledged = killed(folder, build, after=5 + trial * 3)
        with PracticeHistory.open(folder) as history:
            saved = [attempt.took_ms for attempt in history.attempts()]
        assert saved == list(range(1, len(saved) + 1))
        lost += len(saved) < acknowledged
        if build == "early" and lost:
            break

    assert bool(lost) is (build == "early")


def killed(folder, build, after):
    """The last answer that a process in *folder* acknowledged, killed once it had acknowledged *after*."""
    command = [sys.executable, str(HERE / "practice_child.py"), str(folder), build]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
        assert child.stdout is not None
        said = [int(child.stdout.readline()) for _ in range(after)]
        os.kill(child.pid, signal.SIGKILL)
        return max([*said, *(int(number) for number in child.stdout.read().split())])
