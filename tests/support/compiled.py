"""The C programs of these tests, compiled once a run. Where there is no compiler this fails: nothing is
skipped.
"""

import atexit
import functools
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "log" / "real"


@functools.cache
def _room() -> Path:
    room = Path(tempfile.mkdtemp(prefix="kiosk-compiled-"))
    atexit.register(shutil.rmtree, room, ignore_errors=True)
    return room


def _made(source: str, *flags: str) -> Path:
    made = _room() / Path(source).stem
    command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(made), str(SOURCES / source), *flags]
    subprocess.run(command, check=True)
    return made


@functools.cache
def disk_shim() -> Path:
    """The library to preload under a process whose disk is to fail."""
    return _made("disk_shim.c", "-shared", "-fPIC", "-ldl")


@functools.cache
def foreign_verifier() -> Path:
    """The verifier that shares nothing with the program."""
    return _made("foreign_verifier.c", "-lsqlite3")


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder on no disk, where thousands of trials cost little."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="kiosk-") as folder:
        yield Path(folder)
