"""Which files of a data folder, this one or another station's, are the program's own.

The rule it guards: nothing that writes a file for people (an export, a report, a card, a merged file, a
set-up to take along) takes the place of the log, the passcodes, the set-up, a list or a rule set, by whatever
name, link or spelling it is told to. Doubt refuses. What may be replaced elsewhere: `storage.target`.
"""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from kiosk.errors import OutputError
from kiosk.storage import access_file, acknowledged, closed_mark, setup_file
from kiosk.storage.log_reader import LOG_NAME
from kiosk.storage.writer_lock import LOCK_NAME

_FILES = (
    LOG_NAME,
    "demonstration.db",
    LOCK_NAME,
    access_file.FILE_NAME,
    setup_file.FILE_NAME,
    closed_mark.FILE_NAME,
    acknowledged.FILE_NAME,
    # lockdown's, which storage does not know:
    "guards.json",
    "guards.new",
    "proof.json",
    "proof.new",
    "practice.db",
)
_FOLDERS = ("lexicons", "rulesets")
# What SQLite and the program itself put beside a file while they write it.
_ENDINGS = ("", "-journal", "-wal", "-shm", ".new", ".new-journal", ".lock")
_NAMES = frozenset((*_FOLDERS, *(name + ending for name in _FILES for ending in _ENDINGS)))


def refuse_own_file(target: Path, folder: Path) -> None:
    """Raise OutputError if writing *target* would touch a file of the program's own in *folder*."""
    try:
        own = any(_is_own(target, home) for home in _homes(target, folder.resolve()))
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead in a circle
        reason = getattr(error, "strerror", None) or os.strerror(errno.ELOOP)
        raise OutputError(f"{target} could not be written: {reason}. Name another place.") from error
    if own:
        raise OutputError(
            f"{target} belongs to the station itself, so nothing was written to it. Name another file."
        )


def _homes(target: Path, home: Path) -> Iterator[Path]:
    """The data folder, and every folder on the way to *target* that holds a log: another station's."""
    yield home
    for folder in target.parent.resolve(), target.resolve().parent:
        yield from (one for one in (folder, *folder.parents) if (one / LOG_NAME).exists())


def _is_own(target: Path, home: Path) -> bool:
    # The name that would be given, and the file a link of that name leads to.
    named, meant = target.parent.resolve() / target.name, target.resolve()
    return _has_own_name(named, home) or _has_own_name(meant, home) or _is_own_by_link(meant, home)


def _has_own_name(place: Path, home: Path) -> bool:
    """Whether *place* is one of our names in *home*, or lies in a folder that is."""
    for parent in place.parents:
        # Not by spelling: on many disks Data and data are one folder.
        if parent == home or (parent.exists() and home.exists() and parent.samefile(home)):
            return _plain(place.parts[len(parent.parts)]) in _NAMES
    return False


def _plain(name: str) -> str:
    """*name* as the least particular file system takes it: no case, no stream, no dot or blank at its end."""
    return name.partition(":")[0].rstrip(" .").casefold()


def _is_own_by_link(place: Path, home: Path) -> bool:
    """Whether *place* is another name (a hard link, a folder mounted twice) of one of our files."""
    if not place.exists():
        return False
    return any(place.samefile(own) for own in _own_files(home) if own.exists())


def _own_files(home: Path) -> Iterator[Path]:
    if home.is_dir():
        for entry in home.iterdir():
            if _plain(entry.name) in _NAMES:
                yield entry
                yield from entry.rglob("*")
