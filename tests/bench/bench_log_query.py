"""Measures every filter of the log at 100,000 records: a page of what fits, and how many fit in all.

`python tests/bench/bench_log_query.py [--records N] [--page N] [--rounds N] [--folder DIR]`. The bar
of 200 ms is held to wall time and, apart from it, to processor time, which a busy machine distorts less. The
page is what `kiosk log list` shows unless another is named; rulings of many events on one page cost more,
because the alerts of each of these events are worked out. With an alert as the filter nothing is counted: the
command does not say how many there are in all. Beside it the floor: counting all rulings. All are medians.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kiosk.log.alerts import Alert
from kiosk.log.audit_actions import AlertFeed
from kiosk.log.filters_reader import Filter
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import Asked, how_many, lines
from kiosk.log.list_command import SHOWN
from kiosk.log.query_reader import Reader, open_reader
from kiosk.log.schema import FACTS_INDEX
from tests.support import event_generator

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
    ruling = Kind.ADJUDICATION.value
    asked = {
        name: Asked(one if one.kind else replace(one, kind=ruling), None, None, None)
        for name, one in plain.items()
    }
    asked["since+until"] = Asked(Filter(kind=ruling), None, "2027-01-01", "2027-06-30")
    asked["since, verdict"] = Asked(Filter(kind=ruling, verdict="acceptable"), None, "2027-01-01T12:00", None)
    return asked | {f"alert={one}": Asked(Filter(kind=ruling), one, None, None) for one in Alert}


def page(reader: Reader, wanted: Asked, size: int) -> int:
    return len(list(lines(reader, wanted, AlertFeed(reader), size)))


def median_ms(work: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Wall-clock and processor milliseconds; on a busy machine the second is the fairer one."""
    wall, cpu = [], []
    for _ in range(rounds):
        began, began_cpu = time.perf_counter(), time.process_time()
        work()
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - began_cpu) * 1000)
    return statistics.median(wall), statistics.median(cpu)


def measure(path: Path, rounds: int, size: int, *, unchecked: bool) -> tuple[list[str], list[str]]:
    """Print a line for each question; the names of those over the bar by wall and by processor time."""
    say = sys.stdout.write
    late: tuple[list[str], list[str]] = ([], [])
    with open_reader(path, checked=not unchecked) as reader:
        rulings = reader.count(Filter(kind=Kind.ADJUDICATION))
        say(f"{reader.count()} records, {rulings} rulings, page of {size}, ")
        say(f"index {FACTS_INDEX}: {'yes' if reader.facts.indexed else 'no'}, {os.cpu_count()} cores, ")
        say(f"load {os.getloadavg()[0]:.1f}\n" if hasattr(os, "getloadavg") else "\n")
        floor = median_ms(lambda: reader.count(Filter(kind=Kind.ADJUDICATION)), rounds)
        say(f"{'floor: count of rulings':<28}{floor[0]:9.1f} ms{floor[1]:9.1f} ms of processor\n")
        say(f"{'':<28}{'page, wall':>12}{'processor':>12}{'count, wall':>14}{'processor':>12}\n")
        for name, wanted in questions().items():
            first = median_ms(lambda wanted=wanted: page(reader, wanted, size), rounds)
            total = None
            if wanted.alert is None:
                total = median_ms(lambda wanted=wanted: how_many(reader, wanted), rounds)
            counted = "    not counted" if total is None else f"{total[0]:11.1f} ms{total[1]:9.1f} ms"
            say(f"{name:<28}{first[0]:9.1f} ms{first[1]:9.1f} ms{counted}\n")
            for place, names in enumerate(late):
                if max(first[place], total[place] if total else 0.0) > BAR_MS:
                    names.append(name)
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the filters of the log.")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--page", type=int, default=SHOWN)
    parser.add_argument(
        "--unchecked", action="store_true", help="pass by the indexes, as on a large live log"
    )
    parser.add_argument("--folder", type=Path, help="keep the log here, or use the one that is here")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        folder = chosen.folder or Path(spare)
        path = folder / "log.db"
        if not path.exists():
            event_generator.build(event_generator.records(chosen.records), folder)
        late = measure(path, chosen.rounds, chosen.page, unchecked=chosen.unchecked)
    for what, names in zip(("wall", "processor"), late, strict=True):
        sys.stdout.write(f"over {BAR_MS:.0f} ms by {what} time: {', '.join(names) or 'none'}\n")


if __name__ == "__main__":
    main()
