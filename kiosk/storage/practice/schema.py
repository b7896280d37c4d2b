"""The layout of `practice.db`, and how it is opened: durable, private, and only if this program made it.

The rule guarded here: a history that a newer program wrote, or that is none, is left untouched.
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from kiosk.errors import PracticeError
from kiosk.files import PRIVATE, sync_folder

VERSION = 1
APPLICATION = 0x43_4B_50_52  # “CKPR”: tells our file from any other SQLite file
_BUSY_S = 3.0
_TABLES = """
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, session TEXT NOT NULL, at TEXT NOT NULL, offset_min INTEGER NOT NULL,
    fingerprint TEXT NOT NULL, timed INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE TABLE cards (
    id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, word TEXT NOT NULL, introduced TEXT NOT NULL,
    body TEXT NOT NULL, UNIQUE (fingerprint, word)
) STRICT;
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY, attempt INTEGER NOT NULL REFERENCES attempts (id), rating INTEGER,
    fingerprint TEXT NOT NULL, word TEXT NOT NULL, before TEXT, after TEXT NOT NULL
) STRICT;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE INDEX reviews_of_attempt ON reviews (attempt);
CREATE INDEX cards_begun ON cards (introduced);
"""


def open_history(path: Path) -> sqlite3.Connection:
    """The history at *path*, made if it is not there."""
    try:
        if not path.exists():
            _make(path)
        conn = _connect(path)
    except (sqlite3.Error, OSError) as error:
        raise unusable(path, error) from error
    try:
        _recognised(conn, path)
        _make_durable(conn)
    except sqlite3.Error as error:
        conn.close()
        raise unusable(path, error) from error
    except BaseException:
        conn.close()
        raise
    return conn


def unusable(path: Path, error: Exception) -> PracticeError:
    """What to say when *path* cannot be read or written."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
        return PracticeError(f"The disk of {path} is full, so the answer was not saved. Make room on it.")
    reason = getattr(error, "strerror", None) or error
    if not isinstance(error, sqlite3.Error | OSError):
        reason = "a row of it is damaged"
    return PracticeError(
        f"The practice history {path} cannot be used: {reason}. "
        "Move that file away to begin a new one, or put back a good copy."
    )


def _make(path: Path) -> None:
    # Under another name first: an empty or half-made practice.db is never one of ours.
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    with closing(_connect(new)) as conn:
        new.chmod(PRIVATE)
        _make_durable(conn)
        conn.executescript(
            f"BEGIN; {_TABLES} PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {VERSION}; COMMIT;"
        )
    new.rename(path)
    sync_folder(path.parent)


def _connect(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
    conn.execute("PRAGMA trusted_schema = OFF")
    return conn


def _recognised(conn: sqlite3.Connection, path: Path) -> None:
    (made_by,) = conn.execute("PRAGMA application_id").fetchone()
    (version,) = conn.execute("PRAGMA user_version").fetchone()
    if made_by != APPLICATION:
        raise PracticeError(
            f"{path} is not a practice history, so it is left as it is. Move it away to begin a new one."
        )
    if version > VERSION:
        raise PracticeError(
            f"The practice history {path} was written by a newer version of this program, so it is left as "
            "it is. Update the program, or name another folder with --data DIR."
        )


def _make_durable(conn: sqlite3.Connection) -> None:
    """An answer that is acknowledged survives `kill -9` and a power cut."""
    conn.execute("PRAGMA journal_mode = TRUNCATE")
    conn.execute("PRAGMA synchronous = EXTRA")
    conn.execute("PRAGMA foreign_keys = ON")
    if sys.platform == "darwin":
        conn.execute("PRAGMA fullfsync = 1")
