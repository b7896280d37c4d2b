"""A machine trained on letters alone can hardly tell our phoneys from the words they stand among.

Sessions of a hundred questions, as players have them; what the machine is tried on it never saw. A family
that it can tell, on the average of eight draws, is off by default.
"""

import os
from statistics import mean

import pytest

from kiosk.practice.phoneys import OFF_BY_DEFAULT, WEIGHTS, Family, Limits
from tests.support.discriminator import best_auc
from tests.support.practice import free_asker

BAR = 0.65
FULL = bool(os.environ.get("KIOSK_CAMPAIGN"))
PAIRS = 1_400 if FULL else 500
SESSION = 100
SEEDS = range(11, 19) if FULL else (11,)  # one lucky draw clears no family

pytestmark = pytest.mark.campaign


def pairs_of(family, seed):
    asker = free_asker(seed)
    drawer, chance = asker._drawer, asker._chance
    found, seen = [], set()
    while len(found) < PAIRS:
        if len(found) % SESSION == 0:
            seen = set()
        limits = Limits(5, seen)
        made = drawer.phoney(family, chance, limits)
        if made is None or (twin := drawer.twin(made, chance, limits)) is None:
            continue
        seen |= {made.word, twin}
        found.append((made.word, twin))
    return found


def measured(family, seed):
    """Each half is told by a machine trained on the other; the mean of both."""
    found = pairs_of(family, seed)
    halves = found[: PAIRS // 2], found[PAIRS // 2 :]
    return sum(told(*each) for each in (halves, halves[::-1])) / 2


def told(train, other):
    known = {word for pair in train for word in pair}
    held_out = [pair for pair in other if not known & set(pair)]
    assert len(held_out) > PAIRS // 8
    return best_auc(train, held_out)


ASKED = [each for each in WEIGHTS if each is not Family.OTHER_LIST and each not in OFF_BY_DEFAULT]


@pytest.mark.parametrize("family", ASKED if FULL else [Family.HOOK])
def test_phoneys_cannot_be_told_from_words_of_their_band_by_letters(family):
    assert mean(measured(family, seed) for seed in SEEDS) <= BAR


# On few examples the machine learns too little to tell a misspelling: 0.64; on all of them, 0.67.
@pytest.mark.parametrize("family", sorted(OFF_BY_DEFAULT) if FULL else [Family.ANAGRAM])
def test_a_family_that_can_be_told_is_off_by_default(family):
    assert mean(measured(family, seed) for seed in SEEDS) > BAR
