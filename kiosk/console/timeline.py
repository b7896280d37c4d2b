"""When rulings were made, by the minute, beside the rounds of their events; and where in the list a minute
stands.

The rule guarded here: a timeline is never longer than a screen could show; a long time has wider bins.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import compress, pairwise

from kiosk.base.clock import parse_typed_time
from kiosk.console.roll import NO_TIME, Narrowed, together
from kiosk.console.values import Facet, MinuteBin, Narrowing, RoundBand
from kiosk.log.chain import Record
from kiosk.log.kinds import Kind
from kiosk.log.totals import Band, bands
from kiosk.rules.ruling import Verdict

MOST_BINS = 1500
LONGEST_WITH_ROUNDS = 60
_MINUTE_MS = 60_000
# Each a multiple of the one before, so that bins are made wider by putting whole ones together.
_WIDTHS = (1, 5, 15, 30, 60, 180, 360, 720, 1440, 7 * 1440, 28 * 1440, 364 * 1440)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC).replace(tzinfo=None)


def bins(view: Narrowed, narrowing: Narrowing) -> tuple[tuple[MinuteBin, ...], int]:
    """The rulings that *narrowing* leaves by local minute, and how many minutes a bin holds."""
    mask = view.mask(narrowing, rulings=True)
    minutes = {verdict: _minutes(view, mask, verdict) for verdict in Verdict}
    width = _width(minutes.values())
    wide = {verdict: _widen(counts, width) for verdict, counts in minutes.items()}
    starts = sorted({start for counts in wide.values() for start in counts})
    made = (
        MinuteBin(_spelled_timeline(start), *(wide[verdict][start] for verdict in _ORDER)) for start in starts
    )
    return tuple(made), width


_ORDER = (Verdict.ACCEPTABLE, Verdict.UNACCEPTABLE, Verdict.REFER)


def _minutes(view: Narrowed, mask: bytes, verdict: Verdict) -> Counter[int]:
    here = together(mask, view.roll.sorts.mask(Facet.VERDICT, verdict.value))
    counts = Counter([moment // _MINUTE_MS for moment in compress(view.roll.local_ms, here)])
    counts.pop(NO_TIME // _MINUTE_MS, None)
    return counts


def _width(minutes: Iterable[Counter[int]]) -> int:
    """How many minutes a bin must hold for there not to be too many."""
    starts: set[int] = set().union(*minutes)
    for width, wider in pairwise(_WIDTHS):
        if len(starts) <= MOST_BINS:
            return width
        step = wider // width
        starts = {start // step for start in starts}
    return _WIDTHS[-1]


def _widen(counts: Counter[int], width: int) -> Counter[int]:
    if width == 1:
        return counts
    wide: Counter[int] = Counter()
    for minute, count in counts.items():
        wide[minute // width * width] += count
    return wide


def _spelled_timeline(minute: int) -> str:
    return (EPOCH + timedelta(minutes=minute)).isoformat("T", "minutes")


def place_of(view: Narrowed, narrowing: Narrowing, minute: str) -> int:
    """The place in the list of the newest record that is not later than the local *minute*; without one, the
    last."""
    moment = parse_typed_time(minute).replace(tzinfo=None)
    limit = (moment - EPOCH) // timedelta(minutes=1) * _MINUTE_MS + _MINUTE_MS
    times, places = view.roll.local_ms, view.places(narrowing)
    found = (place for place, one in enumerate(places) if NO_TIME != times[one] < limit)
    return next(found, max(0, len(places) - 1))


def round_bands(marks: Iterable[tuple[str, Record]], newest: datetime | None) -> tuple[RoundBand, ...]:
    """The rounds that *marks*, each the event and the record, tell of, up to the *newest* record: one that
    is over later still runs."""
    of_event: dict[str, list[Record]] = defaultdict(list)
    for event, record in marks:
        of_event[event].append(record)
    found = [band for records in of_event.values() for band in _end_with_event(records)]
    begun = [round_ for round_ in found if newest is None or round_.start <= newest]
    return tuple(
        RoundBand(
            round_.number,
            round_.start.isoformat("T", "minutes"),
            "" if newest is not None and round_.end > newest else round_.end.isoformat("T", "minutes"),
        )
        for round_ in sorted(begun, key=lambda round_: (round_.start, round_.number))
    )


def _end_with_event(records: Sequence[Record]) -> Iterable[Band]:
    """The rounds of one event; none goes on after it was closed."""
    closed = records[-1].local if records[-1].kind == Kind.EVENT_CLOSED else None
    for band in bands(records):
        if closed is None:
            yield band
        elif band.start < closed:
            yield Band(band.number, band.start, min(band.end, closed))
