"""Measures the bundle in dist/ against the program it was made from, taking turns in one run.

`python tests/bench/bench_bundle.py [--rounds 10]` prints the size, and of both start to first
paint and to ready. Build it first: `python3 installer/dev.py build`.
"""

import argparse
import statistics
import sys
import tempfile

from installer.build.bundle import newest_glibc, size_mb
from tests.bench.bench_station import BADGE, HEIGHT, WIDTH, Run, line, spread
from tests.support.kiosk_process import BLOCK, ROOT
from tests.support.screen import Screen

BUNDLE = ROOT / "dist" / "kiosk"


def start(screen: Screen, command: list[str]) -> tuple[float, float]:
    """Milliseconds to the first paint and to ready."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(screen, [*command, "--data", folder, "station"])
        ready = run.until_pixel(BADGE, {BLOCK})
        run.end()
    return run.painted_ms, ready


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=10)
    rounds = options.parse_args().rounds
    if not BUNDLE.exists():
        sys.exit("There is no bundle in dist/. Build it first: python3 installer/dev.py build")
    line("bundle: size, MB", f"{size_mb(BUNDLE):.0f}")
    line("bundle: newest C library asked for", ".".join(map(str, newest_glibc(BUNDLE)[0])))
    screen = Screen(WIDTH, HEIGHT)
    plain: list[tuple[float, float]] = []
    frozen: list[tuple[float, float]] = []
    try:
        for _ in range(rounds):
            plain.append(start(screen, [sys.executable, "-m", "kiosk"]))
            frozen.append(start(screen, [str(BUNDLE / "kiosk")]))
    finally:
        screen.close()
    for what, at in (("first paint", 0), ("ready", 1)):
        floor = [one[at] for one in plain]
        ours = [one[at] for one in frozen]
        line(f"unbundled: start to {what}, ms", spread(floor))
        line(f"bundle: start to {what}, ms", spread(ours), statistics.median(ours) / statistics.median(floor))


if __name__ == "__main__":
    main()
