"""The page over a real hub on its bad days, asked without a browser."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import psycopg
import pytest

from kiosk.hub import serve_run
from kiosk.hub.actions import Reached, enrol
from kiosk.hub.hub_reader import Following
from kiosk.hub.line import by_enrolment, connect
from kiosk.hub.local import program
from kiosk.hub.schema import make_hub
from kiosk.hub.serve_run import OpenPage
from kiosk.hub.server import Board
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.kinds import Kind
from kiosk.rules.ruling import Verdict
from tests.support.bodies import body
from tests.support.hub import EVENT, HubServer, HubUnderTest, execute, grow, in_log, push, ruled, say, station
from tests.support.hub_page import Asked, Stream, page_of

OPENED = body(Kind.EVENT_OPENED, event=EVENT, name="The Open")


@pytest.fixture
def reader(hub: HubUnderTest) -> Path:
    return hub.reader()


@pytest.fixture
def page(reader: Path) -> Iterator[OpenPage]:
    with page_of(reader) as made:
        yield made


@pytest.fixture
def stream(page: OpenPage) -> Iterator[Stream]:
    made = Stream(page.server.server_port)
    yield made
    made.close()


def connections(hub: HubUnderTest, reader: Path) -> int:
    with hub.owner() as conn:
        row = conn.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = %s", [read_enrolment(reader).role]
        ).fetchone()
    return row[0] if row else -1


def test_all_browsers_together_are_one_connection_also_after_the_hub_died(
    hub: HubUnderTest, reader: Path, page: OpenPage, stream: Stream
):
    port = page.server.server_port
    more = [Stream(port) for _ in range(15)]
    for _ in range(100):
        Asked(port, "/")
    stream.until("No station is enrolled yet.")
    before = connections(hub, reader)

    for _ in range(2):
        hub.server.kill()
        stream.until("No news from the hub since")
        hub.server.start()
        stream.until("seen just now")

    assert (before, connections(hub, reader)) == (1, 1)
    for one in more:
        one.close()


def test_a_page_that_is_started_before_its_hub_says_so_and_follows(hub: HubUnderTest, reader: Path):
    hub.server.kill()
    try:
        with page_of(reader) as page:
            stream = Stream(page.server.server_port)
            stream.until("Nothing is known of the hub yet.</strong> The hub does not answer.")
            hub.server.start()
            stream.until("No station is enrolled yet.")
            stream.close()
    finally:
        hub.server.start()


def run(name: str, *arguments: str) -> None:
    ran = subprocess.run([program(name), *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_a_hub_put_back_from_an_older_back_up_is_shown_as_it_is_and_says_what_it_forgot(
    hub: HubUnderTest, stream: Stream, tmp_path: Path
):
    folder, enrolment = station(tmp_path / "b", 3), read_enrolment(hub.enrol())
    say(folder, OPENED, ruled(Verdict.ACCEPTABLE, "ZA"))
    push(folder, enrolment)
    dump = tmp_path / "hub.dump"
    run("pg_dump", "--format=custom", "--file", str(dump), hub.where)
    say(folder, ruled(Verdict.ACCEPTABLE, "QI"))
    push(folder, enrolment)
    assert "B-1" in stream.until("B-2")

    with connect(hub.server.address("postgres")) as conn:
        name = psycopg.conninfo.conninfo_to_dict(hub.where)["dbname"]
        execute(conn, f"DROP DATABASE {name} WITH (FORCE)")
        execute(conn, f"CREATE DATABASE {name}")
    stream.until("No news from the hub since")
    run("pg_restore", "--exit-on-error", "--dbname", hub.where, str(dump))
    older = stream.until("seen just now")
    push(folder, enrolment)
    again = stream.until("B-2")

    assert "B-1" in older
    assert "B-2" not in older
    assert "put back from a back-up" in again + stream.until("put back from a back-up")


def test_a_station_that_cries_news_without_end_costs_a_few_looks(
    hub: HubUnderTest, stream: Stream, tmp_path: Path
):
    """Any account of a database may NOTIFY; it makes the page look, and nothing else."""
    folder, enrolment = station(tmp_path / "b", 3), read_enrolment(hub.enrol())
    with by_enrolment(enrolment) as conn:
        for _ in range(2000):
            execute(conn, "NOTIFY kiosk_hub, '<script>alert(1)</script>'")
    say(folder, OPENED, ruled(Verdict.ACCEPTABLE, "ZA"))
    push(folder, enrolment)

    assert "<script>" not in stream.until("B-1")


def test_a_reader_by_certificate_reads_over_the_network(server: HubServer, tmp_path: Path):
    with connect(server.server.address) as conn:
        make_hub(conn, EVENT)
    file = tmp_path / "reader.json"
    enrol(str(server.folder), None, Reached("127.0.0.1"), file)

    with page_of(file) as page:
        stream = Stream(page.server.server_port)
        assert EVENT in stream.until(EVENT)
        stream.close()


def test_an_enrolment_that_was_taken_away_is_a_plain_sentence(
    hub: HubUnderTest, reader: Path, stream: Stream
):
    stream.until("No station is enrolled yet.")
    role = read_enrolment(reader).role
    with hub.owner() as conn:
        execute(conn, f"ALTER ROLE {role} NOLOGIN")
        conn.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s", [role])

    assert "Ask the director for a new one" in stream.until("Ask the director")


def test_a_bug_in_what_asks_the_hub_is_told_on_the_page(
    hub: HubUnderTest, reader: Path, monkeypatch: pytest.MonkeyPatch
):
    told: list[str] = []
    board = Board()
    monkeypatch.setattr(Following, "look", lambda self: 1 // 0)

    serve_run._watch(read_enrolment(reader), board, Event(), told.append)

    assert "met a bug (ZeroDivisionError)" in told[0]
    assert board.read().standing.doubtful


def test_what_waits_in_a_log_of_ten_thousand_records_is_read_by_pages(hub: HubUnderTest, tmp_path: Path):
    folder, enrolment = station(tmp_path / "b", 10_500), read_enrolment(hub.enrol())
    push(folder, enrolment)

    with by_enrolment(read_enrolment(hub.reader())) as conn:
        following = Following(conn)
        first = list(following.look().new)
        grow(folder, 2)
        push(folder, enrolment)
        second = list(following.look().new)

    assert [one.record.seq for one in first] == list(range(1, 10_501))
    assert [one.record.seq for one in second] == list(range(10_501, len(in_log(folder)) + 1))
