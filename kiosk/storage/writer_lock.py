"""The lock that makes one process the writer of a data folder, for as long as it lives.

The operating system holds it, not a file's existence: after `kill -9` or a power cut nothing is in the way.
It is a file of its own because closing any handle of `log.db` would drop SQLite's locks on it. It also notes
whose log this folder holds, so that a log that was taken away is missed.
"""

import errno
import os
import sys
from pathlib import Path
from types import TracebackType

from kiosk.errors import LogBusy, LogError
from kiosk.storage.durable_file import sync_file

LOCK_NAME = "log.lock"
_NOTE_AT = 1  # on Windows the first byte is what is locked
_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


class WriterLock:
    """Held from `take` until `release`, or until the process ends in any way."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def take(cls, folder: Path) -> "WriterLock":
        """Become the writer of *folder*, at once or not at all."""
        path = folder / LOCK_NAME
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise LogError(
                f"Nothing can be recorded in {folder}: {error.strerror}. Make the folder writable, or name "
                "another one with --data DIR."
            ) from error
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            raise _refusal(error, folder) from error
        return cls(handle)

    def station(self) -> str:
        """The station whose log this folder holds, or nothing if it never held one."""
        if self._handle is None:
            return ""
        os.lseek(self._handle, _NOTE_AT, os.SEEK_SET)
        noted = os.read(self._handle, 64)
        # A note cut short by a power cut is none.
        return noted.decode("ascii", errors="replace").strip() if noted.endswith(b"\n") else ""

    def note(self, station: str) -> None:
        """Remember *station*, durably."""
        if self._handle is not None:
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, b" " * _NOTE_AT + station.encode() + b"\n")
            sync_file(self._handle)

    def stands_in(self, folder: Path) -> bool:
        """Whether the locked file is still the one in *folder*; else another process could lock that one."""
        try:
            return self._handle is not None and os.path.samestat(
                os.fstat(self._handle), (folder / LOCK_NAME).stat()
            )
        except FileNotFoundError:
            return False

    @property
    def held(self) -> bool:
        return self._handle is not None

    def release(self) -> None:
        """Let another process write; a second call does nothing."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> "WriterLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _refusal(error: OSError, folder: Path) -> LogError:
    if error.errno in _HELD:
        return LogBusy(
            "The station is running and keeps this log. Use its console, or close it first and try again. "
            "If it is not running, another command is: wait for it."
        )
    return LogError(
        f"The log in {folder} cannot be locked: {error.strerror}. Keep the data folder on a disk of this "
        "computer."
    )


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
