"""Windows: what the program holds there and gives back. Every system call is behind `WindowsPort`.

On Home and Pro no program can block Ctrl+Alt+Del, so this is a deterrent unless Keyboard Filter is on. Values
under the policy keys can be written by an administrator only; where they cannot, their guards are not offered
and doctor says what stays open.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json
from kiosk.lockdown.guard import Guard, SettingsGuard, SettingsPort
from kiosk.lockdown.held_child import HeldChild
from kiosk.lockdown.ledger import Ledger
from kiosk.lockdown.safeguards import Safeguard

FIRST_BUILD = 17763  # Windows 10, version 1809
HOOK_BEAT_S = 5.0

FEATURES = ("sticky", "filter", "toggle")
# On, hot key active, confirm it, sound with it: the same four bits in STICKYKEYS, FILTERKEYS and TOGGLEKEYS.
_KEY_FLAGS_OFF = 0x1 | 0x4 | 0x8 | 0x10

_USER = r"HKCU\Software\Microsoft\Windows\CurrentVersion"
POLICIES: Mapping[Safeguard, Mapping[str, int]] = {
    Safeguard.TASK_MANAGER_OFF: {rf"{_USER}\Policies\System\DisableTaskMgr": 1},
    Safeguard.LOCKING_OFF: {
        rf"{_USER}\Policies\System\DisableLockWorkstation": 1,
        rf"{_USER}\Policies\System\DisableChangePassword": 1,
    },
    Safeguard.LEAVING_OFF: {
        rf"{_USER}\Policies\Explorer\NoLogoff": 1,
        rf"{_USER}\Policies\Explorer\NoClose": 1,
    },
    Safeguard.EDGE_SWIPE_OFF: {r"HKCU\Software\Policies\Microsoft\Windows\EdgeUI\AllowEdgeSwipe": 0},
    Safeguard.TOASTS_OFF: {rf"{_USER}\PushNotifications\ToastEnabled": 0},
    Safeguard.AUTOPLAY_OFF: {rf"{_USER}\Explorer\AutoplayHandlers\DisableAutoplay": 1},
}


class WindowsPort(Protocol):
    """The system calls, as thin as possible; each raises OSError when the system refuses."""

    def build(self) -> int: ...
    def is_64_bit(self) -> bool: ...
    def key_flags(self, feature: str) -> int: ...
    def set_key_flags(self, feature: str, flags: int) -> None: ...
    def registry(self, path: str) -> int | None: ...
    def set_registry(self, path: str, value: int | None) -> None: ...
    def may_write(self, path: str) -> bool: ...
    def muted(self) -> bool: ...
    def set_muted(self, muted: bool) -> None: ...
    def keep_awake(self, on: bool) -> None: ...
    def keyboard_filter_blocks_ctrl_alt_del(self) -> bool: ...
    def power(self) -> tuple[bool | None, int | None]: ...
    def keyboard_layout(self) -> str: ...


def unsupported(port: WindowsPort) -> str:
    """Why this Windows is not supported, in one sentence; empty when it is."""
    if port.build() < FIRST_BUILD:
        return (
            f"Windows 10 version 1809 (build {FIRST_BUILD}) or later is needed; this is build {port.build()}."
        )
    return "" if port.is_64_bit() else "A 64-bit Windows is needed."


@frozen
class KeyFlags:
    """The flags of sticky, filter and toggle keys."""

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
    """Whether the default output is muted."""

    calls: WindowsPort
    name: str = "windows sound"

    def read(self, key: str) -> Json:
        return self.calls.muted()

    def write(self, key: str, value: Json) -> None:
        self.calls.set_muted(bool(value))


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
    off: dict[str, Json] = {each: port.key_flags(each) & ~_KEY_FLAGS_OFF for each in FEATURES}
    keys = SettingsGuard(Safeguard.ACCESSIBILITY_KEYS_OFF, KeyFlags(port), off, ledger)
    found: list[Guard] = [StayAwake(port), keys]
    if _has_sound(port):
        found.append(SettingsGuard(Safeguard.QUIET, Sound(port), {"muted": True}, ledger))
    for safeguard, values in POLICIES.items():
        if all(port.may_write(path) for path in values):
            found.append(SettingsGuard(safeguard, Registry(port), dict(values), ledger))
    if not unsupported(port):
        found.append(HeldChild(Safeguard.KEYBOARD_HOOK, hook_command(), beat_s=HOOK_BEAT_S))
    return tuple(found)


def hook_command() -> tuple[str, ...]:
    """How the hook's own process is started: as a module, or as a word the frozen program knows."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "windows-hook")
    return (sys.executable, "-m", "kiosk.lockdown.windows.hook")


def safeguards(port: WindowsPort) -> frozenset[Safeguard]:
    """What the system's own settings already provide here."""
    found = {each for each, values in POLICIES.items() if _all_set(port, values)}
    if port.keyboard_filter_blocks_ctrl_alt_del():
        found.add(Safeguard.KEYBOARD_FILTER)
    return frozenset(found)


def _all_set(port: WindowsPort, values: Mapping[str, int]) -> bool:
    """Whether each value is set for this user or, which counts the same, for the whole machine."""
    return all(
        value in (port.registry(path), port.registry(path.replace("HKCU", "HKLM", 1)))
        for path, value in values.items()
    )


def _has_sound(port: WindowsPort) -> bool:
    try:
        port.muted()
    except OSError:
        return False
    return True


def _integer(value: Json) -> int:
    if not isinstance(value, int):
        raise OSError(f"{value!r} is not a number")
    return value
