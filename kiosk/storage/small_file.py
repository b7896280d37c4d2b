"""Reads a file that a person wrote by hand, and stops where no person would have gone on."""

import errno
import os
from pathlib import Path

LARGEST = 1_000_000


def read_small(path: Path) -> bytes:
    """The content of the file at *path*; OSError also for one larger than `LARGEST`, or without end."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content
