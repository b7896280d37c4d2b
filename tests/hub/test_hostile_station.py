"""A station's account in the wrong hands disturbs nobody else: it floods, squats, waits and fills in vain.

Each property is also given to a hub broken on purpose, which must fail it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from kiosk.errors import HubAway, HubError
from kiosk.hub.actions import hub_status, strike, verify_hub
from kiosk.hub.answer import AnswerState, Batch, HubAnswer
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.findings import fold_alarms
from kiosk.hub.hub_reader import PAGE_BYTES, Following, HubReader, chains, page_of, stored_rows
from kiosk.hub.line import About, Connection, by_enrolment, columns, connect, hub_line
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.picture import for_everybody
from kiosk.hub.schema import Step, make_hub, shipped_steps
from kiosk.hub.serve_run import ManyStations
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.chain import Point, Record, next_record
from kiosk.system_clock import system_clock
from tests.support.hub import (
    HubServer,
    HubUnderTest,
    clone,
    code_of,
    execute,
    grow,
    in_log,
    push,
    records_in,
    station,
)

NOTHING = "'{}', '{}', '{}', '{}', '{}', '{}'"
WRONG = "ARRAY['1'], ARRAY['t'], ARRAY['genesis'], ARRAY['{}'], ARRAY['p'], ARRAY[repeat('0', 64)]"


def call(
    epoch: str = "'e'", boot: str = "'b'", had: str = "0", head: str = "''", rows: str = NOTHING
) -> bytes:
    """A push as one who has a station's account can write it, three hundred times over: *i* counts."""
    function = f"kiosk_hub.push(1, %(hub)s, {epoch}, {rows}, '', {boot}, 0, '', {had}, {head})"
    return f"SELECT count(*) FROM generate_series(1, 300) i, LATERAL {function} p".encode()


def flood(hub: HubUnderTest, enrolment: Enrolment) -> None:
    """All that can be claimed, three hundred times over."""
    with by_enrolment(enrolment) as conn:
        who = {"hub": hub.hub.id}
        conn.execute(call(had="1000 + i", head="repeat('a', 64)"), who)
        conn.execute(call(boot="'boot ' || i"), who)
        conn.execute(call(epoch="'epoch ' || i", rows=WRONG), who)


def chain_of(station_id: str, *texts: str, epoch: str = "e" * 32) -> list[Record]:
    made = [
        next_record(
            Point(),
            "2026-03-07T09:00:00.000Z",
            "genesis",
            f'{{"epoch":"{epoch}","station":"{station_id}"}}',
        )
    ]
    for text in texts:
        last = made[-1]
        made.append(next_record(Point(last.seq, last.hash), last.at, "note", f'{{"text":"{text}"}}'))
    return made


def send(enrolment: Enrolment, records: list[Record], epoch: str = "e" * 32) -> HubAnswer:
    with hub_line(enrolment) as line:
        return line.push(Batch(epoch, tuple(records)), About(system_clock(), 0, "0"))


def forged_after(genesis: Record) -> list[Record]:
    """A log that begins as another's does, and goes on as it never did."""
    return [genesis, next_record(Point(1, genesis.hash), genesis.at, "note", '{"text":"never happened"}')]


# ---- properties --------------------------------------------------------------------------------------------


def claims_are_bounded_and_a_fork_is_told_first(hub: HubUnderTest, tmp_path: Path) -> None:
    e, b = read_enrolment(hub.enrol("E")), read_enrolment(hub.enrol("B"))
    folder = station(tmp_path / "b", 10)
    push(folder, b)
    copied = clone(folder, tmp_path / "copy")
    flood(hub, e)
    for one in (folder, copied):
        grow(one, 1)
        push(one, b)
    flood(hub, e)

    with hub.owner() as conn:
        rows = conn.execute("SELECT kind, count(*) FROM kiosk_hub.alarms GROUP BY role, kind").fetchall()
        seen = conn.execute("SELECT count(*) FROM kiosk_hub.seen WHERE role = %s", [e.role]).fetchone()
    assert all(count <= 10 for _, count in rows)
    assert {"too_many", "fork", "forgot", "bad_batch"} <= {kind for kind, _ in rows}
    assert seen == (1,)
    lines = fold_alarms(hub_status(hub.where).alarms)
    assert lines[0].newest.kind == "fork"
    assert lines[0].newest.letter == "B"
    assert len(lines) <= 6
    with by_enrolment(read_enrolment(hub.reader())) as conn:
        page = ManyStations().picture(Following(conn).look())
    assert "Station B: two different records claim place 11" in for_everybody(page).alerts[0].sentence
    assert len(page.alerts) <= 6


