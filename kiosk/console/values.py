"""What the console asks, orders and knows, as values: another process can answer, do or look."""

import re
from dataclasses import field
from enum import Enum, StrEnum
from typing import TypeAlias

from kiosk.base.frozen import frozen
from kiosk.decisions.forms import DecisionContext, DecisionForm
from kiosk.log.chain import Key
from kiosk.log.filters import Facet as Facet
from kiosk.log.sources import SourceStanding
from kiosk.paper.sheet import PaperSize, Sheet

# ---- seen --------------------------------------------------------------------------------------------------
# The station as a console sees it stand: values only, so that another process can look.
#
# It is looked at apart from the log: what a slow stick or a long log does to a look holds up nothing else.

Lines: TypeAlias = tuple[tuple[str, str], ...]  # subject and what is said of it


@frozen
class HeadShown:
    """The end of the log, to be noted or photographed. *at*: local time of the last record."""

    letter: str
    count: int
    code: str
    hash: str
    at: str

    @property
    def scanned(self) -> str:
        """What a phone reads from the picture of it."""
        return f"KIOSK {self.letter} {self.count} {self.hash}"


@frozen
class HeadGiven:
    """A head that was given out to somebody who may have kept it, and on which occasion."""

    local: str
    occasion: str
    count: int
    code: str


@frozen
class StatusSeen:
    """The station as it stands. *lines*: what `kiosk status` says; *wrong*: what is, with what to do about
    it. *held*: another process writes the log, so nothing can be written from here. *planned*: the set-up
    names an event to open. *folders*: where an export may go. *doubt*: why a log that is read here does not
    hold, which stands above every page; then there is no head to be noted."""

    letter: str
    name: str
    clock: str
    lines: Lines
    wrong: tuple[str, ...]
    event: str
    round: int | None
    next_round: int | None
    planned: bool
    held: bool
    head: HeadShown | None
    folders: tuple[str, ...] = ()
    doubt: str = ""


@frozen
class HeadsSeen:
    """Which heads were given out, newest first."""

    heads: tuple[HeadGiven, ...]


@frozen
class StatusWanted:
    """The station as it stands. *alone*: for a console that is a program of its own; *own*: its process,
    which is no other writer while it records a decision."""

    alone: bool
    own: int = 0


@frozen
class HeadsWanted:
    """The heads that were given out."""


Look: TypeAlias = StatusWanted | HeadsWanted
Looked: TypeAlias = StatusSeen | HeadsSeen


# ---- ruled -------------------------------------------------------------------------------------------------
# What the console knows of one ruling: its sheet, what may be decided on it, what its words were.
#
# The rule guarded here: what was revealed is in one value that no page keeps, and whose text form holds
# nothing of it.


class PaperForm(StrEnum):
    EVIDENCE = "evidence"
    INCIDENT = "incident"


class ReportKind(StrEnum):
    EVENT = "event"
    DAY = "day"
    PLAYERS = "players"


PAPER_FORMS = {".pdf": "pdf", ".html": "html", ".txt": "text"}


def paper_form(target: str) -> str:
    """The form of a sheet that the name of its file asks for; empty: none that is known."""
    stem, dot, ending = target.rpartition("/")[2].rpartition(".")
    return PAPER_FORMS.get(f"{dot}{ending}".lower(), "") if stem else ""


@frozen
class ReportAsked:
    """*day*: of the report about a day. *words*: though the event is open."""

    kind: ReportKind = ReportKind.EVENT
    day: str = ""
    words: bool = False
    paper: PaperSize = PaperSize.A4


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
    """*which*: as it is asked for (`write_address`); *name*: as people call it. *ruling*: whether it is one,
    or another record."""

    which: str
    name: str
    sheet: Sheet
    made: tuple[DecisionLine, ...] = ()
    ruling: bool = True

    @property
    def correctable(self) -> tuple[int, ...]:
        """The decisions on it that may be put right here, by their places in the log."""
        return tuple(decision.seq for decision in self.made if decision.seq and not decision.corrected)


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


# ---- reading -----------------------------------------------------------------------------------------------
# What the console asks of a log, and what comes back: values only, so that another process can answer.
#
# The rule guarded here: a question names no file and no SQL, and an answer says of every row whether it is
# still what was recorded. Nothing in a row tells more of a play than its verdict.


NUMBER = re.compile(r"[A-Za-z]{1,3}-\d{1,7}", re.ASCII)  # of a ruling, whole


@frozen
class Narrowing:
    """Which records are looked at; what is empty narrows nothing. *chosen*: at most one value a facet, "" for
    those that have none. *number*: of a ruling, with * and ? as wildcards; without a letter, of any station.
    *word*: a word of the play, with the same wildcards. *since*, *until*: local times as a person types
    them."""

    chosen: tuple[tuple[Facet, str], ...] = ()
    number: str = ""
    word: str = ""
    since: str = ""
    until: str = ""
    every_kind: bool = False


