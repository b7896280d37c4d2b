"""Measures whether a start and an answer grow with the log: `judge`, `status` and the opening of a
station's log on a long one, in turns with a short one.

`python tests/bench/bench_long_log.py [--records 1000000] [--rounds 9] [--folder DIR]`. Each is a process of
its own and stands by its processor time too: on a busy machine only that ratio says something. A first
`judge` on each is left out: it reads everything once and writes the checkpoint that the others begin at.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench_log import grow

SHORT = 1_000
ROOT = Path(__file__).parents[2]
OPENING = (
    "import pathlib, sys; from kiosk.log.late_writer import DeferredLog; "
    "DeferredLog(pathlib.Path(sys.argv[-1])).open()"
)


def commands(data: Path) -> dict[str, list[str]]:
    """What is asked of the log in *data*, by name."""
    kiosk = [sys.executable, "-m", "kiosk", "--data", str(data)]
    return {
        "judge": [*kiosk, "judge", "CAT"],
        "status": [*kiosk, "status"],
        "opening": [sys.executable, "-c", OPENING, str(data)],
    }


def cost(command: Sequence[str]) -> tuple[float, float]:
    """Seconds by the clock and of processor time that *command* takes."""
    start = time.perf_counter()
    child = os.posix_spawn(
        command[0],
        command,
        {**os.environ, "PYTHONPATH": str(ROOT)},
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{' '.join(command)} failed")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime


def make(data: Path, records: int) -> Path:
    """A station's folder with a log of *records* records, opened once."""
    grow(data, records)
    took, used = cost(commands(data)["judge"])
    print(f"{records:>9,} records: the first judge took {took:.1f} s ({used:.1f} s of processor time)")
    return data


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--records", type=int, default=1_000_000)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--folder", type=Path, help="where the logs are made: a million records take 1.5 GB")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        logs = [
            make(Path(folder) / name, size) for name, size in (("short", SHORT), ("long", chosen.records))
        ]
        taken: dict[tuple[str, int], list[tuple[float, float]]] = {}
        for _ in range(chosen.rounds):
            for place, data in enumerate(logs):
                for name, command in commands(data).items():
                    taken.setdefault((name, place), []).append(cost(command))
    for name in ("judge", "status", "opening"):
        short, long = (
            [statistics.median(column) for column in zip(*taken[name, place], strict=True)]
            for place in (0, 1)
        )
        print(
            f"{name:<8} {long[0]:.3f} against {short[0]:.3f} s: {long[0] / short[0]:.2f} x; "
            f"processor time {long[1]:.3f} against {short[1]:.3f} s: {long[1] / short[1]:.2f} x"
        )


if __name__ == "__main__":
    main()
