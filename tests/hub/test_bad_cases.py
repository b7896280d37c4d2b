"""Bad days of a hub: a plain sentence, nothing lost, nothing doubled."""

import subprocess
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from kiosk.errors import HubAway, HubError
from kiosk.hub.actions import init_existing
from kiosk.hub.line import by_enrolment, connect, plain_errors
from kiosk.hub.local import LocalServer, program
from kiosk.hub.schema import Step, make_hub, shipped_steps
from kiosk.hub.stick_store import read_enrolment
from tests.support.hub import EVENT, HubServer, HubUnderTest, execute, grow, in_log, push, station


def test_a_hub_killed_in_the_middle_has_all_that_it_acknowledged(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 700), read_enrolment(hub.enrol())
    push(folder, enrolment)
    grow(folder, 5)

    hub.server.kill()
    with pytest.raises(HubAway, match="does not answer"):
        push(folder, enrolment)
    hub.server.start()

    assert push(folder, enrolment).sent < 20
    assert hub.records() == in_log(folder)


def test_a_hub_put_back_from_an_older_back_up_gets_again_what_it_forgot_and_says_so(
    hub: HubUnderTest, tmp_path: Path
):
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
    push(folder, enrolment)
    dump = tmp_path / "hub.dump"
    run("pg_dump", "--format=custom", "--file", str(dump), hub.where)
    grow(folder, 5)
    push(folder, enrolment)
    with connect(hub.server.address("postgres")) as conn:
        name = psycopg.conninfo.conninfo_to_dict(hub.where)["dbname"]
        execute(conn, f"DROP DATABASE {name} WITH (FORCE)")
        execute(conn, f"CREATE DATABASE {name}")
    run("pg_restore", "--exit-on-error", "--dbname", hub.where, str(dump))
    assert len(hub.records()) == 20

    done = push(folder, enrolment)
    again = push(folder, enrolment)

    assert done.forgot > 20
    assert "The hub had forgotten records it had acknowledged" in done.sentences()[0]
    assert again.forgot == 0
    assert hub.records() == in_log(folder)
    assert hub.alarms() == ["forgot"]


