"""The real desk as a process on a real screen, seen from outside: pixels and the log file."""

import subprocess
import sys
from pathlib import Path

from kiosk.base.page import Tone
from kiosk.kit.canvas import PALETTES
from kiosk.log.kinds import Kind
from tests.support.kiosk_process import FIELDS, ROOT, KioskProcess, run_kiosk
from tests.support.screen import Screen, until

BLOCK = PALETTES[Tone.PLAIN].block.lower()

SET_UP = """
[station]
letter = "B"
profile = "club"

[[division]]
id = "main"
name = "Main"
rules = "{rules}"
penalty = "{penalty}"
main = "free"
"""


def set_up_desk(folder: Path, rules: str, penalty: str) -> Path:
    """A data folder that is set up for *rules*."""
    file = folder / "set-up.toml"
    file.write_text(SET_UP.format(rules=rules, penalty=penalty))
    made = run_kiosk(folder / "data", "setup", "--from", str(file))
    assert made.returncode == 0, made.stderr
    return folder / "data"


class DeskProcess(KioskProcess):
    """`kiosk desk` on *screen*, and the judge's keys; *pressed* counts them."""

    def __init__(self, screen: Screen, data: Path, command: tuple[str, ...] = ()) -> None:
        self.pressed = 0
        program = command or (sys.executable, "-m", "kiosk", "--data", str(data), "desk")
        super().__init__(screen, data, command=program)

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.pressed += 1
            self.screen.key(key)

    def say(self, text: str) -> None:
        self.pressed += len(text)
        self.screen.type(text)

    def sign_on(self, by: str, way: str, checks: int) -> None:
        """Begin a shift and tick the checklist; ends on an empty slip."""
        self.say(by)
        self.tap("Return")
        begun = len(self.records(Kind.SHIFT_STARTED))
        self.tap(way)
        until(lambda: len(self.records(Kind.SHIFT_STARTED)) > begun, "the shift's record")
        self.tap(*(["Return"] * (checks + 1)))

    def type_slip(self, table: str, *words: str) -> None:
        self.say(table)
        for place, word in enumerate(words, 1):
            self.say(word)
            self.tap("Return" if place == len(words) else "space")

    def rule(self) -> None:
        """TAB, the ruling on record, and its mark on the screen."""
        ruled = len(self.rulings())
        self.tap("Tab")
        until(lambda: len(self.rulings()) > ruled, "the ruling")

    def next_slip(self) -> None:
        closed = len(self.records(Kind.CLOSED))
        self.tap("Return")
        until(lambda: len(self.records(Kind.CLOSED)) > closed, "the mark's end")

    def shows_mark(self) -> bool:
        """Whether a big dark disc or octagon stands on paper, at the left or at the right."""
        high = int(self.screen.height * 0.34)
        places = (self.screen.width * 3 // 40, self.screen.width * 37 // 40)
        rows = range(high - self.screen.height // 20, high + self.screen.height // 20, 6)
        return any(all(self.screen.pixel(left, row) == BLOCK for row in rows) for left in places)

    def tone(self) -> Tone | None:
        return FIELDS.get(self.screen.pixel(3, self.screen.height // 2))


def start_in_vain(screen: Screen, data: Path) -> "subprocess.CompletedProcess[str]":
    """A desk that does not start: what it says instead."""
    command = [sys.executable, "-m", "kiosk", "--data", str(data), "desk"]
    return subprocess.run(command, cwd=ROOT, env=screen.env, capture_output=True, text=True, timeout=120)
