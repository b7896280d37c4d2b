"""How one entry relates to an earlier one, judged by the words alone.

It is for the director: the station asks nobody. Time, table and station are weighed elsewhere.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from kiosk.core.challenge.ruling import Verdict

SHORT = 4  # letters; two slips would make any short word out of any other


class Relation(StrEnum):
    SAME = "same"
    CORRECTED = "corrected"
    MORE_WORDS = "more_words"
    PART_OF_REJECTED = "part_of_rejected"
    UNRELATED = "unrelated"


def relation(earlier_words: Iterable[str], earlier_verdict: Verdict | None, words: Iterable[str]) -> Relation:
    """What *words* are to an earlier entry and its verdict (None: it was never judged)."""
    before, now = Counter(earlier_words), Counter(words)
    gone, new = before - now, now - before
    if not gone and not new:
        return Relation.SAME
    if gone and new and _retyped(list(gone.elements()), list(new.elements())):
        return Relation.CORRECTED
    if not before & now:
        return Relation.UNRELATED
    if new:
        return Relation.MORE_WORDS
    # A part of a play that was refused tells which word was bad; a part of one that was passed tells nothing.
    return Relation.PART_OF_REJECTED if earlier_verdict is Verdict.UNACCEPTABLE else Relation.UNRELATED


def _retyped(gone: list[str], new: list[str]) -> bool:
    """Whether each word of *gone* can be paired with a slightly different one of *new*."""
    if not gone:
        return not new
    first, rest = gone[0], gone[1:]
    return any(
        _retyped(rest, new[:place] + new[place + 1 :]) for place, word in enumerate(new) if _near(first, word)
    )


def _near(one: str, other: str) -> bool:
    """Whether slips of the finger could turn *one* into *other*: one in short words, two in longer ones."""
    return _slips(one, other) <= (1 if max(len(one), len(other)) <= SHORT else 2)


def _slips(one: str, other: str) -> int:
    """Letters inserted, dropped, replaced, or swapped with their neighbour, to get from *one* to *other*."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, start=1):
        row = [i]
        for j, wanted in enumerate(other, start=1):
            best = min(row[j - 1] + 1, rows[i - 1][j] + 1, rows[i - 1][j - 1] + (letter != wanted))
            if i > 1 and j > 1 and one[i - 2 : i] == wanted + other[j - 2]:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]
