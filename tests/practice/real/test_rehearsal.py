"""A rehearsal in a real window with real keys: one whole lesson, nothing kept, nothing left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.base.page import Tone
from kiosk.errors import LogError
from kiosk.folder import DEMONSTRATION
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.practice.passing_store import PREFIX
from kiosk.practice.rehearsal_window import LESSON_SHARE
from tests.support.desk_process import set_up_desk
from tests.support.kiosk_process import FIELDS, ROOT, run_kiosk
from tests.support.screen import PATIENCE_S, Screen, until

pytestmark = pytest.mark.real

DARK = "#14171a"


class RehearsalProcess:
    """`kiosk rehearsal` on *screen*; what it throws away lies below *above* until then."""

    def __init__(self, screen: Screen, data: Path, above: Path) -> None:
        self.screen, self.above = screen, above
        env = {**screen.env, "TMPDIR": str(above)}
        command = [sys.executable, "-m", "kiosk", "--data", str(data), "rehearsal"]
        self.errors = above.parent / "stderr.txt"
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stderr=errors)
        until(lambda: self.records(Kind.SELF_TEST), "the rehearsal's start")
        until(self.has_strip, "the strip")
        self.await_tone(Tone.PLAIN)
        self.challenger = self.plate()

    def folders(self) -> list[Path]:
        return list(self.above.glob(f"{PREFIX}*"))

    def records(self, *kinds: Kind) -> list[Record]:
        try:
            found = [record for folder in self.folders() for record in read_records(folder / DEMONSTRATION)]
        except LogError:
            return []  # not there yet
        return [record for record in found if record.kind in kinds]

    def tone(self) -> Tone | None:
        return FIELDS.get(self.screen.pixel(self.screen.width // 40, self.screen.height // 2))

    def await_tone(self, tone: Tone) -> None:
        until(lambda: self.tone() is tone, f"a page that is {tone.name}")

    def has_strip(self) -> bool:
        corners = [(2, 2), (self.screen.width - 3, 2), (2, self.screen.height - 3)]
        return all(self.screen.pixel(*corner) == DARK for corner in corners)

    def calls_somebody(self) -> bool:
        """Whether a dark flag comes in from the left of the page."""
        rows = range(self.screen.height // 10, self.screen.height * 3 // 10, 4)
        return any(self.screen.pixel(3, row) == DARK for row in rows)

    def lesson(self) -> bytes:
        """What the lesson looks like now."""
        high = round(self.screen.height * LESSON_SHARE)
        return self.screen.bytes_of(0, self.screen.height - high, self.screen.width, high)

    def plate(self) -> int:
        """How wide the plate is on which the lesson names a role: no two roles that follow are alike."""
        row = self.screen.height - round(self.screen.height * LESSON_SHARE * 0.15)
        line = self.screen.bytes_of(0, row, self.screen.width // 3, 1)
        return sum(line[at : at + 3] == b"\xff\xff\xff" for at in range(0, len(line), 4))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.screen.key(key)

    def judge(self, tone: Tone) -> None:
        """ENTER, both check, hands off, TAB when the lesson calls the challenged player; then ENTER."""
        ruled = len(self.records(Kind.ADJUDICATION))
        until(lambda: self.plate() == self.challenger, "the lesson to call the challenger")
        self.press("Return")
        until(lambda: self.plate() < self.challenger, "the lesson to call both")
        checking = self.plate()
        until(lambda: self.plate() > checking, "the lesson to call for TAB")
        self.press("Tab")
        until(lambda: len(self.records(Kind.ADJUDICATION)) > ruled, "the record")
        self.await_tone(tone)
        assert self.has_strip()

    def close_verdict(self) -> None:
        closed = len(self.records(Kind.CLOSED))

        def over() -> bool:
            self.press("Return")
            return len(self.records(Kind.CLOSED)) > closed

        until(over, "the verdict's end")
        self.await_tone(Tone.PLAIN)

    def leave(self) -> int:
        self.press("F10")
        return self.process.wait(PATIENCE_S)

    def kill(self) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE_S)


@pytest.fixture
def above(tmp_path: Path) -> Path:
    made = tmp_path / "passing"
    made.mkdir()
    return made


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A station that is set up and has ruled."""
    made = set_up_desk(tmp_path, "naspa-2016", "lose_turn")
    assert run_kiosk(made, "judge", "CAT").returncode == 0
    return made


