"""The line on which a station's records reach the hub: one call of one function, and its answer."""

from collections.abc import Iterator
from contextlib import contextmanager

from kiosk.core.frozen import frozen
from kiosk.core.hub.answer import PROTOCOL, Batch, HubAnswer, answered
from kiosk.core.hub.enrolment import Enrolment
from kiosk.core.hub.receipt import Receipt
from kiosk.core.log.clock import Reading
from kiosk.errors import HubError
from kiosk.hub.connecting import Connection, by_enrolment, speaking

# In binary: as text every quote of every body would be escaped here, which cost more than all of the rest.
ARRAYS = ", ".join(["%b::text[]"] * 6)
_PUSH = f"SELECT * FROM kiosk_hub.push(%s, %s, %s, {ARRAYS}, %s, %s, %s, %s, %s, %s, %s)"  # noqa: S608 - constants


@frozen
class About:
    """What the hub is told beside the records: the station's clocks and program, how many records wait, and
    the last receipt it has. *own_count*: how many records the log has, if the hub was found to have more."""

    now: Reading
    owed: int
    program: str
    receipt: Receipt | None = None
    own_count: int | None = None


class HubLine:
    """An open connection by an enrolment."""

    def __init__(self, conn: Connection, enrolment: Enrolment) -> None:
        self._conn = conn
        self._hub = enrolment.hub

    def push(self, batch: Batch, about: About) -> HubAnswer:
        """Send *batch*; when this returns, the hub has it on disk or says why not."""
        had = about.receipt
        told = (
            *(about.now.at, about.now.boot, about.owed, about.program),
            *((had.count, had.head) if had else (0, "")),
            about.own_count,
        )
        with speaking():
            row = self._conn.execute(
                _PUSH, (PROTOCOL, self._hub, batch.epoch, *columns(batch), *told)
            ).fetchone()
        return answered(row or ())


def columns(batch: Batch) -> tuple[list[str], ...]:
    """The rows of *batch* as the text arrays that the hub's functions take."""
    rows = [(str(one.seq), one.at, str(one.kind), one.body, one.prev, one.hash) for one in batch.records]
    for row in rows:
        if any("\x00" in text for text in row):
            raise HubError(
                f"Record {row[0]} holds a character that no hub can keep, so nothing after it can be pushed. "
                "Verify the log with “kiosk log verify”."
            )
    return tuple([row[place] for row in rows] for place in range(6))


@contextmanager
def hub_line(enrolment: Enrolment) -> Iterator[HubLine]:
    """The line to the hub of *enrolment*."""
    with by_enrolment(enrolment) as conn:
        yield HubLine(conn, enrolment)
