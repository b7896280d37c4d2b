"""The families of phoneys that players meet, how often, and which of them are asked.

Weights are those of a tournament's slips, not of what is easy to make. A family that a machine could tell
from real words by its letters alone is off: what looks odd teaches nothing.
"""

from collections.abc import Mapping
from enum import StrEnum

from kiosk.core.frozen import frozen


class Family(StrEnum):
    LOOK_ALIKE = "look_alike"
    PLURAL = "plural"
    HOOK = "hook"
    PREFIX = "prefix"
    SUFFIX = "suffix"
    COMPOUND = "compound"
    MISSPELLING = "misspelling"
    OTHER_LIST = "other_list"
    ANAGRAM = "anagram"


@frozen
class Phoney:
    """*word* is not in the list; *base* is what it was made from, *second* the other half of a compound."""

    word: str
    family: Family
    base: str
    second: str = ""


WEIGHTS: Mapping[Family, float] = {
    Family.LOOK_ALIKE: 35,
    Family.PLURAL: 18,
    Family.HOOK: 12,
    Family.PREFIX: 10,
    Family.SUFFIX: 10,
    Family.COMPOUND: 5,
    Family.MISSPELLING: 5,
    Family.OTHER_LIST: 5,
}
OTHER_LIST_LOADED = 20.0  # its weight once a second list is there
OFF_BY_DEFAULT = frozenset({Family.ANAGRAM, Family.MISSPELLING})


def weights(*, other_list: bool, switched_on: frozenset[Family] = frozenset()) -> dict[Family, float]:
    """How often each family is asked; *switched_on* are those a player wants although they are off."""
    asked = {family: weight for family, weight in WEIGHTS.items() if family not in OFF_BY_DEFAULT}
    asked |= {family: WEIGHTS.get(family, 5.0) for family in switched_on}
    asked.pop(Family.OTHER_LIST, None)
    if other_list:
        asked[Family.OTHER_LIST] = OTHER_LIST_LOADED
    return asked
