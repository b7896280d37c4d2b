"""The one keyboard layout of the kiosk session: the first Latin one the machine is set to, and no key that
switches to another. Standard library only."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

SETTINGS = "etc/default/keyboard"
# Layouts of xkeyboard-config without Latin letters; on one that is missing here letters count by position.
_NAMES = """
    af am ara bd bg bt by eg et ge gr il in iq ir kg kh kz la lk ma mk mm mn mv np pk rs ru sy th tj ua
"""
NOT_LATIN = frozenset(_NAMES.split())
PLAIN = re.compile(r"[\w-]*")


@dataclass(frozen=True)
class KeyboardLayout:
    """As xkb names them; *variant* may be empty."""

    name: str = "us"
    variant: str = ""


US = KeyboardLayout()


def session_layout(root: Path) -> KeyboardLayout:
    """The layout for the session of the machine whose files lie below *root*; US where none will do."""
    try:
        text = (root / SETTINGS).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return US
    names, variants = (_value(text, key).split(",") for key in ("XKBLAYOUT", "XKBVARIANT"))
    variants += [""] * len(names)
    for name, variant in zip(names, variants, strict=False):
        if name and name not in NOT_LATIN and PLAIN.fullmatch(name) and PLAIN.fullmatch(variant):
            return KeyboardLayout(name, variant)
    return US


def _value(text: str, key: str) -> str:
    found = re.search(rf"^\s*{key}=(.*)$", text, re.MULTILINE)
    try:
        words = shlex.split(found[1], comments=True) if found else []
    except ValueError:
        return ""
    return words[0] if words else ""
