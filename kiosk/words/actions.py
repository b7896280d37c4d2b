"""Word lists: import, look at, verify, compare, remove; and what a person reads about an imported one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError, SetupError
from kiosk.log.bodies import LexiconImportedBody
from kiosk.log.store import log_path
from kiosk.setup.staff_actions import Staff, writing
from kiosk.setup.store import load_settings
from kiosk.words.fitness import ENGLISH
from kiosk.words.import_run import Imported
from kiosk.words.importers.entries import Gathered
from kiosk.words.play import LexiconIdentity
from kiosk.words.store import BUNDLED_ID, Manifest, list_ids, load_lexicon
from kiosk.words.writer import remove

if TYPE_CHECKING:
    from kiosk.log.reader import Progress
    from kiosk.log.writer import Log
    from kiosk.words.check_reader import ListCheck
    from kiosk.words.editions import Edition
    from kiosk.words.import_run import ImportChoices
    from kiosk.words.importers.entries import Entry, Watch


# ---- imported list -----------------------------------------------------------------------------------------
# What a person reads about an imported list: what it is, where it is, and what in the file is not one of its
# words.


def import_lines(imported: Imported) -> Iterator[str]:
    """The sentences on *imported*, what it is first."""
    identity, gathered = imported.identity, imported.gathered
    yield imported.recognition.sentence
    where = "It was already here as" if imported.already else "Stored as"
    entries = "1 entry" if gathered.entries == 1 else f"{gathered.entries:,} entries"
    yield f"{where} “{identity.id}” ({gathered.format}, {entries})."
    yield f'A set-up names it by that id: main = "{identity.id}"'
    if imported.english < ENGLISH and identity.edition is None:
        yield f"Only {imported.english:.0%} of its words are in the free English list: is it the right one?"
    yield from _account(gathered)
    yield from _skipped_lines(gathered)


def _account(gathered: Gathered) -> Iterator[str]:
    """Everything in the file that is not among the words."""
    first_wordy = f"the first in {gathered.unit} {gathered.first_wordy}"
    left_out = f"{gathered.too_short:,} of one letter, {gathered.too_long:,} of more than 15"
    lines = (
        (gathered.header, f"The first line is a title, not a word: {gathered.header[:100]}"),
        (gathered.comments, f"Comments: {gathered.comments:,}, the first is: {gathered.first_comment}"),
        (gathered.marked, f"Marks taken off words (# * ! $ + ^): {gathered.marked:,}"),
        (gathered.wordy, f"Definitions that may be further words: {gathered.wordy:,}, {first_wordy}"),
        (gathered.duplicates, f"Entered more than once: {gathered.duplicates:,}"),
        (gathered.too_short or gathered.too_long, f"Left out: {left_out}."),
        (gathered.definitions, f"Definitions kept beside the list: {len(gathered.definitions):,}"),
    )
    yield from (line for there, line in lines if there)


def _skipped_lines(gathered: Gathered) -> Iterator[str]:
    if gathered.bad:
        yield f"Skipped, no words: {len(gathered.bad):,}"
    for bad in gathered.bad[:20]:
        yield f"  {gathered.unit} {bad.place}: {bad.text} ({bad.reason})"


# ---- lists -------------------------------------------------------------------------------------------------
# Word lists: import, look at, verify, compare, remove.

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
    from kiosk.words.import_run import import_list  # the readers of all forms are slow to load

    with _log_if_any(staff) as log:
        today = staff.clock().at[:10]
        imported = import_list(
            staff.folder, file, choices, today, None if progress is None else watch_entries(progress)
        )
        if log is not None and not imported.already:
            log.append(imported_body(imported.identity))
        return imported


def watch_entries(progress: "Progress") -> "Watch":
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
    from kiosk.words.editions import edition_of

    lexicon = load_lexicon(folder, id)
    edition = edition_of(lexicon.identity.fingerprint)
    return ListFacts(lexicon.identity, lexicon.manifest, edition, lexicon.words(), uses_of(folder, id))


def verify_lists(folder: Path, ids: Sequence[str]) -> "list[ListCheck]":
    """Check the lists *ids*, or all of them if none is named, against their fingerprints."""
    from kiosk.words.check_reader import check_lexicon

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


def uses_of(folder: Path, id: str) -> tuple[str, ...]:
    """The divisions that use the list *id*, each with the list's part in it. A set-up that cannot be read
    refuses."""
    try:
        settings = load_settings(folder)
    except SetupError as error:
        raise LexiconError(
            f"The set-up cannot be read, so nobody can say whether it uses this list. {error}"
        ) from error
    if settings is None:
        return ()
    return tuple(
        f"{division.name} ({role})"
        for division in settings.divisions
        for role, used in (("main", division.main), ("long", division.long))
        if used == id
    )
