"""Bring words in and take them out: a file, a paste, an export of a log, a cardbox.

The rules guarded: what is brought in joins the line and is begun a day's worth at a time; cards that are
there already keep what was learned; nothing of a file that cannot be read is brought in.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import PracticeError
from kiosk.folder import refuse_own_file
from kiosk.practice.blocked_store import blocked_hashes
from kiosk.practice.cardbox_reader import BOX_DAYS, BoxRow, box_of, read_cardbox, write_cardbox
from kiosk.practice.cards import BOX, MINE, Memory, PracticeCard
from kiosk.practice.questions import askable
from kiosk.practice.search import Blocked, WordSearch
from kiosk.practice.session_run import OpenedPractice
from kiosk.practice.words_reader import BroughtIn, read_words, words_in, write_words

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
