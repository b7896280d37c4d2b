"""Measures `kiosk lexicon import` in every form a list comes in, and a near miss with 27 lists stored.

`python tests/bench/bench_lexicon_import.py [--words 280887] [--rounds 3]`. Each import is a process of
its own; counted is its processor time, the start of Python included, beside a floor in the same round: a bare
process that reads the plain words, sorts, hashes and durably writes them. Nothing is asserted. The words are
made (see bench_lexicon.py); no official list is needed. For the near miss the program is copied and its table
of editions given the made list, so that a list without one of its words is a near miss of 280,000 words.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from kiosk.words.recognition import canonical_text, xor_md5
from kiosk.words.store import Manifest, fingerprint_of
from kiosk.words.writer import store
from tests.bench.bench_lexicon import made_words
from tests.support import lexicon_encoders as encoders

ROOT = Path(__file__).parents[2]
STORED = 27
FORMS: dict[str, Callable[[encoders.Words], bytes]] = {
    "plain": encoders.plain,
    "gz": encoders.gzipped,
    "zip, with definitions": encoders.zipped,
    "UTF-16": encoders.utf16_le,
    "marked": encoders.marked,
    "JSON": encoders.json_array,
    "JSON objects": encoders.json_objects,
    "JSON keys": encoders.json_keys,
    "text + definitions": encoders.defined,
    "TSV": encoders.tabbed,
    "CSV": encoders.commas,
    "dwg": encoders.zyzzyva_dwg,
    "dawg": encoders.quackle_dawg,
    "kwg": encoders.wolges_kwg,
}
FLOOR = """
import hashlib, os, sys
with open(sys.argv[1], "rb") as file:
    words = "\\n".join(sorted(set(file.read().decode().upper().split("\\n")))).encode()
hashlib.sha256(words).hexdigest()
with open(sys.argv[2], "wb") as file:
    file.write(words)
    os.fsync(file.fileno())
"""
# As Zyzzyva makes it: 29 columns, 11 indexes.
NUMBERS = [f"number_{place}" for place in range(18)]
TEXTS = [f"text_{place}" for place in range(8)]


def full_database(words: Sequence[str]) -> bytes:
    columns = ["word text", "length integer", "definition text"]
    columns += [f"{name} integer" for name in NUMBERS] + [f"{name} text" for name in TEXTS]
    schema = f"CREATE TABLE words ({', '.join(columns)});"
    schema += "".join(
        f"CREATE INDEX index_{name} ON words ({name});"
        for name in ("word", "length", *NUMBERS[:7], *TEXTS[:2])
    )
    rows = (
        (word, len(word), encoders.MEANING, *range(place, place + 18), *[word[::-1]] * 8)
        for place, word in enumerate(words)
    )
    insert = f"INSERT INTO words VALUES ({', '.join('?' * 29)})"  # noqa: S608  (nothing but marks)
    return encoders.database(schema, insert, rows)


def cpu_seconds(command: Sequence[str], where: Path) -> tuple[float, str]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=where) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, said
    return usage.ru_utime + usage.ru_stime, said.splitlines()[0] if said else ""


def importing(folder: Path, file: Path) -> list[str]:
    shutil.rmtree(folder / "data", ignore_errors=True)
    return [sys.executable, "-m", "kiosk", "--data", str(folder / "data"), "lexicon", "import", str(file)]


def manifest_of(id: str, words: Sequence[str], content: bytes) -> Manifest:
    facts = (len(words), Counter(map(len, words)), fingerprint_of(content))
    return Manifest(id, id.title(), *facts, source="made", date="2099-01-01")


def program_that_knows(words: Sequence[str], folder: Path) -> Path:
    """A copy of the program whose table of editions has the list of *words*."""
    for part in ("kiosk", "lexicons", "resources"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    counts = Counter(map(len, words))
    with (folder / "lexicons/editions.toml").open("a", encoding="utf-8") as table:
        table.write(
            f'\n[[edition]]\nname = "Bench"\nfamily = "free"\nwords = {len(words)}\n'
            f"by_length = {[counts[length] for length in range(2, 16)]}\n"
            f'fingerprint = "{fingerprint_of(canonical_text(words))}"\nxor_md5 = "{xor_md5(words)}"\n'
        )
    return folder


def store_many(folder: Path, words: Sequence[str]) -> None:
    chance = random.Random(3)
    for number in range(STORED):
        kept = [word for word in words if chance.random() < 0.98 - number / 100]
        content = canonical_text(kept)
        store(folder, manifest_of(f"list-{number}", kept, content), content, {})


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the import of word lists.")
    options.add_argument("--words", type=int, default=280_887)
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    words = made_words(chosen.words)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {form: folder / f"form {number}" for number, form in enumerate((*FORMS, "db"))}
        for form, file in files.items():
            file.write_bytes((full_database if form == "db" else FORMS[form])(words))
        program = program_that_knows(words, folder / "program")
        near = folder / "near"
        near.write_bytes(encoders.plain(word for word in words if word != words[len(words) // 2]))
        store_many(folder / "many", words)
        runs: dict[str, Callable[[], tuple[Sequence[str], Path]]] = {
            "floor": lambda: ([sys.executable, "-c", FLOOR, str(files["plain"]), str(folder / "out")], folder)
        }
        for form, file in files.items():
            runs[form] = lambda file=file: (importing(folder, file), ROOT)  # type: ignore[misc]
        runs["near miss"] = lambda: (importing(folder, near), program)
        many = [sys.executable, "-m", "kiosk", "--data", str(folder / "many"), "lexicon", "import", str(near)]
        runs[f"near miss, {STORED} lists stored"] = lambda: ([*many, "--name", "Near"], program)
        times: dict[str, list[float]] = {form: [] for form in runs}
        said = {}
        for _ in range(chosen.rounds):
            for form, run in runs.items():
                (folder / "many/lexicons/near.toml").unlink(missing_ok=True)
                took, said[form] = cpu_seconds(*run())
                times[form].append(took)
    floor = statistics.median(times["floor"])
    print(f"{len(words):,} words, {chosen.rounds} rounds, CPU seconds of the whole process: median (least)")
    for form, found in times.items():
        median = statistics.median(found)
        figures = f"{median:6.2f} ({min(found):.2f})  {median / floor:5.1f} × floor"
        print(f"{form:<28}{figures}  {said[form][:60]}")


if __name__ == "__main__":
    main()
