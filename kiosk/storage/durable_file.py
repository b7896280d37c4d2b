"""Write a whole small file so that a power cut leaves either the old one or the new one, never a part."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PRIVATE = 0o600  # of a file in the data folder
_PRIVATE_FOLDER = 0o700


def write_durably(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Put *content* in place of *path*, on disk when this returns. Raises OSError and leaves the old file."""
    with staged(path, content, mode):
        pass


@contextmanager
def staged(path: Path, content: bytes, mode: int = PRIVATE) -> Iterator[None]:
    """Have *content* ready on disk; it takes the place of *path* when the block ends well, and else goes."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            sync_file(file.fileno())
        temporary.chmod(mode)
        yield
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
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
