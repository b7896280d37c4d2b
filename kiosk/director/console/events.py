"""The facts that can happen to the console: what its user chose, what came back, and time."""

from dataclasses import field
from enum import Enum
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.director.console.paper_events import PaperEvent
from kiosk.director.console.reading import Answer, Facet, Question
from kiosk.director.console.seen import HeadGiven, HeadShown, Lines, StatusSeen
from kiosk.director.console.values import Act, PageId, Work

# --- at the door --------------------------------------------------------------------------------------------


@frozen
class PasscodeTyped:
    passcode: str = field(repr=False)


@frozen
class LetIn:
    """*warning*: what whoever was let in must know; mostly empty."""

    warning: str = ""


@frozen
class NotLetIn:
    message: str
    wait_ms: int = 0


@frozen
class LeftAlone:
    """Nobody has touched the console for a long time."""


# --- what comes of time and of orders -----------------------------------------------------------------------


@frozen
class Ticked:
    """A second has gone by."""


@frozen
class Peeked:
    """*count*: the records of the log now. *held*: another process writes it."""

    count: int
    held: bool


@frozen
class AroundSeen:
    status: StatusSeen


@frozen
class Answered:
    question: Question
    answer: Answer


@frozen
class Progressed:
    question: Question
    done: int
    of: int


@frozen
class HeadsListed:
    heads: tuple[HeadGiven, ...]


@frozen
class EventHeard:
    """What the event *name* would be judged by. *odd*: what of it must be confirmed."""

    id: str
    name: str
    said: Lines
    odd: tuple[str, ...]


@frozen
class OrderDone:
    """*lines*: what there is to know of it; *wrong*: what did not come about all the same."""

    order: Work
    title: str
    lines: Lines = ()
    wrong: tuple[str, ...] = ()
    head: HeadShown | None = None


@frozen
class OrderFailed:
    order: Work
    sentence: str


@frozen
class OrderAdvanced:
    """*done* of *of* records were looked at for *order*."""

    order: Work
    done: int
    of: int


@frozen
class OrderStopped:
    """It was stopped, and nothing has come of it."""

    order: Work


# --- what its user chose ------------------------------------------------------------------------------------


@frozen
class PageChosen:
    page: PageId


@frozen
class BackPressed:
    """ESC, where nothing nearer to it than the page takes it."""


@frozen
class CloseAsked:
    """The desktop asks the window to close."""


@frozen
class ActChosen:
    act: Act


@frozen
class Confirmed:
    pass


@frozen
class TextGiven:
    """What was typed where a panel asks for it."""

    text: str


# --- the log page -------------------------------------------------------------------------------------------


class Chip(Enum):
    """What may narrow the list besides the facets."""

    NUMBER = "number"
    WORD = "word"
    SINCE = "since"
    UNTIL = "until"
    EVERY_KIND = "every_kind"


@frozen
class SearchGiven:
    text: str


@frozen
class FacetChosen:
    """*value* was chosen; once more takes it back."""

    facet: Facet
    value: str


@frozen
class ChipRemoved:
    chip: Facet | Chip


@frozen
class FiltersCleared:
    pass


@frozen
class KindsSwitched:
    """Rulings only, or records of every kind."""


@frozen
class RowsSeen:
    """The list shows the rows from *first* to *last*."""

    first: int
    last: int


@frozen
class MinuteChosen:
    """Go to a local minute of the histogram."""

    minute: str


@frozen
class LimitGiven:
    """Nothing before (or, *until*, after) a local minute."""

    minute: str
    until: bool


@frozen
class ExportAsked:
    pass


# --- the alerts page ----------------------------------------------------------------------------------------


@frozen
class RulingSought:
    """Go to one ruling in the log: *number*, of the chain *station* and *epoch*."""

    number: str
    station: str
    epoch: str


# --- which logs are open ------------------------------------------------------------------------------------


@frozen
class SourcesAsked:
    """What was opened?"""


# --- the integrity page -------------------------------------------------------------------------------------


@frozen
class VerifyAsked:
    """*head*, *count*: as they were typed from paper, perhaps empty."""

    head: str = ""
    count: str = ""


@frozen
class VerifyStopped:
    pass


LogEvent: TypeAlias = (
    SearchGiven
    | FacetChosen
    | ChipRemoved
    | FiltersCleared
    | KindsSwitched
    | RowsSeen
    | MinuteChosen
    | LimitGiven
)
IntegrityEvent: TypeAlias = VerifyAsked | VerifyStopped | HeadsListed
DoorEvent: TypeAlias = PasscodeTyped | LetIn | NotLetIn | LeftAlone
OrderEvent: TypeAlias = EventHeard | OrderDone | OrderFailed | OrderAdvanced | OrderStopped
PanelEvent: TypeAlias = Confirmed | TextGiven | OrderEvent | BackPressed | CloseAsked
FromLog: TypeAlias = Answered | Progressed
SeenEvent: TypeAlias = Ticked | Peeked | AroundSeen

Choice: TypeAlias = PageChosen | ActChosen | ExportAsked | RulingSought | SourcesAsked

ConsoleEvent: TypeAlias = (
    DoorEvent | SeenEvent | FromLog | Choice | PanelEvent | LogEvent | IntegrityEvent | PaperEvent
)
