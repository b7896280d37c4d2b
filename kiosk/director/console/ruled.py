"""What the console knows of one ruling: its sheet, what may be decided on it, what its words were.

The rule guarded here: what was revealed is in one value that no page keeps, and whose text form holds nothing
of it.
"""

from dataclasses import field
from enum import StrEnum

from kiosk.core.frozen import frozen
from kiosk.core.paper.page import PaperSize
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.director.decisions.context import DecisionContext
from kiosk.director.decisions.form import DecisionForm


def addressed(which: str, station: str, epoch: str) -> str:
    """*which* record is meant, and of whose log, where several are open."""
    return f"{which}@{station}/{epoch}"


def address_of(which: str) -> tuple[str, tuple[str, str] | None]:
    """What `addressed` said: the record, and its station and epoch; None where no log was named."""
    record, _, whose = which.partition("@")
    station, _, epoch = whose.rpartition("/")
    return record, (station, epoch) if whose else None


class PaperForm(StrEnum):
    EVIDENCE = "evidence"
    INCIDENT = "incident"


class ReportKind(StrEnum):
    EVENT = "event"
    DAY = "day"
    PLAYERS = "players"


@frozen
class ReportAsked:
    """*day*: of the report about a day. *words*: though the event is open."""

    kind: ReportKind = ReportKind.EVENT
    day: str = ""
    words: bool = False
    paper: PaperSize = PaperSize.A4


@frozen
class Spot:
    """Where something happened that no ruling is about."""

    table: int | None = None
    round: int | None = None
    division: str | None = None


@frozen
class DecisionLine:
    """A decision on record. *corrected*: another has taken its place. *seq*: in the log of this folder; 0:
    it stands in another, and cannot be corrected here."""

    seq: int
    local: str
    type: str
    sentence: str
    by: str
    answers: tuple[tuple[str, str], ...] = ()
    corrected: bool = False


@frozen
class RulingShown:
    """*which*: as it is asked for (`addressed`); *name*: as people call it. *ruling*: whether it is one, or
    another record."""

    which: str
    name: str
    sheet: Sheet
    made: tuple[DecisionLine, ...] = ()
    ruling: bool = True

    @property
    def correctable(self) -> tuple[int, ...]:
        """The decisions on it that may be put right here, by their places in the log."""
        return tuple(one.seq for one in self.made if one.seq and not one.corrected)


@frozen
class FormsOffered:
    """*name*: of what is decided on. *known*: by type, what the record answers itself. *note*: what must be
    said beside it."""

    name: str
    forms: tuple[DecisionForm, ...]
    context: DecisionContext
    known: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    note: str = ""


@frozen
class RevealedShown:
    """Each word of a ruling with what the lists say of it."""

    number: str
    verdict: str
    lists: tuple[str, ...]
    words: tuple[tuple[str, str], ...] = field(repr=False)
