"""What is new in a hub, read by somebody who may only look: through views, a page to each query.

The rule it guards: no query waits for a person, and no transaction stays open between two looks.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

import psycopg

from kiosk.core.frozen import frozen
from kiosk.core.hub.findings import HubAlarm
from kiosk.core.log.kinds import Record
from kiosk.errors import HubError
from kiosk.hub.connecting import Connection, speaking
from kiosk.hub.looking import HEADS, ChainInHub, Enrolled, alarms, enrolled, page_of

CHANNEL = "kiosk_hub"
_NEW = "SELECT seq, at, kind, text, prev, hash, taken FROM kiosk_hub.record_list WHERE chain = %s"


@frozen
class HubRow:
    """A record and when the hub took it."""

    chain: ChainInHub
    record: Record
    taken: datetime


@frozen
class HubLook:
    """What there is now. *new*: the records since the look before, each log's in order; they are fetched as
    they are gone through, and once only: a hub may hold more than this computer's memory."""

    hub: str
    event: str
    now: datetime
    heads: tuple[ChainInHub, ...]
    enrolled: tuple[Enrolled, ...]
    alarms: tuple[HubAlarm, ...]
    new: Iterator[HubRow]


class Following:
    """Looks at a hub again and again on one connection."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self._known: dict[int, int] = {}
        # A standby takes no LISTEN: there it is asked again and again.
        with speaking(), suppress(psycopg.errors.ReadOnlySqlTransaction):
            conn.execute(f"LISTEN {CHANNEL}")

    def look(self) -> HubLook:
        """What there is now."""
        with speaking():
            row = self._conn.execute("SELECT id, event, clock_timestamp() FROM kiosk_hub.hub_list").fetchone()
            found = self._conn.execute(HEADS).fetchall()
        if row is None:
            raise HubError("There is no hub in this database. Make one with “kiosk hub init”.")
        heads = tuple(sorted((ChainInHub(*one) for one in found), key=lambda one: (one.letter, one.taken)))
        new = (row for head in heads for row in self._since(head))
        return HubLook(row[0], row[1], row[2], heads, enrolled(self._conn), alarms(self._conn), new)

    def wait(self, seconds: float) -> None:
        """Until the hub says that something came in, but no longer than *seconds*."""
        with speaking():
            for _ in self._conn.notifies(timeout=seconds, stop_after=1):
                pass

    def _since(self, head: ChainInHub) -> Iterator[HubRow]:
        question = page_of(_NEW, "seq > %s", "seq").encode()
        while (known := self._known.get(head.chain, 0)) < head.count:
            with speaking():
                page = self._conn.execute(question, (head.chain, known)).fetchall()
            if not page:
                break
            for one in page:
                self._known[head.chain] = one[0]
                yield HubRow(head, Record(*one[:6]), one[6])
