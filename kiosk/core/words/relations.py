"""How one entry relates to an earlier one, judged by the words alone.

It is for the director: the station asks nobody. Time, table and station are weighed elsewhere.
"""

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
    gone, new = list(earlier_words), list[str]()
    kept = 0
    for word in words:
        if word in gone:
            gone.remove(word)
            kept += 1
        else:
            new.append(word)
    if not gone and not new:
        return Relation.SAME
    if gone and new and _retyped(gone, new):
        return Relation.CORRECTED
    if not kept:
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
    return within(one, other, 1 if max(len(one), len(other)) <= SHORT else 2)


def within(one: str, other: str, slips: int) -> bool:
    """Whether *slips* letters or fewer, inserted, dropped, replaced, or swapped with their neighbour, turn
    *one* into *other*."""
    # A year of rulings is compared: what begins alike is passed over, and few branches are left.
    if abs(len(one) - len(other)) > slips:
        return False
    start = 0
    for letter, wanted in zip(one, other, strict=False):
        if letter != wanted:
            break
        start += 1
    one, other = one[start:], other[start:]
    if not one or not other:
        return len(one) + len(other) <= slips
    if not slips:
        return False
    left = slips - 1
    return (
        within(one[1:], other[1:], left)
        or within(one[1:], other, left)
        or within(one, other[1:], left)
        or (one[:2] == other[1::-1] and within(one[2:], other[2:], left))
    )
