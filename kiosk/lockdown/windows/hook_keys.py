"""Which keys the Windows keyboard hook swallows, and how it proves that it lives; no call into Windows."""

from collections import Counter
from collections.abc import Callable
from typing import Protocol

from kiosk.base.frozen import frozen
from kiosk.lockdown.supervision import BEAT, READY

TAB, ENTER, ESCAPE, SPACE, F4 = 0x09, 0x0D, 0x1B, 0x20, 0x73
_ALWAYS = {
    0x2C: "print_screen",
    0x5B: "windows_key",
    0x5C: "windows_key",
    0x5D: "menu_key",
    0x5F: "sleep_key",
    **dict.fromkeys(range(0xA6, 0xB8), "media_key"),  # browser, volume, media and launch keys
    # Kana, Hangul, Hanja, Kanji, convert, mode change: another way of writing under the players' hands
    **dict.fromkeys((*range(0x15, 0x1B), *range(0x1C, 0x20), 0xE5, *range(0xF0, 0xF6)), "input_method_key"),
}
_WITH_ALT = {
    TAB: "alt_tab",
    ESCAPE: "alt_escape",
    SPACE: "alt_space",
    F4: "alt_f4",
    ENTER: "alt_enter",
    0x90: "alt_num_lock",  # with left Shift: mouse keys
}
# Alt+Shift and Ctrl+Shift, in whichever order, change the keyboard's layout.
_SHIFTS, _CONTROLS, _ALTS = (0x10, 0xA0, 0xA1), (0x11, 0xA2, 0xA3), (0x12, 0xA4, 0xA5)
_WITH_CTRL = {ESCAPE: "ctrl_escape"}  # with Shift too: Ctrl+Shift+Esc is the Task Manager


@frozen
class HookKey:
    """A key as the hook gets it. *injected*: typed by a program, not a keyboard. *probe*: by ourselves."""

    code: int
    alt: bool = False
    ctrl: bool = False
    shift: bool = False
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
    return "layout_keys" if _changes_layout(key) else ""


def _changes_layout(key: HookKey) -> bool:
    if key.code in _SHIFTS:
        return key.alt or key.ctrl
    return key.shift and key.code in (*_CONTROLS, *_ALTS)


class HookPort(Protocol):
    """What only Windows can do. *elsewhere*: keys go to a desktop of its own (Ctrl+Alt+Del, lock screen, a
    question for an administrator), where no hook sees them."""

    def install(self, on_key: Callable[[HookKey], bool]) -> None: ...
    def type_probe(self) -> None: ...
    def elsewhere(self) -> bool: ...


class KeyboardHook:
    """Swallows the keys on the list, proves itself by a probe, puts itself back when that is not seen.

    While keys go elsewhere it says so, once, and goes on living: what comes next (the session locked, or
    back) must still be heard.
    """

    def __init__(self, port: HookPort, say: Callable[[str], None]) -> None:
        self._port = port
        self._say = say
        self._seen = False
        self._proved = False
        self._elsewhere = False
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
        if self._proved and self._went_elsewhere():
            self._say(BEAT)
        elif self._seen:
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

    def _went_elsewhere(self) -> bool:
        before, self._elsewhere = self._elsewhere, self._port.elsewhere()
        if self._elsewhere != before:
            self._say("session elsewhere" if self._elsewhere else "session back")
        return self._elsewhere
