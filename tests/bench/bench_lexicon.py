"""Measures the word list of the station against a frozenset and an SQLite table, side by side in one run.

`python tests/bench/bench_lexicon.py [--words 280887] [--rounds 9]`. Each round loads every engine
once, each in a fresh process that reports the time from before the load to after the first answer and what
its memory grew by; then hits and misses are asked in turns in one process. The figures stand beside other
engines on the same busy machine; nothing is asserted. The list is made from the bundled one by changing
letters; no official list is needed.
"""

import argparse
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from kiosk.words.import_run import ImportChoices, import_list
from kiosk.words.recognition import canonical_text
from kiosk.words.store import BUNDLED_ID, Manifest, fingerprint_of, load_lexicon
from kiosk.words.writer import store

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ASKED = 5_000

# What is measured in a fresh process: imports first, then the clock and the memory of the load alone.
LOADS = {
    "verified bytes (ours)": """
from kiosk.words.store import load_lexicon
start()
engine = load_lexicon(folder, "bench")
found = "{word}" in engine
""",
    "frozenset, hashed": """
import hashlib
start()
content = (folder / "lexicons/bench.words").read_bytes()
hashlib.sha256(content).hexdigest()
engine = frozenset(content.decode().split("\\n"))
del content
found = "{word}" in engine
""",
    "SQLite table, not hashed": """
import sqlite3
start()
engine = sqlite3.connect(folder / "bench.db")
found = engine.execute("SELECT 1 FROM words WHERE word = ?", ("{word}",)).fetchone() is not None
""",
    "SQLite table, file hashed": """
import hashlib, sqlite3
start()
hashlib.sha256((folder / "bench.db").read_bytes()).hexdigest()
engine = sqlite3.connect(folder / "bench.db")
found = engine.execute("SELECT 1 FROM words WHERE word = ?", ("{word}",)).fetchone() is not None
""",
}
FRAME = """
import gc, pathlib, time
folder = pathlib.Path({folder!r})
def resident():
    fields = pathlib.Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * 4096
def start():
    global began, before
    gc.collect(); before = resident(); began = time.perf_counter()
{body}
took = time.perf_counter() - began
assert found
print(took, resident() - before)
"""


def made_words(count: int) -> list[str]:
    """*count* words: the bundled list and, if it is too short, words with one letter changed."""
    chance = random.Random(1)
    base = load_lexicon(Path(), BUNDLED_ID).words()
    words = set(base[:count])
    while len(words) < count:
        words.add(changed(chance.choice(base), chance))
    return sorted(words)


def changed(word: str, chance: random.Random) -> str:
    place = chance.randrange(len(word))
    return word[:place] + chance.choice(LETTERS) + word[place + 1 :]


def prepare(folder: Path, words: list[str]) -> None:
    content = canonical_text(words)
    facts = (len(words), Counter(map(len, words)), fingerprint_of(content))
    store(folder, Manifest("bench", "Bench", *facts, source="made", date="2099-01-01"), content, {})
    with closing(sqlite3.connect(folder / "bench.db")) as db:
        db.execute("CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID")
        db.executemany("INSERT INTO words VALUES (?)", ((word,) for word in words))
        db.commit()


def measure_loads(folder: Path, word: str, rounds: int) -> dict[str, list[tuple[float, int]]]:
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in LOADS}
    for _ in range(rounds):
        for name, body in LOADS.items():
            code = FRAME.format(folder=str(folder), body=body.replace("{word}", word))
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
            took, grown = done.stdout.split()
            found[name].append((float(took), int(grown)))
    return found


def measure_answers(folder: Path, words: list[str], rounds: int) -> dict[str, tuple[float, float]]:
    chance = random.Random(2)
    there = frozenset(words)
    hits = chance.sample(words, ASKED)
    misses = [
        word for word in (changed(chance.choice(hits), chance) for _ in range(3 * ASKED)) if word not in there
    ]
    stored = load_lexicon(folder, "bench")
    with closing(sqlite3.connect(folder / "bench.db")) as db:

        def in_table(word: str) -> bool:
            return db.execute("SELECT 1 FROM words WHERE word = ?", (word,)).fetchone() is not None

        engines = {
            "verified bytes (ours)": stored.__contains__,
            "frozenset, hashed": there.__contains__,
            "SQLite table, not hashed": in_table,
        }
        for engine in engines.values():
            assert all(map(engine, hits))
            assert not any(map(engine, misses))
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in engines}
        for _ in range(rounds):
            for name, engine in engines.items():
                times[name].append((per_answer(engine, hits), per_answer(engine, misses[:ASKED])))
    return {
        name: (min(hit for hit, _ in pairs), min(miss for _, miss in pairs)) for name, pairs in times.items()
    }


def per_answer(engine: Callable[[str], bool], words: Sequence[str]) -> float:
    began = time.perf_counter()
    for word in words:
        engine(word)
    return (time.perf_counter() - began) / len(words)


def measure_import(folder: Path, words: list[str], rounds: int) -> float:
    file = folder / "list.txt"
    file.write_text("\n".join(words))
    times = []
    for round in range(rounds):
        began = time.perf_counter()
        import_list(folder / f"data{round}", file, ImportChoices("Bench"), "2099-01-01")
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the word list.")
    options.add_argument("--words", type=int, default=280_887)
    options.add_argument("--rounds", type=int, default=9)
    chosen = options.parse_args()
    words = made_words(chosen.words)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder, words)
        loads = measure_loads(folder, words[len(words) // 3], chosen.rounds)
        answers = measure_answers(folder, words, chosen.rounds)
        importing = measure_import(folder, words, 3)
    say = partial(print, flush=True)
    say(f"{len(words):,} words, {chosen.rounds} rounds; load: median (least), answers: least")
    say(f"{'engine':<28}{'load ms':>16}{'memory MB':>12}{'hit µs':>9}{'miss µs':>9}")
    for engine, found in loads.items():
        times, grown = [took * 1e3 for took, _ in found], [memory / 1e6 for _, memory in found]
        hit, miss = answers.get(engine, (float("nan"), float("nan")))
        load = f"{statistics.median(times):.1f} ({min(times):.1f})"
        say(f"{engine:<28}{load:>16}{statistics.median(grown):>12.1f}{hit * 1e6:>9.2f}{miss * 1e6:>9.2f}")
    say(f"import of the same words from plain text: {importing:.2f} s (least of 3)")


if __name__ == "__main__":
    main()
