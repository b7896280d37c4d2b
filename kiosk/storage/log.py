"""The one writer of the log. What it returns is durable; what it cannot write, nobody may show.

After a failure the handle is dropped: no second try on it. `reopen` comes back only if the file is sound, the
chain whole, and the last record this program was told about is still in it.
"""

import platform
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from kiosk import __version__
from kiosk.core.canonical import Json, canonical
from kiosk.core.chain import START, Head, Noted, Point, Status, Verification, next_record
from kiosk.core.clock import Clock, Reading
from kiosk.core.clock_jump import clock_jump
from kiosk.core.numbers import ruling_number
from kiosk.core.records import Kind, Record, adjudication_body
from kiosk.core.ruling import Adjudication, LoggedRuling
from kiosk.errors import LogBroken, LogError
from kiosk.storage.durable_file import make_folder
from kiosk.storage.log_file import file_identity, insert, make_log, open_log, set_pragmas, transaction, whole
from kiosk.storage.log_reader import DAMAGE, LOG_NAME, cause, damaged, verify_log, verify_open
from kiosk.storage.log_tail import PreviousRun, Tail, read_tail
from kiosk.storage.writer_lock import LOCK_NAME, WriterLock

if TYPE_CHECKING:  # sqlite_utils takes 0.1 s to import
    from sqlite_utils import Database

_FAILED = "The record could not be saved: {}. Nothing was ruled; use another station."
_CLOSED = "The log is closed, so nothing can be recorded. Restart the station."


