"""The real station as a process on a real screen, seen from outside: pixels and the log file."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from kiosk.base.page import Tone
from kiosk.errors import LogError
from kiosk.kit.canvas import LARGE, PALETTES
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.store import log_path
from tests.support.screen import PATIENCE_S, Screen, until
from tests.support.tab_cap import beside, notice_at, tab_caps

ROOT = Path(__file__).parent.parent.parent
BLOCK = PALETTES[Tone.PLAIN].block.lower()
FIELDS = {palette.field.lower(): tone for tone, palette in PALETTES.items()}


class KioskProcess:
    """`kiosk station` on *screen* with its data in *data*. *table*: what players answer when it is asked;
    *large*: whether they chose larger type."""

    table = ""
    large = False

    def __init__(
        self, screen: Screen, data: Path, *arguments: str, command: tuple[str, ...] = (), table: str = ""
    ) -> None:
        self.screen, self.data, self.table = screen, data, table
        before = len(self.records(Kind.STARTED))
        program = command or (sys.executable, "-m", "kiosk", "--data", str(data), "station")
        self.errors = data.parent / f"{data.name}-stderr.txt"
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen([*program, *arguments], cwd=ROOT, env=screen.env, stderr=errors)
        try:
            until(lambda: len(self.records(Kind.STARTED)) > before, "the station's start")
            until(self.is_ready, "a page that takes keys")
        except AssertionError as vain:
            self.kill()
            raise AssertionError(f"{vain}\n{self.errors.read_text()[-2000:]}") from vain

    # --- what is on record --------------------------------------------------------------------------------

    def records(self, *kinds: Kind) -> list[Record]:
        try:
            found = list(read_records(log_path(self.data)))
        except LogError:
            return []  # not there yet
        return [record for record in found if not kinds or record.kind in kinds]

    def rulings(self) -> list[Record]:
        return self.records(Kind.ADJUDICATION)

    # --- what is on the screen ----------------------------------------------------------------------------

    def tone(self) -> Tone | None:
        """The tone of the page on show, read from a pixel inside every page's margin."""
        return FIELDS.get(self.screen.pixel(self.screen.width // 40, self.screen.height // 2))

    def is_ready(self) -> bool:
        """Whether the page on show asks somebody to do something: a dark flag comes in from the left."""
        unit = min(self.screen.height / 100, self.screen.width / 170)
        if self.tone() is not Tone.PLAIN:
            return self.tone() is Tone.CLOSED
        left, rows = int(unit), range(int(5 * unit), int(28 * unit), int(2 * unit))
        return any(self.screen.pixel(left, row) == BLOCK for row in rows)

    def is_armed(self) -> bool:
        """Whether TAB judges now: its cap is filled."""
        caps = tab_caps(self.screen.width, self.screen.height, large=self.large)
        filled = LARGE.block.lower() if self.large else BLOCK
        return any(all(self.screen.pixel(*at) == filled for at in beside(*cap)) for cap in caps)

    def says_something(self, word: str) -> bool:
        """Whether a line stands under the keys of Checking *word*: what a key did, or which one is down."""
        left, top = notice_at(self.screen.width, self.screen.height, word)
        return any(self.screen.pixel(left + place, top) == BLOCK for place in range(self.screen.width // 14))

    def await_tone(self, tone: Tone) -> None:
        until(lambda: self.tone() is tone, f"a page that is {tone.name}")

    # --- what players do ----------------------------------------------------------------------------------

    def enter(self, *words: str) -> None:
        """Declare and type *words* and say that these are all; ends in Checking."""
        self.screen.key(str(len(words)))
        for place, word in enumerate(words, 1):
            self.screen.type(word)
            self.screen.key("Return" if place == len(words) else "space")
        self.type_table()

    def type_table(self) -> None:
        """Answer the question for the table number, where the set-up asks it."""
        for key in (*self.table, "Return") if self.table else ():
            self.screen.key(key)

    def judge(self, *words: str) -> Tone:
        """One whole challenge up to the verdict; returns its tone."""
        ruled = len(self.rulings())
        self.enter(*words)
        self.press_tab(ruled)
        verdicts = (Tone.ACCEPTABLE, Tone.UNACCEPTABLE, Tone.REFER)
        until(lambda: self.tone() in verdicts, f"a verdict on {words}")
        tone = self.tone()
        assert tone is not None
        return tone

    def press_tab(self, ruled: int) -> None:
        """Hands off until TAB is armed, then press it and see one more ruling on record than *ruled*."""
        self.press_armed_tab()
        until(lambda: len(self.rulings()) > ruled, "the ruling")

    def press_armed_tab(self) -> None:
        """Keep the hands off until TAB is armed, and press it."""
        until(self.is_armed, "TAB to be armed")
        self.screen.key("Tab")

    def say_that_this_is_all(self) -> None:
        """Answer the page's question: ENTER after a quiet second, until TAB is armed. On a busy machine that
        second may begin again, so each ENTER gets some."""

        def answered() -> bool:
            time.sleep(1.2)
            if self.is_armed():  # there was no question; another ENTER would disarm what is pressed next
                return True
            self._enter()
            given = time.monotonic() + 5
            while not (armed := self.is_armed()) and time.monotonic() < given:
                time.sleep(0.05)
            return armed

        until(answered, "the answer to be taken")

    def done(self) -> None:
        """Close the verdict with ENTER as soon as it lets itself be closed."""
        closed = len(self.records(Kind.CLOSED))
        until(lambda: self._enter() and len(self.records(Kind.CLOSED)) > closed, "the verdict's end")
        self.await_tone(Tone.PLAIN)

    def read(self) -> None:
        """Close a page that tells something, as soon as it lets itself be closed; ends on the idle page. What
        it tells is on record before it is on the screen, so the page before may still stand."""
        until(lambda: not self.is_ready(), "what is told")
        until(lambda: self._enter() and self.is_ready(), "the end of what was told")

    def _enter(self) -> bool:
        self.screen.key("Return")
        return True

    # --- how it ends --------------------------------------------------------------------------------------

    def leave(self) -> int:
        """Leave an unguarded station by the chord."""
        self.screen.key("ctrl+F12")
        self.screen.key("2")
        return self.process.wait(PATIENCE_S)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        self.process.wait(PATIENCE_S)


def run_kiosk(
    data: Path, *arguments: str, passcode: str = "", given: str = ""
) -> subprocess.CompletedProcess:
    """A `kiosk` command on the same data folder."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    if passcode:
        env["KIOSK_PASSCODE"] = passcode
    return subprocess.run(
        [sys.executable, "-m", "kiosk", "--data", str(data), *arguments],
        cwd=ROOT,
        env=env,
        input=given,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )


def printed(done: subprocess.CompletedProcess) -> object:
    """The JSON a command printed."""
    return json.loads(done.stdout)
