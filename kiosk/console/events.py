"""The facts that can happen to the console, and the orders it gives its shell."""

from dataclasses import field
from enum import Enum
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.console import orders, values
from kiosk.paper.sheet import Sheet

# ---- at the door -------------------------------------------------------------------------------------------


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


# ---- time, and what the shell saw --------------------------------------------------------------------------


@frozen
class Ticked:
    """A second has gone by."""


@frozen
class Peeked:
    """*count*: the records of the log now. *held*: another process writes it."""

    count: int
    held: bool


@frozen
class StationSeen:
    status: values.StatusSeen


# ---- what the log answers ----------------------------------------------------------------------------------


@frozen
class Answered:
    question: values.Question
    answer: values.Answer


@frozen
class Progressed:
    question: values.Question
    done: int
    of: int


# ---- keys over any page ------------------------------------------------------------------------------------


@frozen
class Confirmed:
    pass


@frozen
class TextGiven:
    """What was typed where a panel asks for it."""

    text: str


@frozen
class BackPressed:
    """ESC, where nothing nearer to it than the page takes it."""


@frozen
class CloseAsked:
    """The desktop asks the window to close."""


# ---- what is chosen on a page ------------------------------------------------------------------------------


@frozen
class PageChosen:
    page: values.PageId


@frozen
class ActChosen:
    act: values.Act


@frozen
class ExportAsked:
    pass


@frozen
class RulingSought:
    """Go to one ruling in the log: *number*, of the chain *station* and *epoch*."""

    number: str
    station: str
    epoch: str


@frozen
class SourcesAsked:
    """What was opened?"""


# ---- the log page ------------------------------------------------------------------------------------------


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

    facet: values.Facet
    value: str


@frozen
class ChipRemoved:
    chip: values.Facet | Chip


@frozen
class FiltersCleared:
    pass


@frozen
class KindsSwitched:
    """Rulings only, or records of every kind."""


@frozen
class LimitGiven:
    """Nothing before (or, *until*, after) a local minute."""

    minute: str
    until: bool


@frozen
class RowsSeen:
    """The list shows the rows from *first* to *last*."""

    first: int
    last: int


@frozen
class MinuteChosen:
    """Go to a local minute of the histogram."""

    minute: str


# ---- the integrity page ------------------------------------------------------------------------------------


@frozen
class VerifyAsked:
    """*head*, *count*: as they were typed from paper, perhaps empty."""

    head: str = ""
    count: str = ""


@frozen
class VerifyStopped:
    pass


@frozen
class HeadsListed:
    heads: tuple[values.HeadGiven, ...]


# ---- one ruling --------------------------------------------------------------------------------------------


@frozen
class RulingAsked:
    """*which*: a number, or a place in the log; empty: it is to be typed. *station*, *epoch*: whose, where
    that is known. *typed*: what was typed of it already."""

    which: str = ""
    station: str = ""
    epoch: str = ""
    typed: str = ""


@frozen
class PaperAsked:
    form: values.PaperForm


@frozen
class PaperSizeSwitched:
    """The next paper size."""


@frozen
class RevealAsked:
    pass


@frozen
class DecideAsked:
    """*corrects*: the place in the log of the decision that is to be put right."""

    corrects: int | None = None


# ---- the decision that is being made -----------------------------------------------------------------------


@frozen
class FormSearched:
    text: str


@frozen
class FormChosen:
    type: str


@frozen
class QuestionAnswered:
    """*final*: it was confirmed, so the next question is asked."""

    key: str
    text: str
    final: bool = True


@frozen
class QuestionMoved:
    by: int


@frozen
class QuestionChosen:
    key: str


@frozen
class RecordAsked:
    """Put the decision on record."""


# ---- reports -----------------------------------------------------------------------------------------------


@frozen
class ReportChosen:
    """Another report than before is wanted."""

    report: values.ReportAsked


@frozen
class DayAsked:
    """Which day the report is about is to be typed."""


@frozen
class ReportMade:
    """Show it; or, *out*, print it or write it to a file."""

    out: bool = False