@pytest.fixture
def rehearsing(screen: Screen, data: Path, above: Path) -> Iterator[RehearsalProcess]:
    process = RehearsalProcess(screen, data, above)
    yield process
    process.kill()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_one_whole_lesson_by_keys_leaves_nothing(
    screen: Screen, data: Path, above: Path, rehearsing: RehearsalProcess, picture
) -> None:
    before = contents(data)
    begins = rehearsing.lesson()
    picture("rehearsal_begins")

    screen.type("2table")
    screen.key("space")
    screen.type("zzyzx")
    rehearsing.judge(Tone.UNACCEPTABLE)
    picture("rehearsal_comes_off")
    rehearsing.close_verdict()
    screen.type("1table")
    rehearsing.judge(Tone.ACCEPTABLE)
    rehearsing.close_verdict()
    screen.type("1tabel")
    rehearsing.press("Return", "BackSpace", "BackSpace", "BackSpace")
    screen.type("le")
    rehearsing.judge(Tone.ACCEPTABLE)
    rehearsing.close_verdict()
    screen.type("1table")
    rehearsing.press("Escape", "3", "Return")
    until(lambda: rehearsing.records(Kind.CONCEDED), "the concession")
    until(lambda: not rehearsing.calls_somebody(), "the page that tells what was given up")
    until(lambda: rehearsing.calls_somebody() or rehearsing.press("Return"), "the end of it")
    rehearsing.press("Escape", "2")
    rehearsing.await_tone(Tone.CALL)
    rehearsing.press("Escape")
    rehearsing.await_tone(Tone.PLAIN)
    picture("rehearsal_ends")

    rulings = [record.data for record in rehearsing.records(Kind.ADJUDICATION)]
    assert [ruling["number"] for ruling in rulings] == ["X-1", "X-2", "X-3"]
    ended = rehearsing.lesson()
    assert ended != begins
    assert rehearsing.leave() == 0
    assert rehearsing.folders() == []
    assert contents(data) == before
    skipped = RehearsalProcess(screen, data, above)
    skipped.press(*["F9"] * 5)
    until(lambda: skipped.lesson() == ended, "the same end by skipping")
    assert skipped.leave() == 0


def test_a_killed_rehearsal_is_swept_by_the_next(
    screen: Screen, data: Path, above: Path, rehearsing: RehearsalProcess
) -> None:
    screen.type("1table")
    (left,) = rehearsing.folders()
    before = contents(data)

    rehearsing.kill()
    assert left.stat().st_mode & 0o077 == 0
    again = RehearsalProcess(screen, data, above)

    # It may be taken for started by the records of the killed one, before it has swept them.
    until(lambda: left not in again.folders(), "the folder of the killed one swept")
    assert again.leave() == 0
    assert again.folders() == []
    assert contents(data) == before


def test_asked_to_end_it_ends_and_cleans_up(rehearsing: RehearsalProcess) -> None:
    rehearsing.process.send_signal(signal.SIGTERM)

    assert rehearsing.process.wait(PATIENCE_S) == 0
    assert rehearsing.folders() == []


def test_an_event_opened_meanwhile_ends_it_with_the_reason(rehearsing: RehearsalProcess, data: Path) -> None:
    opened = run_kiosk(data, "event", "open", "--id", "open", "--name", "The Open", "--yes")
    assert opened.returncode == 0, opened.stderr

    rehearsing.press("Escape", "Escape")  # the next idle page

    assert rehearsing.process.wait(PATIENCE_S) == 4
    assert "The Open" in rehearsing.errors.read_text()
    assert rehearsing.folders() == []


def test_with_an_event_open_there_is_no_window_at_all(data: Path) -> None:
    run_kiosk(data, "event", "open", "--id", "open", "--name", "The Open", "--yes")

    refused = run_kiosk(data, "rehearsal")

    assert refused.returncode == 4
    assert "nobody practises on this station" in refused.stderr
