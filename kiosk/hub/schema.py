"""Makes a hub of a PostgreSQL database, brings an older one up to date, and gives accounts in it."""

import hashlib
import re
import secrets
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psycopg
from psycopg import sql

from kiosk.base.frozen import frozen
from kiosk.errors import HubError
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.line import SCHEMA, Connection, plain_errors
from kiosk.shipped import resources

# ---- schema ------------------------------------------------------------------------------------------------
# Makes a hub of a PostgreSQL database, and brings an older one up to date, by numbered steps.
#
# The rule it guards: all steps that are missing happen together or not at all, and what a newer program made
# is left alone. The steps are files that come with the program (`resources/hub`).

OLDEST = 150_000
_STEP = re.compile(r"(\d{4})_\w+\.sql")
# A push begins with this table: those under way are let finish, the others wait with nothing in hand. Else a
# step and a push could each hold what the other needs.
_QUIET = b"LOCK TABLE kiosk_hub.enrolments IN ACCESS EXCLUSIVE MODE"
# What PostgreSQL lets every account do that stores something beside the tables (large objects, news in its
# journal, snapshots as files), or fills the one table of locks that all accounts share.
_OPEN_TO_ALL = (
    r"^(lo_creat|lo_create|lo_from_bytea|pg_logical_emit_message|pg_export_snapshot"
    r"|pg_(try_)?advisory_(xact_)?lock(_shared)?)$"
)
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
    with plain_errors(conn):
        _check_server(conn)
        with conn.transaction():
            done = _steps_done(conn)
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
    with plain_errors():
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


def _steps_done(conn: Connection) -> list[tuple[int, str]]:
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
        # Anybody could else store what he likes in temporary files, too.
        if functions := _open_functions(conn, hub):
            conn.execute(f"REVOKE ALL ON FUNCTION {functions} FROM PUBLIC".encode())
        conn.execute(sql.SQL("ALTER DATABASE {} SET temp_file_limit = '1GB'").format(database))


def open_doors(conn: Connection, hub: Hub) -> tuple[str, ...]:
    """What only the administrator of a server can close to the accounts of *hub*, a sentence each."""
    with plain_errors():
        functions = _open_functions(conn, hub)
        others = conn.execute(
            "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn AND datname <> current_database() "
            "AND has_database_privilege(%s, oid, 'CONNECT') ORDER BY 1",
            [hub.station_group],
        ).fetchall()
    told = []
    if functions:
        told.append(
            "Stations can store large objects in this database, and take all locks of its server. Let a "
            f"superuser run in it: REVOKE ALL ON FUNCTION {functions} FROM PUBLIC;"
        )
    if others:
        names = ", ".join(name for (name, *_) in others)
        told.append(
            f"Stations may also open other databases of this server ({names}). "
            "Let its administrator name this one alone for them in pg_hba.conf."
        )
    return tuple(told)


def _open_functions(conn: Connection, hub: Hub) -> str:
    """Those of `_OPEN_TO_ALL` that the stations of *hub* may call, as SQL names them."""
    row = conn.execute(
        "SELECT string_agg(oid::regprocedure::text, ', ' ORDER BY oid) FROM pg_catalog.pg_proc "
        "WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ %s "
        "AND has_function_privilege(%s, oid, 'EXECUTE')",
        [_OPEN_TO_ALL, hub.station_group],
    ).fetchone()
    return str(row[0]) if row and row[0] else ""


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


# ---- enrolling ---------------------------------------------------------------------------------------------
# Gives a station or a reader its account at the hub, and takes it away from a lost laptop.
#
# The rules it guards: one letter has one account in force at a time, and so has one station, which the
# director names by its code; what is struck off can neither log in nor go on with a connection it has, and
# speaks for no station any more.

_MOST_CONNECTIONS = 5
_TRIES = 9


@frozen
class Seat:
    """For whom an account is: the station *letter* whose id begins with *code*. Without a code it is whoever
    pushes first, as it was for all before there were codes."""

    letter: str
    code: str = ""


