"""The flags of a ruling, in the director's words."""

from kiosk.log.alerts import FLAGS
from kiosk.rules.ruling import RulingFlag


def test_every_flag_has_a_meaning():
    assert set(FLAGS) == set(RulingFlag)