class Log:
    """Open from `open` until `close`; between them this process is the only writer of its data folder."""

    def __init__(self, path: Path, clock: Clock, letter: str, lock: WriterLock) -> None:
        self.path = path
        self.pragmas: Mapping[str, str] = {}
        self.previous_run: PreviousRun | None = None
        self.letter = letter  # of the rulings that follow
        self._clock, self._lock = clock, lock
        self._db: Database | None = None
        self._head = Head("", "", 0, "", "")
        self._file = (0, 0)
        self._rulings = 0
        self._reading: Reading | None = None
        self._tried: Record | None = None  # the last of an append that failed
        self._landed: Record | None = None  # the same, where `reopen` found it written all the same

    @classmethod
    def open(cls, folder: Path, clock: Clock, letter: str = "A") -> "Log":
        """Become the writer of the log in *folder*, which is made if there is none."""
        try:
            make_folder(folder)
        except OSError as error:
            raise LogError(
                f"The data folder {folder} cannot be used: {error.strerror}. Check the drive, or name "
                "another folder with --data DIR."
            ) from error
        log = cls(folder / LOG_NAME, clock, letter, WriterLock.take(folder))
        try:
            log._begin()
        except BaseException:
            log.close()
            raise
        return log

    def _begin(self) -> None:
        """Open the log of this folder, or make its first."""
        try:
            known, there = self._lock.station(), self.path.exists()
            if known and not there:
                raise LogError(
                    f"The log of this station is gone: {self.path} is missing. Put it back. To begin a new "
                    f"one on purpose, take {LOCK_NAME} out of the folder too."
                )
            if not there:
                make_log(self.path, _genesis(self._clock()))
            self.previous_run = self._open().previous_run
            if known and known != self._head.station:
                raise LogError(
                    f"{self.path} is the log of another station. Put this station's own back. To go on with "
                    f"this one on purpose, take {LOCK_NAME} out of the folder."
                )
            if not known:
                self._lock.note(self._head.station)
        except OSError as error:
            raise LogError(damaged(self.path, error)) from error

    def append(self, kind: Kind, body: Mapping[str, Json]) -> Record:
        """Write one record; when this returns it is on disk. On LogError the log must be reopened."""
        if kind is Kind.GENESIS:
            raise ValueError("a log begins only once")
        if self._db is None:
            raise LogError(_CLOSED)
        now = self._clock()
        records = self._links(kind, body, now)
        last = self._tried = records[-1]
        with self._failing_closed():
            self._check_file()
            with transaction(self._db):
                for record in records:
                    insert(self._db, record)
            self._check_file()  # a record in a file that was deleted meanwhile is no record
        self._tried = self._landed = None
        self._head = replace(self._head, count=last.seq, at=last.at, hash=last.hash)
        self._reading = now
        self._rulings += kind is Kind.ADJUDICATION
        return last

    def rule(self, adjudication: Adjudication) -> LoggedRuling:
        """Record *adjudication* under the next ruling number and return the proof a verdict is shown by."""
        if landed := self._landed_ruling(adjudication):
            return landed
        number = ruling_number(self.letter, self._rulings + 1)
        record = self.append(Kind.ADJUDICATION, adjudication_body(adjudication, number, __version__))
        return LoggedRuling(record.seq, number, record.at, record.hash, adjudication)

    def _landed_ruling(self, adjudication: Adjudication) -> LoggedRuling | None:
        """The ruling on *adjudication* that was reported as failed and is in the log all the same."""
        record = self._landed
        if record is None or record.kind is not Kind.ADJUDICATION:
            return None
        found = dict(record.data)
        del found["clock"]
        number = str(found["number"])
        if found != adjudication_body(adjudication, number, __version__):
            return None
        # One play, one ruling. The commit of this note is what makes the ruling before it durable.
        self.append(Kind.NOTE, {"what": "ruling_confirmed", "number": number, "seq": record.seq})
        return LoggedRuling(record.seq, number, record.at, record.hash, adjudication)

    def head(self) -> Head:
        """The last record that is known to be on disk."""
        return self._head

    def verify(self) -> Verification:
        """Check the whole chain, and that it still holds the last record this program wrote."""
        found = verify_log(self.path, self._head.hash, self._head.count)
        return replace(found, witnessed=False)  # what we remember ourselves is no outside witness

    def reopen(self) -> None:
        """Come back after a LogError if the file is sound, whole and still ours; else raise."""
        if not self._lock.held:
            raise LogError(_CLOSED)
        self._drop()
        self._open(held_to=self._head)
        tried, self._tried = self._tried, None
        self._landed = tried if tried is not None and tried.hash == self._head.hash else None

    def close(self) -> None:
        """Let go of the file and let another process write; a second call does nothing."""
        self._drop()
        self._lock.release()

    def __enter__(self) -> "Log":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self, held_to: Head | None = None) -> Tail:
        """Open the existing file, check it, and stand at its end."""
        db = open_log(self.path)
        try:
            if held_to is not None:
                _examine(db, held_to)
            tail = read_tail(db.conn)
            self.pragmas = set_pragmas(db)
            self._file = file_identity(self.path)
        except (*DAMAGE, OSError) as error:
            db.close()
            raise LogError(damaged(self.path, error)) from error
        except BaseException:
            db.close()
            raise
        self._db, self._head, self._rulings, self._reading = db, tail.head, tail.rulings, tail.reading
        return tail

    def _links(self, kind: Kind, body: Mapping[str, Json], now: Reading) -> list[Record]:
        """The record to be written, after another that says the clock jumped, if it did."""
        jump = clock_jump(self._reading, now) if self._reading else None
        contents = [(kind, body)] if jump is None else [(Kind.CLOCK_JUMP, jump), (kind, body)]
        records: list[Record] = []
        here = Point(self._head.count, self._head.hash)
        for each, content in contents:
            records.append(next_record(here, now.at, each, _stamped(content, now)))
            here = Point(records[-1].seq, records[-1].hash)
        return records

    def _check_file(self) -> None:
        try:
            found = file_identity(self.path)
        except FileNotFoundError as error:
            raise OSError(f"{self.path} is gone") from error
        if found != self._file:
            raise OSError(f"{self.path} was replaced by another file")

    @contextmanager
    def _failing_closed(self) -> Iterator[None]:
        """Whatever goes wrong inside, the handle is not used again."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            self._drop()
            raise LogError(_FAILED.format(f"another program has changed the log ({error})")) from error
        except (*DAMAGE, OSError) as error:
            self._drop()
            raise LogError(_FAILED.format(cause(error))) from error
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None


def _examine(db: "Database", known: Head) -> None:
    """Refuse a file that is not sound in every page, not whole, or no longer holds *known*."""
    if not whole(db):
        raise LogError("The log is damaged. Keep the file as it is and use a copy of it.")
    found = verify_open(db.conn, Noted(known.hash, known.count))
    if found.status is not Status.INTACT:
        raise LogBroken(
            f"The log does not hold. {found.reason} Keep the file as it is.", found.first_bad or 1
        )


def _genesis(now: Reading) -> Record:
    body: dict[str, Json] = {
        "station": secrets.token_hex(16),
        "epoch": secrets.token_hex(16),
        "program": __version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
    }
    return next_record(START, now.at, Kind.GENESIS, _stamped(body, now))


def _stamped(body: Mapping[str, Json], now: Reading) -> str:
    """*body* with the clocks of *now*, as canonical JSON."""
    clock: dict[str, Json] = {"offset_min": now.offset_min, "mono_ms": now.mono_ms, "boot": now.boot}
    return canonical({**body, "clock": clock})