def enrol_station(conn: Connection, seat: Seat, place: Enrolment, *, password: bool) -> Enrolment:
    """A new account for the station of *seat*; *place* says where it will find the hub. Without *password*
    it logs in by a certificate for its role."""
    hub, letter = find_hub(conn), seat.letter
    with plain_errors(conn), conn.transaction():
        # Two of these at once take turns; no account of a station can keep this lock.
        conn.execute("LOCK TABLE kiosk_hub.enrolments IN SHARE ROW EXCLUSIVE MODE")
        _refuse_taken(conn, seat)
        row = conn.execute("SELECT count(*) FROM kiosk_hub.enrolments WHERE letter = %s", [letter]).fetchone()
        number = 1 + (row[0] if row else 0)
        made = replace(
            place,
            hub=hub.id,
            event=hub.event,
            letter=letter,
            role=f"kiosk_{hub.id[:8]}_{letter.lower()}{number}",
            stick_key=secrets.token_hex(32),
            password=secrets.token_urlsafe(24) if password else "",
        )
        _make_role(conn, made, hub.station_group)
        conn.execute(
            "INSERT INTO kiosk_hub.enrolments (role, letter, stick_key, code) VALUES (%s, %s, %s, %s)",
            (made.role, letter, made.stick_key, seat.code or None),
        )
    return made


def _refuse_taken(conn: Connection, seat: Seat) -> None:
    if _in_force(conn, seat.letter):
        raise HubError(
            f"Station {seat.letter} is enrolled already. If its laptop is lost or replaced, strike it off "
            f"first: “kiosk hub strike {seat.letter}”."
        )
    other = conn.execute(
        "SELECT letter FROM kiosk_hub.enrolment_list WHERE struck IS NULL AND %(code)s <> '' "
        "AND (starts_with(coalesce(station, code), %(code)s) OR starts_with(%(code)s, code)) ORDER BY letter",
        {"code": seat.code},
    ).fetchone()
    if other is not None:
        raise HubError(
            f"The station with the code {seat.code} is enrolled already, as {other[0]}. Look again at that "
            f"station (“kiosk log head”), or strike {other[0]} off first: “kiosk hub strike {other[0]}”."
        )


def enrol_reader(conn: Connection, place: Enrolment, *, password: bool) -> Enrolment:
    """A new account that may only look."""
    hub = find_hub(conn)
    made = replace(
        place,
        hub=hub.id,
        event=hub.event,
        role=f"kiosk_{hub.id[:8]}_reader_{secrets.token_hex(3)}",
        password=secrets.token_urlsafe(24) if password else "",
    )
    with plain_errors(), conn.transaction():
        _make_role(conn, made, hub.reader_group)
    return made


def strike_off(conn: Connection, letter: str) -> str:
    """Take its account away from the station *letter*; which account it was."""
    with plain_errors(conn):
        role = _in_force(conn, letter)
        if not role:
            raise HubError(f"No station {letter} is enrolled, so there is none to strike off.")
        for _ in range(_TRIES):
            # An account may have itself in hand (its own password), and comes back until it cannot.
            _end_connections(conn, role)
            with suppress(psycopg.errors.LockNotAvailable, psycopg.errors.InternalError):
                _close_account(conn, role)
                break
        else:
            _close_account(conn, role)
        _end_connections(conn, role)
    return role


def _end_connections(conn: Connection, role: str) -> None:
    conn.execute("SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE usename = %s", [role])


def _close_account(conn: Connection, role: str) -> None:
    with conn.transaction():
        conn.execute("SET LOCAL lock_timeout = '500ms'")
        conn.execute(sql.SQL("ALTER ROLE {} NOLOGIN PASSWORD NULL").format(sql.Identifier(role)))
        conn.execute("INSERT INTO kiosk_hub.struck_off (role) VALUES (%s)", [role])


def _in_force(conn: Connection, letter: str) -> str:
    row = conn.execute(
        "SELECT role FROM kiosk_hub.enrolments LEFT JOIN kiosk_hub.struck_off s USING (role) "
        "WHERE letter = %s AND s.role IS NULL",
        [letter],
    ).fetchone()
    return str(row[0]) if row else ""


def _make_role(conn: Connection, made: Enrolment, group: str) -> None:
    role = sql.Identifier(made.role)
    conn.execute(
        sql.SQL("CREATE ROLE {} LOGIN CONNECTION LIMIT {} IN ROLE {}").format(
            role, sql.Literal(_MOST_CONNECTIONS), sql.Identifier(group)
        )
    )
    # A reader that forgets a transaction would keep the hub from tidying up.
    conn.execute(sql.SQL("ALTER ROLE {} SET idle_in_transaction_session_timeout = '60s'").format(role))
    if made.password:
        # As its verifier: the password itself never reaches the server or its log.
        verifier = conn.pgconn.encrypt_password(
            made.password.encode(), made.role.encode(), b"scram-sha-256"
        ).decode()
        conn.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(role, sql.Literal(verifier)))
