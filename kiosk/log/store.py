"""The file behind the log: who may write it, where it is, how it is made and opened, what its end says before
it is written to.
"""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType

from kiosk.base.clock import Reading
from kiosk.base.frozen import frozen
from kiosk.base.printable import harmless
from kiosk.errors import LogBroken, LogBusy, LogError
from kiosk.files import HELD, PRIVATE, lock_within, sync_file, sync_folder
from kiosk.folder import DEMONSTRATION, LOCK, LOG, SETUP
from kiosk.log.bodies import (
    MOST_VIOLATIONS,
    AdjudicationBody,
    CheckpointBody,
    ClosedBody,
    ContinuedLog,
    GenesisBody,
    PasscodeSetBody,
    UnlockBody,
    ViolationBody,
    as_written,
    said,
)
from kiosk.log.body import Body
from kiosk.log.chain import START, Fault, Head, Point, Record, Row, check_link, walk
from kiosk.log.history import TELLING
from kiosk.log.kinds import Kind
from kiosk.log.reader import (
    DAMAGE,
    JOURNAL,
    beside,
    bounded,
    cause,
    check_file,
    check_make,
    damaged,
    every_row,
    head_of,
    rows,
    stored,
    to_record,
)
from kiosk.log.schema import COLUMNS, FORMAT, LAYOUT, STAGES, create, differences, lay_out, layout, stage

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
class Turn:
    """Who wants to write, as those who wait for it are told, and how long it waits for others."""

    holder: str = COMMAND
    wait_s: float = 0.0


TURN = Turn()  # a command that does not wait


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
        handle = os.open(folder / LOCK, os.O_RDONLY)
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
KINDS = as_written((*_RUN, *_CLOSING, *TELLING))  # as a file may spell them
# Doubt closes: a start does not pass over one of these because it cannot make sense of it.
MUST_FIT = as_written((*_CLOSING, *TELLING)) - {Kind.NOTE}
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
        body = said(record)
        if isinstance(body, ViolationBody):
            # One that only says how often the last one was seen again is not another.
            if body.echoes is None:
                self._violations = (*self._violations[-MOST_VIOLATIONS:], record)
        elif body is not None and (slot := _slot(body)):
            self._last[slot] = record
            if isinstance(body, UnlockBody):
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
        case PasscodeSetBody(role=role):
            return f"{body.kind} {role}"
        case UnlockBody(resumed=""):
            return ""
    lasting = body.kind in _CLOSING or body.kind in TELLING
    return _ONE_SLOT.get(body.kind, body.kind) if lasting else ""


# ---- tail --------------------------------------------------------------------------------------------------
# What the writer must know of an existing log first: whether its tail holds, and how the last run ended.
#
# Rules it guards: no index is used, for nobody has checked one yet; up to WALKED records the whole chain is
# followed; of a longer log what follows its last checkpoint, no fewer than whoever reads it follows, and the
# few records that the checkpoint names, each with its hash, so that a start does not grow with the log.

WALKED = 20_000  # records: a fifth of a second; whoever opens a log that is not longer looks at all of it
_AT_END = 1_000  # of a longer one: as many as lie between two checkpoints
_SCANNED = 2_000  # records per read transaction, looking back for a checkpoint
_KINDS = frozenset(kind.encode() for kind in KINDS)
_CHECKPOINT = Kind.CHECKPOINT.value.encode()
_BACK = f"SELECT seq, kind FROM records NOT INDEXED WHERE seq < ? ORDER BY seq DESC LIMIT {_SCANNED}"  # noqa: S608
_TWICE = (
    "SELECT number, min(seq), max(seq) AS again FROM (SELECT seq, CASE WHEN json_valid(body) THEN "
    "json_extract(body, '$.number') END AS number FROM records NOT INDEXED WHERE kind = 'adjudication' "
    "LIMIT ?) WHERE typeof(number) = 'text' GROUP BY number HAVING count(*) > 1 ORDER BY again LIMIT 1"
)
_FIRST_AT_END = f"SELECT seq FROM records NOT INDEXED ORDER BY seq DESC LIMIT 1 OFFSET {_AT_END - 1}"  # noqa: S608
_UNNUMBERED = Fault(1, "A record has no number.")
_ONE = f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE seq = ?"  # noqa: S608 - constants


