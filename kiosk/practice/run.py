"""Runs the window of practice: what each key does on each page, and words brought in and taken out."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol, assert_never

from kiosk.base.frozen import frozen
from kiosk.base.printable import harmless
from kiosk.errors import KioskError, PracticeError
from kiosk.folder import refuse_own_file
from kiosk.practice.answers import SessionKind
from kiosk.practice.cardbox_reader import BOX_DAYS, BoxRow, box_of, read_cardbox, write_cardbox
from kiosk.practice.cards import BOX, MINE, Memory, PracticeCard
from kiosk.practice.events import (
    AcceptPressed,
    BeliefPressed,
    ChallengePressed,
    DonePressed,
    DrillKey,
    LeavePressed,
    TimeIsUp,
    UndoPressed,
    WordPressed,
)
from kiosk.practice.machine import Believing, DrillState, SessionOver
from kiosk.practice.pages import (
    DeckView,
    DrillView,
    Grouping,
    HomeView,
    PracticeView,
    RefusedView,
    ScoresView,
    WordsView,
    chosen,
    kept,
    next_choice,
)
from kiosk.practice.questions import DECKS, askable
from kiosk.practice.room_run import OpenedPractice, PracticeRoom, SessionWish, results
from kiosk.practice.search import Blocked, WordSearch
from kiosk.practice.store import blocked_hashes
from kiosk.practice.wording import NO_SHORT_PHONEYS, READING
from kiosk.practice.words_reader import BroughtIn, read_words, words_in, write_words

# ---- own words ---------------------------------------------------------------------------------------------
# Bring words in and take them out: a file, a paste, an export of a log, a cardbox.
#
# The rules guarded: what is brought in joins the line and is begun a day's worth at a time; cards that are
# there already keep what was learned; nothing of a file that cannot be read is brought in.

_MIDDLING = 5.0  # difficulty, from 1 to 10
_IN_REVIEW = 2


@frozen
class Taken:
    """*new*: cards that joined; *known*: that were there; *not_words*: of all, those the list does not hold;
    *passed_over*: entries that were no words of the game; *too_short*: that this list is too old to judge;
    *unasked*: that are never shown here, or that no set of tiles can make."""

    new: int
    known: int
    not_words: int
    passed_over: int = 0
    too_short: int = 0
    unasked: int = 0

    @property
    def said(self) -> str:
        """What came of it, for the player."""
        counted = (
            (self.known, "was there already", "were there already"),
            (self.not_words, "is not in this list: a phoney", "are not in this list: phoneys"),
            (self.passed_over, "entry was no word", "entries were no words"),
            (self.too_short, "is too short for this old list", "are too short for this old list"),
            (self.unasked, "cannot be asked here", "cannot be asked here"),
        )
        parts = [f"{count} {one if count == 1 else many}" for count, one, many in counted if count]
        return ", ".join((f"{self.new} new card" + ("" if self.new == 1 else "s"), *parts)) + "."


def take_file(opened: OpenedPractice, path: Path) -> Taken:
    """Make cards of the words in the file at *path*: a text of words, with definitions or without, or an
    export of a log."""
    return _take_in(opened, read_words(path))


def take_paste(opened: OpenedPractice, text: str) -> Taken:
    """Make cards of the words in *text*."""
    found = words_in(text)
    if not found.words:
        raise PracticeError("No word was found in what was pasted. Paste words, one a line or side by side.")
    return _take_in(opened, found)


def _take_in(opened: OpenedPractice, found: BroughtIn) -> Taken:
    at = opened.clock().at
    fingerprint = opened.book.identity.fingerprint
    cards = [
        PracticeCard(fingerprint, word, word in opened.book, MINE, at, definition=definition)
        for word, definition in found.words
    ]
    return _join(opened, cards, found.passed_over)


def _join(opened: OpenedPractice, cards: list[PracticeCard], passed_over: int) -> Taken:
    blocked = Blocked(blocked_hashes())
    fit = [card for card in cards if askable(card.word, blocked)]
    # A list that lacks today's short words must not call one of them a phoney.
    asked = [card for card in fit if card.valid or len(card.word) >= opened.shortest_phoney]
    new = opened.history.add_cards(asked)
    not_words = sum(not card.valid for card in asked)
    too_short, unasked = len(fit) - len(asked), len(cards) - len(fit)
    return Taken(new, len(asked) - new, not_words, passed_over, too_short, unasked)


def take_cardbox(opened: OpenedPractice, path: Path) -> Taken:
    """Make cards of the cardbox at *path*; what is scheduled there stays scheduled. Alphagrams become the
    words of this list that they stand for."""
    rows = read_cardbox(path)
    if not rows:
        raise PracticeError(f"The cardbox {path} holds no questions. Nothing was brought in.")
    alphagrams = all(row.question == "".join(sorted(row.question)) for row in rows)
    search = WordSearch(opened.book.words())
    cards: dict[str, PracticeCard] = {}
    passed_over = 0
    for row in rows:
        words = search.anagrams(row.question) if alphagrams else (row.question,)
        passed_over += not words
        for word in words:
            cards.setdefault(word, _card(opened, row, word, word in search))
    return _join(opened, list(cards.values()), passed_over)


def _card(opened: OpenedPractice, row: BoxRow, word: str, valid: bool) -> PracticeCard:
    card = PracticeCard(opened.book.identity.fingerprint, word, valid, BOX, opened.clock().at)
    if row.cardbox is None or not row.next_scheduled:
        return card
    days = BOX_DAYS[min(row.cardbox, len(BOX_DAYS) - 1)]
    due = datetime.fromtimestamp(row.next_scheduled, UTC)
    last = datetime.fromtimestamp(row.last_correct, UTC) if row.last_correct else due - timedelta(days=days)
    memory = Memory(_IN_REVIEW, None, float(days), _MIDDLING, due.isoformat(), min(last, due).isoformat())
    day = last.date().isoformat()
    return PracticeCard(card.fingerprint, word, valid, BOX, card.added, memory=memory, introduced=day)


def give_words(opened: OpenedPractice, target: Path) -> int:
    """Write the cards of the list in use to *target*, one word a line, and say how many."""
    refuse_own_file(target, opened.folder)
    cards = opened.history.cards(opened.book.identity.fingerprint)
    write_words(((card.word, card.definition) for card in cards), target)
    return len(cards)


def give_cardbox(opened: OpenedPractice, target: Path) -> int:
    """Write the good words among the cards to *target*, a cardbox of alphagrams, and say how many."""
    refuse_own_file(target, opened.folder)
    fingerprint = opened.book.identity.fingerprint
    good = [card for card in opened.history.cards(fingerprint) if card.valid]
    counts = opened.history.review_counts(fingerprint)
    rows = _rows(good, counts)
    write_cardbox(rows, target)
    return len(rows)


def _rows(cards: Iterable[PracticeCard], counts: dict[str, tuple[int, int, int]]) -> list[BoxRow]:
    """One row an alphagram; of several words, the one that is due first speaks for it."""
    rows: dict[str, BoxRow] = {}
    for card in cards:
        key = "".join(sorted(card.word))
        row = _row(key, card, counts.get(card.word, (0, 0, 0)))
        held = rows.get(key)
        if held is None or (
            row.cardbox is not None and (held.cardbox is None or row.next_scheduled < held.next_scheduled)
        ):
            rows[key] = row
    return list(rows.values())


def _row(key: str, card: PracticeCard, counts: tuple[int, int, int]) -> BoxRow:
    right, wrong, streak = counts
    if card.memory is None:
        return BoxRow(key, right, wrong, streak)
    due, last = (
        int(datetime.fromisoformat(at).timestamp()) for at in (card.memory.due, card.memory.last_review)
    )
    return BoxRow(key, right, wrong, streak, last, box_of(card.memory.stability), due)


# ---- run ---------------------------------------------------------------------------------------------------
# Runs the window of practice: what each key does on each page.
#
# The rules guarded: ESC leaves every page; what cannot be done is one sentence on the page; nothing waits for
# the list to be learned but a session.

ESC, ENTER = "ESC", "ENTER"
SOON = f"{READING} The session begins by itself when that is done."
CHOICE_KEYS = {
    "P": "penalty",
    "V": "turn_value",
    "E": "earlier",
    "H": "ask_belief",
    "F": "told",
    "K": "hold_s",
    "L": "light",
}


@frozen
class SessionWanted:
    """A session that was asked for."""

    kind: SessionKind
    timed: bool = False
    deck: str = ""


SESSIONS = {
    "1": SessionWanted(SessionKind.DUE),
    "2": SessionWanted(SessionKind.DRILL),
    "3": SessionWanted(SessionKind.MISSES),
    "4": SessionWanted(SessionKind.WEAK),
    "5": SessionWanted(SessionKind.MY_WORDS),
    "7": SessionWanted(SessionKind.DRILL, timed=True),
}


class PracticeScreen(Protocol):
    """The window as a run knows it. A file that nobody chose is None."""

    def show_view(self, view: PracticeView) -> None: ...

    def leave(self) -> None: ...

    def ask_file(self, title: str) -> Path | None: ...

    def ask_target(self, title: str, name: str) -> Path | None: ...

    def pasted(self) -> str: ...


class PracticeRun:
    """One player's visit, from `begin` to ESC on the first page."""

    def __init__(self, opened: OpenedPractice, room: PracticeRoom, screen: PracticeScreen) -> None:
        self._opened = opened
        self._room = room
        self._screen = screen
        self._choices = chosen(opened.history.settings())
        self._name = harmless(opened.book.identity.name)
        self._remarks = opened.remarks
        self._reading = True
        self._waiting: SessionWanted | None = None
        self._view: PracticeView = self._home()

    @property
    def view(self) -> PracticeView:
        return self._view

    def begin(self) -> None:
        """Show the first page; the list is learned meanwhile."""
        self._screen.show_view(self._view)

    def learned(self, remarks: tuple[str, ...]) -> None:
        """The list was learned: what was asked for begins."""
        self._remarks, self._reading = remarks, False
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._do(lambda: self._start(waiting))
        elif isinstance(self._view, HomeView):
            self._show(self._home())

    def press(self, key: str) -> None:
        """*key* was pressed, or clicked: a letter, a digit, ENTER, BACKSPACE or ESC."""
        self._do(lambda: self._press(key))

    def ring(self) -> None:
        """Time passed: a decision may be over, and the page shows how long is left."""
        view = self._view
        if not isinstance(view, DrillView):
            return
        end, now_ms = view.state.ends_at_ms, self._room.now_ms()
        if end is None:
            return
        state = self._room.take(view.state, TimeIsUp(now_ms)) if now_ms >= end else view.state
        self._show(replace(view, state=state, now_ms=now_ms))

    @property
    def timed(self) -> bool:
        """Whether time is running on the page that is shown."""
        return isinstance(self._view, DrillView) and self._view.state.ends_at_ms is not None

    # ---- pages --------------------------------------------------------------------------------------------
    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except KioskError as error:
            self._say(str(error))

    def _say(self, sentence: str) -> None:
        match self._view:
            case HomeView() | WordsView():
                self._show(replace(self._view, notice=sentence))
            case DeckView() | DrillView() | ScoresView() | RefusedView():
                self._refuse(sentence)
            case _:
                assert_never(self._view)

    def _refuse(self, sentence: str) -> None:
        self._show(RefusedView(sentence, self._choices.light))

    def _show(self, view: PracticeView) -> None:
        self._view = view
        self._screen.show_view(view)

    def _home(self, notice: str = "") -> HomeView:
        found = results(self._opened)
        return HomeView(self._name, found, self._choices, self._reading, self._remarks, notice)

    def _words(self, notice: str = "") -> WordsView:
        found = results(self._opened)
        return WordsView(self._name, self._choices.light, found.cards, found.mine, notice)

    # ---- keys ---------------------------------------------------------------------------------------------
    def _press(self, key: str) -> None:
        match self._view:
            case HomeView():
                self._at_home(key)
            case DeckView():
                self._at_decks(key)
            case DrillView():
                self._in_drill(self._view, key)
            case ScoresView():
                self._at_scores(self._view, key)
            case WordsView():
                self._at_words(key)
            case RefusedView():
                if key in (ESC, ENTER):
                    self._screen.leave()
            case _:
                assert_never(self._view)

    def _at_home(self, key: str) -> None:
        if key in CHOICE_KEYS:
            self._choices = next_choice(self._choices, CHOICE_KEYS[key])
            self._opened.history.set(kept(self._choices))
            self._show(self._home())
        elif key in SESSIONS:
            self._want(SESSIONS[key])
        elif key == "6":
            short = NO_SHORT_PHONEYS if NO_SHORT_PHONEYS in self._remarks else ""
            self._show(DeckView(self._name, self._choices.light, short))
        elif key == "S":
            self._show(ScoresView(self._name, self._choices.light, results(self._opened)))
        elif key == "W":
            self._show(self._words())
        elif key == ESC:
            self._screen.leave()

    def _at_decks(self, key: str) -> None:
        if key == ESC:
            self._show(self._home())
        elif key.isdecimal() and 1 <= int(key) <= len(DECKS):
            self._want(SessionWanted(SessionKind.DECK, deck=DECKS[int(key) - 1].id))

    def _at_scores(self, view: ScoresView, key: str) -> None:
        if key in (ESC, ENTER):
            self._show(self._home())
        elif key == "G":
            groupings = list(Grouping)
            following = groupings[(groupings.index(view.grouping) + 1) % len(groupings)]
            self._show(replace(view, grouping=following))

    def _at_words(self, key: str) -> None:
        opened, screen = self._opened, self._screen
        if key == ESC:
            self._show(self._home())
        elif key in ("P", "PASTE"):
            self._show(self._words(take_paste(opened, screen.pasted()).said))
        elif key == "F" and (path := screen.ask_file("Words, one a line, or an export of a log")):
            self._show(self._words(take_file(opened, path).said))
        elif key == "B" and (path := screen.ask_file("A cardbox of Zyzzyva or Xerafin")):
            self._show(self._words(take_cardbox(opened, path).said))
        elif key == "O" and (path := screen.ask_target("Write my cards as words", "practice-words.txt")):
            self._show(
                self._words(f"{give_words(opened, path)} words were written to {harmless(str(path))}.")
            )
        elif key == "X" and (path := screen.ask_target("Write my cards as a cardbox", "practice.db")):
            count = give_cardbox(opened, path)
            self._show(self._words(f"{count} questions were written to {harmless(str(path))}."))

    # ---- sessions -----------------------------------------------------------------------------------------
    def _want(self, wanted: SessionWanted) -> None:
        if self._reading:
            self._waiting = wanted
            self._show(self._home(SOON))
        else:
            self._start(wanted)

    def _start(self, wanted: SessionWanted) -> None:
        chosen = self._choices
        wish = SessionWish(
            wanted.kind,
            chosen.stake,
            ask_belief=chosen.ask_belief and not wanted.timed,
            hold_ms=chosen.hold_s * 1000 if wanted.timed else None,
            deck=wanted.deck,
            switched_on=chosen.switched_on,
        )
        state = self._room.start(wish)
        if isinstance(state, SessionOver) and not state.progress.attempts:
            self._show(self._home(state.why))
        else:
            self._drill(state)

    def _drill(self, state: DrillState) -> None:
        self._show(DrillView(self._name, self._choices.light, state, self._room.now_ms()))

    def _in_drill(self, view: DrillView, key: str) -> None:
        if isinstance(view.state, SessionOver):
            if key in (ESC, ENTER):
                self._show(self._home())
            elif key == "3":
                self._want(SESSIONS["3"])
            return
        event = self._meant(view.state, key)
        if event is not None:
            state = self._room.take(view.state, event)
            if isinstance(state, SessionOver) and not state.progress.attempts:
                self._show(self._home(state.why))  # there is nothing to sum up
            else:
                self._drill(state)

    def _meant(self, state: DrillState, key: str) -> DrillKey | None:
        now_ms = self._room.now_ms()
        plain: dict[str, DrillKey] = {
            "A": AcceptPressed(now_ms),
            "C": ChallengePressed(now_ms),
            ENTER: DonePressed(),
            "U": UndoPressed(),
            "BACKSPACE": UndoPressed(),
            ESC: LeavePressed(),
        }
        if key in plain:
            return plain[key]
        if not key.isdecimal():
            return None
        place = int(key) - 1
        return BeliefPressed(place) if isinstance(state, Believing) else WordPressed(place)
