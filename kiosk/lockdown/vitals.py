"""Read the machine's vital signs: power, room, screens, keyboard. None where the system does not say."""

import os
import re
import shutil
import stat
import sys
from collections.abc import Mapping
from pathlib import Path

from kiosk.lockdown.health import X_PROGRAMS, Power
from kiosk.lockdown.programs import Run, run, said

OTHERS = 0o077


def power(root: Path = Path("/"), run_program: Run = run, platform: str = sys.platform) -> Power:
    """How the machine is powered now; cheap enough to ask once a minute."""
    if platform == "win32":
        return _windows_power()
    if platform == "darwin":
        return mac_power(said(run_program, ["pmset", "-g", "batt"]) or "")
    return linux_power(root / "sys/class/power_supply")


def linux_power(folder: Path) -> Power:
    """From the kernel's list of power supplies; nothing is known where none is listed."""
    mains: bool | None = None
    percents: list[int] = []
    for supply in _files_in(folder):
        kind = _line(supply / "type")
        if kind in ("Mains", "USB") and (online := _line(supply / "online")):
            mains = bool(mains) or online != "0"
        elif kind == "Battery" and _line(supply / "scope") != "Device":
            percents.extend(int(text) for text in [_line(supply / "capacity")] if text.isdigit())
    return Power(mains, min(percents, default=None))


def mac_power(told: str) -> Power:
    """From what `pmset -g batt` prints."""
    if not told:
        return Power()
    percent = re.search(r"(\d+)%", told)
    return Power("'AC Power'" in told, int(percent[1]) if percent else None)


def free_bytes(folder: Path) -> int | None:
    """The room left where *folder* is or will be."""
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def screens(root: Path = Path("/")) -> tuple[str, ...] | None:
    """The connected screens with their best size, as the Linux kernel lists them; None elsewhere."""
    outputs = _files_in(root / "sys/class/drm", "card*-*")
    if not outputs:
        return None
    connected = [each for each in outputs if _line(each / "status") == "connected"]
    return tuple(_line(each / "modes") or "unknown size" for each in connected)


def keyboard(root: Path = Path("/"), run_program: Run = run) -> str | None:
    """The keyboard layout of this X session, else the one the Linux system is set to."""
    found = re.search(r"layout:\s+(\S+)", said(run_program, ["setxkbmap", "-query"]) or "")
    if found is None:
        try:
            text = (root / "etc/default/keyboard").read_text(errors="replace")
        except OSError:
            return _windows_layout()
        found = re.search(r'^XKBLAYOUT="?([\w,]+)', text, re.MULTILINE)
    return found[1] if found else None


def missing_programs(environment: Mapping[str, str], platform: str = sys.platform) -> tuple[str, ...]:
    """Programs that an X session is examined by and that are not there; none where there is no X session."""
    if platform != "linux" or not environment.get("DISPLAY"):
        return ()
    return tuple(name for name in X_PROGRAMS if shutil.which(name, path=environment.get("PATH")) is None)


def loose_files(folder: Path) -> tuple[str, ...]:
    """What in *folder* other accounts may reach; "." is the folder itself, which shuts off all within."""
    if os.name != "posix":
        return ()
    try:
        if not stat.S_IMODE(folder.stat().st_mode) & OTHERS:
            return ()
        names = sorted(each.name for each in folder.iterdir() if each.stat().st_mode & OTHERS)
    except OSError:
        return ()
    return (".", *names)


def unsupported() -> str:
    """Why this system is not supported, in a sentence; empty when it is."""
    if sys.platform == "win32":
        from kiosk.lockdown.windows import guards as windows
        from kiosk.lockdown.windows.calls import WindowsCalls

        return windows.unsupported(WindowsCalls())
    else:
        return ""


def _windows_power() -> Power:
    if sys.platform == "win32":
        from kiosk.lockdown.windows.calls import WindowsCalls

        return Power(*WindowsCalls().power())
    else:
        return Power()


def _windows_layout() -> str | None:
    if sys.platform == "win32":
        from kiosk.lockdown.windows.calls import WindowsCalls

        return WindowsCalls().keyboard_layout() or None
    else:
        return None


def _files_in(folder: Path, pattern: str = "*") -> list[Path]:
    """What *folder* holds by *pattern*; nothing where it is missing or may not be read."""
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def _line(path: Path) -> str:
    try:
        return path.read_text(errors="replace").partition("\n")[0].strip()
    except OSError:
        return ""
