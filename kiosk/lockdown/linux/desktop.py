"""Linux as a station finds it: guards, session, and what the kernel says of the machine."""

import os
import re
import shutil
from pathlib import Path

from kiosk.lockdown.escapes import Safeguard, System
from kiosk.lockdown.guards import Guard, Ledger, Run, SettingsPort, ask_program, run
from kiosk.lockdown.health import X_PROGRAMS, Power
from kiosk.lockdown.linux import guards as linux_guards

# ---- desktop -----------------------------------------------------------------------------------------------
# Linux as a station finds it: its guards, its session and what the kernel says of the machine.


class LinuxDesktop:
    """*root*: where files are read; *run_program*: how programs are asked. A test can answer both."""

    system = System.LINUX

    def __init__(self, root: Path = Path("/"), run_program: Run = run) -> None:
        self._root = root
        self._run = run_program
        self._port = linux_guards.LinuxPort(root=root, run=run_program)

    def guards(self, ledger: Ledger) -> tuple[Guard, ...]:
        return linux_guards.guards(self._port, ledger)

    def settings_ports(self) -> tuple[SettingsPort, ...]:
        return linux_guards.settings_ports(self._port)

    def safeguards(self) -> frozenset[Safeguard]:
        return linux_guards.safeguards(self._port)

    def of_the_program(self) -> frozenset[Safeguard]:
        return linux_guards.program_safeguards(self._port)

    def session(self) -> str:
        return linux_guards.session(self._port)

    def why_unsupported(self) -> str:
        return ""

    def power(self) -> Power:
        """From the kernel's list of power supplies; nothing is known where none is listed."""
        mains: bool | None = None
        percents: list[int] = []
        for supply in self._list("sys/class/power_supply/*"):
            kind = _line(supply / "type")
            if kind in ("Mains", "USB") and (online := _line(supply / "online")):
                mains = bool(mains) or online != "0"
            elif kind == "Battery" and _line(supply / "scope") != "Device":
                percents.extend(int(text) for text in [_line(supply / "capacity")] if text.isdigit())
        return Power(mains, min(percents, default=None))

    def screens(self) -> tuple[str, ...] | None:
        outputs = self._list("sys/class/drm/card*-*")
        if not outputs:
            return None
        connected = [each for each in outputs if _line(each / "status") == "connected"]
        return tuple(_line(each / "modes") or "unknown size" for each in connected)

    def keyboard(self) -> str | None:
        """The layout of this X session, else the one the system is set to."""
        layout = re.search(r"layout:\s+(\S+)", ask_program(self._run, ["setxkbmap", "-query"]) or "")
        if layout is None:
            text = self._port.text("etc/default/keyboard")
            layout = re.search(r'^XKBLAYOUT="?([\w,]+)', text, re.MULTILINE)
        return layout[1] if layout else None

    def missing_programs(self) -> tuple[str, ...]:
        """Programs needed to examine an X session that are missing; none where there is no X."""
        if not os.environ.get("DISPLAY"):
            return ()
        return tuple(name for name in X_PROGRAMS if shutil.which(name) is None)

    def _list(self, pattern: str) -> list[Path]:
        return self._port.files(pattern)


def _line(path: Path) -> str:
    try:
        return path.read_text(errors="replace").partition("\n")[0].strip()
    except OSError:
        return ""
