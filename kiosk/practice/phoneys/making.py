"""One string of each family, made by chance from the words of the list alone. Whether it is good enough to be
shown is not decided here, not even whether it is a word."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from kiosk.practice.phoneys.families import Family, Phoney
from kiosk.practice.phoneys.parts import CompoundParts
from kiosk.practice.phoneys.spelling import VOWELS, is_adjective, is_noun, is_verb, joined, plural
from kiosk.practice.search import WordSearch

_CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ"
PREFIXES = {"RE": 5, "UN": 5, "OUT": 4, "OVER": 4, "MIS": 3, "EN": 1}  # about as often as lists have them
_TAKEN = (*PREFIXES, "PRE", "DIS", "BE", "DE", "FORE", "UNDER", "UP", "NON", "INTER", "SUB")
_ENDINGS = ("ER", "ABLE", "ISH", "LIKE", "IER", "LY", "NESS")
_INFLECTED = 0.4  # of the verbs with a prefix
_SOUNDS = (
    *(("EI", "IE"), ("IE", "EI"), ("ANCE", "ENCE"), ("ENCE", "ANCE"), ("ABLE", "IBLE"), ("IBLE", "ABLE")),
    *(
        ("OR", "ER"),
        ("AR", "ER"),
        ("ANT", "ENT"),
        ("ENT", "ANT"),
        ("SION", "TION"),
        ("EA", "EE"),
        ("EE", "EA"),
    ),
)
Maker = Callable[["Words", Random], Phoney | None]


class Words:
    """What makers draw from: the list, the parts of its compounds, and what a second list has besides."""

    def __init__(self, words: WordSearch, parts: CompoundParts, others: Sequence[str] = ()) -> None:
        self.words = words
        self.parts = parts
        self.others = others

    def one(self, chance: Random, lengths: Mapping[int, float]) -> str:
        """A word of one of *lengths*, each with its weight; empty if the list has none."""
        held = {length: weight for length, weight in lengths.items() if self.words.of_length(length)}
        if not held:
            return ""
        length = chance.choices(tuple(held), tuple(held.values()))[0]
        return chance.choice(self.words.of_length(length))


def look_alike(source: Words, chance: Random) -> Phoney | None:
    """One letter changed, a vowel for a vowel or a consonant for a consonant."""
    base = source.one(chance, {2: 1, 3: 3, 4: 4, 5: 4})
    if not base:
        return None
    place = chance.randrange(len(base))
    letters = "AEIOU" if base[place] in VOWELS else _CONSONANTS
    return Phoney(_put(base, place, chance.choice(letters)), Family.LOOK_ALIKE, base)


def _put(word: str, place: int, letter: str, cut: int = 1) -> str:
    return word[:place] + letter + word[place + cut :]


def false_plural(source: Words, chance: Random) -> Phoney | None:
    base = source.one(chance, {4: 2, 5: 3, 6: 4, 7: 4})
    if not base or base.endswith("S") or is_noun(base, source.words):
        return None
    return Phoney(plural(base), Family.PLURAL, base)


def false_hook(source: Words, chance: Random) -> Phoney | None:
    """A letter before or after a word that takes other letters there."""
    base = source.one(chance, {3: 2, 4: 4, 5: 4, 6: 2})
    if not base:
        return None
    hooks = source.words.hooks(base)
    other = source.one(
        chance, {len(base) + 1: 1}
    )  # its ends are letters that words of that length have there
    if not other:
        return None
    if chance.random() < 0.5:
        return Phoney(other[0] + base, Family.HOOK, base) if hooks.front else None
    return Phoney(base + other[-1], Family.HOOK, base) if hooks.back else None


def false_prefix(source: Words, chance: Random) -> Phoney | None:
    base = source.one(chance, {3: 1, 4: 4, 5: 4, 6: 3})
    if not base:
        return None
    prefix = chance.choices(tuple(PREFIXES), tuple(PREFIXES.values()))[0]
    words = source.words
    fits = {
        "UN": is_adjective(base, words) or base.endswith(("ED", "ING")),
        "EN": is_noun(base, words),
    }.get(prefix, is_verb(base, words))
    # What takes no prefix at all does not look as if it took this one.
    fits = fits and any(other + base in words for other in _TAKEN if other != prefix)
    if fits and is_verb(base, words) and chance.random() < _INFLECTED:
        return Phoney(prefix + chance.choice((plural(base), joined(base, "ED"))), Family.PREFIX, base)
    return Phoney(prefix + base, Family.PREFIX, base) if fits else None


def false_suffix(source: Words, chance: Random) -> Phoney | None:
    base = source.one(chance, {3: 2, 4: 4, 5: 4, 6: 2})
    if not base:
        return None
    ending = chance.choice(_ENDINGS)
    words = source.words
    fits = {
        "LIKE": is_noun(base, words),
        "ISH": is_noun(base, words),
        "IER": base.endswith("Y"),
        "LY": is_adjective(base, words) or is_noun(base, words),
        "NESS": is_adjective(base, words),
    }.get(ending, is_verb(base, words))
    made = base[:-1] + "IER" if ending == "IER" else joined(base, ending)
    return Phoney(made, Family.SUFFIX, base) if fits else None


def false_compound(source: Words, chance: Random) -> Phoney | None:
    """Two words that both stand in other compounds."""
    if not source.parts.first or not source.parts.second:
        return None
    first, second = source.parts.draw(chance)
    return Phoney(first + second, Family.COMPOUND, first, second)


def misspelling(source: Words, chance: Random) -> Phoney | None:
    """One slip of the ear: a sound written otherwise, a letter doubled or halved, a vowel for another."""
    base = source.one(chance, {5: 1, 6: 4, 7: 5, 8: 4})
    if not base:
        return None
    place = chance.randrange(1, len(base) - 1)
    slips = [_put(base, base.index(old), new, len(old)) for old, new in _SOUNDS if old in base[1:]]
    if base[place] == base[place + 1]:
        slips.append(_put(base, place, ""))
    elif base[place] in "LNST" and base[place - 1] in VOWELS and base[place + 1] in VOWELS:
        slips.append(_put(base, place, base[place] * 2))
    if base[place] in VOWELS and base[place + 1] not in VOWELS:
        slips.append(_put(base, place, chance.choice("AEIO")))
    return Phoney(chance.choice(slips), Family.MISSPELLING, base) if slips else None


def only_elsewhere(source: Words, chance: Random) -> Phoney | None:
    """A word of the second list."""
    return (
        Phoney(word, Family.OTHER_LIST, word)
        if source.others and (word := chance.choice(source.others))
        else None
    )


def near_anagram(source: Words, chance: Random) -> Phoney | None:
    """The letters of a word of seven or eight that has an anagram, in another order."""
    base = source.one(chance, {7: 1, 8: 1})
    if not base or len(source.words.anagrams(base)) < 2:
        return None
    letters = list(base)
    chance.shuffle(letters)
    return Phoney("".join(letters), Family.ANAGRAM, base)


MAKERS: Mapping[Family, Maker] = {
    Family.LOOK_ALIKE: look_alike,
    Family.PLURAL: false_plural,
    Family.HOOK: false_hook,
    Family.PREFIX: false_prefix,
    Family.SUFFIX: false_suffix,
    Family.COMPOUND: false_compound,
    Family.MISSPELLING: misspelling,
    Family.OTHER_LIST: only_elsewhere,
    Family.ANAGRAM: near_anagram,
}
