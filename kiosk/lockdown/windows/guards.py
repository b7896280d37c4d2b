"""Windows as a station finds it: what the program holds there and gives back, behind `WindowsPort`."""

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.lockdown.escapes import Safeguard, System
from kiosk.lockdown.guards import Guard, Ledger, SettingsGuard, SettingsPort
from kiosk.lockdown.health import Power
from kiosk.lockdown.supervision import GuardProcess

# ---- guards ------------------------------------------------------------------------------------------------
# Windows: what the program holds there and gives back. Every system call is behind `WindowsPort`.
#
# No program can take touchpad gestures, nor, without Keyboard Filter, Ctrl+Alt+Del: Windows is a deterrent.
# Values under the policy keys can be written by an administrator only; where they cannot, their guards are
# not offered and doctor says what stays open. What Windows reads only at sign-in is not written at all: it
# counts where an administrator set it before.

FIRST_BUILD = 17763  # Windows 10, version 1809
HOOK_BEAT_S = 5.0

# The same bits in STICKYKEYS, FILTERKEYS, TOGGLEKEYS, MOUSEKEYS and HIGHCONTRAST: on; hot key, ask, sound.
_ON, _HOT_KEY = 0x1, 0x4 | 0x8 | 0x10
FEATURES: Mapping[str, int] = {
    **dict.fromkeys(("sticky", "filter", "toggle", "mouse"), _ON | _HOT_KEY),
    "contrast": _HOT_KEY,  # whoever needs it on keeps it on; only its keys and their dialog go
}
# Scan codes found on keyboards; Keyboard Filter's break-out key must be none of them.
_USUAL_KEYS = range(1, 0x64)

_USER = r"HKCU\Software\Microsoft\Windows\CurrentVersion"
# Read when they are needed, so they hold as soon as they are written.
POLICIES: Mapping[Safeguard, Mapping[str, int]] = {
    Safeguard.TASK_MANAGER_OFF: {rf"{_USER}\Policies\System\DisableTaskMgr": 1},
    Safeguard.LOCKING_OFF: {
        rf"{_USER}\Policies\System\DisableLockWorkstation": 1,
        rf"{_USER}\Policies\System\DisableChangePassword": 1,
    },
    Safeguard.AUTOPLAY_OFF: {rf"{_USER}\Explorer\AutoplayHandlers\DisableAutoplay": 1},
}
# Read at sign-in, so they hold only where they stood before it.
AT_SIGN_IN: Mapping[Safeguard, Mapping[str, int]] = {
    Safeguard.LEAVING_OFF: {
        rf"{_USER}\Policies\Explorer\NoLogoff": 1,
        rf"{_USER}\Policies\Explorer\NoClose": 1,
    },
    Safeguard.EDGE_SWIPE_OFF: {r"HKCU\Software\Policies\Microsoft\Windows\EdgeUI\AllowEdgeSwipe": 0},
    Safeguard.TOASTS_OFF: {rf"{_USER}\PushNotifications\ToastEnabled": 0},
}


class WindowsPort(Protocol):
    """The system calls, as thin as possible; each raises OSError when the system refuses. A Protocol, for
    they can be imported on that system alone, and the guards are proved on every other."""

    def build(self) -> int: ...
    def is_64_bit(self) -> bool: ...
    def key_flags(self, feature: str) -> int: ...
    def set_key_flags(self, feature: str, flags: int) -> None: ...
    def registry(self, path: str) -> int | None: ...
    def set_registry(self, path: str, value: int | None) -> None: ...
    def may_write(self, path: str) -> bool: ...
    def older_than_sign_in(self, path: str) -> bool: ...
    def output(self) -> str: ...
    def is_muted(self, output: str) -> bool: ...
    def set_muted(self, output: str, muted: bool) -> None: ...
    def keep_awake(self, on: bool) -> None: ...
    def keyboard_filter(self) -> str: ...
    def power(self) -> tuple[bool | None, int | None]: ...
    def keyboard_layout(self) -> str: ...


def why_unsupported(port: WindowsPort) -> str:
    """Why this Windows is not supported, in one sentence; empty when it is."""
    if port.build() < FIRST_BUILD:
        return (
            f"Windows 10 version 1809 (build {FIRST_BUILD}) or later is needed; this is build {port.build()}."
        )
    return "" if port.is_64_bit() else "A 64-bit Windows is needed."


@frozen
class KeyFlags:
    """The flags of sticky, filter, toggle and mouse keys and of high contrast."""

    calls: WindowsPort
    name: str = "windows accessibility keys"

    def read(self, key: str) -> Json:
        return self.calls.key_flags(key)

    def write(self, key: str, value: Json) -> None:
        self.calls.set_key_flags(key, _integer(value))


@frozen
class Registry:
    """DWORD values of the registry by full path, the last part being the value's name."""

    calls: WindowsPort
    name: str = "windows registry"

    def read(self, key: str) -> Json:
        return self.calls.registry(key)

    def write(self, key: str, value: Json) -> None:
        self.calls.set_registry(key, None if value is None else _integer(value))


@frozen
class Sound:
    """Whether an output, by Windows' own name for it, is muted."""

    calls: WindowsPort
    name: str = "windows sound"

    def read(self, key: str) -> Json:
        return self.calls.is_muted(key)

    def write(self, key: str, value: Json) -> None:
        self.calls.set_muted(key, bool(value))


