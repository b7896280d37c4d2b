"""What a file must be before it is read as a log, and what may be believed of it afterwards.

Rules it guards: nothing but a regular file with an ordinary table is ever opened, so that no pipe, view or
trick of the schema can hold a reader for ever; the cost of reading is bounded by the size of the file; and
the check of the whole file does not stand in the writer's way.
"""

import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from threading import Thread

from kiosk.errors import LogError
from kiosk.storage.log.schema import COLUMNS, FORMAT

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
    journal = beside(real_path(path), JOURNAL)
    if journal.exists() and not journal.is_file():
        raise LogError(f"{journal} is not a file, so the log beside it is not opened. Move it away.")


def is_regular(path: Path) -> bool:
    """Whether *path* is a file with content of its own, and not a pipe, device or folder."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def beside(path: Path, ending: str) -> Path:
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
def bounded(conn: sqlite3.Connection, size: int) -> Iterator[None]:
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
        spare = _copied(conn, stack)
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


def _copied(conn: sqlite3.Connection, stack: ExitStack) -> sqlite3.Connection | None:
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
