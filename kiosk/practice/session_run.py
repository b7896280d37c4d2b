"""Where a player practises: begins, runs the drill machine, carries out what it orders.

While an event is open in the data folder nobody practises there; the log is only read, to see that;
nothing is shown of a list that does not verify.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from secrets import randbits, token_hex

from kiosk.base.clock import Clock
from kiosk.base.frozen import frozen
from kiosk.base.machine import settle, unknown
from kiosk.base.printable import printable
from kiosk.errors import LexiconError, LogError, PracticeError
from kiosk.folder import LOG
from kiosk.log.copies_reader import doubt_about_station
from kiosk.log.events_reader import read_open_event
from kiosk.log.store import log_path
from kiosk.practice import events, scores, wording
from kiosk.practice.answers import AskedWord, Attempt, SessionKind, Stake, local_day
from kiosk.practice.blocked_store import blocked_hashes
from kiosk.practice.cards import MINE, NEW_A_DAY, PracticeCard, changes_after, due_by_day, is_due, queue
from kiosk.practice.definitions_reader import Definitions, WordNet, installed_wordnet, load_definitions
from kiosk.practice.machine import DrillState, step
from kiosk.practice.machine import begin as begin_step
from kiosk.practice.phoneys import Family, weights
from kiosk.practice.questions import OLD_LIST_SHORTEST, Asker, Question, SessionPlan, deck
from kiosk.practice.search import Blocked, WordSearch
from kiosk.practice.store import PracticeHistory
from kiosk.words.play import SHORTEST, LexiconIdentity
from kiosk.words.store import BUNDLED_ID, StoredLexicon, list_lexicons, load_named_list

# ---- begin -------------------------------------------------------------------------------------------------
# Begin to practise.
#
# The rules guarded: while an event is open in the data folder nobody practises there; the log is only read,
# to see that; nothing is shown of a list that does not verify.

LIST, OTHER = "list", "other_list"  # settings


@frozen
class OpenedPractice:
    """What practice stands on. *other*: a second list, or None. *shortest_phoney*: how long a string must be
    for the list to call it a phoney. *remarks*: what the player should know."""

    folder: Path
    clock: Clock
    history: PracticeHistory
    book: StoredLexicon
    other: StoredLexicon | None
    shortest_phoney: int
    remarks: tuple[str, ...]


def refuse_during_event(folder: Path) -> None:
    """Raise PracticeError while an event is open in *folder*."""
    path = log_path(folder)
    if path.name != LOG or not path.exists():
        return
    event = read_open_event(path)
    if event is not None:
        raise PracticeError(
            f"The event “{event.name}” is open here, so nobody practises on this station. Close the event "
            "first, or practise with another folder: --data DIR."
        )


def refuse_to_begin(folder: Path) -> None:
    """Raise PracticeError while an event is open in *folder*, and where its log does not hold: that one is
    open may be what is missing."""
    path = log_path(folder)
    if path.name == LOG and path.exists() and (doubt := doubt_about_station(path)):
        raise PracticeError(
            f"{doubt} Whether an event is open here cannot be told, so nobody practises on this station. "
            "Practise with another folder: --data DIR."
        )
    refuse_during_event(folder)


def begin(
    folder: Path, clock: Clock, list_id: str | None = None, other_id: str | None = None
) -> OpenedPractice:
    """Open the history in *folder* and the lists to practise with: those named, else those of last time,
    else an imported list, else the free one. Whoever gets it closes its history."""
    refuse_to_begin(folder)
    history = PracticeHistory.open(folder)
    try:
        known = {lexicon.id: lexicon for lexicon in list_lexicons(folder)}
        settings = history.settings()
        book, remarks = _choose_list(folder, known, list_id, settings.get(LIST))
        other = _other(folder, known, book, other_id or settings.get(OTHER))
        if list_id is not None or other_id is not None:
            history.set({LIST: book.identity.id, OTHER: None if other is None else other.identity.id})
        here = {lexicon.fingerprint for lexicon in known.values()}
        gone = sum(count for of, count in history.cards_by_list().items() if of not in here)
        shortest = _shortest_phoney(book, known)
        short = wording.NO_SHORT_PHONEYS if shortest > SHORTEST else ""
        behind = wording.CLOCK_SET_BACK if clock().at < history.newest() else ""
        said = (*remarks, behind, short, wording.list_is_gone(gone))
        told = tuple(line for line in said if line)
        return OpenedPractice(folder, clock, history, book, other, shortest, told)
    except BaseException:
        history.close()
        raise


def _shortest_phoney(book: StoredLexicon, known: dict[str, LexiconIdentity]) -> int:
    """The list that came with the program lacks the short words of today, whatever name it was imported
    under."""
    free = known.get(BUNDLED_ID)
    is_free = free is not None and free.fingerprint == book.identity.fingerprint
    return OLD_LIST_SHORTEST if is_free else SHORTEST


def _choose_list(
    folder: Path, known: dict[str, LexiconIdentity], named: str | None, last: object
) -> tuple[StoredLexicon, tuple[str, ...]]:
    if named is not None:
        return load_named_list(folder, named), ()
    imported = [id for id in known if id != BUNDLED_ID]
    for id in (*((last,) if isinstance(last, str) else ()), *imported):
        try:
            return load_named_list(folder, id), _instead(last, id)
        except LexiconError:
            continue
    return load_named_list(folder, BUNDLED_ID), _instead(last, BUNDLED_ID)


def _instead(last: object, id: str) -> tuple[str, ...]:
    if last in (None, id):
        return ()
    return (f"The list “{last}” of last time is not here, or is damaged. This is “{id}”.",)


def _other(
    folder: Path, known: dict[str, LexiconIdentity], book: StoredLexicon, wanted: object
) -> StoredLexicon | None:
    """The second list: the one *wanted*, else another imported one."""
    others = [id for id in known if id not in (BUNDLED_ID, book.identity.id)]
    for id in (*((wanted,) if isinstance(wanted, str) and wanted != book.identity.id else ()), *others):
        try:
            return load_named_list(folder, id)
        except LexiconError:
            continue
    return None


# ---- results -----------------------------------------------------------------------------------------------
# What a player sees of their own history: three scores, weeks, what is due. It only reads.

_DAYS_AHEAD = 14


def results(opened: OpenedPractice) -> scores.Results:
    """The scores over every answer given with the list in use."""
    fingerprint = opened.book.identity.fingerprint
    attempts = opened.history.attempts(fingerprint)
    cards = opened.history.cards(fingerprint)
    now = opened.clock()
    today = local_day(now.at, now.offset_min)
    waiting = sum(card.memory is None and not card.retired for card in cards)
    return scores.Results(
        answers=len(attempts),
        knowledge=scores.knowledge(attempts),
        calibration=scores.calibration(attempts),
        decision=scores.decision_score(attempts),
        weeks=scores.weeks(attempts),
        days=scores.days_this_week(attempts, today),
        due=sum(is_due(card, now.at) for card in cards),
        fresh=max(0, min(waiting, NEW_A_DAY - opened.history.begun_on(today))),
        ahead=due_by_day(cards, now.at, now.offset_min, _DAYS_AHEAD),
        misses=len(scores.open_misses(attempts)),
        cards=len(cards),
        mine=sum(card.source == MINE for card in cards),
    )


# ---- room --------------------------------------------------------------------------------------------------
# Where a player practises: it runs the drill machine, and carries out what the machine orders.
#
# The rules guarded: an answer is on disk before the machine hears that it is; what cannot be saved is not
# revealed; a session does not begin, and no question is made, while an event is open here.

_EMPTY = {
    SessionKind.DUE: wording.NOTHING_DUE,
    SessionKind.MISSES: wording.NO_MISSES,
    SessionKind.MY_WORDS: wording.NO_OWN_WORDS,
    SessionKind.DECK: wording.DECK_DONE,
    SessionKind.DRILL: wording.LIST_TOO_SMALL,
    SessionKind.WEAK: wording.LIST_TOO_SMALL,
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
        return (*self.opened.remarks, *(line for line in (wording.too_few_words(empty),) if line))

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
        refuse_to_begin(self.opened.folder)
        asker = self.asker
        chosen = weights(other_list=self.opened.other is not None, switched_on=wish.switched_on)
        empty = asker.empty_families(chosen)
        self._weights = {family: weight for family, weight in chosen.items() if family not in empty}
        if wish.kind is SessionKind.WEAK:
            self._weights = scores.weak_mix(self._history.attempts(self._fingerprint), self._weights)
        self._queue = deque(self._queue_of(wish.kind))
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
        state, effects = begin_step(plan)
        for effect in effects:
            for event in self._carry_out(effect):
                state = self.take(state, event)
        return state

    def take(self, state: DrillState, event: events.DrillEvent) -> DrillState:
        """The state in which *event* ends, everything it orders having been done."""
        return settle(partial(step, self.asker.words), self._carry_out, state, event)

    def _carry_out(self, effect: events.DrillEffect) -> tuple[events.DrillEvent, ...]:
        match effect:
            case events.MakeQuestion():
                return (self._make_question(effect),)
            case events.SaveAnswer():
                return (self._save(effect.attempt),)
            case events.UndoAnswer():
                return (self._undone(effect.session),)
            case _:
                unknown(effect)

    # ---- questions ----------------------------------------------------------------------------------------
    def _make_question(self, order: events.MakeQuestion) -> events.QuestionMade | events.NoQuestion:
        try:
            refuse_during_event(self.opened.folder)  # it may have been opened since
        except (PracticeError, LogError) as error:
            return events.NoQuestion(str(error))
        question = self._question(order.plan, order.seen)
        if question is None:
            return events.NoQuestion(_EMPTY[order.plan.kind])
        return events.QuestionMade(question, self.now_ms())

    def _question(self, plan: SessionPlan, seen: frozenset[str]) -> Question | None:
        if plan.kind in _QUEUED:
            return self._next_queued(plan.kind)
        if plan.kind is SessionKind.DECK:
            return self.asker.from_deck(deck(plan.deck), plan.share, seen)
        asked = self.asker.drill(self._weights, plan.share, seen) if self._weights else None
        return asked or self.asker.good(seen)

    def _next_queued(self, kind: SessionKind) -> Question | None:
        if not self._queue and kind is SessionKind.DUE:  # what was missed comes back within minutes
            self._queue.extend(self._queue_of(kind))
        while self._queue:
            if (question := self.asker.ask_about(self._queue.popleft())) is not None:
                return question
        return None

    def _queue_of(self, kind: SessionKind) -> tuple[AskedWord, ...]:
        """What a session of *kind* asks, in its order; nothing for those that make it up as they go."""
        if kind is SessionKind.MISSES:
            return scores.open_misses(self._history.attempts(self._fingerprint))
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
    def _save(self, attempt: Attempt) -> events.AnswerSaved | events.AnswerNotSaved:
        now = self.opened.clock()
        attempt = replace(attempt, at=now.at, offset_min=now.offset_min)
        try:
            cards = self._history.cards_of(self._fingerprint, [word.word for word in attempt.words])
            left = NEW_A_DAY - self._history.begun_on(attempt.local_day)
            changes = () if attempt.timed else changes_after(attempt, cards, left)
            self._history.save(attempt, changes)
        except PracticeError as error:
            return events.AnswerNotSaved(str(error))
        return events.AnswerSaved(tuple(self._notes(word, cards.get(word.word)) for word in attempt.words))

    def _undone(self, session: str) -> events.AnswerUndone | events.AnswerNotSaved:
        try:
            self._history.undo(session)
        except PracticeError as error:
            return events.AnswerNotSaved(str(error))
        return events.AnswerUndone(self.now_ms())

    def _notes(self, word: AskedWord, card: PracticeCard | None) -> wording.WordNotes:
        own = card.definition if card is not None else ""
        return wording.notes_on(word, self.asker.words, partial(self._define, own), self.asker.showable)

    def _define(self, own: str, word: str) -> str | None:
        """What *word* means: as the player's file has it, else the list, else the installed WordNet."""
        sources: tuple[Callable[[str], str | None], ...] = (lambda _: own or None, self._definitions.of)
        if self._wordnet is not None:
            sources += (self._wordnet.of,)
        for source in sources:
            text = source(word)
            if text and not self.asker.blocked.in_text(text):
                return printable(text)
        return None
