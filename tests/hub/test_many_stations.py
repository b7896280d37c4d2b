"""Twenty stations, a hall whose network comes and goes, a hub that dies, laptops that were copied: in the end
the hub holds exactly what the logs hold, every fork is alarmed, and nothing else is.

The short form goes through a bad proxy on this machine, which delays, cuts in the middle of anything, and
loses just the answer to what the hub has taken; now and then two pushes of one station run at once, so that
batches come twice and out of order. `dev.py campaign many_stations` also gives each station a network
namespace of its own and its push a process, with lines that go down, and netem's loss, doubling and
reordering where the kernel has it.
"""

import os
import random
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.errors import HubError
from kiosk.hub.actions import Reached, enrol, export, take_in
from kiosk.hub.enrolment import Enrolment
from kiosk.hub.line import connect
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.push_run import push_once
from kiosk.hub.schema import make_hub
from kiosk.hub.stick_store import read_enrolment, write_enrolment
from tests.support.hub import EVENT, HubServer, HubUnderTest, clock_of, clone, grow, in_log, station

FULL = "KIOSK_CAMPAIGN" in os.environ
STATIONS, DAYS = (20, 6) if FULL else (6, 2)
CLONED = (1, 4)
HANDSHAKE = 6_000  # bytes that a station says until it is let in
WITHOUT_END = 10**12
ROOT = Path(__file__).resolve().parents[2]


class LossyProxy:
    """Passes bytes on to the hub, some of them late, and cuts connections: in the middle of anything, or
    before the answer to a long message. The first connections are cut each way in turn, so that nothing is
    left to luck; those after them by chance."""

    def __init__(self, port: int, seed: int, address: str = "127.0.0.1") -> None:
        self._target, self._chance = port, random.Random(seed)
        self.cuts, self.lost_answers, self.delayed, self.lossy = 0, 0, 0, True
        self._connections, self._pieces = seed, 0
        self._listening = socket.create_server((address, 0))
        self.port = self._listening.getsockname()[1]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._listening.close()
        self._thread.join()

    def _accept(self) -> None:
        self._listening.settimeout(0.1)
        serving = []
        while not self._over.is_set():
            with suppress(OSError):
                near, _ = self._listening.accept()
                budget, deaf = self._fate()
                one = threading.Thread(target=self._serve, args=(near, budget, deaf), daemon=True)
                one.start()
                serving.append(one)
        for one in serving:
            one.join()

    def _fate(self) -> tuple[int, bool]:
        """How many bytes the next connection may pass on, and whether it loses an answer."""
        self._connections += 1
        if not self.lossy:
            return WITHOUT_END, False
        match self._connections % 4:
            case 1:
                return self._chance.randrange(500, HANDSHAKE), False
            case 2:
                return WITHOUT_END, True
            case _:
                return self._chance.randrange(500, 200_000), self._chance.random() < 0.3

    def _serve(self, near: socket.socket, budget: int, deaf: bool) -> None:
        """Pass on at most *budget* bytes, in pieces of any size, then cut. *deaf*: cut as soon as the hub
        answers a message that holds records."""
        said = 0
        with near, suppress(OSError), socket.create_connection(("127.0.0.1", self._target), 5) as far:
            other = {near: far, far: near}
            with selectors.DefaultSelector() as ready:
                for end in other:
                    ready.register(end, selectors.EVENT_READ)
                while budget > 0 and not self._over.is_set():
                    for key, _ in ready.select(0.1):
                        piece = key.fileobj.recv(self._chance.randrange(1, 4096))  # type: ignore[union-attr]
                        if not piece:
                            return
                        self._pieces += 1
                        if self.lossy and self._pieces % 20 == 0:
                            self.delayed += 1
                            self._over.wait(self._chance.random() / 20)
                        said = said + len(piece) if key.fileobj is near else said
                        if deaf and key.fileobj is far and said > HANDSHAKE:
                            self.lost_answers += 1
                            return
                        budget -= len(piece)
                        other[key.fileobj].sendall(piece)  # type: ignore[index]
            self.cuts += budget <= 0


