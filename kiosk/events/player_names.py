"""A player's name in what a director writes, and names without case and accents.

The rule it guards: the chain cannot forget, so a text that names a player who stands in the pairings is
found before it goes on record. It looks for names as people write them: in full, in either order, or the
surname alone.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import TypeAlias

_LIKE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})

Words: TypeAlias = tuple[str, ...]

SHORTEST_SURNAME = 3
_PARTICLES = frozenset(("van", "der", "den", "von", "de", "da", "di", "la", "le", "del", "dos", "bin", "al"))
_TITLES = frozenset(("mr", "mrs", "ms", "miss", "mx", "dr", "prof"))
_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ`][^\W\d_]+)*")
_OWNED = re.compile(r"['’ʼ`]s$")
# Surnames that are everyday words, above all those a director needs.
_EVERYDAY = """
able ball bank bar bell best bird black blank blue board book bowl bright brown can card case cash chain
chance check child clark clear clerk clock close cook cost court cross cup day deal drew drop early east
fair fall field fine first fish flag found free friend full game gate good grant green grey guess guest
hall hand hard head held her high hill him hold home hope horn house hunt joy judge just keen kept key
kind king lack land lane large last late law lead left letter light line list little long look lord loss
lost love low luck main man mark marks may mean miller minor money more most much near new next nice
night noble north old one only open order out over own page paper park part pass past penny person piece
place plan play player point points pool poor post pound power press price prior quick race rack read
ready real reason red rest rich right rise room rose round row rule rules run said saw say scale score
seat second self set sharp she ship short show side silver slip slow small smart some south spell stand
star start station stay step still stock stone stop strange street strong such summers sure table tall
tell the tile tiles time told top touch true turn two very view wait walk wall ward was watch water
waters way well west white who will win wind winter wise wood woods word words work worth year yes you
young
"""
EVERYDAY = frozenset(_EVERYDAY.split())


def name_in(text: str, names: Collection[str]) -> str:
    """The first of *names* that stands in *text*; empty if none does.

    Case and accents do not count, nor does the order of “Last, First” and “First Last”. A surname alone is
    found as a whole word from three letters on (of a double or compound surname, its last part too), and with
    “'s” or “s” after it. A surname that is an everyday word (`EVERYDAY`: Young, King, Word …) or shorter is
    found only beside the first name or its initial, or after a title such as Mr: else directors could not
    write of a table, a word or a young player. First names alone are not found: they say little, and
    many of them are words.
    """
    said = _words(text)
    by_start: dict[str, list[Words]] = {}
    for place, word in enumerate(said):
        by_start.setdefault(word, []).append(said[place:])
    for name in sorted(names):
        for form in _forms(name):
            if any(rest[: len(form)] == form for rest in by_start.get(form[0], ())):
                return name
    return ""


def _words(text: str) -> Words:
    """The words of *text* without case, accents, apostrophes and an owner's s."""
    return tuple(re.sub(r"[^\w]", "", _OWNED.sub("", word)) for word in _WORD.findall(fold_text(text)))


@lru_cache(maxsize=4096)
def _forms(name: str) -> tuple[Words, ...]:
    """Every way *name* may be written."""
    return tuple(form for form in _spellings(name) if form)


def _spellings(name: str) -> Iterator[Words]:
    last, first = _parts(name)
    if first:
        yield first + last
        yield last + first
        yield first[:1] + last
        yield (first[0][:1], *last)
        yield (*last, first[0][:1])
    surnames = [last, last[-1:]]
    for surname in surnames:
        if len("".join(surname)) >= SHORTEST_SURNAME and not (len(surname) == 1 and surname[0] in EVERYDAY):
            yield surname
            yield (*surname[:-1], f"{surname[-1]}s")  # an owner without an apostrophe, or both of a family
        elif surname:
            yield from ((title, *surname) for title in sorted(_TITLES))


def _parts(name: str) -> tuple[Words, Words]:
    """Surname and first names: “Last, First”, else the last word is the surname, with the small words that
    stand before it."""
    before, comma, after = name.partition(",")
    if comma and _words(before):
        return _words(before), _words(after)
    words = _words(name)
    since = len(words) - 1
    while since > 1 and words[since - 1] in _PARTICLES:
        since -= 1
    return words[max(since, 0) :], words[: max(since, 0)]


def fold_text(text: str) -> str:
    """*text* in small letters without accents: Å and a are one letter here, ß and ss too."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_LIKE))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()
