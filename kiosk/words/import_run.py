"""Importing a word list: read, gather, judge its fitness, recognise it, store it. All or nothing."""

import gc
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.folder import LEXICONS
from kiosk.words import store, writer
from kiosk.words.editions import edition_of, reserved_for
from kiosk.words.fitness import english_share, refuse_unfit
from kiosk.words.importers import (
    archive,
    entries,
    foreign,
    json_list,
    quackle,
    text,
    wolges,
    zyzzyva_db,
    zyzzyva_graph,
)
from kiosk.words.play import LexiconIdentity
from kiosk.words.recognition import ListsHere, Recognition, canonical_text, recognise, short
from kiosk.words.writer import sole_writer

# ---- importers ---------------------------------------------------------------------------------------------
# Readers of word lists as they come: text in many forms, JSON, Zyzzyva, Quackle and wolges files,
# archives.
#
# What a file is, is decided by its content, never by its name. Every reader looks; exactly one must recognise
# the file. A reader that meets anything odd refuses with the place and the reason: a list is read whole or
# not at all.


class Reader(Protocol):
    """What each module of `importers` for a kind of file is."""

    def fits(self, source: entries.ListFile) -> bool:
        """Whether *source* looks like a file of this kind."""

    def read(self, source: entries.ListFile) -> entries.Entries:
        """*source*, taken apart."""


FORMATS: tuple[Reader, ...] = (text, json_list, zyzzyva_graph, zyzzyva_db, quackle, wolges)


def read_word_list(data: bytes) -> entries.Entries:
    """The entries of the word list in *data*, unpacked first if it is a zip or gzip file."""
    if not data:
        raise entries.refuse_file("the file is empty", "Choose the file that holds the words.")
    if len(data) > entries.LARGEST:
        raise entries.refuse_file(
            f"the file is larger than {entries.LARGEST // 2**20} MB", "No word list is that large."
        )
    if archive.fits(data):
        data = archive.unpack(data)
    foreign.refuse_known(data)
    source = entries.ListFile(data, text.decode(data))
    fitting = [reader for reader in FORMATS if reader.fits(source)]
    if len(fitting) > 1:
        return _only_one_that_reads(fitting, source)
    if not fitting:
        raise foreign.refuse_unknown(data)
    return fitting[0].read(source)


def _only_one_that_reads(readers: list[Reader], source: entries.ListFile) -> entries.Entries:
    readings = []
    for reader in readers:
        try:
            readings.append(reader.read(source))
        except LexiconError:
            continue
    if len(readings) != 1:
        raise entries.refuse_file(
            "the file could be of more than one kind", "Export the list as plain text and import that."
        )
    return readings[0]


# ---- intake ------------------------------------------------------------------------------------------------
# Importing a word list: read, gather, judge its fitness, recognise it, store it. All or nothing, never
# merged.

_LONGEST_NAME = 60


@frozen
class ImportChoices:
    """What the director chose: a name of their own, to leave bad entries out, to take a list that is very
    short or doubtful."""

    name: str | None = None
    skip_bad: bool = False
    force: bool = False


@frozen
class Imported:
    """A list that is now in the data folder. *already*: it was there before, and nothing changed. *english*
    is the share of its words that the free list knows."""

    identity: LexiconIdentity
    manifest: store.Manifest
    recognition: Recognition
    gathered: entries.Gathered
    already: bool
    english: float


@frozen
class ReadList:
    """A list as it was read from a file, fit to be kept; nothing is stored yet. *content*: its words, as they
    are stored."""

    manifest: store.Manifest
    content: bytes
    recognition: Recognition
    gathered: entries.Gathered
    english: float


def import_list(
    folder: Path, path: Path, choices: ImportChoices, today: str, watch: entries.Watch | None = None
) -> Imported:
    """Bring the list in the file *path* into the data folder *folder*. When this returns, the list has been
    loaded from there."""
    return keep_list(folder, read_list(folder, path, choices, today, watch))


def read_list(
    folder: Path, path: Path, choices: ImportChoices, today: str, watch: entries.Watch | None = None
) -> ReadList:
    """The list in the file *path*, held against those in the data folder *folder*; nothing is written."""
    name = check_name(choices.name) if choices.name is not None else None
    with _collector_at_rest():
        gathered = entries.gather(read_word_list(read_file(path)), skip_bad=choices.skip_bad, watch=watch)
    content = canonical_text(gathered.words)
    fingerprint = store.fingerprint_of(content)
    free = store.load_lexicon(folder, store.BUNDLED_ID)
    refuse_unfit(gathered, free, exact=edition_of(fingerprint) is not None, force=choices.force)
    by_length = Counter(map(len, gathered.words))
    recognition = recognise(gathered.words, fingerprint, by_length, ListsHere(folder))
    id, name = _id_and_name(name, fingerprint)
    manifest = store.Manifest(
        id, name, len(gathered.words), by_length, fingerprint, source=path.name, date=today
    )
    return ReadList(manifest, content, recognition, gathered, english_share(gathered.words, free))