# ---- what an order came to, or how far it is ---------------------------------------------------------------


@frozen
class EventHeard:
    """What the event *name* would be judged by. *odd*: what of it must be confirmed."""

    id: str
    name: str
    said: values.Lines
    odd: tuple[str, ...]


@frozen
class OrderDone:
    """*lines*: what there is to know of it; *wrong*: what did not come about all the same."""

    order: orders.Work
    title: str
    lines: values.Lines = ()
    wrong: tuple[str, ...] = ()
    head: values.HeadShown | None = None


@frozen
class OrderFailed:
    order: orders.Work
    sentence: str


@frozen
class OrderAdvanced:
    """*done* of *of* records were looked at for *order*."""

    order: orders.Work
    done: int
    of: int


@frozen
class OrderStopped:
    """It was stopped, and nothing has come of it."""

    order: orders.Work


@frozen
class RulingSeen:
    order: orders.SeeRuling
    shown: values.RulingShown


@frozen
class FormsSeen:
    order: orders.OfferForms
    offered: values.FormsOffered


@frozen
class PrintersFound:
    """*names*: of the printers, the usual one first."""

    order: orders.FindPrinters
    names: tuple[str, ...]


@frozen
class WordsRevealed:
    order: orders.RevealWords
    shown: values.RevealedShown


@frozen
class ReportSeen:
    order: orders.SeeReport
    sheet: Sheet


DoorEvent: TypeAlias = PasscodeTyped | LetIn | NotLetIn | LeftAlone
SeenEvent: TypeAlias = Ticked | Peeked | StationSeen
PanelEvent: TypeAlias = Confirmed | TextGiven | BackPressed | CloseAsked
Choice: TypeAlias = PageChosen | ActChosen | ExportAsked | RulingSought | SourcesAsked
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
RulingEvent: TypeAlias = RulingAsked | PaperAsked | PaperSizeSwitched | RevealAsked | DecideAsked
FormEvent: TypeAlias = (
    FormSearched | FormChosen | QuestionAnswered | QuestionMoved | QuestionChosen | RecordAsked
)
ReportEvent: TypeAlias = ReportChosen | DayAsked | ReportMade
Came: TypeAlias = RulingSeen | FormsSeen | PrintersFound | WordsRevealed | ReportSeen
OrderEvent: TypeAlias = EventHeard | OrderDone | OrderFailed | OrderAdvanced | OrderStopped | Came

ConsoleEvent: TypeAlias = (
    DoorEvent
    | SeenEvent
    | Answered
    | Progressed
    | PanelEvent
    | Choice
    | LogEvent
    | IntegrityEvent
    | RulingEvent
    | FormEvent
    | ReportEvent
    | OrderEvent
)


# ---- effects -----------------------------------------------------------------------------------------------
# The orders the console gives its shell.


@frozen
class AskLog:
    """Answer with Answered, however long it takes; meanwhile with Progressed, if there is anything to say."""

    question: values.Question


@frozen
class Withdraw:
    """Nobody waits for the answer to *question* any more."""

    question: values.Question


@frozen
class Peek:
    """Answer with Peeked: how long the log is now, and who writes it."""


@frozen
class LookAtStation:
    """Answer with StationSeen: the station as it stands."""


@frozen
class ListHeads:
    """Answer with HeadsListed: which heads were given out."""


@frozen
class TryPasscode:
    """Answer with LetIn or NotLetIn; the try is on record."""

    passcode: str = field(repr=False)


@frozen
class CarryOut:
    """Do *order*, when the page that says so can be seen; answer OrderDone, OrderFailed or EventHeard."""

    order: orders.Work


@frozen
class StopWork:
    """Stop *order*; answer OrderStopped, unless it is too late: then what it comes to is told as ever."""

    order: orders.Work


@frozen
class CloseConsole:
    """The window goes. *leaving*: and the station with it."""

    leaving: bool = False


ConsoleEffect: TypeAlias = (
    AskLog | Withdraw | Peek | LookAtStation | ListHeads | TryPasscode | CarryOut | StopWork | CloseConsole
)
