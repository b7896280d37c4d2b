"""The data folder of a station: where it is, every name in it, and which of them are the program's own.

The rule it guards: nothing that writes a file for people (an export, a report, a card, a merged file, a
set-up to take along) takes the place of the log, the passcodes, the set-up, a list or a rule set, by whatever
name, link or spelling it is told to. Elsewhere, what exists is replaced only when that was asked for, and a
log, a merged file, a second copy, a word list or passcodes never are. Doubt refuses.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import closing
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
        yield from (parent for parent in (folder, *folder.parents) if (parent / LOG).exists())


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


# ---- what a person named -----------------------------------------------------------------------------------
# What a file is, is told from its content, for a name says nothing; and a file that cannot be shown to be
# harmless is kept.

_START = 65_536  # bytes: enough to know a file by
_SQLITE = b"SQLite format 3\x00"
_FEWEST_WORDS = 50
_LONGEST_WORD = 15


def check_target(target: Path, folder: Path, *, force: bool) -> None:
    """Raise OutputError unless *target* may be written by a command of the data folder *folder*. *force*: the
    person said that an existing file may go."""
    refuse_own_file(target, folder)
    try:
        if not target.is_file():
            return  # nothing is there; or a folder or device, which writing refuses
        precious = _precious(target)
    except OSError as error:
        raise OutputError(
            f"{target} is there and cannot be looked at: {error.strerror}. Name another file."
        ) from error
    if precious:
        raise OutputError(
            f"{target} {precious}, so nothing was written over it, and nothing will be. Name another file."
        )
    if not force:
        raise OutputError(f"{target} exists already. Name another file, or add --force to replace it.")


def _precious(target: Path) -> str:
    """Why the file at *target* may not be replaced, even with *force*; empty if it may."""
    with target.open("rb") as file:
        start = file.read(_START)
    if start.startswith(_SQLITE):
        return _database(target)
    if start.startswith(b"%PDF-"):
        return ""
    if b"\x00" in start or start[:2] == b"\x1f\x8b":
        return "is no text: it may be a word list, or something of another program"
    if b"$argon2" in start:
        return "holds passcodes"
    return "is a word list" if _is_list(start) else ""


def _database(target: Path) -> str:
    """SQLite files are never replaced: each that this program writes holds records."""
    import sqlite3  # a station starts without asking this

    try:
        uri = f"{target.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as conn:
            known = conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'records'").fetchone()
    except sqlite3.Error:
        return "is a database that cannot be read, perhaps a damaged log"
    return "holds a log" if known else "is a database of another program"


def _is_list(start: bytes) -> bool:
    """Whether *start* is that of a word list as people keep them (a word to a line, perhaps with more after
    it), or of the file beside one that says what its words must be."""
    if b"fingerprint = " in start and b"by_length" in start:
        return True
    firsts = [line.replace(b",", b" ").replace(b";", b" ").split()[:1] for line in start.splitlines()]
    words = [first[0].strip(b'"').lower() for first in firsts if first and not first[0].startswith(b"#")]
    if len(words) < _FEWEST_WORDS:
        return False
    spelled = {word for word in words if word.isalpha() and 1 < len(word) <= _LONGEST_WORD}
    return len(spelled) >= 0.9 * len(words)