def nobody_speaks_against_the_log_of_another(hub: HubUnderTest, tmp_path: Path) -> None:
    folder = station(tmp_path / "b", 10)
    push(folder, read_enrolment(hub.enrol("B")))
    epoch = Outbox(folder).head().epoch

    with by_enrolment(read_enrolment(hub.enrol("E"))) as conn:
        made_up = call(epoch=f"'{epoch}'", had="5", head="repeat('a', 64)")
        conn.execute(made_up, {"hub": hub.hub.id})

    assert "rewritten" not in hub.alarms()


def nobody_takes_the_place_of_a_station_before_its_first_push(hub: HubUnderTest, tmp_path: Path) -> None:
    victim, other = station(tmp_path / "i", 10), station(tmp_path / "j", 10)
    i = read_enrolment(hub.enrol("I", code_of(victim)))
    j = read_enrolment(hub.enrol("J", code_of(other)))
    epoch = Outbox(victim).head().epoch

    squatted = send(j, forged_after(records_in(victim)[0]), epoch)

    assert squatted.state is AnswerState.ANOTHER_STATION
    done = push(victim, i)
    assert (done.good, done.count) == (True, 10)
    assert hub.records() == in_log(victim)
    assert [line.sentence for line in fold_alarms(hub_status(hub.where).alarms)] == [
        "Station J: its enrolment was used by another station."
    ]


def what_was_struck_off_stands_in_nobodys_way(hub: HubUnderTest, tmp_path: Path) -> None:
    """Both enrolled before there were codes: the first who comes is believed, and that can be put right."""
    victim = station(tmp_path / "i", 10)
    i, j = read_enrolment(hub.enrol("I")), read_enrolment(hub.enrol("J"))
    epoch = Outbox(victim).head().epoch
    assert send(j, forged_after(records_in(victim)[0]), epoch).state is AnswerState.TAKEN
    with pytest.raises(HubError, match="belongs to another station"):
        push(victim, i)
    told = [line.sentence for line in fold_alarms(hub_status(hub.where).alarms)]

    strike(hub.where, "J")
    done = push(victim, i)

    assert told == [
        "Station I: it and the station enrolled as J send the log of one station: one of the two is not what "
        "it says."
    ]
    assert (done.fork, done.count) == (False, 10)
    assert hub.forks() == set()
    shown = {one.letter: one.count for one in hub_status(hub.where).heads}
    assert shown == {"I": 10}
    assert {one.chain.letter for one in verify_hub(hub.where).logs} == {"I", "J"}  # kept, and hashed too


def a_code_counts_more_than_who_comes_first(hub: HubUnderTest, tmp_path: Path) -> None:
    """J was enrolled before there were codes, and comes before I has pushed anything."""
    victim = station(tmp_path / "i", 10)
    j, i = read_enrolment(hub.enrol("J")), read_enrolment(hub.enrol("I", code_of(victim)))
    epoch = Outbox(victim).head().epoch

    squatted = send(j, forged_after(records_in(victim)[0]), epoch)
    first = send(i, records_in(victim), epoch)

    assert squatted.state is AnswerState.ANOTHER_STATION
    assert (first.state, first.count) == (AnswerState.TAKEN, 10)
    assert hub.records() == in_log(victim)
    assert [(one.letter, one.kind, one.detail) for one in hub_status(hub.where).alarms] == [
        ("J", "other_enrolment", "I")
    ]


@contextmanager
def sitting_in_a_transaction(hub: HubUnderTest, enrolment: Enrolment) -> Iterator[Connection]:
    """One who has pushed, has not ended that, and has told PostgreSQL not to mind."""
    with by_enrolment(enrolment) as conn:
        execute(conn, "SET idle_in_transaction_session_timeout = 0")
        execute(conn, "BEGIN")
        records = chain_of("e" * 32, "one")
        conn.execute(
            "SELECT kiosk_hub.push(1, %s, %s, %s, %s, %s, %s, %s, %s, '', '', 0, '', 0, '')",
            (hub.hub.id, "e" * 32, *columns(Batch("e" * 32, tuple(records)))),
        )
        yield conn


def nobody_waits_for_a_station_that_sits_in_a_transaction(hub: HubUnderTest, tmp_path: Path) -> None:
    e, f = read_enrolment(hub.enrol("E")), read_enrolment(hub.enrol("F"))
    folder = station(tmp_path / "f", 10)

    with sitting_in_a_transaction(hub, e):
        assert push(folder, f).count == 10
        hub.enrol("G")
        with hub.owner() as conn:
            make_hub(conn, None, hub.steps)


