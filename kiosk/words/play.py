"""Words, plays and what the rules know about a word list."""

import re
import unicodedata
from typing import NewType, Protocol

from kiosk.base.frozen import frozen
from kiosk.errors import WordError

# ---- letters -----------------------------------------------------------------------------------------------
# What a keyboard writes besides A–Z: letters of another script, and Latin ones the game does not know.
#
# The rule guarded here: no letter is silently taken for another. É is refused, with the key to press instead.

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


# ---- play --------------------------------------------------------------------------------------------------
# Words and plays: A–Z, 2–15 letters, one to eight words at once.

Word = NewType("Word", str)

SHORTEST = 2
LONGEST = 15
MOST_WORDS = 8
ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def parse_word(text: str) -> Word:
    """*text* as a word of the game, in upper case."""
    # str.upper() would turn ß into SS and ı into I, so only a–z are raised.
    word = text.upper() if text.isascii() else text
    if not ALPHABET.issuperset(word):
        raise WordError(f"“{text}” is not a word of the game: only the letters A to Z count. Type it again.")
    if not SHORTEST <= len(word) <= LONGEST:
        raise WordError(
            f"“{text}” has {_letters(len(word))}: a word has {SHORTEST} to {LONGEST}. Type it again."
        )
    return Word(word)


def _letters(count: int) -> str:
    return "1 letter" if count == 1 else f"{count} letters"


@frozen
class Play:
    """The challenged words of one play, in the order they were typed."""

    words: tuple[Word, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.words) <= MOST_WORDS:
            raise WordError(f"A challenge takes 1 to {MOST_WORDS} words, not {len(self.words)}.")


def parse_play(texts: tuple[str, ...]) -> Play:
    """The play made of *texts*, each a word of the game."""
    return Play(tuple(parse_word(text) for text in texts))


def entered_twice(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words that stand more than once in *words*, each named once, in typed order."""
    return tuple(dict.fromkeys(word for word in words if words.count(word) > 1))


# ---- lexicon -----------------------------------------------------------------------------------------------
# What the rules know about a word list: which one it is, and whether it holds a word.


@frozen
class LexiconIdentity:
    """Which list this is. *edition* names it only if its content matches exactly."""

    id: str
    name: str
    edition: str | None
    family: str | None
    words: int
    fingerprint: str


class Lexicon(Protocol):
    """A verified list."""

    @property
    def identity(self) -> LexiconIdentity: ...

    def __contains__(self, word: str) -> bool: ...


@frozen
class WordSource:
    """The lists of one division and the order in which they answer.

    Words of *long_from* letters or more may also stand in the long list; shorter ones never do, even if
    that file holds them. *long_by_book*: only print settles a long word that the main list lacks.
    """

    main: Lexicon
    long: Lexicon | None = None
    long_from: int | None = None
    long_by_book: bool = False

    def accepts(self, word: Word) -> bool:
        in_main = word in self.main
        if self.long is None or self.long_from is None or len(word) < self.long_from:
            return in_main
        # Both lists are asked, always: the time taken must not say which one held the word.
        return (word in self.long) or in_main

    def needs_book(self, word: Word) -> bool:
        """Whether only the printed long reference could settle *word*."""
        in_main = word in self.main
        if not self.long_by_book or self.long_from is None:
            return False
        return len(word) >= self.long_from and not in_main


# ---- wildcards ---------------------------------------------------------------------------------------------
# Words looked for with wildcards: ? stands for one letter, * for any number.
#
# The rule guarded here: nothing typed is a pattern of any other language, and no pattern takes longer than
# the word is long, however many stars it has.


def as_looked_for(text: str) -> str:
    """*text* in capitals, if it can be looked for."""
    wanted = text.upper() if text.isascii() else text
    if not wanted or not ALPHABET.union("?*").issuperset(wanted):
        raise WordError(
            f"“{text}” cannot be looked for: use the letters A to Z, ? for one letter and * for any number."
        )
    return wanted


def matcher(wanted: str) -> re.Pattern[str]:
    """What fits *wanted* as a whole; all but ? and * stands for itself."""
    first, *rest = (re.escape(part).replace(r"\?", ".") for part in re.split(r"\*+", wanted))
    if not rest:
        return re.compile(first)
    # Each part is taken where it first occurs and never looked for again: no other place could fit better.
    middle = "".join(f"(?>.*?{part})" for part in rest[:-1])
    return re.compile(f"{first}{middle}.*{rest[-1]}", re.DOTALL)
