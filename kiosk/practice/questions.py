"""Questions: a word that is asked, good or not, and a play around it; quick decks of short and odd words."""

from collections.abc import Callable, Container, Mapping, Sequence
from random import Random

from kiosk.base.frozen import frozen
from kiosk.practice import board, phoneys
from kiosk.practice.answers import AskedWord, SessionKind, Stake
from kiosk.practice.search import Blocked, WordSearch

# ---- decks -------------------------------------------------------------------------------------------------
# Quick decks: the short words, odd words and hooks that games are decided by, each with phoneys of its own
# kind.

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DECKS_TRIES = 200


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
    def family(self) -> phoneys.Family:
        return phoneys.Family.HOOK if self.places else phoneys.Family.LOOK_ALIKE


def _any(word: str, words: Container[str]) -> bool:
    return True


def _q_without_u(word: str, words: Container[str]) -> bool:
    return "Q" in word and "QU" not in word


def _power(word: str, words: Container[str]) -> bool:
    return any(letter in word for letter in "JQXZ")


def _no_vowel(word: str, words: Container[str]) -> bool:
    return not phoneys.VOWELS & set(word)


def _mostly_vowels(word: str, words: Container[str]) -> bool:
    return sum(letter in phoneys.VOWELS for letter in word) >= len(word) - 1


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
    chosen: Deck, base: str, words: WordSearch, model: phoneys.Plausibility, chance: Random
) -> phoneys.Phoney | None:
    """A string of the kind of *chosen*, one letter away from its word *base*, and no odder than *base*."""
    for _ in range(_DECKS_TRIES):
        place = chance.choice(chosen.places or range(len(base))) % len(base)
        made = base[:place] + chance.choice(_LETTERS) + base[place + 1 :]
        if made not in words and chosen.fits(made, words) and model.score(made) >= model.score(base) - 0.5:
            return phoneys.Phoney(
                made, chosen.family, base[:place] + base[place + 1 :] if chosen.places else base
            )
    return None


# ---- question ----------------------------------------------------------------------------------------------
# A question: a play on a fragment of board, and what is known of its words.


@frozen
class SessionPlan:
    """*share*: of phoney plays, told when the session is over. *hold_ms*: time for a decision; None: any.
    *deck*: which one, in a session on a deck. *most*: questions; 0: until the player leaves."""

    id: str
    kind: SessionKind
    stake: Stake
    fingerprint: str
    share: float
    ask_belief: bool = True
    hold_ms: int | None = None
    deck: str = ""
    most: int = 0

    @property
    def timed(self) -> bool:
        return self.hold_ms is not None


@frozen
class Question:
    """*words* are those the fragment shows as made by the play, in its order."""

    fragment: board.Fragment
    words: tuple[AskedWord, ...]
    score: int

    @property
    def valid(self) -> tuple[bool, ...]:
        """Whether each word is good, in order."""
        return tuple(word.valid for word in self.words)

    @property
    def is_bad(self) -> bool:
        return not all(self.valid)


def holds(question: Question, known: Container[str]) -> bool:
    """Whether each word of *question* is what it is said to be by the list in use: asked again at the moment
    of display, for a phoney that is a word would teach a mistake."""
    return all((word.word in known) == word.valid for word in question.words)


# ---- asking ------------------------------------------------------------------------------------------------
# Makes questions: a word that is asked, good or not, and a play around it.
#
# The rules guarded: good and bad plays come from the same families and bands, so that only knowing the words
# tells them apart; what was asked in this session is not asked again; nothing offensive is shown; of a list
# that is too old for it no short phoneys are made.

SHARES = (0.30, 0.60)  # of phoney plays; a fixed half would teach a wrong rate
OLD_LIST_SHORTEST = 5  # letters of a phoney from a list that lacks today's short words
_PLAYS = {1: 32, 2: 30, 3: 20, 4: 12, 5: 6}  # how often a play makes so many words
_ASKING_TRIES = 12
_ACROSS = 0.35
_MAINS = 60


def askable(word: str, blocked: Blocked) -> bool:
    """Whether *word* may be shown at all, and the tiles of the game can make it."""
    return not blocked.is_word(word) and board.can_be_laid(word)


