"""What a keyboard writes besides A–Z: letters of another script, and Latin ones the game does not know.

The rule guarded here: no letter is silently taken for another. É is refused, with the key to press instead.
"""

import re
import unicodedata

_FIRST_OTHER = 0x370  # Greek; everything before is Latin, or a mark that Latin keyboards have
_BASE = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z])(?: WITH .*)?$")
# Turkish keys are named by their capitals: I writes ı and I, its neighbour İ writes i and İ.
_TURKISH = {"ı": "İ", "İ": "I"}


def is_plain(text: str) -> bool:
    """Whether *text* is one letter A–Z, in either case."""
    return len(text) == 1 and text.isascii() and text.isalpha()


def is_latin(text: str) -> bool:
    """Whether *text* is one Latin letter, with or without a mark."""
    return len(text) == 1 and "LATIN" in unicodedata.name(text, "")


def is_of_another_script(text: str) -> bool:
    """Whether a keyboard that writes *text* is not in Latin letters."""
    return any(_is_other(sign) for sign in text)


def _is_other(sign: str) -> bool:
    if ord(sign) < _FIRST_OTHER or "LATIN" in unicodedata.name(sign, ""):
        return False
    return unicodedata.category(sign)[0] == "L" or unicodedata.category(sign) in ("Mn", "Mc", "Nd")


def instead_of(text: str) -> str:
    """The name of the key to press instead of one that writes the Latin letter *text*; empty: there is
    none."""
    if text in _TURKISH:
        return _TURKISH[text]
    base = _BASE.search(unicodedata.name(text, "")) if len(text) == 1 else None
    return base[1] if base else ""
