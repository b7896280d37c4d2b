"""Measures the station from outside, taking turns with a bare full-screen window in the same run.

`python tests/bench/bench_station.py [--rounds 15] [--rulings 20] [--logs 0,300]` prints: start to first paint
and to ready, on a new log and on existing ones of that many records; memory when ready; TAB to verdict
painted with the record durable; CPU while idle. Keys are real (XTest), times end when the pixels of the
screen have changed (read about every millisecond). Python keeps what it compiled, as on any installation.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kiosk.base.page import Tone
from kiosk.kit.canvas import PALETTES
from tests.bench.bench_log import grow
from tests.support.kiosk_process import BLOCK, FIELDS, ROOT
from tests.support.screen import Screen, until
from tests.support.tab_cap import tab_caps

PLAIN = PALETTES[Tone.PLAIN].field.lower()
WIDTH, HEIGHT = 1920, 1080
FIELD = (WIDTH // 40, HEIGHT // 2)
BADGE = (HEIGHT // 100, 16 * HEIGHT // 100)  # in the flag of the first page, below a banner


def spread(values: list[float]) -> str:
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    middle = statistics.median(ordered)
    return f"median {middle:7.1f}   least {ordered[0]:7.1f}   p99 {last:7.1f}   n={len(ordered)}"


def line(what: str, value: str, ratio: float | None = None) -> None:
    print(f"{what:58} {value}" + ("" if ratio is None else f"   ratio {ratio:.2f}"))


class Run:
    """One process on the screen, timed from just before it is started."""

    def __init__(self, screen: Screen, command: list[str]) -> None:
        self.screen = screen
        self.started = time.monotonic()
        environment = {name: value for name, value in screen.env.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        self.painted_ms = self.until_pixel(FIELD, {PLAIN})

    def until_pixel(self, at: tuple[int, int], colours: set[str]) -> float:
        until(lambda: self.screen.pixel(*at) in colours, f"a pixel of {colours}")
        return (time.monotonic() - self.started) * 1000

    def memory_mb(self) -> float:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("no memory figure")

    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def processor_ms(self) -> float:
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        until(lambda: self.screen.pixel(*FIELD) != PLAIN, "a bare screen")


def bare_start(screen: Screen) -> tuple[float, ...]:
    floor = Run(screen, [sys.executable, str(ROOT / "tests" / "bench" / "bare_window.py")])
    found = (floor.painted_ms, floor.painted_ms, floor.processor_ms(), floor.memory_mb())
    floor.end()
    return found


def station_start(screen: Screen, folder: Path) -> tuple[float, ...]:
    station = Run(screen, [sys.executable, "-m", "kiosk", "--data", str(folder), "station"])
    ready = station.until_pixel(BADGE, {BLOCK})
    found = (station.painted_ms, ready, station.processor_ms(), station.memory_mb())
    station.end()
    return found


def starts(screen: Screen, rounds: int, logs: tuple[int, ...]) -> None:
    """First paint, ready, processor time until then, and memory; in turns, each against the bare window."""
    with tempfile.TemporaryDirectory() as room:
        folders = {size: Path(room, str(size)) for size in logs}
        for size, folder in folders.items():
            folder.mkdir()
            if size:
                grow(folder, size)
                station_start(screen, folder)  # compiles what is not yet, and leaves a checkpoint
        taken: dict[int, list[tuple[float, ...]]] = {size: [] for size in (-1, *logs)}
        for place in range(rounds):
            taken[-1].append(bare_start(screen))
            for size, folder in folders.items():
                taken[size].append(station_start(screen, folder if size else Path(room, f"new{place}")))
    bare = [statistics.median(column) for column in zip(*taken.pop(-1), strict=True)]
    whats = ("start to first paint, ms", "start to ready, ms", "processor time until ready, ms", "memory, MB")
    for what, floor in zip(whats, bare, strict=True):
        line(f"bare window: {what}", f"{floor:.1f}")
    for size, rows in taken.items():
        for what, floor, column in zip(whats, bare, zip(*rows, strict=True), strict=True):
            name = f"station, {size} records" if size else "station, new log"
            line(f"{name}: {what}", spread(list(column)), statistics.median(column) / floor)


def bare_tab(screen: Screen, tries: int) -> list[float]:
    floor = Run(screen, [sys.executable, str(ROOT / "tests" / "bench" / "bare_window.py")])
    time.sleep(0.5)
    taken = []
    for _ in range(tries):
        before = screen.pixel(*FIELD)
        pressed = time.monotonic()
        screen.press(23)
        until(lambda before=before: screen.pixel(*FIELD) != before, "another colour")
        taken.append((time.monotonic() - pressed) * 1000)
        screen.release(23)
        time.sleep(0.05)
    floor.process.kill()
    floor.process.wait()
    return taken


PLAYS = {
    "acceptable, 1 word": ("cat",),
    "unacceptable, 1 word": ("qqzx",),
    "unacceptable, 8 words": ("cat", "dog", "bird", "house", "tree", "stone", "water", "qqzx"),
}


def verdicts(screen: Screen, rulings: int, folder: str) -> None:
    station = Run(screen, [sys.executable, "-m", "kiosk", "--data", folder, "station"])
    station.until_pixel(BADGE, {BLOCK})
    time.sleep(0.3)
    taken: dict[str, list[float]] = {name: [] for name in PLAYS}
    for _ in range(rulings):
        for name, words in PLAYS.items():
            taken[name].append(one_verdict(screen, words))
    for name, values in taken.items():
        line(f"station: TAB to verdict, {name}, ms", spread(values))
    before, at = station.cpu_s(), time.monotonic()
    time.sleep(20)
    share = (station.cpu_s() - before) / (time.monotonic() - at) * 100
    line("station: idle for 20 s", f"{share:.2f} % of one core, memory {station.memory_mb():.1f} MB")
    station.end()


def one_verdict(screen: Screen, words: tuple[str, ...]) -> float:
    screen.key(str(len(words)))
    for place, word in enumerate(words, 1):
        screen.type(word)
        screen.key("Return" if place == len(words) else "space")
    until(lambda: screen.pixel(*tab_caps(WIDTH, HEIGHT)[1]) == BLOCK, "TAB to be armed")
    pressed = time.monotonic()
    screen.press(23)
    until(lambda: FIELDS.get(screen.pixel(*FIELD)) in (Tone.ACCEPTABLE, Tone.UNACCEPTABLE), "a verdict")
    taken = (time.monotonic() - pressed) * 1000
    screen.release(23)
    until(lambda: _closed(screen), "the idle page")
    return taken


def _closed(screen: Screen) -> bool:
    time.sleep(0.1)
    screen.key("Return")
    return screen.pixel(*FIELD) == PLAIN


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--rulings", type=int, default=20)
    options.add_argument("--logs", default="0,300", help="records in the log at the start; 0: a new one")
    asked = options.parse_args()
    screen = Screen(WIDTH, HEIGHT)
    try:
        starts(screen, asked.rounds, tuple(int(size) for size in asked.logs.split(",")))
        line("bare window: TAB to another colour, ms", spread(bare_tab(screen, 100)))
        with tempfile.TemporaryDirectory() as folder:
            verdicts(screen, asked.rulings, folder)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
