"""The file behind the log: who may write it, where it is, how it is made and written, and which few of its
records a checkpoint names.
"""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType

from kiosk.base.frozen import frozen
from kiosk.errors import LogBusy, LogError
from kiosk.files import HELD, PRIVATE, lock_within, sync_file, sync_folder
from kiosk.folder import DEMONSTRATION, LOCK, LOG, SETUP
from kiosk.log import bodies, reader, schema
from kiosk.log.body import Body
from kiosk.log.chain import Record
from kiosk.log.history import TELLING
from kiosk.log.kinds import Kind

# ---- lock --------------------------------------------------------------------------------------------------
# The lock that makes one process the writer of a data folder, for as long as it lives.
#
# The operating system holds it, not a file's existence: after `kill -9` or a power cut nothing is in the way.
# It is a file of its own because closing any handle of `log.db` would drop SQLite's locks on it. It also
# notes whose log this folder holds, so that a log that was taken away is missed, and who holds the lock, so
# that others can be told. That last line means nothing while nobody holds it: a crash leaves it behind.

STATION = "the station"
COMMAND = "a command"
_NOTE_AT = 1  # on Windows the first byte is what is locked
_HOLDER_AT = 64  # behind the note, which is shorter
_LONGEST_HOLDER = 80


@frozen
class LockRequest:
    """Who wants to write, as those who wait for it are told, and how long it waits for others."""

    holder: str = COMMAND
    wait_s: float = 0.0


TURN = LockRequest()  # a command that does not wait


class WriterLock:
    """Held from `take` until `release`, or until the process ends in any way."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle

    @classmethod
    def take(cls, folder: Path, wait_s: float = 0.0, holder: str = COMMAND) -> "WriterLock":
        """Become the writer of *folder*, within *wait_s* seconds or not at all. *holder*: who we are, for
        those who wait for us."""
        path = folder / LOCK
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise LogError(
                f"Nothing can be recorded in {folder}: {error.strerror}. Make the folder writable, or name "
                "another one with --data DIR."
            ) from error
        try:
            lock_within(handle, wait_s)
        except OSError as error:
            refusal = _refusal(error, folder, _read(handle, _HOLDER_AT, _LONGEST_HOLDER))
            os.close(handle)
            raise refusal from error
        except BaseException:  # Ctrl-C while it waits
            os.close(handle)
            raise
        lock = cls(handle)
        lock._name(holder)
        return lock

    def _name(self, holder: str) -> None:
        """Say who holds the lock; nothing depends on it."""
        if self._handle is not None:
            with suppress(OSError):
                size = os.fstat(self._handle).st_size
                os.ftruncate(self._handle, min(size, _HOLDER_AT))
                os.lseek(self._handle, 0, os.SEEK_END)
                line = f"{os.getpid()} {holder}\n" if holder else ""
                os.write(self._handle, b" " * max(0, _HOLDER_AT - size) + line.encode())

    def station(self) -> str:
        """The station whose log this folder holds, or nothing if it never held one."""
        return "" if self._handle is None else _read(self._handle, _NOTE_AT, _HOLDER_AT - _NOTE_AT)

    def note(self, station: str) -> None:
        """Remember *station*, durably."""
        if self._handle is not None:
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, b" " * _NOTE_AT + station.encode() + b"\n")
            sync_file(self._handle)

    def stands_in(self, folder: Path) -> bool:
        """Whether the locked file is still the one in *folder*; else another process could lock that one."""
        try:
            return self._handle is not None and os.path.samestat(
                os.fstat(self._handle), (folder / LOCK).stat()
            )
        except FileNotFoundError:
            return False

    @property
    def held(self) -> bool:
        return self._handle is not None

    def release(self) -> None:
        """Let another process write; a second call does nothing."""
        if self._handle is not None:
            self._name("")
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> "WriterLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def noted_station(folder: Path) -> str:
    """The station whose log *folder* held when a writer was last there; asks for no lock."""
    try:
        # One who waits for somebody to write to a pipe that was put there waits for ever.
        handle = os.open(folder / LOCK, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return ""
    try:
        return _read(handle, _NOTE_AT, _HOLDER_AT - _NOTE_AT)
    finally:
        os.close(handle)


def _read(handle: int, start: int, size: int) -> str:
    """The line of the lock file that begins at *start*."""
    try:
        os.lseek(handle, start, os.SEEK_SET)
        line, ended, _ = os.read(handle, size).partition(b"\n")
    except OSError:
        return ""
    # A line cut short by a power cut does not count.
    return line.decode("ascii", errors="replace").strip() if ended else ""


def _refusal(error: OSError, folder: Path, holder: str) -> LogError:
    if error.errno not in HELD:
        return LogError(
            f"The log in {folder} cannot be locked: {error.strerror}. Keep the data folder on a disk of this "
            "computer."
        )
    process, _, name = holder.partition(" ")
    if name == STATION:
        return LogBusy(
            "The station is running and keeps this log. Leave it first (at the station Ctrl+F12, the "
            "passcode, then 2), then try again."
        )
    who = f"“{name}” (process {process})" if name.startswith("kiosk ") else "Another program"
    return LogBusy(f"{who} is writing to this log, and only one can. Try again when it has ended.")


# ---- place -------------------------------------------------------------------------------------------------
# Which log a data folder uses: a demonstration keeps its own, and the real one begins with set-up.


def log_path(folder: Path) -> Path:
    """The log that *folder* uses now. A real log that exists, or once did, is never ignored in favour of a
    demonstration's."""
    real = folder / LOG
    begun = real.exists() or real.is_symlink() or bool(noted_station(folder))
    return real if begun or (folder / SETUP).exists() else folder / DEMONSTRATION


