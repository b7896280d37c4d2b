"""What the rules know about a word list: which one it is, and whether it holds a word."""

from typing import Protocol

from kiosk.core.frozen import frozen
from kiosk.core.words.play import Word


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
