"""A folder that is erased when whoever made it is done, or else by the next one who makes such a folder.

It lies where the system keeps passing things, for this account alone. The operating system holds its lock,
so one left behind by `kill -9` is told from one in use; nothing of another account, and no link, is
touched.
"""

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kiosk.errors import PracticeError
from kiosk.files import lock_within

PREFIX = "kiosk-rehearsal-"
IN_USE = "in-use"
_BEING_MADE_S = 60  # a younger folder without a lock is one that is being made


@contextmanager
def throw_away(above: Path | None = None) -> Iterator[Path]:
    """A new empty folder below *above*, else where the system keeps passing things; it is gone afterwards."""
    place = above or Path(tempfile.gettempdir())
    sweep(place)
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))  # for this account alone
        handle = os.open(folder / IN_USE, os.O_RDWR | os.O_CREAT, 0o600)
        lock_within(handle, 0.0)
    except OSError as error:
        raise PracticeError(
            f"No folder for the rehearsal could be made in {place}: {error.strerror or error}. "
            "Make room there, or set TMPDIR to another place."
        ) from error
    try:
        yield folder
    finally:
        os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)  # what cannot go now is swept by the next


def sweep(place: Path) -> None:
    """Erase what a killed rehearsal of this account left in *place*."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if _is_left_behind(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left_behind(folder: Path) -> bool:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
        return False
    try:
        handle = os.open(folder / IN_USE, os.O_RDWR)
    except FileNotFoundError:
        return time.time() - found.st_mtime > _BEING_MADE_S
    try:
        lock_within(handle, 0.0)
    except OSError:  # somebody rehearses there
        return False
    finally:
        os.close(handle)
    return True
