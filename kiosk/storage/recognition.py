"""Saying which edition a list is: exactly, nearly (and what sets it apart, where that can be named), or not
at all.

Only the fingerprint makes a list an edition. What the diagnostic hash suggests is believed only after the
corrected list has given that edition's fingerprint.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from kiosk.storage.editions import Edition, edition_of, nearest
from kiosk.storage.lexicon_store import StoredLexicon, fingerprint_of
from kiosk.storage.word_hash import word_md5

NEAR = 20  # words by which the counts by length may differ in all
_MOST_BY_HASH = 2
_SHOWN = 20


class Match(StrEnum):
    EXACT = "exact"
    NEAR = "near"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a list was found to be. *nearest* names an edition it is not, *surplus* and *missing* why, if
    known."""

    match: Match
    sentence: str
    nearest: str | None = None
    surplus: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


Others = Callable[[], Iterable[StoredLexicon]]


def canonical_text(words: Iterable[str]) -> bytes:
    """The text a fingerprint is computed over."""
    return "\n".join(sorted(words)).encode("ascii")


def short(fingerprint: str) -> str:
    """The beginning of *fingerprint*, for comparing two stations by eye."""
    return f"{fingerprint[:4]}-{fingerprint[4:8]}"


def recognise(
    words: Sequence[str], fingerprint: str, by_length: Mapping[int, int], others: Others
) -> Recognition:
    """What the list of *words* is. *others* gives the lists at hand, which may help to name a difference."""
    if edition := edition_of(fingerprint):
        return Recognition(Match.EXACT, f"{edition.name} · {edition.words:,} words · exact", edition.name)
    edition, distance = nearest(by_length)
    if distance > NEAR:
        return Recognition(Match.UNKNOWN, f"unknown list · {len(words):,} words · {short(fingerprint)}")
    found = _differences(frozenset(words), edition, others)
    if found is None:
        return Recognition(Match.NEAR, f"not {edition.name}: {_by_counts(edition, by_length)}", edition.name)
    surplus, missing = found
    told = ", ".join(text for text in (_told(surplus, "too many"), _told(missing, "missing")) if text)
    return Recognition(Match.NEAR, f"not {edition.name}: {told}", edition.name, surplus, missing)


def _told(words: tuple[str, ...], how: str) -> str:
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
    return f"counts by length differ: {told}" if told else "the same counts by length, but not the same words"


def _differences(
    words: frozenset[str], edition: Edition, others: Others
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The words too many and the words missing, if they can be named for certain."""
    at_hand = list(others())
    for other in at_hand:
        if other.identity.fingerprint == edition.fingerprint:
            wanted = frozenset(other.words())
            return tuple(sorted(words - wanted)), tuple(sorted(wanted - words))
    if edition.xor_md5 is None or abs(len(words) - edition.words) > _MOST_BY_HASH:
        return None
    candidates = frozenset(word for other in at_hand for word in other.words()) - words
    changed = _by_hash(words, candidates, int(edition.xor_md5, 16))
    if changed is None or fingerprint_of(canonical_text(words ^ changed)) != edition.fingerprint:
        return None
    return tuple(sorted(words & changed)), tuple(sorted(changed - words))


def _by_hash(words: AbstractSet[str], candidates: AbstractSet[str], wanted: int) -> frozenset[str] | None:
    """One or two words whose coming or going would give the hash *wanted*."""
    shares = {word_md5(word): word for word in words}
    difference = wanted
    for share in shares:
        difference ^= share
    shares |= {word_md5(word): word for word in candidates}
    if difference in shares:
        return frozenset((shares[difference],))
    for share, word in shares.items():
        other = shares.get(difference ^ share)
        if other is not None and other != word:
            return frozenset((word, other))
    return None
