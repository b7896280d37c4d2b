"""How much a string looks like a word of the loaded list: letters by the two before them, by length.

A word of the list is judged as if it were not in it: else every real word would look better than its twin
for no other reason than that it was counted.
"""

from collections import Counter
from collections.abc import Mapping
from math import log

from kiosk.practice.search import WordSearch

LONGEST = 9  # letters of what a drill asks; longer words are hardly ever played, and are not learned
_EDGE = "\n"
_SAMPLED = 400  # words of a length, evenly spread, say what is usual for it
_FLOOR_AT = 0.30  # of real words of that length look worse
_SMALLEST = 1e-5
_OF_LENGTH, _OF_ALL, _OF_PAIR = 0.45, 0.4, 0.15

_PAIR = ("", "")  # tells the last pair of a three from its first

_Counts = Mapping[tuple[str, ...], int]
_Own = Mapping[tuple[str, ...], int]
_NOTHING: _Own = {}


class Plausibility:
    """What was learned from a list: half a second for 280,000 words, once."""

    def __init__(self, words: WordSearch) -> None:
        self._words = words
        self._by_length: dict[int, _Counts] = {}
        everything: Counter[tuple[str, ...]] = Counter()
        for length in (each for each in words.lengths() if each <= LONGEST):
            # Line feeds mark both ends of each word, and none is counted across two of them.
            text = _EDGE + (_EDGE * 2).join(words.of_length(length)) + _EDGE
            threes: Counter[tuple[str, ...]] = Counter(zip(text, text[1:], text[2:], strict=False))
            counts = Counter({each: count for each, count in threes.items() if each[1] != _EDGE})
            everything.update(counts)
            counts.update(_pairs(threes))
            self._by_length[length] = counts
        everything.update(_pairs(everything))
        self._all: _Counts = everything
        self._twos = _twos(everything)
        self._floors: dict[int, float] = {}

    def score(self, word: str) -> float:
        """The mean logarithm of the chance of each letter of *word*; the higher, the more it looks real."""
        parts = _parts(word)
        own = _own(parts) if word in self._words else _NOTHING
        counts = self._by_length.get(len(word), {})
        return sum(log(self._chance(part, counts, own)) for part in parts) / len(word)

    def floor(self, length: int) -> float:
        """What a phoney of *length* letters has to reach: three in ten real words do not."""
        if length not in self._floors:
            words = self._words.of_length(length)
            sampled = sorted(self.score(word) for word in words[:: max(1, len(words) // _SAMPLED)])
            self._floors[length] = sampled[int(len(sampled) * _FLOOR_AT)] if sampled else 0.0
        return self._floors[length]

    def _chance(self, part: tuple[str, ...], counts: _Counts, own: _Own) -> float:
        left, before, pairs = own.get(part, 0), own.get(part[:2], 0), own.get(part[1:] + _PAIR, 0)
        here = (counts.get(part, 0) - left) / max(1, counts.get(part[:2], 0) - before)
        anywhere = (self._all.get(part, 0) - left) / max(1, self._all.get(part[:2], 0) - before)
        single = self._twos.get(part[1:2], 0) - own.get(part[1:2], 0)
        pair = (self._twos.get(part[1:], 0) - pairs) / max(1, single)
        return _SMALLEST + max(0.0, _OF_LENGTH * here + _OF_ALL * anywhere + _OF_PAIR * pair)


def _own(parts: list[tuple[str, ...]]) -> _Own:
    """What a word added to the counts itself: threes, their first pairs, their last pairs, single letters."""
    counted: Counter[tuple[str, ...]] = Counter(parts)
    counted.update(part[:2] for part in parts)
    counted.update(part[1:] + _PAIR for part in parts)
    counted.update(part[1:2] for part in parts)
    return counted


def _parts(word: str) -> list[tuple[str, ...]]:
    text = _EDGE + word + _EDGE
    return list(zip(text, text[1:], text[2:], strict=False))


def _pairs(threes: Mapping[tuple[str, ...], int]) -> Counter[tuple[str, ...]]:
    """How often each pair of signs had another after it."""
    pairs: Counter[tuple[str, ...]] = Counter()
    for part, count in threes.items():
        if part[1] != _EDGE:
            pairs[part[:2]] += count
    return pairs


def _twos(counts: _Counts) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for part, count in counts.items():
        if len(part) == 3:
            found[part[1:]] += count
            found[part[1:2]] += count
    return found
