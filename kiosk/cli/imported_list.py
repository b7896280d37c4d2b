"""What `kiosk lexicon import` says of a list: what it is, where it is, and every line that is not a word of
it."""

from collections.abc import Iterator, Mapping
from typing import Any

from kiosk.storage.lexicons.importers.fitness import ENGLISH
from kiosk.storage.lexicons.importers.gather import Gathered
from kiosk.storage.lexicons.intake import Imported


def in_order(by_length: Mapping[int, int]) -> dict[str, int]:
    """Counts by length as JSON has them."""
    return {str(length): by_length[length] for length in sorted(by_length)}


def import_facts(imported: Imported) -> dict[str, Any]:
    """What `--json` answers."""
    gathered, recognition = imported.gathered, imported.recognition
    return {
        "id": imported.identity.id,
        "name": imported.identity.name,
        "edition": imported.identity.edition,
        "family": imported.identity.family,
        "words": imported.identity.words,
        "by_length": in_order(imported.manifest.by_length),
        "fingerprint": imported.identity.fingerprint,
        "match": recognition.match.value,
        "sentence": recognition.sentence,
        "nearest": recognition.nearest,
        "surplus": recognition.surplus,
        "missing": recognition.missing,
        "already": imported.already,
        "format": gathered.format,
        "header": gathered.header,
        "entries": gathered.entries,
        "duplicates": gathered.duplicates,
        "too_short": gathered.too_short,
        "too_long": gathered.too_long,
        "marked": gathered.marked,
        "comments": gathered.comments,
        "wordy": gathered.wordy,
        "english": round(imported.english, 3),
        "definitions": len(gathered.definitions),
        "skipped": [{"place": bad.place, "text": bad.text, "reason": bad.reason} for bad in gathered.bad],
    }


def import_lines(imported: Imported) -> Iterator[str]:
    """What a person reads."""
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
