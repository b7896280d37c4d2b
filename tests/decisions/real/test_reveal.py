"""Which word was bad, by real keys in a real window: the record comes first, and without it nothing is shown.

What is on the screen is asked of the accessibility bus: it is the text a person reads there.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.console import wording
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from tests.console.real.test_console import (
    PASSCODE,
    SET_UP,
    STRIP,
    ConsoleProcess,
    has_colour,
    marks,
    text_of,
)
from tests.desk.real.test_dispute import asks, shows_paper
from tests.station.real.test_doubt_closes import fill, small_disk  # noqa: F401 - a fixture
from tests.support.kiosk_process import run_kiosk
from tests.support.screen import Screen, until
from tests.support.screen_reader import ScreenReader

pytestmark = pytest.mark.real
BROKEN = (sys.executable, str(Path(__file__).parent / "broken_reveal.py"))


@pytest.fixture
def reader(screen: Screen) -> Iterator[ScreenReader]:
    made = ScreenReader()
    screen.env |= made.env
    yield made
    made.close()


def ruled(folder: Path) -> Path:
    """A station with a passcode and one ruling, on CAT and QQZX."""
    (folder / "set-up.toml").write_text(SET_UP)
    data = folder / "data"
    for given, command in (
        ("", ("setup", "--from", str(folder / "set-up.toml"))),
        (f"{PASSCODE}\n{PASSCODE}\n", ("passcode", "set")),
    ):
        done = run_kiosk(data, *command, given=given)
        assert done.returncode == 0, done.stderr
    judged = run_kiosk(data, "judge", "cat", "qqzx", "--as", "jk", given=f"{PASSCODE}\n")
    assert judged.returncode == 1, judged.stderr
    return data


class Asking:
    """A console in which the director asks for the words of B-1, up to the last key."""

    def __init__(self, screen: Screen, reader: ScreenReader, data: Path, *program: str) -> None:
        self.reader, self.data = reader, data
        self.console = ConsoleProcess(screen, data, program=program)
        text_of(screen, PASSCODE)
        screen.key("Return")
        until(lambda: marks(screen) > 10, "the last rulings")
        screen.key("b")
        text_of(screen, "b-1")
        screen.key("Return")
        until(lambda: shows_paper(screen), "the evidence")
        screen.key("v")
        for typed in ("appeal", "jk"):
            text_of(screen, typed)
            screen.key("Return")
        until(lambda: not asks(screen) and not shows_paper(screen), "the question")
        assert "Reveal which word of B-1 was bad?" in self.texts()

    def answered(self) -> list[str]:
        """The last key, and all that stands on the screen when its answer has come: words or none, a strip
        stands over them."""
        screen = self.console.screen
        assert not has_colour(screen, STRIP)
        screen.key("Return")
        until(lambda: has_colour(screen, STRIP), "what came of it")
        return self.texts()

    def texts(self) -> list[str]:
        return self.reader.on_show(self.console.process.pid)

    def on_record(self) -> list[dict]:
        return [one.data for one in read_records(self.data / "log.db") if one.kind is Kind.REVEAL]


def test_the_answer_stands_on_the_screen_only_once_that_it_was_asked_for_is_on_record(
    screen: Screen, reader: ScreenReader, tmp_path: Path, picture
):
    asking = Asking(screen, reader, ruled(tmp_path))
    try:
        before = asking.on_record()

        shown = asking.answered()

        picture("reveal_shown")
        assert {wording.ONLY_YOU, "CAT", "QQZX"} <= set(shown)
        [record] = asking.on_record()
        assert (before, record["by"], record["reason"]) == ([], "jk", "appeal")
        screen.key("Escape")
        until(lambda: shows_paper(screen), "the evidence again")
        assert not has_colour(screen, STRIP)
    finally:
        asking.console.kill()


def _see_nothing_revealed(asking: Asking) -> None:
    shown = asking.answered()
    assert asking.on_record() == []
    assert not {wording.ONLY_YOU, "CAT", "QQZX"} & set(shown)


def test_where_it_cannot_be_recorded_nothing_is_revealed(
    screen: Screen,
    reader: ScreenReader,
    small_disk: Path,  # noqa: F811
    picture,
):
    asking = Asking(screen, reader, ruled(small_disk))
    fill(small_disk)
    try:
        _see_nothing_revealed(asking)
        picture("reveal_full_disk")
    finally:
        asking.console.kill()


def test_a_build_that_reveals_what_is_not_on_record_would_be_seen(
    screen: Screen,
    reader: ScreenReader,
    small_disk: Path,  # noqa: F811
):
    asking = Asking(screen, reader, ruled(small_disk), *BROKEN)
    fill(small_disk)
    try:
        with pytest.raises(AssertionError, match="QQZX"):
            _see_nothing_revealed(asking)
    finally:
        asking.console.kill()
