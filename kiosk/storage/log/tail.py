"""What the writer must know of an existing log first: whether its tail holds, and how the last run ended.

Rules it guards: no index is used, for nobody has checked one yet; up to WALKED records the whole chain is
followed; of a longer log what follows its last checkpoint, no fewer than whoever reads it follows, and the
few records that the checkpoint names, each with its hash, so that a start does not grow with the log.
"""

import sqlite3
from collections.abc import Iterable, Iterator

from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.play import AdjudicationBody, ClosedBody
from kiosk.core.log.bodies.station import CheckpointBody, ContinuedLog, GenesisBody
from kiosk.core.log.chain import START, Fault, Head, Point, Row, check_link, walk
from kiosk.core.log.clock import Reading
from kiosk.core.log.kinds import Kind, Record
from kiosk.core.log.spellings import said
from kiosk.errors import LogBroken
from kiosk.storage.log.milestones import KINDS, MUST_FIT, Milestones
from kiosk.storage.log.schema import COLUMNS
from kiosk.storage.reading.reader import every_row, head_of, rows, stored, to_record

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
