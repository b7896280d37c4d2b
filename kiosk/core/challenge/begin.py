"""Which state a start begins in: doubt, and whatever closed the station before, outlive a crash."""

from typing import NamedTuple

from kiosk.core.challenge.parties import Cause
from kiosk.core.challenge.states import Closed, Locked, OutOfService, Told
from kiosk.core.frozen import frozen


@frozen
class AtStart:
    """What is known when a station starts; what does not apply is empty.

    *trouble*: why what it rules with could not be opened; None if it could. *out_of_service*: why whoever
    started it wants it closed. *changed*: what happened to its set-up behind the program's back. *closed*:
    why the log says it was closed and nobody has resumed it since; *locked*: that was a lock; *since*: the
    local time of it. *marked*: the same, by the mark beside the log. *unclosed*: the ruling that was on the
    screen when the run before this one died.
    """

    trouble: str | None = None
    out_of_service: str = ""
    changed: str = ""
    closed: str = ""
    locked: bool = False
    since: str = ""
    marked: str = ""
    unclosed: str = ""


class FirstState(NamedTuple):
    """*state*: the state to begin in, or None for idle. *remembered*: the log already knows about it.
    *tells_change*: the screen tells the director that the set-up was changed."""

    state: Closed | Told | None = None
    remembered: bool = True
    tells_change: bool = False


def first_state(found: AtStart, now_ms: int) -> FirstState:
    """The state a station begins in, from what was *found*."""
    if found.trouble is not None or found.out_of_service:
        return FirstState(OutOfService(now_ms, found.trouble or found.out_of_service), remembered=False)
    if found.changed:
        # Only the director may go on with it, whatever else had closed the station before.
        told = found.closed.startswith(found.changed) and not found.locked
        why = found.closed if told else found.changed
        since = found.since if told else ""
        return FirstState(OutOfService(now_ms, why, since), remembered=told, tells_change=True)
    if found.closed:
        locked = Locked(now_ms, found.closed, found.since)
        return FirstState(locked if found.locked else OutOfService(now_ms, found.closed, found.since))
    if found.marked:
        # The log could not be told at the time.
        return FirstState(OutOfService(now_ms, found.marked), remembered=False)
    if found.unclosed:
        # Two players stood before it and may not know that they have a ruling.
        return FirstState(Told(now_ms, Cause.RESTART, found.unclosed))
    return FirstState()
