"""The first score: which words one knows. What a challenge costs has no part in it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from kiosk.core.frozen import frozen
from kiosk.core.practice.attempts import AskedWord, Attempt
from kiosk.practice.knowing import held_good
from kiosk.practice.scores.counting import ShareOf, counted, share_of

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
        for attempt in counted(attempts)
        for word, good in zip(attempt.words, held_good(attempt), strict=True)
        if good is not None and _was_asked(word, attempt)
    ]
    return Knowledge(
        total=_confusion((word, good) for _, word, good in seen),
        by_family=_grouped(seen, lambda _, word: word.family),
        by_length=_grouped(seen, lambda _, word: len(word.word)),
        by_rule=_grouped(seen, lambda attempt, _: attempt.penalty),
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


def _grouped(
    seen: list[tuple[Attempt, AskedWord, bool]], key: Callable[[Attempt, AskedWord], K]
) -> tuple[tuple[K, Confusion], ...]:
    groups: dict[K, list[tuple[AskedWord, bool]]] = {}
    for attempt, word, good in seen:
        groups.setdefault(key(attempt, word), []).append((word, good))
    return tuple((name, _confusion(held)) for name, held in sorted(groups.items()))
