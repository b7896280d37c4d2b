"""Quick decks: the short and odd words that games are decided by, each with phoneys of its own kind."""

from collections.abc import Callable
from random import Random

from kiosk.core.frozen import frozen
from kiosk.practice.phoneys.families import Family, Phoney
from kiosk.practice.phoneys.model import Plausibility
from kiosk.practice.phoneys.spelling import VOWELS
from kiosk.practice.search import WordSearch

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TRIES = 200


@frozen
class Deck:
    """*fits*: whether a string is of the kind of the deck."""

    id: str
    name: str
    lengths: tuple[int, ...]
    fits: Callable[[str], bool]


def _any(word: str) -> bool:
    return True


def _q_without_u(word: str) -> bool:
    return "Q" in word and "QU" not in word


def _power(word: str) -> bool:
    return any(letter in word for letter in "JQXZ")


def _no_vowel(word: str) -> bool:
    return not VOWELS & set(word)


def _mostly_vowels(word: str) -> bool:
    return sum(letter in VOWELS for letter in word) >= len(word) - 1


DECKS = (
    Deck("twos", "Two letters", (2,), _any),
    Deck("threes", "Three letters", (3,), _any),
    Deck("q_without_u", "Q without U", tuple(range(2, 10)), _q_without_u),
    Deck("power_fours", "J, Q, X, Z in four letters", (4,), _power),
    Deck("power_fives", "J, Q, X, Z in five letters", (5,), _power),
    Deck("no_vowels", "No A, E, I, O, U", tuple(range(2, 8)), _no_vowel),
    Deck("vowels", "All vowels but one", (4, 5, 6), _mostly_vowels),
)


def deck(id: str) -> Deck:
    """The deck *id*."""
    return next(each for each in DECKS if each.id == id)


def words_of_deck(chosen: Deck, words: WordSearch) -> tuple[str, ...]:
    """The words of *chosen* in the list, sorted by length."""
    return tuple(word for length in chosen.lengths for word in words.of_length(length) if chosen.fits(word))


def deck_phoney(
    chosen: Deck, base: str, words: WordSearch, model: Plausibility, chance: Random
) -> Phoney | None:
    """A string of the kind of *chosen*, one letter away from its word *base*, and no odder than *base*."""
    for _ in range(_TRIES):
        place = chance.randrange(len(base))
        made = base[:place] + chance.choice(_LETTERS) + base[place + 1 :]
        if made not in words and chosen.fits(made) and model.score(made) >= model.score(base) - 0.5:
            return Phoney(made, Family.LOOK_ALIKE, base)
    return None
