"""Words that practice never shows. Known by their hashes: they stand nowhere in this program."""

from functools import lru_cache
from hashlib import sha256

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
