"""Painting must not eat references: PySide6 6.12.0 takes one from None at each QPainter call, and Python 3.11
aborts after some thousand paints. The pinned version must not."""

import gc
import sys

import pytest

from kiosk.station.machine import page
from tests.support import stage
from tests.support.drawing import image_of
from tests.support.fakes import procedure

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 12), reason="from 3.12 on None is never counted")

PAINTS = 200
SLACK = 50  # references come and go for other reasons; the fault takes several at each of the paints


def lost_references(act):
    """How many references to None have gone after *act*."""
    act()  # once before: caches are filled
    gc.collect()
    before = sys.getrefcount(None)
    for _ in range(PAINTS):
        act()
    gc.collect()
    return before - sys.getrefcount(None)


@pytest.mark.parametrize("name", list(stage.states(procedure())))
def test_painting_a_page_many_times_takes_no_reference_from_none(name):
    drawn = page(stage.states(procedure())[name], 0, procedure(), stage.CONTEXT)

    assert lost_references(lambda: image_of(drawn, 320, 180)) < SLACK


def test_the_count_would_see_a_reference_that_goes():
    kept = [None] * (PAINTS * 2)

    assert lost_references(lambda: kept.pop()) >= PAINTS - 1
