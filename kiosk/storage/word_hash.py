"""The diagnostic hash of a set of words: the XOR of each word's MD5, as Quackle computes it.

Being linear it can name a single difference between a list and an edition that is not at hand. For the same
reason it can be forged: it never decides what a list is. The fingerprint does.
"""

import hashlib
from collections.abc import Iterable

_FROM_LETTERS = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", bytes(range(5, 31)))


def word_md5(word: str) -> int:
    """The share of *word* in the hash."""
    coded = word.encode("ascii", "replace").translate(_FROM_LETTERS)
    return int.from_bytes(hashlib.md5(coded, usedforsecurity=False).digest(), "big")


def xor_md5(words: Iterable[str]) -> str:
    """The hash of *words*, each of which counts once."""
    total = 0
    for word in words:
        total ^= word_md5(word)
    return f"{total:032x}"
