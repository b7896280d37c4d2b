"""The diagnostic hash of a set of words: the XOR of each word's MD5, as Quackle computes it.

Being linear it can name a single difference between a list and an edition that is not at hand. For the same
reason it can be forged: it never decides what a list is. The fingerprint does.
"""

import hashlib
from collections.abc import Sequence
from functools import reduce
from operator import xor

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
