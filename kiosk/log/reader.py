"""Reads a log without ever writing to it or standing in its writer's way, after checking what the file is."""

import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from itertools import count, islice
from pathlib import Path
from threading import Thread
from typing import TypeAlias

from kiosk.errors import LogError
from kiosk.log import chain
from kiosk.log.kinds import Kind
from kiosk.log.schema import COLUMNS, FORMAT, RECORDS_TABLE, differences

# ---- checks ------------------------------------------------------------------------------------------------
# What a file must be before it is read as a log, and what may be believed of it afterwards.
#
# Rules it guards: nothing but a regular file with an ordinary table is ever opened, so that no pipe, view or
# trick of the schema can hold a reader for ever; the cost of reading is bounded by the size of the file; and
# the check of the whole file does not stand in the writer's way.

# What a damaged file makes Python raise; it also decodes SQLite's own messages, which may quote rubbish.
DAMAGE = (sqlite3.Error, UnicodeDecodeError)
JOURNAL = "-journal"
_HEADER = b"SQLite format 3\x00"
_ROLLBACK = b"\x01\x01"  # bytes 18 and 19: written and read with a rollback journal
_NO_TABLE = "This file holds no log: it has no table of records. Put a copy of the log back."
_OPERATIONS = 1_000_000  # between two looks at what the reading has cost
_MOST_LOOKS = 1_000  # some ten seconds, for a file of any size
_BYTES_A_LOOK = 50_000  # one look more for so many bytes: many times what any honest reader needs
_MALFORMED = "malformed database schema ("  # what SQLite says of a text in it that it cannot parse
_STEP = 256  # pages copied in one read transaction: a few milliseconds
_LARGE = 8_000_000  # bytes: the check of a larger file would hold the writer up


def real_path(path: Path) -> Path:
    """*path*, or what it is a link to: journal and lock lie beside the real file."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a link to itself
        return path


def check_file(path: Path) -> None:
    """Refuse what cannot be a log before SQLite touches it."""
    try:
        _refuse_irregular(path)
        with path.open("rb") as file:
            start = file.read(20)
    except FileNotFoundError as error:
        raise LogError(f"There is no log at {path}. Check the data folder, or its drive.") from error
    except OSError as error:
        raise LogError(f"The log {path} cannot be read: {error.strerror}.") from error
    if not start:
        raise LogError(f"The log {path} is empty: its content was lost. Put a copy of it back.")
    if start[: len(_HEADER)] != _HEADER:
        raise LogError(f"{path} is not a log: it is no SQLite file. Put a copy of the log back.")
    if start[18:20] != _ROLLBACK:
        raise LogError(
            f"Another program changed how {path} is written (WAL), so it is not read as a log. Keep the file "
            "as it is and use a copy of the log."
        )


def _refuse_irregular(path: Path) -> None:
    """Opening a pipe would wait for ever, and SQLite opens what bears the journal's name too."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise LogError(f"{path} is a folder, not a log. Move it away, or name another data folder.")
    if not stat.S_ISREG(mode):
        raise LogError(f"{path} is a pipe or a device, not a log. Move it away.")
    journal = side_file(real_path(path), JOURNAL)
    if journal.exists() and not journal.is_file():
        raise LogError(f"{journal} is not a file, so the log beside it is not opened. Move it away.")


