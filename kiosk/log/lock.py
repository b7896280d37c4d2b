"""The lock that makes one process the writer of a data folder, for as long as it lives.

The operating system holds it, not a file's existence: after `kill -9` or a power cut nothing is in the way.
It is a file of its own because closing any handle of `log.db` would drop SQLite's locks on it. It also notes
whose log this folder holds, so that a log that was taken away is missed, and who holds the lock, so that
others can be told. That last line means nothing while nobody holds it: a crash leaves it behind.
"""

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from kiosk.base.frozen import frozen
from kiosk.errors import LogBusy, LogError
from kiosk.files import sync_file
from kiosk.folder import LOCK

STATION = "the station"
COMMAND = "a command"
_NOTE_AT = 1  # on Windows the first byte is what is locked
_HOLDER_AT = 64  # behind the note, which is shorter
_LONGEST_HOLDER = 80
_TRY_EVERY_S = 0.02
HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


@frozen
class Turn:
    """Who wants to write, as those who wait for it are told, and how long it waits for others."""

    holder: str = COMMAND
    wait_s: float = 0.0


TURN = Turn()  # a command that does not wait


class WriterLock:
    """Held from `take` until `release`, or until the process ends in any way."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def take(cls, folder: Path, wait_s: float = 0.0, holder: str = COMMAND) -> "WriterLock":
        """Become the writer of *folder*, within *wait_s* seconds or not at all. *holder*: who we are, for
        those who wait for us."""
        path = folder / LOCK
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise LogError(
                f"Nothing can be recorded in {folder}: {error.strerror}. Make the folder writable, or name "
                "another one with --data DIR."
            ) from error
        try:
            lock_within(handle, wait_s)
        except OSError as error:
            refusal = _refusal(error, folder, _read(handle, _HOLDER_AT, _LONGEST_HOLDER))
            os.close(handle)
            raise refusal from error
        except BaseException:  # Ctrl-C while it waits
            os.close(handle)
            raise
        lock = cls(handle)
        lock._name(holder)
        return lock

    def _name(self, holder: str) -> None:
        """Say who holds the lock; nothing depends on it."""
        if self._handle is not None:
            with suppress(OSError):
                size = os.fstat(self._handle).st_size
                os.ftruncate(self._handle, min(size, _HOLDER_AT))
                os.lseek(self._handle, 0, os.SEEK_END)
                line = f"{os.getpid()} {holder}\n" if holder else ""
                os.write(self._handle, b" " * max(0, _HOLDER_AT - size) + line.encode())

    def station(self) -> str:
        """The station whose log this folder holds, or nothing if it never held one."""
        return "" if self._handle is None else _read(self._handle, _NOTE_AT, _HOLDER_AT - _NOTE_AT)

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
                os.fstat(self._handle), (folder / LOCK).stat()
            )
        except FileNotFoundError:
            return False

    @property
    def held(self) -> bool:
        return self._handle is not None

    def release(self) -> None:
        """Let another process write; a second call does nothing."""
        if self._handle is not None:
            self._name("")
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> "WriterLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def noted_station(folder: Path) -> str:
    """The station whose log *folder* held when a writer was last there; asks for no lock."""
    try:
        handle = os.open(folder / LOCK, os.O_RDONLY)
    except OSError:
        return ""
    try:
        return _read(handle, _NOTE_AT, _HOLDER_AT - _NOTE_AT)
    finally:
        os.close(handle)


def _read(handle: int, start: int, size: int) -> str:
    """The line of the lock file that begins at *start*."""
    try:
        os.lseek(handle, start, os.SEEK_SET)
        line, ended, _ = os.read(handle, size).partition(b"\n")
    except OSError:
        return ""
    # A line cut short by a power cut does not count.
    return line.decode("ascii", errors="replace").strip() if ended else ""


def _refusal(error: OSError, folder: Path, holder: str) -> LogError:
    if error.errno not in HELD:
        return LogError(
            f"The log in {folder} cannot be locked: {error.strerror}. Keep the data folder on a disk of this "
            "computer."
        )
    process, _, name = holder.partition(" ")
    if name == STATION:
        return LogBusy(
            "The station is running and keeps this log. Leave it first (at the station Ctrl+F12, the "
            "passcode, then 2), then try again."
        )
    who = f"“{name}” (process {process})" if name.startswith("kiosk ") else "Another program"
    return LogBusy(f"{who} is writing to this log, and only one can. Try again when it has ended.")


def lock_within(handle: int, wait_s: float) -> None:
    """Lock, and try again until *wait_s* seconds have passed while somebody else holds it."""
    until = time.monotonic() + wait_s
    while True:
        try:
            return _lock(handle)
        except OSError as error:
            if error.errno not in HELD or time.monotonic() >= until:
                raise
        time.sleep(_TRY_EVERY_S)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
