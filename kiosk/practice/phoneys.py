"""Words that are none, made by chance from the words of the list alone, family by family."""

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from enum import StrEnum
from math import log
from random import Random
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.practice.search import Blocked, WordSearch

# ---- spelling ----------------------------------------------------------------------------------------------
# How English joins endings to words, and what kind of word a list shows a string to be.
#
# There is no dictionary here: a verb is what the list also holds with -ING and -ED, an adjective what it
# holds with -LY, -NESS or -ER.

VOWELS = frozenset("AEIOU")
_SIBILANT = ("S", "X", "Z", "CH", "SH")


def plural(word: str) -> str:
    """*word* with the ending of a regular plural."""
    if word.endswith(_SIBILANT):
        return word + "ES"
    if word.endswith("Y") and word[-2] not in VOWELS:
        return word[:-1] + "IES"
    return word + "S"


def join_ending(word: str, ending: str) -> str:
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
    return join_ending(word, "ING") in words and join_ending(word, "ED") in words


def is_adjective(word: str, words: Container[str]) -> bool:
    return (
        join_ending(word, "LY") in words
        or join_ending(word, "NESS") in words
        or join_ending(word, "EST") in words
    )


def is_noun(word: str, words: Container[str]) -> bool:
    return plural(word) in words


# ---- families ----------------------------------------------------------------------------------------------
# The families of phoneys that players meet, how often, and which of them are asked.
#
# Weights are those of a tournament's slips, not of what is easy to make. A family that a machine could tell
# from real words by its letters alone is off: what looks odd teaches nothing.


class Family(StrEnum):
    LOOK_ALIKE = "look_alike"
    PLURAL = "plural"
    HOOK = "hook"
    PREFIX = "prefix"
    SUFFIX = "suffix"
    COMPOUND = "compound"
    MISSPELLING = "misspelling"
    OTHER_LIST = "other_list"
    ANAGRAM = "anagram"


@frozen
class Phoney:
    """*word* is not in the list; *base* is what it was made from, *second* the other half of a compound."""

    word: str
    family: Family
    base: str
    second: str = ""


WEIGHTS: Mapping[Family, float] = {
    Family.LOOK_ALIKE: 35,
    Family.PLURAL: 18,
    Family.HOOK: 12,
    Family.PREFIX: 10,
    Family.SUFFIX: 10,
    Family.COMPOUND: 5,
    Family.MISSPELLING: 5,
    Family.OTHER_LIST: 5,
}
OTHER_LIST_LOADED = 20.0  # its weight once a second list is there
OFF_BY_DEFAULT = frozenset({Family.ANAGRAM, Family.MISSPELLING})


def weights(*, other_list: bool, switched_on: frozenset[Family] = frozenset()) -> dict[Family, float]:
    """How often each family is asked; *switched_on* are those a player wants although they are off."""
    asked = {family: weight for family, weight in WEIGHTS.items() if family not in OFF_BY_DEFAULT}
    asked |= {family: WEIGHTS.get(family, 5.0) for family in switched_on}
    asked.pop(Family.OTHER_LIST, None)
    if other_list:
        asked[Family.OTHER_LIST] = OTHER_LIST_LOADED
    return asked


# ---- parts -------------------------------------------------------------------------------------------------
# The words that compounds of the list are made of, learned from the list itself.

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
        self.first = _frequent(Counter(first for first, _ in split))
        self.second = _frequent(Counter(second for _, second in split))
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


def _frequent(counted: Counter[str]) -> dict[str, int]:
    return {part: count for part, count in counted.items() if count >= _ENOUGH and part not in _AFFIXES}


# ---- model -------------------------------------------------------------------------------------------------
# How much a string looks like a word of the loaded list: letters by the two before them, by length.
#
# A word of the list is judged as if it were not in it: else every real word would look better than its twin
# for no other reason than that it was counted.

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


# ---- making ------------------------------------------------------------------------------------------------
# One string of each family, made by chance from the words of the list alone. Whether it is good enough to be
# shown is not decided here, not even whether it is a word.

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
    return Phoney(_insert(base, place, chance.choice(letters)), Family.LOOK_ALIKE, base)


def _insert(word: str, place: int, letter: str, cut: int = 1) -> str:
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
        return Phoney(prefix + chance.choice((plural(base), join_ending(base, "ED"))), Family.PREFIX, base)
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
    made = base[:-1] + "IER" if ending == "IER" else join_ending(base, ending)
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
    slips = [_insert(base, base.index(old), new, len(old)) for old, new in _SOUNDS if old in base[1:]]
    if base[place] == base[place + 1]:
        slips.append(_insert(base, place, ""))
    elif base[place] in "LNST" and base[place - 1] in VOWELS and base[place + 1] in VOWELS:
        slips.append(_insert(base, place, base[place] * 2))
    if base[place] in VOWELS and base[place + 1] not in VOWELS:
        slips.append(_insert(base, place, chance.choice("AEIO")))
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


