"""Windows as a station finds it."""

from kiosk.lockdown.escapes.escape import System
from kiosk.lockdown.guard import Guard, SettingsPort
from kiosk.lockdown.health import Power
from kiosk.lockdown.ledger import Ledger
from kiosk.lockdown.safeguards import Safeguard
from kiosk.lockdown.windows import guards as windows


class WindowsDesktop:
    """*calls*: the system's own, or a test's."""

    system = System.WINDOWS

    def __init__(self, calls: windows.WindowsPort) -> None:
        self._calls = calls

    def guards(self, ledger: Ledger) -> tuple[Guard, ...]:
        return windows.guards(self._calls, ledger)

    def settings_ports(self) -> tuple[SettingsPort, ...]:
        return windows.settings_ports(self._calls)

    def safeguards(self) -> frozenset[Safeguard]:
        return windows.safeguards(self._calls)

    def of_the_program(self) -> frozenset[Safeguard]:
        return frozenset({Safeguard.PROGRAM})

    def session(self) -> str:
        return "Windows desktop"

    def unsupported(self) -> str:
        return windows.unsupported(self._calls)

    def power(self) -> Power:
        return Power(*self._calls.power())

    def screens(self) -> tuple[str, ...] | None:
        return None

    def keyboard(self) -> str | None:
        return self._calls.keyboard_layout() or None

    def missing_programs(self) -> tuple[str, ...]:
        return ()