def is_regular(path: Path) -> bool:
    """Whether *path* is a file with content of its own, and not a pipe, device or folder."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def side_file(path: Path, ending: str) -> Path:
    """The file that SQLite keeps beside *path* under *ending*."""
    return path.with_name(path.name + ending)


def check_make(conn: sqlite3.Connection) -> None:
    """Refuse a file of another version, or without the table of records."""
    version = conn.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT:
        raise LogError(
            "This log was written by a newer version of the program, so this one leaves it alone. "
            "Use the newer version."
        )
    if version != FORMAT:
        raise LogError(_NO_TABLE)
    check_table(conn)


def check_table(conn: sqlite3.Connection, columns: str = COLUMNS) -> None:
    """Refuse a file whose `records` is not an ordinary table of exactly *columns*, in this order."""
    # A virtual table has no root page; a view is of another type. Compared byte by byte: SQLite would also
    # take “Records” for it.
    sql = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name = 'records'"
    found = conn.execute("PRAGMA table_xinfo(records)").fetchall()
    if conn.execute(sql).fetchone()[0] != 1 or any(row[6] for row in found):
        raise LogError(_NO_TABLE)
    if ", ".join(str(row[1]) for row in found) != columns:
        raise LogError(_NO_TABLE)


@contextmanager
def bound_work(conn: sqlite3.Connection, size: int) -> Iterator[None]:
    """Let *conn* work at most as long as an honest file of *size* bytes could ever need."""
    most, looks = _MOST_LOOKS + size // _BYTES_A_LOOK, count()
    conn.set_progress_handler(lambda: next(looks) > most, _OPERATIONS)
    try:
        yield
    finally:
        conn.set_progress_handler(None, 0)


@contextmanager
def soundness(conn: sqlite3.Connection) -> Iterator[Callable[[], bool]]:
    """Find out whether every page is in order and every index in step with its table, while the caller goes
    on reading; gives what to ask for the answer. A large file is copied for it, page by page: the check is
    one long read."""
    with ExitStack() as stack:
        spare = _copy_apart(conn, stack)
        if spare is None:
            yield lambda: whole(conn)
            return
        found: list[bool] = []
        # SQLite lets go of the interpreter while it checks, so a thread is enough to use a second core.
        check = Thread(target=lambda: found.append(whole(spare)))
        check.start()
        stack.callback(check.join)
        stack.callback(spare.interrupt)  # whoever found the chain broken does not ask

        def answer() -> bool:
            check.join()
            return found == [True]

        yield answer


def _copy_apart(conn: sqlite3.Connection, stack: ExitStack) -> sqlite3.Connection | None:
    """A copy of the database behind *conn* to check apart; None where it is small, or there is no room."""
    (pages,), (page_size,) = (
        conn.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
    )
    if pages * page_size <= _LARGE:
        return None
    try:
        copy = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-"))) / "log.db"
        snapshot(conn, copy)
        spare = sqlite3.connect(copy, isolation_level=None, check_same_thread=False)
        return stack.enter_context(closing(spare))
    except (sqlite3.Error, OSError):
        return None


def see_past_views(conn: sqlite3.Connection) -> sqlite3.Connection:
    """*conn*, able to read a file in which the text of a view or an index is damaged: SQLite would read
    nothing of it at all, though the records are whole. Such a file is never called sound."""
    try:
        conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        if not str(error).startswith(_MALFORMED):
            raise
        conn.execute("PRAGMA writable_schema = ON")  # passes by what it cannot parse; nothing is written
        conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    return conn


def whole(conn: sqlite3.Connection) -> bool:
    """Whether the file is sound, asked of *conn* in one read."""
    try:
        if conn.execute("PRAGMA writable_schema").fetchone()[0]:
            return False
        return [str(row[0]) for row in conn.execute("PRAGMA integrity_check(1)")] == ["ok"]
    except DAMAGE:
        return False


def snapshot(conn: sqlite3.Connection, path: Path) -> None:
    """Copy the database behind *conn* to *path* as it is at one moment, in steps that each last a moment; a
    record written meanwhile makes it begin again."""
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("PRAGMA journal_mode = OFF").fetchall()
        copy.execute("PRAGMA synchronous = OFF")
        conn.backup(copy, pages=_STEP, sleep=0.05)


# ---- reader ------------------------------------------------------------------------------------------------
# Reads a log without ever writing to it or standing in its writer's way.
#
# Read transactions are a page long, because a reader in mid-scan makes the writer's commit wait. A journal
# left behind by a killed writer is rolled back in a copy, never in place: the file is evidence.

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
            stack.enter_context(bound_work(conn, real.stat().st_size))
            check_make(conn)
            yield conn
    except DAMAGE as error:
        raise LogError(damage_sentence(path, error)) from error


def cause(error: Exception) -> str:
    """Why *error* happened, in the system's words, without its numbers or what a damaged file holds."""
    if isinstance(error, UnicodeDecodeError):
        return "it is damaged"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
        return "it would take for ever"
    return " ".join(str(error).split())[:100]  # SQLite may quote whole statements


def damage_sentence(path: Path, error: Exception) -> str:
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
    return error.sqlite_errorcode & 0xFF in to_write and side_file(path, JOURNAL).exists()


def _copy(path: Path, folder: Path) -> Path:
    try:
        for source in (path, side_file(path, JOURNAL)):
            if source.exists():
                shutil.copyfile(source, folder / source.name)
    except OSError as error:
        raise LogError(f"The log {path} cannot be copied for reading: {error.strerror}.") from error
    return folder / path.name


