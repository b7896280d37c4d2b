"""What is read of a log before anybody relies on it: whether its tail holds, what its folder knows against
it, and where it leaves the station.
"""

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.base.clock import Reading
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import LogBroken, LogError
from kiosk.files import PRIVATE
from kiosk.folder import ACKNOWLEDGED, LOCK, LOG, RECEIPTS
from kiosk.log.bodies import (
    AdjudicationBody,
    CheckpointBody,
    ClosedBody,
    ContinuedLog,
    GenesisBody,
    LockedBody,
    OutOfServiceBody,
    RestoredBody,
    UnlockBody,
    ViolationBody,
    read_body,
)
from kiosk.log.chain import (
    START,
    Fault,
    Head,
    Point,
    Record,
    Row,
    Status,
    Verification,
    check_link,
    unreadable,
    walk,
)
from kiosk.log.history import History, history
from kiosk.log.kinds import Kind
from kiosk.log.reader import (
    Progress,
    every_row,
    head_of,
    reading,
    real_path,
    rows,
    select_rows,
    to_record,
    verify_log,
)
from kiosk.log.schema import COLUMNS
from kiosk.log.store import KINDS, MUST_FIT, Milestones, noted_station

if TYPE_CHECKING:  # most folders have no receipts, and a start is short
    from kiosk.log.receipt import Receipt

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
        raise _break(fault)
    found = _last_checkpoint(conn)
    past, after = _beginning(found)
    if fault := walk(_tell_each(past, rows(conn, after.count + 1)), after).fault:
        raise _break(fault)
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
    before = next(select_rows(conn, _ONE, [first[0]]))[4]
    after = before.decode("ascii", "replace") if isinstance(before, bytearray) else ""
    return walk(rows(conn, first[0]), Point(first[0] - 1, after)).fault


def find_given_twice(conn: sqlite3.Connection, head: Head) -> Fault | None:
    """A ruling number that stands twice in the log behind *conn*, which a station never gives; not looked for
    in a long one."""
    row = conn.execute(_TWICE, [WALKED]).fetchone() if head.count <= WALKED else None
    if row is None:
        return None
    number, first, again = printable(str(row[0])), row[1], row[2]
    return Fault(again, f"Record {again} has the ruling number {number} of record {first} again.")


def _beginning_fault(conn: sqlite3.Connection) -> Fault | None:
    lowest = conn.execute("SELECT seq FROM records NOT INDEXED ORDER BY seq LIMIT 1").fetchone()[0]
    if type(lowest) is not int:
        return _UNNUMBERED
    return None if lowest == 1 else Fault(min(lowest, 1), f"Record {lowest} stands before the first.")


def read_continued(conn: sqlite3.Connection) -> ContinuedLog | None:
    """The copy that the log behind *conn* goes on after; None where it goes on after none."""
    body = read_body(_record(conn, 1))
    found = body.continues if isinstance(body, GenesisBody) else None
    if found is not None and not (found.numbers_after >= 0 and found.count >= 1):
        raise _odd(1)
    return found


def read_milestones(conn: sqlite3.Connection) -> Milestones:
    """The records of the log behind *conn* that say where the station stands; the chain is not verified."""
    past, after = _beginning(_last_checkpoint(conn))
    for _ in _tell_each(past, rows(conn, after.count + 1)):
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


def _tell_each(past: Milestones, found: Iterable[Row]) -> Iterator[Row]:
    """*found*, each shown to *past* once the next one is asked for."""
    for row in found:
        yield row
        if isinstance(row[2], bytearray) and bytes(row[2]) in _KINDS:
            past.see(_fitting(_sensible(row)))


def _last_checkpoint(conn: sqlite3.Connection) -> _Checkpoint | None:
    """The last checkpoint that says what a start needs; older programs wrote some that do not."""
    before = 2**63 - 1
    while page := list(select_rows(conn, _BACK, [before])):
        for seq, kind, *_ in page:
            if type(seq) is not int:
                raise _break(_UNNUMBERED)
            if kind == _CHECKPOINT and (found := _usable(conn, seq)):
                return found
            before = seq
    return None


def _usable(conn: sqlite3.Connection, seq: int) -> _Checkpoint | None:
    record = _record(conn, seq)
    match read_body(record):
        case CheckpointBody(rulings=int(rulings), standing=tuple(marks)):
            return _Checkpoint(record, rulings, tuple(_record_at_mark(conn, *mark, seq) for mark in marks))
    return None


