"""The situations a console can be in: at the door, inside, gone. Inside, one page is shown, and perhaps a
panel over it; a panel is a state like any other, never a window or a loop of its own."""

from enum import Enum
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.director.console.pages.alerts import AlertsPage
from kiosk.director.console.pages.integrity import IntegrityPage
from kiosk.director.console.pages.log import LogPage
from kiosk.director.console.pages.now import NowPage
from kiosk.director.console.pages.reports import ReportsPage
from kiosk.director.console.pages.ruling import RulingPage
from kiosk.director.console.reading import SourcesFound
from kiosk.director.console.ruled import RevealedShown
from kiosk.director.console.seen import HeadShown, Lines, StatusSeen
from kiosk.director.console.values import Act, Order, PageId, Stoppable, Where, Work


class Wish(Enum):
    """What a panel asks to be typed."""

    EVENT = "event"
    ROUND = "round"
    TARGET = "target"
    RULING = "ruling"
    PAPER = "paper"
    ACCOUNT = "account"
    REASON = "reason"
    INITIALS = "initials"
    SPOT = "spot"
    DAY = "day"
    REPORT = "report"


@frozen
class Confirming:
    """*order* is carried out if it is confirmed. *odd*: what must be known before that."""

    order: Order
    title: str
    verb: str
    lines: Lines = ()
    odd: tuple[str, ...] = ()


@frozen
class AskingText:
    """*offered*: what could be meant, to choose from. *problem*: why what was typed will not do.
    *draft*: the order that what is typed completes. *printers*: which of *offered* are printers."""

    wish: Wish
    title: str
    label: str
    text: str = ""
    offered: tuple[str, ...] = ()
    problem: str = ""
    draft: Work | None = None
    printers: tuple[str, ...] = ()


@frozen
class WorkingOn:
    """*far*: how many records of how many were looked at, if that is known."""

    order: Work
    title: str
    far: tuple[int, int] | None = None

    @property
    def stoppable(self) -> bool:
        return isinstance(self.order, Stoppable)


@frozen
class Telling:
    """What came of something; *wrong*: what did not, each with what to do."""

    title: str
    lines: Lines = ()
    wrong: tuple[str, ...] = ()
    head: HeadShown | None = None


@frozen
class Revealing:
    """What the lists say of single words. It is gone with its panel; nothing else holds it."""

    shown: RevealedShown


Panel: TypeAlias = Confirming | AskingText | WorkingOn | Telling | Revealing


@frozen
class ConsoleSetting:
    """*guarded*: a passcode was asked for. *several*: other logs than this folder's were named to be read;
    *hub*: they are the copy of a hub."""

    where: Where
    guarded: bool = False
    several: bool = False
    hub: bool = False


@frozen
class AtDoor:
    """The director's passcode is asked for. *trying*: one is being checked. Before *until_ms* none is."""

    setting: ConsoleSetting
    message: str = ""
    trying: bool = False
    until_ms: int = 0


@frozen
class Inside:
    """*shown*: the page on show; the others keep what they know. *count*: of records, when last looked.
    *ticks*: seconds since the station was last looked at. *far*: how many records of how many were read,
    while a log is read for the first time. *sources*: which logs are open, where several were named.
    *awaited*: what was chosen before the first look at the station told whether it can be done.
    *revealed_s*: how long words have stood revealed."""

    setting: ConsoleSetting
    shown: PageId = PageId.NOW
    now: NowPage = NowPage()
    log: LogPage = LogPage()
    alerts: AlertsPage = AlertsPage()
    integrity: IntegrityPage = IntegrityPage()
    ruling: RulingPage = RulingPage()
    reports: ReportsPage = ReportsPage()
    status: StatusSeen | None = None
    count: int = -1
    ticks: int = 0
    over: Panel | None = None
    far: tuple[int, int] | None = None
    sources: SourcesFound | None = None
    awaited: Act | None = None
    revealed_s: int = 0


@frozen
class Gone:
    """The console is closed; nothing that comes in late counts."""


ConsoleState: TypeAlias = AtDoor | Inside | Gone
