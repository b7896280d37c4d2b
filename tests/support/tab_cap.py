"""Where on a screen to look for what changes in Checking: the page is drawn with and without it."""

from dataclasses import replace
from functools import cache

from PySide6.QtGui import QImage

from kiosk.station.entry import Checking
from kiosk.station.machine import page
from kiosk.station.paint import artist, picture
from kiosk.station.states import PageContext, Procedure
from tests.support import stage

MARGIN = 4  # pixels: another screen may draw a letter a little to the side


@cache
def tab_caps(width: int, height: int, *, large: bool = False) -> tuple[tuple[int, int], ...]:
    """Points of which one is filled in an armed Checking and none in any other, on a screen of this size:
    where the cap of TAB is, with a banner, a band, both or neither above the page."""
    app = artist()
    context = replace(stage.CONTEXT, large=large)
    found = tuple(
        _cap(by, replace(context, banners=banners), width, height)
        for by in (stage.procedure(), stage.procedure("naspa-2016", "naspa-2016"))
        for banners in ((), ("Demonstration",))
    )
    del app
    return found


def _cap(by: Procedure, context: PageContext, width: int, height: int) -> tuple[int, int]:
    hollow = stage.states(by)["checking"]
    assert isinstance(hollow, Checking)
    waiting, armed = (
        picture(page(state, 0, by, context), width, height, stage.FONTS)
        for state in (hollow, replace(hollow, armed=True))
    )
    for y in range(MARGIN, height - MARGIN, 2):
        for x in range(MARGIN, width - MARGIN, 2):
            if waiting.pixel(x, y) != armed.pixel(x, y) and _filled(waiting, armed, x, y):
                return x, y
    raise AssertionError("an armed page looks as one that is not")


def beside(x: int, y: int) -> list[tuple[int, int]]:
    """The point and those around it: no letter is so thick that it fills all of them."""
    return [(x + dx, y + dy) for dx in (-MARGIN, 0, MARGIN) for dy in (-MARGIN, 0, MARGIN)]


@cache
def notice_at(width: int, height: int, word: str) -> tuple[int, int]:
    """Where a sentence begins that Checking *word* alone says, at the middle of its letters."""
    app = artist()
    by = stage.procedure()
    state = stage.states(by, (word,))["checking_armed"]
    silent = page(state, 0, by, stage.CONTEXT)
    images = [
        picture(replace(silent, notice=text), width, height, stage.FONTS) for text in ("", "HHHHHHHHHHHH")
    ]
    del app
    changed = [
        (x, y) for y in range(height) for x in range(width) if images[0].pixel(x, y) != images[1].pixel(x, y)
    ]
    tops = [y for _, y in changed]
    return min(x for x, _ in changed), (min(tops) + max(tops)) // 2


def _filled(waiting: QImage, armed: QImage, x: int, y: int) -> bool:
    dark, light = armed.pixel(x, y), waiting.pixel(x, y)
    return all(armed.pixel(*at) == dark and waiting.pixel(*at) == light for at in beside(x, y))
