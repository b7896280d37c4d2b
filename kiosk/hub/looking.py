"""What a hub holds, read for whoever verifies it or wants to see where the stations are.

The rule it guards: records are handed out as they are stored, to be hashed again here: a hub whose own
functions were changed cannot vouch for itself.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from kiosk.core.frozen import frozen
from kiosk.core.hub.answer import Batch, HubAnswer, answered
from kiosk.core.log.chain import Row
from kiosk.core.log.kinds import Kind
from kiosk.hub.connecting import Connection, speaking
from kiosk.hub.line import ARRAYS, columns

_PAGE = 5_000
# What a reader may see of logs and alarms, too.
HEADS = (
    "SELECT coalesce(letter, '?'), station, epoch, count, head, taken FROM kiosk_hub.head_list "
    "ORDER BY 1, 2, 3"
)
ALARMS = (
    "SELECT at, kind, coalesce(letter, '?'), station, epoch, seq, detail FROM kiosk_hub.alarm_list "
    "ORDER BY id"
)


@frozen
class ChainInHub:
    """One station's log: *taken* is when its last record came in."""

    letter: str
    station: str
    epoch: str
    count: int
    head: str
    taken: datetime

    @property
    def key(self) -> tuple[str, str]:
        return self.station, self.epoch


@frozen
class Enrolled:
    """*ahead_ms*: how far the station's clock was ahead when it was last heard of; *owed*: how many records
    waited there then; *own_letter*: which letter its log says that it was last set up with."""

    letter: str
    role: str
    station: str | None
    struck: datetime | None
    seen: datetime | None
    ahead_ms: int | None
    owed: int | None
    program: str | None
    own_letter: str | None


@frozen
class HubAlarm:
    at: datetime
    kind: str
    letter: str
    station: str | None
    epoch: str | None
    seq: int | None
    detail: str


@frozen
class Acknowledged:
    """That this hub once had *count* records up to *head*, as a log itself says in record *seq*."""

    seq: int
    count: int
    head: str


def chains(conn: Connection, day: date | None = None) -> tuple[ChainInHub, ...]:
    """The logs in the hub, each as it ended on *day* (by UTC), or ends now."""
    with speaking():
        rows = conn.execute(
            "SELECT coalesce(l.letter, '?'), c.station, c.epoch, h.seq, h.hash, h.taken "
            "FROM kiosk_hub.chains c LEFT JOIN kiosk_hub.letters l ON l.station = c.station "
            "CROSS JOIN LATERAL (SELECT seq, hash, taken FROM kiosk_hub.records WHERE chain = c.id "
            "AND (%(day)s::date IS NULL OR taken < (%(day)s::date + 1)::timestamp AT TIME ZONE 'UTC') "
            "ORDER BY seq DESC LIMIT 1) h ORDER BY 1, c.began",
            {"day": day},
        )
        return tuple(ChainInHub(*row) for row in rows)


def enrolled(conn: Connection) -> tuple[Enrolled, ...]:
    """Everybody who was ever enrolled, by letter."""
    with speaking():
        rows = conn.execute(
            "SELECT letter, role, station, struck, seen, ahead_ms, owed, program, own_letter "
            "FROM kiosk_hub.enrolment_list ORDER BY letter, at"
        )
        return tuple(Enrolled(*row) for row in rows)


def alarms(conn: Connection) -> tuple[HubAlarm, ...]:
    """Every alarm, oldest first."""
    with speaking():
        return tuple(HubAlarm(*row) for row in conn.execute(ALARMS))


def stored_rows(conn: Connection, chain: ChainInHub) -> Iterator[Row]:
    """The records of *chain* as the hub has them, a page to each query: nothing waits for a reader."""
    seq = 0
    while True:
        with speaking():
            page = conn.execute(
                "SELECT r.seq, r.at, r.kind, r.body, r.prev, r.hash FROM kiosk_hub.records r "
                "JOIN kiosk_hub.chains c ON c.id = r.chain "
                "WHERE c.station = %s AND c.epoch = %s AND r.seq > %s ORDER BY r.seq LIMIT %s",
                (chain.station, chain.epoch, seq, _PAGE),
            ).fetchall()
        for row in page:
            yield _as_chain_wants(row)
        if len(page) < _PAGE:
            return
        seq = page[-1][0]


def fork_rows(conn: Connection, chain: ChainInHub) -> tuple[Row, ...]:
    """What is kept apart of *chain*."""
    with speaking():
        rows = conn.execute(
            "SELECT seq, at, kind, text, prev, hash FROM kiosk_hub.fork_list "
            "WHERE station = %s AND epoch = %s ORDER BY seq, hash",
            (chain.station, chain.epoch),
        )
        return tuple(_as_chain_wants(row) for row in rows)


def hash_in_hub(conn: Connection, chain: ChainInHub, seq: int) -> str:
    """The hash of record *seq* of *chain*; empty if the hub has none."""
    with speaking():
        row = conn.execute(
            "SELECT r.hash FROM kiosk_hub.records r JOIN kiosk_hub.chains c ON c.id = r.chain "
            "WHERE c.station = %s AND c.epoch = %s AND r.seq = %s",
            (chain.station, chain.epoch, seq),
        ).fetchone()
    return str(row[0]) if row else ""


def acknowledged(conn: Connection, chain: ChainInHub, hub: str) -> tuple[Acknowledged, ...]:
    """What *chain* says that the hub *hub* has acknowledged."""
    with speaking():
        rows = conn.execute(
            "SELECT seq, body FROM kiosk_hub.record_list WHERE station = %s AND epoch = %s AND kind = %s "
            "AND body ->> 'hub' = %s ORDER BY seq",
            (chain.station, chain.epoch, Kind.PUSHED.value, hub),
        ).fetchall()
    return tuple(Acknowledged(seq, *_told(body)) for seq, body in rows)


def stick_keys(conn: Connection) -> Mapping[str, str]:
    """The secret of each enrolment, by its role: those that are struck off too, for a stick may come late."""
    with speaking():
        return {role: key for role, key in conn.execute("SELECT role, stick_key FROM kiosk_hub.enrolments")}


def take(conn: Connection, role: str, batch: Batch) -> HubAnswer:
    """Take *batch* in the name of *role*, as if that had pushed it."""
    with speaking():
        row = conn.execute(
            f"SELECT * FROM kiosk_hub.take(%s, %s, {ARRAYS})",  # noqa: S608 - constants
            (role, batch.epoch, *columns(batch)),
        ).fetchone()
    return answered(row or ())


def _as_chain_wants(row: tuple[Any, ...]) -> Row:
    seq, *texts = row
    at, kind, body, prev, own = (bytearray(str(text).encode()) for text in texts)
    return seq, at, kind, body, prev, own


def _told(body: Mapping[str, Any]) -> tuple[int, str]:
    count, head = body.get("count"), body.get("head")
    return (count if isinstance(count, int) else 0), str(head)
