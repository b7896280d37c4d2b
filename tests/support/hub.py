"""A real PostgreSQL for the tests of the hub, and stations that push to it.

PostgreSQL refuses to run as root, so where the tests do, a child of theirs becomes an ordinary account and
starts it. Where PostgreSQL is missing this fails: a hub that was not tried is not tested.
"""

import ctypes
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from psycopg import sql

from kiosk.base.clock import Reading
from kiosk.hub.actions import Reached, enrol
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.line import Connection, connect, hub_line
from kiosk.hub.local import LocalServer
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.push_run import Pushed, Pusher
from kiosk.hub.schema import Step, make_hub
from kiosk.log.bodies import NoteBody
from kiosk.log.body import Body
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_records
from kiosk.log.writer import Log
from kiosk.rules.ruling import Adjudication, Place, Verdict
from kiosk.system_clock import system_clock
from tests.support.bodies import body
from tests.support.log_samples import adjudication, make_log

EVENT = "open-2026"
# Besides certificates, passwords: by a socket for most tests, and over TLS as on an existing server.
_MORE = "local all all scram-sha-256\nhostssl existing all all scram-sha-256\n"
_SHORT = Path("/dev/shm") if Path("/dev/shm").is_dir() else Path("/tmp")  # noqa: S108 - room for a socket's path
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_numbers = itertools.count(1)
ROOT = Path(__file__).resolve().parents[2]
# Asks the kernel, before the program begins, to end it with the tests, however those end (PR_SET_PDEATHSIG).
# Where the tests themselves run in the background, Ctrl+C is ignored by all that they start: not by this.
_MORTAL = (
    "import ctypes, os, signal, sys; ctypes.CDLL(None).prctl(1, 9); signal.signal(2, signal.SIG_DFL); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)


@contextmanager
def running(*words: str, **how: Any) -> Iterator["subprocess.Popen[str]"]:
    """`kiosk WORDS` for as long as the block lasts. It is ended on every way out, and with the tests."""
    command = [sys.executable, "-c", _MORTAL, sys.executable, "-m", "kiosk", *words]
    with subprocess.Popen(command, cwd=ROOT, text=True, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ordinary() -> pwd.struct_passwd | None:
    """The account that PostgreSQL runs as, if not our own."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def as_ordinary(work: Callable[[], None], folder: Path) -> None:
    """Do *work* in a child that is no root; its failure is ours."""
    account = ordinary()
    if account is None:
        work()
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child runs no other thread of ours
        child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setgroups([])
            os.setgid(account.pw_gid)
            os.setuid(account.pw_uid)
            os.chdir(folder)
            os.environ["HOME"] = str(folder)
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - nothing of the parent may run in the child
            (folder / "failure").write_text(traceback.format_exc())
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if status:
        why = folder / "failure"
        raise AssertionError(why.read_text() if why.exists() else f"the child ended with {status}")


@contextmanager
def adopting() -> Iterator[None]:
    """Become the parent of what a child leaves behind, to be able to bury it: where nobody does (a container
    without an init), a killed server looks alive to the next one."""
    libc = ctypes.CDLL(None)
    libc.prctl(_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        libc.prctl(_SUBREAPER, 0, 0, 0, 0)


# Waits until the tests have ended, however that came, and takes away the server that they may have left.
_AFTERWARDS = """
import contextlib, os, pathlib, shutil, signal, sys
sys.stdin.read()
home = pathlib.Path(sys.argv[1])
with contextlib.suppress(OSError, ValueError, IndexError):
    pid = int((home / "hub" / "data" / "postmaster.pid").read_text().splitlines()[0])
    os.kill(pid, signal.SIGQUIT)
shutil.rmtree(home, ignore_errors=True)
"""


class HubServer:
    """A PostgreSQL made as `kiosk hub init --local` makes it. It ends with the tests, even if those are
    killed."""

    def __init__(self, addresses: Sequence[str] = ("127.0.0.1",)) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="kiosk-hub-", dir=_SHORT))
        self._afterwards = subprocess.Popen(
            [sys.executable, "-c", _AFTERWARDS, str(self.home)], stdin=subprocess.PIPE, start_new_session=True
        )
        if account := ordinary():
            os.chown(self.home, account.pw_uid, account.pw_gid)
        self.server = LocalServer(self.home / "hub")
        port = free_port()

        def work() -> None:
            self.server.make(addresses, port)
            hba = self.server.data / "pg_hba.conf"
            first, rest = hba.read_text().split("\n", 2)[1:]
            hba.write_text(f"{first}\n{_MORE}{rest}")
            with (self.server.data / "postgresql.conf").open("a") as conf:
                conf.write("fsync = off\n")  # these hubs outlive processes, not power cuts
            self.server.start()

        with adopting():
            as_ordinary(work, self.home)

    @property
    def folder(self) -> Path:
        return self.server.folder

    def start(self) -> None:
        with adopting():
            as_ordinary(self.server.start, self.home)

    def kill(self) -> None:
        """As a power cut to the server: every process of it at once."""
        pid = int((self.server.data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in (pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)

    def end(self) -> None:
        with suppress(OSError, ValueError, IndexError):
            pid = int((self.server.data / "postmaster.pid").read_text().splitlines()[0])
            os.kill(pid, signal.SIGQUIT)  # unlike a kill it leaves no shared memory behind
            os.waitpid(pid, 0)
        self._afterwards.communicate()

    def address(self, database: str) -> str:
        return self.server.address.replace("dbname=kiosk", f"dbname={database}")

    def new_database(self, name: str = "") -> str:
        """The address of a new, empty database."""
        name = name or f"hub_{next(_numbers)}"
        with connect(self.address("postgres")) as conn:
            conn.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
            conn.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.address(name)


class HubUnderTest:
    """One hub in a database of its own."""

    def __init__(
        self, server: HubServer, folder: Path, event: str = EVENT, steps: tuple[Step, ...] | None = None
    ) -> None:
        self.server, self.folder, self.steps = server, folder, steps
        self.where = server.new_database()
        with connect(self.where) as conn:
            self.hub = make_hub(conn, event, steps)

    def drop(self) -> None:
        with connect(self.server.address("postgres")) as conn:
            conn.execute(
                f"DROP DATABASE {self.where.partition('dbname=')[2].split()[0]} WITH (FORCE)".encode()
            )

    def owner(self):
        return connect(self.where)

    def enrol(self, letter: str = "B", code: str = "") -> Path:
        """The file of a new enrolment; without *code* it is whoever's pushes first, as before there were
        codes."""
        file = self.folder / f"enrolment-{letter}-{next(_numbers)}.json"
        enrol(self.where, letter, Reached(), file, code)
        return file

    def reader(self) -> Path:
        file = self.folder / f"reader-{next(_numbers)}.json"
        enrol(self.where, None, Reached(), file)
        return file

    def records(self) -> set[tuple[object, ...]]:
        return self._rows("records")

    def forks(self) -> set[tuple[object, ...]]:
        return self._rows("forks")

    def _rows(self, table: str) -> set[tuple[object, ...]]:
        query = (
            "SELECT c.station, c.epoch, r.seq, r.at, r.kind, r.body, r.prev, r.hash "
            f"FROM kiosk_hub.{table} r JOIN kiosk_hub.chains c ON c.id = r.chain"
        )
        with self.owner() as conn:
            return set(conn.execute(query).fetchall())

    def alarms(self) -> list[str]:
        with self.owner() as conn:
            return [row[0] for row in conn.execute("SELECT kind FROM kiosk_hub.alarms ORDER BY id")]


def in_log(folder: Path) -> set[tuple[object, ...]]:
    """The records of the log in *folder*, as `HubUnderTest.records` gives them."""
    head = Outbox(folder).head()
    return {
        (head.station, head.epoch, one.seq, one.at, str(one.kind), one.body, one.prev, one.hash)
        for one in records_in(folder)
    }


def records_in(folder: Path) -> list[Record]:
    return list(read_records(folder / "log.db"))


def station(folder: Path, records: int = 10) -> Path:
    """A data folder with a log of *records*."""
    folder.mkdir(parents=True, exist_ok=True)
    make_log(folder, records)
    return folder


def code_of(folder: Path) -> str:
    """The code by which the station in *folder* is enrolled."""
    return Outbox(folder).head().station[:8]


def clone(folder: Path, to: Path) -> Path:
    """*folder* as an image of the laptop has it."""
    shutil.copytree(folder, to)
    return to


def grow(folder: Path, count: int, event: str = "") -> None:
    """Let the station in *folder* write *count* more records, the first of which opens *event*, if named."""
    with Log.open(folder, system_clock, "B") as log:
        if event:
            log.append(body(Kind.EVENT_OPENED, event=event, name=event))
        for number in range(count - bool(event)):
            log.append(NoteBody(f"{folder.name} {number}"))


def clock_of(boot: str, at: str = "") -> Callable[[], Reading]:
    """The clock of another machine."""

    def clock() -> Reading:
        now = system_clock()
        return replace(now, boot=boot, at=at or now.at)

    return clock


def push(folder: Path, enrolment: Enrolment, boot: str = "boot-1", at: str = "") -> Pushed:
    with hub_line(enrolment) as line:
        return Pusher(Outbox(folder), enrolment, clock_of(boot, at)).push(line)


def execute(conn: Connection, statement: str) -> None:
    conn.execute(statement.encode())


def say(folder: Path, *bodies: Body | Adjudication, letter: str = "B") -> None:
    """Let the station in *folder* record *bodies*."""
    with Log.open(folder, system_clock, letter) as log:
        for one in bodies:
            log.rule(one) if isinstance(one, Adjudication) else log.append(one)


def ruled(verdict: Verdict, *words: str, event: str | None = EVENT, table: int | None = 12) -> Adjudication:
    """What a station rules on *words*."""
    place = Place(event=event, round=3, table=table)
    return replace(adjudication(*words), verdict=verdict, place=place)
