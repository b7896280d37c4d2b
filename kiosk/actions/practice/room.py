"""Where a player practises: it runs the drill machine, and carries out what the machine orders.

The rules guarded: an answer is on disk before the machine hears that it is; what cannot be saved is not
revealed; a session does not begin, and no question is made, while an event is open here.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from secrets import randbits, token_hex

from kiosk.actions.practice.begin import OpenedPractice, refuse_during_event
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.machine import settle, unknown
from kiosk.core.practice.attempts import AskedWord, Attempt, SessionKind, local_day
from kiosk.core.practice.cards import PracticeCard
from kiosk.errors import LogError, PracticeError
from kiosk.practice.asking import Asker
from kiosk.practice.decision import Stake
from kiosk.practice.decks import deck
from kiosk.practice.drill.effects import DrillEffect, MakeQuestion, SaveAnswer, UndoAnswer
from kiosk.practice.drill.events import (
    AnswerNotSaved,
    AnswerSaved,
    AnswerUndone,
    DrillEvent,
    NoQuestion,
    QuestionMade,
)
from kiosk.practice.drill.notes import WordNotes, notes_on
from kiosk.practice.drill.question import Question, SessionPlan
from kiosk.practice.drill.states import DrillState
from kiosk.practice.drill.step import begin, step
from kiosk.practice.drill.wording import (
    DECK_DONE,
    LIST_TOO_SMALL,
    NO_MISSES,
    NO_OWN_WORDS,
    NOTHING_DUE,
    too_few_words,
)
from kiosk.practice.phoneys.blocked import Blocked
from kiosk.practice.phoneys.families import Family, weights
from kiosk.practice.schedule import MINE, NEW_A_DAY, changes_after, queue
from kiosk.practice.scores.summary import open_misses, weak_mix
from kiosk.practice.search import WordSearch
from kiosk.storage.practice.blocked import blocked_hashes
from kiosk.storage.practice.definitions import Definitions, load_definitions
from kiosk.storage.practice.wordnet import WordNet, installed_wordnet

_EMPTY = {
    SessionKind.DUE: NOTHING_DUE,
    SessionKind.MISSES: NO_MISSES,
    SessionKind.MY_WORDS: NO_OWN_WORDS,
    SessionKind.DECK: DECK_DONE,
    SessionKind.DRILL: LIST_TOO_SMALL,
    SessionKind.WEAK: LIST_TOO_SMALL,
}
_QUEUED = (SessionKind.DUE, SessionKind.MISSES, SessionKind.MY_WORDS)


@frozen
class SessionWish:
    """*hold_ms*: time for each decision, kept out of the scores. *deck*: in a session on one. *switched_on*:
    families that are off by default."""

    kind: SessionKind
    stake: Stake
    ask_belief: bool = True
    hold_ms: int | None = None
    deck: str = ""
    most: int = 0
    switched_on: frozenset[Family] = frozenset()


class PracticeRoom:
    """Made fast; `learn` takes a second or two and can wait until something is on the screen."""

    def __init__(
        self, opened: OpenedPractice, chance: Random | None = None, wordnet: WordNet | None = None
    ) -> None:
        self.opened = opened
        self._history = opened.history
        self._fingerprint = opened.book.identity.fingerprint
        self._chance = chance or Random(randbits(64))  # noqa: S311 - it deals questions, it guards nothing
        self._wordnet = wordnet or installed_wordnet()
        self._definitions: Definitions = load_definitions(opened.folder, opened.book.identity.id)
        self._asker: Asker | None = None
        self._queue: deque[AskedWord] = deque()
        self._weights: dict[Family, float] = {}

    def learn(self) -> tuple[str, ...]:
        """Learn the list, and say what cannot be asked of it."""
        if self._asker is None:
            words = WordSearch(self.opened.book.words())
            others = () if self.opened.other is None else self.opened.other.words()
            blocked, shortest = Blocked(blocked_hashes()), self.opened.shortest_phoney
            self._asker = Asker(words, blocked, self._chance, others, shortest)
            self._weights = weights(other_list=bool(others))
        empty = self._asker.empty_families(self._weights)
        return (*self.opened.remarks, *(line for line in (too_few_words(empty),) if line))

    @property
    def asker(self) -> Asker:
        """What was learned; learns now if nobody has yet."""
        if self._asker is None:
            self.learn()
        if self._asker is None:
            raise AssertionError("learning learns")
        return self._asker

    def now_ms(self) -> int:
        """The time that events carry."""
        return self.opened.clock().mono_ms

    # ---- a session ----------------------------------------------------------------------------------------
    def start(self, wish: SessionWish) -> DrillState:
        """Begin the session of *wish*: its first question, or why there is none."""
        refuse_during_event(self.opened.folder)
        asker = self.asker
        chosen = weights(other_list=self.opened.other is not None, switched_on=wish.switched_on)
        empty = asker.empty_families(chosen)
        self._weights = {family: weight for family, weight in chosen.items() if family not in empty}
        if wish.kind is SessionKind.WEAK:
            self._weights = weak_mix(self._history.attempts(self._fingerprint), self._weights)
        self._queue = deque(self._queued(wish.kind))
        plan = SessionPlan(
            id=f"{self.opened.clock().at} {token_hex(4)}",
            kind=wish.kind,
            stake=wish.stake,
            fingerprint=self._fingerprint,
            share=asker.share(),
            ask_belief=wish.ask_belief,
            hold_ms=wish.hold_ms,
            deck=wish.deck,
            most=wish.most,
        )
        state, effects = begin(plan)
        for effect in effects:
            for event in self._carried_out(effect):
                state = self.take(state, event)
        return state

    def take(self, state: DrillState, event: DrillEvent) -> DrillState:
        """The state in which *event* ends, everything it orders having been done."""
        return settle(partial(step, self.asker.words), self._carried_out, state, event)

    def _carried_out(self, effect: DrillEffect) -> tuple[DrillEvent, ...]:
        match effect:
            case MakeQuestion():
                return (self._made(effect),)
            case SaveAnswer():
                return (self._saved(effect.attempt),)
            case UndoAnswer():
                return (self._undone(effect.session),)
            case _:
                unknown(effect)

    # ---- questions ----------------------------------------------------------------------------------------
    def _made(self, order: MakeQuestion) -> QuestionMade | NoQuestion:
        try:
            refuse_during_event(self.opened.folder)  # it may have been opened since
        except (PracticeError, LogError) as error:
            return NoQuestion(str(error))
        question = self._question(order.plan, order.seen)
        if question is None:
            return NoQuestion(_EMPTY[order.plan.kind])
        return QuestionMade(question, self.now_ms())

    def _question(self, plan: SessionPlan, seen: frozenset[str]) -> Question | None:
        if plan.kind in _QUEUED:
            return self._next_queued(plan.kind)
        if plan.kind is SessionKind.DECK:
            return self.asker.from_deck(deck(plan.deck), plan.share, seen)
        asked = self.asker.drill(self._weights, plan.share, seen) if self._weights else None
        return asked or self.asker.good(seen)

    def _next_queued(self, kind: SessionKind) -> Question | None:
        if not self._queue and kind is SessionKind.DUE:  # what was missed comes back within minutes
            self._queue.extend(self._queued(kind))
        while self._queue:
            if (question := self.asker.around(self._queue.popleft())) is not None:
                return question
        return None

    def _queued(self, kind: SessionKind) -> tuple[AskedWord, ...]:
        """What a session of *kind* asks, in its order; nothing for those that make it up as they go."""
        if kind is SessionKind.MISSES:
            return open_misses(self._history.attempts(self._fingerprint))
        if kind not in _QUEUED:
            return ()
        cards = self._history.cards(self._fingerprint)
        if kind is SessionKind.DUE:
            now = self.opened.clock()
            left = NEW_A_DAY - self._history.begun_on(local_day(now.at, now.offset_min))
            return tuple(card.asked for card in queue(cards, now.at, left))
        mine = [card.asked for card in cards if card.source == MINE]
        self._chance.shuffle(mine)
        return tuple(mine)

    # ---- answers ------------------------------------------------------------------------------------------
    def _saved(self, attempt: Attempt) -> AnswerSaved | AnswerNotSaved:
        now = self.opened.clock()
        attempt = replace(attempt, at=now.at, offset_min=now.offset_min)
        try:
            cards = self._history.cards_of(self._fingerprint, [word.word for word in attempt.words])
            left = NEW_A_DAY - self._history.begun_on(attempt.local_day)
            changes = () if attempt.timed else changes_after(attempt, cards, left)
            self._history.save(attempt, changes)
        except PracticeError as error:
            return AnswerNotSaved(str(error))
        return AnswerSaved(tuple(self._notes(word, cards.get(word.word)) for word in attempt.words))

    def _undone(self, session: str) -> AnswerUndone | AnswerNotSaved:
        try:
            self._history.undo(session)
        except PracticeError as error:
            return AnswerNotSaved(str(error))
        return AnswerUndone(self.now_ms())

    def _notes(self, word: AskedWord, card: PracticeCard | None) -> WordNotes:
        own = card.definition if card is not None else ""
        return notes_on(word, self.asker.words, partial(self._defined, own), self.asker.showable)

    def _defined(self, own: str, word: str) -> str | None:
        """What *word* means: as the player's file has it, else the list, else the installed WordNet."""
        sources: tuple[Callable[[str], str | None], ...] = (lambda _: own or None, self._definitions.of)
        if self._wordnet is not None:
            sources += (self._wordnet.of,)
        for source in sources:
            text = source(word)
            if text and not self.asker.blocked.in_text(text):
                return harmless(text)
        return None