def _record_at_mark(conn: sqlite3.Connection, seq: int, own: str, checkpoint: int) -> Record:
    """The record that a checkpoint names by its number *seq* and its *own* hash."""
    if not 0 < seq < checkpoint:
        raise _break(Fault(checkpoint, f"Record {checkpoint} was changed."))
    record = _fitting(_record(conn, seq))
    if record.hash != own:
        raise _break(Fault(seq, f"Record {seq} is not the one it was when record {checkpoint} was written."))
    return record


def _record(conn: sqlite3.Connection, seq: int) -> Record:
    """Record *seq*, if its hash fits its content."""
    for row in select_rows(conn, _ONE, [seq]):
        prev = row[4] if isinstance(row[4], bytearray) else b""
        if fault := check_link(seq - 1, prev, row):
            raise _break(fault)
        return _sensible(row)
    raise _break(Fault(seq, f"Record {seq} is missing."))


def _fitting(record: Record) -> Record:
    """*record*, which says where the station stands, and so must say something that can be made sense of."""
    if record.kind in MUST_FIT and read_body(record) is None:
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
    return _break(Fault(seq, f"Record {seq} is not as this program writes records."))


def _break(fault: Fault) -> LogBroken:
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
    return PreviousRun(clean, started.at, head.at, None if clean else _find_unclosed(past, started.seq))


def _find_unclosed(past: Milestones, started: int) -> str | None:
    """The number of the last ruling since *started*, unless its verdict is known to have left the screen."""
    ruling, closed = past.last(Kind.ADJUDICATION), past.last(Kind.CLOSED)
    if ruling is None or ruling.seq < started:
        return None
    ruled, left = read_body(ruling), None if closed is None or closed.seq < ruling.seq else read_body(closed)
    number = ruled.number if isinstance(ruled, AdjudicationBody) else None
    return None if isinstance(left, ClosedBody) and left.number == number else str(number)


# ---- doubt -------------------------------------------------------------------------------------------------
# What a data folder knows of its log that the log itself need not show, and what is missing by that.
#
# What the writer last acknowledged is noted beside the log after each record, without a sync. A power cut may
# lose the note or tear it: then there is none, or an older one, and a log that is longer than its note is
# normal. It is never ahead of the log: what it names was on disk first. The lock says whose log this is, and
# hubs have left receipts. Whatever opens a log asks `doubt_about` once: a reader says its sentence first; a
# writer does not go on over it.

_LONGEST = 512
# No link is followed, no pipe waited for, and no line end changed, where the system knows such things.
_PLAIN_FILE = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
_CHECK = 16  # digits of a hash over the note: what was torn does not fit
_DIGITS = 12  # of a count in it
DOES_NOT_HOLD = "The log does not hold."
_KEEP = "Keep the file as it is, and look for a copy of it."
_PUT_BACK = "Put the right log back, or let the director go on with this one at the station."
_FOREIGN = (
    "{} is the log of another station. Put this station's own back. To go on with this one on purpose, take "
    "{} out of the folder."
)
_BEGUN_ANEW = (
    f"{{}} is not the log that was written here, though it bears this station's id: a station begins another "
    f"only to go on after a copy. Put its own back. To go on with this one on purpose, take {LOCK} and "
    f"“{RECEIPTS}” out of the folder."
)
_ODD_NOTE = (
    f"{ACKNOWLEDGED} beside it is not as this program writes it, so a cut end could not be told. Look for a "
    f"copy of the log; to go on with this one on purpose, take {ACKNOWLEDGED} out of the folder."
)


@frozen
class Acknowledgement:
    """The end of the log of *epoch* as it was last acknowledged."""

    epoch: str
    count: int
    head: str


def note(folder: Path, head: Head) -> None:
    """Note *head* in *folder*; if the disk refuses, only the note is lost."""
    line = f"{head.epoch} {head.count:012} {head.hash}"
    with suppress(OSError):
        # In place, in one write of always the same length: no second name and no moment without a note.
        handle = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | _PLAIN_FILE, PRIVATE)
        try:
            os.write(handle, f"{line} {_check(line)}\n".encode())
        finally:
            os.close(handle)


def forget_other(folder: Path, epoch: str) -> None:
    """Take the note of another log than that of *epoch* out of *folder*, where one was begun on purpose."""
    known = noted_in(folder)
    if known is not None and known.epoch and known.epoch != epoch:
        with suppress(OSError):
            (folder / ACKNOWLEDGED).unlink()


def noted_in(folder: Path) -> Acknowledgement | None:
    """The note in *folder*; None if there is none, or only a part of one."""
    path = folder / ACKNOWLEDGED
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            line, _, check = file.read(_LONGEST).decode("ascii", "replace").rstrip("\n").rpartition(" ")
    except OSError:
        return None
    if check != _check(line):
        return None
    return _read_note(line)


