"""The station's sign of life: a file that it touches once a second, so that whatever started it notices a
hang.

The variable KIOSK_HEARTBEAT names the file; without it nothing is written. The file holds one number: within
how many seconds the next sign comes. Few imports: it is loaded before the first paint.
"""

import os
from contextlib import suppress

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
