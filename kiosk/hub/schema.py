"""Makes a hub of a PostgreSQL database, and brings an older one up to date, by numbered steps.

The rule it guards: all steps that are missing happen together or not at all, and what a newer program made is
left alone. The steps are files that come with the program (`resources/hub`).
"""

import hashlib
import re
import secrets
from pathlib import Path

from psycopg import sql

from kiosk.core.frozen import frozen
from kiosk.errors import HubError
from kiosk.hub.connecting import SCHEMA, Connection, speaking
from kiosk.shipped import resources

OLDEST = 150_000
_STEP = re.compile(r"(\d{4})_\w+\.sql")
# A push begins with this table: those under way are let finish, the others wait with nothing in hand. Else a
# step and a push could each hold what the other needs.
_QUIET = b"LOCK TABLE kiosk_hub.enrolments IN ACCESS EXCLUSIVE MODE"
_LARGE_OBJECTS = ("lo_creat(integer)", "lo_create(oid)", "lo_from_bytea(oid, bytea)")
_OWN_ID = re.compile(r"[0-9a-f]{32}")


@frozen
class Hub:
    """*id*: random, for good; *event*: whose records it collects. *steps*: how many it was made by."""

    id: str
    event: str
    steps: int

    @property
    def station_group(self) -> str:
        return f"kiosk_{self.id[:8]}_station"

    @property
    def reader_group(self) -> str:
        return f"kiosk_{self.id[:8]}_reader"


@frozen
class Step:
    number: int
    name: str
    text: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


def shipped_steps(folder: Path | None = None) -> tuple[Step, ...]:
    """The steps that came with this program, in order."""
    found = sorted((folder or resources() / "hub").glob("*.sql"))
    return tuple(
        Step(int(match[1]), path.stem, path.read_text(encoding="utf-8"))
        for path in found
        if (match := _STEP.fullmatch(path.name))
    )


def make_hub(conn: Connection, event: str | None, steps: tuple[Step, ...] | None = None) -> Hub:
    """Make the database behind *conn* the hub of *event*, or bring the hub there up to date."""
    with speaking(conn):
        _check_server(conn)
        with conn.transaction():
            done = _done(conn)
            hub = find_hub(conn) if done else _new(event)
            if event is not None and event != hub.event:
                raise HubError(
                    f"This hub is that of the event “{hub.event}”, not of “{event}”. "
                    "An event has a hub of its own: name another database."
                )
            wanted = shipped_steps() if steps is None else steps
            _check_done(done, wanted)
            if not done:
                _make_groups(conn, hub)
            elif len(done) < len(wanted):
                conn.execute(_QUIET)
            for step in wanted[len(done) :]:
                _take_step(conn, hub, step)
            _set_rights(conn, hub)
            if not done:
                conn.execute("INSERT INTO kiosk_hub.hub (id, event) VALUES (%s, %s)", (hub.id, hub.event))
            return Hub(hub.id, hub.event, len(wanted))


def find_hub(conn: Connection) -> Hub:
    """The hub in the database behind *conn*."""
    with speaking():
        if conn.execute("SELECT to_regclass('kiosk_hub.hub')").fetchone() == (None,):
            raise HubError("There is no hub in this database. Make one with “kiosk hub init”.")
        row = conn.execute(
            "SELECT id, event, (SELECT count(*) FROM kiosk_hub.steps) FROM kiosk_hub.hub"
        ).fetchone()
    if row is None or not _OWN_ID.fullmatch(str(row[0])):
        raise HubError("There is no hub in this database. Make one with “kiosk hub init”.")
    return Hub(row[0], row[1], row[2])


def _check_server(conn: Connection) -> None:
    if conn.info.server_version < OLDEST:
        raise HubError("A hub needs PostgreSQL 15 or later. Use a newer server.")
    row = conn.execute("SHOW server_encoding").fetchone()
    if row is None or row[0] != "UTF8":
        raise HubError("The database is not in UTF-8, so it cannot hold every record. Make one that is.")