# ---- draw --------------------------------------------------------------------------------------------------
# Draws a phoney, or the real word that looks like one: what is shown is chosen here.
#
# The rules guarded: no word of the list ever passes for a phoney; nothing offensive is drawn; a real word
# comes from the same band (length, ending or beginning, likeliness of its letters) as the phoneys it stands
# among, so that nothing but knowing the word tells them apart.

_TRIES = 400
_LOOKED_AT = 160  # words of the band, by their ends
_NEAREST = 3
_TWINS = 16  # of these, by the likeliness of all letters
_ENDING = 4
_FEWEST_OF_A_KIND = 25  # real words with that ending or beginning, or the phoney stands out by it


@frozen
class Limits:
    """*shortest*: of phoneys; *seen*: what this session had already."""

    shortest: int = 2
    seen: Container[str] = frozenset()


class Drawer:
    def __init__(self, source: Words, model: Plausibility, blocked: Blocked) -> None:
        self._source = source
        self._words = source.words
        self._model = model
        self._blocked = blocked
        # Learned beforehand, so that no question has to wait for it.
        self._ending, self._prefixed = _by_ending(source.words), _by_prefix(source.words)
        for length in range(2, LONGEST + 1):
            model.floor(length)

    def phoney(
        self, family: Family, chance: Random, limits: Limits, length: int | None = None
    ) -> Phoney | None:
        """A phoney of *family*, of *length* letters if that is asked; None where the list is too small."""
        for _ in range(_TRIES):
            made = MAKERS[family](self._source, chance)
            if made is not None and length in (None, len(made.word)) and self._good(made, limits):
                return made
        return None

    def twin(self, made: Phoney, chance: Random, limits: Limits) -> str | None:
        """A real word of the band of *made*; None where there is none that was not seen."""
        band = self._band(made)
        drawn = {chance.choice(band) for _ in range(_LOOKED_AT)} if band else set()
        fit = [word for word in drawn if word not in limits.seen and not self._blocked.is_word(word)]
        near = sorted(fit, key=lambda word: (_unlike(word, made.word), word))[:_TWINS]
        wanted = self._model.score(made.word)
        near.sort(key=lambda word: abs(self._model.score(word) - wanted))
        # Not always the nearest: a few words would stand in for all.
        return chance.choice(near[:_NEAREST]) if near else None

    def _good(self, made: Phoney, limits: Limits) -> bool:
        word = made.word
        return (
            max(2, limits.shortest) <= len(word) <= LONGEST
            and word not in self._words
            and word not in limits.seen
            and self._looks_real(made)
            and len(self._band(made)) >= min(_FEWEST_OF_A_KIND, len(self._words.of_length(len(word))))
            and not self._blocked.in_phoney(word)
            and not self._blocked.is_word(made.base)
            and not self._blocked.is_word(made.second)
        )

    def _looks_real(self, made: Phoney) -> bool:
        if made.family is Family.OTHER_LIST:  # it is a word, if not of this list
            return True
        return self._model.score(made.word) >= self._model.floor(len(made.word))

    def _band(self, made: Phoney) -> Sequence[str]:
        """The real words of its length that begin or end as *made* does, where that is what
        its family is known by."""
        word, length = made.word, len(made.word)
        if made.family is Family.PREFIX:
            return self._prefixed.get((length, _prefix_of(made)), ())
        if made.family is Family.COMPOUND:
            return self._source.parts.compounds.get(length, ())
        if made.family in (Family.PLURAL, Family.SUFFIX):
            return self._ending.get((length, word[-_tail(length) :]), ())
        return self._words.of_length(length)


_Bands: TypeAlias = dict[tuple[int, str], list[str]]


def _by_ending(words: WordSearch) -> _Bands:
    bands: _Bands = {}
    for length in range(4, LONGEST + 1):
        tail = _tail(length)
        for word in words.of_length(length):
            bands.setdefault((length, word[-tail:]), []).append(word)
    return bands


def _tail(length: int) -> int:
    return min(_ENDING, length - 2)


def _by_prefix(words: WordSearch) -> _Bands:
    bands: _Bands = {}
    prefixes = tuple(PREFIXES)
    for length in range(4, LONGEST + 1):
        for word in words.of_length(length):
            if word.startswith(prefixes):
                prefix = next(each for each in prefixes if word.startswith(each))
                # REACH begins with RE-, but is not made with it.
                if word.removeprefix(prefix) in words:
                    bands.setdefault((length, prefix), []).append(word)
    return bands


def _prefix_of(made: Phoney) -> str:
    # The base may have changed its end, never its first two letters.
    return made.word[: made.word.index(made.base[:2], 2)]


def _unlike(word: str, wanted: str) -> int:
    """How little the ends of two words of one length have in common."""
    ends = (word[-1] != wanted[-1], word[-2:] != wanted[-2:], word[-3:] != wanted[-3:], word[0] != wanted[0])
    vowels = sum((one in VOWELS) != (other in VOWELS) for one, other in zip(word, wanted, strict=False))
    return 2 * sum(ends) + vowels
