"""What the display server says of the station's window and screens, and when violations lock it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Protocol

from kiosk.base.frozen import frozen
from kiosk.log.bodies import MOST_VIOLATIONS

# ---- screens -----------------------------------------------------------------------------------------------
# Where a page may stand so that every screen shows all of it or nothing of it.
#
# The rule guarded here: no page is cut. Half of a page on a second screen can read as another verdict, so
# what cannot be laid out whole is not laid out at all.

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


def placed(size: Box, screens: Sequence[Box]) -> Box | None:
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


# ---- sight -------------------------------------------------------------------------------------------------
# What the display server says of the station's window, and which of it is a violation.
#
# The window's own toolkit can be fooled: it believes what it was last told. The server draws the picture and
# hands out the keys, so it is asked, and what it says counts.

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


# ---- violations --------------------------------------------------------------------------------------------
# When violations lock a station: three within ten minutes, or one that lasted over thirty seconds.
#
# Sightings of the same thing in quick succession are one violation: a window that fights for the focus makes
# hundreds of them, and a player who brushed a key once must not be locked out by the echo. But it lasts from
# its first sighting on, so one that never rests locks too.

WINDOW_MS = 10 * 60 * 1000
LONGEST_MS = 30 * 1000
FOLD_MS = 5 * 1000


@frozen
class Violations:
    """When recent violations were counted, and the last of them: *what* it was, when it was first and last
    seen, and its *echoes*, the sightings folded into it."""

    times_ms: tuple[int, ...] = ()
    what: str = ""
    began_ms: int = 0
    seen_ms: int = 0
    echoes: int = 0


@frozen
class Sighting:
    """What to do about one sighting. *echo*: it belongs to the violation before it. *lasted_ms*: how long it
    has gone on."""

    echo: bool
    locks: bool
    lasted_ms: int = 0


def remembered(times_ms: Sequence[int]) -> Violations:
    """The violations of a station that starts again: those counted before, at *times_ms*, still count."""
    return Violations(tuple(times_ms))


def seen(counted: Violations, what: str, now_ms: int, lasted_ms: int = 0) -> tuple[Violations, Sighting]:
    """*counted* after *what* was seen, and what follows from it."""
    again = what == counted.what and now_ms - counted.seen_ms < FOLD_MS
    if again:
        lasted_ms = max(lasted_ms, now_ms - counted.began_ms)
    long = lasted_ms > LONGEST_MS
    if again and not long:
        echoed = replace(counted, seen_ms=now_ms, echoes=counted.echoes + 1)
        return echoed, Sighting(echo=True, locks=False, lasted_ms=lasted_ms)
    recent = (*(at for at in counted.times_ms if now_ms - at < WINDOW_MS), now_ms)
    locks = long or len(recent) >= MOST_VIOLATIONS
    return Violations(recent, what, now_ms, now_ms), Sighting(echo=False, locks=locks, lasted_ms=lasted_ms)


def rested(counted: Violations, now_ms: int) -> Violations:
    """*counted* without its echoes, once their violation is over: they are due for the record."""
    over = now_ms - counted.seen_ms >= FOLD_MS
    return replace(counted, echoes=0) if counted.echoes and over else counted


def forgiven(counted: Violations) -> Violations:
    """*counted* after a director or judge has resumed the station."""
    return replace(counted, times_ms=(), began_ms=counted.seen_ms)
