"""The Windows modules under wine, with a Windows Python: the hook swallows real key presses, registry values
come back after a crash. Set KIOSK_WINE_PYTHON to a python.exe whose path includes this clone to run it, on a
display without a window manager: one would take Alt+Tab before wine sees it."""

import os
import shutil
import subprocess
import threading
import time

import pytest

PYTHON = os.environ.get("KIOSK_WINE_PYTHON", "")
pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(
        not (PYTHON and shutil.which("wine") and shutil.which("xdotool") and os.environ.get("DISPLAY")),
        reason="needs wine, xdotool, a display and KIOSK_WINE_PYTHON",
    ),
]


class Process:
    """A Windows program under wine, its lines read as they come."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            ["wine", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "WINEDEBUG": "-all"},
        )
        self.lines = []
        self.reader = threading.Thread(
            target=lambda: self.lines.extend(iter(self.process.stdout.readline, ""))
        )
        self.reader.start()

    def wait_for(self, text, within=30.0):
        until(lambda: any(text in line for line in self.lines), within, f"{text!r} in {self.lines}")

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.reader.join()
        self.process.stdout.close()
        return self.process.returncode


def until(condition, within, what):
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"


def press(*keys):
    for key in keys:
        subprocess.run(["xdotool", "key", key], check=True)


@pytest.fixture
def notepad():
    program = Process("notepad")

    def focused():
        search = ["xdotool", "search", "--onlyvisible", "--name", "Notepad", "windowfocus"]
        return subprocess.run(search, capture_output=True, check=False).returncode == 0

    until(focused, 30, "notepad's window")
    yield program
    if program.process.poll() is None:
        program.process.kill()
    program.end()


def test_the_hook_swallows_what_would_close_or_leave(notepad):
    hook = Process(PYTHON, "-m", "kiosk.lockdown.windows.hook")
    hook.wait_for("held")

    press("alt+F4", "alt+Tab", "alt+Escape", "ctrl+Escape", "ctrl+shift+Escape", "super", "Print", "Menu")
    for name in ("alt_f4", "alt_tab", "alt_escape", "ctrl_escape", "windows_key", "print_screen", "menu_key"):
        hook.wait_for(f"blocked {name}")

    assert notepad.process.poll() is None
    assert hook.end() == 0

    press("alt+F4")
    until(lambda: notepad.process.poll() is not None, 20, "notepad to close once the hook is gone")


STATE = """
import os, sys
from pathlib import Path
from kiosk.lockdown.windows import guards as windows
from kiosk.lockdown.guards import give_back_from
from kiosk.lockdown.guards import ledger_in
from kiosk.lockdown.windows.calls import WindowsCalls
calls, folder = WindowsCalls(), Path(sys.argv[1])
def state():
    paths = [path for values in windows.POLICIES.values() for path in values]
    print("state", [calls.registry(path) for path in paths], flush=True)
state()
if sys.argv[2] == "crash":
    [g.engage() for g in windows.guards(calls, ledger_in(folder)) if g.name != "keyboard hook"]
    state()
    os._exit(9)
give_back_from(ledger_in(folder), windows.settings_ports(calls))
state()
"""


def test_policy_values_come_back_after_a_crash(tmp_path):
    script = tmp_path / "state.py"
    script.write_text(STATE)
    states = []
    for step in ("crash", "recover"):
        program = Process(PYTHON, f"Z:{script}", f"Z:{tmp_path}", step)
        program.end()
        states.append([line for line in program.lines if line.startswith("state")])

    (before, held), (found, after) = states
    assert held == found
    assert held != before
    assert after == before
