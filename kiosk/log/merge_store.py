"""Logs of several stations side by side in one SQLite file, for reading only.

Rules it guards: a log goes in only if its chain holds from the first record to the last; a record is known
by station, epoch and number; one that is there already is never overwritten. The same key with another hash
means that one of two files was tampered with: that is an alarm, and nothing of the second file goes in.
Merging the same logs again changes nothing.
"""

import errno
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LogError, OutputError
from kiosk.files import unwritable, write_whole
from kiosk.folder import RESTORED
from kiosk.log import reader
from kiosk.log.chain import Head, Row, Status
from kiosk.log.export_writer import unwritten
from kiosk.log.filters_reader import is_utf_8
from kiosk.log.merged_reader import MERGED_ID, exactly, is_merged, open_merged
from kiosk.log.schema import facts_index
from kiosk.log.standing_reader import remember_log

_SCHEMA = (
    """
CREATE TABLE records (
  station TEXT NOT NULL, epoch TEXT NOT NULL, seq INTEGER NOT NULL,
  at TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL,
  PRIMARY KEY (station, epoch, seq)
) STRICT
""",
    """
CREATE TABLE conflicts (
  station TEXT NOT NULL, epoch TEXT NOT NULL, seq INTEGER NOT NULL, kept TEXT NOT NULL, refused TEXT NOT NULL,
  PRIMARY KEY (station, epoch, seq, refused)
) STRICT
""",
    """
CREATE VIEW stations AS SELECT
  station, epoch,
  (SELECT substr(number, 1, instr(number, '-') - 1) FROM (
     SELECT json_extract(body, '$.number') AS number FROM records AS own
     WHERE own.station = all_of.station AND own.epoch = all_of.epoch AND kind = 'adjudication'
     ORDER BY seq DESC LIMIT 1)) AS letter,
  count(*) AS records,
  sum(kind = 'adjudication') AS rulings,
  min(at) AS first_at,
  max(at) AS last_at,
  min(json_extract(body, '$.clock.offset_min')) AS lowest_offset_min,
  max(json_extract(body, '$.clock.offset_min')) AS highest_offset_min,
  sum(kind = 'clock_jump' AND json_extract(body, '$.reasons') IS NOT '["boot"]') AS clock_jumps
FROM records AS all_of GROUP BY station, epoch
""",
    "CREATE INDEX records_by_kind ON records (kind)",
    "CREATE INDEX records_by_at ON records (at)",
    facts_index("station", "epoch", "seq", "at"),
    f"PRAGMA application_id = {MERGED_ID}",
)


@frozen
class Merged:
    """What became of one source. *added* records went in; *why* says why none could. *doubt*: what its folder
    knows against it, though its chain holds."""

    source: Path
    status: Status
    head: Head | None = None
    added: int = 0
    conflict: int | None = None
    why: str = ""
    doubt: str = ""

    @property
    def taken(self) -> bool:
        return self.status is Status.INTACT and self.conflict is None


def find_logs(sources: Sequence[Path]) -> tuple[Path, ...]:
    """The log files named by *sources*: a file is itself, a folder stands for the logs directly in it, and
    the data folder of a spare machine also for the copies that it goes on after."""
    found: list[Path] = []
    for source in sources:
        if not source.is_dir():
            reader.check_file(source)
            _refuse_merged(source)
            found.append(source)
            continue
        there = [*sorted(source.glob("*.db")), *sorted((source / RESTORED).glob("kiosk-*.db"))]
        inside = [path for path in there if _is_log(path)]
        if not inside:
            raise LogError(f"There is no log in {source}. Name a log file, or a folder that holds one.")
        found += inside
    return tuple(dict.fromkeys(found))


