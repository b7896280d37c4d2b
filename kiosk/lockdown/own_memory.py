"""What a program that runs all day must not keep where others can read it. Standard library only."""

import ctypes
import os
import sys
from contextlib import suppress

PASSCODE, NEW_PASSCODE = SECRETS = ("KIOSK_PASSCODE", "KIOSK_NEW_PASSCODE")  # meant for one command
PR_SET_DUMPABLE = 4


def forget_secrets() -> None:
    """Keep passcodes out of this process's environment, out of every child's, and out of a core dump."""
    for name in SECRETS:
        if name in os.environ:
            # os.environ alone would leave the text in the memory that /proc/PID/environ shows.
            _overwrite(name, len(os.environ[name].encode(errors="surrogateescape")))
            del os.environ[name]
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def _overwrite(name: str, length: int) -> None:
    """Blank the value of *name* where the system put it when this process began."""
    if sys.platform == "win32":
        return
    libc = ctypes.CDLL(None)
    libc.getenv.restype = ctypes.c_void_p
    if place := libc.getenv(name.encode()):
        ctypes.memset(place, 0, length)
