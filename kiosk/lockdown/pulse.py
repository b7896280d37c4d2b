"""The station's signs of life as its supervisor feels them. Standard library only."""

from dataclasses import replace
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.lockdown.heartbeat import OPENING_S, SILENCE_S, START_S


@frozen
class LifeSign:
    """One look at the file: it differs from the last one (*mark*) if the station ran meanwhile."""

    mark: int
    within_s: int = SILENCE_S


def sign(path: Path) -> LifeSign | None:
    """The sign in *path*; None while there is none."""
    try:
        mark, text = path.stat().st_mtime_ns, path.read_text(errors="replace")
    except OSError:
        return None
    within = text.strip()
    return LifeSign(mark, min(int(within), OPENING_S)) if within.isdecimal() else LifeSign(mark)


@frozen
class Pulse:
    """What the supervisor has felt of one run. *quiet_s*: since the last sign; *began*: a first one came."""

    mark: int | None
    looked_at: float
    quiet_s: float = 0.0
    allowed_s: float = START_S
    began: bool = False

    @property
    def stopped(self) -> bool:
        return self.quiet_s > self.allowed_s


def felt(pulse: Pulse, now: float, seen: LifeSign | None, longest_s: float) -> Pulse:
    """*pulse* after a look at *now*. A look counts for *longest_s* at most: while the supervisor itself did
    not run, it cannot know whether the station did."""
    if seen is not None and seen.mark != pulse.mark:
        return Pulse(seen.mark, now, allowed_s=seen.within_s, began=True)
    quiet_s = pulse.quiet_s + min(now - pulse.looked_at, longest_s)
    return replace(pulse, looked_at=now, quiet_s=quiet_s)
