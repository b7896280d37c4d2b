"""Measures whether a push that never rests holds the station up.

`python tests/bench/bench_push_beside.py [--rulings 10] [--records 20000]` rules plays at a real station, on a
log of that length, in turns: alone, and while `kiosk hub push` sends the whole log to a new hub, again and
again. Prints TAB to verdict for both and the difference of the medians; the bar is 50 ms.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Event, Thread

from tests.bench.bench_station import BADGE, HEIGHT, PLAYS, WIDTH, Run, line, one_verdict, spread
from tests.support import event_generator
from tests.support.hub import HubServer, HubUnderTest
from tests.support.kiosk_process import BLOCK
from tests.support.screen import Screen

BAR_MS = 50.0


class Pushing:
    """Pushes the whole log to one new hub after the other, until it is told to rest."""

    def __init__(self, server: HubServer, folder: Path, home: Path) -> None:
        self._server, self._folder, self._home = server, folder, home
        self._at_work, self._over = Event(), Event()
        self.pushed = 0
        self._thread = Thread(target=self._go, daemon=True)
        self._thread.start()

    def work(self, *, on: bool) -> None:
        (self._at_work.set if on else self._at_work.clear)()

    def end(self) -> None:
        self._over.set()
        self._at_work.set()
        self._thread.join()

    def _go(self) -> None:
        while not self._over.is_set():
            self._at_work.wait()
            if self._over.is_set():
                return
            hub = HubUnderTest(self._server, self._home)
            command = [
                sys.executable,
                "-m",
                "kiosk",
                "--data",
                str(self._folder),
                "hub",
                "push",
                str(hub.enrol()),
            ]
            with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
                while self._at_work.is_set() and not self._over.is_set() and process.poll() is None:
                    time.sleep(0.05)
                process.kill()
            self.pushed += len(hub.records())
            hub.drop()


def measure(screen: Screen, server: HubServer, folder: Path, home: Path, rulings: int) -> None:
    station = Run(screen, [sys.executable, "-m", "kiosk", "--data", str(folder), "station"])
    pushing = Pushing(server, folder, home)
    try:
        station.until_pixel(BADGE, {BLOCK})
        time.sleep(0.5)
        taken: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(rulings):
            for beside in (False, True):
                pushing.work(on=beside)
                time.sleep(2.0)
                taken[beside].append(one_verdict(screen, PLAYS["unacceptable, 8 words"]))
    finally:
        pushing.end()
        station.end()
    line("TAB to verdict, alone, ms", spread(taken[False]))
    line("TAB to verdict, beside a push, ms", spread(taken[True]))
    later = statistics.median(taken[True]) - statistics.median(taken[False])
    line("later by", f"{later:.1f} ms (bar {BAR_MS:.0f}); {pushing.pushed} records pushed meanwhile")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rulings", type=int, default=10)
    options.add_argument("--records", type=int, default=20_000)
    asked = options.parse_args()
    screen, server = Screen(WIDTH, HEIGHT), HubServer()
    try:
        with tempfile.TemporaryDirectory() as home:
            folder = Path(home) / "station"
            folder.mkdir()
            event_generator.build(event_generator.records(asked.records), folder)
            measure(screen, server, folder, Path(home), asked.rulings)
    finally:
        server.end()
        screen.close()


if __name__ == "__main__":
    main()
