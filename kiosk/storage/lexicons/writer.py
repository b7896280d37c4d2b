"""Putting a list into the data folder, and taking one out, so that a crash or a full disk leaves the old
state.

Each file is written beside its place, flushed to the disk and moved there whole. The manifest comes last
and goes first: a list is there if and only if its manifest is.
"""

import contextlib
import secrets
from collections.abc import Mapping
from pathlib import Path

from kiosk.errors import LexiconError
from kiosk.files import sync_folder, write_through
from kiosk.folder import LEXICONS
from kiosk.storage.lexicons.lock import sole_writer
from kiosk.storage.lexicons.manifest import ID, Manifest, manifest_text
from kiosk.storage.lexicons.store import MANIFEST, WORDS

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
