"""Three scores that are never mixed: words known, beliefs that fit, decisions in points."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from math import sqrt
from typing import TypeVar

from kiosk.base.frozen import frozen
from kiosk.practice.answers import AskedWord, Attempt, held_good, misses
from kiosk.practice.phoneys import Family

# ---- counting ----------------------------------------------------------------------------------------------
# Which answers count, and how sure a share is.

_Z = 1.96  # 95 %


@frozen
class ShareOf:
    """*right* of *count*, with the interval that holds the true share in 95 of 100 cases."""

    right: int
    count: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.right / self.count if self.count else 0.0


def share_of(right: int, count: int) -> ShareOf:
    """*right* of *count* with Wilson's interval; of nothing, anything may be true."""
    if not count:
        return ShareOf(0, 0, 0.0, 1.0)
    share, z2 = right / count, _Z * _Z
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = _Z * sqrt(share * (1 - share) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    return ShareOf(right, count, max(0.0, centre - half), min(1.0, centre + half))


def answers_that_count(attempts: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """The answers that count: those against the clock do not."""
    return tuple(attempt for attempt in attempts if not attempt.timed)


# ---- knowledge ---------------------------------------------------------------------------------------------
# The first score: which words one knows. What a challenge costs has no part in it.

K = TypeVar("K", str, int)


@frozen
class Confusion:
    """The two by two: good words held good or doubted, phoneys caught or missed."""

    good_held: int = 0
    good_doubted: int = 0
    bad_caught: int = 0
    bad_missed: int = 0

    @property
    def count(self) -> int:
        return self.good_held + self.good_doubted + self.bad_caught + self.bad_missed

    @property
    def right(self) -> ShareOf:
        return share_of(self.good_held + self.bad_caught, self.count)

    @property
    def recall(self) -> ShareOf:
        """Of the phoneys, those caught."""
        return share_of(self.bad_caught, self.bad_caught + self.bad_missed)

    @property
    def precision(self) -> ShareOf:
        """Of the words held bad, those that are."""
        return share_of(self.bad_caught, self.bad_caught + self.good_doubted)


@frozen
class Knowledge:
    total: Confusion
    by_family: tuple[tuple[str, Confusion], ...]
    by_length: tuple[tuple[int, Confusion], ...]
    by_rule: tuple[tuple[str, Confusion], ...]


def knowledge(attempts: Iterable[Attempt]) -> Knowledge:
    """What *attempts* show of the words that were asked; words that only came along are not counted."""
    seen = [
        (attempt, word, good)
        for attempt in answers_that_count(attempts)
        for word, good in zip(attempt.words, held_good(attempt), strict=True)
        if good is not None and _was_asked(word, attempt)
    ]
    return Knowledge(
        total=_confusion((word, good) for _, word, good in seen),
        by_family=_group(seen, lambda _, word: word.family),
        by_length=_group(seen, lambda _, word: len(word.word)),
        by_rule=_group(seen, lambda attempt, _: attempt.penalty),
    )


def _was_asked(word: AskedWord, attempt: Attempt) -> bool:
    if word.family or not word.valid:
        return True
    return word is attempt.words[0] and not any(other.family for other in attempt.words)


def _confusion(held: Iterable[tuple[AskedWord, bool]]) -> Confusion:
    total = Confusion()
    for word, good in held:
        name = {
            (True, True): "good_held",
            (True, False): "good_doubted",
            (False, False): "bad_caught",
            (False, True): "bad_missed",
        }[word.valid, good]
        total = replace(total, **{name: getattr(total, name) + 1})
    return total


def _group(
    seen: list[tuple[Attempt, AskedWord, bool]], key: Callable[[Attempt, AskedWord], K]
) -> tuple[tuple[K, Confusion], ...]:
    groups: dict[K, list[tuple[AskedWord, bool]]] = {}
    for attempt, word, good in seen:
        groups.setdefault(key(attempt, word), []).append((word, good))
    return tuple((name, _confusion(held)) for name, held in sorted(groups.items()))


# ---- calibration -------------------------------------------------------------------------------------------
# The second score: whether plays one calls 75 % bad are bad three times in four. Which words they are has no
# part in it, nor what was done.

ENOUGH = 100  # stated beliefs; below that a plot would show chance
ENOUGH_IN_BIN = 10
BINS = 10


@frozen
class BeliefBin:
    """Of *low* to *high*: how sure the player was on the average, and how many of these plays were bad."""

    low: float
    high: float
    believed: float
    bad: ShareOf

    @property
    def enough(self) -> bool:
        return self.bad.count >= ENOUGH_IN_BIN


@frozen
class Calibration:
    """*brier*: the mean squared error of the beliefs, 0 is perfect, 0.25 is always saying fifty-fifty.
    *error*: how far the bins are from the truth, on the average. *overconfidence*: stated certainty less the
    share that was right; below 0 one knows more than one thinks."""

    count: int
    brier: float
    error: float
    overconfidence: float
    bins: tuple[BeliefBin, ...]

    @property
    def enough(self) -> bool:
        return self.count >= ENOUGH


def calibration(attempts: Iterable[Attempt]) -> Calibration:
    """How well the beliefs stated in *attempts* fit what was true."""
    stated = [(each.belief, each.is_bad) for each in answers_that_count(attempts) if each.belief is not None]
    bins = tuple(_bin(place, stated) for place in range(BINS))
    count = len(stated)
    if not count:
        return Calibration(0, 0.0, 0.0, 0.0, bins)
    sure = sum(max(belief, 1 - belief) for belief, _ in stated)
    # At fifty-fifty either answer is half right.
    right = sum(0.5 if belief == 0.5 else float((belief > 0.5) == bad) for belief, bad in stated)
    return Calibration(
        count=count,
        brier=sum((belief - bad) ** 2 for belief, bad in stated) / count,
        error=sum(each.bad.count * abs(each.believed - each.bad.share) for each in bins) / count,
        overconfidence=(sure - right) / count,
        bins=bins,
    )


def _bin(place: int, stated: list[tuple[float, bool]]) -> BeliefBin:
    inside = [(belief, bad) for belief, bad in stated if min(int(belief * BINS), BINS - 1) == place]
    low, high = place / BINS, (place + 1) / BINS
    believed = sum(belief for belief, _ in inside) / len(inside) if inside else (low + high) / 2
    return BeliefBin(low, high, believed, share_of(sum(bad for _, bad in inside), len(inside)))


# ---- points ------------------------------------------------------------------------------------------------
# The third score: what one's decisions are worth in points. Two losses are told apart: not knowing the
# words, and knowing them but challenging when it does not pay, or not when it does.

PER = 100  # decisions


@frozen
class DecisionScore:
    """All but the counts are points per 100 decisions. *points*: gained less lost. *threshold_lost*: against
    the best at the stated belief, over the *stated* decisions that have one."""

    count: int
    gained: float
    lost: float
    stated: int
    threshold_lost: float

    @property
    def points(self) -> float:
        return self.gained - self.lost


def decision_score(attempts: Iterable[Attempt]) -> DecisionScore:
    """What the decisions in *attempts* were worth."""
    made = answers_that_count(attempts)
    short = [each.threshold_lost for each in made if each.threshold_lost is not None]
    return DecisionScore(
        count=len(made),
        gained=_per(sum(each.gained for each in made), len(made)),
        lost=_per(sum(each.lost for each in made), len(made)),
        stated=len(short),
        threshold_lost=_per(sum(short), len(short)),
    )


def _per(total: float, count: int) -> float:
    return PER * total / count if count else 0.0


# ---- weeks -------------------------------------------------------------------------------------------------
# The three scores week by week, and the days of this one. There is no streak to lose.


@frozen
class WeekScores:
    """*monday*: its first day, YYYY-MM-DD."""

    monday: str
    answers: int
    knowledge: Confusion
    calibration: Calibration
    decision: DecisionScore


def weeks(attempts: Iterable[Attempt]) -> tuple[WeekScores, ...]:
    """The scores of each week that has an answer, oldest first, by the player's own calendar."""
    by_week: dict[str, list[Attempt]] = {}
    for attempt in answers_that_count(attempts):
        by_week.setdefault(_monday(attempt.local_day), []).append(attempt)
    return tuple(
        WeekScores(monday, len(held), knowledge(held).total, calibration(held), decision_score(held))
        for monday, held in sorted(by_week.items())
    )


def days_this_week(attempts: Iterable[Attempt], today: str) -> tuple[int, ...]:
    """The answers of each day of the week of *today*, Monday first; timed ones too, they are practice."""
    first = date.fromisoformat(_monday(today))
    days = [(first + timedelta(days=day)).isoformat() for day in range(7)]
    answered = [attempt.local_day for attempt in attempts]
    return tuple(answered.count(day) for day in days)


def _monday(day: str) -> str:
    found = date.fromisoformat(day)
    return (found - timedelta(days=found.weekday())).isoformat()


# ---- summary -----------------------------------------------------------------------------------------------
# What a session was, told when it is over; and what to ask more of, without saying so.

_WEAK_SHARE = 0.7
_WEAKEST = 2
_PRIOR_RIGHT, _PRIOR_COUNT = 3, 4  # a family seen once is not yet weak


@frozen
class SessionSummary:
    """*bad*: how many of the plays were phoney, which is told only now. The scores are of this session, the
    clock notwithstanding."""

    answers: int
    bad: int
    knowledge: Knowledge
    calibration: Calibration
    decision: DecisionScore
    missed: tuple[AskedWord, ...]


def summarise(attempts: tuple[Attempt, ...]) -> SessionSummary:
    """The session of *attempts*."""
    attempts = tuple(replace(attempt, timed=False) for attempt in attempts)
    missed = {word.word: word for attempt in attempts for word in misses(attempt)}
    return SessionSummary(
        answers=len(attempts),
        bad=sum(attempt.is_bad for attempt in attempts),
        knowledge=knowledge(attempts),
        calibration=calibration(attempts),
        decision=decision_score(attempts),
        missed=tuple(missed.values()),
    )


def open_misses(attempts: Iterable[Attempt]) -> tuple[AskedWord, ...]:
    """The words whose last answer was wrong, latest first: what a replay asks."""
    last: dict[str, AskedWord | None] = {}
    for attempt in attempts:
        wrong = {word.word for word in misses(attempt)}
        for word, good in zip(attempt.words, held_good(attempt), strict=True):
            if good is not None:
                last.pop(word.word, None)
                last[word.word] = word if word.word in wrong else None
    return tuple(word for word in reversed(last.values()) if word is not None)


def weak_mix(attempts: Iterable[Attempt], weights: Mapping[Family, float]) -> dict[Family, float]:
    """*weights* so that about seven in ten questions are of the weakest families, and the rest as always."""
    found = dict(knowledge(attempts).by_family)
    wrong = {
        family: 1 - (_PRIOR_RIGHT + found[family].right.right) / (_PRIOR_COUNT + found[family].count)
        for family in weights
        if family in found
    }
    weakest = sorted(wrong, key=lambda family: -wrong[family])[:_WEAKEST]
    total = sum(weights.values())
    if not weakest or not total:
        return dict(weights)
    mixed = {family: (1 - _WEAK_SHARE) * weight / total for family, weight in weights.items()}
    for family in weakest:
        mixed[family] += _WEAK_SHARE / len(weakest)
    return mixed


# ---- results -----------------------------------------------------------------------------------------------
# All that a player sees of their own history at once: three scores side by side, never one of them.


@frozen
class Results:
    """*due*: cards to review now; *fresh*: new ones that may be begun today; *ahead*: cards due today and on
    the days that follow. *misses*: words to play again. *cards*, *mine*: all cards, and those brought in."""

    answers: int
    knowledge: Knowledge
    calibration: Calibration
    decision: DecisionScore
    weeks: tuple[WeekScores, ...]
    days: tuple[int, ...]
    due: int
    fresh: int
    ahead: tuple[int, ...]
    misses: int
    cards: int = 0
    mine: int = 0
