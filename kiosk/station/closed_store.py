"""A note beside the log that this station was closed and why.

It survives a crash, and works when the log does not: the file is created at the start with room in it and
later overwritten in place, so that a full disk cannot keep it from being set. Doubt closes: a mark that is
there and cannot be read counts as set.
"""

import os
from pathlib import Path

from kiosk.files import read_small, sync_file, sync_folder
from kiosk.folder import CLOSED

UNREADABLE = "The station was closed, but why cannot be read."
_ROOM = 512
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # for who reads a pipe that was put there


class ClosedMark:
    def __init__(self, folder: Path) -> None:
        self._path = folder / CLOSED
        self._write("", os.O_EXCL)  # if there is none yet

    def set(self, why: str) -> None:
        """Remember *why*; if the disk refuses even this, the station stays closed until it is restarted."""
        self._write(why)

    def clear(self) -> None:
        self._write("")

    def why(self) -> str:
        """Why the station was closed, or nothing."""
        try:
            return read_small(self._path).decode("utf-8", errors="replace").strip()
        except FileNotFoundError:
            return ""
        except OSError:
            return UNREADABLE

    def _write(self, text: str, only: int = 0) -> None:
        room = text.encode()[: _ROOM - 1].ljust(_ROOM - 1) + b"\n"
        try:
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | _NO_WAITING | only, 0o600)
        except OSError:
            return
        try:
            os.write(handle, room)
            sync_file(handle)
            sync_folder(self._path.parent)  # the name may be new
        except OSError:
            return
        finally:
            os.close(handle)
