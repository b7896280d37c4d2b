"""How long the supervisor has heard no heartbeat of the station. Standard library only."""

from dataclasses import replace
from pathlib import Path

from kiosk.core.frozen import frozen
from kiosk.lockdown.heartbeat import OPENING_S, SILENCE_S, START_S


@frozen
class LastBeat:
    """The heartbeat file at one look: *mark* differs from the last one if the station has run since."""

    mark: int
    within_s: int = SILENCE_S


def last_beat(path: Path) -> LastBeat | None:
    """The last heartbeat in *path*; None while there is none."""
    try:
        mark, text = path.stat().st_mtime_ns, path.read_text(errors="replace")
    except OSError:
        return None
    within = text.strip()
    return LastBeat(mark, min(int(within), OPENING_S)) if within.isdecimal() else LastBeat(mark)


@frozen
class Silence:
    """What the supervisor has heard of one run. *quiet_s*: since the last beat; *began*: a first one came."""

    mark: int | None
    looked_at: float
    quiet_s: float = 0.0
    allowed_s: float = START_S
    began: bool = False

    @property
    def stopped(self) -> bool:
        return self.quiet_s > self.allowed_s


def listened(silence: Silence, now: float, seen: LastBeat | None, longest_s: float) -> Silence:
    """*silence* after a look at *now*. A look counts for *longest_s* at most: while the supervisor itself did
    not run, it cannot know whether the station did."""
    if seen is not None and seen.mark != silence.mark:
        return Silence(seen.mark, now, allowed_s=seen.within_s, began=True)
    quiet_s = silence.quiet_s + min(now - silence.looked_at, longest_s)
    return replace(silence, looked_at=now, quiet_s=quiet_s)
