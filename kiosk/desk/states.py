"""What every state of a desk answers for itself. The states are in `ruling`, `shift`, `opinions` and `menu`;
`machine` says how they work together."""

from abc import abstractmethod
from enum import Enum, auto
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.page import Page
from kiosk.desk.events import DeskEffect, DeskKey
from kiosk.desk.ways import NEED_TABLE, Way, ways
from kiosk.rules.ruleset import RuleSet
from kiosk.rules.ruling import LoggedRuling, Verdict
from kiosk.setup.divisions import Division

HIDE_MS = 300_000  # words and marks in a hall, with nobody at the keyboard
FORGET_MS = 60_000  # what was half-typed before a shift


@frozen
class Shift:
    """A judge at work: *by* their code, in which division, by which way. *ticked*: the rule sets whose
    checklist they went through; *last*: their last ruling; *director*: they came with the director's
    passcode; *printer*: on which they print dockets."""

    by: str
    division: int
    way: Way
    rulings: int = 0
    ticked: frozenset[str] = frozenset()
    last: LoggedRuling | None = None
    director: bool = False
    printer: str = ""


@frozen
class DeskSetting:
    """*letter*: of the station whose log it keeps; *unguarded*: no passcode is set; *ask_table*: a ruling
    without a table number is not wanted."""

    divisions: tuple[Division, ...]
    letter: str = "A"
    unguarded: bool = False
    ask_table: bool = False

    @property
    def offered(self) -> tuple[int, ...]:
        """The places of the divisions in which staff adjudicate."""
        return tuple(place for place, division in enumerate(self.divisions) if ways(division.rules))

    def rules(self, shift: Shift) -> RuleSet:
        return self.divisions[shift.division].rules

    @property
    def first_rules(self) -> RuleSet:
        """The rule set whose words stand on the pages before a shift."""
        return self.divisions[self.offered[0]].rules

    def needs_table(self, shift: Shift) -> bool:
        return self.ask_table or shift.way.method in NEED_TABLE


@frozen
class DeskContext:
    """*banners*: the circumstances that a judge must know; *event*, *round*: of now; *offset_min*: how far
    the clock on the wall is from the log's, in minutes."""

    letter: str
    setup_code: str = ""
    clock: str = ""
    banners: tuple[str, ...] = ()
    event: str = ""
    round: int | None = None
    offset_min: int = 0


# ---- page --------------------------------------------------------------------------------------------------
# A page of the desk: a station's page, or one of the four that only a desk has.


class DeskLayout(Enum):
    STATION = auto()  # drawn as the station draws its own
    SLIP = auto()
    CHECKS = auto()
    MARK = auto()
    DOCKET = auto()


@frozen
class SlipField:
    """A number of a slip. *current*: the judge is typing here."""

    name: str
    typed: str
    current: bool


@frozen
class Tick:
    """One line of a checklist. *current*: it is the next to be ticked."""

    text: str
    clause: str
    done: bool
    current: bool


@frozen
class DeskPage:
    """*page*: what a station's page has as well, and all that is read aloud; the rest is drawn besides.
    *mark*: the one verdict to show; *shift_lines*: who judges, and by which way."""

    page: Page
    layout: DeskLayout = DeskLayout.STATION
    fields: tuple[SlipField, ...] = ()
    ticks: tuple[Tick, ...] = ()
    docket: tuple[str, ...] = ()
    mark: Verdict | None = None
    shift_lines: tuple[str, ...] = ()


# ---- states ------------------------------------------------------------------------------------------------


class DeskState:
    """What a desk is in. Three questions every state must answer: what a key does in it, how long it may
    stand untouched, and what its page says."""

    __slots__ = ()

    @abstractmethod
    def act(self, key: DeskKey, now_ms: int, setting: DeskSetting) -> "DeskNext":
        """What a key does. One with no meaning here changes nothing but what the page says of it."""

    @abstractmethod
    def untouched_ms(self) -> int | None:
        """How long the state may stand without a key; None: for as long as it takes."""

    @abstractmethod
    def page(self, now_ms: int, setting: DeskSetting, context: DeskContext) -> DeskPage:
        """What the screen says."""

    @property
    def shift_on(self) -> Shift | None:
        """The shift that runs, with whatever is on the page or under it."""
        return None

    @property
    def before_shift(self) -> bool:
        """Whether nobody is on shift yet: left alone, what was typed is forgotten and not covered."""
        return False

    @property
    def may_be_covered(self) -> bool:
        """Whether the page is covered when nobody touches the desk for a while."""
        return True

    @property
    def division_shown(self) -> int:
        """The division whose banners stand around the page where no shift runs."""
        return 0

    def on_stop(self, now_ms: int, setting: DeskSetting) -> tuple[DeskEffect, ...]:
        """The records of what the state holds and nobody will see again when the program ends."""
        return ()


DeskNext: TypeAlias = tuple[DeskState, tuple[DeskEffect, ...]]