@dataclass(slots=True)
class QuietOutput:
    """The default output is muted. One that becomes the default (a headset, a monitor) is muted as it comes,
    which is no lost guard; one that is made loud is."""

    calls: WindowsPort
    ledger: Ledger
    name: str = Safeguard.QUIET
    _output: str = field(default="", init=False)

    def engage(self) -> None:
        output = self.calls.output()
        self._hold(output).engage()
        self._output = output

    def in_force(self) -> bool:
        if not self._output:
            return False
        try:
            output = self.calls.output()
        except OSError:
            return True  # nothing is left that could sound
        try:
            if output != self._output:
                self.engage()
            return self.calls.is_muted(output)
        except OSError:
            return False

    def release(self) -> None:
        self._output = ""
        with suppress(OSError):  # one that is not plugged in stays in the ledger for the next start
            self._hold("").release()

    def _hold(self, output: str) -> SettingsGuard:
        return SettingsGuard(self.name, Sound(self.calls), {output: True}, self.ledger)


@dataclass(slots=True)
class StayAwake:
    """The system and the display stay on while this process lives and its thread asks for it."""

    calls: WindowsPort
    name: str = Safeguard.AWAKE
    _held: bool = field(default=False, init=False)

    def engage(self) -> None:
        self.calls.keep_awake(True)
        self._held = True

    def in_force(self) -> bool:
        return self._held

    def release(self) -> None:
        if self._held:
            self.calls.keep_awake(False)
            self._held = False


def settings_ports(port: WindowsPort) -> tuple[SettingsPort, ...]:
    """The ports that can give settings back here."""
    return (KeyFlags(port), Registry(port), Sound(port))


def guards(port: WindowsPort, ledger: Ledger) -> tuple[Guard, ...]:
    """The guards the program can engage here, in order; the hook last, when all else already holds."""
    found: list[Guard] = [StayAwake(port)]
    with suppress(OSError):  # one feature that cannot be read, and none is said to be off
        off: dict[str, Json] = {each: port.key_flags(each) & ~bits for each, bits in FEATURES.items()}
        found.append(SettingsGuard(Safeguard.ACCESSIBILITY_KEYS_OFF, KeyFlags(port), off, ledger))
    with suppress(OSError):  # a machine without sound
        port.output()
        found.append(QuietOutput(port, ledger))
    for safeguard, values in POLICIES.items():
        if all(port.may_write(path) for path in values):
            found.append(SettingsGuard(safeguard, Registry(port), dict(values), ledger))
    if not why_unsupported(port):
        found.append(GuardProcess(Safeguard.KEYBOARD_HOOK, hook_command(), beat_s=HOOK_BEAT_S))
    return tuple(found)


def hook_command() -> tuple[str, ...]:
    """How the hook's own process is started: as a module, or as a word the frozen program knows."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "windows-hook")
    return (sys.executable, "-m", "kiosk.lockdown.windows.hook")


def safeguards(port: WindowsPort) -> frozenset[Safeguard]:
    """What the system's own settings already provide here."""
    found = {each for each, values in POLICIES.items() if _all_set(port, values)}
    found |= {each for each, values in AT_SIGN_IN.items() if _all_set(port, values, at_sign_in=True)}
    if filter_holds(port.keyboard_filter()):
        found.add(Safeguard.KEYBOARD_FILTER)
    return frozenset(found)


def filter_holds(told: str) -> bool:
    """Whether Keyboard Filter takes Ctrl+Alt+Del from this account, by *told*, one `name=value` a line: it
    runs, it blocks that key, this account is not exempt, and no key of a usual keyboard breaks out."""
    said = dict(re.findall(r"^(\w+)=(.*?)\s*$", told.lower(), re.MULTILINE))
    exempt = (
        said.get("disablekeyboardfilterforadministrators") != "false" and said.get("administrator") != "false"
    )
    out = said.get("breakoutkeyscancode", "")
    return (
        said.get("service") == "running"
        and said.get("blocked") == "true"
        and not exempt
        and out.isdecimal()
        and int(out) not in _USUAL_KEYS
    )


def _all_set(port: WindowsPort, values: Mapping[str, int], *, at_sign_in: bool = False) -> bool:
    """Whether each value is set for this user or, which counts the same, for the whole machine; *at_sign_in*:
    and has been since before this user signed in."""

    def holds(path: str, value: int) -> bool:
        return port.registry(path) == value and (not at_sign_in or port.older_than_sign_in(path))

    return all(
        holds(path, value) or holds(path.replace("HKCU", "HKLM", 1), value) for path, value in values.items()
    )


def _integer(value: Json) -> int:
    if not isinstance(value, int):
        raise OSError(f"{value!r} is not a number")
    return value


# ---- desktop -----------------------------------------------------------------------------------------------
# Windows as a station finds it.


class WindowsDesktop:
    """*calls*: the system's own, or a test's."""

    system = System.WINDOWS

    def __init__(self, calls: WindowsPort) -> None:
        self._calls = calls

    def guards(self, ledger: Ledger) -> tuple[Guard, ...]:
        return guards(self._calls, ledger)

    def settings_ports(self) -> tuple[SettingsPort, ...]:
        return settings_ports(self._calls)

    def safeguards(self) -> frozenset[Safeguard]:
        return safeguards(self._calls)

    def of_the_program(self) -> frozenset[Safeguard]:
        return frozenset({Safeguard.PROGRAM})

    def session(self) -> str:
        return "Windows desktop"

    def why_unsupported(self) -> str:
        return why_unsupported(self._calls)

    def power(self) -> Power:
        return Power(*self._calls.power())

    def screens(self) -> tuple[str, ...] | None:
        return None

    def keyboard(self) -> str | None:
        return self._calls.keyboard_layout() or None

    def missing_programs(self) -> tuple[str, ...]:
        return ()
