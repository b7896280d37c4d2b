"""When violations lock a station: three within ten minutes, or one that lasted over thirty seconds.

Sightings of the same thing in quick succession are one violation: a window that fights for the focus makes
hundreds of them, and a player who brushed a key once must not be locked out by the echo.
"""

from dataclasses import dataclass, replace

WINDOW_MS = 10 * 60 * 1000
MOST = 3
LONGEST_MS = 30 * 1000
FOLD_MS = 5 * 1000


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen lately. *echoes*: sightings folded into the last violation."""

    times_ms: tuple[int, ...] = ()
    what: str = ""
    seen_ms: int = 0
    echoes: int = 0


@dataclass(frozen=True, slots=True)
class Sighting:
    """What to do about one sighting. *echo*: it belongs to the violation before it."""

    echo: bool
    locks: bool


def seen(watch: Watch, what: str, now_ms: int, lasted_ms: int = 0) -> tuple[Watch, Sighting]:
    """The watch after *what* was seen, and what follows from it."""
    long = lasted_ms > LONGEST_MS
    if what == watch.what and now_ms - watch.seen_ms < FOLD_MS and not long:
        return replace(watch, seen_ms=now_ms, echoes=watch.echoes + 1), Sighting(echo=True, locks=False)
    recent = (*(at for at in watch.times_ms if now_ms - at < WINDOW_MS), now_ms)
    return Watch(recent, what, now_ms), Sighting(echo=False, locks=long or len(recent) >= MOST)


def forgiven(watch: Watch) -> Watch:
    """The watch after a director or judge has resumed the station."""
    return replace(watch, times_ms=())
