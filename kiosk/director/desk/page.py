"""A page of the desk: a station's page, or one of the four that only a desk has."""

from enum import Enum, auto

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.page import Page


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
    *mark*: the one verdict to show; *beside*: who judges, and by which way."""

    page: Page
    layout: DeskLayout = DeskLayout.STATION
    fields: tuple[SlipField, ...] = ()
    ticks: tuple[Tick, ...] = ()
    docket: tuple[str, ...] = ()
    mark: Verdict | None = None
    beside: tuple[str, ...] = ()
