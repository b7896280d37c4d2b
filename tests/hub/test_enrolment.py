"""Enrolment: one file, one station; certificates where the server is ours, SCRAM over TLS elsewhere."""

import stat
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from kiosk.errors import HubAway, HubError, OutputError
from kiosk.hub.actions import Reached, enrol, hub_status, strike
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.line import by_enrolment, connect
from kiosk.hub.schema import make_hub
from kiosk.hub.stick_store import read_enrolment
from tests.support.hub import EVENT, HubServer, HubUnderTest, clone, free_port, grow, in_log, push, station


@pytest.fixture(scope="module")
def own(server: HubServer) -> str:
    """A hub as `--local` makes it: certificates, over TLS."""
    server.new_database("kiosk")
    with connect(server.server.address) as conn:
        make_hub(conn, EVENT)
    return str(server.folder)


@pytest.fixture(scope="module")
def existing(server: HubServer, tmp_path_factory) -> tuple[str, Reached]:
    """A hub on a server that was there before: passwords by SCRAM, over TLS."""
    where = server.new_database("existing")
    with connect(where) as conn:
        make_hub(conn, EVENT)
    authority = tmp_path_factory.mktemp("authority") / "authority.pem"
    authority.write_text(server.server.authority.certificate)
    return where, Reached("127.0.0.1", server.server.port, authority)


def local_enrolment(own: str, letter: str, folder: Path) -> Enrolment:
    file = folder / f"{letter}.json"
    enrol(own, letter, Reached("127.0.0.1"), file)
    return read_enrolment(file)


def test_an_enrolment_is_one_file_for_one_pair_of_eyes(own: str, tmp_path: Path):
    made = local_enrolment(own, "A", tmp_path)

    assert stat.S_IMODE((tmp_path / "A.json").stat().st_mode) == 0o600
    assert (made.letter, made.event, made.host, made.password) == ("A", EVENT, "127.0.0.1", "")
    assert made.certificate.startswith("-----BEGIN CERTIFICATE")


def test_a_station_pushes_over_tls_by_its_certificate(own: str, tmp_path: Path):
    folder = station(tmp_path / "b", 30)

    assert push(folder, local_enrolment(own, "B", tmp_path)).count == 30


def test_a_certificate_opens_no_other_account(own: str, tmp_path: Path):
    first, second = (local_enrolment(own, letter, tmp_path) for letter in "CD")

    with (
        pytest.raises(HubError, match="does not take this enrolment"),
        by_enrolment(replace(first, role=second.role)),
    ):
        pass
    with (
        pytest.raises(HubError, match="does not let this account in"),
        by_enrolment(replace(first, role="kiosk")),
    ):
        pass


def test_without_a_certificate_nobody_gets_in_from_the_network(own: str, server: HubServer):
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(
            host="127.0.0.1", port=server.server.port, user="kiosk", dbname="kiosk", sslmode="require"
        )
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(
            host="127.0.0.1", port=server.server.port, user="kiosk", dbname="kiosk", sslmode="disable"
        )


def test_a_station_does_not_believe_another_hub(own: str, tmp_path: Path):
    made = local_enrolment(own, "E", tmp_path)
    stranger = made.certificate  # a certificate, but of nobody who vouches for the hub

    with pytest.raises(HubError, match="not this hub"), by_enrolment(replace(made, root=stranger)):
        pass


def test_an_expired_certificate_is_a_plain_sentence(own: str, server: HubServer, tmp_path: Path):
    made = local_enrolment(own, "F", tmp_path)
    issued = server.server.authority.station(made.role, days=-1)

    with (
        pytest.raises(HubError, match=r"certificate has expired\. Make new enrolments"),
        by_enrolment(replace(made, certificate=issued.certificate, key=issued.key)),
    ):
        pass


def test_a_name_that_the_certificate_lacks_is_refused(own: str, tmp_path: Path):
    made = local_enrolment(own, "G", tmp_path)

    with pytest.raises(HubError, match="has another name"), by_enrolment(replace(made, host="127.0.0.2")):
        pass


def test_on_an_existing_server_a_password_over_verified_tls(existing: tuple[str, Reached], tmp_path: Path):
    where, reached = existing
    enrol(where, "B", reached, tmp_path / "B.json")
    made = read_enrolment(tmp_path / "B.json")

    assert made.certificate == ""
    assert len(made.password) >= 32
    assert push(station(tmp_path / "b", 12), made).count == 12


