"""Measures the log: the cost of an append at several sizes and the rate of verification.

`python tests/bench/bench_log.py [--sizes 0,100000,1000000] [--folder DIR]`. Appends take turns with
bare 4 KB write+fsync calls on the same disk, so that each figure stands beside what the disk costs.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kiosk.base.canonical import canonical
from kiosk.log.bodies import AdjudicationBody
from kiosk.log.body import encode
from kiosk.log.chain import Point, next_record
from kiosk.log.kinds import Kind
from kiosk.log.reader import read_head, verify_log
from kiosk.log.store import insert, open_log, transaction
from kiosk.log.writer import Log
from kiosk.rules.ruling import Adjudication, Effort, ListStamp, Place, RuleStamp, Verdict
from kiosk.system_clock import system_clock
from kiosk.words.play import Word

ROUNDS = 300


def adjudication(number: int) -> Adjudication:
    """A believable adjudication, different for each *number*."""
    letters = "".join(chr(65 + number // 26**place % 26) for place in range(5))
    return Adjudication(
        words=(Word(letters), Word("QI"), Word(letters[::-1] + "S")),
        declared=3,
        verdict=Verdict.ACCEPTABLE if number % 3 else Verdict.UNACCEPTABLE,
        method="self_station",
        lexicon=ListStamp("nwl2023", "NWL2023", "NWL2023", "ab" * 32),
        rules=RuleStamp("naspa-2016", "cd" * 32, "lose_turn"),
        place=Place("A", "open-2026", number % 20 + 1, number % 60 + 1),
        consequence="The challenger loses the turn.",
        effort=Effort(12_000 + number % 5000, 3_000 + number % 900, number % 4),
    )


def grow(folder: Path, size: int) -> None:
    """Bring the log in *folder* to *size* records in one transaction: valid, but quicker than appending."""
    Log.open(folder, system_clock, "B").close()
    path, now = folder / "log.db", system_clock()
    clock = {"offset_min": now.offset_min, "mono_ms": now.mono_ms, "boot": now.boot}
    head = read_head(path)
    here = Point(head.count, head.hash)
    db = open_log(path)
    db.execute("PRAGMA synchronous = OFF")
    with transaction(db):
        for number in range(here.count, size):
            body = encode(AdjudicationBody.of(adjudication(number), f"B-{number}", "0.1.0"))
            record = next_record(here, now.at, Kind.ADJUDICATION, canonical({**body, "clock": clock}))
            insert(db, record)
            here = Point(record.seq, record.hash)
    db.close()


def times_ms(*acts: Callable[[], object], rounds: int = ROUNDS) -> list[list[float]]:
    """Milliseconds of each of *acts*, run in turn."""
    taken: list[list[float]] = [[] for _ in acts]
    for _ in range(rounds):
        for act, series in zip(acts, taken, strict=True):
            start = time.perf_counter()
            act()
            series.append((time.perf_counter() - start) * 1000)
    return taken


def bare_sync(folder: Path) -> Iterator[None]:
    """Each step writes 4 KB to a file of its own and syncs it."""
    with (folder / "bare").open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            yield


def described(series: list[float]) -> str:
    series = sorted(series)
    return f"median {statistics.median(series):.2f} ms, p99 {series[int(len(series) * 0.99)]:.2f} ms"


def measure(folder: Path, size: int) -> None:
    grow(folder, size)
    start = time.perf_counter()
    log = Log.open(folder, system_clock, "B")
    opened = time.perf_counter() - start
    sync, count = bare_sync(folder), iter(range(10**9))
    appends, syncs = times_ms(lambda: log.rule(adjudication(next(count))), lambda: next(sync))
    log.close()
    start = time.perf_counter()
    Log.open(folder, system_clock, "B").close()
    again = time.perf_counter() - start
    start, cpu = time.perf_counter(), time.process_time()
    found = verify_log(folder / "log.db")
    rate, cpu_rate = found.count / (time.perf_counter() - start), found.count / (time.process_time() - cpu)
    ratio = statistics.median(appends) / statistics.median(syncs)
    say(f"{found.count:>9,} records, {(folder / 'log.db').stat().st_size / 1e6:,.0f} MB")
    say(f"  append  {described(appends)} = {ratio:.1f} × a bare sync ({described(syncs)})")
    say(f"  verify  {rate:,.0f} records/s ({cpu_rate:,.0f} per second of CPU), {found.status}")
    say(f"  open, with no checkpoint to start from: {opened:.2f} s; from its checkpoint: {again:.2f} s")


def say(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sizes", default="0,100000,1000000")
    options.add_argument("--folder", help="where to measure; a new folder in the temporary one if not given")
    chosen = options.parse_args(sys.argv[1:])
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        for size in map(int, chosen.sizes.split(",")):
            measure(Path(folder), size)


if __name__ == "__main__":
    main()
