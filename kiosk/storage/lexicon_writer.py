"""Putting a list into the data folder, and taking one out, so that a crash or a full disk leaves the old
state.

Each file is written beside its place, flushed to the disk and moved there whole. The manifest comes last
and goes first: a list is there if and only if its manifest is.
"""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.storage.lexicon_manifest import Manifest, manifest_text
from kiosk.storage.lexicon_store import MANIFEST, WORDS

DEFINITIONS = ".definitions"
_UNFINISHED = ".unfinished"


def store(folder: Path, manifest: Manifest, content: bytes, definitions: Mapping[str, str]) -> None:
    """Make the list *manifest* with *content* part of the data folder *folder*; all of it or nothing."""
    # The name of the imported file stands in it, and need not be text.
    files = {WORDS: content, MANIFEST: manifest_text(manifest).encode(errors="replace")}
    if definitions:
        files = {DEFINITIONS: definitions_text(definitions), **files}
    _write(folder / "lexicons", manifest.id, files)


def add_definitions(folder: Path, id: str, definitions: Mapping[str, str]) -> None:
    """Put *definitions* beside the list *id*, which is already there."""
    _write(folder / "lexicons", id, {DEFINITIONS: definitions_text(definitions)})


def definitions_text(definitions: Mapping[str, str]) -> bytes:
    """One line for each word: the word, a tab, its definition; sorted."""
    return "\n".join(f"{word}\t{definitions[word]}" for word in sorted(definitions)).encode(
        "utf-8", "replace"
    )


def remove(folder: Path, id: str) -> None:
    """Take the list *id* out of the data folder *folder*."""
    home = folder / "lexicons"
    try:
        for ending in (MANIFEST, WORDS, DEFINITIONS):
            (home / f"{id}{ending}").unlink(missing_ok=True)
            _flush_folder(home)
    except OSError as error:
        raise LexiconError(
            f"The word list “{id}” could not be removed ({error.strerror or error}). Try again."
        ) from error


def _write(home: Path, id: str, files: Mapping[str, bytes]) -> None:
    try:
        home.mkdir(parents=True, exist_ok=True)
        # All is on the disk before the first file takes its place: what fails, fails before anything changes.
        for ending, content in files.items():
            _write_through(home / f"{id}{ending}{_UNFINISHED}", content)
        for ending in files:
            (home / f"{id}{ending}{_UNFINISHED}").replace(home / f"{id}{ending}")
            _flush_folder(home)
    except OSError as error:
        raise LexiconError(
            f"The word list could not be saved in {home} ({error.strerror or error}). Nothing was imported."
        ) from error
    finally:
        for ending in files:
            with contextlib.suppress(OSError):
                (home / f"{id}{ending}{_UNFINISHED}").unlink(missing_ok=True)


def _write_through(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _flush_folder(home: Path) -> None:
    # A folder cannot be opened for this on Windows, where a rename is durable with the file system's own log.
    with contextlib.suppress(PermissionError):
        handle = os.open(home, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
