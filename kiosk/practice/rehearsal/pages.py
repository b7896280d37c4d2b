"""A page of the station as a rehearsal shows it: no photo of it can pass for a ruling."""

from dataclasses import replace

from kiosk.core.page import Page
from kiosk.core.setup.occasion import DEMONSTRATION

LETTER = "X"  # every number of a rehearsal begins with it
STRIP = "REHEARSAL: not a ruling"
NOT_KEPT = "REHEARSAL: nothing is recorded, nothing counts"
_RECORDED, _SET_UP = "Every ", "Set-up "


def rehearsed(page: Page) -> Page:
    """*page* as a rehearsal's: its strip and its number say so, and its small print promises no record."""
    kept = tuple(part for part in page.footer if not part.startswith((_RECORDED, _SET_UP)))
    return replace(
        page,
        number=page.number.replace("Ruling ", "Rehearsal ").replace("Number ", "Rehearsal "),
        banners=(STRIP, *(banner for banner in page.banners if banner != DEMONSTRATION)),
        footer=(*kept[:-1], NOT_KEPT, *kept[-1:]),
    )
