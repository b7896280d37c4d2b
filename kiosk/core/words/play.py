"""Words and plays: A–Z, 2–15 letters, one to eight words at once."""

from typing import NewType

from kiosk.core.frozen import frozen
from kiosk.errors import WordError

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
