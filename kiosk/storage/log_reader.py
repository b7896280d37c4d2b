"""Reads a log without ever writing to it or standing in its writer's way.

Read transactions are a page long, because a reader in mid-scan makes the writer's commit wait. A journal left
behind by a killed writer is rolled back in a copy, never in place: the file is evidence.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from kiosk.core.chain import Head, Noted, Row, Verification, identity, noted, unreadable, verdict_on, walk
from kiosk.core.records import Kind, Record
from kiosk.errors import LogError
from kiosk.storage.log_schema import COLUMNS, differences, stage

LOG_NAME = "log.db"
BUSY_S = 5.0  # a reader may wait longer than the writer does
PAGE = 500  # records per read transaction: a few milliseconds
_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
# What a damaged file makes Python raise; it also decodes SQLite's own messages, which may quote rubbish.
DAMAGE = (sqlite3.Error, UnicodeDecodeError)
_HEADER = b"SQLite format 3\x00"
_ALTERED = "Another program changed the make of this file ({}); the station will not write to it."
_SIDE_FILES = ("-journal", "-wal")


class UnknownKind(LogError):
    """A record of a kind that this version does not know; *seq* is its number."""

    def __init__(self, kind: str, seq: int) -> None:
        super().__init__(
            f"Record {seq} is of the kind “{kind}”, which this version does not know. Use a newer one."
        )
        self.seq = seq


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to the log at *path*; any failure of SQLite inside is a LogError."""
    check_file(path)
    try:
        with ExitStack() as stack:
            conn = _connect(path, stack)
            stage(conn)
            yield conn
    except DAMAGE as error:
        raise LogError(damaged(path, error)) from error


def check_file(path: Path) -> None:
    """Refuse what cannot be a log before SQLite touches it."""
    try:
        if path.is_dir():
            raise LogError(f"{path} is a folder, not a log. Move it away, or name another data folder.")
        with path.open("rb") as file:
            start = file.read(len(_HEADER))
    except FileNotFoundError as error:
        raise LogError(f"There is no log at {path}. Check the data folder, or its drive.") from error
    except OSError as error:
        raise LogError(f"The log {path} cannot be read: {error.strerror}.") from error
    if not start:
        raise LogError(f"The log {path} is empty: its content was lost. Put a copy of it back.")
    if start != _HEADER:
        raise LogError(f"{path} is not a log: it is no SQLite file. Put a copy of the log back.")


def cause(error: Exception) -> str:
    """Why *error* happened, in the system's words, without its numbers or what a damaged file holds."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return " ".join(str(error).split())[:100]  # SQLite may quote whole statements


def damaged(path: Path, error: Exception) -> str:
    """The sentence for a file that SQLite could not work with."""
    return f"The log {path} cannot be read ({cause(error)}). Keep the file as it is and use a copy of it."


def _connect(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """*path* opened for reading, or, if a killed writer left a hot journal, a copy of it."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    conn = stack.enter_context(closing(sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)))
    try:
        conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        return conn
    except sqlite3.OperationalError as error:
        conn.close()
        if not _left_open(path, error):
            raise
    spare = stack.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-"))
    return stack.enter_context(closing(sqlite3.connect(_copy(path, Path(spare)), isolation_level=None)))


def _left_open(path: Path, error: sqlite3.OperationalError) -> bool:
    """Whether SQLite refuses to read because it would first have to write what a journal holds."""
    to_write = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
    return error.sqlite_errorcode & 0xFF in to_write and any(
        _side_file(path, end).exists() for end in _SIDE_FILES
    )


def _side_file(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _copy(path: Path, folder: Path) -> Path:
    try:
        for source in (path, *(_side_file(path, ending) for ending in _SIDE_FILES)):
            if source.exists():
                shutil.copyfile(source, folder / source.name)
    except OSError as error:
        raise LogError(f"The log {path} cannot be copied for reading: {error.strerror}.") from error
    return folder / path.name


def rows(conn: sqlite3.Connection, first: int = _LOWEST) -> Iterator[Row]:
    """The records from number *first* on, as the file holds them, a page to each read transaction."""
    sql = f"SELECT {COLUMNS} FROM records WHERE seq >= ? ORDER BY seq LIMIT {PAGE}"  # noqa: S608 - constants
    # As bytes: a flipped byte may leave text that is no UTF-8, and hashing needs bytes anyway.
    factory, conn.text_factory = conn.text_factory, bytes
    try:
        while page := conn.execute(sql, [first]).fetchall():
            yield from page
            if page[-1][0] == _HIGHEST:
                return
            first = page[-1][0] + 1
    finally:
        conn.text_factory = factory


def read_records(path: Path, first: int = 1) -> Iterator[Record]:
    """The records of the log at *path* from number *first* on."""
    with reading(path) as conn:
        for row in rows(conn, first):
            yield to_record(row)


def to_record(row: Row) -> Record:
    """*row* as a value; a kind this version does not know is refused."""
    seq, at, kind, body, prev, own = row
    texts = [_text(seq, field) for field in (at, kind, body, prev, own)]
    try:
        known = Kind(texts[1])
    except ValueError as error:
        raise UnknownKind(texts[1], int(str(seq))) from error
    return Record(int(str(seq)), texts[0], known, *texts[2:])


def _text(seq: object, field: object) -> str:
    try:
        return field.decode() if isinstance(field, bytes) else str(field)
    except UnicodeDecodeError as error:
        raise LogError(f"Record {seq} cannot be read: it was changed. Verify the log.") from error


def head_of(conn: sqlite3.Connection) -> Head:
    """The end of the log behind *conn*, unverified."""
    last = conn.execute("SELECT seq, at, hash FROM records ORDER BY seq DESC LIMIT 1").fetchone()
    first = conn.execute("SELECT body FROM records WHERE seq = 1").fetchone()
    known = identity(str(first[0]).encode()) if first else None
    if last is None or known is None:
        raise LogError("The log does not begin with its first record. Verify it, and look for a copy.")
    return Head(known[0], known[1], *last)


def read_head(path: Path) -> Head:
    """Station, epoch, count, time and hash of the last record of the log at *path*."""
    with reading(path) as conn:
        return head_of(conn)


def verify_log(path: Path, head: str | None = None, count: int | None = None) -> Verification:
    """Re-hash everything in the log at *path* and hold it to what was noted outside, if anything was."""
    note = noted(head, count)
    try:
        with reading(path) as conn:
            return verify_open(conn, note)
    except LogError as error:
        return unreadable(str(error))


def verify_open(conn: sqlite3.Connection, note: Noted) -> Verification:
    """The same for a connection that is already open."""
    if ", ".join(row[1] for row in conn.execute("PRAGMA table_info(records)")) != COLUMNS:
        raise LogError("This file holds no log: it has no table of records. Put a copy of the log back.")
    changed = differences(conn, stage(conn))
    # In a table of another make the number need not be a key, and pages by number could skip a record.
    found = _all_rows(conn) if "records" in changed else rows(conn)
    return verdict_on(walk(found, note=note), _ALTERED.format(", ".join(changed)) if changed else "")


def _all_rows(conn: sqlite3.Connection) -> Iterator[Row]:
    conn.text_factory = bytes
    yield from conn.execute(f"SELECT {COLUMNS} FROM records ORDER BY seq")  # noqa: S608 - constants
