"""Which edition a list is: exactly, nearly (and how it differs, where that can be named), or not at all."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from itertools import chain
from operator import xor
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import LexiconError
from kiosk.words.editions import Edition, alike, distance, edition_of, nearest
from kiosk.words.store import Manifest, fingerprint_of, list_ids, load_lexicon, load_manifest

# ---- word hash ---------------------------------------------------------------------------------------------
# The diagnostic hash of a set of words: the XOR of each word's MD5, as Quackle computes it.
#
# Being linear it can name a single difference between a list and an edition that is not at hand. For the same
# reason it can be forged: it never decides what a list is. The fingerprint does.

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FROM_LINES = bytes.maketrans(_LETTERS + b"\n", bytes(range(5, 31)) + b"\0")


def shares(words: Sequence[str]) -> list[int]:
    """The share of each of *words* in the hash, in their order."""
    if not words:
        return []
    # All words are coded at once: a call for each would take twice as long.
    coded = "\n".join(words).encode("ascii", "replace").translate(_FROM_LINES).split(b"\0")
    md5, number = hashlib.md5, int.from_bytes
    return [number(md5(word, usedforsecurity=False).digest(), "big") for word in coded]


def xor_md5(words: Sequence[str]) -> str:
    """The hash of *words*, each of which counts once."""
    return f"{reduce(xor, shares(words), 0):032x}"


# ---- recognition -------------------------------------------------------------------------------------------
# Recognising which edition a list is: exactly, nearly (and how it differs, where that can be named), or not
# at all.
#
# Only the fingerprint makes a list an edition. What the diagnostic hash suggests is believed only after the
# corrected list has given that edition's fingerprint.

NEAR = 20  # words by which the counts by length may differ in all
_AKIN = 0.05  # of an edition's words by which an unknown list may differ and still be called nearest to it
_MOST_BY_HASH = 2
_MOST_SEARCHED = 3  # lists at hand that are searched for a missing word
_FEWEST_LENGTHS = 3
_SHOWN = 20


class Match(StrEnum):
    EXACT = "exact"
    NEAR = "near"
    UNKNOWN = "unknown"


@frozen
class Recognition:
    """What a list was found to be. *nearest* names an edition it is not, *surplus* and *missing* why, if
    known."""

    match: Match
    sentence: str
    nearest: str | None = None
    surplus: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class ListsHere:
    """The lists of a data folder that are sound, for recognising another by. What they are is cheap to ask,
    their words are not."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def manifests(self) -> tuple[Manifest, ...]:
        return tuple(
            manifest for id in list_ids(self._folder) if (manifest := self._manifest(id)) is not None
        )

    def words(self, id: str) -> list[str]:
        """The words of the list *id*; none if it does not hold what its manifest promises."""
        try:
            return load_lexicon(self._folder, id).words()
        except LexiconError:
            return []

    def _manifest(self, id: str) -> Manifest | None:
        try:
            return load_manifest(self._folder, id)
        except LexiconError:
            return None


def canonical_text(words: Iterable[str]) -> bytes:
    """The text a fingerprint is computed over."""
    return "\n".join(sorted(words)).encode("ascii")


def short(fingerprint: str) -> str:
    """The beginning of *fingerprint*, for comparing two stations by eye."""
    return f"{fingerprint[:4]}-{fingerprint[4:8]}"


def recognise(
    words: Sequence[str], fingerprint: str, by_length: Mapping[int, int], at_hand: ListsHere
) -> Recognition:
    """What the list of *words* is. The lists *at_hand* may help to name a difference."""
    if edition := edition_of(fingerprint):
        return Recognition(Match.EXACT, f"{edition.name} · {edition.words:,} words · exact", edition.name)
    edition, off = nearest(by_length)
    if off > NEAR:
        return _unknown(words, fingerprint, by_length, at_hand)
    found = _differences(frozenset(words), edition, at_hand)
    if found is None:
        return Recognition(Match.NEAR, f"not {edition.name}: {_by_counts(edition, by_length)}", edition.name)
    surplus, missing = found
    told = ", ".join(text for text in (_describe(surplus, "too many"), _describe(missing, "missing")) if text)
    return Recognition(Match.NEAR, f"not {edition.name}: {told}", edition.name, surplus, missing)


