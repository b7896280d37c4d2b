"""Putting a list into the data folder, proving it again, and taking one out: one process at a time."""

import contextlib
import os
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.files import HELD, lock_within, sync_folder, write_through
from kiosk.folder import LEXICONS
from kiosk.words.editions import edition_of
from kiosk.words.play import ALPHABET, LONGEST, SHORTEST
from kiosk.words.store import (
    ID,
    MANIFEST,
    WORDS,
    Manifest,
    fingerprint_of,
    home_of,
    load_lexicon,
    load_manifest,
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
        raise _unsaved(home, error) from error
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
            raise _unsaved(home, error) from error
        raise LexiconError(
            "Nothing was changed: another import is at work on the word lists of this data folder. "
            "Wait for it and try again."
        ) from error


def _unsaved(home: Path, error: OSError) -> LexiconError:
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


# ---- check -------------------------------------------------------------------------------------------------
# The thorough self-test of a stored list: everything its import proved is proved again from the bytes on
# disk.

_SAMPLE = 1000


@frozen
class ListCheck:
    """What the self-test of a list found; no findings mean no fault."""

    id: str
    findings: tuple[str, ...]
    words: int = 0
    fingerprint: str = ""

    @property
    def intact(self) -> bool:
        return not self.findings


def check_lexicon(folder: Path, id: str) -> ListCheck:
    """Test the list *id* of the data folder *folder*. A list that is not there is an error, a bad one a
    finding."""
    home = home_of(folder, id)
    try:
        if not any((home / f"{id}{ending}").exists() for ending in (".toml", WORDS)):
            raise LexiconError(f"There is no word list “{id}” here. See the lists with: kiosk lexicon list")
    except OSError as error:
        return ListCheck(id, (f"its folder cannot be entered ({error.strerror or error})",))
    try:
        manifest = load_manifest(folder, id)
        content = (home / f"{id}{WORDS}").read_bytes()
    except LexiconError as error:
        return ListCheck(id, (str(error),))
    except OSError as error:
        return ListCheck(id, (f"its file cannot be read ({error.strerror or error})",))
    words = content.decode("latin-1").split("\n")
    found = [*_of_words(words), *_of_promises(words, content, manifest)]
    if not found:
        found = _of_answers(folder, words, manifest)
    return ListCheck(id, tuple(found), len(words), fingerprint_of(content))


def _of_words(words: list[str]) -> list[str]:
    found = []
    if strange := [word for word in words if not ALPHABET.issuperset(word)]:
        found.append(
            f"lines with other characters than A to Z: {len(strange)}, the first is {strange[0][:20]!r}"
        )
    if odd := [word for word in words if not SHORTEST <= len(word) <= LONGEST]:
        found.append(f"lines not of 2 to 15 letters: {len(odd)}, the first is {odd[0][:20]!r}")
    if double := [before for before, after in pairwise(words) if before == after]:
        found.append(f"words that stand twice: {len(double)}, the first is {double[0][:20]!r}")
    if unsorted := [after for before, after in pairwise(words) if before > after]:
        found.append(f"the words are not in order, first at {unsorted[0][:20]!r}")
    return found


def _of_promises(words: list[str], content: bytes, manifest: Manifest) -> list[str]:
    found = []
    if fingerprint_of(content) != manifest.fingerprint:
        found.append("its words do not match its fingerprint")
    if Counter(map(len, words)) != Counter(manifest.by_length):
        found.append("its counts by length are not the promised ones")
    if (edition := edition_of(manifest.fingerprint)) is not None:
        there = frozenset(words)
        found += [
            f"{word} is not in it, but is in {edition.name}" for word in edition.present if word not in there
        ]
        found += [f"{word} is in it, but not in {edition.name}" for word in edition.absent if word in there]
    return found


def _of_answers(folder: Path, words: list[str], manifest: Manifest) -> list[str]:
    """Whether the station's own look-up finds what is there and nothing else, at both ends and in between."""
    try:
        lexicon = load_lexicon(folder, manifest.id)
    except LexiconError as error:
        return [str(error)]
    there = frozenset(words)
    asked = {words[0], words[-1], *words[:: max(1, len(words) // _SAMPLE)]}
    asked |= {word[:-1] + "Q" for word in asked} | {word + "S" for word in asked}
    return [
        f"the look-up is wrong about {word}" for word in sorted(asked) if (word in lexicon) != (word in there)
    ]
