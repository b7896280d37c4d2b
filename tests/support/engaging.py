"""Guards engaged and released together, as a test needs them."""

from contextlib import ExitStack

from kiosk.errors import LockdownError
from kiosk.lockdown.guards import engage_or_why


def engage_all(guards):
    """Engage *guards*; closing the result releases them in reverse. LockdownError for one that cannot be."""
    with ExitStack() as engaged:
        for guard in guards:
            if why := engage_or_why(guard):
                raise LockdownError(why)
            engaged.callback(guard.release)
        return engaged.pop_all()


def lost(guards):
    """The names of those of *guards* that are not in force."""
    return tuple(guard.name for guard in guards if not guard.in_force())
