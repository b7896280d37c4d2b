"""What a hub holds, for whoever verifies it or looks on: through views, a page to each query."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeAlias

import psycopg

from kiosk.base.frozen import frozen
from kiosk.errors import HubError
from kiosk.hub import line
from kiosk.hub.answer import Batch, HubAnswer, read_answer
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.findings import HubAlarm
from kiosk.hub.local import local_server
from kiosk.log.chain import Record, Row
from kiosk.log.kinds import Kind

# ---- looking -----------------------------------------------------------------------------------------------
# What a hub holds, read for whoever verifies it or wants to see where the stations are.
#
# The rule it guards: records are handed out as they are stored, to be hashed again here: a hub whose own
# functions were changed cannot vouch for itself.

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
_LOOKING_HELD = "SELECT seq, at, kind, body AS text, prev, hash FROM kiosk_hub.records WHERE chain = %s"
_LOOKING_APART = "SELECT seq, at, kind, body AS text, prev, hash FROM kiosk_hub.forks WHERE chain = %s"


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


def chains(conn: line.Connection, day: date | None = None, *, every: bool = False) -> tuple[ChainInHub, ...]:
    """The logs in the hub, each as it ended on *day* (by UTC), or ends now. *every*: also those that another
    enrolment of the same station has taken the place of."""
    with line.plain_errors():
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


def list_enrolled(conn: line.Connection) -> tuple[Enrolled, ...]:
    """Everybody who was ever enrolled, by letter."""
    with line.plain_errors():
        rows = conn.execute(
            "SELECT letter, role, station, struck, seen, ahead_ms, owed, program, own_letter, code, "
            "two_places FROM kiosk_hub.enrolment_list ORDER BY letter, at"
        )
        return tuple(Enrolled(*row) for row in rows)


def alarms(conn: line.Connection) -> tuple[HubAlarm, ...]:
    """The alarms, oldest first."""
    with line.plain_errors():
        return tuple(HubAlarm(*row) for row in conn.execute(ALARMS))


def stored_rows(conn: line.Connection, chain: ChainInHub) -> Iterator[Row]:
    """The records of *chain* as the hub has them, a page to each query: nothing waits for a reader."""
    question, seq = page_of(_LOOKING_HELD, "seq > %s", "seq").encode(), 0
    while True:
        with line.plain_errors():
            page = conn.execute(question, (chain.chain, seq)).fetchall()
        for row in page:
            yield _as_chain_wants(row[:6])
        if not page:
            return
        seq = page[-1][0]


def fork_rows(conn: line.Connection, chain: ChainInHub) -> Iterator[Row]:
    """What is kept apart of *chain*, by pages too."""
    question, last = page_of(_LOOKING_APART, "(seq, hash) > (%s, %s)", "seq, hash").encode(), (0, "")
    while True:
        with line.plain_errors():
            page = conn.execute(question, (chain.chain, *last)).fetchall()
        for row in page:
            yield _as_chain_wants(row[:6])
        if not page:
            return
        last = (page[-1][0], page[-1][5])


def hash_in_hub(conn: line.Connection, chain: ChainInHub, seq: int) -> str:
    """The hash of record *seq* of *chain*; empty if the hub has none."""
    with line.plain_errors():
        row = conn.execute(
            "SELECT hash FROM kiosk_hub.records WHERE chain = %s AND seq = %s", (chain.chain, seq)
        ).fetchone()
    return str(row[0]) if row else ""


def list_acknowledged(conn: line.Connection, chain: ChainInHub, hub: str) -> tuple[Acknowledged, ...]:
    """What *chain* says that the hub *hub* has acknowledged."""
    with line.plain_errors():
        rows = conn.execute(
            "SELECT seq, told FROM (SELECT seq, kiosk_hub.body_json(body) AS told FROM kiosk_hub.records "
            "WHERE chain = %s AND kind = %s) pushed WHERE told ->> 'hub' = %s ORDER BY seq",
            (chain.chain, Kind.PUSHED.value, hub),
        ).fetchall()
    return tuple(Acknowledged(seq, *_number_and_sentence(body)) for seq, body in rows)


@frozen
class StickKey:
    """The secret of an enrolment, and whether that was struck off since: a stick may come late."""

    secret: str
    struck: bool


def stick_keys(conn: line.Connection) -> Mapping[str, StickKey]:
    """The secret of each enrolment, by its role."""
    with line.plain_errors():
        rows = conn.execute(
            "SELECT role, stick_key, s.role IS NOT NULL FROM kiosk_hub.enrolments "
            "LEFT JOIN kiosk_hub.struck_off s USING (role)"
        ).fetchall()
    return {role: StickKey(secret, struck) for role, secret, struck in rows}


def take(conn: line.Connection, role: str, batch: Batch) -> HubAnswer:
    """Take *batch* in the name of *role*, as if that had pushed it."""
    with line.plain_errors():
        row = conn.execute(
            f"SELECT * FROM kiosk_hub.take(%s, %s, {line.ARRAYS})",  # noqa: S608 - constants
            (role, batch.epoch, *line.columns(batch)),
        ).fetchone()
    return read_answer(row or ())


def _as_chain_wants(row: tuple[Any, ...]) -> Row:
    seq, *texts = row
    at, kind, body, prev, own = (bytearray(str(text).encode()) for text in texts)
    return seq, at, kind, body, prev, own


def _number_and_sentence(body: Mapping[str, Any]) -> tuple[int, str]:
    count, head = body.get("count"), body.get("head")
    return (count if isinstance(count, int) else 0), str(head)


# ---- following ---------------------------------------------------------------------------------------------
# What is new in a hub, read by somebody who may only look: through views, a page to each query.
#
# The rule it guards: no query waits for a person, and no transaction stays open between two looks.

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

    def __init__(self, conn: line.Connection) -> None:
        self._conn = conn
        self._known: dict[int, int] = {}
        # A standby takes no LISTEN: there it is asked again and again.
        with line.plain_errors(), suppress(psycopg.errors.ReadOnlySqlTransaction):
            conn.execute(f"LISTEN {CHANNEL}")

    def look(self) -> HubLook:
        """What there is now."""
        with line.plain_errors():
            row = self._conn.execute("SELECT id, event, clock_timestamp() FROM kiosk_hub.hub_list").fetchone()
            found = self._conn.execute(HEADS).fetchall()
        if row is None:
            raise HubError("There is no hub in this database. Make one with “kiosk hub init”.")
        heads = tuple(
            sorted((ChainInHub(*cells) for cells in found), key=lambda there: (there.letter, there.taken))
        )
        new = (row for head in heads for row in self._since(head))
        return HubLook(row[0], row[1], row[2], heads, list_enrolled(self._conn), alarms(self._conn), new)

    def wait(self, seconds: float) -> None:
        """Until the hub says that something came in, but no longer than *seconds*."""
        with line.plain_errors():
            for _ in self._conn.notifies(timeout=seconds, stop_after=1):
                pass

    def _since(self, head: ChainInHub) -> Iterator[HubRow]:
        question = page_of(_NEW, "seq > %s", "seq").encode()
        while (known := self._known.get(head.chain, 0)) < head.count:
            with line.plain_errors():
                page = self._conn.execute(question, (head.chain, known)).fetchall()
            if not page:
                break
            for row in page:
                self._known[head.chain] = row[0]
                yield HubRow(head, Record(*row[:6]), row[6])


# ---- reader ------------------------------------------------------------------------------------------------
# What a reader sees of a hub: its views alone, so that a reader's account is enough.
#
# The rule it guards: records are handed out as the hub holds them, to be hashed again by whoever asked; no
# transaction stays open between two questions, so no reader keeps the hub from tidying up.

# seq, at, kind, body, prev, hash
HeldRow: TypeAlias = tuple[int, str, str, str, str, str]
_OTHER_VERSION = (
    "The hub is of another version than this program, so it is not read. Run “kiosk hub init” there with "
    "the newer version, and use that one here."
)
_NO_READER = (
    "This enrolment may not read the hub. Use a reader's: “kiosk hub enrol --reader” makes one at the hub."
)
_WRONG = "Another hub answers there than the one that gave this enrolment, so it is not read."
_READER_HELD = "SELECT seq, at, kind, text, prev, hash FROM kiosk_hub.record_list WHERE chain = %s"
_READER_APART = "SELECT seq, at, kind, text, prev, hash FROM kiosk_hub.fork_list WHERE chain = %s"
_FINGERPRINT = (
    "SELECT encode(sha256(convert_to(coalesce(string_agg(concat_ws(E'\\x1f', seq, at, kind, text, prev, "
    "hash), E'\\x1e' ORDER BY seq), ''), 'UTF8')), 'hex') FROM kiosk_hub.record_list WHERE chain = %s "
    "AND seq BETWEEN %s AND %s"
)


class HubReader:
    """The hub behind *conn*; with *wanted*, no other than that one."""

    def __init__(self, conn: line.Connection, wanted: str = "") -> None:
        self._conn = conn
        rows = self._ask("SELECT id, event FROM kiosk_hub.hub_list")
        if not rows or (wanted and rows[0][0] != wanted):
            raise HubError(_WRONG)
        self.id, self.event = str(rows[0][0]), str(rows[0][1])

    def chains(self) -> tuple[ChainInHub, ...]:
        """The logs in the hub as they end now."""
        return tuple(ChainInHub(*row) for row in self._ask(HEADS))

    def rows(self, chain: ChainInHub, after: int, upto: int) -> list[HeldRow]:
        """The records of *chain* after number *after* up to *upto*, at most a page of them."""
        question = page_of(_READER_HELD, "seq > %s AND seq <= %s", "seq")
        return [row[:6] for row in self._ask(question, (chain.chain, after, upto))]

    def fingerprint(self, chain: ChainInHub, first: int, last: int) -> str:
        """A digest of the records *first* to *last* of *chain* as the hub holds them now (`fingerprint`)."""
        return str(self._ask(_FINGERPRINT, (chain.chain, first, last))[0][0])

    def apart(self) -> dict[int, int]:
        """How many records are kept apart, of which logs."""
        found = self._ask("SELECT chain, count(*) FROM kiosk_hub.fork_list GROUP BY 1")
        return {chain: count for chain, count in found}

    def apart_rows(self, chain: ChainInHub) -> list[HeldRow]:
        """Those of *chain*, at most a page of them."""
        return [row[:6] for row in self._ask(page_of(_READER_APART, "true", "seq, hash"), (chain.chain,))]

    def alarms(self) -> tuple[HubAlarm, ...]:
        """The alarms, oldest first."""
        return tuple(HubAlarm(*row) for row in self._ask(ALARMS))

    def _ask(self, sql: str, given: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with line.plain_errors():
            try:
                return self._conn.execute(sql.encode(), given).fetchall()
            except (psycopg.errors.UndefinedColumn, psycopg.errors.UndefinedTable) as error:
                raise HubError(_OTHER_VERSION) from error
            except psycopg.errors.InsufficientPrivilege as error:
                raise HubError(_NO_READER) from error


def fingerprint(rows: Sequence[HeldRow]) -> str:
    """The same of *rows* that are here."""
    joined = "\x1e".join("\x1f".join(map(str, row)) for row in rows)
    return hashlib.sha256(joined.encode()).hexdigest()


@contextmanager
def hub_reader(where: str, enrolment: Enrolment | None) -> Iterator[HubReader]:
    """The hub of a reader's *enrolment*; else the one at *where*, an address or a folder, as its owner."""
    if enrolment is not None:
        if enrolment.letter:
            raise HubError(_NO_READER)
        with line.by_enrolment(enrolment) as conn:
            yield HubReader(conn, enrolment.hub)
        return
    own = local_server(where)
    if own is None and Path(where).is_dir():
        raise HubError(f"There is no hub in {where}. Name the folder of one, or a reader's enrolment.")
    with line.connect(own.address if own else where) as conn:
        yield HubReader(conn)
