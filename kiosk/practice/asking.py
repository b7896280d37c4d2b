"""Makes questions: a word that is asked, good or not, and a play around it.

The rules guarded: good and bad plays come from the same families and bands, so that only knowing the words
tells them apart; what was asked in this session is not asked again; nothing offensive is shown; of a list
that is too old for it no short phoneys are made.
"""

from collections.abc import Mapping, Sequence
from random import Random

from kiosk.core.practice.attempts import AskedWord
from kiosk.practice.board.fragment import Fragment, score_of, words_of
from kiosk.practice.board.layout import FragmentTable, Wanted
from kiosk.practice.board.tiles import RACK, can_be_laid
from kiosk.practice.decks import Deck, deck_phoney, words_of_deck
from kiosk.practice.drill.question import Question
from kiosk.practice.phoneys.blocked import Blocked
from kiosk.practice.phoneys.draw import Drawer, Limits
from kiosk.practice.phoneys.families import Family, Phoney
from kiosk.practice.phoneys.making import Words
from kiosk.practice.phoneys.model import Plausibility
from kiosk.practice.phoneys.parts import CompoundParts
from kiosk.practice.search import WordSearch

SHARES = (0.30, 0.60)  # of phoney plays; a fixed half would teach a wrong rate
OLD_LIST_SHORTEST = 5  # letters of a phoney from a list that lacks today's short words
_PLAYS = {1: 32, 2: 30, 3: 20, 4: 12, 5: 6}  # how often a play makes so many words
_TRIES = 12
_ACROSS = 0.35
_MAINS = 60


def askable(word: str, blocked: Blocked) -> bool:
    """Whether *word* may be shown at all, and the tiles of the game can make it."""
    return not blocked.is_word(word) and can_be_laid(word)


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
        self.model = Plausibility(words)
        self._chance = chance
        self._shortest = shortest_phoney
        missing = tuple(word for word in others if word not in words)
        self._drawer = Drawer(Words(words, CompoundParts(words), missing), self.model, blocked)
        self._table = FragmentTable(words, chance, self.showable)

    def showable(self, word: str) -> bool:
        return not self.blocked.is_word(word)

    def share(self) -> float:
        """How many of a session's plays are phoney."""
        return self._chance.uniform(*SHARES)

    def empty_families(self, weights: Mapping[Family, float]) -> tuple[Family, ...]:
        """The families of *weights* for which the list is too small."""
        limits = Limits(self._shortest)
        return tuple(each for each in weights if self._drawer.phoney(each, self._chance, limits) is None)

    def drill(self, weights: Mapping[Family, float], share: float, seen: frozenset[str]) -> Question | None:
        """A play that is phoney with probability *share*, of a family drawn by *weights*; None if the list
        is too small."""
        limits = Limits(self._shortest, seen)
        for _ in range(_TRIES):
            family = self._chance.choices(tuple(weights), tuple(weights.values()))[0]
            made = self._drawer.phoney(family, self._chance, limits)
            if made is None:
                continue
            asked = self._asked(made, limits, bad=self._chance.random() < share)
            if asked is not None and (question := self.around(asked)) is not None:
                return question
        return None

    def _asked(self, made: Phoney, limits: Limits, *, bad: bool) -> AskedWord | None:
        if bad:
            return AskedWord(made.word, False, made.family, made.base, made.second)
        twin = self._drawer.twin(made, self._chance, limits)
        return None if twin is None else AskedWord(twin, True, made.family)

    def good(self, seen: frozenset[str]) -> Question | None:
        """A play of good words only, for a list too small for anything else."""
        short = [word for length in range(2, RACK + 1) for word in self.words.of_length(length)]
        fit = [word for word in short if word not in seen and self.showable(word) and can_be_laid(word)]
        return self.around(AskedWord(self._chance.choice(fit), True)) if fit else None

    def from_deck(self, chosen: Deck, share: float, seen: frozenset[str]) -> Question | None:
        """A play around a word of *chosen*, or a phoney like it; None when all were asked."""
        left = [
            word for word in words_of_deck(chosen, self.words) if word not in seen and self.showable(word)
        ]
        self._chance.shuffle(left)
        for word in left[:_TRIES]:
            asked = AskedWord(word, True, chosen.family)
            if self._chance.random() < share and len(word) >= self._shortest:
                made = deck_phoney(chosen, word, self.words, self.model, self._chance)
                if made and made.word not in seen and not self.blocked.in_phoney(made.word):
                    asked = AskedWord(made.word, False, made.family, made.base)
            if (question := self.around(asked)) is not None:
                return question
        return None

    def around(self, asked: AskedWord) -> Question | None:
        """A play in which *asked* is the main word or one across it, and every other word is good; None if
        the tiles of the game do not allow it, or it may not be shown."""
        if not askable(asked.word, self.blocked):
            return None
        for _ in range(_TRIES):  # a play that makes one word twice is none to ask about; the next may do
            words = self._chance.choices(tuple(_PLAYS), tuple(_PLAYS.values()))[0]
            fragment = self._across(asked.word, words) or self._table.lay(Wanted(asked.word, words=words))
            if fragment is not None and (question := self._question(fragment, asked)) is not None:
                return question
        return None

    def _across(self, word: str, words: int) -> Fragment | None:
        """A play of another word that makes *word* by hooking it, now and then."""
        if words < 2 or self._chance.random() >= _ACROSS:
            return None
        stems = {word[-1]: word[:-1] in self.words, word[0]: word[1:] in self.words}
        letters = {letter for letter, stands in stems.items() if stands}
        for _ in range(_MAINS if letters else 0):
            mains = self.words.of_length(self._chance.randint(3, RACK))
            main = self._chance.choice(mains) if mains else ""
            if letters & set(main) and main != word and self.showable(main):
                return self._table.lay(Wanted(main, word, words))
        return None

    def _question(self, fragment: Fragment, asked: AskedWord) -> Question | None:
        made = words_of(fragment)
        if len(set(made)) < len(made):
            return None
        words = tuple(asked if word == asked.word else AskedWord(word, word in self.words) for word in made)
        return Question(fragment, words, score_of(fragment))
