"""Running a hub with PostgreSQL's own tools: back-up and restore, a standby; a new version amid pushes.

The commands are those of docs/hub.md, word for word but for names and places.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import psycopg
import pytest

from kiosk.errors import HubError, KioskError
from kiosk.hub import schema
from kiosk.hub.actions import Reached, enrol, init_existing
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.hub_reader import Following
from kiosk.hub.line import Connection, by_enrolment, connect
from kiosk.hub.local import program
from kiosk.hub.schema import Step, make_hub, shipped_steps
from kiosk.hub.stick_store import read_enrolment
from tests.support.hub import (
    HubServer,
    HubUnderTest,
    adopting,
    as_ordinary,
    execute,
    free_port,
    grow,
    in_log,
    ordinary,
    push,
    station,
)


def run(name: str, *arguments: str) -> str:
    ran = subprocess.run([program(name), *arguments], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


def dbname(where: str) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(where)["dbname"])


def records_at(where: str) -> set[tuple[object, ...]]:
    query = (
        "SELECT c.station, c.epoch, r.seq, r.at, r.kind, r.body, r.prev, r.hash "
        "FROM kiosk_hub.records r JOIN kiosk_hub.chains c ON c.id = r.chain"
    )
    with connect(where) as conn:
        return set(conn.execute(query).fetchall())


# ---- back-up and restore ----------------------------------------------------------------------------------


@pytest.fixture
def other() -> Iterator[HubServer]:
    """Another computer with PostgreSQL."""
    made = HubServer()
    yield made
    made.end()


def moved(enrolment: Enrolment, server: HubServer) -> Enrolment:
    """*enrolment*, once the old address leads to *server*."""
    return replace(enrolment, host=str(server.folder), port=server.server.port)


def test_a_hub_put_back_on_another_computer_goes_on_with_the_same_enrolments(
    hub: HubUnderTest, other: HubServer, tmp_path: Path
):
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
    reader = read_enrolment(hub.reader())
    push(folder, enrolment)
    dump, roles = tmp_path / "hub.dump", tmp_path / "roles.sql"

    run("pg_dump", "--format=custom", "--file", str(dump), hub.where)
    run("pg_dumpall", "--roles-only", "--file", str(roles), "--dbname", hub.where)
    grow(folder, 5)  # ruled after the back-up; the hub has them too
    push(folder, enrolment)
    where = other.new_database(dbname(hub.where))
    run("psql", "--quiet", "--file", str(roles), "--dbname", where)
    run("pg_restore", "--exit-on-error", "--dbname", where, str(dump))
    init_existing(where, None)
    done = push(folder, moved(enrolment, other))

    assert done.forgot > 20
    assert "The hub had forgotten records it had acknowledged" in done.sentences()[0]
    assert records_at(where) == in_log(folder)
    with by_enrolment(moved(reader, other)) as conn:
        look = Following(conn).look()
        assert [one.kind for one in look.alarms] == ["forgot"]
        assert len(list(look.new)) == len(in_log(folder))
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            execute(conn, "SELECT * FROM kiosk_hub.records")
    with (
        by_enrolment(moved(enrolment, other)) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        execute(conn, "SELECT * FROM kiosk_hub.record_list")
    with (
        by_enrolment(moved(enrolment, other)) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        execute(conn, "CREATE TEMP TABLE records (x int)")  # a right of the database, which no dump holds


def test_a_laptop_with_a_hub_of_its_own_is_replaced_from_three_files(
    server: HubServer, other: HubServer, tmp_path: Path
):
    """With certificates instead of passwords: the folder `authority` goes along."""
    with connect(server.server.address) as conn:
        made = make_hub(conn, "open-2026")
    file = tmp_path / "enrolment.json"
    enrol(str(server.folder), "Q", Reached("127.0.0.1"), file)
    folder, enrolment = station(tmp_path / "b", 20), read_enrolment(file)
    push(folder, enrolment)
    held = records_at(server.server.address)  # with what other tests pushed there
    dump, roles, where = tmp_path / "hub.dump", tmp_path / "roles.sql", server.server.address

    run("pg_dump", "--format=custom", "--file", str(dump), where)
    run("pg_dumpall", "--roles-only", "--file", str(roles), "--dbname", where)

    def replaced() -> None:
        other.server.stop()
        shutil.rmtree(other.folder / "authority")
        # What other tests may have left there is theirs alone: certificates they made by hand.
        others = shutil.ignore_patterns("kiosk_*")
        shutil.copytree(server.folder / "authority", other.folder / "authority", ignore=others)
        other.server.start()

    with adopting():
        as_ordinary(replaced, other.home)
    place = ("--host", str(other.folder), "--port", str(other.server.port), "--username", "kiosk")
    run("dropdb", *place, "--force", "kiosk")
    run("createdb", *place, "kiosk")
    run("psql", "--quiet", *place, "--dbname", "postgres", "--file", str(roles))
    run("pg_restore", *place, "--exit-on-error", "--dbname", "kiosk", str(dump))
    grow(folder, 3)
    done = push(folder, replace(enrolment, port=other.server.port))

    assert (done.good, enrolment.hub) == (True, made.id)
    assert records_at(other.server.address) == held | in_log(folder)


def test_a_back_up_made_while_stations_push_is_whole(hub: HubUnderTest, server: HubServer, tmp_path: Path):
    dump = tmp_path / "hub.dump"
    with pushing(hub, tmp_path, "AB") as stations:
        stations.go_on()
        run("pg_dump", "--format=custom", "--file", str(dump), hub.where)
        stations.go_on()
    where = server.new_database()
    run("pg_restore", "--exit-on-error", "--dbname", where, str(dump))

    kept, now = records_at(where), hub.records()
    assert kept
    assert kept <= now
    for epoch in {row[1] for row in kept}:
        numbers = sorted(int(str(row[2])) for row in kept if row[1] == epoch)
        assert numbers == list(range(1, len(numbers) + 1))


# ---- stations that push all the while ---------------------------------------------------------------------


class Pushing:
    """Stations that rule and push without a pause, each in a thread of its own."""

    def __init__(self, folders: list[tuple[Path, Enrolment]]) -> None:
        self.troubles: list[BaseException] = []
        self.rounds = [0] * len(folders)
        self._stop = Event()
        self._threads = [Thread(target=self._work, args=(place, *one)) for place, one in enumerate(folders)]
        for one in self._threads:
            one.start()

    def _work(self, place: int, folder: Path, enrolment: Enrolment) -> None:
        try:
            while not self._stop.is_set():
                grow(folder, 2)
                push(folder, enrolment)
                self.rounds[place] += 1
        except BaseException as error:  # noqa: BLE001 - told by the test
            self.troubles.append(error)

    def go_on(self, rounds: int = 2) -> None:
        """Wait until each has pushed *rounds* times more."""
        wanted = [one + rounds for one in self.rounds]
        while not self.troubles and any(now < then for now, then in zip(self.rounds, wanted, strict=True)):
            self._threads[0].join(0.01)

    def end(self) -> None:
        self._stop.set()
        for one in self._threads:
            one.join()


@contextmanager
def pushing(hub: HubUnderTest, tmp_path: Path, letters: str) -> Iterator[Pushing]:
    folders = [(station(tmp_path / one, 5), read_enrolment(hub.enrol(one))) for one in letters]
    made = Pushing(folders)
    try:
        yield made
    finally:
        made.end()
    assert made.troubles == []
    for folder, enrolment in folders:
        push(folder, enrolment)
    assert hub.records() == set().union(*(in_log(folder) for folder, _ in folders))


# ---- a new version ----------------------------------------------------------------------------------------

AGAIN = [step.text for step in shipped_steps() if "FUNCTION push(" in step.text][-1]
# As a later version might: tables changed in the order that hurts, and a push that is another function.
LATER = (
    Step(9000, "9000_tables", "ALTER TABLE records ADD later text; ALTER TABLE seen ADD later text;"),
    Step(
        9001,
        "9001_push",
        AGAIN[AGAIN.index("CREATE FUNCTION push(") : AGAIN.index("-- Once for each batch")].replace(
            "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"
        ),
    ),
    Step(9002, "9002_more", "ALTER TABLE forks ADD later text; ALTER TABLE chains ADD later text;"),
)


def test_the_schema_is_brought_up_to_date_in_the_middle_of_continuous_pushes(
    hub: HubUnderTest, tmp_path: Path
):
    with pushing(hub, tmp_path, "ABC") as stations, hub.owner() as conn:
        for number in range(1, len(LATER) + 1):
            stations.go_on()
            made = make_hub(conn, None, (*shipped_steps(), *LATER[:number]))
            assert made.steps == len(shipped_steps()) + number
        stations.go_on()

    assert hub.alarms() == []
    assert hub.forks() == set()


def step_meets_push(hub: HubUnderTest, letter: str) -> list[BaseException]:
    """Take a step that needs, in another order, what a push under way has in hand; what went wrong."""
    hub.enrol(letter)
    troubles: list[BaseException] = []

    def guarded(work: Callable[[], object]) -> None:
        try:
            work()
        except (psycopg.Error, KioskError) as error:
            troubles.append(error)

    def update() -> None:
        with hub.owner() as conn:
            make_hub(conn, None, (*shipped_steps(), LATER[0]))

    upgrade = Thread(target=guarded, args=(update,))
    with hub.owner() as pusher, pusher.transaction(), hub.owner() as watcher:
        execute(pusher, "SELECT FROM kiosk_hub.enrolments")
        execute(pusher, "UPDATE kiosk_hub.seen SET owed = 0")
        upgrade.start()
        while upgrade.is_alive() and not waiting(watcher):
            upgrade.join(0.01)
        guarded(lambda: execute(pusher, "SELECT FROM kiosk_hub.records"))
    upgrade.join()
    return troubles


def waiting(conn: Connection) -> bool:
    row = conn.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'").fetchone()
    return row is not None and row[0] > 0


def test_a_push_and_a_step_never_hold_what_the_other_needs(hub: HubUnderTest):
    assert step_meets_push(hub, "B") == []


def test_a_build_that_takes_steps_without_letting_pushes_finish_is_caught(
    hub: HubUnderTest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(schema, "_QUIET", b"SELECT 1")

    try:
        troubles = step_meets_push(hub, "B")
    except psycopg.Error as error:
        troubles = [error]

    deadlock = psycopg.errors.DeadlockDetected
    assert any(isinstance(one, deadlock) or isinstance(one.__cause__, deadlock) for one in troubles)


def test_a_hub_that_a_newer_program_updated_still_takes_what_this_one_pushes(
    hub: HubUnderTest, tmp_path: Path
):
    folder, enrolment = station(tmp_path / "b", 5), read_enrolment(hub.enrol())
    with hub.owner() as conn:
        make_hub(conn, None, (*shipped_steps(), *LATER))

    push(folder, enrolment)

    assert hub.records() == in_log(folder)
    with hub.owner() as conn, pytest.raises(HubError, match="made by a newer version of the program"):
        make_hub(conn, None)


# ---- a standby --------------------------------------------------------------------------------------------


class Standby:
    """A copy of *server* that PostgreSQL itself keeps up with."""

    def __init__(self, server: HubServer) -> None:
        self.home = server.home / "standby"
        self.port = free_port()
        self._account = server.home
        socket = str(server.folder)

        def work() -> None:
            hba = server.server.data / "pg_hba.conf"
            hba.write_text(f"local replication kiosk trust\n{hba.read_text()}")
            run("pg_ctl", "-D", str(server.server.data), "-s", "reload")
            place = ("--host", socket, "--port", str(server.server.port), "--username", "kiosk")
            how = ("--write-recovery-conf", "--checkpoint=fast", "--create-slot", "--slot=kiosk_standby")
            run("pg_basebackup", *place, "--pgdata", str(self.home), *how)
            self._run("start", "-o", f"-p {self.port} -k {self.home}", "-l", str(self.home / "server.log"))

        with adopting():
            as_ordinary(work, self._account)

    def _run(self, *order: str) -> None:
        # Not to be waited for at a pipe: the server inherits it.
        command = [program("pg_ctl"), "-D", str(self.home), "-w", "-s", *order]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        assert done.returncode == 0

    def promote(self) -> None:
        as_ordinary(lambda: self._run("promote"), self._account)

    def end(self) -> None:
        as_ordinary(lambda: self._run("stop", "-m", "immediate"), self._account)

    def where(self, database: str) -> str:
        return f"host={self.home} port={self.port} user=kiosk dbname={database}"

    def catch_up(self, hub: HubUnderTest) -> None:
        """Wait until it has all that *hub* had when this began."""
        with hub.owner() as conn:
            lsn = conn.execute("SELECT pg_current_wal_flush_lsn()::text").fetchone()
        with connect(self.where("postgres")) as conn:
            query = "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn, pg_sleep(0.02)"
            while True:
                row = conn.execute(query, lsn).fetchone()
                if row is not None and row[0]:
                    return


def test_a_standby_has_every_record_shows_it_and_takes_over(tmp_path: Path):
    with ExitStack() as stack:
        server = HubServer()
        stack.callback(server.end)
        hub = HubUnderTest(server, tmp_path)
        folder, enrolment = station(tmp_path / "b", 20), read_enrolment(hub.enrol())
        reader = read_enrolment(hub.reader())
        push(folder, enrolment)
        standby = Standby(server)
        stack.callback(standby.end)
        there = {"host": str(standby.home), "port": standby.port}
        grow(folder, 3)
        push(folder, enrolment)
        standby.catch_up(hub)
        with by_enrolment(replace(reader, **there)) as conn:
            following = Following(conn)
            shown = len(list(following.look().new))
            following.wait(0.01)
        with pytest.raises(HubError, match="read-only"):
            push(folder, replace(enrolment, **there))
        server.kill()
        standby.promote()
        grow(folder, 2)
        done = push(folder, replace(enrolment, **there))

        assert shown == 24
        assert (done.good, done.forgot) == (True, 0)
        assert records_at(standby.where(dbname(hub.where))) == in_log(folder)


def test_this_file_runs_postgresql_as_an_ordinary_account():
    account = ordinary()
    assert account is None or account.pw_uid != os.geteuid()
