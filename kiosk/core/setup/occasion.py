"""What surrounds every challenge of one run: the set-up, the event, and what players must be told about
them."""

from kiosk.core.challenge.ruling import Place, RulingFlag
from kiosk.core.challenge.wording import Surroundings
from kiosk.core.frozen import frozen
from kiosk.core.log.history import OpenEvent
from kiosk.core.setup.division import Division
from kiosk.core.setup.schedule import round_now
from kiosk.core.setup.settings import Profile, Protection, Settings

DEMONSTRATION = "DEMONSTRATION: not set up"
NO_EVENT = "No event is open: rulings are casual"
NOT_PROTECTED = "Less protected than the set-up demands"


@frozen
class Occasion:
    """*is_set_up* is False for the demonstration. *level*: how well the station is protected, once known."""

    settings: Settings
    is_set_up: bool
    code: str
    event: OpenEvent | None = None
    level: Protection | None = None

    @property
    def casual(self) -> bool:
        """Whether rulings are judged and recorded but kept out of the statistics; a club has no events to be
        outside of."""
        return self.settings.profile is Profile.TOURNAMENT and self.event is None

    def place(self, division: Division, local: str) -> Place:
        """Where in the event a challenge is made at *local* time."""
        if self.event is None:
            return Place(division.id)
        return Place(division.id, self.event.id, self.round(local))

    def round(self, local: str) -> int | None:
        """The round of the open event at *local* time."""
        return None if self.event is None else round_now(self.settings.rounds, self.event.called, local)

    def flags(self) -> tuple[RulingFlag, ...]:
        """What every record must say of the circumstances."""
        if not self.is_set_up:
            return (RulingFlag.DEMONSTRATION,)
        return (RulingFlag.CASUAL,) if self.casual else ()

    def banners(self) -> tuple[str, ...]:
        if not self.is_set_up:
            return (DEMONSTRATION,)
        banners = (NO_EVENT,) if self.casual else ()
        if self.level is not None and not self.level.meets(self.settings.protection):
            banners = (*banners, NOT_PROTECTED)
        return banners

    def surroundings(self, local: str, large: bool, power: str) -> Surroundings:
        """What stands around a page at *local* time."""
        return Surroundings(
            f"Station {self.settings.letter}",
            self.code,
            local[11:16],
            self.banners(),
            large,
            power,
            letter=self.settings.letter,
            name=self.settings.name,
            event=self.event.name if self.event else "",
            round=self.round(local),
        )
