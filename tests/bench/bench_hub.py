"""Measures how many records a second a hub takes, each hash recomputed inside the database.

`python tests/bench/bench_hub.py [--stations 20] [--records 5000] [--rounds 3]` lets that many stations push
that many records each at the same time, each by a process of its own, in turns with a floor: the same rows
copied into a bare table by as many processes. The bar is 10,000 records a second. The hub syncs as in use.
Processor time is that of all stations and of all of PostgreSQL: it says more than the wall where others work.
"""

import argparse
import multiprocessing
import os
import resource
import statistics
import tempfile
import time
from pathlib import Path

from kiosk.hub.line import connect
from kiosk.hub.outbox_store import Outbox
from kiosk.hub.push_run import push_once
from kiosk.hub.stick_store import read_enrolment
from kiosk.log.reader import read_records
from kiosk.system_clock import system_clock
from tests.support import event_generator
from tests.support.hub import HubServer, HubUnderTest, execute

BAR = 10_000


def push_one(folder: Path, file: Path, start: float) -> None:
    Outbox(folder).head()  # warm, as a push that runs beside its station is
    time.sleep(max(0.0, start - time.monotonic()))
    push_once(folder, file, system_clock)


def copy_one(folder: Path, where: str, start: float) -> None:
    rows = [
        (one.seq, one.at, str(one.kind), one.body, one.prev, one.hash)
        for one in read_records(folder / "log.db")
    ]
    time.sleep(max(0.0, start - time.monotonic()))
    with connect(where) as conn, conn.cursor() as cursor, cursor.copy("COPY floor FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def processor(server: HubServer) -> tuple[float, float]:
    """Seconds of processor time so far: of the stations that have ended, and of the server."""
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    pid = int((server.server.data / "postmaster.pid").read_text().splitlines()[0])
    serving = (pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    ticks = 0
    for one in serving:
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11 : 15 if one == pid else 13]))
    return own.ru_utime + own.ru_stime, ticks / os.sysconf("SC_CLK_TCK")


def together(server: HubServer, work, arguments) -> tuple[float, float, float]:
    """Seconds until every process of *work* is done, from the moment they all begin; then the processor time
    of stations and server."""
    stations, serving = processor(server)
    start = time.monotonic() + 1.5 + 0.1 * len(arguments)
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=work, args=(*one, start)) for one in arguments]
    for one in processes:
        one.start()
    for one in processes:
        one.join()
    if any(one.exitcode for one in processes):
        raise SystemExit("a process failed")
    wall = time.monotonic() - start
    stations_now, serving_now = processor(server)
    return wall, stations_now - stations, serving_now - serving


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--stations", type=int, default=20)
    options.add_argument("--records", type=int, default=5_000)
    options.add_argument("--rounds", type=int, default=3)
    asked = options.parse_args()
    server = HubServer()
    try:
        with connect(server.server.address) as conn:
            execute(conn, "ALTER SYSTEM SET fsync = on")
            execute(conn, "SELECT pg_reload_conf()")
        with tempfile.TemporaryDirectory() as home:
            measure(server, Path(home), asked.stations, asked.records, asked.rounds)
    finally:
        server.end()


def measure(server: HubServer, home: Path, stations: int, records: int, rounds: int) -> None:
    folders = []
    for number in range(stations):
        folders.append(home / f"s{number}")
        folders[-1].mkdir()
        event_generator.build(event_generator.records(records, seed=number), folders[-1])
    total = sum(Outbox(folder).head().count for folder in folders)
    size = sum(len(one.body) for one in read_records(folders[0] / "log.db")) / Outbox(folders[0]).head().count
    pushed, floor = [], []
    for _ in range(rounds):
        hub = HubUnderTest(server, home)
        files = [hub.enrol(chr(ord("A") + number)) for number in range(stations)]
        pushed.append(together(server, push_one, list(zip(folders, files, strict=True))))
        assert len(hub.records()) == total
        with hub.owner() as conn:
            execute(
                conn, "CREATE TABLE floor (seq bigint, at text, kind text, body text, prev text, hash text)"
            )
        floor.append(together(server, copy_one, [(folder, hub.where) for folder in folders]))
        hub.drop()
        for folder, file in zip(folders, files, strict=True):
            (folder / "receipts" / read_enrolment(file).hub).unlink()
    print(f"{stations} stations × {records} records of {size:.0f} bytes, load {os.getloadavg()[0]:.1f}")
    print(f"pushed: {told(total, pushed)} (bar {BAR:,})")
    print(f"copied bare: {told(total, floor)}")


def told(total: int, rounds: list[tuple[float, float, float]]) -> str:
    wall, stations, serving = (statistics.median(column) for column in zip(*rounds, strict=True))
    each = 1_000_000 / total
    return (
        f"{total / wall:,.0f} records/s; processor {stations * each:.0f} µs a record at the stations, "
        f"{serving * each:.0f} µs in PostgreSQL"
    )


if __name__ == "__main__":
    main()
