"""Files for people, written whole or not at all.

The rule it guards: a file appears under its name only when it is complete and on the disk; until then, and if
the disk is full, what was there before stays.
"""

import errno
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path

from kiosk.errors import OutputError
from kiosk.storage.durable_file import sync_file, sync_folder


def write_text(chunks: Iterable[str], target: Path) -> None:
    """Put *chunks* into *target*, complete and durable, in place of what was there."""

    def fill(partial: Path) -> None:
        with partial.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.writelines(chunks)
            file.flush()
            sync_file(file.fileno())

    write_whole(target, fill)


def write_database(conn: sqlite3.Connection, target: Path) -> None:
    """A copy of everything behind *conn*, made with SQLite's own backup, in place of what was there."""

    def fill(partial: Path) -> None:
        with closing(sqlite3.connect(partial)) as copy:
            copy.execute("PRAGMA journal_mode = OFF").fetchall()  # nobody sees it before it is whole
            conn.backup(copy, pages=1000)
        with partial.open("rb+") as file:
            sync_file(file.fileno())

    write_whole(target, fill)


def write_whole(target: Path, fill: Callable[[Path], None]) -> None:
    """*target* as *fill* makes it, or as it was before. What a link leads to is written, not the link."""
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
            partial.chmod(0o644)
            partial.replace(place)
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
        sync_folder(place.parent)
    except (OSError, sqlite3.Error) as error:
        raise OutputError(unwritable(target, error)) from error


def unwritable(target: Path, error: OSError | sqlite3.Error) -> str:
    """The sentence for a file that could not be written."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    if full or (isinstance(error, sqlite3.Error) and error.sqlite_errorcode == sqlite3.SQLITE_FULL):
        return f"{target} could not be written: the disk is full. Make room, or name another place."
    if isinstance(error, FileNotFoundError):
        return f"{target} could not be written: its folder is not there. Make it, or name another place."
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{target} could not be written: {reason}. Name another place."


def write_to_stdout(chunks: Iterable[str]) -> None:
    """*chunks* on the standard output, as UTF-8 whatever the terminal's own encoding is."""
    output = getattr(sys.stdout, "buffer", None)
    if output is None:
        raise OutputError("The output could not be written: it is closed. Name a file with --out FILE.")
    try:
        for chunk in chunks:
            output.write(chunk.encode("utf-8", "backslashreplace"))
        output.flush()
    except OSError as error:
        raise OutputError(f"The output could not be written: {error.strerror}.") from error
