"""The words that compounds of the list are made of, learned from the list itself."""

from collections import Counter
from random import Random

from kiosk.practice.search import WordSearch

_SHORTEST = 3
_LENGTHS = range(6, 10)
# Words to many lists, but in a compound only a prefix or an ending.
_AFFIXES = frozenset(
    word
    for line in (
        "MIS DIS PRO PRE SUB ANTI PER CON NON OUT OVER UNI TRI BIO ECO NEO ANA PAR ANT FOR FORE",
        "REC DES REP ISM ISMS ERS EERS ITE ITES ATE ATES ATED ENE ONE ONES INE TOR TORS LING",
        "LINGS LED LET LETS TED TING GED SHIP SHIPS NESS ABLE LESS LIKE INGS ANTS AGE AGES ION",
        "IONS URE URES ALS DEN DENS TON TONS NED TEN TENS RED LES KED PED PING DING DER DERS TERS",
        "TER EST ESTS",
    )
    for word in line.split()
)
_ENOUGH = 6  # compounds; a part of fewer is a coincidence


class CompoundParts:
    """*first*, *second*: how many compounds begin and end with each word; *compounds*: those, by length."""

    def __init__(self, words: WordSearch) -> None:
        split = _split(words)
        self.first = _often(Counter(first for first, _ in split))
        self.second = _often(Counter(second for _, second in split))
        self._first = tuple(self.first), tuple(self.first.values())
        self._second = tuple(self.second), tuple(self.second.values())
        found: dict[int, dict[str, None]] = {}
        for first, second in split:
            if first in self.first and second in self.second:
                found.setdefault(len(first) + len(second), {})[first + second] = None
        self.compounds = {length: tuple(held) for length, held in found.items()}

    def draw(self, chance: Random) -> tuple[str, str]:
        """A beginning and an end, each as often as the list has it."""
        return chance.choices(*self._first)[0], chance.choices(*self._second)[0]


def _split(words: WordSearch) -> list[tuple[str, str]]:
    """Every way in which a word of the list is two words of it."""
    short = {word for length in range(_SHORTEST, 7) for word in words.of_length(length)}
    return [
        (word[:place], word[place:])
        for length in _LENGTHS
        for word in words.of_length(length)
        for place in range(_SHORTEST, length - _SHORTEST + 1)
        if word[:place] in short and word[place:] in short
    ]


def _often(counted: Counter[str]) -> dict[str, int]:
    return {part: count for part, count in counted.items() if count >= _ENOUGH and part not in _AFFIXES}
