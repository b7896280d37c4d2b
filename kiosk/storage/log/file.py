"""The file behind the log: how it is made, opened for writing, kept durable and recognised again.

The rule it guards: SQLite's durability settings are read back after they are set, and anything weaker is
refused.
"""

import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from kiosk.core.log.kinds import Record
from kiosk.errors import LogError
from kiosk.files import PRIVATE, sync_folder
from kiosk.storage.log.layout import LAYOUT, lay_out, layout
from kiosk.storage.log.schema import COLUMNS, FORMAT, STAGES, create, differences, stage
from kiosk.storage.reading.checks import DAMAGE, JOURNAL, beside, bounded, check_file, check_make
from kiosk.storage.reading.reader import cause, damaged

BUSY_S = 10.0  # a reader's lock of some seconds must not close the station
MOMENT_MS = 100  # so long a page may stand still before it says that the record is being made
_INSERT = f"INSERT INTO records ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants

# What makes a commit durable, as SQLite reports it. fullfsync: an Apple disk may otherwise keep the
# record in its own memory.
_WORDS = {"synchronous": {"0": "off", "1": "normal", "2": "full", "3": "extra"}}
DURABLE: Mapping[str, str] = {
    "journal_mode": "truncate",
    "synchronous": "extra",
    "locking_mode": "normal",
    **({"fullfsync": "1", "checkpoint_fullfsync": "1"} if sys.platform == "darwin" else {}),
}


def make_log(path: Path, *records: Record) -> None:
    """Create the log at *path*, complete with *records*, the first of which is its genesis, or leave what was
    there."""
    # Made under another name, so that we never leave an empty or half-made log.db.
    new = path.with_name(path.name + ".new")
    try:
        _refuse_orphan(path)
        _discard(new)
        with closing(_connect(new, "rwc")) as conn:
            new.chmod(PRIVATE)  # SQLite gives the journal the same
            set_pragmas(conn)
            with transaction(conn):
                create(conn)
                for record in records:
                    insert(conn, record)
        new.replace(path)
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise LogError(
            f"The log {path} could not be made: {cause(error)}. Check the disk and the folder."
        ) from error
    finally:
        with suppress(OSError):
            _discard(new)


def _refuse_orphan(path: Path) -> None:
    journal = beside(path, JOURNAL)
    if journal.exists() and journal.stat().st_size:
        raise LogError(
            f"{path} is gone, but what a last run left unfinished is still there. Put the log back, "
            f"or move {journal.name} away to begin a new one."
        )


def open_log(path: Path) -> sqlite3.Connection:
    """The existing log at *path*, ready to be written; refuses what this program would not have made."""
    check_file(path)
    try:
        conn = _connect(path, "rw")
    except DAMAGE as error:
        raise LogError(damaged(path, error)) from error
    try:
        _make_ready(conn, path.stat().st_size)
    except DAMAGE as error:
        conn.close()
        raise LogError(_unwritable(path, error)) from error
    except BaseException:
        conn.close()
        raise
    return conn


def _make_ready(conn: sqlite3.Connection, size: int) -> None:
    with bounded(conn, size):
        done = stage(conn)
        changed, laid_out = differences(conn, done), layout(conn)
    if changed:
        raise LogError(
            f"The log is not as this program makes it ({', '.join(changed)}), so nothing is written to it. "
            "Keep the file, and begin with an empty data folder."
        )
    if done == len(STAGES):
        check_make(conn)  # what readers refuse is not written to
    set_pragmas(conn)
    if done < len(STAGES):
        with transaction(conn):
            create(conn)
    elif laid_out < LAYOUT:
        with transaction(conn):
            lay_out(conn)
    _probe(conn)


def _probe(conn: sqlite3.Connection) -> None:
    """Fail now if the file cannot be written. BEGIN IMMEDIATE alone does not tell: on a read-only file SQLite
    quietly makes it a read transaction."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute(f"PRAGMA user_version = {FORMAT}")
    finally:
        conn.rollback()


def _unwritable(path: Path, error: Exception) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_READONLY:
        return (
            f"The log {path} is read-only, so nothing can be recorded. Make the file and its folder writable."
        )
    if code == sqlite3.SQLITE_FULL:
        return f"The disk of {path} is full, so nothing can be recorded. Make room on it."
    return damaged(path, error)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)


def set_pragmas(conn: sqlite3.Connection) -> Mapping[str, str]:
    """Set what makes a commit durable and return what is really in force; refuse anything less."""
    for name, value in DURABLE.items():
        conn.execute(f"PRAGMA {name} = {value}")
    in_force = {name: _pragma(conn, name) for name in (*DURABLE, "page_size")}
    if missing := [
        f"{name} is {in_force[name]}" for name, value in DURABLE.items() if in_force[name] != value
    ]:
        raise LogError(
            f"This disk or SQLite does not keep records safely ({', '.join(missing)}), so nothing is "
            "recorded. Use another disk."
        )
    return in_force


def _pragma(conn: sqlite3.Connection, name: str) -> str:
    value = str(conn.execute(f"PRAGMA {name}").fetchone()[0])
    return _WORDS.get(name, {}).get(value, value)


@contextmanager
def transaction(conn: sqlite3.Connection, waits: Callable[[], None] | None = None) -> Iterator[None]:
    """All or nothing. IMMEDIATE, as `conn.atomic()` is not: a rival writer is met here, not at the commit.
    *waits* is called if another program holds the file for longer than a moment."""
    _patiently(conn, lambda: conn.execute("BEGIN IMMEDIATE"), waits)
    try:
        yield
        _patiently(conn, conn.commit, waits)
    except BaseException:
        conn.rollback()
        raise


def _patiently(conn: sqlite3.Connection, act: Callable[[], object], waits: Callable[[], None] | None) -> None:
    """Do *act*; where the file is held, tell *waits* so and only then wait the whole time."""
    if waits is None:
        act()
        return
    conn.execute(f"PRAGMA busy_timeout = {MOMENT_MS}")
    try:
        act()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        conn.execute(f"PRAGMA busy_timeout = {int(BUSY_S * 1000)}")
        waits()
        act()


def insert(conn: sqlite3.Connection, record: Record) -> None:
    row = (record.seq, record.at, record.kind, record.body, record.prev, record.hash)
    conn.execute(_INSERT, row)


def file_identity(path: Path) -> tuple[int, int]:
    """What distinguishes the file at *path* from any other, whatever its name."""
    found = path.stat()
    return found.st_dev, found.st_ino


def _discard(path: Path) -> None:
    path.unlink(missing_ok=True)
    beside(path, JOURNAL).unlink(missing_ok=True)
