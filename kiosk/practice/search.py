"""Searching a list for practice: by length, anagrams, hooks, patterns; and what is never shown. It holds
every word as an object and an index of letters, which costs what the station must not pay; nothing the
station loads imports this module."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from kiosk.words.play import SHORTEST

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BLANK = "?"
MOST_BLANKS = 2


class Hooks(NamedTuple):
    """The letters that make a new word when put before or after a word."""

    front: str
    back: str


class WordSearch:
    """All words of a list, ready to be searched."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = tuple(sorted(set(words)))
        self._set = frozenset(self._words)
        self._indexes: dict[int, dict[str, list[str]]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __contains__(self, word: object) -> bool:
        return word in self._set

    def lengths(self) -> tuple[int, ...]:
        """The lengths that words of this list have, shortest first."""
        return tuple(sorted(self._by_length))

    def of_length(self, length: int) -> tuple[str, ...]:
        """Every word of *length* letters, sorted."""
        return self._by_length.get(length, ())

    def anagrams(self, rack: str) -> tuple[str, ...]:
        """The words that use every letter of *rack*; each `?` (at most two) stands for any letter."""
        letters, blanks = _parts(rack)
        keys = {
            _key(letters + more) for more in map("".join, combinations_with_replacement(_LETTERS, blanks))
        }
        index = self._by_letters(len(rack))
        return tuple(sorted(word for key in keys for word in index.get(key, ())))

    def playable(self, rack: str) -> tuple[str, ...]:
        """The words that can be made from *rack* or a part of it, longest first."""
        letters, blanks = _parts(rack)
        found: set[str] = set()
        for size in range(SHORTEST, len(rack) + 1):
            for used in range(max(0, size - len(letters)), min(blanks, size) + 1):
                for part in set(combinations(sorted(letters), size - used)):
                    found.update(self.anagrams("".join(part) + _BLANK * used))
        return tuple(sorted(found, key=lambda word: (-len(word), word)))

    def hooks(self, word: str) -> Hooks:
        """What can be put before and after *word*."""
        front = "".join(letter for letter in _LETTERS if letter + word in self._set)
        return Hooks(front, "".join(letter for letter in _LETTERS if word + letter in self._set))

    def matching(self, pattern: str) -> tuple[str, ...]:
        """The words like *pattern*: `?` stands for one letter, `*` for any number, letters for themselves."""
        parts = {"?": "[A-Z]", "*": "[A-Z]*"}
        expression = "".join(parts.get(sign) or re.escape(sign) for sign in pattern.upper())
        return tuple(re.findall(f"^{expression}$", self._text, re.MULTILINE))

    @cached_property
    def _text(self) -> str:
        return "\n".join(self._words)

    @cached_property
    def _by_length(self) -> dict[int, tuple[str, ...]]:
        lengths: defaultdict[int, list[str]] = defaultdict(list)
        for word in self._words:
            lengths[len(word)].append(word)
        return {length: tuple(words) for length, words in lengths.items()}

    def _by_letters(self, length: int) -> dict[str, list[str]]:
        """The words of *length* letters by their letters; made when they are first asked for."""
        if length not in self._indexes:
            index: defaultdict[str, list[str]] = defaultdict(list)
            for word in self.of_length(length):
                index[_key(word)].append(word)
            self._indexes[length] = dict(index)
        return self._indexes[length]


def _key(letters: str) -> str:
    return "".join(sorted(letters))


def _parts(rack: str) -> tuple[str, int]:
    blanks = Counter(rack)[_BLANK]
    if blanks > MOST_BLANKS:
        raise ValueError(f"a rack has at most {MOST_BLANKS} blanks, not {blanks}")
    return rack.replace(_BLANK, "").upper(), blanks


# ---- blocked -----------------------------------------------------------------------------------------------
# Words that practice never shows. Known by their hashes: they stand nowhere in this program.

_SHORTEST_INSIDE = 4


class Blocked:
    """The hashes (SHA-256, hexadecimal, of the word in upper case) of what two associations removed."""

    def __init__(self, hashes: frozenset[str]) -> None:
        self._hashes = hashes

    def is_word(self, word: str) -> bool:
        """Whether *word* itself is one of them."""
        return _hash(word) in self._hashes

    def in_phoney(self, word: str) -> bool:
        """Whether *word* is one of them or holds one: what was made by chance need not be shown."""
        parts = (
            word[start:end]
            for start in range(len(word))
            for end in range(start + _SHORTEST_INSIDE, len(word) + 1)
        )
        return self.is_word(word) or any(self.is_word(part) for part in parts)

    def in_text(self, text: str) -> bool:
        """Whether a word of *text* is one of them."""
        letters = "".join(sign if sign.isalpha() else " " for sign in text.upper())
        return any(self.is_word(word) for word in letters.split())


@lru_cache(maxsize=50_000)
def _hash(word: str) -> str:
    return sha256(word.encode()).hexdigest()