def test_a_wrong_password_opens_nothing(existing: tuple[str, Reached], tmp_path: Path):
    where, reached = existing
    enrol(where, "C", reached, tmp_path / "C.json")
    made = read_enrolment(tmp_path / "C.json")

    with (
        pytest.raises(HubError, match="does not take this enrolment"),
        by_enrolment(replace(made, password=made.role)),
    ):
        pass


def test_the_server_never_sees_the_password(hub: HubUnderTest):
    made = read_enrolment(hub.enrol())

    with hub.owner() as conn:
        row = conn.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", [made.role]).fetchone()

    assert row is not None
    assert row[0].startswith("SCRAM-SHA-256$")
    assert made.password not in (hub.server.folder / "server.log").read_text()


def test_a_letter_is_enrolled_once_until_it_is_struck_off(hub: HubUnderTest):
    hub.enrol("B")

    with pytest.raises(HubError, match="Station B is enrolled already"):
        hub.enrol("B")


def test_what_is_struck_off_can_neither_come_back_nor_go_on(hub: HubUnderTest, tmp_path: Path):
    made = read_enrolment(hub.enrol("B"))
    folder = station(tmp_path / "b", 10)
    push(folder, made)

    with by_enrolment(made) as still_open:
        strike(hub.where, "B")
        with pytest.raises(psycopg.OperationalError):
            still_open.execute("SELECT 1")

    with pytest.raises(HubError, match=r"does not take this enrolment|struck off"):
        push(folder, made)
    assert len(hub.records()) == 10


def test_a_replaced_enrolment_goes_on_with_the_same_log(hub: HubUnderTest, tmp_path: Path):
    folder = station(tmp_path / "b", 10)
    push(folder, read_enrolment(hub.enrol("B")))
    strike(hub.where, "B")
    grow(folder, 3)

    push(folder, read_enrolment(hub.enrol("B")))

    assert hub.records() == in_log(folder)
    assert hub.alarms() == []


def test_striking_off_nobody_is_a_plain_sentence(hub: HubUnderTest):
    with pytest.raises(HubError, match="No station Z is enrolled"):
        strike(hub.where, "Z")


def test_a_copied_enrolment_is_remarked_though_nothing_forks(hub: HubUnderTest, tmp_path: Path):
    made = read_enrolment(hub.enrol())
    folder = station(tmp_path / "b", 10)
    copied = clone(folder, tmp_path / "copy")

    for where, boot in ((folder, "first"), (copied, "second"), (folder, "first")):
        push(where, made, boot)

    assert hub_status(hub.where).stations[0].two_places is not None
    assert hub.alarms() == []  # a hint: anybody can claim any boot


def test_a_laptop_that_restarts_moves_and_sleeps_is_in_one_place(hub: HubUnderTest, tmp_path: Path):
    made = read_enrolment(hub.enrol())
    folder = station(tmp_path / "b", 10)

    for boot in ("first", "first", "second", "second", "third", "unknown", "unknown"):
        push(folder, made, boot)

    assert hub_status(hub.where).stations[0].two_places is None


def test_an_enrolment_on_another_installation_is_refused_and_alarmed(hub: HubUnderTest, tmp_path: Path):
    made = read_enrolment(hub.enrol())
    push(station(tmp_path / "b", 5), made)

    with pytest.raises(HubError, match="belongs to another station"):
        push(station(tmp_path / "other", 5), made)

    assert hub.alarms() == ["other_station"]


def test_an_existing_file_is_never_overwritten(hub: HubUnderTest, tmp_path: Path):
    (tmp_path / "kept").write_text("mine")

    with pytest.raises(OutputError, match="is not overwritten"):
        enrol(hub.where, "B", Reached(), tmp_path / "kept")

    assert (tmp_path / "kept").read_text() == "mine"
    hub.enrol("B")  # and nobody was enrolled for it


def test_a_hub_that_is_not_there_is_away(hub: HubUnderTest):
    made = replace(read_enrolment(hub.enrol()), host="127.0.0.1", port=free_port())

    with pytest.raises(HubAway, match="does not answer"), by_enrolment(made):
        pass
