"""One process at a time changes the folder of lists.

The operating system holds the lock, not a file's existence: after a kill nothing is in the way. Readers need
no lock: a list is there if and only if its manifest is.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from kiosk.errors import LexiconError

_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
_WAIT_S = 60.0
_PAUSE_S = 0.05


@contextlib.contextmanager
def sole_writer(home: Path, wait_s: float = _WAIT_S) -> Iterator[None]:
    """Be the only one to change the folder of lists *home*, which is made if it is not there."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        handle = _open(home)
    except OSError as error:
        raise _unsaved(home, error) from error
    try:
        _wait_for(handle, home, time.monotonic() + wait_s)
        yield
    finally:
        os.close(handle)


def _open(home: Path) -> int:
    if sys.platform == "win32":
        return os.open(home / ".lock", os.O_RDWR | os.O_CREAT)
    return os.open(home, os.O_RDONLY)  # the folder itself can be locked


def _wait_for(handle: int, home: Path, until: float) -> None:
    while True:
        try:
            _lock(handle)
            return
        except OSError as error:
            if error.errno not in _HELD:
                raise _unsaved(home, error) from error
            if time.monotonic() > until:
                raise LexiconError(
                    "Nothing was changed: another import is at work on the word lists of this data folder. "
                    "Wait for it and try again."
                ) from error
        time.sleep(_PAUSE_S)


def _unsaved(home: Path, error: OSError) -> LexiconError:
    return LexiconError(
        f"The word list could not be saved in {home} ({error.strerror or error}). Nothing was imported."
    )


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
