"""Sums over records for the director: how many challenges succeeded, when, in which round, of what size.

The rule it guards: everything here is about plays as a whole. Casual rulings are counted apart, so that the
figures are those of the event.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date, datetime
from math import sqrt
from statistics import median

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.bodies.play import AdjudicationBody, ListOnRecord
from kiosk.core.log.kinds import Kind
from kiosk.core.log.spellings import said
from kiosk.core.rules.choices import MethodId
from kiosk.director.report.station_events import Logged, StationEvent, station_events
from kiosk.director.rounds import Band, bands

CASUAL = "casual"
STATION_METHOD = MethodId.SELF_STATION  # the players type and press; in all others staff do
BIN_MIN = 10
_Z = 1.959964  # 95 %


@frozen
class Tally:
    """How rulings went. *success*: the share of challenges that took the play off, referred ones left out."""

    acceptable: int = 0
    unacceptable: int = 0
    refer: int = 0

    @property
    def total(self) -> int:
        return self.acceptable + self.unacceptable + self.refer

    @property
    def success(self) -> float | None:
        decided = self.acceptable + self.unacceptable
        return self.unacceptable / decided if decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the success rate (Wilson)."""
        return wilson(self.unacceptable, self.acceptable + self.unacceptable)


@frozen
class Group:
    label: str
    tally: Tally


@frozen
class PlayCount:
    """A play that was challenged, however often; *tally* says how it was ruled."""

    words: tuple[str, ...]
    tally: Tally


@frozen
class Bin:
    """The rulings of some minutes from *start* on, local time, and the round they fell in."""

    start: datetime
    round: int | None
    tally: Tally


@frozen
class RulingRow:
    """One ruling in the list of a report. *judge*: who ruled, if it was staff."""

    number: str
    local: datetime
    verdict: str
    words: tuple[str, ...]
    round: int | None
    table: int | None
    division: str | None
    judge: str
    flags: tuple[str, ...]


@frozen
class Summary:
    """Everything a report says, but for the integrity of the log and the alerts."""

    tally: Tally
    casual: Tally
    by_round: tuple[Group, ...]
    by_words: tuple[Group, ...]
    by_division: tuple[Group, ...]
    plays: tuple[PlayCount, ...]
    days: tuple[tuple[date, tuple[Bin, ...]], ...]
    events: tuple[StationEvent, ...]
    entries: Mapping[str, int]
    entry_s: float | None
    verify_s: float | None
    staff: int
    by_table: tuple[Group, ...]
    rulings: tuple[RulingRow, ...]
    bands: tuple[Band, ...]
    sources: tuple[str, ...]
    stations: tuple[str, ...]
    first: datetime | None
    last: datetime | None


def wilson(successes: int, tries: int) -> tuple[float, float] | None:
    """The 95 % score interval of a share; None without any try."""
    if not tries:
        return None
    share, spread = successes / tries, _Z * _Z / tries
    middle = share + spread / 2
    reach = _Z * sqrt(share * (1 - share) / tries + spread / tries / 4)
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


@frozen
class _Ruling:
    local: datetime
    said: AdjudicationBody

    @property
    def words(self) -> tuple[str, ...]:
        return self.said.words

    @property
    def casual(self) -> bool:
        return CASUAL in self.said.flags


