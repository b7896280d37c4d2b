"""The real window of practice as a process on a real screen, seen from outside: pixels and its history."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

from kiosk.folder import PRACTICE
from kiosk.practice.kit import LIGHT
from tests.support.kiosk_process import ROOT
from tests.support.screen import PATIENCE_S, Screen, until

STRIP = LIGHT.strip.lower()


class PracticeProcess:
    """`kiosk practice` on *screen*, and the player's keys."""

    def __init__(self, screen: Screen, data: Path, *more: str) -> None:
        self.screen, self.data = screen, data
        command = [sys.executable, "-m", "kiosk", "--data", str(data), "practice", *more]
        self.process = subprocess.Popen(command, cwd=ROOT, env=screen.env, stderr=subprocess.PIPE, text=True)
        until(self.is_shown, "the strip of practice")

    def is_shown(self) -> bool:
        return self.screen.pixel(3, 3) == STRIP

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.screen.key(key)

    def changed_by(self, *keys: str) -> None:
        """Press *keys* and wait until the page below the strip is another."""
        before = self.screen.pixels()
        self.tap(*keys)
        until(lambda: self.screen.pixels() != before, f"another page after {keys}")

    def answers(self) -> list[str]:
        """The answers on disk, as another program reads them."""
        path = self.data / PRACTICE
        if not path.exists():
            return []
        conn = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        try:
            return [body for (body,) in conn.execute("SELECT body FROM attempts ORDER BY id")]
        except sqlite3.OperationalError:
            return []  # not made yet
        finally:
            conn.close()

    def answer(self, *keys: str) -> None:
        """Answer the play on the screen with *keys*, and see it on disk."""
        before = len(self.answers())
        self.tap(*keys)
        until(lambda: len(self.answers()) > before, "the answer on disk")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.ended()

    def ended(self) -> tuple[int, str]:
        """Its exit code and what it said."""
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said
