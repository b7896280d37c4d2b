"""Reaching a hub: how PostgreSQL is connected to, what its troubles mean, and the one call that takes
records.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from kiosk.base.clock import Reading
from kiosk.base.frozen import frozen
from kiosk.errors import HubAway, HubError
from kiosk.files import PRIVATE
from kiosk.hub.answer import PROTOCOL, Batch, HubAnswer, read_answer
from kiosk.hub.enrolment import Enrolment
from kiosk.log.receipt import Receipt

# ---- connecting --------------------------------------------------------------------------------------------
# Reaching a hub: how PostgreSQL is connected to, and what its troubles mean to a person.
#
# The rules it guards: over a network only with the hub's certificate verified in full, and a password is
# given out by SCRAM alone; every wait has an end, so that a line that died in sleep or in another hall is
# noticed, and so is an account that keeps others waiting.

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
SCHEMA = "kiosk_hub"
# A line that nobody answers on is given up after some fifteen seconds.
PATIENCE: Mapping[str, str | int] = {
    "connect_timeout": 10,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
    "gssencmode": "disable",
    "options": "-c statement_timeout=60s -c lock_timeout=5s -c client_encoding=UTF8",
    "application_name": "challenge-kiosk",
}
# What PostgreSQL's own sentences mean; the first that is found in one counts. What may mend itself is away.
_MEANINGS: tuple[tuple[str, bool, str], ...] = (
    ("certificate has expired", False, "a certificate has expired. Make new enrolments at the hub"),
    ("certificate expired", False, "a certificate has expired. Make new enrolments at the hub"),
    ("certificate is not yet valid", False, "a certificate is not valid yet. Set this computer's clock"),
    ("does not match host name", False, "who answers there has another name. Check the address"),
    ("certificate verify failed", False, "who answers there is not this hub. Check the address"),
    ("unknown ca", False, "it does not know who gave this enrolment. Use the enrolment of this hub"),
    ("authentication failed", False, "it does not take this enrolment. Ask the director for a new one"),
    ("is not permitted to log in", False, "this enrolment was struck off. Ask the director for a new one"),
    ("pg_hba.conf rejects connection", False, "it does not let this account in from the network"),
    ("no pg_hba.conf entry", False, "its administrator has not allowed this connection. See the README"),
    ("does not exist", False, "what the enrolment names is not there. Ask the director for a new one"),
    ("permission denied for database", False, "this account may not open that database"),
    ("too many connections", True, "it has too many connections. It is tried again"),
    ("does not support SSL", False, "it does not encrypt. Let its administrator turn TLS on"),
)


@contextmanager
def by_enrolment(enrolment: Enrolment) -> Iterator[Connection]:
    """A connection with the rights of *enrolment*."""
    with ExitStack() as stack:
        yield stack.enter_context(connect(_conninfo(enrolment, stack)))


@contextmanager
def connect(conninfo: str) -> Iterator[Connection]:
    """The connection; whatever goes wrong on it is a HubError."""
    with plain_errors():
        wanted: dict[str, Any] = {**PATIENCE, **conninfo_to_dict(conninfo)}
        conn = psycopg.connect(make_conninfo(**wanted), autocommit=True)
    try:
        yield conn
    finally:
        conn.close()


@contextmanager
def plain_errors(owner: Connection | None = None) -> Iterator[None]:
    """Turn what PostgreSQL complains of into one plain sentence. The *owner* of a hub who is kept waiting is
    told by whom."""
    try:
        yield
    except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected) as error:
        raise HubAway(name_blocked(accounts_in_the_way(owner, guessing=True) if owner else ())) from error
    except (psycopg.errors.UndefinedFunction, psycopg.errors.UndefinedColumn) as error:
        raise HubError(
            "The hub is older than this program. Run “kiosk hub init” there with this version; nothing is "
            "lost."
        ) from error
    except (psycopg.errors.InvalidSchemaName, psycopg.errors.UndefinedTable) as error:
        raise HubError("There is no hub in this database. Make one with “kiosk hub init”.") from error
    except psycopg.errors.DiskFull as error:
        raise HubAway(
            "The hub's disk is full, so it took nothing. Make room there; it is tried again."
        ) from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise HubError(
            "This account may not do that at the hub. Use the account that made it, or the right enrolment."
        ) from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise _away(error) from error
    except (psycopg.Error, UnicodeError) as error:
        raise HubError(f"The hub could not do that: {_first_line(error)}.") from error


# Whoever has had something of the hub in hand for longer than any push lasts. From an owner who is no
# superuser that time is hidden.
_IN_THE_WAY = """
SELECT a.usename, e.letter FROM pg_catalog.pg_stat_activity a
JOIN pg_catalog.pg_locks l ON l.pid = a.pid AND l.granted AND l.database = a.datid
JOIN pg_catalog.pg_class c ON c.oid = l.relation AND c.relnamespace = 'kiosk_hub'::regnamespace
LEFT JOIN kiosk_hub.enrolments e ON e.role = a.usename
WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
  AND coalesce(a.xact_start < clock_timestamp() - interval '3 s', %s)
