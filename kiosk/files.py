"""Files on disk: the only place that forces their content there.

The rule it guards: a file appears under its name only when it is complete and on the disk; a power cut or a
full disk leaves either the old one or the new one, never a part.
"""

import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kiosk.errors import OutputError

PRIVATE = 0o600  # of a file in the data folder
LARGEST_SMALL = 1_000_000
_PRIVATE_FOLDER = 0o700


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Put *content* in place of *path*, on disk when this returns. Raises OSError and leaves the old file."""
    with stage(path, content, mode):
        pass


@contextmanager
def stage(path: Path, content: bytes, mode: int = PRIVATE) -> Iterator[None]:
    """Have *content* ready on disk; it replaces *path* when the block succeeds, and is removed otherwise."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        os.close(handle)
        write_through(temporary, content)
        temporary.chmod(mode)
        yield
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_through(path: Path, content: bytes) -> None:
    """Fill *path* with *content*, on disk when this returns. Only for names that nobody reads yet."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        sync_file(file.fileno())


def remove_durably(path: Path) -> None:
    """Take *path* away if it is there; it stays away after a power cut."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make *folder* and whatever is missing above it; each new name is on disk when this returns."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_folder(made.parent)


def make_private_folder(folder: Path) -> None:
    """Make *folder*, or take it as it is, so that no other account can look into it or lock what is in it."""
    make_folder(folder)
    if sys.platform == "win32":
        return
    found = folder.stat()
    shared = found.st_mode & stat.S_ISVTX or folder.resolve() in (Path("/"), Path.home())
    # Another account's folder is that account's affair, and one that others live in must stay open to them.
    if found.st_uid == os.geteuid() and not shared and found.st_mode & 0o077:
        folder.chmod(_PRIVATE_FOLDER)


def sync_file(descriptor: int) -> None:
    """Force the file's content to the disk itself, past the drive's cache where the system can."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make a new name in *folder* durable; Windows has no such call and needs none."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_renamed(path: Path) -> None:
    """Make *path* durable under the name it was just given. On a stick with FAT a rename leaves an entry of
    length 0 on the disk; where the content lies is written when the file itself is synced once more."""
    if sys.platform != "win32":
        with path.open("rb") as file:
            sync_file(file.fileno())
    sync_folder(path.parent)


# ---- locks -------------------------------------------------------------------------------------------------
# The operating system holds a lock, not a file's existence: after a kill nothing is in the way.

HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}  # how a system says that somebody else holds it
_TRY_EVERY_S = 0.02


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


# ---- files for people --------------------------------------------------------------------------------------
def write_text(chunks: Iterable[str], target: Path) -> None:
    """Put *chunks* into *target*, complete and durable, in place of what was there."""

    def fill(partial: Path) -> None:
        with partial.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.writelines(chunks)

    write_whole(target, fill)


def write_whole(target: Path, fill: Callable[[Path], None]) -> None:
    """Make *target* as *fill* does, or leave it. What a link leads to is written, not the link."""
    try:
        if target.is_dir():
            raise OutputError(f"{target} is a folder. Name a file in it.")
        if target.exists() and not target.is_file():  # /dev/null would be a file from then on
            raise OutputError(f"{target} is not a file, but a device or a pipe. Name a file.")
        place = target.resolve() if target.is_symlink() else target
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        os.close(handle)
        partial = Path(name)
        try:
            fill(partial)
            with partial.open("rb+") as file:
                sync_file(file.fileno())
            partial.chmod(0o644)
            partial.replace(place)
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
        sync_renamed(place)
    except OSError as error:
        raise OutputError(unwritable(target, error)) from error


def unwritable(target: Path, error: OSError) -> str:
    """The sentence for a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{target} could not be written: the disk is full. Make room, or name another place."
    if isinstance(error, FileNotFoundError):
        return f"{target} could not be written: its folder is not there. Make it, or name another place."
    return f"{target} could not be written: {error.strerror or error}. Name another place."


# ---- files by hand -----------------------------------------------------------------------------------------
def read_small(path: Path, largest: int = LARGEST_SMALL) -> bytes:
    """Return the content of a file that a person wrote or may have put in the place of ours; OSError also for
    one larger than any of these is, and for what is no file: reading a pipe that nobody writes to would
    never end."""
    with os.fdopen(_open_file(path), "rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _open_file(path: Path) -> int:
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return handle
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "it is not a file", str(path))
