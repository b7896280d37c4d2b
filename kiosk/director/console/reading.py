"""What the console asks of a log, and what comes back: values only, so that another process can answer.

The rule guarded here: a question names no file and no SQL, and an answer says of every row whether it is
still what was recorded. Nothing in a row tells more of a play than its verdict.
"""

from enum import StrEnum
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.log.body import Part
from kiosk.core.log.facts import Key


class Facet(StrEnum):
    """What rulings are counted by, and narrowed to."""

    EVENT = "event"
    STATION = "station"
    ROUND = "round"
    TABLE = "table"
    DIVISION = "division"
    VERDICT = "verdict"
    METHOD = "method"
    ALERT = "alert"
    WORD_COUNT = "word_count"


@frozen
class Narrowing(Part):
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
class RowsWanted(Part):
    """*count* rows from the one at place *first* on, newest first."""

    narrowing: Narrowing
    first: int
    count: int


@frozen
class FacetsWanted(Part):
    narrowing: Narrowing


@frozen
class TimelineWanted(Part):
    narrowing: Narrowing


@frozen
class PlaceWanted(Part):
    """The place, newest first, of the newest row that is not later than the local minute *minute*."""

    narrowing: Narrowing
    minute: str


@frozen
class AlertsWanted(Part):
    narrowing: Narrowing


@frozen
class VerifyWanted(Part):
    """*head*, *count*: as they were noted outside, if they were."""

    head: str = ""
    count: int | None = None


@frozen
class RowShown(Part):
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
class RowsFound(Part):
    """*total*: how many there are in all; *newest*: the record up to which was read, to ask for more."""

    total: int
    first: int
    rows: tuple[RowShown, ...]
    newest: int


@frozen
class FacetCount(Part):
    facet: Facet
    value: str
    label: str
    count: int


@frozen
class FacetsFound(Part):
    """Of each facet how many rulings have which value, as far as the other facets narrow them."""

    counts: tuple[FacetCount, ...]


@frozen
class MinuteBin(Part):
    """The rulings of one local minute, by verdict."""

    minute: str
    acceptable: int
    unacceptable: int
    referred: int


@frozen
class RoundBand(Part):
    """When a round was played, in local minutes; *ends* empty while it runs."""

    number: int
    starts: str
    ends: str


@frozen
class TimelineFound(Part):
    """Minutes without a ruling are left out. *width_min*: of a long time, how many minutes a bin holds; it is
    called by its first. Rounds are left out where a bin is longer than one."""

    bins: tuple[MinuteBin, ...]
    rounds: tuple[RoundBand, ...]
    width_min: int = 1


@frozen
class PlaceFound(Part):
    place: int


@frozen
class AlertShown(Part):
    """*meaning*: its definition in neutral words; *offence*: the clause that knows it as one, else empty.
    *rows*: each ruling it is about, with the earlier one it is compared with, if any; newest first, and of
    very many the newest alone. *count*: how many there are in all."""

    alert: str
    meaning: str
    offence: str
    rows: tuple[tuple[RowShown, RowShown | None], ...]
    count: int


@frozen
class AlertsFound(Part):
    alerts: tuple[AlertShown, ...]


@frozen
class ChainFound(Part):
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
class VerifyFound(Part):
    chains: tuple[ChainFound, ...]


class SourceStanding(StrEnum):
    """What a log is among those that were opened."""

    USED = "used"
    COPY = "copy"
    FORK = "fork"
    UNREADABLE = "unreadable"
    HUB = "hub"  # no log, but where logs come from: in step with it
    AWAY = "away"  # the same, and it does not answer
    ALARM = "alarm"  # what a hub complains of


@frozen
class SourcesWanted(Part):
    """Which logs are open, and how they stand to each other."""


@frozen
class SourceFound(Part):
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
class SourcesFound(Part):
    sources: tuple[SourceFound, ...]


@frozen
class ReadingFailed(Part):
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
