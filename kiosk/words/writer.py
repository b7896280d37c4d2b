"""Putting a list into the data folder, proving it again, and taking one out: one process at a time."""

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.files import HELD, lock_within, sync_folder, write_through
from kiosk.folder import LEXICONS
from kiosk.words.store import (
    ID,
    MANIFEST,
    WORDS,
    Manifest,
    manifest_text,
)

# ---- lock --------------------------------------------------------------------------------------------------
# One process at a time changes the folder of lists.
#
# The operating system holds the lock, not a file's existence: after a kill nothing is in the way. Readers
# need no lock: a list is there if and only if its manifest is.

_WAIT_S = 60.0


@contextlib.contextmanager
def sole_writer(home: Path, wait_s: float = _WAIT_S) -> Iterator[None]:
    """Be the only process that changes the folder of lists *home*, which is created if it is missing."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        handle = _open(home)
    except OSError as error:
        raise _not_saved(home, error) from error
    try:
        _wait_for(handle, home, wait_s)
        yield
    finally:
        os.close(handle)


def _open(home: Path) -> int:
    if sys.platform == "win32":
        return os.open(home / ".lock", os.O_RDWR | os.O_CREAT)
    return os.open(home, os.O_RDONLY)  # the folder itself can be locked


def _wait_for(handle: int, home: Path, wait_s: float) -> None:
    try:
        lock_within(handle, wait_s)
    except OSError as error:
        if error.errno not in HELD:
            raise _not_saved(home, error) from error
        raise LexiconError(
            "Nothing was changed: another import is at work on the word lists of this data folder. "
            "Wait for it and try again."
        ) from error


def _not_saved(home: Path, error: OSError) -> LexiconError:
    return LexiconError(
        f"The word list could not be saved in {home} ({error.strerror or error}). Nothing was imported."
    )


# ---- writer ------------------------------------------------------------------------------------------------
# Putting a list into the data folder, and taking one out, so that a crash or a full disk leaves the old
# state.
#
# Each file is written beside its place, flushed to the disk and moved there whole. The manifest comes last
# and goes first: a list is there if and only if its manifest is.

DEFINITIONS = ".definitions"
_UNFINISHED = ".unfinished"


def store(folder: Path, manifest: Manifest, content: bytes, definitions: Mapping[str, str]) -> None:
    """Make the list *manifest* with *content* part of the data folder *folder*; all of it or nothing."""
    # The name of the imported file stands in it, and need not be text.
    files = {WORDS: content, MANIFEST: manifest_text(manifest).encode(errors="replace")}
    if definitions:
        files = {DEFINITIONS: definitions_text(definitions), **files}
    _write(folder / LEXICONS, manifest.id, files)


def add_definitions(folder: Path, id: str, definitions: Mapping[str, str]) -> None:
    """Put *definitions* beside the list *id*, which is already there."""
    _write(folder / LEXICONS, id, {DEFINITIONS: definitions_text(definitions)})


def definitions_text(definitions: Mapping[str, str]) -> bytes:
    """One line for each word: the word, a tab, its definition; sorted."""
    return "\n".join(f"{word}\t{definitions[word]}" for word in sorted(definitions)).encode(
        "utf-8", "replace"
    )


def remove(folder: Path, id: str) -> None:
    """Take the list *id* out of the data folder *folder*."""
    home = folder / LEXICONS
    try:
        with sole_writer(home):
            for ending in (MANIFEST, WORDS, DEFINITIONS):
                (home / f"{id}{ending}").unlink(missing_ok=True)
                sync_folder(home)
            sweep(home)
    except OSError as error:
        raise LexiconError(
            f"The word list “{id}” could not be removed ({error.strerror or error}). Try again."
        ) from error


def sweep(home: Path) -> None:
    """Take away what a killed import left in *home*: unfinished files, and words or definitions of no list.

    Only the sole writer may: to anybody else an import at work looks the same.
    """
    with contextlib.suppress(OSError):
        for path in home.iterdir():
            if path.suffix == _UNFINISHED or _is_orphan(path):
                path.unlink(missing_ok=True)


def _is_orphan(path: Path) -> bool:
    id, ending = path.stem, path.suffix
    if ending not in (WORDS, DEFINITIONS) or not ID.fullmatch(id):
        return False
    return not path.with_suffix(MANIFEST).exists()


def _write(home: Path, id: str, files: Mapping[str, bytes]) -> None:
    # A name of its own: whatever else is at work here never writes into the same file.
    own = secrets.token_hex(4)
    unfinished = {ending: home / f"{id}{ending}.{own}{_UNFINISHED}" for ending in files}
    try:
        home.mkdir(parents=True, exist_ok=True)
        # All is on the disk before the first file takes its place: what fails, fails before anything changes.
        for ending, content in files.items():
            write_through(unfinished[ending], content)
        for ending, path in unfinished.items():
            path.replace(home / f"{id}{ending}")
            sync_folder(home)
    except OSError as error:
        raise LexiconError(
            f"The word list could not be saved in {home} ({error.strerror or error}). Nothing was imported."
        ) from error
    finally:
        for path in unfinished.values():
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
