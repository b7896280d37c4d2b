"""macOS as a station finds it: presentation options, window level, power assertion, each behind `MacPort`."""

import re
from dataclasses import dataclass, field
from typing import Protocol

from kiosk.lockdown.escapes import Safeguard, System
from kiosk.lockdown.guards import Guard, Ledger, Run, SettingsPort, ask_program, run
from kiosk.lockdown.health import Power

# ---- guards ------------------------------------------------------------------------------------------------
# macOS: presentation options, window level, power assertion, session notices; each call behind `MacPort`.
#
# Presentation options hold only while the program is in front, and gestures are the user's own, so macOS is a
# deterrent however well it is set up.

HIDE_DOCK, HIDE_MENU_BAR = 1 << 1, 1 << 3
NO_APPLE_MENU, NO_PROCESS_SWITCHING, NO_FORCE_QUIT = 1 << 4, 1 << 5, 1 << 6
NO_SESSION_TERMINATION, NO_HIDING = 1 << 7, 1 << 8
# Without the first two AppKit refuses the others.
WANTED_OPTIONS = (
    HIDE_DOCK
    | HIDE_MENU_BAR
    | NO_APPLE_MENU
    | NO_PROCESS_SWITCHING
    | NO_FORCE_QUIT
    | NO_SESSION_TERMINATION
    | NO_HIDING
)
SCREEN_SAVER_LEVEL = 1000


class MacPort(Protocol):
    """The system calls, as thin as possible; each raises OSError when the system refuses. A Protocol, for
    they can be imported on that system alone, and the guards are proved on every other."""

    def options(self) -> int: ...
    def set_options(self, options: int) -> None: ...
    def options_in_effect(self) -> int: ...
    def is_in_front(self) -> bool: ...
    def come_to_front(self) -> None: ...
    def window_levels(self) -> tuple[int, ...]: ...
    def set_window_levels(self, level: int) -> None: ...
    def stay_awake(self, why: str) -> int: ...
    def let_sleep(self, assertion: int) -> None: ...
    def watch_session(self) -> None: ...
    def unwatch_session(self) -> None: ...
    def heard(self) -> tuple[str, ...]: ...


@dataclass(slots=True)
class Presentation:
    """No Dock, menu bar, program switch, force quit or log-out while the station is in front."""

    calls: MacPort
    name: str = Safeguard.PRESENTATION
    of_the_window: bool = True
    _before: int | None = field(default=None, init=False)

    def engage(self) -> None:
        if self._before is None:  # put back after a loss, what it finds is its own
            self._before = self.calls.options()
        self.calls.come_to_front()
        self.calls.set_options(WANTED_OPTIONS)
        if WANTED_OPTIONS & ~self.calls.options():  # the toolkit may add some of its own
            self.release()
            raise OSError("macOS did not accept the presentation options")

    def in_force(self) -> bool:
        return self.calls.is_in_front() and not WANTED_OPTIONS & ~self.calls.options_in_effect()

    def release(self) -> None:
        if self._before is not None:
            self.calls.set_options(self._before)
            self._before = None


@dataclass(slots=True)
class WindowLevel:
    """Station and covers above menu bar, Dock and other programs.

    A new screen brings a new cover, so asking whether the level holds first raises what is below it.
    """

    calls: MacPort
    name: str = Safeguard.WINDOW_LEVEL
    of_the_window: bool = True
    _before: int | None = field(default=None, init=False)

    def engage(self) -> None:
        if self._before is None:
            self._before = min(self.calls.window_levels(), default=0)
        self.calls.set_window_levels(SCREEN_SAVER_LEVEL)

    def in_force(self) -> bool:
        if self._before is None:
            return False
        if not self._all_above():
            self.calls.set_window_levels(SCREEN_SAVER_LEVEL)
        return self._all_above()

    def release(self) -> None:
        if self._before is not None:
            self.calls.set_window_levels(self._before)
            self._before = None

    def _all_above(self) -> bool:
        return all(level >= SCREEN_SAVER_LEVEL for level in self.calls.window_levels())


@dataclass(slots=True)
class PowerAssertion:
    """The display stays on while the assertion is held; it ends with the process."""

    calls: MacPort
    name: str = Safeguard.AWAKE
    of_the_window: bool = True
    _assertion: int | None = field(default=None, init=False)

    def engage(self) -> None:
        self._assertion = self.calls.stay_awake("A challenge station is in use")

    def in_force(self) -> bool:
        return self._assertion is not None

    def release(self) -> None:
        if self._assertion is not None:
            self.calls.let_sleep(self._assertion)
            self._assertion = None


@dataclass(slots=True)
class SessionNotices:
    """Reports user switches, the lock screen, sleep and wake."""

    calls: MacPort
    name: str = Safeguard.SESSION_NOTICES
    of_the_window: bool = True
    _watching: bool = field(default=False, init=False)

    def engage(self) -> None:
        self.calls.watch_session()
        self._watching = True

    def in_force(self) -> bool:
        return self._watching

    def release(self) -> None:
        if self._watching:
            self.calls.unwatch_session()
            self._watching = False

    def notices(self) -> tuple[str, ...]:
        """What happened since the last call, oldest first."""
        return self.calls.heard()


def guards(port: MacPort) -> tuple[Guard, ...]:
    """The guards the program engages on macOS, in order. None of them outlives the process."""
    return (PowerAssertion(port), SessionNotices(port), WindowLevel(port), Presentation(port))


# ---- desktop -----------------------------------------------------------------------------------------------
# macOS as a station finds it.


class MacDesktop:
    """*calls*: the system's own, or a test's. None of its guards outlives the process."""

    system = System.MACOS

    def __init__(self, calls: MacPort, run_program: Run = run) -> None:
        self._calls = calls
        self._run = run_program

    def guards(self, ledger: Ledger) -> tuple[Guard, ...]:
        return guards(self._calls)

    def settings_ports(self) -> tuple[SettingsPort, ...]:
        return ()

    def safeguards(self) -> frozenset[Safeguard]:
        return frozenset()

    def of_the_program(self) -> frozenset[Safeguard]:
        return frozenset({Safeguard.PROGRAM})

    def session(self) -> str:
        return "macOS desktop"

    def why_unsupported(self) -> str:
        return ""

    def power(self) -> Power:
        """From what `pmset -g batt` prints."""
        told = ask_program(self._run, ["pmset", "-g", "batt"]) or ""
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
