"""The one writer of the log. What it returns is durable; what it cannot write, nobody may show."""

import secrets
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from kiosk import __version__
from kiosk.base.canonical import Json, canonical
from kiosk.base.clock import Clock, Reading
from kiosk.errors import LogBroken, LogError, OlderLog
from kiosk.files import make_private_folder
from kiosk.folder import LOCK, LOG
from kiosk.log import chain, reader, standing_reader, store
from kiosk.log.bodies import (
    AdjudicationBody,
    ClosedBody,
    ContinuedLog,
    GenesisBody,
    RulingConfirmedBody,
    clock_jump,
    read_body,
    ruling_number,
)
from kiosk.log.body import Body, encode
from kiosk.rules.ruling import Adjudication, LoggedRuling

# ---- refusals ----------------------------------------------------------------------------------------------
# Why the writer does not go on: the file no longer holds, or a record could not be saved.

_FAILED = "The record could not be saved: {}. No verdict is given; use another station."
_UNSURE = (
    "The record could not be saved: {}. {} is on record, but its verdict was not given: look for it with "
    "“kiosk log show” before you judge again, and use another station."
)


def not_saved(why: str, unseen: chain.Record | None = None) -> LogError:
    """A record could not be saved. *unseen*: a ruling on record whose verdict nobody was given."""
    ruled = read_body(unseen) if unseen else None
    number = ruled.number if isinstance(ruled, AdjudicationBody) else ""
    return LogError((_UNSURE if number else _FAILED).format(why, number))


def refuse_unsound(db: sqlite3.Connection, known: chain.Head) -> None:
    """Refuse a file that is not sound in every page, not whole, or no longer holds *known*."""
    found = reader.verify_open(db, chain.Noted(known.hash, known.count), in_use=False)
    if not found.holds:
        raise LogBroken(
            f"The log does not hold. {found.reason} Keep the file as it is.", found.first_bad or 1
        )


# ---- links -------------------------------------------------------------------------------------------------
# The records an append adds: what is to be written, dated by both clocks, and before it any jump of them.


def genesis(now: Reading, station: str = "", continues: ContinuedLog | None = None) -> chain.Record:
    """The first record of a new log. *station*: of an installation that has an id already."""
    body = GenesisBody(
        station=station or secrets.token_hex(16),
        epoch=secrets.token_hex(16),
        program=__version__,
        python=sys.version.partition(" ")[0],
        sqlite=sqlite3.sqlite_version,
        continues=continues,
    )
    return chain.next_record(chain.START, now.at, body.kind, _stamp(body, now))


def begin_log(first: chain.Record, now: Reading, bodies: Iterable[Body]) -> list[chain.Record]:
    """A whole new log: *first*, its genesis, and after it *bodies*, all of them written *now*."""
    return [first, *_chain(chain.Point(first.seq, first.hash), now, bodies)]


def links(here: chain.Point, last: Reading | None, now: Reading, *bodies: Body) -> list[chain.Record]:
    """The records of *bodies*, to be written after *here*; before them another if the clock jumped since
    *last*."""
    jump = clock_jump(last, now) if last else None
    return _chain(here, now, bodies if jump is None else (jump, *bodies))


def _chain(here: chain.Point, now: Reading, bodies: Iterable[Body]) -> list[chain.Record]:
    records: list[chain.Record] = []
    for body in bodies:
        records.append(chain.next_record(here, now.at, body.kind, _stamp(body, now)))
        here = chain.Point(records[-1].seq, records[-1].hash)
    return records


def _stamp(body: Body, now: Reading) -> str:
    """*body* with the clocks of *now*, as canonical JSON."""
    clock: dict[str, Json] = {"offset_min": now.offset_min, "mono_ms": now.mono_ms, "boot": now.boot}
    return canonical({**encode(body), "clock": clock})


# ---- writer ------------------------------------------------------------------------------------------------
# The one writer of the log. What it returns is durable; what it cannot write, nobody may show.
#
# After a failure the handle is dropped: no second try on it. `reopen` comes back only if the file is sound,
# the chain whole, and the last record this program was told about is still in it.

_TAKEN_AWAY = f"{LOCK} was taken away, so another program could write here too"
_GONE = "The log of this station is gone: {} is missing. Put it back."
_CLOSED = "The log is closed, so nothing can be recorded. Restart the station."