def summarise(records: Iterable[Logged]) -> Summary:
    """*records*, oldest first, summed up."""
    known = list(records)
    rulings = [
        _Ruling(one.record.local, body)
        for one in known
        if one.record.kind == Kind.ADJUDICATION and isinstance(body := said(one.record), AdjudicationBody)
    ]
    # Where nothing but casual rulings is asked for, they are what the figures are about.
    counted = [ruling for ruling in rulings if not ruling.casual] or rulings
    # How long players take says nothing of staff who type from a slip, and the other way round.
    at_station = [ruling for ruling in counted if ruling.said.method == STATION_METHOD]
    moments = [ruling.local for ruling in rulings] or [one.record.local for one in known]
    return Summary(
        tally=_tally(counted),
        casual=_tally([ruling for ruling in rulings if ruling.casual]),
        by_round=_groups(counted, _round_label, _number_order),
        by_words=_groups(counted, lambda ruling: str(len(ruling.words)), int),
        by_division=_groups(counted, lambda ruling: ruling.said.division or "–", str),
        plays=_plays(counted),
        days=_days(counted),
        events=station_events(known),
        entries=Counter(one.record.kind for one in known),
        entry_s=_median_s([one.said.entry_ms for one in at_station]),
        verify_s=_median_s([one.said.verify_ms for one in at_station]),
        staff=len(counted) - len(at_station),
        by_table=_groups(
            [one for one in counted if one.said.table is not None],
            lambda ruling: str(ruling.said.table),
            _number_order,
        ),
        rulings=tuple(_ruling_row(ruling) for ruling in rulings),
        bands=bands(one.record for one in known),
        sources=tuple(sorted({_source(ruling.said.lexicon) for ruling in rulings})),
        stations=tuple(sorted({one.station for one in known})),
        first=min(moments, default=None),
        last=max(moments, default=None),
    )


def _tally(rulings: Iterable[_Ruling]) -> Tally:
    counts = Counter(ruling.said.verdict for ruling in rulings)
    return Tally(counts[Verdict.ACCEPTABLE], counts[Verdict.UNACCEPTABLE], counts[Verdict.REFER])


def _groups(
    rulings: Sequence[_Ruling], label: Callable[[_Ruling], str], order: Callable[[str], int | str]
) -> tuple[Group, ...]:
    grouped = _by(rulings, label)
    return tuple(
        Group(name, _tally(grouped[name])) for name in sorted(grouped, key=lambda name: (order(name), name))
    )


def _by(rulings: Sequence[_Ruling], key: Callable[[_Ruling], str]) -> dict[str, list[_Ruling]]:
    grouped: dict[str, list[_Ruling]] = defaultdict(list)
    for ruling in rulings:
        grouped[key(ruling)].append(ruling)
    return grouped


def _round_label(ruling: _Ruling) -> str:
    return "no round" if ruling.said.round is None else str(ruling.said.round)


def _number_order(label: str) -> int:
    return int(label) if label.isdigit() else 10_000


def _ruling_row(ruling: _Ruling) -> RulingRow:
    body = ruling.said
    return RulingRow(
        number=body.number,
        local=ruling.local,
        verdict=body.verdict,
        words=body.words,
        round=body.round,
        table=body.table,
        division=body.division,
        judge=(body.operator or "staff") if body.method != STATION_METHOD else "",
        flags=body.flags,
    )


def _plays(rulings: Sequence[_Ruling]) -> tuple[PlayCount, ...]:
    """Most challenged first; the order in which words were typed does not matter."""
    grouped: dict[Hashable, list[_Ruling]] = defaultdict(list)
    for ruling in rulings:
        grouped[tuple(sorted(ruling.words))].append(ruling)
    plays = [PlayCount(alike[0].words, _tally(alike)) for alike in grouped.values()]
    return tuple(sorted(plays, key=lambda play: (-play.tally.total, play.words)))


def _days(rulings: Sequence[_Ruling]) -> tuple[tuple[date, tuple[Bin, ...]], ...]:
    days: dict[date, dict[datetime, list[_Ruling]]] = defaultdict(lambda: defaultdict(list))
    for ruling in rulings:
        minute = ruling.local.minute - ruling.local.minute % BIN_MIN
        days[ruling.local.date()][ruling.local.replace(minute=minute, second=0, microsecond=0)].append(ruling)
    return tuple(
        (day, tuple(Bin(start, _common_round(bins[start]), _tally(bins[start])) for start in sorted(bins)))
        for day, bins in sorted(days.items())
    )


def _common_round(rulings: Sequence[_Ruling]) -> int | None:
    return Counter(ruling.said.round for ruling in rulings).most_common(1)[0][0]


def _median_s(times_ms: Sequence[int]) -> float | None:
    return median(times_ms) / 1000 if times_ms else None


def _source(lexicon: ListOnRecord) -> str:
    """The word list of a ruling, as a report names it."""
    return f"{lexicon.edition or lexicon.name or lexicon.id} ({lexicon.fingerprint[:12]})"
