"""A small file that swells is refused before it fills the memory of a machine that runs a station.

Each is imported in a process of its own whose peak is measured; the limits are tested before anything is
built.
"""

import gzip
import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.real,
    pytest.mark.campaign,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is limited and measured as on Linux"),
]

ROOT = Path(__file__).parents[2]
CAMPAIGN = bool(os.environ.get("KIOSK_CAMPAIGN"))
MB = 2**20
MOST_MB = 700
GRAPH_MB = 254 if CAMPAIGN else 30

IMPORT = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({most} * 2**20,) * 2)
from kiosk.errors import LexiconError
from kiosk.words.import_run import ImportChoices, import_list
try:
    import_list(Path(sys.argv[1]), Path(sys.argv[2]), ImportChoices(skip_bad=True), "2099-01-01")
    print("taken")
except LexiconError as refusal:
    print(refusal)
usage = resource.getrusage(resource.RUSAGE_SELF)
[most] = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(int(most.split()[1]) // 1024, round(usage.ru_utime + usage.ru_stime, 1))
"""


def repeated(piece: bytes, size_mb: int) -> bytes:
    return piece * (size_mb * MB // len(piece))


def different_words(count: int, length: int) -> bytes:
    return b"\n".join(b"%0*d" % (length, number) for number in range(count)).translate(
        bytes.maketrans(b"0123456789", b"ABCDEFGHIJ")
    )


BOMBS: dict[str, Callable[[], bytes]] = {
    "one line of commas": lambda: repeated(b"A,", 95),
    "one line of tabs": lambda: repeated(b"A\t", 95),
    "long lines of commas": lambda: repeated(b"AB," * 3333 + b"\n", 95),
    "long lines of tabs": lambda: repeated(b"AB\t" * 3333 + b"\n", 95),
    "text over the limit": lambda: repeated(b"A,", 127),
    "words in json": lambda: b"[" + repeated(b'"AA",', 70 if CAMPAIGN else 40) + b'"AA"]',
    "different words in json": lambda: b'["' + different_words(7_000_000, 9).replace(b"\n", b'","') + b'"]',
    "ones in json": lambda: b"[" + repeated(b"1,", 95) + b"1]",
    "objects in json": lambda: b"[" + repeated(b"{},", 95) + b"{}]",
    "kwg": lambda: struct.pack("<I", 1 << 22 | 1) + repeated(b"\2\0\xc0\1", GRAPH_MB),
    "dwg": lambda: struct.pack("<I", GRAPH_MB * MB // 4) + repeated(b"\0\0\xc0A", GRAPH_MB),
    "dawg": lambda: b"\0\0\1\x40\0\0\0" + repeated(b"\0\0\0\x60\0\0\1", GRAPH_MB),
    "emoji in utf-16": lambda: b"\xff\xfe" + repeated("😀\n".encode("utf-16-le"), 250),
    "emoji in utf-16 within the limit": lambda: (
        b"\xff\xfe" + repeated(("😀" * 30 + "\n").encode("utf-16-le"), 95)
    ),
    "long words": lambda: different_words(1_600_000, 60),
    "two million words": lambda: different_words(1_990_000, 12),
    "only comments": lambda: repeated(b"# " + b"x" * 46 + b"\n", 90),
    "bad words": lambda: repeated("ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ\n".encode(), 70),
    "zeros": lambda: bytes(300 * MB),
    "line ends": lambda: b"\n" * (95 * MB),
    "brackets": lambda: b"[" * 3_900_000,
}
SHORT = ("one line of commas", "long lines of commas", "words in json", "kwg", "dwg")


@pytest.mark.parametrize("name", BOMBS if CAMPAIGN else SHORT)
def test_a_file_that_swells_is_refused_within_bounds(tmp_path, name: str):
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(BOMBS[name](), 1))

    done = subprocess.run(
        [
            sys.executable,
            "-c",
            IMPORT.format(most=MOST_MB + 400),
            str(tmp_path / "data"),
            str(tmp_path / "bomb.gz"),
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )

    assert done.returncode == 0, done.stderr[-500:]
    answer, figures = done.stdout.splitlines()
    print(f"{name}: {figures} (MB, CPU s): {answer[:90]}")  # noqa: T201  (the campaign shows what it measured)
    assert answer == "taken" or answer.startswith("Nothing was imported: ")
    assert int(figures.split()[0]) < MOST_MB
