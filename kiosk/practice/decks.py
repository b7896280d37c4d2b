"""Quick decks: the short words, odd words and hooks that games are decided by, each with phoneys of its own
kind."""

from collections.abc import Callable, Container
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
    """*fits*: whether a string is of the kind of the deck, for a list. *places*: of the letters that make it
    so, which a phoney changes; none: any letter."""

    id: str
    name: str
    lengths: tuple[int, ...]
    fits: Callable[[str, Container[str]], bool]
    places: tuple[int, ...] = ()

    @property
    def family(self) -> Family:
        return Family.HOOK if self.places else Family.LOOK_ALIKE


def _any(word: str, words: Container[str]) -> bool:
    return True


def _q_without_u(word: str, words: Container[str]) -> bool:
    return "Q" in word and "QU" not in word


def _power(word: str, words: Container[str]) -> bool:
    return any(letter in word for letter in "JQXZ")


def _no_vowel(word: str, words: Container[str]) -> bool:
    return not VOWELS & set(word)


def _mostly_vowels(word: str, words: Container[str]) -> bool:
    return sum(letter in VOWELS for letter in word) >= len(word) - 1


def _front_hook(word: str, words: Container[str]) -> bool:
    return word[1:] in words


def _back_hook(word: str, words: Container[str]) -> bool:
    return word[:-1] in words and not word.endswith("S")


DECKS = (
    Deck("twos", "Two letters", (2,), _any),
    Deck("threes", "Three letters", (3,), _any),
    Deck("q_without_u", "Q without U", tuple(range(2, 10)), _q_without_u),
    Deck("power_fours", "J, Q, X, Z in four letters", (4,), _power),
    Deck("power_fives", "J, Q, X, Z in five letters", (5,), _power),
    Deck("no_vowels", "No A, E, I, O, U", tuple(range(2, 8)), _no_vowel),
    Deck("vowels", "All vowels but one", (4, 5, 6), _mostly_vowels),
    Deck("front_hooks", "Front hooks of 2 to 4 letters", (3, 4, 5), _front_hook, (0,)),
    Deck("back_hooks", "Back hooks of 2 to 4 letters, but S", (3, 4, 5), _back_hook, (-1,)),
)


def deck(id: str) -> Deck:
    """The deck *id*."""
    return next(each for each in DECKS if each.id == id)


def words_of_deck(chosen: Deck, words: WordSearch) -> tuple[str, ...]:
    """The words of *chosen* in the list, sorted by length."""
    return tuple(
        word for length in chosen.lengths for word in words.of_length(length) if chosen.fits(word, words)
    )


def deck_phoney(
    chosen: Deck, base: str, words: WordSearch, model: Plausibility, chance: Random
) -> Phoney | None:
    """A string of the kind of *chosen*, one letter away from its word *base*, and no odder than *base*."""
    for _ in range(_TRIES):
        place = chance.choice(chosen.places or range(len(base))) % len(base)
        made = base[:place] + chance.choice(_LETTERS) + base[place + 1 :]
        if made not in words and chosen.fits(made, words) and model.score(made) >= model.score(base) - 0.5:
            return Phoney(made, chosen.family, base[:place] + base[place + 1 :] if chosen.places else base)
    return None
