"""The machine's clocks: the time of day, a clock nobody can set, and which boot this is."""

import sys
import time
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from kiosk.base.clock import Reading

UNKNOWN_BOOT = "unknown"


def system_clock() -> Reading:
    """What the clocks of this machine say now."""
    mono_ms = _monotonic_ms()
    now = datetime.now(UTC)
    offset = now.astimezone().utcoffset()
    return Reading(
        at=f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z",
        offset_min=int(offset.total_seconds() // 60) if offset else 0,
        mono_ms=mono_ms,
        boot=boot_id(),
    )


def _monotonic_ms() -> int:
    """A clock that also counts while the machine sleeps, so that sleep is not a jump."""
    if sys.platform == "linux":
        nanoseconds = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    elif sys.platform == "darwin":
        nanoseconds = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    else:
        nanoseconds = time.monotonic_ns()
    return nanoseconds // 1_000_000


@cache
def boot_id() -> str:
    """A name of this boot of the machine, or “unknown” where the system keeps none."""
    try:
        return _boot() or UNKNOWN_BOOT
    except OSError:
        return UNKNOWN_BOOT


if sys.platform == "win32":
    import winreg

    def _boot() -> str:
        """The number Windows gives to each of its boots."""
        key = r"SYSTEM\CurrentControlSet\Control\Session Manager\Memory Management\PrefetchParameters"
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as parameters:
            return f"windows-{winreg.QueryValueEx(parameters, 'BootId')[0]}"

elif sys.platform == "darwin":

    def _boot() -> str:
        import subprocess  # slow to import, and needed on this system alone

        asked = ["/usr/sbin/sysctl", "-n", "kern.bootsessionuuid"]
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603

else:

    def _boot() -> str:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
