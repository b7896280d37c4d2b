"""Which keys the Windows keyboard hook swallows, and how it proves that it lives; no call into Windows."""

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from kiosk.core.frozen import frozen
from kiosk.lockdown.held_child import BEAT, READY

TAB, ENTER, ESCAPE, SPACE, F4 = 0x09, 0x0D, 0x1B, 0x20, 0x73
_ALWAYS = {
    0x2C: "print_screen",
    0x5B: "windows_key",
    0x5C: "windows_key",
    0x5D: "menu_key",
    0x5F: "sleep_key",
    **dict.fromkeys(range(0xA6, 0xB8), "media_key"),  # browser, volume, media and launch keys
}
_WITH_ALT = {TAB: "alt_tab", ESCAPE: "alt_escape", SPACE: "alt_space", F4: "alt_f4", ENTER: "alt_enter"}
_WITH_CTRL = {ESCAPE: "ctrl_escape"}  # with Shift too: Ctrl+Shift+Esc is the Task Manager


@frozen
class HookKey:
    """A key as the hook gets it. *injected*: typed by a program, not a keyboard. *probe*: by ourselves."""

    code: int
    alt: bool = False
    ctrl: bool = False
    injected: bool = False
    probe: bool = False


def blocked_as(key: HookKey) -> str:
    """The name under which *key* is swallowed; empty when it may pass."""
    if key.injected:
        return "injected_key"
    if key.code in _ALWAYS:
        return _ALWAYS[key.code]
    if key.alt and key.code in _WITH_ALT:
        return _WITH_ALT[key.code]
    if key.ctrl and key.code in _WITH_CTRL:
        return _WITH_CTRL[key.code]
    return ""


class HookPort(Protocol):
    """The two things only Windows can do."""

    def install(self, on_key: Callable[[HookKey], bool]) -> None: ...
    def type_probe(self) -> None: ...


class KeyboardHook:
    """Swallows the keys on the list, proves itself by a probe, puts itself back when that is not seen."""

    def __init__(self, port: HookPort, say: Callable[[str], None]) -> None:
        self._port = port
        self._say = say
        self._seen = False
        self._proved = False
        self._blocked: Counter[str] = Counter()

    def start(self) -> None:
        """Install the hook and send the first probe; `held` is said by the tick that has seen it."""
        self._port.install(self.on_key)
        self._port.type_probe()

    def on_key(self, key: HookKey) -> bool:
        """Whether *key* is swallowed. Called for every key on the machine: no more than two look-ups."""
        if key.probe:
            self._seen = True
            return True
        name = blocked_as(key)
        if name:
            self._blocked[name] += 1
        return bool(name)

    def tick(self) -> None:
        """Once a second: report on the last probe and send the next one."""
        if self._seen:
            self._say(BEAT if self._proved else READY)
            self._proved = True
        else:
            self._port.install(self.on_key)
            if self._proved:
                self._say("rearmed")
        for name, count in self._blocked.items():
            self._say(f"blocked {name} {count}")
        self._blocked.clear()
        self._seen = False
        self._port.type_probe()
