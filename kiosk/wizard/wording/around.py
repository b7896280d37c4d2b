"""What stands around every page of the wizard and changes by itself: the clock, how far a file is read."""

from kiosk.core.frozen import frozen


@frozen
class WizardAround:
    """*date*, *time*, *zone*: as they would be recorded; *set_clock*: how the clock is set on this system;
    *share*: how much of a file is read."""

    date: str
    time: str
    zone: str
    set_clock: str = ""
    share: float = 0.0

    @property
    def clock(self) -> str:
        return self.time[:5]
