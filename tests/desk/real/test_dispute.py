"""A dispute between two rounds, by real keys in a real window: from the passcode to the printed evidence and
the decision on record, within ninety seconds of key presses."""

import re
from pathlib import Path

import pytest

from kiosk.console import kit
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from tests.console.real.test_console import PASSCODE, ConsoleProcess, enter, has_keys_below, marks, text_of
from tests.support.event_generator import build, day
from tests.support.kiosk_process import run_kiosk
from tests.support.screen import Screen, until

pytestmark = pytest.mark.real
SECONDS_A_KEY = 0.3  # somebody who types two hundred keys a minute
PAPER_WHITE = b"\xff\xff\xff"


class CountedKeys:
    """Presses keys, and counts them."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.count = screen, 0

    def key(self, *names: str) -> None:
        for name in names:
            self.count += 1
            self.screen.key(name)

    def text(self, text: str) -> None:
        self.count += len(text)
        text_of(self.screen, text)


def decisions(data: Path) -> list[dict]:
    return [one.data for one in read_records(data / "log.db") if one.kind is Kind.DECISION]


def shows_paper(screen: Screen) -> bool:
    """Whether a sheet lies on the page: its white is nowhere else in the console."""
    return screen.pixels().count(PAPER_WHITE) > screen.width * screen.height // 8


def asks(screen: Screen) -> bool:
    """Whether a panel asks for a line: what is offered in its field is selected, a long bar of ink."""
    red, green, blue = (int(kit.INK[place : place + 2], 16) for place in (1, 3, 5))
    pixels, wide = screen.pixels(), screen.width * 4
    bar = re.compile(b"(?:" + re.escape(bytes((blue, green, red))) + b".){100}", re.DOTALL)
    rows = range(screen.height // 5 * wide, screen.height * 4 // 5 * wide, wide * 4)
    return any(bar.search(pixels[start : start + wide]) for start in rows)


def test_from_passcode_to_printed_evidence_and_a_decision_on_record_in_ninety_seconds_of_keys(
    screen: Screen, tmp_path: Path, picture
):
    data, target = tmp_path / "data", tmp_path / "e.pdf"
    build(day(closed=False, letter="B"), data)
    set_ = run_kiosk(data, "passcode", "set", given=f"{PASSCODE}\n{PASSCODE}\n")
    assert set_.returncode == 0, set_.stderr
    console, keys = ConsoleProcess(screen, data), CountedKeys(screen)
    try:
        keys.text(PASSCODE)
        keys.key("Return")
        until(lambda: marks(screen) > 100, "the last rulings")

        keys.key("b")
        keys.text("b-2")
        keys.key("Return")
        until(lambda: shows_paper(screen), "the evidence")
        picture("dispute_evidence")
        keys.key("p")
        until(lambda: asks(screen), "where it shall go")
        picture("dispute_where_to")
        keys.key("ctrl+a")
        keys.text(str(target))
        keys.key("Return")
        until(target.exists, "the PDF")
        keys.count += 1  # pressed again here only because nobody sees when it is said to be done
        until(lambda: shows_paper(screen) or not enter(screen), "the evidence again")

        keys.key("d")
        until(lambda: not shows_paper(screen) and has_keys_below(screen), "the forms")
        keys.text("note")
        keys.key("Return")
        picture("dispute_form")
        keys.key("0")
        keys.text("clock not stopped")
        keys.key("Return", "Return")
        keys.text("jk")
        keys.key("Return")
        until(lambda: decisions(data), "the decision on record")
        until(lambda: shows_paper(screen), "the evidence with the decision")
        picture("dispute_decided")
    finally:
        console.kill()

    [decided] = decisions(data)
    assert (decided["decision"], decided["number"], decided["by"]) == ("note", "B-2", "jk")
    assert decided["remark"] == "clock not stopped"
    assert target.read_bytes().startswith(b"%PDF")
    assert keys.count * SECONDS_A_KEY < 90, keys.count
    assert run_kiosk(data, "log", "verify").returncode == 0