def merge_logs(
    sources: Sequence[Path], target: Path, progress: Callable[[Path], None] = lambda _: None
) -> tuple[Merged, ...]:
    """Add *sources* to the merged file *target*, which is made if there is none; all of it or nothing. If
    none of them can be merged that is a LogError."""
    results: list[Merged] = []

    def fill(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            _in_one_transaction(db, lambda: _merge_all(db, sources, results, progress))

    if not target.is_file() or not target.stat().st_size:
        try:
            write_whole(target, fill)
        except sqlite3.Error as error:
            raise OutputError(unwritten(target, error)) from error
        return tuple(results)
    with open_merged(target):
        pass  # refuses a file that is something else before it is touched
    try:
        fill(target)
    except OSError as error:
        raise OutputError(unwritable(target, error)) from error
    except sqlite3.Error as error:
        raise OutputError(unwritten(target, error)) from error
    return tuple(results)


def _is_log(path: Path) -> bool:
    """Whether *path* is, or once was, a log; a damaged one must be named, not passed over."""
    if not reader.is_regular(path):
        return False
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as conn:
            known = conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'records'").fetchone()
            return known is not None and not is_merged(conn)
    except sqlite3.Error:
        return True


def _refuse_merged(path: Path) -> None:
    try:
        with open_merged(path):
            pass
    except LogError:
        return  # a log, or something that verifying will report
    raise LogError(
        f"{path} is itself a merged file. Name the logs of stations; to add them to it, name it with --out."
    )


def _in_one_transaction(db: sqlite3.Connection, work: Callable[[], None]) -> None:
    db.execute("BEGIN IMMEDIATE")
    try:
        if db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
            for statement in _SCHEMA:
                db.execute(statement)
        work()
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _merge_all(
    db: sqlite3.Connection, sources: Sequence[Path], results: list[Merged], progress: Callable[[Path], None]
) -> None:
    for source in sources:
        results.append(_merge_one(db, source))
        progress(source)
    if not any(result.taken or result.conflict for result in results):
        raise LogError(
            "Nothing was merged. " + " ".join(f"{result.source}: {result.why}" for result in results)
        )


def _merge_one(db: sqlite3.Connection, source: Path) -> Merged:
    known = remember_log(source)
    found = reader.verify_log(source)
    if found.status is not Status.INTACT:
        return Merged(source, found.status, why=found.reason)
    try:
        with reader.reading(source) as conn:
            doubt = known.missing(conn, reader.head_of(conn))
            merged = _merge_open(db, source, conn)
            return merged if doubt is None else replace(merged, doubt=doubt.sentence)
    except LogError as error:
        return Merged(source, Status.UNREADABLE, why=str(error))


def _merge_open(db: sqlite3.Connection, source: Path, conn: sqlite3.Connection) -> Merged:
    head = reader.head_of(conn)
    own = (head.station, head.epoch)
    if (conflict := _first_conflict(db, own, conn)) is not None:
        return Merged(source, Status.INTACT, head, 0, conflict, _conflict_sentence(source, conflict))
    if (bad := _unreadable(conn)) is not None:
        why = f"Record {bad} holds something that is no text of ours, though the chain holds."
        return Merged(source, Status.BROKEN, head, why=why)
    added = 0
    for row in reader.rows(conn, _next_seq(db, own)):
        _insert(db, own + _as_text(row))
        added += 1
    return Merged(source, Status.INTACT, head, added)


def _unreadable(conn: sqlite3.Connection) -> int | None:
    """The first record that could not stand in a merged file: its body is no JSON, or a text no UTF-8."""
    sql = "SELECT seq, at, kind, json_valid(body) FROM records NOT INDEXED ORDER BY seq"
    with exactly(conn):
        for seq, at, kind, valid in conn.execute(sql):
            if not (valid and str(at).isascii() and is_utf_8(kind)):
                return int(seq)
    return None


def _insert(db: sqlite3.Connection, values: tuple[object, ...]) -> None:
    try:
        db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    except sqlite3.Error as error:  # as it is, it would be taken for a fault of the log that is read
        full = error.sqlite_errorcode == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if full else errno.EIO, str(error)) from error


def _next_seq(db: sqlite3.Connection, own: tuple[str, str]) -> int:
    sql = "SELECT coalesce(max(seq), 0) + 1 FROM records WHERE station = ? AND epoch = ?"
    return int(db.execute(sql, own).fetchone()[0])


def _first_conflict(db: sqlite3.Connection, own: tuple[str, str], conn: sqlite3.Connection) -> int | None:
    """The first record that both hold with different hashes. Chains that part once stay apart, so the last
    common number tells whether there is one."""
    there = _next_seq(db, own) - 1
    here = int(conn.execute("SELECT max(seq) FROM records").fetchone()[0])
    last = min(there, here)
    if last == 0 or _hash(db, own, last) == _own_hash(conn, last):
        return None
    low, high = 0, last  # the record at *high* differs, those up to *low* agree
    while high - low > 1:
        middle = (low + high) // 2
        if _hash(db, own, middle) == _own_hash(conn, middle):
            low = middle
        else:
            high = middle
    db.execute(
        "INSERT OR IGNORE INTO conflicts VALUES (?, ?, ?, ?, ?)",
        (*own, high, _hash(db, own, high), _own_hash(conn, high)),
    )
    return high


def _hash(db: sqlite3.Connection, own: tuple[str, str], seq: int) -> str:
    sql = "SELECT hash FROM records WHERE station = ? AND epoch = ? AND seq = ?"
    return str(db.execute(sql, (*own, seq)).fetchone()[0])


def _own_hash(conn: sqlite3.Connection, seq: int) -> str:
    return str(conn.execute("SELECT hash FROM records WHERE seq = ?", [seq]).fetchone()[0])


def _conflict_sentence(source: Path, seq: int) -> str:
    return (
        f"{source} and the merged file disagree from record {seq} on, although both chains hold: one of the "
        "two was rewritten. Nothing of it was merged. Keep both and compare them with the head on paper."
    )


def _as_text(row: Row) -> tuple[object, ...]:
    return tuple(bytes(field).decode() if isinstance(field, bytes | bytearray) else field for field in row)