def _read_note(line: str) -> Acknowledgement:
    """What a note that is whole says. One that this program cannot have written names a record that no log
    has: it was put there, and what it hides cannot be told."""
    match line.split(" "):
        case [epoch, count, head] if count.isascii() and count.isdecimal() and len(count) <= _DIGITS:
            return Acknowledgement(epoch, int(count), head)
    return Acknowledgement("", 0, "")


@frozen
class Older:
    """A log that lacks what was acknowledged: what tells the finding from any other, and what is recorded if
    a director goes on with it. *by_hub*: it is a hub's receipt that says so."""

    mark: str
    body: RestoredBody
    by_hub: bool = False


@frozen
class Doubt:
    """Why a log does not hold. *first_bad*: the first record that is missing or not the right one. *older*:
    what a director may accept all the same."""

    reason: str
    first_bad: int
    older: Older | None = None

    @property
    def sentence(self) -> str:
        return f"{DOES_NOT_HOLD} {self.reason}"


@frozen
class Remembered:
    """What a folder knows of the log in it. *station*: whose it is; *note*: what was last acknowledged;
    *receipts*: what hubs have of it. Read before the log is, which may grow meanwhile."""

    path: Path
    station: str = ""
    note: Acknowledgement | None = None
    receipts: "tuple[Receipt, ...]" = ()

    def missing(self, conn: sqlite3.Connection, head: Head) -> Doubt | None:
        """What is wrong with the log behind *conn*, which ends with *head*, though its chain may hold: what
        it lacks of this, or a ruling number given twice."""
        if self.station and self.station != head.station:
            return Doubt(_FOREIGN.format(self.path, LOCK), 1)
        if self._others_of(head) and read_continued(conn) is None:
            return Doubt(_BEGUN_ANEW.format(self.path), 1)
        return (
            self._check_acknowledged(conn, head)
            or self._check_receipts(conn, head)
            or _given_twice(conn, head)
        )

    def _others_of(self, head: Head) -> set[str]:
        """The other logs of the station that *head* names which this folder knows of, by their epochs."""
        known = {receipt.epoch for receipt in self.receipts if receipt.station == head.station}
        if self.station and self.note is not None and self.note.epoch:
            known.add(self.note.epoch)
        return known - {head.epoch}

    def _check_acknowledged(self, conn: sqlite3.Connection, head: Head) -> Doubt | None:
        note = self.note
        if note is not None and not note.epoch:
            return Doubt(_ODD_NOTE, 1)
        if note is None or note.epoch != head.epoch or _stored_hash(conn, note.count) == note.head:
            return None
        what = (
            f"This log has {head.count} records; {note.count} were acknowledged: its end was cut off, "
            "or an older one was put back."
            if head.count < note.count
            else f"Record {note.count} of the {head.count} in this log is not the one that was acknowledged."
        )
        return _older(what, head, note.count, note.head)

    def _check_receipts(self, conn: sqlite3.Connection, head: Head) -> Doubt | None:
        for receipt in self.of_log(head):
            if receipt.station != head.station or _stored_hash(conn, receipt.count) != receipt.head:
                from kiosk.log.receipts_store import misfit

                return _older(misfit(receipt), head, receipt.count, receipt.head, by_hub=True)
        return None

    def of_log(self, head: Head) -> "tuple[Receipt, ...]":
        """The receipts for the log that ends with *head*; others are of one that was here before."""
        return tuple(receipt for receipt in self.receipts if receipt.epoch == head.epoch)


def remember_log(path: Path) -> Remembered:
    """What its folder knows of the log at *path*; of a demonstration or a copy under another name nothing."""
    if path.name != LOG:
        return Remembered(path)
    folder = real_path(path).parent
    receipts: tuple[Receipt, ...] = ()
    if (folder / RECEIPTS).is_dir():
        from kiosk.log.receipts_store import receipts_in

        receipts = receipts_in(folder)
    return Remembered(path, noted_station(folder), noted_in(folder), receipts)


def doubt_about(path: Path, conn: sqlite3.Connection) -> Doubt | None:
    """Why the log at *path*, open as *conn*, does not hold, as far as it and its folder can tell: records
    that are missing or do not follow each other, an end that was cut off, another station's log. None if
    nothing is known against it."""
    known = remember_log(path)
    head = head_of(conn)
    if fault := fault_in(conn, head):
        return _doubt(fault)
    return known.missing(conn, head)