def _new(event: str | None) -> Hub:
    if event is None:
        raise HubError("A new hub needs to know its event. Give it with --event ID.")
    return Hub(secrets.token_hex(16), event, 0)


def _done(conn: Connection) -> list[tuple[int, str]]:
    """Number and digest of each step that this database was made by."""
    conn.execute("CREATE SCHEMA IF NOT EXISTS kiosk_hub")
    conn.execute(
        "CREATE TABLE IF NOT EXISTS kiosk_hub.steps (number int PRIMARY KEY, name text NOT NULL, "
        "digest text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())"
    )
    # Two of these at once take turns. No station has a right on this table: it can keep nobody waiting here.
    conn.execute("LOCK TABLE kiosk_hub.steps IN SHARE ROW EXCLUSIVE MODE")
    found = conn.execute("SELECT number, digest FROM kiosk_hub.steps ORDER BY number")
    return [(row[0], row[1]) for row in found]


def _check_done(done: list[tuple[int, str]], wanted: tuple[Step, ...]) -> None:
    known = [(step.number, step.digest) for step in wanted]
    if len(done) > len(known):
        raise HubError("The hub was made by a newer version of the program. Use that one.")
    if done != known[: len(done)]:
        raise HubError(
            "The hub was not made by a released version of this program, so it is left alone. "
            "Make a new one in another database; the stations push everything again."
        )


def _make_groups(conn: Connection, hub: Hub) -> None:
    for group in (hub.station_group, hub.reader_group):
        conn.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(group)))


def _set_rights(conn: Connection, hub: Hub) -> None:
    """The rights of the database itself; each time, for no dump of it brings them along."""
    database = sql.Identifier(conn.info.dbname)
    conn.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database))
    conn.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC")
    conn.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}, {}").format(
            database, sql.Identifier(hub.station_group), sql.Identifier(hub.reader_group)
        )
    )
    if _is_superuser(conn):
        # Beside the tables anybody could else store what he likes: as large objects, and in temporary files.
        conn.execute(f"REVOKE ALL ON FUNCTION {', '.join(_LARGE_OBJECTS)} FROM PUBLIC".encode())
        conn.execute(sql.SQL("ALTER DATABASE {} SET temp_file_limit = '1GB'").format(database))


def open_doors(conn: Connection, hub: Hub) -> tuple[str, ...]:
    """What only the administrator of a server can close to the accounts of *hub*, a sentence each."""
    with speaking():
        row = conn.execute(
            "SELECT has_function_privilege(%s, 'pg_catalog.lo_create(oid)', 'EXECUTE')", [hub.station_group]
        ).fetchone()
        others = conn.execute(
            "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn AND datname <> current_database() "
            "AND has_database_privilege(%s, oid, 'CONNECT') ORDER BY 1",
            [hub.station_group],
        ).fetchall()
    told = []
    if row and row[0]:
        functions = ", ".join(_LARGE_OBJECTS)
        told.append(
            "Stations can store large objects in this database. Let a superuser run in it: REVOKE ALL ON "
            f"FUNCTION {functions} FROM PUBLIC;"
        )
    if others:
        told.append(
            f"Stations may also open other databases of this server ({', '.join(one[0] for one in others)}). "
            "Let its administrator name this one alone for them in pg_hba.conf."
        )
    return tuple(told)


def _is_superuser(conn: Connection) -> bool:
    return conn.info.parameter_status("is_superuser") == "on"


def _take_step(conn: Connection, hub: Hub, step: Step) -> None:
    text = step.text.replace("@STATION@", hub.station_group).replace("@READER@", hub.reader_group)
    conn.execute(f"SET LOCAL search_path = {SCHEMA}, pg_catalog")
    conn.execute(text.encode())
    conn.execute(
        "INSERT INTO kiosk_hub.steps (number, name, digest) VALUES (%s, %s, %s)",
        (step.number, step.name, step.digest),
    )
    conn.execute("SET LOCAL search_path TO DEFAULT")
