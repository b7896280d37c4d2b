"""The data folder of a station: where it is, every name in it, and which of them are the program's own.

The rule it guards: nothing that writes a file for people (an export, a report, a card, a merged file, a
set-up to take along) takes the place of the log, the passcodes, the set-up, a list or a rule set, by whatever
name, link or spelling it is told to. Doubt refuses. What may be replaced elsewhere: `storage.export.target`.
"""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from kiosk.errors import OutputError, SetupError

LOG = "log.db"
DEMONSTRATION = "demonstration.db"
LOCK = "log.lock"  # held by the one process that writes the log
ACKNOWLEDGED = "log.acknowledged"  # what that process last confirmed
ACCESS = "access"  # hashes of the passcodes
SETUP = "kiosk.toml"
CLOSED = "closed"  # this station was closed, and why
GUARDS = "guards.json"  # what the guards changed on this machine
PROOF = "proof.json"  # what the running station has proven
HEARTBEAT = "heartbeat"
LEXICONS = "lexicons"
RULESETS = "rulesets"
RESTORED = "restored"  # on a spare machine: the copies it goes on after
PRACTICE = "practice.db"
PAIRINGS = "pairings"  # who plays whom: the only names, and erasable
RECEIPTS = "receipts"  # what each hub has acknowledged, a file a hub
PRACTICE_LOCK = "practice.db.lock"  # held while practice runs

_FILES = (LOG, DEMONSTRATION, LOCK, ACCESS, SETUP, CLOSED, ACKNOWLEDGED, GUARDS, PROOF, PRACTICE, PAIRINGS)
_FOLDERS = (LEXICONS, RULESETS, RESTORED, RECEIPTS)
# What SQLite and the program itself put beside a file while they write it.
_ENDINGS = ("", "-journal", "-wal", "-shm", ".new", ".new-journal", ".lock")
_OLDER = ("guards.new", "proof.new")
_NAMES = frozenset((*_FOLDERS, *_OLDER, *(name + ending for name in _FILES for ending in _ENDINGS)))


# ---- where it is -------------------------------------------------------------------------------------------
def data_folder(chosen: str | None = None) -> Path:
    """The data folder: *chosen*, else KIOSK_DATA, else the user's own place for program data. It need not
    exist yet, but this account can use it."""
    if chosen == "":
        raise SetupError("--data names no folder. Give its name, or leave --data out.")
    return usable(_data_folder(chosen or os.environ.get("KIOSK_DATA")))


def usable(folder: Path) -> Path:
    """*folder*, if it is one this account may enter, or may still be made; else SetupError.

    Asked once and here: below a folder that may not be entered even `Path.exists` raises.
    """
    try:
        (folder / LOG).stat()
    except FileNotFoundError:
        if folder.exists() and not folder.is_dir():  # how Windows answers for a file
            raise _unusable(folder, "it is not a folder") from None
    except NotADirectoryError as error:
        raise _unusable(folder, "it, or what it lies in, is not a folder") from error
    except (OSError, ValueError) as error:
        raise _unusable(folder, getattr(error, "strerror", None) or str(error)) from error
    return folder


def _unusable(folder: Path, why: str) -> SetupError:
    return SetupError(
        f"The data folder {folder} cannot be used: {why}. Check its rights, or name another with --data DIR."
    )


def _data_folder(named: str | None) -> Path:
    if named:
        try:
            return Path(named).expanduser().absolute()
        except (RuntimeError, OSError) as error:
            raise SetupError(f"The data folder {named} cannot be found: {error}") from error
    from platformdirs import user_data_path  # takes longer than finding a folder that was named

    try:
        return user_data_path("challenge-kiosk", appauthor=False)
    except (RuntimeError, KeyError, OSError) as error:
        raise SetupError(
            "No data folder could be found: this account has no home folder. Name one with --data DIR."
        ) from error


# ---- whose a file in it is ---------------------------------------------------------------------------------
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
        yield from (one for one in (folder, *folder.parents) if (one / LOG).exists())


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
    """*name* as the least particular file system takes it: without case, stream, or a dot or blank at its
    end."""
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
