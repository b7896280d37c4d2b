"""Practice in a real window with real keys: a drill with undo and leave, a pulled plug, and its refusals."""

import sqlite3
from pathlib import Path

import pytest

from kiosk.folder import PRACTICE
from kiosk.practice.store import PracticeHistory
from tests.support.kiosk_process import run_kiosk
from tests.support.practice_process import PracticeProcess
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real

SET_UP = """
[station]
letter = "B"
profile = "club"

[[division]]
id = "main"
name = "Main"
rules = "wespa-5.1"
penalty = "five_per_word"
main = "free"

[event]
id = "spring"
name = "Spring Open"
"""


def test_a_drill_by_keys_with_undo_and_leave(screen: Screen, tmp_path: Path, picture):
    practice = PracticeProcess(screen, tmp_path / "data")
    picture("practice_home")
    practice.tap("h")  # how sure is not asked
    practice.tap("2")
    until(lambda: practice.tap("a") or practice.answers(), "the first answer")
    picture("practice_reveal")

    for key in ("c", "a", "c"):
        practice.changed_by("Return")
        practice.answer(key)
    answers = practice.answers()
    practice.tap("u")
    until(lambda: len(practice.answers()) == len(answers) - 1, "the answer taken back")
    practice.answer("a")

    assert practice.answers()[:3] == answers[:3]
    picture("practice_again")
    practice.changed_by("Escape")
    picture("practice_over")
    practice.changed_by("Escape")
    practice.tap("Escape")
    assert practice.ended() == (0, "")


def test_the_plug_is_pulled_after_an_answer_and_nothing_is_lost(screen: Screen, tmp_path: Path):
    data = tmp_path / "data"
    practice = PracticeProcess(screen, data)
    practice.tap("h", "2")
    until(lambda: practice.tap("a") or practice.answers(), "the first answer")
    practice.changed_by("Return")
    practice.answer("c")
    saved = practice.answers()
    practice.kill()

    again = PracticeProcess(screen, data)

    assert again.answers() == saved
    assert len(saved) == 2
    until(lambda: again.tap("Escape") or again.process.poll() is not None, "the end by ESC")
    assert again.ended()[0] == 0


def test_it_refuses_while_an_event_is_open(screen: Screen, tmp_path: Path, picture):
    data, file = tmp_path / "data", tmp_path / "set-up.toml"
    file.write_text(SET_UP)
    assert run_kiosk(data, "setup", "--from", str(file)).returncode == 0
    opened = run_kiosk(data, "event", "open", "--yes")
    assert opened.returncode == 0, opened.stderr
    head = run_kiosk(data, "log", "head", "--json").stdout

    practice = PracticeProcess(screen, data)
    picture("practice_refused")
    practice.tap("2", "a", "Return")
    code, said = practice.ended()

    assert code == 4
    assert "“Spring Open” is open here" in said
    assert not (data / PRACTICE).exists()
    assert run_kiosk(data, "log", "head", "--json").stdout == head


def test_a_second_copy_says_that_the_first_is_running(screen: Screen, tmp_path: Path):
    first = PracticeProcess(screen, tmp_path / "data")
    first.changed_by("s")
    alone = screen.pixels()

    second = PracticeProcess(screen, tmp_path / "data")
    until(lambda: screen.pixels() != alone, "the second window")
    second.tap("Escape")
    code, said = second.ended()

    assert code == 4
    assert "already running" in said
    first.process.terminate()
    assert first.ended()[0] == 0


def test_a_history_of_a_newer_version_is_left_alone_and_said(screen: Screen, tmp_path: Path):
    data = tmp_path / "data"
    PracticeHistory.open(data).close()
    with sqlite3.connect(data / PRACTICE) as conn:
        conn.execute("PRAGMA user_version = 99")
    conn.close()
    before = (data / PRACTICE).read_bytes()

    practice = PracticeProcess(screen, data)
    practice.tap("Escape")
    code, said = practice.ended()

    assert code == 4
    assert "newer version" in said
    assert (data / PRACTICE).read_bytes() == before


def test_a_click_is_as_good_as_its_key(screen: Screen, tmp_path: Path):
    practice = PracticeProcess(screen, tmp_path / "data")
    before = screen.pixels()

    until(lambda: screen.click(60, screen.height - 30) or screen.pixels() != before, "the scores")

    practice.changed_by("Escape")
    practice.tap("Escape")
    assert practice.ended()[0] == 0