def keep_list(folder: Path, read: ReadList) -> Imported:
    """Make *read* one of the lists of *folder*. When this returns, it has been loaded from there."""
    already = _bring_in(folder, read.manifest, read.content, read.gathered.definitions)
    kept = store.load_lexicon(folder, read.manifest.id)
    return Imported(kept.identity, kept.manifest, read.recognition, read.gathered, already, read.english)


def _bring_in(folder: Path, manifest: store.Manifest, content: bytes, definitions: Mapping[str, str]) -> bool:
    """Store the list and read it back while nobody else may change the folder; returns whether it was already
    there."""
    store.verify(content, manifest)
    if manifest.id == store.BUNDLED_ID:
        return True
    home = folder / LEXICONS
    with sole_writer(home):
        writer.sweep(home)
        already = _is_there(folder, manifest)
        if not already:
            writer.store(folder, manifest, content, definitions)
        elif definitions and not _has_definitions(folder, manifest.id):
            writer.add_definitions(folder, manifest.id, definitions)
        if store.load_lexicon(folder, manifest.id).identity.fingerprint != manifest.fingerprint:
            raise LexiconError(f"The word list “{manifest.id}” was changed while it was imported. Try again.")
    return already


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Switch garbage collection off: reading makes a million small objects and no cycles, and the collector
    would walk them again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_file(path: Path) -> bytes:
    """The content of the file *path*, if it is a file and not absurdly large."""
    try:
        if path.is_dir():
            raise entries.refuse_file(f"“{path.name}” is a folder", "Name the file that holds the words.")
        if path.exists() and not path.is_file():
            raise entries.refuse_file(f"“{path.name}” is not a file", "Name the file that holds the words.")
        with path.open("rb") as file:
            return file.read(entries.LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise entries.refuse_file(
            f"“{path.name}” cannot be read ({why})", "Check the name and try again."
        ) from error


def check_name(name: str) -> str:
    """*name* as a list may be called."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not store.ID.fullmatch(slug(name)) or len(name) > _LONGEST_NAME or not name.isprintable():
        raise LexiconError(
            f"A list cannot be called “{name}”. "
            f"Choose a name of letters and digits, at most {_LONGEST_NAME} long."
        )
    if slug(name) == store.BUNDLED_ID:
        raise LexiconError("The name “free” belongs to the list in the box. Choose another name.")
    return name


def slug(name: str) -> str:
    """*name* as an id: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.")


def _id_and_name(name: str | None, fingerprint: str) -> tuple[str, str]:
    if name is not None:
        edition = reserved_for(name)
        if edition is not None and edition != edition_of(fingerprint):
            raise LexiconError(
                f"Nothing was imported: “{name}” is the name of an edition, and this list is not "
                f"{edition.name}. Choose another name."
            )
        return slug(name), name
    edition = edition_of(fingerprint)
    if edition is None:
        return f"list-{fingerprint[:8]}", f"Unknown list {short(fingerprint)}"
    bundled = store.load_manifest(Path(), store.BUNDLED_ID)
    if bundled.fingerprint == fingerprint:
        return store.BUNDLED_ID, bundled.name
    return slug(edition.name), edition.name


def _is_there(folder: Path, manifest: store.Manifest) -> bool:
    """Whether this very list is already stored and sound. Another list of the same id is never touched."""
    if manifest.id not in store.list_ids(folder):
        return False
    try:
        there = store.load_manifest(folder, manifest.id)
    except LexiconError:
        return False  # a damaged manifest says nothing; the import repairs it
    if there.fingerprint != manifest.fingerprint:
        raise LexiconError(
            f"Nothing was imported: there is already a list “{there.id}” with other words ({there.words:,}). "
            f"Remove it first, or give this one another name with --name."
        )
    try:
        store.load_lexicon(folder, manifest.id)
    except LexiconError:
        return False  # same list, damaged words: the import repairs it
    return True


def _has_definitions(folder: Path, id: str) -> bool:
    return (folder / LEXICONS / f"{id}{writer.DEFINITIONS}").is_file()