@frozen
class PreviousRun:
    """How the run before this one ended. *unclosed*: the ruling its screen may have shown last."""

    clean: bool
    started_at: str
    last_at: str
    unclosed: str | None


@frozen
class Tail:
    """Where an existing log stands: its end, the clocks at its last record, the records that still matter.
    *since*: the first record that was verified; *checkpoint*: the last one, 0 if there is none to rely on.
    *numbers_after*: the number its rulings are counted from."""

    head: Head
    reading: Reading | None
    previous_run: PreviousRun | None
    past: Milestones
    since: int
    checkpoint: int
    numbers_after: int = 0


@frozen
class _Checkpoint:
    record: Record
    rulings: int
    kept: tuple[Record, ...]


def read_tail(conn: sqlite3.Connection, walked: int = WALKED) -> Tail:
    """The tail of the log behind *conn*, verified from its first record on if it has no more than *walked*,
    else since its last checkpoint; LogBroken if it fails."""
    head = head_of(conn)
    whole = head.count <= walked
    if fault := fault_in(conn, head, walked):
        raise _broken(fault)
    found = _last_checkpoint(conn)
    past, after = _beginning(found)
    if fault := walk(_told_to(past, rows(conn, after.count + 1)), after).fault:
        raise _broken(fault)
    last = _record(conn, head.count)
    checkpoint = found.record.seq if found else 0
    since = 1 if whole or found is None else checkpoint
    after_copy = read_continued(conn)
    numbers = 0 if after_copy is None else after_copy.numbers_after
    return Tail(head, _reading(last), _previous_run(past, head), past, since, checkpoint, numbers)


def fault_in(conn: sqlite3.Connection, head: Head, walked: int = WALKED) -> Fault | None:
    """Where the chain behind *conn*, which ends with *head*, does not hold: looked for in all of it if it has
    no more than *walked*, else at both its ends. Between them it is checked once a day."""
    if fault := _beginning_fault(conn):
        return fault
    first = conn.execute(_FIRST_AT_END).fetchone() if head.count > walked else None
    if first is None:
        return walk(every_row(conn)).fault
    if type(first[0]) is not int:
        return _UNNUMBERED
    before = next(stored(conn, _ONE, [first[0]]))[4]
    after = before.decode("ascii", "replace") if isinstance(before, bytearray) else ""
    return walk(rows(conn, first[0]), Point(first[0] - 1, after)).fault


def given_twice(conn: sqlite3.Connection, head: Head) -> Fault | None:
    """A ruling number that stands twice in the log behind *conn*, which a station never gives; not looked for
    in a long one."""
    row = conn.execute(_TWICE, [WALKED]).fetchone() if head.count <= WALKED else None
    if row is None:
        return None
    number, first, again = harmless(str(row[0])), row[1], row[2]
    return Fault(again, f"Record {again} has the ruling number {number} of record {first} again.")


def _beginning_fault(conn: sqlite3.Connection) -> Fault | None:
    lowest = conn.execute("SELECT seq FROM records NOT INDEXED ORDER BY seq LIMIT 1").fetchone()[0]
    if type(lowest) is not int:
        return _UNNUMBERED
    return None if lowest == 1 else Fault(min(lowest, 1), f"Record {lowest} stands before the first.")


def read_continued(conn: sqlite3.Connection) -> ContinuedLog | None:
    """The copy that the log behind *conn* goes on after; None where it goes on after none."""
    body = said(_record(conn, 1))
    found = body.continues if isinstance(body, GenesisBody) else None
    if found is not None and not (found.numbers_after >= 0 and found.count >= 1):
        raise _odd(1)
    return found


def read_milestones(conn: sqlite3.Connection) -> Milestones:
    """The records of the log behind *conn* that say where the station stands; the chain is not verified."""
    past, after = _beginning(_last_checkpoint(conn))
    for _ in _told_to(past, rows(conn, after.count + 1)):
        pass
    return past


def hash_at(conn: sqlite3.Connection, seq: int) -> str:
    """The hash of record *seq*."""
    return _record(conn, seq).hash


def _beginning(found: _Checkpoint | None) -> tuple[Milestones, Point]:
    """What is known at a checkpoint, and the place before it."""
    if found is None:
        return Milestones(), START
    return Milestones(found.kept, found.rulings), Point(found.record.seq - 1, found.record.prev)