def _unknown(
    words: Sequence[str], fingerprint: str, by_length: Mapping[int, int], at_hand: ListsHere
) -> Recognition:
    """A list too far from every edition; which one it is nearest to may still be told."""
    sentence = f"unknown list · {len(words):,} words · {short(fingerprint)}"
    edition, off = nearest(by_length)
    if (there := _nearest_at_hand(by_length, at_hand)) is not None:
        stored, id = there
        mine, wanted = frozenset(words), frozenset(at_hand.words(id))
        surplus, missing = tuple(sorted(mine - wanted)), tuple(sorted(wanted - mine))
        # Counts can only be too small: another edition that they make nearer need not be.
        if wanted and (stored == edition or len(surplus) + len(missing) <= off):
            told = f"nearest is {stored.name}: {len(missing):,} missing, {len(surplus):,} too many"
            return Recognition(Match.UNKNOWN, f"{sentence} · {told}", stored.name, surplus, missing)
    if off <= _AKIN * edition.words:
        told = f"by its counts nearest to {edition.name}, at least {off:,} words off"
        return Recognition(Match.UNKNOWN, f"{sentence} · {told}", edition.name)
    edition, lengths = alike(by_length)
    if len(lengths) >= _FEWEST_LENGTHS:
        told = f"as many words as {edition.name} of {_ranges(lengths)} letters"
        return Recognition(Match.UNKNOWN, f"{sentence} · {told}", edition.name)
    return Recognition(Match.UNKNOWN, sentence)


def _nearest_at_hand(by_length: Mapping[int, int], at_hand: ListsHere) -> tuple[Edition, str] | None:
    """The edition stored here whose counts by length are nearest to *by_length*, and the id of its list."""
    stored = (
        (distance(manifest.by_length, by_length), manifest.id, edition)
        for manifest in at_hand.manifests()
        if (edition := edition_of(manifest.fingerprint)) is not None
    )
    best = min(stored, key=lambda row: row[:2], default=None)
    return None if best is None or best[0] > _AKIN * best[2].words else (best[2], best[1])


def _ranges(lengths: Sequence[int]) -> str:
    """*lengths* as people write them: 2–8, 10."""
    runs: list[list[int]] = []
    for length in lengths:
        if runs and runs[-1][-1] == length - 1:
            runs[-1].append(length)
        else:
            runs.append([length])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _describe(words: tuple[str, ...], how: str) -> str:
    if not words:
        return ""
    named = " ".join(words[:_SHOWN]) + (" …" if len(words) > _SHOWN else "")
    return f"{len(words)} word{'s' if len(words) > 1 else ''} {how}: {named}"


def _by_counts(edition: Edition, by_length: Mapping[int, int]) -> str:
    lengths = sorted(edition.by_length.keys() | by_length.keys())
    off = {length: by_length.get(length, 0) - edition.by_length.get(length, 0) for length in lengths}
    told = ", ".join(
        f"{length} letters {count:+d}".replace("-", "−") for length, count in off.items() if count
    )
    # Net counts: a word too many of some length hides one that is missing.
    return f"at least {told}" if told else "the same counts by length, but not the same words"


def _differences(
    words: frozenset[str], edition: Edition, at_hand: ListsHere
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The words too many and the words missing, if they can be named for certain."""
    manifests = at_hand.manifests()
    for manifest in manifests:
        if manifest.fingerprint == edition.fingerprint and (there := at_hand.words(manifest.id)):
            wanted = frozenset(there)
            return tuple(sorted(words - wanted)), tuple(sorted(wanted - words))
    if edition.xor_md5 is None or abs(len(words) - edition.words) > _MOST_BY_HASH:
        return None
    changed = _by_hash(words, _candidates(words, edition, at_hand), int(edition.xor_md5, 16))
    if changed is None or fingerprint_of(canonical_text(words ^ changed)) != edition.fingerprint:
        return None
    return tuple(sorted(words & changed)), tuple(sorted(changed - words))


def _candidates(words: frozenset[str], edition: Edition, at_hand: ListsHere) -> Iterator[list[str]]:
    """Words that may be missing, from the lists nearest to *edition*: a word it has, its neighbours have."""
    manifests = sorted(
        at_hand.manifests(), key=lambda manifest: distance(manifest.by_length, edition.by_length)
    )
    seen: set[str] = set(words)
    for manifest in manifests[:_MOST_SEARCHED]:
        more = set(at_hand.words(manifest.id)) - seen
        seen |= more
        yield sorted(more)


def _by_hash(
    words: frozenset[str], candidates: Iterable[Sequence[str]], wanted: int
) -> frozenset[str] | None:
    """One or two words that, added or removed, would give the hash *wanted*."""
    ordered = tuple(words)
    own = shares(ordered)
    by_share = dict(zip(own, ordered, strict=True))
    difference = reduce(xor, own, wanted)
    for more in chain(((),), candidates):
        by_share |= zip(shares(more), more, strict=True)
        if difference in by_share:
            return frozenset((by_share[difference],))
        for share, word in by_share.items():
            other = by_share.get(difference ^ share)
            if other is not None and other != word:
                return frozenset((word, other))
    return None
