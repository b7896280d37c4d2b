"""Measures the director's console as its user sees it, on a log of 100,000 records.

`python tests/bench/bench_console_page.py [--records N] [--folder DIR]`. Milliseconds
from a key's event until the Log page is complete (rows, facets, histogram), the first time and later, for
filters and while scrolling; and the longest time for which the window answered nobody meanwhile.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from kiosk.console.events import ConsoleEvent, FacetChosen, FiltersCleared, PageChosen, SearchGiven
from kiosk.console.program import Console
from kiosk.console.states import Inside
from kiosk.console.values import Facet, PageId, Where
from kiosk.setup.staff_actions import Staff
from kiosk.system_clock import system_clock
from tests.support import event_generator

say = sys.stdout.write
PATIENCE_S = 120.0
BEAT_MS = 2


@contextmanager
def _not_watched(within_s=0):
    yield


class Stand:
    """A console, and how long its window last answered nobody."""

    def __init__(self, application: QApplication, folder: Path) -> None:
        self._application = application
        self.console = Console(Staff(folder, system_clock, lambda *_: None), Where.ALONE, _not_watched, print)
        self._last, self.longest = time.perf_counter(), 0.0
        self._beat = QTimer()
        self._beat.timeout.connect(self._beaten)
        self._beat.start(BEAT_MS)

    def _beaten(self) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now

    def _inside(self) -> Inside:
        assert isinstance(self.console.run.state, Inside)
        return self.console.run.state

    def until(self, what: str, act: Callable[[], None], met: Callable[[Inside], bool]) -> None:
        self._beaten()
        self.longest, began, cpu = 0.0, time.perf_counter(), time.process_time()
        act()
        while not met(self._inside()):
            self._application.processEvents()
            time.sleep(0.0005)
            if time.perf_counter() - began > PATIENCE_S:
                raise SystemExit(f"waited in vain: {what}")
        self._application.processEvents()
        self._beaten()
        taken, own = (time.perf_counter() - began) * 1000, (time.process_time() - cpu) * 1000
        say(f"{what:<44}{taken:9.1f} ms{own:9.1f} ms of its processor{self.longest * 1000:8.1f} ms held up\n")

    def tell(self, event: ConsoleEvent) -> Callable[[], None]:
        return lambda: self.console.run.handle(event)

    def scroll(self) -> None:
        bar = self.console.window.pages[PageId.LOG].table.verticalScrollBar()
        bar.setValue(bar.value() + 5000)


def complete(state: Inside) -> bool:
    page = state.log
    return page.total is not None and None not in (page.facets, page.timeline) and not page.pending


def measure(application: QApplication, folder: Path) -> None:
    stand = Stand(application, folder)
    stand.console.window.resize(1366, 768)
    stand.console.window.show()
    stand.until(
        "first page, the log read for the first time", stand.console.begin, lambda it: it.now.rows is not None
    )
    stand.until("the station's standing", lambda: None, lambda it: it.status is not None)
    stand.until("Log page, first time", stand.tell(PageChosen(PageId.LOG)), complete)
    stand.until("verdict", stand.tell(FacetChosen(Facet.VERDICT, "unacceptable")), complete)
    stand.until("verdict and table", stand.tell(FacetChosen(Facet.TABLE, "7")), complete)
    stand.until("word Q*Y", stand.tell(SearchGiven("Q*Y")), complete)
    stand.until("everything again", stand.tell(FiltersCleared()), complete)
    for _ in range(4):
        stand.until(
            "scroll by 5000 rows",
            stand.scroll,
            lambda it: complete(it) and it.log.row(it.log.seen[0]) is not None,
        )
    stand.until("Alerts page", stand.tell(PageChosen(PageId.ALERTS)), lambda it: it.alerts.found is not None)
    stand.until("Log page, later", stand.tell(PageChosen(PageId.LOG)), complete)
    stand.until(
        "Integrity page", stand.tell(PageChosen(PageId.INTEGRITY)), lambda it: it.integrity.heads is not None
    )
    stand.console.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the console's window.")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="use the log that is here")
    chosen = parser.parse_args()
    application = QApplication(["kiosk"])
    with tempfile.TemporaryDirectory() as spare:
        folder = chosen.folder or Path(spare)
        if not (folder / "log.db").exists():
            event_generator.build(event_generator.records(chosen.records), folder)
        measure(application, folder)


if __name__ == "__main__":
    main()
