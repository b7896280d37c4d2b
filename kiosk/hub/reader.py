"""What a reader sees of a hub: its views alone, so that a reader's account is enough.

The rule it guards: records are handed out as the hub holds them, to be hashed again by whoever asked; no
transaction stays open between two questions, so no reader keeps the hub from tidying up.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import psycopg

from kiosk.core.hub.enrolment import Enrolment
from kiosk.core.hub.findings import HubAlarm
from kiosk.errors import HubError
from kiosk.hub.connecting import Connection, by_enrolment, connected, speaking
from kiosk.hub.local import local_server
from kiosk.hub.looking import ALARMS, HEADS, ChainInHub, page_of

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
_HELD = "SELECT seq, at, kind, text, prev, hash FROM kiosk_hub.record_list WHERE chain = %s"
_APART = "SELECT seq, at, kind, text, prev, hash FROM kiosk_hub.fork_list WHERE chain = %s"
_FINGERPRINT = (
    "SELECT encode(sha256(convert_to(coalesce(string_agg(concat_ws(E'\\x1f', seq, at, kind, text, prev, "
    "hash), E'\\x1e' ORDER BY seq), ''), 'UTF8')), 'hex') FROM kiosk_hub.record_list WHERE chain = %s "
    "AND seq BETWEEN %s AND %s"
)


class HubReader:
    """The hub behind *conn*; with *wanted*, no other than that one."""

    def __init__(self, conn: Connection, wanted: str = "") -> None:
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
        question = page_of(_HELD, "seq > %s AND seq <= %s", "seq")
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
        return [row[:6] for row in self._ask(page_of(_APART, "true", "seq, hash"), (chain.chain,))]

    def alarms(self) -> tuple[HubAlarm, ...]:
        """The alarms, oldest first."""
        return tuple(HubAlarm(*row) for row in self._ask(ALARMS))

    def _ask(self, sql: str, given: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with speaking():
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
        with by_enrolment(enrolment) as conn:
            yield HubReader(conn, enrolment.hub)
        return
    own = local_server(where)
    if own is None and Path(where).is_dir():
        raise HubError(f"There is no hub in {where}. Name the folder of one, or a reader's enrolment.")
    with connected(own.address if own else where) as conn:
        yield HubReader(conn)
