"""Files that look like word lists, where people keep them: the home folder and whatever is plugged in.

The rule it guards: looking changes nothing, follows no link and takes no more than a moment; what a file is
shows when it is read.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.words.editions import editions

SUFFIXES = (".txt", ".lex", ".dic", ".csv", ".tsv", ".json", ".zip", ".gz", ".dwg", ".dawg", ".kwg", ".db")
SMALLEST, LARGEST_LIKELY = 40_000, 64 * 2**20  # bytes: a list of five thousand words; far more than any
MOST_LOOKED_AT = 4000  # names, over all folders
MOST_FOUND = 6
_OWN_LOG = re.compile(r"kiosk-[A-Z]-[0-9a-f]{8}-[0-9a-f]{8}\.db", re.IGNORECASE)  # a second copy on a stick
_BELOW_HOME = ("", "Downloads", "Documents", "Desktop")
_MOUNTS = ("/media", "/run/media", "/mnt", "/Volumes")


@frozen
class NearbyFile:
    """*known*: its name is that of an edition."""

    path: Path
    size: int
    known: bool


def files_nearby(home: Path | None = None, mounts: tuple[Path, ...] | None = None) -> tuple[NearbyFile, ...]:
    """The likeliest files, those named after an edition first, then the largest."""
    below = home if home is not None else Path(os.path.expanduser("~"))  # noqa: PTH111 - of nobody: as it is
    places = (*(below / name for name in _BELOW_HOME), *(_plugged_in() if mounts is None else mounts))
    found = {file.path: file for place in places for file in _likely(place)}
    likeliest = sorted(found.values(), key=lambda file: (not file.known, -file.size, file.path.name))
    return tuple(likeliest[:MOST_FOUND])


def _likely(folder: Path) -> Iterator[NearbyFile]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)[:MOST_LOOKED_AT]
    except OSError:
        return
    for entry in entries:
        try:
            if not entry.name.casefold().endswith(SUFFIXES) or not entry.is_file(follow_symlinks=False):
                continue
            if _OWN_LOG.fullmatch(entry.name):
                continue
            size = entry.stat(follow_symlinks=False).st_size
        except OSError:
            continue
        if SMALLEST <= size <= LARGEST_LIKELY:
            yield NearbyFile(Path(entry.path), size, _bears_a_name(entry.name))


def _bears_a_name(name: str) -> bool:
    plain = _bare(name.partition(".")[0])
    return any(
        _bare(known) and _bare(known) in plain
        for edition in editions()
        for known in (edition.name, *edition.aliases)
    )


def _bare(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _plugged_in() -> tuple[Path, ...]:
    """The roots of what is plugged in, and one level below the folders that systems mount it in."""
    if sys.platform == "win32":
        return tuple(Path(f"{letter}:/") for letter in "DEFGHIJ")
    roots = [Path(place) for place in _MOUNTS]
    found = [below for root in roots for below in _folders(root)]
    return (*found, *(below for folder in found for below in _folders(folder)))


def _folders(place: Path) -> list[Path]:
    try:
        return sorted(Path(entry.path) for entry in os.scandir(place) if entry.is_dir(follow_symlinks=False))[
            :20
        ]
    except OSError:
        return []
