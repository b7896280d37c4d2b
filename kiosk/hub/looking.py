"""What a hub holds, read for whoever verifies it or wants to see where the stations are.

The rule it guards: records are handed out as they are stored, to be hashed again here: a hub whose own
functions were changed cannot vouch for itself.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from kiosk.core.frozen import frozen
from kiosk.core.hub.answer import Batch, HubAnswer, answered
from kiosk.core.hub.findings import HubAlarm
from kiosk.core.log.chain import Row
from kiosk.core.log.kinds import Kind
from kiosk.hub.connecting import Connection, speaking
from kiosk.hub.line import ARRAYS, columns

# A page is so many records, and no more than so many bytes of text: a station chooses how large each one is.
PAGE, PAGE_BYTES = 5_000, 4_000_000
# What a reader may see of logs and alarms, too. Of each kind ten of an enrolment are kept; an older hub may
# have been flooded with more.
HEADS = (
    "SELECT coalesce(letter, '?'), station, epoch, count, head, taken, chain, coalesce(role, '') "
    "FROM kiosk_hub.head_list ORDER BY 1, 2, 3"
)
ALARMS = (
    "SELECT at, kind, coalesce(letter, '?'), station, epoch, seq, detail FROM (SELECT *, row_number() OVER "
    "(PARTITION BY role, kind ORDER BY id) AS place FROM kiosk_hub.alarm_list) told WHERE place <= 10 "
    "ORDER BY id"
)
_HELD = "SELECT seq, at, kind, body AS text, prev, hash FROM kiosk_hub.records WHERE chain = %s"
_APART = "SELECT seq, at, kind, body AS text, prev, hash FROM kiosk_hub.forks WHERE chain = %s"


def page_of(rows: str, after: str, order: str) -> str:
    """A question for the first page of *rows*, a SELECT with the columns `seq` and `text`, that meet *after*,
    in the order of *order*. The first row of it comes however large it is."""
    return (
        f"SELECT * FROM (SELECT *, sum(octet_length(text)) OVER (ORDER BY {order}) - octet_length(text) AS "  # noqa: S608
        f"before FROM ({rows} AND {after} ORDER BY {order} LIMIT {PAGE}) page) page "
        f"WHERE before < {PAGE_BYTES} ORDER BY {order}"
    )


@frozen
class ChainInHub:
    """One station's log: *taken* is when its last record came in, *chain* its number in the hub, *role* the
    account that pushed it."""

    letter: str
    station: str
    epoch: str
    count: int
    head: str
    taken: datetime
    chain: int = 0
    role: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.station, self.epoch


@frozen
class Enrolled:
    """*ahead_ms*: how far the station's clock was ahead when it was last heard of; *owed*: how many records
    waited there then; *own_letter*: which letter its log says that it was last set up with; *two_places*:
    when it last looked as if two computers used it."""

    letter: str
    role: str
    station: str | None
    struck: datetime | None
    seen: datetime | None
    ahead_ms: int | None
    owed: int | None
    program: str | None
    own_letter: str | None
    code: str | None = None
    two_places: datetime | None = None


@frozen
class Acknowledged:
    """That this hub once had *count* records up to *head*, as a log itself says in record *seq*."""

    seq: int
    count: int
    head: str


def chains(conn: Connection, day: date | None = None, *, every: bool = False) -> tuple[ChainInHub, ...]:
    """The logs in the hub, each as it ended on *day* (by UTC), or ends now. *every*: also those that another
    enrolment of the same station has taken the place of."""
    with speaking():
        rows = conn.execute(
            "SELECT coalesce(e.letter, '?'), c.station, c.epoch, h.seq, h.hash, h.taken, c.id, "
            "coalesce(c.role, '') FROM kiosk_hub.chains c LEFT JOIN kiosk_hub.enrolments e USING (role) "
            "CROSS JOIN LATERAL (SELECT seq, hash, taken FROM kiosk_hub.records WHERE chain = c.id "
            "AND (%(day)s::date IS NULL OR taken < (%(day)s::date + 1)::timestamp AT TIME ZONE 'UTC') "
            "ORDER BY seq DESC LIMIT 1) h "
            "WHERE %(every)s OR c.id IN (SELECT id FROM kiosk_hub.standing_chains) ORDER BY 1, c.began",
            {"day": day, "every": every},
        )
        return tuple(ChainInHub(*row) for row in rows)


def enrolled(conn: Connection) -> tuple[Enrolled, ...]:
    """Everybody who was ever enrolled, by letter."""
    with speaking():
        rows = conn.execute(
            "SELECT letter, role, station, struck, seen, ahead_ms, owed, program, own_letter, code, "
            "two_places FROM kiosk_hub.enrolment_list ORDER BY letter, at"
        )
        return tuple(Enrolled(*row) for row in rows)


def alarms(conn: Connection) -> tuple[HubAlarm, ...]:
    """The alarms, oldest first."""
    with speaking():
        return tuple(HubAlarm(*row) for row in conn.execute(ALARMS))


def stored_rows(conn: Connection, chain: ChainInHub) -> Iterator[Row]:
    """The records of *chain* as the hub has them, a page to each query: nothing waits for a reader."""
    question, seq = page_of(_HELD, "seq > %s", "seq").encode(), 0
    while True:
        with speaking():
            page = conn.execute(question, (chain.chain, seq)).fetchall()
        for row in page:
            yield _as_chain_wants(row[:6])
        if not page:
            return
        seq = page[-1][0]


def fork_rows(conn: Connection, chain: ChainInHub) -> Iterator[Row]:
    """What is kept apart of *chain*, by pages too."""
    question, last = page_of(_APART, "(seq, hash) > (%s, %s)", "seq, hash").encode(), (0, "")
    while True:
        with speaking():
            page = conn.execute(question, (chain.chain, *last)).fetchall()
        for row in page:
            yield _as_chain_wants(row[:6])
        if not page:
            return
        last = (page[-1][0], page[-1][5])


def hash_in_hub(conn: Connection, chain: ChainInHub, seq: int) -> str:
    """The hash of record *seq* of *chain*; empty if the hub has none."""
    with speaking():
        row = conn.execute(
            "SELECT hash FROM kiosk_hub.records WHERE chain = %s AND seq = %s", (chain.chain, seq)
        ).fetchone()
    return str(row[0]) if row else ""


def acknowledged(conn: Connection, chain: ChainInHub, hub: str) -> tuple[Acknowledged, ...]:
    """What *chain* says that the hub *hub* has acknowledged."""
    with speaking():
        rows = conn.execute(
            "SELECT seq, told FROM (SELECT seq, kiosk_hub.body_json(body) AS told FROM kiosk_hub.records "
            "WHERE chain = %s AND kind = %s) pushed WHERE told ->> 'hub' = %s ORDER BY seq",
            (chain.chain, Kind.PUSHED.value, hub),
        ).fetchall()
    return tuple(Acknowledged(seq, *_told(body)) for seq, body in rows)


@frozen
class StickKey:
    """The secret of an enrolment, and whether that was struck off since: a stick may come late."""

    secret: str
    struck: bool


def stick_keys(conn: Connection) -> Mapping[str, StickKey]:
    """The secret of each enrolment, by its role."""
    with speaking():
        rows = conn.execute(
            "SELECT role, stick_key, s.role IS NOT NULL FROM kiosk_hub.enrolments "
            "LEFT JOIN kiosk_hub.struck_off s USING (role)"
        ).fetchall()
    return {role: StickKey(secret, struck) for role, secret, struck in rows}


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
