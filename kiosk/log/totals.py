"""Sums over records for the director: how many challenges succeeded, when, in which round."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import pairwise
from statistics import median

from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.base.schedule import LONGEST_MIN
from kiosk.log.bodies import (
    ConcededBody,
    EventOpenedBody,
    ListOnRecord,
    RoundCalledBody,
    RoundEndedBody,
    RoundOnRecord,
    RoundStartedBody,
    read_body,
)
from kiosk.log.chain import Record
from kiosk.log.challenges import (
    Group,
    Logged,
    RuledPlay,
    TableTally,
    Tally,
    by_table,
    list_challenges,
    tally_of,
)
from kiosk.log.guesses import failed_unlocks
from kiosk.log.kinds import Kind

# ---- rounds ------------------------------------------------------------------------------------------------
# When the rounds of an event were played: by its schedule, and by what the director said on the day.

_LONGEST = timedelta(minutes=LONGEST_MIN)
_TELLING = (Kind.EVENT_OPENED, Kind.ROUND_STARTED, Kind.ROUND_ENDED)


@frozen
class Band:
    """A round and when it was played, local time."""

    number: int
    start: datetime
    end: datetime


def bands(records: Iterable[Record]) -> tuple[Band, ...]:
    """The rounds of the event that *records*, oldest first, tell of; none if they name none."""
    found: list[Band] = []
    for record in records:
        match read_body(record) if record.kind in _TELLING else None:
            case EventOpenedBody(rounds=rounds):
                found = [*(band for band in found if band.start < record.local), *_bands_of_schedule(rounds)]
            case (RoundStartedBody() | RoundEndedBody()) as call:
                found = _bands_after_call(found, call, record.local)
    return tuple(sorted(found, key=lambda band: band.start))


def _bands_of_schedule(rounds: Sequence[RoundOnRecord]) -> Sequence[Band]:
    """The schedule an event was opened with. A round without an end lasts until the next one starts."""
    made = [_band(planned) for planned in rounds]
    known = sorted((band for band in made if band is not None), key=lambda band: band.start)
    clipped = [replace(one, end=min(one.end, following.start)) for one, following in pairwise(known)]
    return [*clipped, *known[-1:]]


def _band(planned: RoundOnRecord) -> Band | None:
    try:
        start = datetime.fromisoformat(planned.starts).replace(tzinfo=None)
        end = datetime.fromisoformat(planned.ends).replace(tzinfo=None) if planned.ends else start + _LONGEST
    except (ValueError, OverflowError):
        return None
    return Band(planned.number, start, end)


def _bands_after_call(found: Sequence[Band], call: RoundCalledBody, now: datetime) -> list[Band]:
    """What becomes of the rounds when the director starts or ends one."""
    started = isinstance(call, RoundStartedBody)
    free_from = now + _LONGEST if started else now
    before = [replace(band, end=min(band.end, now)) for band in found if band.start < now]
    after = [band for band in found if band.start >= free_from and band.number > call.round]
    called = [Band(call.round, now, free_from)] if started else []
    return [*before, *called, *after]


# ---- station events ----------------------------------------------------------------------------------------
# What happened at a station besides rulings, as a report tells it.

# Not told one by one in a report: they come with every ruling or every start.
ROUTINE = frozenset(
    (
        *(Kind.ADJUDICATION, Kind.CLOSED, Kind.CHECKPOINT, Kind.LEXICON_LOADED, Kind.SELF_TEST, Kind.GENESIS),
        *(Kind.DECISION, Kind.UNLOCK),  # the former have a place of their own, the latter are no news
    )
)
# Told once a day and station, with how often: one passcode more is no news.
FOLDED = frozenset((Kind.UNLOCK_FAILED, Kind.EXPORT))
# Not told in a report at all; the words of an entry that was never judged are nobody's business.
HIDDEN = frozenset(("clock", "words", "pragmas", "about", "digest", "head", "divisions", "rounds"))
# Why somebody had words revealed may name one of them.
_HIDDEN_OF = {Kind.REVEAL: HIDDEN | {"reason", "fingerprints"}}


@frozen
class StationEvent:
    local: datetime
    station: str
    kind: str
    what: str


def station_events(records: Sequence[Logged]) -> tuple[StationEvent, ...]:
    """What happened at the stations besides rulings, in order."""
    shown = [logged for logged in records if logged.record.kind not in ROUTINE]
    events: list[StationEvent] = []
    folded: dict[Hashable, list[Logged]] = defaultdict(list)
    for logged in shown:
        record = logged.record
        if record.kind in FOLDED:
            folded[logged.station, record.kind, record.local.date()].append(logged)
        else:
            what = _describe(record, _HIDDEN_OF.get(Kind(record.kind), HIDDEN))
            events.append(StationEvent(record.local, logged.station, record.kind, what))
    events += [_fold(alike) for alike in folded.values()]
    for station in {record.station for record in records}:
        events += _fold_guesses(station, [record.record for record in records if record.station == station])
    return tuple(sorted(events, key=lambda event: event.local))


def _fold_guesses(station: str, records: Sequence[Record]) -> list[StationEvent]:
    """A row of wrong passcodes that is too long for a slip stands by itself."""
    local = {record.at: record.local for record in records if record.kind == Kind.UNLOCK_FAILED}
    return [
        StationEvent(
            local[row.first_at],
            station,
            Kind.UNLOCK_FAILED,
            f"{row.count} wrong passcodes in a row until {local[row.last_at]:%H:%M}: perhaps guessed",
        )
        for row in failed_unlocks(records)
    ]


def _fold(alike: Sequence[Logged]) -> StationEvent:
    first, last = alike[0], alike[-1].record.local
    often = f"{len(alike)} times, the last at {last:%H:%M}" if len(alike) > 1 else "once"
    return StationEvent(first.record.local, first.station, first.record.kind, often)


def _describe(record: Record, hidden: Collection[str]) -> str:
    """What a record that is no ruling says, in one line for people, without the keys in *hidden*."""
    parts = []
    for key, value in record.data.items():
        if key in hidden or value in (None, []) or _is_nested(value):
            continue
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        parts.append(f"{key.replace('_', ' ')}: {shown[:16] + '…' if len(shown) > 60 else shown}")
    return " · ".join(parts)


def _is_nested(value: Json) -> bool:
    """Whether a value is made of others that have names: too much for a line."""
    parts = value if isinstance(value, list) else [value]
    return any(isinstance(part, Mapping) for part in parts)


# ---- audit -------------------------------------------------------------------------------------------------
# Sums over records for the director: how many challenges succeeded, when, in which round, of what size.
#
# The rule it guards: everything here is about plays as a whole. Casual rulings are counted apart, so that the
# figures are those of the event.

BIN_MIN = 10


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
    """One ruling in the list of a report. *judge*: who ruled, if it was staff. *answer*: the number under
    which print settled it, if it was referred."""

    number: str
    local: datetime
    verdict: str
    words: tuple[str, ...]
    round: int | None
    table: int | None
    division: str | None
    judge: str
    flags: tuple[str, ...]
    answer: str = ""


@frozen
class DecisionRow:
    """A decision in a list: when it was made, about which ruling, and what it says."""

    local: str
    ruling: str
    what: str


@frozen
class Summary:
    """Everything a report says, but for the integrity of the log, the alerts and the decisions. *conceded*:
    how often by whom; old records do not say."""

    tally: Tally
    casual: Tally
    by_round: tuple[Group, ...]
    by_words: tuple[Group, ...]
    by_division: tuple[Group, ...]
    plays: tuple[PlayCount, ...]
    days: tuple[tuple[date, tuple[Bin, ...]], ...]
    events: tuple[StationEvent, ...]
    entries: Mapping[str, int]
    conceded: Mapping[str, int]
    entry_s: float | None
    verify_s: float | None
    staff: int
    by_table: tuple[TableTally, ...]
    rulings: tuple[RulingRow, ...]
    bands: tuple[Band, ...]
    sources: tuple[str, ...]
    stations: tuple[str, ...]
    first: datetime | None
    last: datetime | None


def summarise(records: Iterable[Logged]) -> Summary:
    """*records*, oldest first, summed up."""
    known = list(records)
    rulings = list_challenges(known)
    # Where nothing but casual rulings is asked for, they are what the figures are about.
    counted = [ruling for ruling in rulings if not ruling.casual] or rulings
    # How long players take says nothing of staff who type from a slip, and the other way round.
    at_station = [ruling for ruling in counted if ruling.at_station]
    moments = [ruling.local for ruling in rulings] or [entry.record.local for entry in known]
    return Summary(
        tally=_tally(counted),
        casual=_tally([ruling for ruling in rulings if ruling.casual]),
        by_round=_groups(counted, _round_label, _number_order),
        by_words=_groups(counted, lambda ruling: str(len(ruling.words)), int),
        by_division=_groups(counted, lambda ruling: ruling.said.division or "–", str),
        plays=_plays(counted),
        days=_days(counted),
        events=station_events(known),
        entries=Counter(entry.record.kind for entry in known),
        conceded=Counter(
            body.by or "" for entry in known if isinstance(body := read_body(entry.record), ConcededBody)
        ),
        entry_s=_median_s([known.said.entry_ms for known in at_station]),
        verify_s=_median_s([known.said.verify_ms for known in at_station]),
        staff=len(counted) - len(at_station),
        by_table=by_table(counted),
        rulings=tuple(_ruling_row(ruling) for ruling in rulings),
        bands=bands(entry.record for entry in known),
        sources=tuple(sorted({_source(ruling.said.lexicon) for ruling in rulings})),
        stations=tuple(sorted({entry.station for entry in known})),
        first=min(moments, default=None),
        last=max(moments, default=None),
    )


def _tally(rulings: Iterable[RuledPlay]) -> Tally:
    return tally_of(ruling.said.verdict for ruling in rulings)


def _groups(
    rulings: Sequence[RuledPlay], label: Callable[[RuledPlay], str], order: Callable[[str], int | str]
) -> tuple[Group, ...]:
    grouped = _by(rulings, label)
    return tuple(
        Group(name, _tally(grouped[name])) for name in sorted(grouped, key=lambda name: (order(name), name))
    )


def _by(rulings: Sequence[RuledPlay], key: Callable[[RuledPlay], str]) -> dict[str, list[RuledPlay]]:
    grouped: dict[str, list[RuledPlay]] = defaultdict(list)
    for ruling in rulings:
        grouped[key(ruling)].append(ruling)
    return grouped


def _round_label(ruling: RuledPlay) -> str:
    return "no round" if ruling.said.round is None else str(ruling.said.round)


def _number_order(label: str) -> int:
    return int(label) if label.isdigit() else 10_000


def _ruling_row(ruling: RuledPlay) -> RulingRow:
    body = ruling.said
    return RulingRow(
        number=body.number,
        local=ruling.local,
        verdict=body.verdict,
        words=body.words,
        round=body.round,
        table=body.table,
        division=body.division,
        judge="" if ruling.at_station else body.operator or "staff",
        flags=body.flags,
        answer=ruling.answer,
    )


def _plays(rulings: Sequence[RuledPlay]) -> tuple[PlayCount, ...]:
    """Most challenged first; the order in which words were typed does not matter."""
    grouped: dict[Hashable, list[RuledPlay]] = defaultdict(list)
    for ruling in rulings:
        grouped[tuple(sorted(ruling.words))].append(ruling)
    plays = [PlayCount(alike[0].words, _tally(alike)) for alike in grouped.values()]
    return tuple(sorted(plays, key=lambda play: (-play.tally.total, play.words)))


def _days(rulings: Sequence[RuledPlay]) -> tuple[tuple[date, tuple[Bin, ...]], ...]:
    days: dict[date, dict[datetime, list[RuledPlay]]] = defaultdict(lambda: defaultdict(list))
    for ruling in rulings:
        minute = ruling.local.minute - ruling.local.minute % BIN_MIN
        days[ruling.local.date()][ruling.local.replace(minute=minute, second=0, microsecond=0)].append(ruling)
    return tuple(
        (day, tuple(Bin(start, _common_round(bins[start]), _tally(bins[start])) for start in sorted(bins)))
        for day, bins in sorted(days.items())
    )


def _common_round(rulings: Sequence[RuledPlay]) -> int | None:
    return Counter(ruling.said.round for ruling in rulings).most_common(1)[0][0]


def _median_s(times_ms: Sequence[int]) -> float | None:
    return median(times_ms) / 1000 if times_ms else None


def _source(lexicon: ListOnRecord) -> str:
    """The word list of a ruling, as a report names it."""
    return f"{lexicon.edition or lexicon.name or lexicon.id} ({lexicon.fingerprint[:12]})"