GROUP BY 1, 2 ORDER BY min(a.xact_start), 1
"""


def accounts_in_the_way(owner: Connection, *, guessing: bool = False) -> tuple[tuple[str, str], ...]:
    """The accounts that keep something of the hub in hand, each with its letter if it is a station's.
    *guessing*: also those of whom it is hidden for how long."""
    try:
        found = owner.execute(_IN_THE_WAY, [guessing])
        return tuple((str(role), str(letter or "")) for role, letter in found)
    except psycopg.Error:
        return ()


def name_blocked(accounts: Sequence[tuple[str, str]]) -> str:
    """That others wait for the first of *accounts*, if it is known."""
    if accounts:
        role, letter = next((account for account in accounts if account[1]), accounts[0])
        what = "keeps a transaction open"
        if not letter:
            return f"The account {role} holds the hub up: it {what}. End that, and try again."
        return (
            f"Station {letter} holds the hub up: its account ({role}) {what}. End its push, or strike it off "
            f"(“kiosk hub strike {letter}”), and try again."
        )
    return (
        "Another account holds the hub up. Nothing is lost, and it is tried again; at the hub “kiosk hub "
        "status” names who does."
    )


def _away(error: Exception) -> HubError:
    said = " ".join(str(error).split())
    for part, may_mend, meaning in _MEANINGS:
        if part in said:
            return (HubAway if may_mend else HubError)(f"The hub cannot be used: {meaning}.")
    return HubAway("The hub does not answer. Check its address and the network; nothing is lost meanwhile.")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["it gave no reason"])[0][:200].rstrip(".")


def _conninfo(enrolment: Enrolment, stack: ExitStack) -> str:
    """*enrolment* as PostgreSQL's library wants it, with its certificates in files for as long as *stack*."""
    told: dict[str, Any] = {
        "host": enrolment.host,
        "port": enrolment.port,
        "dbname": enrolment.database,
        "user": enrolment.role,
    }
    if enrolment.password:
        told |= {"password": enrolment.password, "require_auth": "scram-sha-256"}
    if enrolment.host.startswith("/"):  # a socket of this very machine
        return make_conninfo(**told)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-")))
    told |= {"sslmode": "verify-full", "sslrootcert": "system", "sslcert": "", "sslkey": ""}
    for name, content in (
        ("sslrootcert", enrolment.root),
        ("sslcert", enrolment.certificate),
        ("sslkey", enrolment.key),
    ):
        if content:
            file = folder / name
            file.touch(PRIVATE)
            file.write_text(content, encoding="utf-8")
            told[name] = str(file)
    return make_conninfo(**told)


# ---- line --------------------------------------------------------------------------------------------------
# The line on which a station's records reach the hub: one call of one function, and its answer.

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
        with plain_errors():
            row = self._conn.execute(
                _PUSH, (PROTOCOL, self._hub, batch.epoch, *columns(batch), *told)
            ).fetchone()
        return read_answer(row or ())


def columns(batch: Batch) -> tuple[list[str], ...]:
    """The rows of *batch* as the text arrays that the hub's functions take."""
    rows = [
        (str(record.seq), record.at, str(record.kind), record.body, record.prev, record.hash)
        for record in batch.records
    ]
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
