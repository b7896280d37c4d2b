"""How a run begins: what could be opened, and everything that decides its first state."""

from kiosk.actions.run_station.opening import Opened, Opening
from kiosk.core.challenge.begin import AtStart
from kiosk.core.frozen import frozen
from kiosk.errors import KioskError, LogBusy, OlderLog


@frozen
class Beginning:
    """*known*: what was opened, if anything; *trouble*: why the station may not rule with it anyway; *older*:
    the mark of the older log that the trouble is about."""

    known: Opened | None = None
    trouble: str = ""
    older: str = ""

    @property
    def opened(self) -> Opened | None:
        """What the station rules with, if nothing prevents it."""
        return None if self.trouble else self.known

    def found(self, out_of_service: str, marked: str) -> AtStart:
        """Everything that decides the first state of the run. *out_of_service*: why whoever started it wants
        it so; *marked*: what the mark beside the log remembers."""
        opened = self.opened
        if opened is None:
            return AtStart(trouble=self.trouble, out_of_service=out_of_service)
        standing = opened.standing
        return AtStart(
            out_of_service=out_of_service,
            changed=opened.changed,
            closed=standing.closed,
            locked=standing.locked,
            since=standing.since,
            marked=marked,
            unclosed=opened.unclosed,
        )


def opened_at_start(opening: Opening) -> Beginning:
    """Open everything; any trouble but a log in use by another station is part of the answer."""
    known: Opened | None = None
    try:
        known = opening.open()
        opening.look_at_access(known)
    except LogBusy:
        raise
    except OlderLog as older:
        return Beginning(known, str(older), older.mark)
    except KioskError as error:
        return Beginning(known, str(error))
    return Beginning(known)
