"""How English joins endings to words, and what kind of word a list shows a string to be.

There is no dictionary here: a verb is what the list also holds with -ING and -ED, an adjective what it holds
with -LY, -NESS or -ER.
"""

from collections.abc import Container

VOWELS = frozenset("AEIOU")
_SIBILANT = ("S", "X", "Z", "CH", "SH")


def plural(word: str) -> str:
    """*word* with the ending of a regular plural."""
    if word.endswith(_SIBILANT):
        return word + "ES"
    if word.endswith("Y") and word[-2] not in VOWELS:
        return word[:-1] + "IES"
    return word + "S"


def joined(word: str, ending: str) -> str:
    """*word* with *ending*, its own end changed as English spelling asks."""
    if ending[0] not in VOWELS:
        return word[:-1] + "I" + ending if _changes_y(word) and ending in ("LY", "NESS") else word + ending
    if word.endswith("E") and not word.endswith(("EE", "OE", "YE")):
        return word[:-1] + ending
    if _changes_y(word) and not ending.startswith("I"):
        return word[:-1] + "I" + ending
    return word + word[-1] + ending if _doubles(word) else word + ending


def _changes_y(word: str) -> bool:
    return word.endswith("Y") and word[-2] not in VOWELS


def _doubles(word: str) -> bool:
    """Whether *word* is one short syllable: PIN, not PAIN, not PINT."""
    return (
        3 <= len(word) <= 4
        and word[-1] not in "AEIOUWXYH"
        and word[-2] in VOWELS
        and all(letter not in VOWELS for letter in word[:-2])
    )


def is_verb(word: str, words: Container[str]) -> bool:
    return joined(word, "ING") in words and joined(word, "ED") in words


def is_adjective(word: str, words: Container[str]) -> bool:
    return joined(word, "LY") in words or joined(word, "NESS") in words or joined(word, "EST") in words


def is_noun(word: str, words: Container[str]) -> bool:
    return plural(word) in words
