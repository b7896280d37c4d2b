"""The folder that a roll-out is: program, lists, rule sets, set-up and passcode hashes, each file named with
its fingerprint.

Rules it guards. Nothing is written into a folder that holds anything else. A list of everything is written
last, so that what broke off is no roll-out; and nothing is taken from one of which a file is missing, was
changed or was added. What stations leave there themselves (letters, how they stand) is no part of it.
"""

import hashlib
import json
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import OutputError, SetupError
from kiosk.files import read_small, remove_durably, sync_file, sync_folder, unwritable, write_durably

MANIFEST = "kiosk-roll-out.json"
UNFINISHED = "kiosk-roll-out.unfinished"
PROGRAM, DATA, STATIONS = "program", "data", "stations"
LETTERS = "letters.txt"
FORMAT = 1
_PIECE = 2**20
_LARGEST_MANIFEST = 10_000_000


@frozen
class RollOut:
    """What the list of everything says. *files*: by path, the fingerprint of each. *letter*: of the station
    that wrote it. *runs*: those that are programs."""

    version: str
    setup_code: str
    letter: str
    files: Mapping[str, str]
    runs: frozenset[str] = frozenset()

    @property
    def has_program(self) -> bool:
        return any(name.startswith(f"{PROGRAM}/") for name in self.files)


# ---- write -------------------------------------------------------------------------------------------------


