"""When violations lock a station: three within ten minutes, or one that lasted over thirty seconds.

Sightings of the same thing in quick succession are one violation: a window that fights for the focus makes
hundreds of them, and a player who brushed a key once must not be locked out by the echo. But it lasts from
its first sighting on, so one that never rests locks too.
"""

from collections.abc import Sequence
from dataclasses import replace

from kiosk.base.frozen import frozen
from kiosk.log.bodies import MOST_VIOLATIONS

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


def remember(times_ms: Sequence[int]) -> Violations:
    """The violations of a station that starts again: those counted before, at *times_ms*, still count."""
    return Violations(tuple(times_ms))


def count_violation(
    counted: Violations, what: str, now_ms: int, lasted_ms: int = 0
) -> tuple[Violations, Sighting]:
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


def rest(counted: Violations, now_ms: int) -> Violations:
    """*counted* without its echoes, once their violation is over: they are due for the record."""
    over = now_ms - counted.seen_ms >= FOLD_MS
    return replace(counted, echoes=0) if counted.echoes and over else counted


def forgive(counted: Violations) -> Violations:
    """*counted* after a director or judge has resumed the station."""
    return replace(counted, times_ms=(), began_ms=counted.seen_ms)