class Asker:
    """Everything that was learned from one list, and chance."""

    def __init__(
        self,
        words: WordSearch,
        blocked: Blocked,
        chance: Random,
        others: Sequence[str] = (),
        shortest_phoney: int = 2,
    ) -> None:
        self.words = words
        self.blocked = blocked
        self.model = phoneys.Plausibility(words)
        self._chance = chance
        self._shortest = shortest_phoney
        missing = tuple(word for word in others if word not in words)
        self._drawer = phoneys.Drawer(
            phoneys.Words(words, phoneys.CompoundParts(words), missing), self.model, blocked
        )
        self._table = board.FragmentTable(words, chance, self.showable)

    def showable(self, word: str) -> bool:
        return not self.blocked.is_word(word)

    def share(self) -> float:
        """How many of a session's plays are phoney."""
        return self._chance.uniform(*SHARES)

    def empty_families(self, weights: Mapping[phoneys.Family, float]) -> tuple[phoneys.Family, ...]:
        """The families of *weights* for which the list is too small."""
        limits = phoneys.Limits(self._shortest)
        return tuple(each for each in weights if self._drawer.phoney(each, self._chance, limits) is None)

    def drill(
        self, weights: Mapping[phoneys.Family, float], share: float, seen: frozenset[str]
    ) -> Question | None:
        """A play that is phoney with probability *share*, of a family drawn by *weights*; None if the list
        is too small."""
        limits = phoneys.Limits(self._shortest, seen)
        for _ in range(_ASKING_TRIES):
            family = self._chance.choices(tuple(weights), tuple(weights.values()))[0]
            made = self._drawer.phoney(family, self._chance, limits)
            if made is None:
                continue
            asked = self._pick_word(made, limits, bad=self._chance.random() < share)
            if asked is not None and (question := self.ask_about(asked)) is not None:
                return question
        return None

    def _pick_word(self, made: phoneys.Phoney, limits: phoneys.Limits, *, bad: bool) -> AskedWord | None:
        if bad:
            return AskedWord(made.word, False, made.family, made.base, made.second)
        twin = self._drawer.twin(made, self._chance, limits)
        return None if twin is None else AskedWord(twin, True, made.family)

    def good(self, seen: frozenset[str]) -> Question | None:
        """A play of good words only, for a list too small for anything else."""
        short = [word for length in range(2, board.RACK + 1) for word in self.words.of_length(length)]
        fit = [word for word in short if word not in seen and self.showable(word) and board.can_be_laid(word)]
        return self.ask_about(AskedWord(self._chance.choice(fit), True)) if fit else None

    def from_deck(self, chosen: Deck, share: float, seen: frozenset[str]) -> Question | None:
        """A play around a word of *chosen*, or a phoney like it; None when all were asked."""
        left = [
            word for word in words_of_deck(chosen, self.words) if word not in seen and self.showable(word)
        ]
        self._chance.shuffle(left)
        for word in left[:_ASKING_TRIES]:
            asked = AskedWord(word, True, chosen.family)
            if self._chance.random() < share and len(word) >= self._shortest:
                made = deck_phoney(chosen, word, self.words, self.model, self._chance)
                if made and made.word not in seen and not self.blocked.in_phoney(made.word):
                    asked = AskedWord(made.word, False, made.family, made.base)
            if (question := self.ask_about(asked)) is not None:
                return question
        return None

    def ask_about(self, asked: AskedWord) -> Question | None:
        """A play in which *asked* is the main word or one across it, and every other word is good; None if
        the tiles of the game do not allow it, or it may not be shown."""
        if not askable(asked.word, self.blocked):
            return None
        for _ in range(
            _ASKING_TRIES
        ):  # a play that makes one word twice is none to ask about; the next may do
            words = self._chance.choices(tuple(_PLAYS), tuple(_PLAYS.values()))[0]
            fragment = self._across(asked.word, words) or self._table.lay(
                board.Wanted(asked.word, words=words)
            )
            if fragment is not None and (question := self._question(fragment, asked)) is not None:
                return question
        return None

    def _across(self, word: str, words: int) -> board.Fragment | None:
        """A play of another word that makes *word* by hooking it, now and then."""
        if words < 2 or self._chance.random() >= _ACROSS:
            return None
        stems = {word[-1]: word[:-1] in self.words, word[0]: word[1:] in self.words}
        letters = {letter for letter, stands in stems.items() if stands}
        for _ in range(_MAINS if letters else 0):
            mains = self.words.of_length(self._chance.randint(3, board.RACK))
            main = self._chance.choice(mains) if mains else ""
            if letters & set(main) and main != word and self.showable(main):
                return self._table.lay(board.Wanted(main, word, words))
        return None

    def _question(self, fragment: board.Fragment, asked: AskedWord) -> Question | None:
        made = board.words_of(fragment)
        if len(set(made)) < len(made):
            return None
        words = tuple(asked if word == asked.word else AskedWord(word, word in self.words) for word in made)
        return Question(fragment, words, board.score_of(fragment))
