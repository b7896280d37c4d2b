"""Reads a file that a person wrote by hand, and stops where no person would have gone on."""

import errno
import os
import stat
from pathlib import Path

LARGEST = 1_000_000


def read_small(path: Path) -> bytes:
    """The content of the file at *path*; OSError also for one larger than `LARGEST`, and for what is no file:
    a pipe that nobody writes to would be waited for without end."""
    with os.fdopen(_opened(path), "rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _opened(path: Path) -> int:
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return handle
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, "it is not a file", str(path))
