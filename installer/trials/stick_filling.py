"""What a director puts into the stick's folder, put there for a trial: loose files, or a whole roll-out.

A partition of an image is reached by its offset; nothing is mounted.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

from installer.boot.station import PASSCODE, SET_UP
from installer.script import CLONE, CannotGoOn, carry_out, say

BUNDLE = CLONE / "dist" / "kiosk" / "kiosk"
COPY = "/media/kiosk-copy"
WORDS = [f"{first}{vowel}{last}" for first in "BCDFGHLM" for vowel in "AEIOU" for last in "NTPR"]
SECOND_COPY = f'\n[second_copy]\nfolder = "{COPY}"\n'


def offsets(image: Path) -> dict[str, tuple[int, int]]:
    """Where each partition of *image* begins and how long it is, in bytes, by its name."""
    told = json.loads(carry_out(["sfdisk", "-J", str(image)], "The image has no table."))["partitiontable"]
    sector = int(told.get("sectorsize", 512))
    return {
        each["name"].removeprefix("kiosk-"): (each["start"] * sector, each["size"] * sector)
        for each in told["partitions"]
    }


def put_in(image: Path, source: Path, name: str) -> None:
    """Copy *source*, a file or a folder, into the director's folder as *name*."""
    place = f"{image}@@{offsets(image)['folder'][0]}"
    carry_out(["mcopy", "-s", "-i", place, str(source), f"::{name}"], "The folder could not be filled.")


def own_computer(data: Path, *words: str) -> str:
    """What the program says to *words* on a director's own computer, whose data folder is *data*."""
    codes = {"KIOSK_PASSCODE": PASSCODE, "KIOSK_NEW_PASSCODE": PASSCODE}
    done = subprocess.run(
        [str(BUNDLE), "--data", str(data), *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **codes, "QT_QPA_PLATFORM": "offscreen"},
    )
    if done.returncode:
        raise CannotGoOn(f"kiosk {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def set_up_with_list(folder: Path, more: str = "") -> tuple[Path, Path]:
    """A list and a set-up that names it, as files in *folder*."""
    words = folder / "club.txt"
    words.write_text("\n".join(WORDS))
    told = own_computer(folder / "own", "lexicon", "import", str(words), "--json")
    made = folder / "set-up.toml"
    made.write_text(SET_UP.replace('main = "free"', f'main = "{json.loads(told)["id"]}"') + more)
    return made, words


def loose_files(image: Path, folder: Path) -> None:
    """A set-up, a passcode and a list; the copy goes where a second stick would be."""
    made, words = set_up_with_list(folder, SECOND_COPY)
    passcode = folder / "passcode.txt"
    passcode.write_text(f"{PASSCODE}\r\n")
    for source, name in ((made, "set-up.toml"), (passcode, "passcode.txt"), (words, "lists/club.txt")):
        put_in(image, source, name)


def roll_out(image: Path, folder: Path) -> None:
    """A whole roll-out, with the program in it, as a director's own computer writes it."""
    made, _ = set_up_with_list(folder)
    own, written = folder / "own", folder / "roll-out"
    own_computer(own, "passcode", "set")
    own_computer(own, "setup", "--from", str(made), "--letter", "A")
    own_computer(own, "roll-out", str(written))
    began = time.monotonic()
    put_in(image, written, "roll-out")
    size = sum(file.stat().st_size for file in written.rglob("*") if file.is_file())
    say(f"a roll-out of {size / 1e6:.0f} MB is in the folder ({time.monotonic() - began:.0f} s)")


def roll_out_with_letter(image: Path, folder: Path) -> None:
    """The same, and the letter of this stick in a file."""
    roll_out(image, folder)
    letter = folder / "letter.txt"
    letter.write_text("C\r\n")
    put_in(image, letter, "letter.txt")
