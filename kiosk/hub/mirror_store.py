"""A hub's records as files here: each log as if it had been carried over, so that what reads logs reads it.

Rules it guards: a row is written down as the hub holds it, fitting or not: what was changed there shows here
by its own hash; a file is there with records in it or not at all.
"""

import json
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.errors import OutputError
from kiosk.files import PRIVATE, read_small
from kiosk.log.export_writer import unwritten
from kiosk.log.schema import COLUMNS, create

MirrorRow: TypeAlias = tuple[int, str, str, str, str, str]
NOTE = "hub.json"
_LARGEST_NOTE = 1_000_000
_LINK = "only_the_next_link"


@frozen
class HubNote:
    """How the files here stand to the hub: *at* is when they were last in step with it (local time),
    *records* how many there are; *trouble*: why they are not in step now; *alarms*: its complaints."""

    hub: str
    event: str
    at: str
    records: int
    trouble: str = ""
    alarms: tuple[str, ...] = ()


def begin_mirror(path: Path, rows: Iterable[MirrorRow]) -> None:
    """Make the log at *path* with *rows*."""
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with _writing(part, path) as conn:
        part.chmod(PRIVATE)
        conn.execute("BEGIN")
        create(conn)
        _insert(conn, rows)
        conn.execute("COMMIT")
    part.replace(path)


def add_to_mirror(path: Path, rows: Sequence[MirrorRow]) -> None:
    """Add *rows* to the log at *path*."""
    with _writing(path, path) as conn:
        conn.execute("BEGIN IMMEDIATE")
        _insert(conn, rows)
        conn.execute("COMMIT")


def mirror_rows(path: Path, first: int, last: int) -> Generator[MirrorRow, None, None]:
    """The records *first* to *last* of the log at *path*, one after the other."""
    sql = f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE seq BETWEEN ? AND ? ORDER BY seq"  # noqa: S608
    with _writing(path, path) as conn:
        yield from conn.execute(sql, [first, last])


@contextmanager
def _writing(path: Path, named: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=5.0)) as conn:
            conn.execute("PRAGMA synchronous = OFF")  # the hub has it all; a file that is torn is made again
            yield conn
    except (sqlite3.Error, OSError) as error:
        raise OutputError(
            unwritten(named, error)
            if isinstance(error, sqlite3.Error)
            else f"{named} cannot be written: {error.strerror}. Make room on this computer's disk."
        ) from error


def _insert(conn: sqlite3.Connection, rows: Iterable[MirrorRow]) -> None:
    """The guards of a log refuse what does not fit; here just that must be seen, so they step aside."""
    (guard,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", [_LINK]).fetchone()
    conn.execute("PRAGMA ignore_check_constraints = ON")
    conn.execute(f"DROP TRIGGER {_LINK}")
    conn.executemany(f"INSERT INTO records ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", rows)  # noqa: S608
    conn.execute(guard)


def write_note(folder: Path, note: HubNote) -> None:
    """Leave *note* in *folder* for whoever reads there."""
    new = folder / f"{NOTE}.new"
    new.write_text(json.dumps(asdict(note)), encoding="utf-8")
    new.replace(folder / NOTE)


def read_note(folder: Path) -> HubNote | None:
    """The note in *folder*; None if there is none."""
    try:
        found = json.loads(read_small(folder / NOTE, _LARGEST_NOTE))
        return HubNote(**{**found, "alarms": tuple(found["alarms"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None
