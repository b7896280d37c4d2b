"""Reads a log without ever writing to it or standing in its writer's way.

Read transactions are a page long, because a reader in mid-scan makes the writer's commit wait. A journal left
behind by a killed writer is rolled back in a copy, never in place: the file is evidence.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from kiosk.core.log.chain import (
    Head,
    Noted,
    Row,
    Status,
    Verification,
    in_file,
    noted,
    unreadable,
    verdict_on,
    walk,
)
from kiosk.core.log.genesis import identity
from kiosk.core.log.kinds import Kind, Record
from kiosk.errors import LogError
from kiosk.storage.log.schema import COLUMNS, differences
from kiosk.storage.reading.checks import (
    DAMAGE,
    JOURNAL,
    beside,
    bounded,
    check_file,
    check_make,
    real_path,
    see_past_views,
    soundness,
    whole,
)

# Hears how far a long job is: done, of how many.
Progress: TypeAlias = Callable[[int, int], None]
BUSY_S = 5.0
PAGE = 500  # records per read transaction: a few milliseconds
_TAKEN = 4 * PAGE  # rows held at a time; more than a page, so that a page is read to its end
_KINDS = {kind.value: kind for kind in Kind}
_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
_NO_NUMBER = "A record has no number: it was changed. Verify the log, and look for a copy."
_ALTERED = "Another program changed the make of this file ({}); the station will not write to it."
# Passing by the indexes: nobody has checked them yet.
_PAGE = f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE seq >= ? ORDER BY seq LIMIT {PAGE}"  # noqa: S608 - constants


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A read-only connection to the log at *path*; any failure of SQLite inside is a LogError."""
    check_file(path)
    real = real_path(path)
    try:
        with ExitStack() as stack:
            conn = _connect(real, stack)
            stack.enter_context(bounded(conn, real.stat().st_size))
            check_make(conn)
            yield conn
    except DAMAGE as error:
        raise LogError(damaged(path, error)) from error


def cause(error: Exception) -> str:
    """Why *error* happened, in the system's words, without its numbers or what a damaged file holds."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
        return "it would take for ever"
    return " ".join(str(error).split())[:100]  # SQLite may quote whole statements


def damaged(path: Path, error: Exception) -> str:
    """The sentence for a file that SQLite could not work with."""
    return f"The log {path} cannot be read ({cause(error)}). Keep the file as it is and use a copy of it."


def _connect(path: Path, stack: ExitStack) -> sqlite3.Connection:
    """*path* opened for reading, or, if a killed writer left a hot journal, a copy of it."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    conn = stack.enter_context(closing(sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)))
    try:
        return see_past_views(conn)
    except sqlite3.OperationalError as error:
        conn.close()
        if not _left_open(path, error):
            raise
    spare = stack.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-"))
    copy = sqlite3.connect(_copy(path, Path(spare)), isolation_level=None)
    return see_past_views(stack.enter_context(closing(copy)))


def _left_open(path: Path, error: sqlite3.OperationalError) -> bool:
    """Whether SQLite refuses to read because it would first have to write what a journal holds."""
    to_write = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
    return error.sqlite_errorcode & 0xFF in to_write and beside(path, JOURNAL).exists()


def _copy(path: Path, folder: Path) -> Path:
    try:
        for source in (path, beside(path, JOURNAL)):
            if source.exists():
                shutil.copyfile(source, folder / source.name)
    except OSError as error:
        raise LogError(f"The log {path} cannot be copied for reading: {error.strerror}.") from error
    return folder / path.name


def rows(conn: sqlite3.Connection, first: int = _LOWEST) -> Iterator[Row]:
    """The records from number *first* on, as the file holds them, a page to each read transaction."""
    seq = first - 1
    while seq != _HIGHEST:
        row = None
        for row in stored(conn, _PAGE, [seq + 1]):
            yield row
        if row is None:
            return
        if type(row[0]) is not int:
            raise LogError(_NO_NUMBER)
        seq = row[0]


def every_row(conn: sqlite3.Connection) -> Iterator[Row]:
    """All records, as `rows` gives them, whoever made the table."""
    return _rows_by(conn, differences(conn))


def _rows_by(conn: sqlite3.Connection, changed: Sequence[str]) -> Iterator[Row]:
    # In a table that somebody else made the number need not be a key: pages by number could skip a record.
    everything = f"SELECT {COLUMNS} FROM records NOT INDEXED ORDER BY seq"  # noqa: S608 - constants
    return stored(conn, everything) if "records" in changed else rows(conn)


