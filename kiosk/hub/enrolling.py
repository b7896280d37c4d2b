"""Gives a station or a reader its account at the hub, and takes it away from a lost laptop.

The rules it guards: one letter has one account in force at a time, and so has one station, which the director
names by its code; what is struck off can neither log in nor go on with a connection it has, and speaks for no
station any more.
"""

import secrets
from contextlib import suppress
from dataclasses import replace

import psycopg
from psycopg import sql

from kiosk.core.frozen import frozen
from kiosk.core.hub.enrolment import Enrolment
from kiosk.errors import HubError
from kiosk.hub.connecting import Connection, speaking
from kiosk.hub.schema import find_hub

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
    with speaking(conn), conn.transaction():
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
    with speaking(), conn.transaction():
        _make_role(conn, made, hub.reader_group)
    return made


def strike_off(conn: Connection, letter: str) -> str:
    """Take its account away from the station *letter*; which account it was."""
    with speaking(conn):
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
