"""Files that people carry, a log as what is owed to a hub, and a hub's records as files here."""

import hashlib
import hmac
import json
import os
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from kiosk.base.canonical import Json, canonical
from kiosk.base.frozen import frozen
from kiosk.errors import HubError, OutputError
from kiosk.files import PRIVATE, read_small, sync_folder, unwritable, write_durably
from kiosk.folder import LOG
from kiosk.hub.answer import MOST_BYTES, MOST_ROWS, Batch, Enrolment, decode_enrolment, encode_enrolment
from kiosk.log.bodies import SetUpBody, said
from kiosk.log.chain import Head, Record
from kiosk.log.export_writer import unwritten
from kiosk.log.kinds import Kind
from kiosk.log.reader import head_of, reading, stored, to_record
from kiosk.log.receipt import Receipt
from kiosk.log.receipts_store import keep_receipt, receipt_of
from kiosk.log.schema import COLUMNS, create
from kiosk.log.standing_reader import doubt_about, noted_in

# ---- stick -------------------------------------------------------------------------------------------------
# A batch as a file on a stick: the same records always give the same bytes.
#
# The rule it guards: the bytes end in a proof made with the enrolment's secret. Without it anybody could
# bring records in a station's name, and the station's own would then look like the forgery.

VERSION = 1


@frozen
class StickBatch:
    """*batch* for the hub *hub*, made with the enrolment of *role*."""

    hub: str
    role: str
    batch: Batch


def encode_batch(carried: StickBatch, stick_key: str) -> bytes:
    """*carried* as the bytes of its file."""
    rows: list[Json] = [
        [one.seq, one.at, str(one.kind), one.body, one.prev, one.hash] for one in carried.batch.records
    ]
    told: dict[str, Json] = {
        "hub": carried.hub,
        "role": carried.role,
        "epoch": carried.batch.epoch,
        "rows": rows,
    }
    payload = canonical({"kiosk_hub_batch": VERSION, **told}).encode()
    return payload + b"\n" + _proof(payload, stick_key) + b"\n"


