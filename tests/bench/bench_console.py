"""Measures what a director's console asks at 100,000 records: filters, facets, timeline, alerts.

`python tests/bench/bench_console.py [--records N] [--rounds N] [--folder DIR]`. Each question is asked of a
reader that is warm but has to work the answer out anew, as after each new record. Beside it, in the same run,
the floor: a bare SELECT that counts the rulings by their index. Medians in milliseconds, with the ratio; and
first how long the first reading takes, and how much memory it keeps. The bar is 200 ms.
"""

import argparse
import gc
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kiosk.console.reader_worker import Answering
from kiosk.console.values import (
    AlertsWanted,
    Facet,
    FacetsWanted,
    Narrowing,
    PlaceWanted,
    Question,
    ReadingFailed,
    RowsWanted,
    TimelineWanted,
)
from kiosk.log.schema import FACTS_INDEX
from tests.support import event_generator

BAR_MS = 200.0
say = sys.stdout.write
NARROWINGS = {
    "nothing": Narrowing(),
    "verdict": Narrowing(((Facet.VERDICT, "unacceptable"),)),
    "verdict+round+table": Narrowing(
        ((Facet.VERDICT, "unacceptable"), (Facet.ROUND, "3"), (Facet.TABLE, "7"))
    ),
    "alert": Narrowing(((Facet.ALERT, "repeat"),)),
    "word Q*Y": Narrowing(word="Q*Y"),
    "word ????": Narrowing(word="????"),
    "number A-77*": Narrowing(number="A-77*"),
    "half a year": Narrowing(since="2027-01-01", until="2027-06-30"),
    "every kind": Narrowing(every_kind=True),
}


def questions(narrowing: Narrowing) -> tuple[Question, ...]:
    return (
        *(RowsWanted(narrowing, 0, 100), FacetsWanted(narrowing), TimelineWanted(narrowing)),
        *(PlaceWanted(narrowing, "2028-01-01T12:00"), AlertsWanted(narrowing)),
    )


def median_ms(work: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Wall-clock and processor milliseconds; on a busy machine the second is the fairer one."""
    wall, cpu = [], []
    for _ in range(rounds):
        began, began_cpu = time.perf_counter(), time.process_time()
        work()
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - began_cpu) * 1000)
    return statistics.median(wall), statistics.median(cpu)


def memory_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def anew(answering: Answering, question: Question) -> None:
    """Answer as after a new record: nothing that was worked out for an answer is kept."""
    answering._logs.view._size = -1
    found = answering.answer(question)
    if isinstance(found, ReadingFailed):
        raise SystemExit(found.sentence)


def measure(folder: Path, rounds: int) -> list[str]:
    before, began, began_cpu = memory_mb(), time.perf_counter(), time.process_time()
    answering = Answering(folder)
    anew(answering, FacetsWanted(Narrowing()))
    wall, cpu = time.perf_counter() - began, time.process_time() - began_cpu
    rulings = answering.answer(RowsWanted(Narrowing(), 0, 1)).total
    say(f"{len(answering._logs.roll)} records, {rulings} rulings, load {os.getloadavg()[0]:.1f}\n")
    say(f"first reading: {wall:.1f} s, {cpu:.1f} s of processor; {memory_mb() - before:.0f} MB kept\n")
    late = []
    with closing(sqlite3.connect(folder / "log.db")) as conn:
        sql = f"SELECT count(*) FROM records INDEXED BY {FACTS_INDEX} WHERE kind = 'adjudication'"  # noqa: S608
        for name, narrowing in NARROWINGS.items():
            for question in questions(narrowing):
                floor = median_ms(lambda: conn.execute(sql).fetchone(), rounds)
                ours = median_ms(lambda question=question: anew(answering, question), rounds)
                what = f"{name}: {type(question).__name__.removesuffix('Wanted').lower()}"
                say(f"{what:<32}{ours[0]:8.1f} ms{ours[1]:8.1f} ms of processor  floor {floor[1]:6.1f} ms")
                say(f"  ratio {ours[1] / floor[1]:6.1f}\n")
                late += [what] if ours[1] > BAR_MS else []
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what a console asks.")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="keep the log here, or use the one that is here")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        folder = chosen.folder or Path(spare)
        if not (folder / "log.db").exists():
            event_generator.build(event_generator.records(chosen.records), folder)
        gc.disable()  # as the reading process does
        late = measure(folder, chosen.rounds)
    say(f"over {BAR_MS:.0f} ms of processor time: {', '.join(late) or 'none'}\n")


if __name__ == "__main__":
    main()