@frozen
class RowsWanted:
    """*count* rows from the one at place *first* on, newest first."""

    narrowing: Narrowing
    first: int
    count: int


@frozen
class FacetsWanted:
    narrowing: Narrowing


@frozen
class TimelineWanted:
    narrowing: Narrowing


@frozen
class PlaceWanted:
    """The place, newest first, of the newest row that is not later than the local minute *minute*."""

    narrowing: Narrowing
    minute: str


@frozen
class AlertsWanted:
    narrowing: Narrowing


@frozen
class VerifyWanted:
    """*head*, *count*: as they were noted outside, if they were."""

    head: str = ""
    count: int | None = None


@frozen
class RowShown:
    """One record of the list. *fits*: its hash is that of its content; *odd*: no record this program would
    have written. *letter*: of its station, told apart from another with the same one. *what*: of a record
    that is no ruling, what it says in a line. *decided*: a decision was made on it."""

    key: Key
    kind: str
    number: str
    local: str
    verdict: str
    round: int | None
    table: int | None
    division: str
    words: tuple[str, ...]
    method: str
    operator: str
    flags: tuple[str, ...]
    alerts: tuple[str, ...]
    letter: str
    what: str = ""
    decided: bool = False
    fits: bool = True
    odd: bool = False


@frozen
class RowsFound:
    """*total*: how many there are in all; *newest*: the record up to which was read, to ask for more."""

    total: int
    first: int
    rows: tuple[RowShown, ...]
    newest: int


@frozen
class FacetCount:
    facet: Facet
    value: str
    label: str
    count: int


@frozen
class FacetsFound:
    """Of each facet how many rulings have which value, as far as the other facets narrow them."""

    counts: tuple[FacetCount, ...]


@frozen
class MinuteBin:
    """The rulings of one local minute, by verdict."""

    minute: str
    acceptable: int
    unacceptable: int
    referred: int


@frozen
class RoundBand:
    """When a round was played, in local minutes; *ends* empty while it runs."""

    number: int
    starts: str
    ends: str


@frozen
class TimelineFound:
    """Minutes without a ruling are left out. *width_min*: of a long time, how many minutes a bin holds; it is
    called by its first. Rounds are left out where a bin is longer than one."""

    bins: tuple[MinuteBin, ...]
    rounds: tuple[RoundBand, ...]
    width_min: int = 1


@frozen
class PlaceFound:
    place: int


@frozen
class AlertShown:
    """*meaning*: its definition in neutral words; *offence*: the clause that knows it as one, else empty.
    *rows*: each ruling it is about, with the earlier one it is compared with, if any; newest first, and of
    very many the newest alone. *count*: how many there are in all."""

    alert: str
    meaning: str
    offence: str
    rows: tuple[tuple[RowShown, RowShown | None], ...]
    count: int


@frozen
class AlertsFound:
    alerts: tuple[AlertShown, ...]


@frozen
class ChainFound:
    """What came of verifying one chain. *first_bad*: the record at which it breaks; or, *unlike_note*, the
    one that was noted otherwise while the chain itself holds."""

    letter: str
    station: str
    epoch: str
    intact: bool
    sentence: str
    count: int
    head: str
    first_bad: int | None = None
    unlike_note: bool = False


@frozen
class VerifyFound:
    chains: tuple[ChainFound, ...]


@frozen
class SourcesWanted:
    """Which logs are open, and how they stand to each other."""


@frozen
class SourceFound:
    """One chain in one file. *standing*, in words *sentence*: whether its records are shown, or those of a
    longer copy. *skew*: what the logs say of its clock against that of the first; *skew_s*: the seconds by
    which it is ahead, where that can be known."""

    name: str
    letter: str
    station: str
    epoch: str
    count: int
    standing: SourceStanding
    sentence: str
    skew: str = ""
    skew_s: int | None = None


@frozen
class SourcesFound:
    sources: tuple[SourceFound, ...]


@frozen
class ReadingFailed:
    """It could not be read; *sentence* says why and what to do."""

    sentence: str


Question: TypeAlias = (
    RowsWanted | FacetsWanted | TimelineWanted | PlaceWanted | AlertsWanted | VerifyWanted | SourcesWanted
)
Answer: TypeAlias = (
    RowsFound
    | FacetsFound
    | TimelineFound
    | PlaceFound
    | AlertsFound
    | VerifyFound
    | SourcesFound
    | ReadingFailed
)


# ---- values ------------------------------------------------------------------------------------------------
# Where a console stands, its pages, and what can be chosen on the first of them.


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
