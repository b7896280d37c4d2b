"""The situations of a console: at the door, inside, gone; and which logs are open where several were
named.
"""

from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.base.printable import harmless
from kiosk.console.events import Answered, AskLog, ConsoleEffect
from kiosk.console.pages import AlertsPage, IntegrityPage, LogPage, NowPage, ReportsPage, RulingPage
from kiosk.console.values import (
    Act,
    ChainFound,
    HeadShown,
    Lines,
    Order,
    PageId,
    ReadingFailed,
    RevealedShown,
    SourceFound,
    SourcesFound,
    SourceStanding,
    SourcesWanted,
    StatusSeen,
    Stoppable,
    Where,
    Work,
)

# ---- states ------------------------------------------------------------------------------------------------
# The situations a console can be in: at the door, inside, gone. Inside, one page is shown, and perhaps a
# panel over it; a panel is a state like any other, never a window or a loop of its own.


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


# ---- sources -----------------------------------------------------------------------------------------------
# Which logs are open where several were named: what each is, and what is known of its clock and chain.

TITLE = "The logs that are open"
OWN = ("Written to", "this folder's log alone, whatever is read")
_BAD = (SourceStanding.FORK, SourceStanding.UNREADABLE, SourceStanding.AWAY, SourceStanding.ALARM)


def asking(state: Inside) -> tuple[ConsoleEffect, ...]:
    """Ask what was opened, where the page on show says so."""
    shown = state.setting.hub or state.shown in (PageId.LOG, PageId.INTEGRITY)
    return (AskLog(SourcesWanted()),) if state.setting.several and shown else ()


def of_hub(state: Inside) -> str:
    """What every page of a console that reads a hub says of it: that it does not answer, that it has alarms;
    nothing while all is well."""
    found = () if state.sources is None or not state.setting.hub else state.sources.sources
    away = ("HUB AWAY",) if any(one.standing is SourceStanding.AWAY for one in found) else ()
    alarms = sum(one.standing is SourceStanding.ALARM for one in found)
    counted = (f"{alarms} HUB {'ALARM' if alarms == 1 else 'ALARMS'}",) if alarms else ()
    return " · ".join((*away, *counted))


def answered(before: SourcesFound | None, event: Answered) -> SourcesFound | None:
    """What is known once *event* has come."""
    if not isinstance(event.question, SourcesWanted):
        return before
    if isinstance(event.answer, SourcesFound):
        return event.answer
    if isinstance(event.answer, ReadingFailed):
        unknown = SourceFound("", "", "", "", 0, SourceStanding.UNREADABLE, event.answer.sentence)
        return SourcesFound((unknown,))
    return before


def line(found: SourcesFound | None) -> str:
    """What was opened, in one line."""
    if found is None:
        return "Looking at the logs…"
    used = [one for one in found.sources if one.standing is SourceStanding.USED]
    letters = ", ".join(one.letter or "?" for one in used)
    said = [f"{len(used)} {'log' if len(used) == 1 else 'logs'} shown: {letters}" if used else "No log shown"]
    for standing, one, more in (
        (SourceStanding.COPY, "copy", "copies"),
        (SourceStanding.FORK, "FORK", "FORKS"),
        (SourceStanding.UNREADABLE, "NOT READABLE", "NOT READABLE"),
        (SourceStanding.AWAY, "HUB AWAY", "HUBS AWAY"),
        (SourceStanding.ALARM, "HUB ALARM", "HUB ALARMS"),
    ):
        count = sum(it.standing is standing for it in found.sources)
        said += [f"{count} {one if count == 1 else more}"] if count else []
    said += [f"{one.letter}: {one.skew}" for one in used if one.skew_s]
    return " · ".join((*said, "W: what is known of each"))


def told(state: Inside) -> Inside:
    """The panel that says all that is known of each log; nothing where there is one log."""
    if not state.setting.several or state.sources is None:
        return state
    found = state.sources.sources
    wrong = tuple(f"{_name(one)}: {one.sentence}" for one in found if one.standing in _BAD)
    lines: list[tuple[str, str]] = [OWN]
    chains = state.integrity.found.chains if state.integrity.found else ()
    for one in found:
        lines += _lines(one, chains) if one.standing not in _BAD else ()
    return replace(state, over=Telling(TITLE, tuple(lines), wrong))


def _lines(one: SourceFound, chains: tuple[ChainFound, ...]) -> Lines:
    if one.standing is SourceStanding.HUB:
        return ((one.name, one.sentence),)
    mine = [it for it in chains if (it.station, it.epoch) == (one.station, one.epoch)]
    # A copy has the chain of its original and may be shorter: what was found of one is not said of the other.
    its = mine if len(mine) == 1 else [it for it in mine if it.count == one.count]
    known = its[0].sentence if its else f"not verified yet: page {PageId.INTEGRITY}, then V"
    clock = (("Its clock", one.skew),) if one.skew else ()
    return (
        (one.letter or "A log", _name(one)),
        ("", f"{one.count:,} records. {one.sentence}"),
        *clock,
        ("Its chain", known),
    )


def _name(one: SourceFound) -> str:
    return harmless(one.name) or "The logs"
