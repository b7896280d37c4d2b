"""What the display server says of the station's window, and which of it is a violation.

The window's own toolkit can be fooled: it believes what it was last told. The server draws the picture and
hands out the keys, so it is asked, and what it says counts.
"""

from collections.abc import Collection
from typing import Protocol

from kiosk.base.frozen import frozen
from kiosk.lockdown.places import ROUNDING, Box

KEYBOARD_GONE = "Another program took the keyboard"
WINDOW_GONE = "The station's window was hidden"
MISPLACED = "The station's window was moved or made smaller"
COVERED = "Another program's window lies over the station"
VEILED = "The station's window was made see-through"
DARK = "The screen was switched off"

LEAST_PX = 8  # nothing can be read or reached in a narrower strip, and desktops keep such at their edges


@frozen
class Sight:
    """The station's window at one moment. *place*: None where there is no such window any more; *over*: the
    windows of other programs above it; *active*: the desktop calls no other window the active one."""

    place: Box | None
    viewable: bool = True
    focused: bool = True
    active: bool = True
    over: tuple[Box, ...] = ()
    veiled: bool = False
    dark: bool = False


@frozen
class Hold:
    """What the program itself was found to have a moment ago. *watched*: a display server tells what lies on
    top; *whole*: the page stands whole on one screen and on no other."""

    keyboard: bool = False
    pointer: bool = False
    watched: bool = False
    whole: bool = False


class Display(Protocol):
    """The server that draws the station, for whoever watches it; a window may not name the store that asks
    it. No call ever raises."""

    def look(self, window: int, own: Collection[int]) -> Sight | None:
        """*window* as it stands; *own*: more windows of this program. None: the server does not answer."""

    def glance(self, window: int, own: Collection[int]) -> Sight | None:
        """The same, but only where *window* is and what lies over it: cheap enough for a key that judges."""

    def take_back(self, window: int, own: Collection[int]) -> None:
        """Ask for everything that makes *window* be seen, on top, and the one that gets the keys."""


def amiss(sight: Sight, wanted: Box) -> str:
    """The first thing wrong with a window that should fill *wanted*; empty if there is none."""
    if sight.place is None or not sight.viewable:
        return WINDOW_GONE
    if not (sight.focused and sight.active):
        return KEYBOARD_GONE
    if not _fills(sight.place, wanted):
        return MISPLACED
    if any(_covers(other, sight.place) for other in sight.over):
        return COVERED
    if sight.veiled:
        return VEILED
    return DARK if sight.dark else ""


def _fills(place: Box, wanted: Box) -> bool:
    is_ = (place.left, place.top, place.right, place.bottom)
    should = (wanted.left, wanted.top, wanted.right, wanted.bottom)
    return all(abs(edge - other) <= ROUNDING for edge, other in zip(is_, should, strict=True))


def _covers(other: Box, place: Box) -> bool:
    return min(other.common(place).size) >= LEAST_PX