class Hall:
    """Stations that write and push over days, some of them cloned."""

    def __init__(self, hub: HubUnderTest, folder: Path, enrolments: list[Path]) -> None:
        self.hub, self.folder = hub, folder
        self.chance = random.Random(7)
        self.stations = [station(folder / f"s{number}", 30) for number in range(STATIONS)]
        self.files = enrolments
        self.clones: dict[int, Path] = {}
        self.failed = self.doubled = 0

    def day(self, number: int) -> None:
        for one, folder in enumerate(self.stations):
            grow(folder, self.chance.randrange(3, 12))
            self.push(one, folder, f"laptop {one} boot {number}")
        if number == 0:
            for one in CLONED:
                self.clones[one] = clone(self.stations[one], self.folder / f"clone{one}")
        for one, folder in self.clones.items():
            grow(folder, self.chance.randrange(1, 5))
            self.push(one, folder, f"clone {one}")

    def push(self, one: int, folder: Path, boot: str) -> None:
        """Try now, some twice at once; what fails is tried another day."""
        if self.chance.random() < 0.7:
            self._try(one, folder, boot)
            return
        self.doubled += 1
        twins = [threading.Thread(target=self._try, args=(one, folder, boot)) for _ in range(2)]
        for twin in twins:
            twin.start()
        for twin in twins:
            twin.join()

    def _try(self, one: int, folder: Path, boot: str) -> None:
        try:
            push_once(folder, self.files[one], clock_of(boot))
        except HubError:
            self.failed += 1

    def settle(self) -> None:
        """A last day with a network: everything arrives."""
        for one, folder in (*enumerate(self.stations), *self.clones.items()):
            push_once(folder, self.files[one], clock_of(f"{folder.name} at last"))


def assert_exactly_what_the_logs_hold(hall: Hall) -> None:
    """Whichever of two copies came first is the log, the other is apart: together they are all, once."""
    everything = [*map(in_log, hall.stations), *map(in_log, hall.clones.values())]
    records, forks = hall.hub.records(), hall.hub.forks()

    assert records | forks == set().union(*everything)
    assert records & forks == set()
    for one, folder in enumerate(hall.stations):
        own = Outbox(folder).head()
        kept = {row for row in records if row[:2] == (own.station, own.epoch)}
        candidates = [in_log(folder), *([in_log(hall.clones[one])] if one in hall.clones else [])]
        assert kept in candidates
    with hall.hub.owner() as conn:
        told = conn.execute("SELECT station, kind FROM kiosk_hub.alarms WHERE kind = 'fork'").fetchall()
        others = conn.execute("SELECT kind FROM kiosk_hub.alarms WHERE kind <> 'fork'").fetchall()
    assert {row[0] for row in told} == {Outbox(hall.stations[one]).head().station for one in CLONED}
    assert {row[0] for row in others} <= {"older"}  # a copy that has less than the hub, says the copy itself


@contextmanager
def over_tls(server: HubServer, folder: Path) -> Iterator[tuple[HubUnderTest, list[Enrolment]]]:
    """A hub as `--local` makes it, and enrolments by certificate."""
    server.new_database("kiosk")
    hub = HubUnderTest.__new__(HubUnderTest)
    hub.server, hub.folder, hub.where = server, folder, server.server.address
    with connect(hub.where) as conn:
        hub.hub = make_hub(conn, EVENT)
    made = []
    for number in range(STATIONS):
        letter = chr(ord("A") + number)
        enrol(str(server.folder), letter, Reached("127.0.0.1"), folder / f"{letter}.json")
        made.append(read_enrolment(folder / f"{letter}.json"))
    yield hub, made


@pytest.mark.campaign
def test_many_stations_over_a_bad_network_and_a_hub_that_is_killed(server: HubServer, tmp_path: Path):
    with over_tls(server, tmp_path) as (hub, made), ExitStack() as stack:
        proxies = [LossyProxy(server.server.port, seed) for seed in range(STATIONS)]
        for proxy in proxies:
            stack.callback(proxy.close)
        files = []
        for number, (enrolment, proxy) in enumerate(zip(made, proxies, strict=True)):
            files.append(tmp_path / f"by-proxy-{number}.json")
            write_enrolment(files[-1], replace(enrolment, port=proxy.port))
        hall = Hall(hub, tmp_path, files)

        for number in range(DAYS):
            hall.day(number)
            server.kill()
            hall.push(0, hall.stations[0], f"laptop 0 boot {number}")  # to a hub that is down
            server.start()
        stick = tmp_path / "stick"
        stick.mkdir()
        export(hall.stations[2], files[2], stick)
        take_in(str(server.folder), stick)
        for proxy in proxies:
            proxy.lossy = False
        hall.settle()

        assert hall.failed >= DAYS
        assert sum(proxy.cuts for proxy in proxies) > 0
        assert sum(proxy.lost_answers for proxy in proxies) > 0
        assert sum(proxy.delayed for proxy in proxies) > 0
        assert hall.doubled > 0
        assert_exactly_what_the_logs_hold(hall)