def what_is_too_large_is_refused_in_the_database(hub: HubUnderTest, tmp_path: Path) -> None:
    d = read_enrolment(hub.enrol("D"))
    most = 65_536 - len('{"text":""}')

    assert send(d, chain_of("d" * 32, "x" * most)).state is AnswerState.TAKEN
    assert send(d, chain_of("d" * 32, "x" * (most + 1))).state is AnswerState.TOO_LARGE
    assert send(d, chain_of("d" * 32, *(["é" * (most // 2)] * 66))).state is AnswerState.TOO_LARGE
    assert len(hub.records()) == 2
    assert hub.alarms() == ["too_large"]


def what_one_station_may_store_has_an_end(hub: HubUnderTest, tmp_path: Path) -> None:
    d, b = read_enrolment(hub.enrol("D")), read_enrolment(hub.enrol("B"))
    records = chain_of("d" * 32, "one", "two")
    send(d, records[:2])
    with hub.owner() as conn:
        conn.execute("UPDATE kiosk_hub.tallies SET bytes = 1073741824 - 100 WHERE role = %s", [d.role])

    assert send(d, records).state is AnswerState.FULL
    assert push(station(tmp_path / "b", 10), b).count == 10
    assert hub.alarms() == ["too_much"]


def logs_without_end_are_refused(hub: HubUnderTest, tmp_path: Path) -> None:
    d = read_enrolment(hub.enrol("D"))

    states = [
        send(d, chain_of("d" * 32, epoch=f"{number:032}"), f"{number:032}").state for number in range(101)
    ]

    assert states == [AnswerState.TAKEN] * 100 + [AnswerState.FULL]


def a_log_that_went_back_is_an_alarm_at_the_hub(hub: HubUnderTest, tmp_path: Path) -> None:
    m, folder = read_enrolment(hub.enrol("M")), station(tmp_path / "m", 20)
    older = clone(folder, tmp_path / "older")
    grow(folder, 5)
    held = push(folder, m).count

    for _ in range(3):
        push(older, m)

    assert [line.sentence for line in fold_alarms(hub_status(hub.where).alarms)] == [
        f"Station M says: its log went back: it has 20 records, and this hub has {held} of them: an older "
        "log was put back there, or the laptop was copied."
    ]
    assert hub.forks() == set()


def a_log_that_was_exchanged_for_another_is_an_alarm(hub: HubUnderTest, tmp_path: Path) -> None:
    """The same station with another epoch: no record stands in the place of one that the hub has. Enrolled
    again, its own log is none, before and after."""
    folder = station(tmp_path / "b", 10)
    push(folder, read_enrolment(hub.enrol("B", code_of(folder))))
    strike(hub.where, "B")
    b = read_enrolment(hub.enrol("B", code_of(folder)))
    push(folder, b)
    assert hub.alarms() == []

    for _ in range(2):
        assert send(b, chain_of(Outbox(folder).head().station, "one")).state is AnswerState.TAKEN
    strike(hub.where, "B")
    push(folder, read_enrolment(hub.enrol("B", code_of(folder))))

    assert [line.sentence for line in fold_alarms(hub_status(hub.where).alarms)] == [
        "Station B: its log was begun anew, though it goes on after no copy: a rewritten one was put in its "
        "place; compare both with paper."
    ]


Property = Callable[[HubUnderTest, Path], None]
PROPERTIES: tuple[Property, ...] = (
    claims_are_bounded_and_a_fork_is_told_first,
    nobody_speaks_against_the_log_of_another,
    nobody_takes_the_place_of_a_station_before_its_first_push,
    what_was_struck_off_stands_in_nobodys_way,
    a_code_counts_more_than_who_comes_first,
    nobody_waits_for_a_station_that_sits_in_a_transaction,
    what_is_too_large_is_refused_in_the_database,
    what_one_station_may_store_has_an_end,
    logs_without_end_are_refused,
    a_log_that_went_back_is_an_alarm_at_the_hub,
    a_log_that_was_exchanged_for_another_is_an_alarm,
)


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda one: one.__name__)
def test_a_hostile_station_disturbs_nobody(hub: HubUnderTest, tmp_path: Path, holds: Property):
    holds(hub, tmp_path)


# ---- hubs broken on purpose --------------------------------------------------------------------------------

ADVISORY = "PERFORM pg_advisory_xact_lock(hashtext('kiosk_hub bindings'));\n  INSERT INTO bindings (role"
BROKEN: tuple[tuple[Property, str, str], ...] = (
    (claims_are_bounded_and_a_fork_is_told_first, "LIMIT 10) told) < 10", "LIMIT 10) told) < 11"),
    (
        nobody_speaks_against_the_log_of_another,
        "WHERE c.role = a_role AND c.epoch = a_epoch",
        "WHERE c.epoch = a_epoch",
    ),
    (
        nobody_takes_the_place_of_a_station_before_its_first_push,
        "claimed LIKE (SELECT code || '%'",
        "claimed LIKE (SELECT '%'",
    ),
    (
        what_was_struck_off_stands_in_nobodys_way,
        "WHERE role = a_role AND station = claimed",
        "WHERE station = claimed",
    ),
    (a_code_counts_more_than_who_comes_first, "WHERE a_station LIKE code || '%'", "WHERE false"),
    (nobody_waits_for_a_station_that_sits_in_a_transaction, "INSERT INTO bindings (role", ADVISORY),
    (what_is_too_large_is_refused_in_the_database, "> 65536", "> 65536000"),
    (what_is_too_large_is_refused_in_the_database, "> 4194304", "> 419430400"),
    (what_one_station_may_store_has_an_end, "<= 1073741824", "<= 10737418240"),
    (logs_without_end_are_refused, ">= 100 THEN", ">= 1000 THEN"),
    (a_log_that_went_back_is_an_alarm_at_the_hub, "own_count < given.count", "false"),
    (a_log_that_was_exchanged_for_another_is_an_alarm, "AND epoch <> a_epoch", "AND false"),
    (a_log_that_was_exchanged_for_another_is_an_alarm, "claimed AND epoch = a_epoch) THEN", "'') THEN"),
)


@pytest.mark.parametrize(("holds", "right", "wrong"), BROKEN, ids=lambda one: getattr(one, "__name__", ""))
def test_a_hub_that_was_broken_on_purpose_is_caught(
    server: HubServer, tmp_path: Path, holds: Property, right: str, wrong: str
):
    steps = shipped_steps()
    broken = replace(steps[-1], text=steps[-1].text.replace(right, wrong))
    assert broken != steps[-1]
    hub = HubUnderTest(server, tmp_path, steps=(*steps[:-1], broken))

    with pytest.raises((AssertionError, HubAway)):
        holds(hub, tmp_path)


# ---- who holds the hub up ----------------------------------------------------------------------------------


def test_a_new_version_that_has_to_wait_says_for_whom_and_goes_on_once_that_is_struck_off(hub: HubUnderTest):
    e = read_enrolment(hub.enrol("E"))
    more = Step(9000, "9000_more", "CREATE TABLE more (x int)")

    with sitting_in_a_transaction(hub, e), hub.owner() as conn:
        with pytest.raises(HubAway, match=r"Station E holds the hub up: .*“kiosk hub strike E”"):
            make_hub(conn, None, (*shipped_steps(), more))
        [named] = hub_status(hub.where).in_the_way
        strike(hub.where, "E")
        made = make_hub(conn, None, (*shipped_steps(), more))

    assert named.startswith("Station E holds the hub up")
    assert made.steps == len(shipped_steps()) + 1


def test_one_who_holds_on_to_its_own_account_is_struck_off_all_the_same(hub: HubUnderTest, tmp_path: Path):
    """An account may change its own password, and leave that open: then nobody else can change it."""
    e = read_enrolment(hub.enrol("E"))

    with by_enrolment(e) as conn:
        execute(conn, "BEGIN")
        execute(conn, "ALTER ROLE CURRENT_USER PASSWORD 'mine'")
        strike(hub.where, "E")

    with pytest.raises(HubError, match=r"does not take this enrolment|struck off"), by_enrolment(e):
        pass
    assert hub_status(hub.where).stations[0].struck is not None


def test_a_station_that_is_kept_waiting_says_so_and_not_that_the_network_is_gone(
    hub: HubUnderTest, tmp_path: Path
):
    f, folder = read_enrolment(hub.enrol("F")), station(tmp_path / "f", 10)
    push(folder, f)

    with hub.owner() as conn, conn.transaction():
        execute(conn, "SELECT FROM kiosk_hub.seen FOR UPDATE")
        with pytest.raises(HubAway, match=r"Another account holds the hub up\. Nothing is lost"):
            push(folder, f)


# ---- what is stored elsewhere ------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["station", "reader"])
@pytest.mark.parametrize(
    "attack",
    [
        "SELECT lo_create(0)",
        "SELECT lo_creat(-1)",
        "SELECT lo_from_bytea(0, 'x')",
        "SET temp_file_limit = -1",
        "CREATE TEMP TABLE mine (x int)",
        "SELECT pg_logical_emit_message(false, 'x', 'y')",
        "SELECT pg_export_snapshot()",
    ],
)
def test_nothing_is_stored_beside_the_records(hub: HubUnderTest, who: str, attack: str):
    account = read_enrolment(hub.enrol("E") if who == "station" else hub.reader())

    with by_enrolment(account) as conn, pytest.raises(psycopg.errors.InsufficientPrivilege):
        execute(conn, attack)


@pytest.mark.parametrize("who", ["station", "reader"])
def test_nobody_takes_all_the_locks_of_the_server(hub: HubUnderTest, tmp_path: Path, who: str):
    """There are some thousands for all accounts together; without one left nobody can push or strike off."""
    account = read_enrolment(hub.enrol("E") if who == "station" else hub.reader())
    f, folder = read_enrolment(hub.enrol("F")), station(tmp_path / "f", 10)

    with by_enrolment(account) as conn:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            execute(conn, "SELECT count(pg_advisory_lock(one)) FROM generate_series(1, 100000) one")
        for call in ("pg_try_advisory_lock(1, 1)", "pg_advisory_xact_lock_shared(1)"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                execute(conn, f"SELECT {call}")

        assert push(folder, f).count == 10


@pytest.mark.parametrize("database", ["postgres", "template1"])
def test_no_other_database_is_open_to_a_station(hub: HubUnderTest, database: str):
    account = replace(read_enrolment(hub.enrol("E")), database=database)

    with pytest.raises(HubError, match="may not open that database"), by_enrolment(account):
        pass


def test_a_server_that_runs_already_has_its_other_databases_closed_too(server: HubServer, hub: HubUnderTest):
    """One made before they were: `kiosk hub init --local` finds it running."""
    with connect(server.address("postgres")) as conn:
        execute(conn, "GRANT CONNECT ON DATABASE postgres TO PUBLIC")

    server.start()

    account = replace(read_enrolment(hub.enrol("E")), database="postgres")
    with pytest.raises(HubError, match="may not open that database"), by_enrolment(account):
        pass


def test_what_only_an_administrator_can_close_is_told(server: HubServer, tmp_path: Path):
    """An owner who is no superuser, on a server that is shared with others."""
    from kiosk.hub.schema import open_doors

    where = server.new_database("shared")
    with connect(where) as conn:
        execute(conn, "DROP ROLE IF EXISTS plain_owner")
        execute(conn, "CREATE ROLE plain_owner CREATEROLE")
        execute(conn, "ALTER DATABASE shared OWNER TO plain_owner")
        execute(conn, "ALTER SCHEMA public OWNER TO plain_owner")
        other = server.new_database("open_to_all")
        execute(conn, "SET SESSION AUTHORIZATION plain_owner")
        hub = make_hub(conn, "open-2026")
        told = open_doors(conn, hub)

    assert other
    assert "large objects" in told[0]
    assert "open_to_all" in told[1]


# ---- pages by bytes ----------------------------------------------------------------------------------------


def test_a_page_holds_no_more_than_so_many_bytes_and_every_record_comes(hub: HubUnderTest, tmp_path: Path):
    d = read_enrolment(hub.enrol("D"))
    records = chain_of("d" * 32, *["x" * 65_000] * 150)
    for first in range(0, 151, 50):
        send(d, records[first : first + 50])

    with by_enrolment(read_enrolment(hub.reader())) as conn:
        reader = HubReader(conn)
        [chain] = reader.chains()
        page = reader.rows(chain, 0, 151)
        followed = [row.record.seq for row in Following(conn).look().new]
    with hub.owner() as conn:
        [own] = chains(conn)
        stored = [row[0] for row in stored_rows(conn, own)]

    assert sum(len(row[3]) for row in page) < PAGE_BYTES + 65_536
    assert followed == stored == list(range(1, 152))


def test_a_record_larger_than_a_page_that_an_older_hub_took_is_still_read(hub: HubUnderTest):
    """Before there was a bound: 5 MB, and two small ones about it."""
    question = page_of("SELECT * FROM held WHERE true", "seq > %s", "seq").encode()
    with hub.owner() as conn:
        execute(conn, "CREATE TEMP TABLE held (seq bigint, text text)")
        execute(conn, "INSERT INTO held VALUES (1, 'a'), (2, repeat('x', 5000000)), (3, 'b')")

        first = [row[0] for row in conn.execute(question, [0])]
        second = [row[0] for row in conn.execute(question, [2])]

    assert (first, second) == ([1, 2], [3])