# ---- milestones --------------------------------------------------------------------------------------------
# The few records that say where a station stands: a checkpoint names them, and a start reads no others.
#
# Rule it guards: only the last of each sort counts, so that these few add up to the same as the whole log.

# How a run ended, and which verdict its screen may have shown last.
_RUN = (Kind.STARTED, Kind.STOPPED, Kind.UNCLEAN_STOP, Kind.ADJUDICATION, Kind.CLOSED)
_CLOSING = (Kind.LOCKED, Kind.OUT_OF_SERVICE, Kind.UNLOCK, Kind.VIOLATION)
KINDS = bodies.as_written((*_RUN, *_CLOSING, *TELLING))  # as a file may spell them
# Doubt closes: a start does not pass over one of these because it cannot make sense of it.
MUST_FIT = bodies.as_written((*_CLOSING, *TELLING)) - {Kind.NOTE}
# Of these two only the later one counts: they say the same thing in two ways.
_ONE_SLOT = {Kind.OUT_OF_SERVICE: Kind.LOCKED, Kind.SET_UP_ACCEPTED: Kind.SET_UP}


class Milestones:
    """Is given the records of `KINDS` in order, and keeps those that still matter. *rulings*: how many of
    them were adjudications."""

    def __init__(self, kept: Iterable[Record] = (), rulings: int = 0) -> None:
        self._last: dict[str, Record] = {}
        self._violations: tuple[Record, ...] = ()
        self.rulings = 0
        for record in kept:
            self.see(record)
        self.rulings = rulings

    def see(self, record: Record) -> None:
        """Take in *record*, which came after all the others."""
        if record.kind in _RUN:  # by far the most
            self._last[record.kind] = record
            self.rulings += record.kind == Kind.ADJUDICATION
            return
        body = bodies.read_body(record)
        if isinstance(body, bodies.ViolationBody):
            # One that only says how often the last one was seen again is not another.
            if body.echoes is None:
                self._violations = (*self._violations[-bodies.MOST_VIOLATIONS :], record)
        elif body is not None and (slot := _slot(body)):
            self._last[slot] = record
            if isinstance(body, bodies.UnlockBody):
                self._violations = ()

    def last(self, kind: Kind) -> Record | None:
        """The last record of *kind*, one of those that end or begin a run."""
        return self._last.get(kind)

    def records(self) -> tuple[Record, ...]:
        """All that still matter, oldest first."""
        return tuple(sorted((*self._last.values(), *self._violations), key=lambda record: record.seq))


def _slot(body: Body) -> str:
    """Of records in the same slot only the last one counts; nothing if the record says nothing lasting."""
    match body:
        case bodies.PasscodeSetBody(role=role):
            return f"{body.kind} {role}"
        case bodies.UnlockBody(resumed=""):
            return ""
    lasting = body.kind in _CLOSING or body.kind in TELLING
    return _ONE_SLOT.get(body.kind, body.kind) if lasting else ""


# ---- file --------------------------------------------------------------------------------------------------
# The file behind the log: how it is made, opened for writing, kept durable and recognised again.
#
# The rule it guards: SQLite's durability settings are read back after they are set, and anything weaker is
# refused.

BUSY_S = 10.0  # a reader's lock of some seconds must not close the station
MOMENT_MS = 100  # so long a page may stand still before it says that the record is being made
_INSERT = f"INSERT INTO records ({schema.COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 - constants

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
                schema.create(conn)
                for record in records:
                    insert(conn, record)
        new.replace(path)
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise LogError(
            f"The log {path} could not be made: {reader.cause(error)}. Check the disk and the folder."
        ) from error
    finally:
        with suppress(OSError):
            _discard(new)


def _refuse_orphan(path: Path) -> None:
    journal = reader.side_file(path, reader.JOURNAL)
    if journal.exists() and journal.stat().st_size:
        raise LogError(
            f"{path} is gone, but what a last run left unfinished is still there. Put the log back, "
            f"or move {journal.name} away to begin a new one."
        )


def open_log(path: Path) -> sqlite3.Connection:
    """The existing log at *path*, ready to be written; refuses what this program would not have made."""
    reader.check_file(path)
    try:
        conn = _connect(path, "rw")
    except reader.DAMAGE as error:
        raise LogError(reader.damage_sentence(path, error)) from error
    try:
        _make_ready(conn, path.stat().st_size)
    except reader.DAMAGE as error:
        conn.close()
        raise LogError(_unwritable(path, error)) from error
    except BaseException:
        conn.close()
        raise
    return conn


def _make_ready(conn: sqlite3.Connection, size: int) -> None:
    with reader.bound_work(conn, size):
        done = schema.stage(conn)
        changed, laid_out = schema.differences(conn, done), schema.layout(conn)
    if changed:
        raise LogError(
            f"The log is not as this program makes it ({', '.join(changed)}), so nothing is written to it. "
            "Keep the file, and begin with an empty data folder."
        )
    if done == len(schema.STAGES):
        reader.check_make(conn)  # what readers refuse is not written to
    set_pragmas(conn)
    if done < len(schema.STAGES):
        with transaction(conn):
            schema.create(conn)
    elif laid_out < schema.LAYOUT:
        with transaction(conn):
            schema.lay_out(conn)
    _probe(conn)


def _probe(conn: sqlite3.Connection) -> None:
    """Fail now if the file cannot be written. BEGIN IMMEDIATE alone does not tell: on a read-only file SQLite
    quietly makes it a read transaction."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute(f"PRAGMA user_version = {schema.FORMAT}")
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
    return reader.damage_sentence(path, error)


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
    reader.side_file(path, reader.JOURNAL).unlink(missing_ok=True)
