"""What every state of a station answers for itself. The states are in `idle`, `entry`, `verdict`, `choices`
and `closed`; `machine` says how they work together."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, Self, TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.page import Countdown, Page
from kiosk.base.schedule import round_now
from kiosk.log.history import OpenEvent
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import Place, RulingFlag
from kiosk.setup.divisions import Division
from kiosk.setup.settings import Profile, Protection, Settings, Timings
from kiosk.station import wording
from kiosk.station.events import Act, Effect, KeysMoved
from kiosk.words.play import SHORTEST


@frozen
class Procedure:
    """How this station runs a challenge. *unguarded*: no passcode is set, so the chord alone leads out."""

    divisions: tuple[Division, ...]
    timings: Timings = Timings()
    ask_table: bool = False
    unguarded: bool = False

    def rules(self, division: int | None) -> RuleSet:
        """The rule set whose words players read: of their division, or of the first one."""
        return self.divisions[division or 0].rules

    def known_rules(self, division: int | None) -> RuleSet | None:
        """The same; None on a station that never opened."""
        return self.rules(division) if self.divisions else None


@frozen
class PageContext:
    """What a page shows besides the challenge: who this station is, where it is used, the time of day.

    *name*: what the director calls the station, besides its *letter*. *event*, *round*: of now.
    """

    station: str
    setup_code: str = ""
    clock: str = ""
    banners: tuple[str, ...] = ()
    large: bool = False
    power: str = ""
    letter: str = ""
    name: str = ""
    event: str = ""
    round: int | None = None

    @property
    def place(self) -> tuple[str, ...]:
        """The station's name and what it is used for, a line each."""
        name = "" if self.name == self.station else self.name
        lines = (name, self.event, "" if self.round is None else f"Round {self.round}")
        return tuple(line for line in lines if line)


@frozen
class StationContext:
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
            return (wording.DEMONSTRATION,)
        banners = (wording.NO_EVENT,) if self.casual else ()
        if self.level is not None and not self.level.meets(self.settings.protection):
            banners = (*banners, wording.NOT_PROTECTED)
        return banners

    def page_context(self, local: str, large: bool, power: str) -> PageContext:
        """What stands around a page at *local* time."""
        return PageContext(
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


@frozen
class Unjudged:
    """Words that were typed and that nobody has judged yet."""

    division: int
    lines: tuple[str, ...]
    declared: int

    @property
    def has_word(self) -> bool:
        """Whether something stands here that could be judged or given up."""
        return any(len(line) >= SHORTEST for line in self.lines)


class State:
    """What a station is in. Three questions every state must answer: what a key or the end of its time does
    in it, how long it may stand, and what its page says. The others have the answer of most states."""

    __slots__ = ()

    @abstractmethod
    def act(self, act: Act, now_ms: int, procedure: Procedure) -> "Next":
        """What a player's key does, or the end of the time to press one. A key with no meaning here changes
        nothing."""

    @abstractmethod
    def lifetime_ms(self, procedure: Procedure) -> int | None:
        """How long the state may stand; None: for as long as it takes."""

    @abstractmethod
    def page(self, now_ms: int, procedure: Procedure, context: PageContext) -> Page:
        """What the screen says."""

    @property
    def since_ms(self) -> int:
        """Since when the state stands."""
        return 0

    @property
    def division(self) -> int | None:
        """The place of the division whose challenge this is, where one has been chosen."""
        return None

    @property
    def unjudged(self) -> Unjudged | None:
        """The words that the state holds, on its page or under it."""
        return None

    # --- keys and their time ------------------------------------------------------------------------------

    @property
    def may_stop(self) -> bool:
        """Whether ESC leads from here to the choices."""
        return False

    def is_left_alone(self, now_ms: int, procedure: Procedure) -> bool:
        """Whether the end of its time discards the words that were typed."""
        return False

    def keys_moved(self, event: KeysMoved, now_ms: int) -> Self:
        """The state once any key at all was pressed, repeated or let go, also on a page over it: TAB must
        know what is down when the page comes back."""
        return self

    def type_over(self, act: Act) -> Self:
        """The state after a key on a page over it. Letters typed there may be a word that nobody took."""
        return self

    def again(self, now_ms: int) -> Self:
        """The state once more, with its full time."""
        state: Any = self
        renewed: Self = replace(state, since_ms=now_ms)
        return renewed

    # --- what happens around it ---------------------------------------------------------------------------

    @property
    def opens_by_chord(self) -> bool:
        """Whether the director may ask here to be let in."""
        return False

    @property
    def under_no_keyboard(self) -> "State | None":
        """What stands under the page that says that there is no keyboard; None: the state stays without
        one."""
        return None

    @property
    def can_be_locked(self) -> bool:
        """Whether something that gets past the station may lock it."""
        return True

    @property
    def shelter(self) -> "State | None":
        """What is left of the state whatever gets past the station; None: what is on the screen goes."""
        return None

    def on_disturbance(self, after: "State", idle: "State") -> "State":
        """What follows when something got past the station: *after*, once this state is off the screen.
        *idle*: the station for the next two players."""
        return after

    # --- around its page ----------------------------------------------------------------------------------

    @property
    def is_for_players(self) -> bool:
        """Whether the page is a player's, with the banners that players must see."""
        return True

    def counted_ms(self, procedure: Procedure) -> int | None:
        """How long before its end the page begins to count; None: it does not."""
        return None

    def countdown(self, left_s: int, share: float, procedure: Procedure) -> Countdown:
        """The last *left_s* seconds as the page shows them; *share*: of all that are counted."""
        return Countdown(f"{left_s} s", share)

    def changes_in_ms(self, now_ms: int) -> int | None:
        """In how many milliseconds the page changes, besides by its time; None: it does not."""
        return None


Next: TypeAlias = tuple[State, tuple[Effect, ...]]
