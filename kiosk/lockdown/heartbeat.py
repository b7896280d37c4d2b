"""The station's sign of life, and secrets a program that runs all day must not keep. Standard library
only.
"""

import ctypes
import os
import sys
from contextlib import suppress

# ---- heartbeat ---------------------------------------------------------------------------------------------
# The station's sign of life: a file that it touches once a second, so that whatever started it notices a
# hang.
#
# The variable KIOSK_HEARTBEAT names the file; without it nothing is written. The file holds one number:
# within how many seconds the next sign comes. Few imports: it is loaded before the first paint.

VARIABLE = "KIOSK_HEARTBEAT"
BACKDROP = "KIOSK_BACKDROP"  # tells the station the backdrop's process number; empty: there is none
CAUSE = "KIOSK_ENDED_BY"  # by which the supervisor tells what ended the run before
SILENCE_S = 18  # a station that waits ten seconds for a slow disk is not hung
OPENING_S = 55  # a log without checkpoints is read as a whole
START_S = 60  # until the first sign of a run


def beat(within_s: int = SILENCE_S) -> None:
    """Say that this program runs, and that it will say so again *within_s* seconds."""
    name = os.environ.get(VARIABLE)
    if not name:
        return
    with suppress(OSError):  # a heartbeat that cannot be written is noticed by its absence
        handle = os.open(name, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            with suppress(OSError):  # a full disk still records the time
                os.write(handle, f"{within_s:4}\n".encode())
        finally:
            os.close(handle)
        os.utime(name)


# ---- own memory --------------------------------------------------------------------------------------------
# What a program that runs all day must not keep where others can read it. Standard library only.

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
