"""All that the console can be told to do: each an action, which is a value here and is run elsewhere."""

from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.console.actions import Examine as Examine
from kiosk.console.actions import ExportRows as ExportRows
from kiosk.console.actions import FindPrinters as FindPrinters
from kiosk.console.actions import MakePaper as MakePaper
from kiosk.console.actions import OfferForms as OfferForms
from kiosk.console.actions import SeeReport as SeeReport
from kiosk.console.actions import SeeRuling as SeeRuling
from kiosk.console.actions import WriteReport as WriteReport
from kiosk.decisions.actions import Decide as Decide
from kiosk.decisions.case_actions import DecisionSubject as DecisionSubject
from kiosk.decisions.reveal_actions import RevealWords as RevealWords
from kiosk.events.actions import CloseEvent as CloseEvent
from kiosk.events.actions import CloseForTonight as CloseForTonight
from kiosk.events.actions import EndRound as EndRound
from kiosk.events.actions import HearEvent as HearEvent
from kiosk.events.actions import OpenEvent as OpenEvent
from kiosk.events.actions import StartRound as StartRound


@frozen
class LeaveKiosk:
    """End the station with the director's leave."""


@frozen
class ShutConsole:
    """Close the console; the station is the players' again."""


PaperWork: TypeAlias = (
    SeeRuling | FindPrinters | MakePaper | OfferForms | Decide | RevealWords | SeeReport | WriteReport
)
StationWork: TypeAlias = (
    HearEvent | OpenEvent | CloseEvent | CloseForTonight | StartRound | EndRound | Examine | ExportRows
)
Work: TypeAlias = StationWork | PaperWork  # what takes its time and answers
# What changes nothing until something leaves the station: a director may stop it.
Stoppable: TypeAlias = (
    SeeRuling | FindPrinters | MakePaper | OfferForms | SeeReport | WriteReport | ExportRows | Examine
)
Ending: TypeAlias = LeaveKiosk | ShutConsole
Order: TypeAlias = Work | Ending
