"""The hub as a witness: hashed again outside of it, held to receipts, and printed."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from kiosk.errors import HubError
from kiosk.folder import RECEIPTS
from kiosk.hub.actions import heads_of_day, hub_status, verify_hub
from kiosk.hub.findings import skew
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.bodies import PushedBody
from kiosk.log.chain import Point, Status, next_record
from kiosk.log.receipts_store import ReceiptBook, record_receipts
from kiosk.log.writer import Log
from kiosk.system_clock import system_clock
from tests.support.hub import HubUnderTest, clone, execute, grow, push, records_in, station


def receipt_file(hub: HubUnderTest, folder: Path) -> Path:
    return folder / RECEIPTS / hub.hub.id


def rewritten_by_owner(hub: HubUnderTest, seq: int) -> None:
    """What a superuser can do: another record, and everything after it hashed anew."""
    with hub.owner() as conn:
        rows = conn.execute("SELECT seq, at, kind, body FROM kiosk_hub.records ORDER BY seq").fetchall()
        execute(conn, "ALTER TABLE kiosk_hub.records DISABLE TRIGGER ALL")
        here = Point()
        for number, at, kind, body in rows:
            text = '{"text":"never happened"}' if number == seq else body
            record = next_record(here, at, kind, text)
            conn.execute(
                "UPDATE kiosk_hub.records SET body = %s, prev = %s, hash = %s WHERE seq = %s",
                (text, record.prev, record.hash, number),
            )
            here = Point(record.seq, record.hash)
        execute(conn, "ALTER TABLE kiosk_hub.records ENABLE TRIGGER ALL")


def test_a_hub_that_is_as_the_stations_left_it_holds(hub: HubUnderTest, tmp_path: Path):
    for letter in "AB":
        push(station(tmp_path / letter, 30), read_enrolment(hub.enrol(letter)))

    found = verify_hub(hub.where, [receipt_file(hub, tmp_path / letter) for letter in "AB"])

    assert found.holds
    assert [(one.chain.letter, one.found.count, one.receipts) for one in found.logs] == [
        ("A", 30, 1),
        ("B", 30, 1),
    ]
    assert found.sentences() == []


@pytest.mark.parametrize(
    ("change", "bad"),
    [
        ("UPDATE kiosk_hub.records SET body = '{}' WHERE seq = 7", 7),
        ("DELETE FROM kiosk_hub.records WHERE seq = 12", 12),
        ("UPDATE kiosk_hub.records SET hash = prev WHERE seq = 20", 20),
    ],
)
def test_what_is_changed_in_the_hub_is_found_outside_of_it(
    hub: HubUnderTest, tmp_path: Path, change: str, bad: int
):
    push(station(tmp_path / "b", 30), read_enrolment(hub.enrol()))
    with hub.owner() as conn:
        execute(conn, "ALTER TABLE kiosk_hub.records DISABLE TRIGGER ALL")
        execute(conn, change)

    (only,) = verify_hub(hub.where).logs

    assert (only.found.status, only.found.first_bad) == (Status.BROKEN, bad)


def test_a_hub_rewritten_by_its_owner_is_caught_by_a_receipt_alone(hub: HubUnderTest, tmp_path: Path):
    folder = station(tmp_path / "b", 30)
    push(folder, read_enrolment(hub.enrol()))
    rewritten_by_owner(hub, 5)

    assert verify_hub(hub.where).holds  # all its links fit: nothing inside it can tell
    found = verify_hub(hub.where, [receipt_file(hub, folder)])

    assert not found.holds
    assert "does not have just these" in found.sentences()[0]


def test_a_station_that_pushes_on_finds_a_rewritten_hub_too(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 30), read_enrolment(hub.enrol())
    push(folder, enrolment)
    rewritten_by_owner(hub, 5)
    grow(folder, 1)

    assert push(folder, enrolment).fork
    assert set(hub.alarms()) == {"rewritten", "fork"}


def test_what_the_logs_themselves_say_of_the_hub_is_held_to_it(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 30), read_enrolment(hub.enrol())
    push(folder, enrolment)
    with Log.open(folder, system_clock, "B") as log:
        record_receipts(ReceiptBook(folder), log.path, log.append)
        log.append(PushedBody(hub.hub.id, 9, "0" * 64))  # a log that lies
    push(folder, enrolment)

    (only,) = verify_hub(hub.where).logs

    assert only.receipts == 2
    assert len(only.misfits) == 1
    assert "says that the hub had 9 records" in only.misfits[0]


def test_forks_and_alarms_are_named(hub: HubUnderTest, tmp_path: Path):
    enrolment = read_enrolment(hub.enrol())
    folder = station(tmp_path / "b", 10)
    copied = clone(folder, tmp_path / "copy")
    for one in (folder, copied):
        grow(one, 2)
        push(one, enrolment)

    found = verify_hub(hub.where)

    assert not found.holds
    said = found.sentences()
    assert "kept apart" in said[0]
    assert "two different records claim place 11" in said[-1]


def test_a_receipt_of_a_log_that_is_not_here_is_told(hub: HubUnderTest, tmp_path: Path, server):
    other = HubUnderTest(server, tmp_path)
    folder = station(tmp_path / "b", 5)
    push(folder, read_enrolment(other.enrol()))

    found = verify_hub(hub.where, [receipt_file(other, folder)])

    assert not found.holds
    with pytest.raises(HubError, match="is not a receipt"):
        verify_hub(hub.where, [folder / "log.lock"])


def test_the_status_says_who_is_where_and_whose_clock_is_off(hub: HubUnderTest, tmp_path: Path):
    push(station(tmp_path / "a", 5), read_enrolment(hub.enrol("A")))
    push(station(tmp_path / "b", 7), read_enrolment(hub.enrol("B")), at="2020-01-01T00:00:00.000Z")
    hub.enrol("C")

    found = hub_status(hub.where)

    assert [one.letter for one in found.stations] == ["A", "B", "C"]
    assert [sum(head.count for head in found.of(one)) for one in found.stations] == [5, 7, 0]
    assert skew(found.stations[0].ahead_ms) == ""
    assert skew(found.stations[1].ahead_ms).endswith("behind")
    assert found.stations[2].seen is None


def test_the_heads_of_a_day_are_as_they_were_then(hub: HubUnderTest, tmp_path: Path):
    folder = station(tmp_path / "b", 5)
    push(folder, read_enrolment(hub.enrol()))

    _, today = heads_of_day(hub.where, datetime.now(UTC).date())
    _, before = heads_of_day(hub.where, datetime(2020, 1, 1, tzinfo=UTC).date())

    assert [(one.letter, one.count, one.head) for one in today] == [("B", 5, records_in(folder)[-1].hash)]
    assert before == ()
