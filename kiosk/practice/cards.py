"""Strings that come back until they are known, and when: FSRS, told what an answer meant."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from fsrs import Card, Rating, Scheduler, State

from kiosk.base.frozen import frozen
from kiosk.practice.answers import AskedWord, Attempt, certainty, held_good

# ---- cards -------------------------------------------------------------------------------------------------
# A string that comes back until it is known: a word of a list, or a phoney that is none.


@frozen
class Memory:
    """What the schedule knows of a card, in the numbers of FSRS. Times are UTC, ISO 8601."""

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: str
    last_review: str


@frozen
class PracticeCard:
    """*memory*: None while the card waits to be introduced. *source*: where it came from. *retired*: it is no
    longer asked. *introduced*: the local day of its first review. *definition*: as the
    player's own file had it. *family*, *base*, *second*: how a phoney was made, as `AskedWord` has it."""

    fingerprint: str
    word: str
    valid: bool
    source: str
    added: str
    memory: Memory | None = None
    retired: bool = False
    introduced: str = ""
    definition: str = ""
    family: str = ""
    base: str = ""
    second: str = ""

    @property
    def asked(self) -> AskedWord:
        """The card as a word to ask."""
        return AskedWord(self.word, self.valid, self.family, self.base, self.second)


@frozen
class CardChange:
    """*before*: None if the card is new. *rating*: 1 to 4 as FSRS has them; None if it only
    joined the line."""

    before: PracticeCard | None
    after: PracticeCard
    rating: int | None


# ---- schedule ----------------------------------------------------------------------------------------------
# When a card comes back: FSRS, told what an answer meant.
#
# The rules guarded: a lucky guess is a miss; a play makes cards only of words that were wrong or unsure; no
# more than a day's worth of new cards is begun; a clock that was set back neither breaks nor buries a card;
# phoneys go sooner than words, for what is seen often begins to look right.

NEW_A_DAY = 20
MISSED, MINE, BOX = "missed", "mine", "cardbox"  # where cards come from
FAST_MS = 5_000
PHONEY_RETIRES = timedelta(days=21)  # when it would not be asked for that long
_UNSURE, _FAIRLY_SURE = 0.6, 0.8
_WRONG_CLOCK = timedelta(days=1)


@cache
def _scheduler() -> Scheduler:
    # Without its chance: an answer taken back and given again ends where it would have.
    return Scheduler(enable_fuzzing=False)


def rating_of(right: bool, sure: float | None, took_ms: int) -> Rating:
    """What an answer tells the schedule. *sure*: of the answer, 0.5 to 1; None: not stated."""
    if not right or (sure is not None and sure <= _UNSURE):
        return Rating.Again
    if sure is None:
        return Rating.Good
    if sure <= _FAIRLY_SURE:
        return Rating.Hard
    return Rating.Easy if took_ms <= FAST_MS else Rating.Good


def review(card: PracticeCard, rating: Rating, now: str, day: str) -> PracticeCard:
    """*card* after a review at *now*, which is the local day *day*."""
    at = _moment(now)
    if card.memory is not None:
        at = max(at, _moment(card.memory.last_review))  # the clock was set back
    after, _ = _scheduler().review_card(_fsrs(card.memory, at), rating, at)
    memory = Memory(
        state=after.state.value,
        step=after.step,
        stability=float(after.stability or 0.0),
        difficulty=float(after.difficulty or 0.0),
        due=after.due.isoformat(),
        last_review=at.isoformat(),
    )
    retires = not card.valid and after.state is State.Review and after.due - at >= PHONEY_RETIRES
    return replace(card, memory=memory, retired=retires, introduced=card.introduced or day)


def changes_after(
    attempt: Attempt, cards: Mapping[str, PracticeCard], new_left: int
) -> tuple[CardChange, ...]:
    """What *attempt* does to the *cards* of its words, and which it makes; *new_left*: how many cards may
    still be begun today."""
    changes = []
    for word, good in zip(attempt.words, held_good(attempt), strict=True):
        if good is None:
            continue
        before = cards.get(word.word)
        rating = rating_of(good == word.valid, certainty(attempt), attempt.took_ms)
        if before is None and rating is not Rating.Again:
            continue
        card = before or _new(word, attempt)
        if card.memory is None and new_left <= 0:
            if before is None:
                changes.append(CardChange(None, card, None))
            continue
        new_left -= card.memory is None
        after = review(card, rating, attempt.at, attempt.local_day)
        changes.append(CardChange(before, after, rating.value))
    return tuple(changes)


def _new(word: AskedWord, attempt: Attempt) -> PracticeCard:
    return PracticeCard(
        attempt.fingerprint,
        word.word,
        word.valid,
        MISSED,
        attempt.at,
        family=word.family,
        base=word.base,
        second=word.second,
    )


def is_due(card: PracticeCard, now: str) -> bool:
    """Whether *card* should be asked again by *now*."""
    if card.retired or card.memory is None:
        return False
    at = _moment(now)
    # Reviewed on a day still to come: the clock was wrong then. Asked once more, it is right again.
    return _moment(card.memory.due) <= at or _moment(card.memory.last_review) > at + _WRONG_CLOCK


def queue(cards: Iterable[PracticeCard], now: str, new_left: int) -> tuple[PracticeCard, ...]:
    """What to ask now: what is due, the longest overdue first, then as many new cards as the day has left,
    the missed before the imported."""
    held = tuple(cards)
    due = sorted((card for card in held if is_due(card, now)), key=_due)
    waiting = sorted(
        (card for card in held if card.memory is None and not card.retired),
        key=lambda card: (card.source != MISSED, card.added, card.word),
    )
    return (*due, *waiting[: max(0, new_left)])


def _due(card: PracticeCard) -> tuple[str, str]:
    return (card.memory.due if card.memory else "", card.word)


def due_by_day(cards: Iterable[PracticeCard], now: str, offset_min: int, days: int) -> tuple[int, ...]:
    """How many cards are due today and on each of the following *days* − 1 days, as a calendar at
    *offset_min* minutes from UTC has them."""
    counts = [0] * days
    offset = timedelta(minutes=offset_min)
    today = (_moment(now) + offset).date()
    for card in cards:
        if card.memory is not None and not card.retired:
            ahead = 0 if is_due(card, now) else ((_moment(card.memory.due) + offset).date() - today).days
            if ahead < days:
                counts[ahead] += 1
    return tuple(counts)


def _fsrs(memory: Memory | None, at: datetime) -> Card:
    if memory is None:
        return Card(card_id=1, due=at)  # without an id it would sleep to make one
    return Card(
        card_id=1,
        state=State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_moment(memory.due),
        last_review=_moment(memory.last_review),
    )


def _moment(at: str) -> datetime:
    # FSRS takes exactly this zone and no other spelling of it.
    return datetime.fromisoformat(at).astimezone(UTC)
