"""Where a page may stand so that every screen shows all of it or nothing of it.

The rule guarded here: no page is cut. Half of a page on a second screen can read as another verdict, so
what cannot be laid out whole is not laid out at all.
"""

from collections.abc import Sequence
from dataclasses import replace

from kiosk.base.frozen import frozen

ROUNDING = 2  # a scaled desktop may round each edge up or down


@frozen
class Box:
    """A rectangle of a desktop, in whatever unit the desktop counts."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def is_as_large_as(self, other: "Box") -> bool:
        return abs(self.width - other.width) <= ROUNDING and abs(self.height - other.height) <= ROUNDING

    def common(self, other: "Box") -> "Box":
        """What lies in both; its width or height is 0 where they do not meet."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, max(0, right - left), max(0, bottom - top))

    def meets(self, other: "Box") -> bool:
        return 0 not in self.common(other).size

    def without(self, other: "Box") -> tuple["Box", ...]:
        """What of this lies outside *other*, in at most four pieces."""
        hole = self.common(other)
        if 0 in hole.size:
            return (self,)
        pieces = (
            Box(self.left, self.top, self.width, hole.top - self.top),
            Box(self.left, hole.bottom, self.width, self.bottom - hole.bottom),
            Box(self.left, hole.top, hole.left - self.left, hole.height),
            Box(hole.right, hole.top, self.right - hole.right, hole.height),
        )
        return tuple(piece for piece in pieces if 0 not in piece.size)


def bounding_box(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of *boxes*."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def place_window(size: Box, screens: Sequence[Box]) -> Box | None:
    """Where a window of *size* lies on a desktop that tells nobody where windows are (Wayland): stretched
    over all *screens*, as cage does, or filling one of them. None: it cannot be told."""
    everything = bounding_box(screens)
    return next((box for box in (everything, *screens) if box.is_as_large_as(size)), None)


def page_area(window: Box, screens: Sequence[Box]) -> Box | None:
    """Where on the desktop the page goes: inside *window*, on the first screen it reaches, and either whole
    on each other one or not at all. None: there is no such place of a fair size."""
    home = next((screen for screen in screens if screen.meets(window)), None)
    if home is None:
        return None
    area = window.common(home)
    for screen in screens:
        if screen.meets(area):
            area = max((area.common(screen), *area.without(screen)), key=_extent)
    fair = 2 * area.width >= home.width and 2 * area.height >= home.height
    return area if fair else None


def _extent(box: Box) -> int:
    return box.width * box.height


def within(area: Box, window: Box) -> Box:
    """*area* of the desktop, counted from the corner of *window*."""
    return replace(area, left=area.left - window.left, top=area.top - window.top)


def blanks(window: Box, screens: Sequence[Box]) -> tuple[Box, ...]:
    """What of the *screens* the station's *window* leaves bare."""
    bare: list[Box] = []
    for screen in screens:
        pieces: tuple[Box, ...] = screen.without(window)
        for known in tuple(bare):
            pieces = tuple(left for piece in pieces for left in piece.without(known))
        bare.extend(pieces)
    return tuple(bare)
