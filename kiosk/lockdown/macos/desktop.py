"""macOS as a station finds it."""

import re

from kiosk.lockdown.escapes.escape import System
from kiosk.lockdown.guard import Guard, SettingsPort
from kiosk.lockdown.health import Power
from kiosk.lockdown.ledger import Ledger
from kiosk.lockdown.macos import guards as macos
from kiosk.lockdown.programs import Run, run, said
from kiosk.lockdown.safeguards import Safeguard


class MacDesktop:
    """*calls*: the system's own, or a test's. None of its guards outlives the process."""

    system = System.MACOS

    def __init__(self, calls: macos.MacPort, run_program: Run = run) -> None:
        self._calls = calls
        self._run = run_program

    def guards(self, ledger: Ledger) -> tuple[Guard, ...]:
        return macos.guards(self._calls)

    def settings_ports(self) -> tuple[SettingsPort, ...]:
        return ()

    def safeguards(self) -> frozenset[Safeguard]:
        return frozenset()

    def of_the_program(self) -> frozenset[Safeguard]:
        return frozenset({Safeguard.PROGRAM})

    def session(self) -> str:
        return "macOS desktop"

    def unsupported(self) -> str:
        return ""

    def power(self) -> Power:
        """From what `pmset -g batt` prints."""
        told = said(self._run, ["pmset", "-g", "batt"]) or ""
        if not told:
            return Power()
        percent = re.search(r"(\d+)%", told)
        return Power("'AC Power'" in told, int(percent[1]) if percent else None)

    def screens(self) -> tuple[str, ...] | None:
        return None

    def keyboard(self) -> str | None:
        return None

    def missing_programs(self) -> tuple[str, ...]:
        return ()
