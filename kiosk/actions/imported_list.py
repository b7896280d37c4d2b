"""What a person reads about an imported list: what it is, where it is, and what in the file is not one of its
words."""

from collections.abc import Iterator

from kiosk.storage.lexicons.importers.fitness import ENGLISH
from kiosk.storage.lexicons.importers.gather import Gathered
from kiosk.storage.lexicons.intake import Imported


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
    yield from _skipped(gathered)


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


def _skipped(gathered: Gathered) -> Iterator[str]:
    if gathered.bad:
        yield f"Skipped, no words: {len(gathered.bad):,}"
    for bad in gathered.bad[:20]:
        yield f"  {gathered.unit} {bad.place}: {bad.text} ({bad.reason})"