class Log:
    """Open from `open` until `close`; between them this process is the only writer of its data folder."""

    CHECKPOINT_EVERY = 1_000  # records

    def __init__(self, path: Path, clock: Clock, letter: str, lock: store.WriterLock) -> None:
        self.path = path
        self.pragmas: Mapping[str, str] = {}
        self.previous_run: standing_reader.PreviousRun | None = None
        self.letter = letter  # of the rulings that follow
        self.waits: Callable[[], None] | None = None  # called when a record takes longer than a moment
        self._is_real = True  # a demonstration's log is not noted: it is evidence of nothing
        self._clock, self._lock = clock, lock
        self._db: sqlite3.Connection | None = None
        self._head = chain.Head("", "", 0, "", "")
        self._file = (0, 0)
        self._past = store.Milestones()
        self._since, self._checkpoint = 1, 0  # verified since that record without a gap; the last one
        self._numbers_after = 0
        self._reading: Reading | None = None
        self._tried: chain.Record | None = None  # the last of an append that failed
        self._landed: chain.Record | None = None  # the same, if `reopen` found it written after all
        self._unseen: chain.Record | None = None  # a ruling written that way; nobody saw its verdict
        self._slow = False  # the last append took longer than a moment

    @classmethod
    def open(
        cls,
        folder: Path,
        clock: Clock,
        letter: str = "A",
        *,
        turn: store.LockRequest = store.TURN,
        name: str = LOG,
        accepted: str = "",
        must_exist: bool = False,
    ) -> "Log":
        """Become the writer of the log *name* in *folder*, which is made if there is none. *accepted*: the
        mark of an `OlderLog` that a director goes on with. *must_exist*: it was there a while ago, so one
        that is missing now is trouble and not a beginning."""
        path = reader.real_path(folder / name)
        if not path.exists():
            if must_exist:
                raise LogError(_GONE.format(path))
            import sqlite_utils  # noqa: F401 - slow to import: before the lock is taken, for others wait for it

        try:
            make_private_folder(folder)
        except OSError as error:
            raise LogError(
                f"The data folder {folder} cannot be used: {error.strerror}. Check the drive, or name "
                "another folder with --data DIR."
            ) from error
        log = cls(path, clock, letter, store.WriterLock.take(path.parent, turn.wait_s, turn.holder))
        log._is_real = name == LOG
        try:
            log._begin(must_exist)
            log._hold_to_folder(accepted)
            if log.since_checkpoint >= log.CHECKPOINT_EVERY:
                log.checkpoint()
        except BaseException:
            log.close()
            raise
        return log

    def _begin(self, must_exist: bool) -> None:
        """Open the log of this folder, or make its first."""
        try:
            known, there = self._lock.station() if self._is_real else "", self.path.exists()
            if known and not there:
                raise LogError(
                    f"{_GONE.format(self.path)} To begin a new one on purpose, take {LOCK} out of the folder "
                    "too."
                )
            if must_exist and not there:
                raise LogError(_GONE.format(self.path))
            if not there:
                store.make_log(self.path, genesis(self._clock()))
            self.previous_run = self._open().previous_run
            if self._is_real and not known:
                standing_reader.forget_other(self.path.parent, self._head.epoch)
                self._lock.note(self._head.station)
        except OSError as error:
            raise LogError(reader.damage_sentence(self.path, error)) from error

    def _hold_to_folder(self, accepted: str) -> None:
        """Refuse a log that lacks what its folder knows of it, unless a director has *accepted* just that."""
        if self._db is None or not self._is_real:
            return
        doubt = standing_reader.remember_log(self.path.with_name(LOG)).missing(self._db, self._head)
        if doubt is not None and not standing_reader.accepted_before(doubt, self._db):
            if doubt.older is None:
                raise LogError(doubt.sentence)
            if doubt.older.mark != accepted:
                raise OlderLog(doubt.sentence, doubt.older.mark)
            self.append(doubt.older.body)
        self._note()

    def _note(self) -> None:
        if self._is_real:
            standing_reader.note(self.path.parent, self._head)

    def append(self, *bodies: Body) -> chain.Record:
        """Write *bodies*, all or none; return the last once they are on disk. After a LogError, reopen."""
        if any(isinstance(body, GenesisBody) for body in bodies):
            raise ValueError("a log begins only once")
        if self._db is None:
            raise LogError(_CLOSED)
        now = self._clock()
        records = links(chain.Point(self._head.count, self._head.hash), self._reading, now, *bodies)
        last = self._tried = records[-1]
        with self._failing_closed():
            self._check_file()
            with store.transaction(self._db, self.waits):
                for record in records:
                    store.insert(self._db, record)
            self._check_file()  # a record in a file that was deleted meanwhile is no record
        if self.waits is not None:
            self._slow = self._clock().mono_ms - now.mono_ms > store.MOMENT_MS
        self._tried = self._landed = None
        self._head = replace(self._head, count=last.seq, at=last.at, hash=last.hash)
        self._reading = now
        for record in records:
            self._past.see(record)
        if any(isinstance(body, ClosedBody) for body in bodies):
            self._unseen = None
        self._note()
        return last

    def rule(self, adjudication: Adjudication) -> LoggedRuling:
        """Record *adjudication* under the next ruling number and return the proof a verdict is shown by."""
        if landed := self._landed_ruling(adjudication):
            return landed
        if self._slow and self.waits is not None:
            self.waits()  # this disk will probably take its time again
        number = ruling_number(self.letter, self._numbers_after + self._past.rulings + 1)
        record = self.append(AdjudicationBody.of(adjudication, number, __version__))
        return LoggedRuling(record.seq, number, record.at, record.hash, adjudication)

    def unseen(self) -> chain.Record | None:
        """A ruling that is on record though its verdict was never returned, until its closing is recorded."""
        return self._unseen

    @property
    def since_checkpoint(self) -> int:
        """How many records a start would have to read."""
        return self._head.count - self._checkpoint

    @property
    def verified_since(self) -> int:
        """The record since which the log has been verified without a gap."""
        return self._since

    def checkpoint(self, *, given_out: bool = False) -> chain.Record:
        """Record where the log stands, so that the next start reads only what follows. *given_out*: its head
        goes to somebody who keeps it."""
        record = self.append(
            standing_reader.checkpoint_body(self._head, self._past, self._since, given_out=given_out)
        )
        self._checkpoint = record.seq
        return record

    def accept_verification(self, found: chain.Verification) -> bool:
        """Accept what another process found when it verified the whole log; False if the log does not
        hold."""
        if found.holds and found.count <= self._head.count:
            self._since = 1
        return found.holds

    def _landed_ruling(self, adjudication: Adjudication) -> LoggedRuling | None:
        """The ruling on *adjudication* that was reported as failed but is in the log after all."""
        record = self._landed
        found = None if record is None else read_body(record)
        if record is None or not isinstance(found, AdjudicationBody):
            return None
        if found != AdjudicationBody.of(adjudication, found.number, __version__):
            return None
        # One play, one ruling. The commit of this record is what makes the ruling before it durable.
        self.append(RulingConfirmedBody(found.number, record.seq))
        self._unseen = None
        return LoggedRuling(record.seq, found.number, record.at, record.hash, adjudication)

    def milestones(self) -> tuple[chain.Record, ...]:
        """The records that say where the station stands, oldest first."""
        return self._past.records()

    def head(self) -> chain.Head:
        """The last record that is known to be on disk."""
        return self._head

    def verify(self) -> chain.Verification:
        """Check the whole chain, and that it still holds the last record this program wrote."""
        found = reader.verify_log(self.path, self._head.hash, self._head.count)
        self.accept_verification(found)
        return replace(found, witnessed=False)  # our own memory is not an outside witness

    def reopen(self) -> None:
        """Come back after a LogError if the file is sound, whole and still ours; else raise."""
        if not self._lock.held:
            raise LogError(_CLOSED)
        self._drop()
        if not self._lock.stands_in(self.path.parent):
            raise LogError(f"{_TAKEN_AWAY}. Restart the station.")
        self._open(held_to=self._head)
        self._since = 1
        tried, self._tried = self._tried, None
        self._landed = tried if tried is not None and tried.hash == self._head.hash else None
        if self._landed is not None and isinstance(read_body(self._landed), AdjudicationBody):
            self._unseen = self._landed
        self._note()

    def begin_again(self, records: Sequence[chain.Record]) -> None:
        """Put a new log of *records* in place of this one, which is kept elsewhere: all or nothing."""
        self._drop()
        store.make_log(self.path, *records)
        self._open()
        self._note()

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

    def _open(self, held_to: chain.Head | None = None) -> standing_reader.Tail:
        """Open the existing file, check it, and move to its end."""
        db = store.open_log(self.path)
        try:
            if held_to is not None:
                refuse_unsound(db, held_to)
            tail = standing_reader.read_tail(db)
            self.pragmas = store.set_pragmas(db)
            self._file = store.file_identity(self.path)
        except (*reader.DAMAGE, OSError) as error:
            db.close()
            raise LogError(reader.damage_sentence(self.path, error)) from error
        except BaseException:
            db.close()
            raise
        self._db, self._head, self._past, self._reading = db, tail.head, tail.past, tail.reading
        self._since, self._checkpoint, self._numbers_after = tail.since, tail.checkpoint, tail.numbers_after
        return tail

    def _check_file(self) -> None:
        try:
            found = store.file_identity(self.path)
        except FileNotFoundError as error:
            raise OSError(f"{self.path} is gone") from error
        if found != self._file:
            raise OSError(f"{self.path} was replaced by another file")
        if not self._lock.stands_in(self.path.parent):
            raise OSError(_TAKEN_AWAY)

    @contextmanager
    def _failing_closed(self) -> Iterator[None]:
        """Whatever goes wrong inside, the handle is not used again."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            self._drop()
            raise not_saved(f"another program has changed the log ({error})") from error
        except (*reader.DAMAGE, OSError) as error:
            self._drop()
            raise not_saved(reader.cause(error), self._unseen) from error
        except BaseException:
            self._drop()
            raise

    def _drop(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None
