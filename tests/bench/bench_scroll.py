"""Measures scrolling through a log of 100,000 records.

`python tests/bench/bench_scroll.py [--records N] [--tries N]`: the console's Log page and a bare table of as
many rows (`bare_table.py`) stand on a screen each and take turns. Keys and wheel are real (XTest). It ends
with the last pixel of the list that changes: rows that had to be read first count until they are there.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.bench_station import line, spread
from tests.console.real.test_console import marks
from tests.support import event_generator
from tests.support.kiosk_process import ROOT
from tests.support.screen import Screen, until

LEFT, TOP, WIDE, HIGH = 300, 260, 260, 470  # where both windows have rows: numbers, times and marks
QUIET_S, VAIN_S = 0.15, 5.0
WHEEL_DOWN = 5


class Stand:
    """A window with a list on a screen of its own."""

    def __init__(self, screen: Screen, *command: str) -> None:
        self.screen = screen
        self.process = subprocess.Popen(
            [sys.executable, *command], cwd=ROOT, env=screen.env, stderr=subprocess.DEVNULL
        )

    def seen(self) -> bytes:
        return self.screen.bytes_of(LEFT, TOP, WIDE, HIGH)

    def processor_ms(self) -> float:
        """What the window's process has had of a processor so far: it does not lengthen under load."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0]) / 1e6

    def painted(self, act: Callable[[Screen], None]) -> tuple[float, float]:
        """Milliseconds from *act* to the last pixel that changed, and what of a processor that took."""
        before, spent, began = self.seen(), self.processor_ms(), time.perf_counter()
        act(self.screen)
        moved, last = False, began
        while time.perf_counter() - last <= (QUIET_S if moved else VAIN_S):
            now, at = self.seen(), time.perf_counter()
            if now != before:
                before, last, moved = now, at, True
        if not moved:
            raise SystemExit("nothing moved")
        return (last - began) * 1000, self.processor_ms() - spent

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def wheel(screen: Screen) -> None:
    screen.click(LEFT + WIDE // 2, TOP + HIGH // 2, WHEEL_DOWN)


def key(name: str) -> Callable[[Screen], None]:
    return lambda screen: screen.key(name)


def measure(console: Stand, bare: Stand, tries: int) -> None:
    ways = {"PAGE DOWN": key("Next"), "wheel": wheel}
    for name, act in ways.items():
        found: dict[Stand, list[tuple[float, float]]] = {console: [], bare: []}
        for _ in range(tries):
            for stand in (console, bare):
                found[stand].append(stand.painted(act))
        report(name, found[console], found[bare])
    far: dict[Stand, list[tuple[float, float]]] = {console: [], bare: []}
    for place in range(tries):  # from one end of the list to the other: rows that nobody has read
        for stand in (console, bare):
            far[stand].append(stand.painted(key("ctrl+End" if place % 2 == 0 else "ctrl+Home")))
    report("to the other end", far[console], far[bare])


def report(name: str, ours: list[tuple[float, float]], floor: list[tuple[float, float]]) -> None:
    for place, what in enumerate(("key to last pixel", "of its processor")):
        bare, console = ([one[place] for one in found] for found in (floor, ours))
        line(f"{name}, {what}: a bare table", spread(bare))
        ratio = statistics.median(console) / statistics.median(bare)
        line(f"{name}, {what}: console", spread(console), ratio)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure scrolling through a large log.")
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--tries", type=int, default=30)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as spare:
        data = Path(spare, "data")
        event_generator.build(event_generator.records(chosen.records), data)
        screens = Screen(), Screen()
        console = Stand(screens[0], "-m", "kiosk", "--data", str(data), "director")
        bare = Stand(screens[1], str(Path(__file__).parent / "bare_table.py"), str(chosen.records))
        try:
            until(lambda: marks(screens[0]) > 100, "the last rulings")
            screens[0].key("2")
            until(lambda: marks(screens[0]) > 60, "rows of the log")
            screens[0].key("l")
            measure(console, bare, chosen.tries)
        finally:
            console.end()
            bare.end()
            for screen in screens:
                screen.close()


if __name__ == "__main__":
    main()
