"""Whether whoever types a command sits at a screen. Over ssh nobody can see how the station is protected."""

import os

from kiosk.lockdown.desktop import this_system
from kiosk.lockdown.escapes import System


def has_screen() -> bool:
    """Whether this session could show the station; elsewhere than on Linux every session counts as one."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return this_system() is not System.LINUX or bool(named)
