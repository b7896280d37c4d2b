"""A station's log as what is owed to a hub: read in short transactions that end before anything is sent.

The rule it guards: no read transaction is open while the network is waited for, so the writer is never
kept.
"""

from pathlib import Path

from kiosk.folder import LOG
from kiosk.hub.answer import MOST_BYTES, MOST_ROWS, Batch
from kiosk.log.bodies import SetUpBody, read_body
from kiosk.log.chain import Head, Record
from kiosk.log.kinds import Kind
from kiosk.log.reader import head_of, reading, select_rows, to_record
from kiosk.log.receipt import Receipt
from kiosk.log.receipts_store import keep_receipt, receipt_of
from kiosk.log.schema import COLUMNS
from kiosk.log.standing_reader import doubt_about, noted_in

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
        body = None if row is None else read_body(Record(*row))
        return body.letter if isinstance(body, SetUpBody) else ""

    def glance(self) -> int | None:
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
            rows = list(select_rows(conn, _SELECT, [first, most]))
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