def decode_batch(content: bytes, name: str) -> StickBatch:
    """The batch in *content*, of a file called *name*; whether it is proven is another question."""
    payload, _, _ = content.partition(b"\n")
    try:
        found = json.loads(payload)
        rows = tuple(Record(*row) for row in found["rows"])
        carried = StickBatch(found["hub"], found["role"], Batch(found["epoch"], rows))
        version = found["kiosk_hub_batch"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise HubError(f"{name} is not a batch, or only a part of one. Export it again.") from error
    if version != VERSION:
        raise HubError(f"{name} was made by another version of the program. Take it in with that one.")
    return carried


def is_proven(content: bytes, stick_key: str) -> bool:
    """Whether *content* is as whoever holds *stick_key* made it."""
    payload, _, proof = content.partition(b"\n")
    return hmac.compare_digest(proof.strip(), _proof(payload, stick_key))


def _proof(payload: bytes, stick_key: str) -> bytes:
    return hmac.new(stick_key.encode(), payload, hashlib.sha256).hexdigest().encode()


# ---- files -------------------------------------------------------------------------------------------------
# Files that people carry: an enrolment to a station, batches to a hub.

LARGEST_BATCH = 20_000_000
ENDING = ".kiosk-batch"


def write_enrolment(path: Path, enrolment: Enrolment) -> None:
    """Put *enrolment* into the new file *path*, for this account's eyes alone."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(encode_enrolment(enrolment))
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except FileExistsError as error:
        raise OutputError(f"{path} is there already and is not overwritten. Name another file.") from error
    except OSError as error:
        raise OutputError(unwritable(path, error)) from error


def read_enrolment(path: Path) -> Enrolment:
    """The enrolment in the file *path*."""
    try:
        return decode_enrolment(read_small(path).decode(), str(path))
    except UnicodeDecodeError as error:
        raise HubError(f"{path} is not an enrolment. Ask for a new one (“kiosk hub enrol”).") from error
    except OSError as error:
        raise HubError(f"The enrolment {path} cannot be read: {error.strerror or error}.") from error


def write_batch(path: Path, content: bytes) -> bool:
    """Put *content* at *path*, on the stick when this returns; False if it was there already."""
    try:
        if path.exists() and path.read_bytes() == content:
            return False
        write_durably(path, content, PRIVATE)
    except OSError as error:
        raise OutputError(unwritable(path, error)) from error
    return True


def batches_in(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The batches in *folder* and what each holds."""
    try:
        found = sorted(folder.rglob(f"*{ENDING}"))
    except OSError as error:
        raise HubError(f"{folder} cannot be read: {error.strerror}. Put the stick in.") from error
    if not folder.is_dir():
        raise HubError(f"{folder} is not there. Put the stick in.")
    for path in found:
        try:
            yield path, read_small(path, LARGEST_BATCH)
        except OSError as error:
            raise HubError(f"{path} cannot be read: {error.strerror or error}.") from error


# ---- outbox ------------------------------------------------------------------------------------------------
# A station's log as what is owed to a hub: read in short transactions that end before anything is sent.
#
# The rule it guards: no read transaction is open while the network is waited for, so the writer is never
# kept.

_SELECT = (
    "SELECT seq, at, kind, body, prev, hash FROM records NOT INDEXED WHERE seq >= ? ORDER BY seq LIMIT ?"
)
_SET_UP = f"SELECT {COLUMNS} FROM records WHERE kind = ? ORDER BY seq DESC LIMIT 1"  # noqa: S608 - constants
_HASH = "SELECT hash FROM records NOT INDEXED WHERE seq = ?"


class Outbox:
    """The log in *folder*; a demonstration is owed to nobody."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / LOG

    def head(self) -> Head:
        """The end of the log."""
        with reading(self.path) as conn:
            return head_of(conn)

    def doubt(self) -> str:
        """Why the log does not hold, as far as it and its folder can tell; empty: nothing is known."""
        with reading(self.path) as conn:
            found = doubt_about(self.path, conn)
        return "" if found is None else found.sentence

    def letter(self) -> str:
        """The letter that the log says the station was last set up with; empty if it says none."""
        with reading(self.path) as conn:
            row = conn.execute(_SET_UP, [Kind.SET_UP]).fetchone()
        body = None if row is None else said(Record(*row))
        return body.letter if isinstance(body, SetUpBody) else ""

    def glanced(self) -> int | None:
        """How many records there were at a glance, without opening the log; None if that cannot be told."""
        noted = noted_in(self.folder)
        return None if noted is None else noted.count

    def hash_at(self, seq: int) -> str:
        """The hash of record *seq*; empty if there is none."""
        with reading(self.path) as conn:
            row = conn.execute(_HASH, [seq]).fetchone()
        return str(row[0]) if row else ""

    def batch(self, epoch: str, first: int, most: int = MOST_ROWS) -> Batch:
        """The records from *first* on, as many as fit a batch."""
        with reading(self.path) as conn:
            rows = list(stored(conn, _SELECT, [first, most]))
        records: list[Record] = []
        size = 0
        for record in map(to_record, rows):
            size += len(record.body.encode())
            if records and size > MOST_BYTES:
                break
            records.append(record)
        return Batch(epoch, tuple(records))

    def receipt(self, hub: str) -> Receipt | None:
        """The last receipt of *hub*."""
        return receipt_of(self.folder, hub)

    def keep(self, receipt: Receipt) -> None:
        """Leave *receipt* for the station."""
        keep_receipt(self.folder, receipt)


# ---- mirror ------------------------------------------------------------------------------------------------
# A hub's records as files here: each log as if it had been carried over, so that whatever reads logs reads
# it.
#
# Rules it guards: a row is written down as the hub holds it, fitting or not: what was changed there shows
# here by its own hash; a file is there with records in it or not at all.

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


def mirrored_rows(path: Path, first: int, last: int) -> Generator[MirrorRow, None, None]:
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