def _told_to(past: Milestones, found: Iterable[Row]) -> Iterator[Row]:
    """*found*, each shown to *past* once the next one is asked for."""
    for row in found:
        yield row
        if isinstance(row[2], bytearray) and bytes(row[2]) in _KINDS:
            past.see(_fitting(_sensible(row)))


def _last_checkpoint(conn: sqlite3.Connection) -> _Checkpoint | None:
    """The last checkpoint that says what a start needs; older programs wrote some that do not."""
    before = 2**63 - 1
    while page := list(stored(conn, _BACK, [before])):
        for seq, kind, *_ in page:
            if type(seq) is not int:
                raise _broken(_UNNUMBERED)
            if kind == _CHECKPOINT and (found := _usable(conn, seq)):
                return found
            before = seq
    return None


def _usable(conn: sqlite3.Connection, seq: int) -> _Checkpoint | None:
    record = _record(conn, seq)
    match said(record):
        case CheckpointBody(rulings=int(rulings), standing=tuple(marks)):
            return _Checkpoint(record, rulings, tuple(_marked(conn, *mark, seq) for mark in marks))
    return None


def _marked(conn: sqlite3.Connection, seq: int, own: str, checkpoint: int) -> Record:
    """The record that a checkpoint names by its number *seq* and its *own* hash."""
    if not 0 < seq < checkpoint:
        raise _broken(Fault(checkpoint, f"Record {checkpoint} was changed."))
    record = _fitting(_record(conn, seq))
    if record.hash != own:
        raise _broken(Fault(seq, f"Record {seq} is not the one it was when record {checkpoint} was written."))
    return record


def _record(conn: sqlite3.Connection, seq: int) -> Record:
    """Record *seq*, if its hash fits its content."""
    for row in stored(conn, _ONE, [seq]):
        prev = row[4] if isinstance(row[4], bytearray) else b""
        if fault := check_link(seq - 1, prev, row):
            raise _broken(fault)
        return _sensible(row)
    raise _broken(Fault(seq, f"Record {seq} is missing."))


def _fitting(record: Record) -> Record:
    """*record*, which says where the station stands, and so must say something that can be made sense of."""
    if record.kind in MUST_FIT and said(record) is None:
        raise _odd(record.seq)
    return record


def _sensible(row: Row) -> Record:
    """The record in *row*, which a start has to make sense of: this program writes none that it cannot."""
    record = to_record(row)
    try:
        is_object = isinstance(record.data, dict)
    except (ValueError, RecursionError):
        is_object = False
    if not is_object:
        raise _odd(record.seq)
    return record


def _odd(seq: int) -> LogBroken:
    return _broken(Fault(seq, f"Record {seq} is not as this program writes records."))


def _broken(fault: Fault) -> LogBroken:
    seq = 1 if fault.seq is None else fault.seq
    return LogBroken(f"The log does not hold. {fault.reason} Keep the file and use another station.", seq)


def _reading(record: Record) -> Reading | None:
    """The clocks when *record* was written; None if it was not this program that wrote it."""
    match record.data.get("clock"):
        case {"offset_min": int(offset), "mono_ms": int(mono), "boot": str(boot)}:
            return Reading(record.at, offset, mono, boot)
        case _:
            return None


def _previous_run(past: Milestones, head: Head) -> PreviousRun | None:
    started = past.last(Kind.STARTED)
    if started is None:
        return None
    ends = (past.last(Kind.STOPPED), past.last(Kind.UNCLEAN_STOP))
    clean = any(end is not None and end.seq > started.seq for end in ends)
    return PreviousRun(clean, started.at, head.at, None if clean else _unclosed(past, started.seq))


def _unclosed(past: Milestones, started: int) -> str | None:
    """The number of the last ruling since *started*, unless its verdict is known to have left the screen."""
    ruling, closed = past.last(Kind.ADJUDICATION), past.last(Kind.CLOSED)
    if ruling is None or ruling.seq < started:
        return None
    ruled, left = said(ruling), None if closed is None or closed.seq < ruling.seq else said(closed)
    number = ruled.number if isinstance(ruled, AdjudicationBody) else None
    return None if isinstance(left, ClosedBody) and left.number == number else str(number)


# ---- file --------------------------------------------------------------------------------------------------
# The file behind the log: how it is made, opened for writing, kept durable and recognised again.
#
# The rule it guards: SQLite's durability settings are read back after they are set, and anything weaker is
# refused.

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
