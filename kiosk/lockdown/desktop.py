"""The desktop under a station: what any system must offer, and the one place that asks which one this is."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from kiosk.lockdown.escapes import Protections, Safeguard, System
from kiosk.lockdown.guards import GivenBack, Guard, Ledger, SettingsPort, give_back_from, ledger_in
from kiosk.lockdown.health import Power
from kiosk.lockdown.heartbeat import BACKDROP
from kiosk.lockdown.linux.session import parent_of, stands_still

SUPERVISOR = "KIOSK_SUPERVISOR"  # set by kiosk.supervisor to its own process number


class Desktop(Protocol):
    """One system as a station needs it. Each system fills this in a package of its own."""

    system: System

    def guards(self, ledger: Ledger) -> tuple[Guard, ...]:
        """The guards this machine allows, in the order to engage them."""

    def settings_ports(self) -> tuple[SettingsPort, ...]:
        """The ports that can give settings back."""

    def safeguards(self) -> frozenset[Safeguard]:
        """What the system's own settings already provide."""

    def of_the_program(self) -> frozenset[Safeguard]:
        """What a station itself would hold here."""

    def session(self) -> str:
        """The session this process runs in, as `kiosk doctor` calls it."""

    def why_unsupported(self) -> str:
        """Why this system is not supported, in a sentence; empty when it is."""

    def power(self) -> Power:
        """How the machine is powered now; cheap enough to ask once a minute."""

    def screens(self) -> tuple[str, ...] | None:
        """The connected screens with their best size; None where the system does not say."""

    def keyboard(self) -> str | None:
        """The keyboard layout; None where the system does not say."""

    def missing_programs(self) -> tuple[str, ...]:
        """Programs needed to examine the session that are missing."""


def this_desktop() -> Desktop:
    """The desktop of this machine; anything that is neither Windows nor macOS counts as Linux."""
    if sys.platform == "win32":
        from kiosk.lockdown.windows.calls import WindowsCalls
        from kiosk.lockdown.windows.guards import WindowsDesktop

        return WindowsDesktop(WindowsCalls())
    elif sys.platform == "darwin":
        from kiosk.lockdown.macos.calls import MacCalls
        from kiosk.lockdown.macos.guards import MacDesktop

        return MacDesktop(MacCalls())
    else:
        from kiosk.lockdown.linux.desktop import LinuxDesktop

        return LinuxDesktop()


def this_system() -> System:
    """The system this program runs on."""
    return this_desktop().system


class SupervisorGuard:
    """In force while the process that started us under supervision is still our parent."""

    name = Safeguard.SUPERVISOR

    def engage(self) -> None:
        if not self.in_force():
            raise OSError("the supervisor is gone")

    def in_force(self) -> bool:
        return os.environ.get(SUPERVISOR) == str(os.getppid()) and not stands_still(os.getppid())

    def release(self) -> None:
        return


class BackdropGuard:
    """In force while the backdrop that our supervisor started still waits behind us."""

    name = Safeguard.BACKDROP

    def engage(self) -> None:
        if not self.in_force():
            raise OSError("the backdrop is gone")

    def in_force(self) -> bool:
        pid = os.environ.get(BACKDROP, "")
        if not pid.isdecimal() or not SupervisorGuard().in_force():
            return False
        if this_system() is not System.LINUX:
            return True  # its supervisor sees to it before each start
        return parent_of(int(pid)) == os.getppid() and not stands_still(int(pid))

    def release(self) -> None:
        return


def guards_for_this_system(folder: Path) -> tuple[Guard, ...]:
    """The guards this machine allows, in the order to engage them; call `give_back_here` first.

    On macOS call it when the windows are shown: their level is one of the guards.
    """
    watches: tuple[Guard, ...] = (SupervisorGuard(), BackdropGuard())
    there = (watch for watch in watches if watch.in_force())
    return (*there, *this_desktop().guards(ledger_in(folder)))


def give_back_here(folder: Path) -> GivenBack:
    """Undo what guards of an earlier, killed run left changed on this machine."""
    ledger = ledger_in(folder)
    return give_back_from(ledger, this_desktop().settings_ports()) if ledger.entries() else GivenBack()


def facts_here(
    passcode: bool, guards: Iterable[Guard] | None = None, program: frozenset[Safeguard] | None = None
) -> Protections:
    """What protects this machine now.

    *guards*: those engaged; the ones not in force do not count. *program*: what the station itself proved
    (PROGRAM, KEYBOARD_GRAB, POINTER_GRAB, STACKING_WATCH, ONE_SCREEN). Left out, as where no station runs, it
    is what they would be: a plan, never to be called a protection.
    """
    if guards is None:
        planned = guards_for_this_system(Path(os.devnull))  # never engaged, so nothing is ever written there
        names = {Safeguard(guard.name) for guard in planned}
    else:
        names = {Safeguard(guard.name) for guard in guards if guard.in_force()}
    desktop = this_desktop()
    own = desktop.of_the_program() if program is None else program
    implied = {Safeguard.SESSION_NOTICES} if Safeguard.KEYBOARD_HOOK in names else set()
    safeguards = frozenset(names | own | implied | desktop.safeguards())
    return Protections(desktop.system, desktop.session(), safeguards, passcode)


def facts_without_station(passcode: bool) -> Protections:
    """What holds on this machine though no station runs: the system's own settings, no session, no guard."""
    session = {
        Safeguard.CAGE,
        Safeguard.BARE_X,
        Safeguard.RESTARTED,
        Safeguard.CONSOLES_OFF,
        Safeguard.ZAP_OFF,
    }
    desktop = this_desktop()
    return Protections(desktop.system, desktop.session(), desktop.safeguards() - session, passcode)