def rows(conn: sqlite3.Connection, first: int = _LOWEST) -> Iterator[chain.Row]:
    """The records from number *first* on, as the file holds them, a page to each read transaction."""
    seq = first - 1
    while seq != _HIGHEST:
        row = None
        for row in select_rows(conn, _PAGE, [seq + 1]):
            yield row
        if row is None:
            return
        if type(row[0]) is not int:
            raise LogError(_NO_NUMBER)
        seq = row[0]


def every_row(conn: sqlite3.Connection) -> Iterator[chain.Row]:
    """All records, as `rows` gives them, whoever made the table."""
    made = conn.execute("SELECT CAST(sql AS BLOB) FROM sqlite_master WHERE name = 'records'").fetchall()
    if made == [(RECORDS_TABLE.encode(),)]:
        return rows(conn)
    # In a table that somebody else made the number need not be a key: pages by number could skip a record.
    everything = f"SELECT {COLUMNS} FROM records NOT INDEXED ORDER BY seq"  # noqa: S608 - constants
    return select_rows(conn, everything)


def select_rows(conn: sqlite3.Connection, sql: str, parameters: Sequence[object] = ()) -> Iterator[chain.Row]:
    """What *sql* selects, row by row, texts as the chain wants them. Whatever can be read before a damaged
    page is given out before the damage is raised."""
    cursor: Iterator[chain.Row] | None = None
    given, trouble = 0, None
    while trouble is None:
        page: list[chain.Row] = []
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


def read_records(path: Path, first: int = 1) -> Iterator[chain.Record]:
    """The records of the log at *path* from number *first* on."""
    with reading(path) as conn:
        for row in rows(conn, first):
            yield to_record(row)


def to_record(row: chain.Row) -> chain.Record:
    """*row* as a value; its kind may be one that this version does not know."""
    seq, *found = row
    if type(seq) is not int:
        raise LogError(_NO_NUMBER)
    try:
        at, kind, *texts = [_text(column) for column in found]
    except UnicodeDecodeError as error:
        raise LogError(f"Record {seq} cannot be read: it was changed. Verify the log.") from error
    return chain.Record(seq, at, _KINDS.get(kind, kind), *texts)


def _text(found: object) -> str:
    return found.decode() if isinstance(found, (bytes, bytearray)) else str(found)


def head_of(conn: sqlite3.Connection) -> chain.Head:
    """The end of the log behind *conn*, unverified."""
    ends = "SELECT seq, at, body, hash FROM records NOT INDEXED {}"
    last = conn.execute(ends.format("ORDER BY seq DESC LIMIT 1")).fetchone()
    first = conn.execute(ends.format("WHERE seq = 1")).fetchone()
    known = chain.identity(str(first[2]).encode()) if first else None
    if known is None:
        raise LogError("The log does not begin with its first record. Verify it, and look for a copy.")
    if type(last[0]) is not int or not isinstance(last[1], str) or not isinstance(last[3], str):
        raise LogError("The last record was changed. Verify the log, and look for a copy.")
    return chain.Head(known[0], known[1], last[0], last[1], last[3])


def read_head(path: Path) -> chain.Head:
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
) -> chain.Verification:
    """Re-hash everything in the log at *path* and hold it to what was noted outside, if anything was.
    *in_use*: it may have a writer, who must not be kept waiting. *progress* hears how far it is."""
    note = chain.parse_noted(head, count)
    try:
        with reading(path) as conn:
            return verify_open(conn, note, in_use=in_use, progress=progress)
    except LogError as error:
        return chain.unreadable(str(error))


def verify_open(
    conn: sqlite3.Connection, note: chain.Noted, *, in_use: bool = True, progress: Progress | None = None
) -> chain.Verification:
    """The same for a connection that is already open."""
    check_make(conn)
    changed = differences(conn)
    found = every_row(conn)
    if progress is not None:
        found = _report(conn, found, progress)
    altered = _ALTERED.format(", ".join(changed)) if changed else ""
    with soundness(conn) if in_use else nullcontext(lambda: whole(conn)) as is_sound:
        finding = chain.verdict_on(chain.walk(found, note=note), altered)
        return chain.in_file(finding, sound=is_sound()) if finding.status is chain.Status.INTACT else finding


def _report(conn: sqlite3.Connection, found: Iterator[chain.Row], progress: Progress) -> Iterator[chain.Row]:
    """*found*, with a word to *progress* after each page."""
    last = conn.execute("SELECT max(seq) FROM records").fetchone()[0]
    total = last if isinstance(last, int) else 0  # whoever changed the table may have put anything there
    for done, row in enumerate(found, start=1):
        yield row
        if done % PAGE == 0:
            progress(done, total)
