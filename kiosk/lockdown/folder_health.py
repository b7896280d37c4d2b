"""Read what any system can say about a data folder: the space left, and who else can get into it."""

import os
import shutil
import stat
from pathlib import Path

OTHERS = 0o077


def free_bytes(folder: Path) -> int | None:
    """The space left where *folder* is or will be."""
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def loose_files(folder: Path) -> tuple[str, ...]:
    """What in *folder* other accounts can reach; "." is the folder itself, which if closed protects
    everything inside."""
    if os.name != "posix":
        return ()
    try:
        if not stat.S_IMODE(folder.stat().st_mode) & OTHERS:
            return ()
        names = sorted(each.name for each in folder.iterdir() if each.stat().st_mode & OTHERS)
    except OSError:
        return ()
    return (".", *names)