def stored(conn: sqlite3.Connection, sql: str, parameters: Sequence[object] = ()) -> Iterator[Row]:
    """What *sql* selects, row by row, texts as the chain wants them. Whatever can be read before a damaged
    page is given out before the damage is raised."""
    cursor: Iterator[Row] | None = None
    given, trouble = 0, None
    while trouble is None:
        page: list[Row] = []
        with _texts_as_bytes(conn):
            try:
                cursor = cursor or conn.execute(sql, parameters)
                page.extend(islice(cursor, _TAKEN))
            except DAMAGE as error:
                trouble = error
                with suppress(*DAMAGE):
                    # Python's cursor looks one row ahead and loses the last good row with the bad one.
                    lost = f"SELECT * FROM ({sql}) LIMIT 1 OFFSET {given + len(page)}"  # noqa: S608 - ours
                    page.extend(conn.execute(lost, parameters))
        yield from page
        given += len(page)
        if trouble is None and len(page) < _TAKEN:
            return
    raise trouble


@contextmanager
def _texts_as_bytes(conn: sqlite3.Connection) -> Iterator[None]:
    # Not as str: a flipped byte may leave text that is no UTF-8. Not as bytes: a BLOB is no text.
    factory, conn.text_factory = conn.text_factory, bytearray
    try:
        yield
    finally:
        conn.text_factory = factory


def read_records(path: Path, first: int = 1) -> Iterator[Record]:
    """The records of the log at *path* from number *first* on."""
    with reading(path) as conn:
        for row in rows(conn, first):
            yield to_record(row)


def to_record(row: Row) -> Record:
    """*row* as a value; its kind may be one that this version does not know."""
    seq, *found = row
    if type(seq) is not int:
        raise LogError(_NO_NUMBER)
    try:
        at, kind, *texts = [_text(one) for one in found]
    except UnicodeDecodeError as error:
        raise LogError(f"Record {seq} cannot be read: it was changed. Verify the log.") from error
    return Record(seq, at, _KINDS.get(kind, kind), *texts)


def _text(found: object) -> str:
    return found.decode() if isinstance(found, (bytes, bytearray)) else str(found)


def head_of(conn: sqlite3.Connection) -> Head:
    """The end of the log behind *conn*, unverified."""
    ends = "SELECT seq, at, body, hash FROM records NOT INDEXED {}"
    last = conn.execute(ends.format("ORDER BY seq DESC LIMIT 1")).fetchone()
    first = conn.execute(ends.format("WHERE seq = 1")).fetchone()
    known = identity(str(first[2]).encode()) if first else None
    if known is None:
        raise LogError("The log does not begin with its first record. Verify it, and look for a copy.")
    if type(last[0]) is not int or not isinstance(last[1], str) or not isinstance(last[3], str):
        raise LogError("The last record was changed. Verify the log, and look for a copy.")
    return Head(known[0], known[1], last[0], last[1], last[3])


def read_head(path: Path) -> Head:
    """Station, epoch, count, time and hash of the last record of the log at *path*."""
    with reading(path) as conn:
        return head_of(conn)


def verify_log(
    path: Path,
    head: str | None = None,
    count: int | None = None,
    *,
    in_use: bool = True,
    progress: Progress | None = None,
) -> Verification:
    """Re-hash everything in the log at *path* and hold it to what was noted outside, if anything was.
    *in_use*: it may have a writer, who must not be kept waiting. *progress* hears how far it is."""
    note = noted(head, count)
    try:
        with reading(path) as conn:
            return verify_open(conn, note, in_use=in_use, progress=progress)
    except LogError as error:
        return unreadable(str(error))


def verify_open(
    conn: sqlite3.Connection, note: Noted, *, in_use: bool = True, progress: Progress | None = None
) -> Verification:
    """The same for a connection that is already open."""
    check_make(conn)
    changed = differences(conn)
    found = _rows_by(conn, changed)
    if progress is not None:
        found = _told(conn, found, progress)
    altered = _ALTERED.format(", ".join(changed)) if changed else ""
    with soundness(conn) if in_use else nullcontext(lambda: whole(conn)) as is_sound:
        finding = verdict_on(walk(found, note=note), altered)
        return in_file(finding, sound=is_sound()) if finding.status is Status.INTACT else finding


def _told(conn: sqlite3.Connection, found: Iterator[Row], progress: Progress) -> Iterator[Row]:
    """*found*, with a word to *progress* after each page."""
    last = conn.execute("SELECT max(seq) FROM records").fetchone()[0]
    total = last if isinstance(last, int) else 0  # whoever changed the table may have put anything there
    for done, row in enumerate(found, start=1):
        yield row
        if done % PAGE == 0:
            progress(done, total)
