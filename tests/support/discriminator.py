"""A machine that tries to tell phoneys from words by their letters alone: runs of one to four letters,
weighed by logistic regression and by naive Bayes. It knows no words."""

import math
import random
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

Grams = list[str]
Rank = Callable[[Grams], float]


def grams(word: str) -> Grams:
    text = f"^{word}$"
    return [text[start : start + size] for size in (1, 2, 3, 4) for start in range(len(text) - size + 1)]


def auc(bad: Sequence[float], good: Sequence[float]) -> float:
    """How often a phoney ranks above a word; 0.5 is guessing."""
    ordered = sorted(good)
    total = 0.0
    for value in bad:
        total += _below(ordered, value)
    return total / (len(bad) * len(good))


def _below(ordered: Sequence[float], value: float) -> float:
    return (bisect_left(ordered, value) + bisect_right(ordered, value)) / 2


def naive_bayes(bad: Sequence[str], good: Sequence[str]) -> Rank:
    seen = [Counter(gram for word in words for gram in set(grams(word))) for words in (good, bad)]
    sizes = len(good) + 1, len(bad) + 1

    def rank(found: Grams) -> float:
        return sum(
            math.log((seen[1][gram] + 0.5) / sizes[1]) - math.log((seen[0][gram] + 0.5) / sizes[0])
            for gram in set(found)
        )

    return rank


def logistic(bad: Sequence[str], good: Sequence[str]) -> Rank:
    weight: defaultdict[str, float] = defaultdict(float)
    rows = [(grams(word), 1.0) for word in bad] + [(grams(word), 0.0) for word in good]
    chance = random.Random(1)
    for epoch in range(8):
        chance.shuffle(rows)
        for found, is_bad in rows:
            scale = math.sqrt(len(found))
            guess = 1 / (1 + math.exp(-sum(weight[gram] for gram in found) / scale))
            push = 0.1 / (1 + epoch) * (is_bad - guess) / scale
            for gram in found:
                weight[gram] += push
    return lambda found: sum(weight.get(gram, 0.0) for gram in found) / math.sqrt(len(found))


def best_auc(train: Sequence[tuple[str, str]], held_out: Sequence[tuple[str, str]]) -> float:
    """The better of the two machines, trained on the (phoney, word) pairs *train*, on *held_out*."""
    bad, good = [pair[0] for pair in train], [pair[1] for pair in train]
    ranks = [naive_bayes(bad, good), logistic(bad, good)]
    return max(
        auc([rank(grams(pair[0])) for pair in held_out], [rank(grams(pair[1])) for pair in held_out])
        for rank in ranks
    )