# ---- by the kernel's own loss and delay --------------------------------------------------------------------
PATIENCE_S = 300.0
BAD_LINE = ("loss", "10%", "delay", "20ms", "15ms", "duplicate", "5%", "reorder", "20%", "50%")


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@contextmanager
def bad_line(number: int) -> Iterator[str]:
    """The name of a network namespace that reaches this machine as 10.77.*number*.1, badly."""
    name, near, far = f"kiosk-s{number}", f"ks{number}", f"kf{number}"
    ip("netns", "add", name)
    try:
        ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name)
        ip("addr", "add", f"10.77.{number}.1/24", "dev", near)
        ip("link", "set", near, "up")
        ip("-n", name, "addr", "add", f"10.77.{number}.2/24", "dev", far)
        ip("-n", name, "link", "set", far, "up")
        for where, device in (((), near), (("ip", "netns", "exec", name), far)):
            command = [*where, "tc", "qdisc", "add", "dev", device, "root", "netem", *BAD_LINE]
            # A kernel without netem: then the proxy's cuts and the line that goes down are all that is bad.
            subprocess.run(command, check=False, capture_output=True)
        yield name
    finally:
        subprocess.run(["ip", "netns", "del", name], check=False)


@contextmanager
def pushing(name: str, folder: Path, file: Path) -> Iterator[None]:
    """`kiosk hub push` in the namespace *name*, beside the station in *folder*."""
    command = [
        "ip",
        "netns",
        "exec",
        name,
        sys.executable,
        "-m",
        "kiosk",
        "--data",
        str(folder),
        "hub",
        "push",
    ]
    with (folder / "push.log").open("wb") as told:
        process = subprocess.Popen([*command, str(file)], cwd=ROOT, stderr=told)
        try:
            yield
        finally:
            process.kill()
            process.wait()


@pytest.mark.campaign
@pytest.mark.skipif(not FULL, reason="the short form above stands for it; this one needs root and minutes")
def test_twenty_stations_in_namespaces_with_loss_delay_doubling_cuts_and_clones(tmp_path: Path):
    server = HubServer([f"10.77.{number}.1" for number in range(STATIONS)])
    with ExitStack() as stack:
        stack.callback(server.end)
        hub, made = stack.enter_context(over_tls(server, tmp_path))
        files, names = [], []
        for number, enrolment in enumerate(made):
            files.append(tmp_path / f"by-veth-{number}.json")
            name = stack.enter_context(bad_line(number))
            proxy = LossyProxy(server.server.port, number, f"10.77.{number}.1")
            stack.callback(proxy.close)
            names.append(name)
            write_enrolment(files[-1], replace(enrolment, host=f"10.77.{number}.1", port=proxy.port))
        hall = Hall(hub, tmp_path, files)
        for number, folder in enumerate(hall.stations):
            stack.enter_context(pushing(names[number], folder, files[number]))
        until_it_has(hub, [*hall.stations])
        for number in CLONED:
            hall.clones[number] = clone(hall.stations[number], tmp_path / f"clone{number}")
            stack.enter_context(pushing(names[number], hall.clones[number], files[number]))

        for number in range(DAYS):
            cut = hall.chance.sample(range(STATIONS), STATIONS // 3)
            for one in cut:
                ip("link", "set", f"ks{one}", "down")
            for folder in (*hall.stations, *hall.clones.values()):
                grow(folder, hall.chance.randrange(1, 6))
            if number % 2:
                server.kill()
                server.start()
            for one in cut:
                ip("link", "set", f"ks{one}", "up")
        until_it_has(hub, [*hall.stations, *hall.clones.values()])

        assert_exactly_what_the_logs_hold(hall)


def until_it_has(hub: HubUnderTest, folders: list[Path]) -> None:
    """Wait until the hub has every record of the logs in *folders*, in its chains or apart."""
    owed = set().union(*map(in_log, folders))
    end = time.monotonic() + PATIENCE_S
    while missing := owed - hub.records() - hub.forks():
        assert time.monotonic() < end, f"{len(missing)} records did not arrive"
        time.sleep(1)