def run(name: str, *arguments: str) -> None:
    ran = subprocess.run([program(name), *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_a_restored_hub_still_only_adds_and_keeps_its_rights(
    hub: HubUnderTest, server: HubServer, tmp_path: Path
):
    enrolment = read_enrolment(hub.enrol())
    push(station(tmp_path / "b", 5), enrolment)
    dump = tmp_path / "hub.dump"
    run("pg_dump", "--format=custom", "--file", str(dump), hub.where)
    restored = server.new_database("restored")
    run("pg_restore", "--exit-on-error", "--dbname", restored, str(dump))

    with connect(restored) as conn, pytest.raises(psycopg.errors.InsufficientPrivilege):
        execute(conn, "DELETE FROM kiosk_hub.records")
    with (
        by_enrolment(replace(enrolment, database="restored")) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        execute(conn, "SELECT * FROM kiosk_hub.records")


def test_a_full_disk_of_the_hub_is_a_plain_sentence_and_tried_again():
    with pytest.raises(HubAway, match="The hub's disk is full"), plain_errors():
        raise psycopg.errors.DiskFull


def test_nothing_of_a_batch_stays_when_the_hub_fails_in_its_middle(hub: HubUnderTest, tmp_path: Path):
    """As a full disk does: the statement fails after some rows."""
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
    with hub.owner() as conn:
        execute(
            conn,
            "CREATE FUNCTION kiosk_hub.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$",
        )
        execute(
            conn,
            "CREATE TRIGGER full_disk BEFORE INSERT ON kiosk_hub.records FOR EACH ROW "
            "WHEN (new.seq = 11) EXECUTE FUNCTION kiosk_hub.full()",
        )

    with pytest.raises(HubAway, match="disk is full"):
        push(folder, enrolment)
    assert hub.records() == set()

    with hub.owner() as conn:
        execute(conn, "DROP TRIGGER full_disk ON kiosk_hub.records")
    push(folder, enrolment)
    assert hub.records() == in_log(folder)


def test_the_station_of_another_event_sends_nothing(hub: HubUnderTest, tmp_path: Path):
    folder = station(tmp_path / "b", 5)
    grow(folder, 1, event="another-event")

    with pytest.raises(HubError, match=r"“another-event” is open here, and the hub is that of “open-2026”"):
        push(folder, read_enrolment(hub.enrol()))

    assert hub.records() == set()


def test_the_station_of_the_hubs_own_event_pushes(hub: HubUnderTest, tmp_path: Path):
    folder = station(tmp_path / "b", 5)
    grow(folder, 1, event=EVENT)

    assert push(folder, read_enrolment(hub.enrol())).good


def test_the_wrong_hub_takes_nothing(hub: HubUnderTest, server: HubServer, tmp_path: Path):
    other = HubUnderTest(server, tmp_path)
    mine, theirs = read_enrolment(hub.enrol()), read_enrolment(other.enrol())
    misled = replace(theirs, hub=mine.hub, stick_key=mine.stick_key)

    with pytest.raises(HubError, match="This is another hub"):
        push(station(tmp_path / "b", 5), misled)

    assert other.records() == set()


def test_a_hub_has_one_event(hub: HubUnderTest):
    with pytest.raises(HubError, match="is that of the event “open-2026”, not of “other”"):
        init_existing(hub.where, "other")


def test_a_new_hub_must_be_told_its_event(server: HubServer):
    with pytest.raises(HubError, match="needs to know its event"):
        init_existing(server.new_database(), None)


def test_a_database_without_a_hub_is_a_plain_sentence(hub: HubUnderTest, server: HubServer):
    with (
        connect(server.new_database()) as conn,
        pytest.raises(HubError, match="There is no hub"),
        plain_errors(),
    ):
        execute(conn, "SELECT * FROM kiosk_hub.hub_list")


def test_a_hub_older_than_the_station_is_a_plain_sentence(hub: HubUnderTest, tmp_path: Path):
    """An older hub's function takes other arguments."""
    enrolment = read_enrolment(hub.enrol())
    with hub.owner() as conn:
        execute(conn, "DROP FUNCTION kiosk_hub.push")

    with pytest.raises(HubError, match="The hub is older than this program"):
        push(station(tmp_path / "b", 5), enrolment)


def test_a_station_newer_than_the_hub_keeps_its_records(hub: HubUnderTest, tmp_path: Path):
    """A hub that does not know the station's protocol answers so, and takes nothing."""
    enrolment = read_enrolment(hub.enrol())
    with by_enrolment(enrolment) as conn:
        row = conn.execute(
            "SELECT state FROM kiosk_hub.push(2, %s, 'e', '{}', '{}', '{}', '{}', '{}', '{}', "
            "'', '', 0, '', 0, '')",
            [enrolment.hub],
        ).fetchone()

    assert row == ("newer",)


def test_a_record_kind_that_the_hub_does_not_know_is_taken_like_any_other(hub: HubUnderTest, tmp_path: Path):
    from tests.support.hostile_logs import append

    folder = station(tmp_path / "b", 5)
    append(folder / "log.db", "of_the_year_2030", '{"clock":{"boot":"b","mono_ms":1,"offset_min":0}}')

    push(folder, read_enrolment(hub.enrol()))

    assert hub.records() == in_log(folder)


def test_a_hub_made_by_a_newer_program_is_left_alone(hub: HubUnderTest):
    with hub.owner() as conn:
        execute(conn, "INSERT INTO kiosk_hub.steps (number, name, digest) VALUES (9999, 'later', '')")

    with pytest.raises(HubError, match="made by a newer version"):
        init_existing(hub.where, None)


def test_a_hub_is_brought_up_to_date_while_stations_push(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
    push(folder, enrolment)
    more = Step(9000, "9000_more", "CREATE TABLE more (x int); GRANT SELECT ON more TO @READER@;")
    grow(folder, 3)

    with hub.owner() as conn:
        made = make_hub(conn, None, (*shipped_steps(), more))
        push(folder, enrolment)
        again = make_hub(conn, EVENT, (*shipped_steps(), more))

    assert (made.steps, again.id) == (len(shipped_steps()) + 1, hub.hub.id)
    assert hub.records() == in_log(folder)


def test_a_step_that_fails_changes_nothing(hub: HubUnderTest):
    bad = Step(9000, "9000_bad", "CREATE TABLE half (x int); SELECT 1 / 0;")

    with hub.owner() as conn:
        with pytest.raises(HubError, match="division by zero"):
            make_hub(conn, None, (*shipped_steps(), bad))
        assert conn.execute("SELECT to_regclass('kiosk_hub.half')").fetchone() == (None,)

    assert init_existing(hub.where, None).steps == len(shipped_steps())


def test_a_reader_with_a_long_transaction_stands_in_nobodys_way(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
    push(folder, enrolment)

    with by_enrolment(read_enrolment(hub.reader())) as conn, conn.transaction():
        before = conn.execute("SELECT count(*) FROM kiosk_hub.record_list").fetchone()
        grow(folder, 3)
        push(folder, enrolment)

        assert before == (20,)
        assert hub.records() == in_log(folder)


def test_a_record_that_no_hub_can_keep_is_named_and_those_before_it_arrive(hub: HubUnderTest, tmp_path: Path):
    """A NUL in the text itself: no writer of ours makes it, a forger can."""
    from tests.support.hostile_logs import append

    folder, enrolment = station(tmp_path / "b", 5), read_enrolment(hub.enrol())
    push(folder, enrolment)
    append(folder / "log.db", "odd\x00kind", "{}")

    with pytest.raises(HubError, match="Record 6 holds a character that no hub can keep"):
        push(folder, enrolment)

    assert len(hub.records()) == 5


def test_root_cannot_make_a_hub_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)

    with pytest.raises(HubError, match="does not run as root"):
        LocalServer(tmp_path / "hub").make((), 54_320)


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    (tmp_path / "mine").touch()

    with pytest.raises(HubError, match="is not empty"):
        LocalServer(tmp_path).make((), 54_320)
    with pytest.raises(HubError, match="too long"):
        LocalServer(tmp_path / ("x" * 100)).make((), 54_320)
