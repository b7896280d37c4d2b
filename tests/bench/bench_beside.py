"""Measures whether a console that reads in another process holds the station up.

`python tests/bench/bench_beside.py [--rulings 10] [--records 100000]` rules plays at a real station, on a log
of that length, in turns: alone, and while a second process filters and verifies the same log without a pause.
Prints TAB to verdict for both and the difference of the medians; the bar is 50 ms.
"""

import argparse
import statistics
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

from kiosk.console.client import LogAsker
from kiosk.console.values import (
    AlertsWanted,
    Answer,
    Facet,
    FacetsWanted,
    Narrowing,
    RowsWanted,
    TimelineWanted,
    VerifyFound,
    VerifyWanted,
)
from kiosk.worker_client import ignore_progress, start_worker
from tests.bench.bench_station import BADGE, HEIGHT, PLAYS, WIDTH, Run, line, one_verdict, spread
from tests.support import event_generator
from tests.support.kiosk_process import BLOCK
from tests.support.screen import Screen

BAR_MS = 50.0


class Console:
    """Asks one question after the other, and verifies all the time, until it is told to rest."""

    def __init__(self, folder: Path) -> None:
        self._asking = LogAsker(start_worker(folder), lambda filenos, busy: None)
        self._at_work, self._over = Event(), Event()
        self.answered = 0
        self._thread = Thread(target=self._go, daemon=True)
        self._thread.start()

    def work(self, *, on: bool) -> None:
        (self._at_work.set if on else self._at_work.clear)()

    def end(self) -> None:
        self._over.set()
        self._thread.join()
        self._asking.end()

    def _go(self) -> None:
        narrowings = (Narrowing(), Narrowing(word="Q*"), Narrowing(((Facet.VERDICT, "unacceptable"),)))
        kinds = (FacetsWanted, TimelineWanted, AlertsWanted, lambda one: RowsWanted(one, 0, 100))
        wanted = cycle([kind(one) for one in narrowings for kind in kinds])
        open_now, verifying = 0, False

        def answered(answer: Answer) -> None:
            nonlocal open_now, verifying
            self.answered += 1
            if isinstance(answer, VerifyFound):
                verifying = False
            else:
                open_now -= 1

        while not self._over.is_set():
            if self._at_work.is_set() and open_now < 2:
                open_now += 1
                self._asking.ask(next(wanted), answered, ignore_progress)
            if self._at_work.is_set() and not verifying:
                verifying = True
                self._asking.ask(VerifyWanted(), answered, ignore_progress)
            self._asking.hear()
            time.sleep(0.002)


def measure(screen: Screen, folder: Path, rulings: int) -> None:
    station = Run(screen, [sys.executable, "-m", "kiosk", "--data", str(folder), "station"])
    console = Console(folder)
    try:
        station.until_pixel(BADGE, {BLOCK})
        time.sleep(0.5)
        taken: dict[bool, list[float]] = {False: [], True: []}
        words = PLAYS["unacceptable, 8 words"]
        for _ in range(rulings):
            for beside in (False, True):
                console.work(on=beside)
                time.sleep(1.0)
                taken[beside].append(one_verdict(screen, words))
    finally:
        console.end()
        station.end()
    line("TAB to verdict, alone, ms", spread(taken[False]))
    line("TAB to verdict, a console reading, ms", spread(taken[True]))
    later = statistics.median(taken[True]) - statistics.median(taken[False])
    line("later by", f"{later:.1f} ms (bar {BAR_MS:.0f}); {console.answered} answers meanwhile")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rulings", type=int, default=10)
    options.add_argument("--records", type=int, default=100_000)
    asked = options.parse_args()
    screen = Screen(WIDTH, HEIGHT)
    try:
        with tempfile.TemporaryDirectory() as folder:
            story = event_generator.records(asked.records)
            event_generator.build(story, Path(folder))
            measure(screen, Path(folder), asked.rulings)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
