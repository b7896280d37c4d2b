"""What the console can be told to do, and from where. Values only; nothing here is read or done."""

from enum import Enum, StrEnum
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PaperSize
from kiosk.director.console.reading import Narrowing
from kiosk.director.console.ruled import PaperForm, ReportAsked, Spot


class Where(Enum):
    """Where a console stands: a program of its own, or a window of the station, whose log it then writes."""

    ALONE = "alone"
    IN_STATION = "in the station"


class PageId(StrEnum):
    """The pages, in the order of their keys."""

    NOW = "Now"
    LOG = "Log"
    ALERTS = "Alerts"
    INTEGRITY = "Integrity"
    RULING = "Ruling"
    REPORTS = "Reports"


class Act(StrEnum):
    """What can be chosen on the first page."""

    OPEN_EVENT = "open_event"
    CLOSE_EVENT = "close_event"
    START_ROUND = "start_round"
    END_ROUND = "end_round"
    TONIGHT = "tonight"
    DECIDE = "decide"
    DOCTOR = "doctor"
    LEAVE_KIOSK = "leave_kiosk"
    SHUT = "shut"


# --- orders -------------------------------------------------------------------------------------------------


@frozen
class HearEvent:
    """Read back what an event would be judged by, and open nothing yet. Empty: as the set-up names it."""

    id: str = ""
    name: str = ""


@frozen
class OpenHeardEvent:
    """Open it, unless something else is odd by now than *odd*, which the director has confirmed."""

    id: str
    name: str
    odd: tuple[str, ...]


@frozen
class CloseEvent:
    pass


@frozen
class CloseForTonight:
    pass


@frozen
class StartRound:
    number: int


@frozen
class EndRound:
    pass


@frozen
class Examine:
    """Protection and health of this machine."""


@frozen
class ExportRows:
    """Write exactly what *narrowing* leaves to the file *target*, in the form its name says."""

    narrowing: Narrowing
    target: str


@frozen
class SeeRuling:
    """The evidence on the record *which*."""

    which: str


@frozen
class FindPrinters:
    """Which printers there are, for what *draft* says."""

    draft: "MakePaper | WriteReport"


@frozen
class MakePaper:
    """Write the *form* on the record *which* to the file *target*, in the form its name says, or print it on
    *printer*. *account*: what the director says of it, of an incident."""

    form: PaperForm
    which: str
    account: str = ""
    target: str = ""
    paper: PaperSize = PaperSize.A4
    printer: str = ""


@frozen
class OfferForms:
    """What may be decided on the record *which*, or, if that is empty, at *spot*. *corrects*: the decision
    that is to be put right."""

    which: str
    spot: Spot = Spot()
    corrects: int | None = None


@frozen
class RecordDecision:
    """Put a decision of *type* on record."""

    which: str
    spot: Spot
    type: str
    answers: tuple[tuple[str, str], ...]
    by: str = ""
    corrects: int | None = None


@frozen
class RevealWords:
    """Put on record that and why it is asked which word was bad, then look. *confirmed*: though an event is
    open."""

    which: str
    reason: str = ""
    by: str = ""
    confirmed: bool = False


@frozen
class SeeReport:
    report: ReportAsked


@frozen
class WriteReport:
    """Write it to the file *target*, or print it on *printer*."""

    report: ReportAsked
    target: str = ""
    printer: str = ""


@frozen
class LeaveKiosk:
    """End the station with the director's leave."""


@frozen
class ShutConsole:
    """Close the console; the station is the players' again."""


PaperWork: TypeAlias = (
    SeeRuling | FindPrinters | MakePaper | OfferForms | RecordDecision | RevealWords | SeeReport | WriteReport
)
StationWork: TypeAlias = (
    HearEvent | OpenHeardEvent | CloseEvent | CloseForTonight | StartRound | EndRound | Examine | ExportRows
)
Work: TypeAlias = StationWork | PaperWork  # what takes its time and answers
# What changes nothing until something leaves the station: a director may stop it.
Stoppable: TypeAlias = (
    SeeRuling | FindPrinters | MakePaper | OfferForms | SeeReport | WriteReport | ExportRows | Examine
)
Ending: TypeAlias = LeaveKiosk | ShutConsole
Order: TypeAlias = Work | Ending