def begin(folder: Path, starters: frozenset[str]) -> None:
    """Make *folder* ready to be written: it is empty, or holds a roll-out, which is taken away. *starters*:
    the names of ours that lie directly in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = {path.name for path in folder.iterdir()}
        if there and not there & {MANIFEST, UNFINISHED}:
            raise OutputError(
                f"{folder} holds something else, so nothing was written to it. Name a new or empty folder."
            )
        write_durably(folder / UNFINISHED, b"A roll-out is being written here.\n")
        remove_durably(folder / MANIFEST)
        for name in (PROGRAM, DATA):
            if (folder / name).exists():
                shutil.rmtree(folder / name)
        for name in there & starters:
            (folder / name).unlink()
    except OSError as error:
        raise OutputError(unwritable(folder, error)) from error


def finish(folder: Path, made: RollOut) -> None:
    """Write the list of everything: from now on *folder* is a roll-out."""
    content = {
        "format": FORMAT,
        "version": made.version,
        "setup_code": made.setup_code,
        "letter": made.letter,
        "files": dict(sorted(made.files.items())),
        "runs": sorted(made.runs),
    }
    try:
        write_durably(folder / MANIFEST, json.dumps(content, indent=1).encode() + b"\n")
        remove_durably(folder / UNFINISHED)
    except OSError as error:
        raise OutputError(unwritable(folder / MANIFEST, error)) from error


def copy_file(source: Path, target: Path) -> str:
    """Copy the file *source* to *target*, which nobody reads yet, durably; its fingerprint."""
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with source.open("rb") as old, target.open("wb") as new:
        while piece := old.read(_PIECE):
            digest.update(piece)
            new.write(piece)
        new.flush()
        sync_file(new.fileno())
    return digest.hexdigest()


def copy_tree(source: Path, target: Path) -> tuple[dict[str, str], frozenset[str]]:
    """Copy all files below *source* to *target*; their fingerprints, and which of them run. A link becomes
    the file it leads to: the file system of a stick may know no links."""
    files: dict[str, str] = {}
    runs: set[str] = set()
    for path in sorted(source.rglob("*")):
        if path.is_file():
            name = path.relative_to(source).as_posix()
            files[name] = copy_file(path, target / name)
            if path.stat().st_mode & stat.S_IXUSR:
                runs.add(name)
                (target / name).chmod(0o755)
    for folder in {target, *(target / Path(name).parent for name in files)}:
        sync_folder(folder)
    return files, frozenset(runs)


# ---- read --------------------------------------------------------------------------------------------------


def read(folder: Path) -> RollOut:
    """What *folder* says it holds, unchecked; SetupError if it is no roll-out."""
    if (folder / UNFINISHED).exists():
        raise SetupError(f"The roll-out in {folder} broke off when it was written. Write it again.")
    try:
        told = json.loads(read_small(folder / MANIFEST, _LARGEST_MANIFEST))
        if told["format"] > FORMAT:
            raise SetupError("This roll-out was written by a newer version of the program. Use that version.")
        files, runs = told["files"], told["runs"]
        texts = (told["version"], told["setup_code"], told["letter"])
        plain = all(type(text) is str for text in (*texts, *files, *files.values(), *runs))
        if not plain or not all(_inside(name) for name in files):
            raise ValueError
        return RollOut(*texts, files, frozenset(runs))
    except FileNotFoundError as error:
        raise SetupError(f"{folder} is no roll-out: write one with “kiosk roll-out FOLDER”.") from error
    except OSError as error:
        raise SetupError(f"{folder} cannot be read ({error.strerror or error}).") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SetupError(f"The list in {folder} is damaged, so nothing is taken. Write it again.") from error


def _inside(name: str) -> bool:
    """Whether *name* stays within the folder, on any system."""
    parts = name.replace("\\", "/").split("/")
    return ":" not in name and not {"", "..", "."} & set(parts)


def check_stick(folder: Path) -> RollOut:
    """What *folder* holds, every file of it held to its fingerprint; SetupError names the first that is
    missing, was changed or was added."""
    found = read(folder)
    for name, promised in found.files.items():
        path = folder / name
        if path.is_symlink() or not path.is_file():
            raise _refuse(folder, name, "is missing")
        try:
            if fingerprint(path) != promised:
                raise _refuse(folder, name, "was changed")
        except OSError as error:
            raise _refuse(folder, name, f"cannot be read ({error.strerror or error})") from error
    for name in _below(folder):
        if name not in found.files:
            raise _refuse(folder, name, "was added")
    return found


def _below(folder: Path) -> Iterator[str]:
    for part in (PROGRAM, DATA):
        for path in sorted((folder / part).rglob("*")):
            if not path.is_dir() or path.is_symlink():
                yield path.relative_to(folder).as_posix()


def fingerprint(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _refuse(folder: Path, name: str, what: str) -> SetupError:
    return SetupError(f"{name} {what} in the roll-out {folder}, so nothing is taken. Write it again.")


def same_program(folder: Path, made: RollOut) -> bool:
    """Whether the program in *folder* is, file by file, that of the roll-out *made*."""
    wanted = {name.removeprefix(f"{PROGRAM}/"): one for name, one in made.files.items()}
    return all(
        (folder / name).is_file() and fingerprint(folder / name) == one
        for name, one in wanted.items()
        if f"{PROGRAM}/{name}" in made.files
    )


# ---- what stations leave there -----------------------------------------------------------------------------


def letters_used(folder: Path) -> tuple[str, ...]:
    """The letters that were given out from *folder*, in that order; none where that cannot be read."""
    try:
        lines = read_small(folder / LETTERS).decode("utf-8", "replace").splitlines()
    except OSError:
        return ()
    return tuple(line[0] for line in lines if line[:1].isalpha())


def note_letter(folder: Path, letter: str, at: str) -> bool:
    """Remember on the stick that *letter* is given out; False if it cannot be written."""
    try:
        before = read_small(folder / LETTERS) if (folder / LETTERS).exists() else b""
        write_durably(folder / LETTERS, before + f"{letter} {at}\n".encode())
    except OSError:
        return False
    return True


def leave_line(folder: Path, name: str, line: Mapping[str, object]) -> bool:
    """Leave the *line* of one station on the stick; False if it cannot be written."""
    try:
        (folder / STATIONS).mkdir(exist_ok=True)
        write_durably(folder / STATIONS / f"{name}.json", json.dumps(line).encode() + b"\n")
    except OSError:
        return False
    return True


def lines_left(folder: Path) -> list[dict[str, object]]:
    """The lines that stations left; one that cannot be read is left out."""
    found = []
    for path in sorted((folder / STATIONS).glob("*.json")):
        try:
            line = json.loads(read_small(path))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(line, dict):
            found.append(line)
    return found
