"""Word lists: import, look at, verify, compare, remove."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.actions.staff import Staff, writing
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.event import LexiconImportedBody
from kiosk.core.words.lexicon import LexiconIdentity
from kiosk.errors import LexiconError
from kiosk.storage.lexicons.manifest import Manifest
from kiosk.storage.lexicons.store import BUNDLED_ID, list_ids, load_lexicon
from kiosk.storage.lexicons.uses import uses_of
from kiosk.storage.lexicons.writer import remove
from kiosk.storage.log.place import log_path

if TYPE_CHECKING:
    from kiosk.storage.lexicons.check import ListCheck
    from kiosk.storage.lexicons.editions import Edition
    from kiosk.storage.lexicons.importers.gather import Watch
    from kiosk.storage.lexicons.importers.reading import Entry
    from kiosk.storage.lexicons.intake import ImportChoices, Imported
    from kiosk.storage.log.writer import Log
    from kiosk.storage.reading.reader import Progress

_EVERY = 5000  # entries between two progress reports


@frozen
class ListHere:
    """A list of this station; *identity* None: it cannot be used, and *damaged* says why."""

    id: str
    identity: LexiconIdentity | None
    damaged: str = ""


@frozen
class ListFacts:
    """All there is to know about a list. *edition*: what is known of the published one it is, if any; *used*:
    the divisions of the set-up that are judged by it."""

    identity: LexiconIdentity
    manifest: Manifest
    edition: "Edition | None"
    words: Sequence[str]
    used: tuple[str, ...]


@frozen
class Difference:
    """What the later of two lists has and the earlier one lacks, and vice versa."""

    added: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def by_length(self) -> Mapping[int, tuple[int, int]]:
        """How many were added and removed, for each length that has any."""
        lengths = sorted({len(word) for word in (*self.added, *self.removed)})
        return {length: (_of(length, self.added), _of(length, self.removed)) for length in lengths}


def import_words(
    staff: Staff, file: Path, choices: "ImportChoices", progress: "Progress | None" = None
) -> "Imported":
    """Bring the word list in *file* to the station of *staff*, whatever its form, say which edition it is,
    and put it on record where there is a log already. While another process writes to it, nothing is done."""
    from kiosk.storage.lexicons.intake import import_list  # the readers of all forms are slow to load

    with _log_if_any(staff) as log:
        today = staff.clock().at[:10]
        imported = import_list(
            staff.folder, file, choices, today, None if progress is None else watched(progress)
        )
        if log is not None and not imported.already:
            log.append(imported_body(imported.identity))
        return imported


def watched(progress: "Progress") -> "Watch":
    """Passes the entries of a file on, and tells *progress* how many there were of how many."""

    def told(entries: "Iterable[Entry]", total: int) -> "Iterator[Entry]":
        for done, entry in enumerate(entries, start=1):
            yield entry
            if done % _EVERY == 0:
                progress(done, total)

    return told


@contextmanager
def _log_if_any(staff: Staff) -> "Iterator[Log | None]":
    """The log of *staff*; None before the first set-up, which makes it."""
    if not log_path(staff.folder).exists():
        yield None
        return
    with writing(staff) as log:
        yield log


def imported_body(of: LexiconIdentity) -> LexiconImportedBody:
    """What the record of an import says."""
    return LexiconImportedBody(of.id, of.name, of.edition, of.words, of.fingerprint)


def lists_here(folder: Path) -> list[ListHere]:
    """The lists of *folder*: the free one in the box and those imported."""
    return [_here(folder, id) for id in list_ids(folder)]


def _here(folder: Path, id: str) -> ListHere:
    try:
        return ListHere(id, load_lexicon(folder, id).identity)
    except LexiconError as error:
        return ListHere(id, None, str(error))


def list_facts(folder: Path, id: str) -> ListFacts:
    """What is known about the list *id*."""
    from kiosk.storage.lexicons.editions import edition_of

    lexicon = load_lexicon(folder, id)
    edition = edition_of(lexicon.identity.fingerprint)
    return ListFacts(lexicon.identity, lexicon.manifest, edition, lexicon.words(), uses_of(folder, id))


def verify_lists(folder: Path, ids: Sequence[str]) -> "list[ListCheck]":
    """Check the lists *ids*, or all of them if none is named, against their fingerprints."""
    from kiosk.storage.lexicons.check import check_lexicon

    return [check_lexicon(folder, id) for id in ids or list_ids(folder)]


def difference(folder: Path, earlier: str, later: str) -> Difference:
    """What list *later* has and list *earlier* lacks, and vice versa."""
    before, after = (frozenset(load_lexicon(folder, id).words()) for id in (earlier, later))
    return Difference(tuple(sorted(after - before)), tuple(sorted(before - after)))


def _of(length: int, words: Sequence[str]) -> int:
    return sum(len(word) == length for word in words)


def remove_list(folder: Path, id: str) -> None:
    """Remove the imported list *id*. Refused while the set-up uses it."""
    if id == BUNDLED_ID:
        raise LexiconError(
            "The list in the box cannot be removed. Import an official list and use that instead."
        )
    if id not in list_ids(folder):
        raise LexiconError(f"There is no word list “{id}” here. See the lists with: kiosk lexicon list")
    if used := uses_of(folder, id):
        raise LexiconError(
            f"The word list “{id}” is not removed: {', '.join(used)} uses it. Change the set-up first."
        )
    remove(folder, id)
