"""The receipts of hubs in the data folder: left there by whoever pushes, read by the station while it idles.

The rules it guards: a receipt is believed only where it names a record of this very log by its hash; one that
does not is told, never recorded as `pushed`; and the station opens no line to anybody for it.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.base.canonical import canonical
from kiosk.base.frozen import frozen
from kiosk.errors import HubError
from kiosk.files import PRIVATE, make_private_folder, read_small, write_durably
from kiosk.folder import RECEIPTS
from kiosk.log.bodies import NoteBody, PushedBody, read_body
from kiosk.log.body import Body
from kiosk.log.chain import Head, Record
from kiosk.log.kinds import Kind
from kiosk.log.reader import head_of, reading
from kiosk.log.receipt import Receipt, decode_receipt, is_hub_id
from kiosk.log.schema import COLUMNS

_NEWS = "SELECT 1 FROM records NOT INDEXED WHERE seq > ? AND seq <= ? AND kind <> ? LIMIT 1"
_LARGEST = 4_000
_MOST = 20  # hubs of one station: more files than that are not ours


def encode_receipt(receipt: Receipt) -> str:
    """*receipt* as its file holds it."""
    return canonical({name: getattr(receipt, name) for name in Receipt.__match_args__}) + "\n"


def keep_receipt(folder: Path, receipt: Receipt) -> None:
    """Leave *receipt* in the data folder *folder*, in place of the last one of that hub."""
    try:
        make_private_folder(folder / RECEIPTS)
        write_durably(folder / RECEIPTS / receipt.hub, encode_receipt(receipt).encode(), PRIVATE)
    except OSError as error:
        raise HubError(
            f"The hub's receipt could not be kept in {folder}: {error.strerror}. Make room, or check its "
            "rights."
        ) from error


def receipt_of(folder: Path, hub: str) -> Receipt | None:
    """The last receipt of *hub* in *folder*; None if there is none that can be read."""
    try:
        text = read_small(folder / RECEIPTS / hub, _LARGEST).decode()
    except (OSError, UnicodeDecodeError):
        return None
    found = decode_receipt(text)
    return found if found is not None and found.hub == hub else None


def receipts_in(folder: Path) -> tuple[Receipt, ...]:
    """The receipts in *folder*, by hub."""
    try:
        names = sorted(path.name for path in (folder / RECEIPTS).iterdir() if is_hub_id(path.name))
    except OSError:
        return ()
    found = (receipt_of(folder, name) for name in names[:_MOST])
    return tuple(receipt for receipt in found if receipt is not None)


@frozen
class OwnChain:
    """What receipts are held to: the end of this log, and what else is read of it."""

    head: Head
    conn: sqlite3.Connection

    def has(self, count: int, head: str) -> bool:
        """Whether record *count* of this log has the hash *head*."""
        row = self.conn.execute("SELECT hash FROM records NOT INDEXED WHERE seq = ?", [count]).fetchone()
        return row is not None and row[0] == head

    def has_news(self, after: int, upto: int) -> bool:
        """Whether anything but earlier receipts stands in the records after *after* up to *upto*: recording
        receipts for receipts would never end."""
        row = self.conn.execute(_NEWS, [after, upto, Kind.PUSHED]).fetchone()
        return row is not None

    def recorded_marks(self) -> dict[str, int]:
        """Up to where this log itself says that each hub has it."""
        found = self.conn.execute(f"SELECT {COLUMNS} FROM records WHERE kind = ? ORDER BY seq", [Kind.PUSHED])  # noqa: S608 - constants
        told: dict[str, int] = {}
        for row in found:
            body = read_body(Record(*row))
            if isinstance(body, PushedBody):
                told[body.hub] = body.count
        return told


@contextmanager
def own_chain(log: Path) -> Iterator[OwnChain]:
    """The log at *log*, read for a moment."""
    with reading(log) as conn:
        yield OwnChain(head_of(conn), conn)


def fits(receipt: Receipt, own: OwnChain) -> bool:
    """Whether *receipt*, of this very log, names a record of it."""
    return receipt.station == own.head.station and own.has(receipt.count, receipt.head)


class ReceiptBook:
    """Which receipts of the hubs of *folder* are still to be recorded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._complained: set[Receipt] = set()

    def due(self, own: OwnChain) -> tuple[Body, ...]:
        """The records to append now."""
        here = [known for known in receipts_in(self._folder) if known.epoch == own.head.epoch]
        recorded = own.recorded_marks() if here else {}
        bodies: list[Body] = []
        for receipt in here:
            since = recorded.get(receipt.hub, 0)
            if not fits(receipt, own):
                if receipt not in self._complained:
                    self._complained.add(receipt)
                    bodies.append(NoteBody(misfit(receipt)))
            elif receipt.count > since and own.has_news(since, receipt.count):
                bodies.append(PushedBody(receipt.hub, receipt.count, receipt.head, receipt.at))
        return tuple(bodies)


def record_receipts(book: ReceiptBook, log: Path, append: Callable[[Body], object]) -> None:
    """Record with *append* what hubs have acknowledged of the log at *log* since it was last recorded."""
    if not receipts_in(log.parent):
        return
    with own_chain(log) as own:
        due = book.due(own)
    for body in due:
        append(body)


def misfit(receipt: Receipt) -> str:
    """What to say of a receipt that names no record of this log."""
    return (
        f"The receipt of the hub {receipt.code} for {receipt.count} records does not fit this log: one of "
        "the two was changed, or the log is an older one."
    )
