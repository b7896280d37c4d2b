"""What a station's and a reader's account may do, tried by attack."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from kiosk.hub.actions import strike
from kiosk.hub.line import Connection, by_enrolment
from kiosk.hub.stick_store import read_enrolment
from tests.support.hub import HubUnderTest, clone, execute, grow, push, station

TABLES = (
    "hub",
    "enrolments",
    "struck_off",
    "bindings",
    "chains",
    "records",
    "forks",
    "alarms",
    "seen",
    "steps",
    "holders",
    "tallies",
)
VIEWS = ("record_list", "fork_list", "head_list", "enrolment_list", "alarm_list", "hub_list")
ATTACKS = [
    *(f"SELECT * FROM kiosk_hub.{name}" for name in (*TABLES, *VIEWS, "standing_chains")),
    *(f"DELETE FROM kiosk_hub.{name}" for name in TABLES),
    *(f"TRUNCATE kiosk_hub.{name} CASCADE" for name in TABLES),
    *(f"DROP TABLE kiosk_hub.{name} CASCADE" for name in TABLES),
    *(f"ALTER TABLE kiosk_hub.{name} DISABLE TRIGGER ALL" for name in TABLES),
    "UPDATE kiosk_hub.records SET body = '{}'",
    "UPDATE kiosk_hub.seen SET last_at = now()",
    "INSERT INTO kiosk_hub.records VALUES (1, 2, '', 'note', '{}', '', '')",
    "INSERT INTO kiosk_hub.enrolments (role, letter, stick_key) VALUES (session_user, 'A', '')",
    "INSERT INTO kiosk_hub.alarms (kind, role) VALUES ('fork', session_user)",
    "SELECT kiosk_hub.take(session_user, 'e', '{}', '{}', '{}', '{}', '{}', '{}')",
    "SELECT kiosk_hub.raise_alarm('fork', session_user, '', '', 1, '')",
    "SELECT kiosk_hub.note_seen(session_user, '', '', 0, '')",
    "SELECT kiosk_hub.keep_apart(session_user, 1, 1, true, '{}', '{}', '{}', '{}', '{}', '{}')",
    "SELECT kiosk_hub.standing('taken', 1)",
    "SELECT * FROM kiosk_hub.find_chain(session_user, 'e', '1', '{}')",
    "SELECT kiosk_hub.hold_to_receipt(session_user, 'e', 1, '')",
    "SELECT kiosk_hub.record_hash('', '', '', '', '')",
    "CREATE TABLE kiosk_hub.mine (x int)",
    "CREATE TABLE public.mine (x int)",
    "CREATE SCHEMA mine",
    "CREATE TEMP TABLE records (x int)",
    "CREATE ROLE mine",
    "ALTER ROLE current_user CREATEROLE",
    "SET ROLE kiosk",
    "SET SESSION AUTHORIZATION kiosk",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('PG_VERSION')",
    "ALTER SYSTEM SET fsync = off",
    "CREATE OR REPLACE FUNCTION kiosk_hub.record_hash(seq text, at text, kind text, body text, prev text) "
    "RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$",
    "DROP FUNCTION kiosk_hub.push",
    "ALTER FUNCTION kiosk_hub.push SECURITY INVOKER",
]


@pytest.fixture(scope="module")
def held(server, tmp_path_factory) -> HubUnderTest:
    """A hub with something in it to attack."""
    folder: Path = tmp_path_factory.mktemp("rights")
    made = HubUnderTest(server, folder)
    enrolment = read_enrolment(made.enrol("A"))
    first = station(folder / "a", 20)
    copied = clone(first, folder / "copy")
    for one in (first, copied):
        grow(one, 1)
        push(one, enrolment)
    made.enrol("C")
    strike(made.where, "C")
    assert made.forks()
    return made


@pytest.fixture(scope="module")
def attacker(held: HubUnderTest) -> Iterator[Connection]:
    with by_enrolment(read_enrolment(held.enrol("B"))) as conn:
        yield conn


@pytest.fixture(scope="module")
def reader(held: HubUnderTest) -> Iterator[Connection]:
    with by_enrolment(read_enrolment(held.reader())) as conn:
        yield conn


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_station_may_call_one_function_and_nothing_else(
    held: HubUnderTest, attacker: Connection, attack: str
):
    before = held.records()

    with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedObject)):
        execute(attacker, attack)

    assert held.records() == before


READING = {f"SELECT * FROM kiosk_hub.{name}" for name in VIEWS}


@pytest.mark.parametrize("attack", [one for one in ATTACKS if one not in READING])
def test_a_reader_may_read_views_and_nothing_else(reader: Connection, attack: str):
    with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedObject)):
        execute(reader, attack)


@pytest.mark.parametrize("view", VIEWS)
def test_a_reader_reads_every_view(reader: Connection, view: str):
    assert reader.execute(f"SELECT * FROM kiosk_hub.{view}".encode()).description


def test_a_reader_cannot_push(reader: Connection):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        execute(reader, PUSH.format(hub="x"))


PUSH = """
SELECT (kiosk_hub.push(1, '{hub}', 'e', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}', '{{}}',
  '', '', 0, '', 0, '')).*
"""


def test_who_a_station_is_follows_from_the_connection(held: HubUnderTest, attacker: Connection):
    """Whatever path the caller sets, the function works on its own tables for the one who logged in."""
    execute(attacker, "SET search_path = pg_temp, public")

    row = attacker.execute(PUSH.format(hub=held.hub.id).encode()).fetchone()

    assert row is not None
    assert row[:2] == ("taken", 0)


APPEND_ONLY = [name for name in TABLES if name not in ("seen", "steps", "holders", "tallies")]


CHANGES = (
    *("UPDATE kiosk_hub.{} SET {} = NULL", "DELETE FROM kiosk_hub.{}", "TRUNCATE kiosk_hub.{} CASCADE"),
)


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("change", CHANGES)
def test_even_the_owner_is_stopped_by_triggers(held: HubUnderTest, table: str, change: str):
    """A guard rail: whoever owns the tables can take the triggers away. Receipts and paper catch that."""
    with held.owner() as conn:
        found = conn.execute(f"SELECT * FROM kiosk_hub.{table}".encode())
        assert found.description
        assert found.fetchone() is not None, "nothing there that a trigger could protect"

        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="only adds"):
            execute(conn, change.format(table, found.description[-1].name))


def test_a_hub_without_its_rights_would_be_caught(server, tmp_path: Path):
    """The tests above see a hub that was made carelessly."""
    careless = HubUnderTest(server, tmp_path)
    with careless.owner() as conn:
        execute(conn, f"GRANT SELECT ON kiosk_hub.records TO {careless.hub.station_group}")
    with by_enrolment(read_enrolment(careless.enrol("B"))) as conn:
        execute(conn, "SELECT * FROM kiosk_hub.records")
