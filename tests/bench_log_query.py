"""Measures every filter of the log at 100,000 records: the first page of 100, and how many fit in all.

As a script: `python tests/bench_log_query.py [--records N] [--rounds N] [--folder DIR]`. The bar is 200 ms.
Beside it the floor: counting all rulings without any filter. Each figure is a median.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import event_generator

from kiosk.cli.log_filters import Asked
from kiosk.cli.log_lines import AlertFeed, how_many, lines
from kiosk.core.records import Kind
from kiosk.director.alerts import Alert
from kiosk.storage.log_facts import FACTS_INDEX
from kiosk.storage.log_query import Filter, Reader, open_reader

PAGE = 100
BAR_MS = 200.0


def questions() -> dict[str, Asked]:
    """One of each filter, some rare ones, and some together."""
    plain = {
        "no filter": Filter(),
        "kind=closed": Filter(kind=Kind.CLOSED),
        "kind=clock_jump": Filter(kind=Kind.CLOCK_JUMP),
        "round=3": Filter(round=3),
        "table=7": Filter(table=7),
        "division=main": Filter(division="main"),
        "division (none fits)": Filter(division="nowhere"),
        "verdict=unacceptable": Filter(verdict="unacceptable"),
        "method=self_station": Filter(method="self_station"),
        "flag=casual": Filter(flag="casual"),
        "words=3": Filter(words=3),
        "number=A-77": Filter(number="A-77"),
        "word=QUAZY": Filter(word="QUAZY"),
        "word=Q*Y": Filter(word="Q*Y"),
        "word=????": Filter(word="????"),
        "word (none fits)": Filter(word="ZZZZZZZ*"),
        "table+round+verdict+word": Filter(table=7, round=3, verdict="unacceptable", word="*E*"),
    }
    asked = {name: Asked(one, None, None, None) for name, one in plain.items()}
    asked["since+until"] = Asked(Filter(), None, "2027-01-01", "2027-06-30")
    asked["since, verdict"] = Asked(Filter(verdict="acceptable"), None, "2027-01-01T12:00", None)
    return asked | {f"alert={one}": Asked(Filter(), one, None, None) for one in Alert}


def page(reader: Reader, wanted: Asked) -> int:
    return len(list(lines(reader, wanted, AlertFeed(reader), PAGE)))


def median_ms(work: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Wall-clock and processor milliseconds; on a busy machine the second is the fairer one."""
    wall, cpu = [], []
    for _ in range(rounds):
        began, began_cpu = time.perf_counter(), time.process_time()
        work()
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - began_cpu) * 1000)
    return statistics.median(wall), statistics.median(cpu)


def measure(path: Path, rounds: int) -> bool:
    """Print a line for each question; whether all of them keep the bar."""
    say = sys.stdout.write
    kept = True
    with open_reader(path) as reader:
        say(f"{reader.count()} records, {reader.count(Filter(kind=Kind.ADJUDICATION))} rulings, ")
        say(f"index {FACTS_INDEX}: {'yes' if reader.facts.index else 'no'}, {os.cpu_count()} cores, ")
        say(f"load {os.getloadavg()[0]:.1f}\n" if hasattr(os, "getloadavg") else "\n")
        floor = median_ms(lambda: reader.count(Filter(kind=Kind.ADJUDICATION)), rounds)
        say(f"{'floor: count of rulings':<28}{floor[0]:9.1f} ms{floor[1]:9.1f} ms of processor\n")
        say(f"{'':<28}{'page, wall':>12}{'processor':>12}{'count, wall':>14}{'processor':>12}\n")
        for name, wanted in questions().items():
            first = median_ms(lambda wanted=wanted: page(reader, wanted), rounds)
            total = (
                (0.0, 0.0)
                if wanted.alert
                else median_ms(lambda wanted=wanted: how_many(reader, wanted), rounds)
            )
            over = first[1] > BAR_MS or total[1] > BAR_MS
            kept = kept and not over
            figures = f"{first[0]:9.1f} ms{first[1]:9.1f} ms{total[0]:11.1f} ms{total[1]:9.1f} ms"
            say(f"{name:<28}{figures}{'  over the bar' if over else ''}\n")
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the filters of the log.")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="keep the log here, or use the one that is here")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        folder = chosen.folder or Path(spare)
        path = folder / "log.db"
        if not path.exists():
            event_generator.build(event_generator.records(chosen.records), folder)
        kept = measure(path, chosen.rounds)
    sys.stdout.write("all within 200 ms\n" if kept else "NOT all within 200 ms\n")


if __name__ == "__main__":
    main()
