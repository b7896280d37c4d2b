"""Settings of a Linux session that a guard may change, each behind a port: xset, setxkbmap, gsettings."""

import re

from kiosk.core.log.canonical import Json
from kiosk.lockdown.programs import Run

SCREEN_SAVER, PREFER_BLANKING, DPMS, BELL = "screen saver", "prefer blanking", "dpms", "bell"


class XSet:
    """Screen saver ("timeout cycle"), blanking ("yes"/"no"), dpms ("on"/"off"; None: no such extension) and
    bell (percent) of the X server."""

    name = "xset"

    def __init__(self, run: Run) -> None:
        self._run = run

    def read(self, key: str) -> Json:
        told = self._run(["xset", "q"])
        if key == SCREEN_SAVER:
            return f"{_number(told, 'timeout')} {_number(told, 'cycle')}"
        if key == BELL:
            return _number(told, "bell percent")
        if key == PREFER_BLANKING:
            return _word(told, r"prefer blanking:\s+(\w+)")
        states = {"Enabled": "on", "Disabled": "off"}
        return states.get(_word(told, r"DPMS is (\w+)") or "")

    def write(self, key: str, value: Json) -> None:
        if key == SCREEN_SAVER:
            self._run(["xset", "s", *str(value).split()])
        elif key == BELL:
            self._run(["xset", "b", str(value)])
        elif key == PREFER_BLANKING:
            self._run(["xset", "s", "blank" if value == "yes" else "noblank"])
        elif value is not None:
            self._run(["xset", "+dpms" if value == "on" else "-dpms"])


OPTIONS = "options"


class XKeyboard:
    """The options of the X keyboard map, as setxkbmap writes them: "a:b,c:d", or "" for none."""

    name = "setxkbmap"

    def __init__(self, run: Run) -> None:
        self._run = run

    def read(self, key: str) -> Json:
        return _word(self._run(["setxkbmap", "-query"]), r"options:\s+(\S+)") or ""

    def write(self, key: str, value: Json) -> None:
        self._run(
            ["setxkbmap", "-option", "", "-option", str(value)] if value else ["setxkbmap", "-option", ""]
        )


class Gsettings:
    """Keys of a GNOME-like desktop, "schema key", with values as gsettings prints them."""

    name = "gsettings"

    def __init__(self, run: Run) -> None:
        self._run = run

    def read(self, key: str) -> Json:
        return self._run(["gsettings", "get", *key.split()]).strip()

    def write(self, key: str, value: Json) -> None:
        self._run(["gsettings", "set", *key.split(), str(value)])

    def can_hold(self, key: str) -> bool:
        """Whether this desktop knows *key* and lets it be changed."""
        try:
            return self._run(["gsettings", "writable", *key.split()]).strip() == "true"
        except OSError:
            return False


def _number(text: str, label: str) -> int:
    found = re.search(rf"{label}:\s+(\d+)", text)
    if found is None:
        raise OSError(f"xset says nothing about {label}")
    return int(found[1])


def _word(text: str, pattern: str) -> str | None:
    found = re.search(pattern, text)
    return found[1] if found else None
