"""The thorough self-test of a stored list: what its import proved is proved again from the bytes on disk."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.files import read_small
from kiosk.words import store
from kiosk.words.editions import edition_of
from kiosk.words.play import ALPHABET, LONGEST, SHORTEST

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
    home = store.home_of(folder, id)
    try:
        if not any((home / f"{id}{ending}").exists() for ending in (".toml", store.WORDS)):
            raise LexiconError(f"There is no word list “{id}” here. See the lists with: kiosk lexicon list")
    except OSError as error:
        return ListCheck(id, (f"its folder cannot be entered ({error.strerror or error})",))
    try:
        manifest = store.load_manifest(folder, id)
        content = read_small(home / f"{id}{store.WORDS}", store.LARGEST_FILE)
    except LexiconError as error:
        return ListCheck(id, (str(error),))
    except OSError as error:
        return ListCheck(id, (f"its file cannot be read ({error.strerror or error})",))
    words = content.decode("latin-1").split("\n")
    found = [*_of_words(words), *_of_promises(words, content, manifest)]
    if not found:
        found = _of_answers(folder, words, manifest)
    return ListCheck(id, tuple(found), len(words), store.fingerprint_of(content))


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


def _of_promises(words: list[str], content: bytes, manifest: store.Manifest) -> list[str]:
    found = []
    if store.fingerprint_of(content) != manifest.fingerprint:
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


def _of_answers(folder: Path, words: list[str], manifest: store.Manifest) -> list[str]:
    """Whether the station's own look-up finds what is there and nothing else, at both ends and in between."""
    try:
        lexicon = store.load_lexicon(folder, manifest.id)
    except LexiconError as error:
        return [str(error)]
    there = frozenset(words)
    asked = {words[0], words[-1], *words[:: max(1, len(words) // _SAMPLE)]}
    asked |= {word[:-1] + "Q" for word in asked} | {word + "S" for word in asked}
    return [
        f"the look-up is wrong about {word}" for word in sorted(asked) if (word in lexicon) != (word in there)
    ]
