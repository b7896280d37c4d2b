"""What a session was, told when it is over; and what to ask more of, without saying so."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import AskedWord, Attempt
from kiosk.practice.knowing import held_good, misses
from kiosk.practice.phoneys.families import Family
from kiosk.practice.scores.calibration import Calibration, calibration
from kiosk.practice.scores.knowledge import Knowledge, knowledge
from kiosk.practice.scores.points import DecisionScore, decision_score

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


def summarised(attempts: tuple[Attempt, ...]) -> SessionSummary:
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
