"""Draws a phoney, or the real word that looks like one: what is shown is chosen here.

The rules guarded: no word of the list ever passes for a phoney; nothing offensive is drawn; a real word comes
from the same band (length, ending or beginning, likeliness of its letters) as the phoneys it stands among, so
that nothing but knowing the word tells them apart.
"""

from collections.abc import Container, Sequence
from random import Random
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.practice.phoneys.blocked import Blocked
from kiosk.practice.phoneys.families import Family, Phoney
from kiosk.practice.phoneys.making import MAKERS, PREFIXES, Words
from kiosk.practice.phoneys.model import LONGEST, Plausibility
from kiosk.practice.phoneys.spelling import VOWELS
from kiosk.practice.search import WordSearch

_TRIES = 400
_LOOKED_AT = 160  # words of the band, by their ends
_NEAREST = 3
_TWINS = 16  # of these, by the likeliness of all letters
_ENDING = 4
_FEWEST_OF_A_KIND = 25  # real words with that ending or beginning, or the phoney stands out by it


@frozen
class Limits:
    """*shortest*: of phoneys; *seen*: what this session had already."""

    shortest: int = 2
    seen: Container[str] = frozenset()


class Drawer:
    def __init__(self, source: Words, model: Plausibility, blocked: Blocked) -> None:
        self._source = source
        self._words = source.words
        self._model = model
        self._blocked = blocked
        # Learned beforehand, so that no question has to wait for it.
        self._ending, self._prefixed = _by_ending(source.words), _by_prefix(source.words)
        for length in range(2, LONGEST + 1):
            model.floor(length)

    def phoney(
        self, family: Family, chance: Random, limits: Limits, length: int | None = None
    ) -> Phoney | None:
        """A phoney of *family*, of *length* letters if that is asked; None where the list is too small."""
        for _ in range(_TRIES):
            made = MAKERS[family](self._source, chance)
            if made is not None and length in (None, len(made.word)) and self._good(made, limits):
                return made
        return None

    def twin(self, made: Phoney, chance: Random, limits: Limits) -> str | None:
        """A real word of the band of *made*; None where there is none that was not seen."""
        band = self._band(made)
        drawn = {chance.choice(band) for _ in range(_LOOKED_AT)} if band else set()
        fit = [word for word in drawn if word not in limits.seen and not self._blocked.is_word(word)]
        near = sorted(fit, key=lambda word: (_unlike(word, made.word), word))[:_TWINS]
        wanted = self._model.score(made.word)
        near.sort(key=lambda word: abs(self._model.score(word) - wanted))
        # Not always the nearest: a few words would stand in for all.
        return chance.choice(near[:_NEAREST]) if near else None

    def _good(self, made: Phoney, limits: Limits) -> bool:
        word = made.word
        return (
            max(2, limits.shortest) <= len(word) <= LONGEST
            and word not in self._words
            and word not in limits.seen
            and self._looks_real(made)
            and len(self._band(made)) >= min(_FEWEST_OF_A_KIND, len(self._words.of_length(len(word))))
            and not self._blocked.in_phoney(word)
            and not self._blocked.is_word(made.base)
            and not self._blocked.is_word(made.second)
        )

    def _looks_real(self, made: Phoney) -> bool:
        if made.family is Family.OTHER_LIST:  # it is a word, if not of this list
            return True
        return self._model.score(made.word) >= self._model.floor(len(made.word))

    def _band(self, made: Phoney) -> Sequence[str]:
        """The real words of its length that begin or end as *made* does, where that is what
        its family is known by."""
        word, length = made.word, len(made.word)
        if made.family is Family.PREFIX:
            return self._prefixed.get((length, _prefix_of(made)), ())
        if made.family is Family.COMPOUND:
            return self._source.parts.compounds.get(length, ())
        if made.family in (Family.PLURAL, Family.SUFFIX):
            return self._ending.get((length, word[-_tail(length) :]), ())
        return self._words.of_length(length)


_Bands: TypeAlias = dict[tuple[int, str], list[str]]


def _by_ending(words: WordSearch) -> _Bands:
    bands: _Bands = {}
    for length in range(4, LONGEST + 1):
        tail = _tail(length)
        for word in words.of_length(length):
            bands.setdefault((length, word[-tail:]), []).append(word)
    return bands


def _tail(length: int) -> int:
    return min(_ENDING, length - 2)


def _by_prefix(words: WordSearch) -> _Bands:
    bands: _Bands = {}
    prefixes = tuple(PREFIXES)
    for length in range(4, LONGEST + 1):
        for word in words.of_length(length):
            if word.startswith(prefixes):
                prefix = next(each for each in prefixes if word.startswith(each))
                # REACH begins with RE-, but is not made with it.
                if word.removeprefix(prefix) in words:
                    bands.setdefault((length, prefix), []).append(word)
    return bands


def _prefix_of(made: Phoney) -> str:
    # The base may have changed its end, never its first two letters.
    return made.word[: made.word.index(made.base[:2], 2)]


def _unlike(word: str, wanted: str) -> int:
    """How little the ends of two words of one length have in common."""
    ends = (word[-1] != wanted[-1], word[-2:] != wanted[-2:], word[-3:] != wanted[-3:], word[0] != wanted[0])
    vowels = sum((one in VOWELS) != (other in VOWELS) for one, other in zip(word, wanted, strict=False))
    return 2 * sum(ends) + vowels
