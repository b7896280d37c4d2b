"""What a division puts on record of a ruling, and the lists it has."""

from dataclasses import replace

import pytest

from kiosk.rules.ruling import Verdict
from kiosk.words.play import Word
from tests.support.fakes import identity, procedure

DIVISION = procedure().divisions[0]
OTHER = identity(fingerprint="cd" * 32)


@pytest.mark.parametrize("long", [None, OTHER])
def test_a_ruling_names_what_it_was_made_by(long):
    ruled = replace(DIVISION, long_lexicon=long).rule((Word("QI"),), Verdict.ACCEPTABLE, "runner")

    assert (ruled.declared, ruled.method) == (1, "runner")
    assert ruled.lexicon.fingerprint == DIVISION.lexicon.fingerprint
    assert (ruled.long_lexicon.fingerprint if ruled.long_lexicon else None) == (long and long.fingerprint)
    assert ruled.consequence == "Challenger loses the turn"


@pytest.mark.parametrize(("long", "lists"), [(None, 1), (OTHER, 2)])
def test_a_division_names_the_lists_it_has(long, lists):
    assert replace(DIVISION, long_lexicon=long).lists == (DIVISION.lexicon, OTHER)[:lists]
