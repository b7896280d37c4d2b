"""The one place that asks which system this is, and hands out its guards, its means and its health."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from kiosk.lockdown.escapes import System
from kiosk.lockdown.examine import Facts
from kiosk.lockdown.guard import GivenBack, Guard, SettingsPort, give_back_from
from kiosk.lockdown.heartbeat import BACKDROP
from kiosk.lockdown.ledger import Ledger, ledger_in
from kiosk.lockdown.linux import guards as linux
from kiosk.lockdown.linux.session import parent_of, stands_still
from kiosk.lockdown.safeguards import Means

SUPERVISOR = "KIOSK_SUPERVISOR"  # set by kiosk.supervisor to its own process number


def this_system() -> System:
    """The system this program runs on; anything that is neither Windows nor macOS counts as Linux."""
    return {"win32": System.WINDOWS, "darwin": System.MACOS}.get(sys.platform, System.LINUX)


class SupervisorWatch:
    """In force while the process that started us under supervision is still our parent."""

    name = Means.SUPERVISOR

    def engage(self) -> None:
        if not self.in_force():
            raise OSError("the supervisor is gone")

    def in_force(self) -> bool:
        return os.environ.get(SUPERVISOR) == str(os.getppid()) and not stands_still(os.getppid())

    def release(self) -> None:
        return


class BackdropWatch:
    """In force while the backdrop that our supervisor started still waits behind us."""

    name = Means.BACKDROP

    def engage(self) -> None:
        if not self.in_force():
            raise OSError("the backdrop is gone")

    def in_force(self) -> bool:
        pid = os.environ.get(BACKDROP, "")
        if not pid.isdecimal() or not SupervisorWatch().in_force():
            return False
        if this_system() is not System.LINUX:
            return True  # its supervisor sees to it before each start
        return parent_of(int(pid)) == os.getppid() and not stands_still(int(pid))

    def release(self) -> None:
        return


def guards_for_this_system(folder: Path, keep_sticky_keys: bool = False) -> tuple[Guard, ...]:
    """The guards this machine allows, in the order to engage them; call `give_back_here` first.

    On macOS call it when the windows are shown: their level is one of the guards.
    """
    watches: tuple[Guard, ...] = (SupervisorWatch(), BackdropWatch())
    there = (watch for watch in watches if watch.in_force())
    return (*there, *_guards(ledger_in(folder), keep_sticky_keys))


def give_back_here(folder: Path) -> GivenBack:
    """Undo what guards of an earlier, killed run left changed on this machine."""
    ledger = ledger_in(folder)
    return give_back_from(ledger, _ports()) if ledger.entries() else GivenBack()


def facts_here(
    passcode: bool, guards: Iterable[Guard] | None = None, program: frozenset[Means] | None = None
) -> Facts:
    """What protects this machine now.

    *guards*: those engaged; the ones not in force do not count. *program*: what the station itself proved
    (PROGRAM, KEYBOARD_GRAB, POINTER_GRAB, STACKING_WATCH, ONE_SCREEN). Left out, as where no station runs, it
    is what they would be: a plan, never to be called a protection.
    """
    if guards is None:
        planned = guards_for_this_system(Path(os.devnull))  # never engaged, so nothing is ever written there
        names = {Means(guard.name) for guard in planned}
    else:
        names = {Means(guard.name) for guard in guards if guard.in_force()}
    own = _program_means() if program is None else program
    implied = {Means.SESSION_NOTICES} if Means.KEYBOARD_HOOK in names else set()
    return Facts(this_system(), _session(), frozenset(names | own | implied | _means()), passcode)


def facts_without_station(passcode: bool) -> Facts:
    """What holds on this machine though no station runs: the system's own settings, no session, no guard."""
    session = {Means.CAGE, Means.BARE_X, Means.RESTARTED, Means.CONSOLES_OFF, Means.ZAP_OFF}
    return Facts(this_system(), _session(), _means() - session, passcode)


def _guards(ledger: Ledger, keep_sticky_keys: bool) -> tuple[Guard, ...]:
    if sys.platform == "win32":
        from kiosk.lockdown.windows import guards as windows
        from kiosk.lockdown.windows.calls import WindowsCalls

        return windows.guards(WindowsCalls(), ledger, keep_sticky_keys)
    elif sys.platform == "darwin":
        from kiosk.lockdown.macos import guards as macos
        from kiosk.lockdown.macos.calls import MacCalls

        return macos.guards(MacCalls())
    else:
        return linux.guards(linux.LinuxPort(), ledger)


def _ports() -> tuple[SettingsPort, ...]:
    if sys.platform == "win32":
        from kiosk.lockdown.windows import guards as windows
        from kiosk.lockdown.windows.calls import WindowsCalls

        return windows.settings_ports(WindowsCalls())
    else:
        return () if this_system() is System.MACOS else linux.settings_ports(linux.LinuxPort())


def _means() -> frozenset[Means]:
    if sys.platform == "win32":
        from kiosk.lockdown.windows import guards as windows
        from kiosk.lockdown.windows.calls import WindowsCalls

        return windows.means(WindowsCalls())
    else:
        return frozenset() if this_system() is System.MACOS else linux.means(linux.LinuxPort())


def _program_means() -> frozenset[Means]:
    if this_system() is not System.LINUX:
        return frozenset({Means.PROGRAM})
    return linux.program_means(linux.LinuxPort())


def _session() -> str:
    if this_system() is not System.LINUX:
        return "Windows desktop" if this_system() is System.WINDOWS else "macOS desktop"
    return linux.session(linux.LinuxPort())
