"""A copy of a log as a file for people, and what to say when SQLite could not write one."""

import sqlite3
from contextlib import closing
from pathlib import Path

from kiosk.errors import OutputError
from kiosk.files import write_whole


def write_database(conn: sqlite3.Connection, target: Path) -> int:
    """Put a copy of everything behind *conn*, made with SQLite's own backup, in place of what was there;
    returns how many records it has."""

    def fill(partial: Path) -> None:
        with closing(sqlite3.connect(partial)) as copy:
            copy.execute("PRAGMA journal_mode = OFF").fetchall()  # nobody sees it before it is whole
            conn.backup(copy, pages=1000)

    try:
        write_whole(target, fill)
    except sqlite3.Error as error:
        raise OutputError(unwritten(target, error)) from error
    return int(conn.execute("SELECT count(*) FROM records NOT INDEXED").fetchone()[0])


def unwritten(target: Path, error: sqlite3.Error) -> str:
    """The sentence for a database that SQLite could not write."""
    if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
        return f"{target} could not be written: the disk is full. Make room, or name another place."
    return f"{target} could not be written: {error}. Name another place."