def verify_here(
    path: Path, head: str | None = None, count: int | None = None, *, progress: Progress | None = None
) -> Verification:
    """Re-hash everything in the log at *path*, and hold it to what its folder knows and to what was noted
    outside, if anything was."""
    known = remember_log(path)
    found = verify_log(path, head, count, progress=progress)
    if found.status is not Status.INTACT:
        return found
    try:
        with reading(path) as conn:
            return held_to(found, known, conn)
    except LogError as error:
        return unreadable(str(error))


def held_to(found: Verification, known: Remembered, conn: sqlite3.Connection) -> Verification:
    """*found* of the log behind *conn*, held to what its folder knew of it before. A receipt beside the log
    is no outside witness: whoever can rewrite the one can rewrite the other."""
    if found.status is not Status.INTACT:
        return found
    head = head_of(conn)
    if doubt := known.missing(conn, head):
        first = min(doubt.first_bad, found.count + 1)
        return replace(found, status=Status.BROKEN, witnessed=False, first_bad=first, reason=doubt.reason)
    return found


def accepted_before(doubt: Doubt, conn: sqlite3.Connection) -> bool:
    """Whether it is on record that a director went on with what *doubt* says: a receipt for records that were
    lost then never fits again."""
    if doubt.older is None or not doubt.older.by_hub:
        return False
    from kiosk.log.filters_reader import of_kind

    lost = doubt.older.body
    sql = f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE {of_kind(Kind.RESTORED)}"  # noqa: S608 - constants
    bodies = [read_body(to_record(row)) for row in select_rows(conn, sql)]
    return any(
        isinstance(body, RestoredBody) and body.count < (lost.acknowledged or 0) <= (body.acknowledged or 0)
        for body in bodies
    )


def _given_twice(conn: sqlite3.Connection, head: Head) -> Doubt | None:
    fault = find_given_twice(conn, head)
    return None if fault is None else _doubt(fault)


def _doubt(fault: Fault) -> Doubt:
    return Doubt(f"{fault.reason} {_KEEP}", 1 if fault.seq is None else fault.seq)


def _older(what: str, head: Head, count: int, hash: str, *, by_hub: bool = False) -> Doubt:
    body = RestoredBody(head.count, head.hash, count, hash)
    older = Older(f"{head.count} {head.hash} {count} {hash}", body, by_hub)
    return Doubt(f"{what} {_PUT_BACK}", min(count, head.count + 1), older)


def _stored_hash(conn: sqlite3.Connection, seq: int) -> str:
    row = conn.execute("SELECT hash FROM records NOT INDEXED WHERE seq = ?", [seq]).fetchone()
    return str(row[0]) if row else ""


def _check(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:_CHECK]


# ---- standing ----------------------------------------------------------------------------------------------
# What a station must know of its log before it opens: the event, the set-up, whether it was closed.


@frozen
class Standing:
    """*closed*: why the station was locked or out of service and nobody has resumed it since, else empty;
    *since*: the local time of that. *violations*: when the last few were, since somebody last resumed it."""

    past: History
    closed: str = ""
    locked: bool = False
    since: str = ""
    violations: tuple[str, ...] = ()


def read_standing(path: Path) -> Standing:
    """Where the log at *path* leaves the station."""
    with reading(path) as conn:
        return standing_after(read_milestones(conn).records())


def standing_after(records: Iterable[Record]) -> Standing:
    """Where *records*, oldest first, leave the station."""
    known = list(records)
    standing = Standing(history(known))
    for record in known:
        standing = _after(standing, record)
    return standing


def checkpoint_body(head: Head, past: Milestones, since: int, *, given_out: bool) -> CheckpointBody:
    """What a checkpoint after *head* says: the records of *past* are named each by number and hash, so that
    none of them can be exchanged. *since*: the first of those that were verified."""
    records = past.records()
    return CheckpointBody(
        count=head.count,
        head=head.hash,
        rulings=past.rulings,
        closed=standing_after(records).closed,
        standing=tuple((record.seq, record.hash) for record in records),
        from_=since,
        given_out=given_out,
    )


def _after(standing: Standing, record: Record) -> Standing:
    match read_body(record):
        case (LockedBody() | OutOfServiceBody()) as closed:
            why = closed.why or "The station was closed."
            locked = isinstance(closed, LockedBody)
            return replace(standing, closed=why, locked=locked, since=f"{record.local:%H:%M}")
        case ViolationBody():
            return replace(standing, violations=(*standing.violations, record.at))
        case UnlockBody():
            return Standing(standing.past)
    return standing
