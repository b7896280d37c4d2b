"""One process at a time changes the folder of lists.

The operating system holds the lock, not a file's existence: after a kill nothing is in the way. Readers need
no lock: a list is there if and only if its manifest is.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.storage.log.lock import HELD, lock_within

_WAIT_S = 60.0


@contextlib.contextmanager
def sole_writer(home: Path, wait_s: float = _WAIT_S) -> Iterator[None]:
    """Be the only process that changes the folder of lists *home*, which is created if it is missing."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        handle = _open(home)
    except OSError as error:
        raise _unsaved(home, error) from error
    try:
        _wait_for(handle, home, wait_s)
        yield
    finally:
        os.close(handle)


def _open(home: Path) -> int:
    if sys.platform == "win32":
        return os.open(home / ".lock", os.O_RDWR | os.O_CREAT)
    return os.open(home, os.O_RDONLY)  # the folder itself can be locked


def _wait_for(handle: int, home: Path, wait_s: float) -> None:
    try:
        lock_within(handle, wait_s)
    except OSError as error:
        if error.errno not in HELD:
            raise _unsaved(home, error) from error
        raise LexiconError(
            "Nothing was changed: another import is at work on the word lists of this data folder. "
            "Wait for it and try again."
        ) from error


def _unsaved(home: Path, error: OSError) -> LexiconError:
    return LexiconError(
        f"The word list could not be saved in {home} ({error.strerror or error}). Nothing was imported."
    )
