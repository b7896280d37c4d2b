"""One answer of a player who practises, what it was worth, and what it says of each word."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from math import prod

from kiosk.base.frozen import frozen
from kiosk.rules.penalties import PENALTIES, Penalty, failed_challenge

# ---- attempts ----------------------------------------------------------------------------------------------
# One answer of a player who practises, with all that the three scores are computed from.


class PlayAnswer(StrEnum):
    ACCEPT = "accept"
    CHALLENGE = "challenge"


class SessionKind(StrEnum):
    DRILL = "drill"
    DUE = "due"
    MISSES = "misses"
    WEAK = "weak"
    MY_WORDS = "my_words"
    DECK = "deck"


@frozen
class AskedWord:
    """*family*: how a phoney was made, or among which phoneys a good word stands; empty for a word that only
    came along. *base*, *second*: what a phoney was made from."""

    word: str
    valid: bool
    family: str = ""
    base: str = ""
    second: str = ""


@frozen
class Attempt:
    """*challenged*: the places of the challenged words. *picked*: whether they were picked one by one.
    *belief*: that the play is not good, if it was stated. *timed*: against the clock, kept out of the scores.
    *at*: UTC, as records write it; *offset_min*: local time minus UTC."""

    session: str
    kind: SessionKind
    fingerprint: str
    penalty: str
    turn_value: int
    words: tuple[AskedWord, ...]
    score: int
    answer: PlayAnswer
    challenged: tuple[int, ...]
    picked: bool
    belief: float | None
    took_ms: int
    gained: int
    lost: int
    threshold_lost: float | None
    timed: bool = False
    earlier: int = 0
    at: str = ""
    offset_min: int = 0

    @property
    def is_bad(self) -> bool:
        return not all(word.valid for word in self.words)

    @property
    def local_day(self) -> str:
        """The day on the player's own calendar, as YYYY-MM-DD."""
        return local_day(self.at, self.offset_min)


def local_day(at: str, offset_min: int) -> str:
    """The day of *at* (UTC) where local time is *offset_min* minutes ahead."""
    return (datetime.fromisoformat(at) + timedelta(minutes=offset_min)).date().isoformat()


# ---- decision ----------------------------------------------------------------------------------------------
# What a decision is worth: challenge or accept, and which words.
#
# Points are counted from the play standing unchallenged. A challenge that succeeds gains the play's score;
# one that fails costs what the penalty says, a lost turn being worth the points a player's turn brings. The
# penalties are the station's own (`core.rules.penalties`).

TURN_VALUES = (25, 35, 45)  # points: a beginner's, a strong player's, an expert's turn
OFFERED = tuple(penalty for penalty in PENALTIES.values() if penalty.steps)
BELIEFS = (0.05, 0.25, 0.50, 0.75, 0.95)  # that the play is not good, as a player may state it


@frozen
class Stake:
    """The penalty that is practised. *earlier*: failed challenges before, where the penalty asks for them."""

    penalty: Penalty
    turn_value: int = TURN_VALUES[1]
    earlier: int = 0

    @property
    def per_word(self) -> bool:
        return self.penalty.per_word

    def cost(self, words: int) -> int:
        """What a failed challenge of *words* words costs, in points."""
        return failed_challenge(self.penalty, words, self.earlier).worth(self.turn_value)


@frozen
class Move:
    """Challenge the words at *places*; none of them: accept. *value*: what may be expected of it."""

    places: tuple[int, ...]
    value: float

    @property
    def challenges(self) -> bool:
        return bool(self.places)


def break_even(score: int, cost: int) -> float:
    """How sure one must be that a play is not good for a challenge to pay: above this it does."""
    return cost / (score + cost) if score + cost else 0.0


def challenge_value(score: int, cost: int, belief: float) -> float:
    """What a challenge may be expected to bring if the play is bad with probability *belief*."""
    return belief * score - (1 - belief) * cost


def value_of(places: Sequence[int], beliefs: Sequence[float], score: int, stake: Stake) -> float:
    """What challenging the words at *places* may be expected to bring; *beliefs*: that each word is bad."""
    if not places:
        return 0.0
    all_good = prod(1 - beliefs[place] for place in places)
    return challenge_value(score, stake.cost(len(places)), 1 - all_good)


