"""The flags of a ruling, in the director's words."""

from kiosk.core.challenge.ruling import RulingFlag
from kiosk.director.flags import FLAGS


def test_every_flag_has_a_meaning():
    assert set(FLAGS) == set(RulingFlag)
