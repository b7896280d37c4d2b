"""The real wizard as a process on a real screen, seen from outside: its window's title, the data folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.kiosk_process import ROOT
from tests.support.screen import PATIENCE_S, Screen, until

SHIFTED = {
    "/": "slash",
    "-": "minus",
    ".": "period",
    " ": "space",
    "_": "shift+minus",
    ":": "shift+semicolon",
}


class WizardProcess:
    """`kiosk setup` on *screen* with its data in *data*; *pressed* counts the keys. *program*: what Python
    runs instead of the program itself."""

    def __init__(
        self,
        screen: Screen,
        data: Path,
        *arguments: str,
        home: Path | None = None,
        program: tuple[str, ...] = ("-m", "kiosk"),
    ) -> None:
        self.screen, self.data, self.pressed = screen, data, 0
        env = {**screen.env, "HOME": str(home or data.parent)}
        self.errors = data.parent / f"{data.name}-wizard-stderr.txt"
        command = [sys.executable, *program, "--data", str(data), "setup", *arguments]
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stderr=errors)
        self.sees("What is this station for?")
        until(self._has_keyboard, "the keyboard's way to the window")

    def _has_keyboard(self) -> bool:
        """Whether the active window is the one that keys go to: a new one gets them a moment later."""
        active = self.screen.run("xdotool", "getactivewindow")
        return active != "" and active == self.screen.run("xdotool", "getwindowfocus")

    def title(self) -> str:
        return self.screen.run("xdotool", "getactivewindow", "getwindowname")

    def sees(self, headline: str) -> "WizardProcess":
        until(lambda: headline in self.title() or self.process.poll() is not None, f"the page “{headline}”")
        assert self.process.poll() is None, self.errors.read_text()[-2000:]
        return self

    def tap(self, *keys: str) -> "WizardProcess":
        for key in keys:
            self.pressed += 1
            self.screen.key(key)
        return self

    def say(self, text: str) -> "WizardProcess":
        for sign in text:
            self.tap(SHIFTED.get(sign) or (f"shift+{sign.lower()}" if sign.isupper() else sign))
        return self

    def kill(self) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE_S)

    def ends(self) -> int:
        return self.process.wait(PATIENCE_S)