def best_choice(beliefs: Sequence[float], score: int, stake: Stake) -> Move:
    """The best thing to do if the words are bad, each by itself, with the probabilities *beliefs*.

    For any number of words the likeliest bad ones are best, so only these sets are compared. All of them:
    where one more word does not pay, two more may.
    """
    if not stake.per_word:
        whole = tuple(range(len(beliefs)))
        value = value_of(whole, beliefs, score, stake)
        return Move(whole, value) if value > 0 else Move((), 0.0)
    order = sorted(range(len(beliefs)), key=lambda place: -beliefs[place])
    sets = [tuple(order[:count]) for count in range(len(order) + 1)]
    best = max(sets, key=lambda places: value_of(places, beliefs, score, stake))
    return Move(tuple(sorted(best)), value_of(best, beliefs, score, stake))


def best_knowing(valid: Sequence[bool], score: int, stake: Stake) -> Move:
    """The best thing to do for somebody who knows every word."""
    bad = tuple(place for place, good in enumerate(valid) if not good)
    if not bad:
        return Move((), 0.0)
    return Move(bad[:1] if stake.per_word else tuple(range(len(valid))), float(score))


def shared_belief(belief: float, words: int, doubted: Sequence[int]) -> tuple[float, ...]:
    """*belief* that the play is bad as a belief in each word: the *doubted* share it, the rest are held
    good. Nobody doubted: all share it."""
    held = tuple(doubted) or tuple(range(words))
    each = 1 - (1 - belief) ** (1 / len(held))
    return tuple(each if place in held else 0.0 for place in range(words))


@frozen
class Weighed:
    """One decision looked at from behind. *gained*: of a play caught. *lost*: of one missed, or of a failed
    challenge. *at_belief*, *threshold_lost*: the best at the stated belief and what the choice fell short of
    it; None where no belief was stated."""

    break_even: float
    knowing: Move
    gained: int
    lost: int
    at_belief: Move | None = None
    threshold_lost: float | None = None

    @property
    def points(self) -> int:
        return self.gained - self.lost


def weigh(
    valid: Sequence[bool], score: int, stake: Stake, challenged: tuple[int, ...], belief: float | None
) -> Weighed:
    """The decision to challenge the words at *challenged* (none: accept), at the stated *belief*."""
    caught = any(not valid[place] for place in challenged)
    cost = stake.cost(len(challenged) or (1 if stake.per_word else len(valid)))
    # Challenging only the good words of a bad play fails, and the play stands.
    missed = not caught and not all(valid)
    failed = bool(challenged) and not caught
    lost = (score if missed else 0) + (cost if failed else 0)
    even = break_even(score, cost)
    knowing = best_knowing(valid, score, stake)
    gained = score if caught else 0
    if belief is None:
        return Weighed(even, knowing, gained, lost)
    beliefs = shared_belief(belief, len(valid), challenged)
    best = best_choice(beliefs, score, stake)
    short = best.value - value_of(challenged, beliefs, score, stake)
    return Weighed(even, knowing, gained, lost, best, max(0.0, short))


# ---- knowing -----------------------------------------------------------------------------------------------
# What an answer says of each word: held good, held bad, or nothing.
#
# An answer is to a price, knowledge is not: who states a belief is taken by it, and who lets a play pass at
# 60 % because a challenge is dear has still doubted it.

EVEN = 0.5


def holds_play_bad(attempt: Attempt) -> bool:
    """Whether the player takes the play for bad."""
    if attempt.belief is None or attempt.belief == EVEN:
        return attempt.answer is PlayAnswer.CHALLENGE
    return attempt.belief > EVEN


def held_good(attempt: Attempt) -> tuple[bool | None, ...]:
    """For each word whether the player holds it good; None where the answer does not tell."""
    words = attempt.words
    if not holds_play_bad(attempt):
        return (True,) * len(words)
    if len(words) == 1:
        return (False,)
    if attempt.picked and attempt.challenged:
        return tuple(place not in attempt.challenged for place in range(len(words)))
    if attempt.is_bad:  # the play was caught; of its good words nothing is known
        return tuple(None if word.valid else False for word in words)
    return tuple(False if place == _suspect(words) else None for place in range(len(words)))


def _suspect(words: tuple[AskedWord, ...]) -> int:
    """The word the question was about: the one a doubt most likely meant."""
    return next((place for place, word in enumerate(words) if word.family), 0)


def misses(attempt: Attempt) -> tuple[AskedWord, ...]:
    """The words the player was wrong about."""
    held = zip(attempt.words, held_good(attempt), strict=True)
    return tuple(word for word, good in held if good is not None and good != word.valid)


def certainty(attempt: Attempt) -> float | None:
    """How sure the player was of what they held, from 0.5 to 1; None if it was not stated."""
    return None if attempt.belief is None else max(attempt.belief, 1 - attempt.belief)
