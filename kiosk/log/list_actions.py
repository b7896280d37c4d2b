"""List records, newest first, with their alerts: what may be asked of a log."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import islice
from pathlib import Path

from kiosk.base.clock import is_day, parse_time, parse_typed_time
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import LogError
from kiosk.log import alerts as log_alerts
from kiosk.log.audit_actions import AlertFeed, AuditSource, LineCount, complaints, split_watch
from kiosk.log.filters_reader import Filter, Found, Line
from kiosk.log.kinds import Kind
from kiosk.log.query_reader import Reader
from kiosk.log.show_actions import division_names
from kiosk.rules.choices import MethodId

# ---- asked -------------------------------------------------------------------------------------------------
# What somebody asks of a log: filters that combine, an alert, and times of the station's wall clock.

_FIRST, _LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)


@frozen
class Asked:
    """The filters as typed; times are still those of the station's wall clock."""

    filter: Filter
    alert: log_alerts.Alert | None
    since: str | None
    until: str | None

    @property
    def sentence(self) -> str:
        """The filters in words, for the head of an export."""
        parts = [f"{name} {value}" for name, value in self.as_json().items() if name != "kind"]
        kind = self.filter.kind
        what = "All records" if kind is None else f"Records of the kind {kind}"
        what = "Rulings" if self.of_rulings else what
        return f"{what} with {', '.join(parts)}." if parts else f"{what}."

    @property
    def of_rulings(self) -> bool:
        return self.filter.kind == Kind.ADJUDICATION

    def as_json(self) -> dict[str, str | int]:
        """What was asked for, by name; empty for everything."""
        names = (field for field in Filter.__dataclass_fields__ if field not in ("since", "until"))
        given = {name: getattr(self.filter, name) for name in names}
        given |= {"since": self.since, "until": self.until, "alert": self.alert}
        return {name: value for name, value in given.items() if value is not None}


def is_moment(text: str) -> bool:
    """Whether *text* is a date, or a date and time."""
    return parse_time(text) is not None


def in_utc(text: str, offset_min: int, *, end: bool = False) -> str:
    """A typed time as records write it. Without a zone it is the station's; *end*: a date means its end."""
    moment = parse_typed_time(text)
    try:
        if end and is_day(text):
            moment += timedelta(days=1)
        if moment.tzinfo is None:
            moment = (moment - timedelta(minutes=offset_min)).replace(tzinfo=UTC)
        moment = moment.astimezone(UTC)
    except OverflowError:  # before the first year or after the last: no record is that far
        moment = _LAST if moment.year > 1 else _FIRST
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def settle_times(wanted: Asked, reader: Reader) -> Filter:
    """The filter of *wanted* with its times in UTC, by the wall clock of the station that is read."""
    offset = reader.offset_min()
    since = None if wanted.since is None else in_utc(wanted.since, offset)
    until = None if wanted.until is None else in_utc(wanted.until, offset, end=True)
    values = {name: getattr(wanted.filter, name) for name in Filter.__dataclass_fields__}
    return Filter(**{**values, "since": since, "until": until})


# ---- lines -------------------------------------------------------------------------------------------------
# Records with their alerts, newest first.

# Rare alerts are first narrowed down by the storage; the others are soon met with when going back in time.
_SUSPECTS = {
    log_alerts.Alert.OUTSIDE_ROUNDS: "no_round",
    log_alerts.Alert.SAME_JUDGE_AGAIN: "operator",
    log_alerts.Alert.CLOCK_ODDITY: "clock",
    log_alerts.Alert.LIST_CHANGE: "lists",
    log_alerts.Alert.DIFFERING_REPEAT: "verdicts",
}


def lines(reader: Reader, wanted: Asked, feed: AlertFeed, limit: int | None = None) -> Iterator[Line]:
    """What is wanted, newest first. A record whose hash does not fit is among it, whatever it says now: a
    filter must not judge by what somebody put there."""
    letters, changed = reader.letters(), reader.changed_records()
    found = _search(reader, wanted, feed, limit)
    if changed:
        age = (lambda record: record.at) if reader.merged else (lambda record: record.seq)
        both = merge(found, changed, key=age, reverse=True)
        found = islice({record.key: record for record in both}.values(), limit)
    yield from (Line(record, feed.of(record), letters.get(record.key[:2], "")) for record in found)


def _search(reader: Reader, wanted: Asked, feed: AlertFeed, limit: int | None) -> Iterator[Found]:
    terms = settle_times(wanted, reader)
    if wanted.alert is None:
        return reader.find(terms, limit)
    rare = not reader.merged and wanted.alert in _SUSPECTS
    keys = reader.facts.suspects(_SUSPECTS[wanted.alert]) if rare else feed.with_alert(wanted.alert)
    shown = reader.find_among(keys, terms)
    return islice((record for record in shown if wanted.alert in feed.of(record)), limit)


def how_many(reader: Reader, wanted: Asked) -> int:
    """How many records are wanted in all; with an alert, no more than that."""
    return reader.count(settle_times(wanted, reader))


# ---- known -------------------------------------------------------------------------------------------------
# What may be asked of a log. What stands nowhere is refused, naming what does.

_MOST_NAMED = 20


def check_names(wanted: Asked, reader: Reader, folder: Path) -> Asked:
    """*wanted* with each name as the log spells it; LogError for one that there is not."""
    given = {name: getattr(wanted.filter, name) for name in ("division", "event", "method", "flag")}
    found = {name: _spell(name, value, reader, folder) for name, value in given.items() if value is not None}
    values = {name: getattr(wanted.filter, name) for name in Filter.__dataclass_fields__}
    return replace(wanted, filter=Filter(**{**values, **found}))


def _spell(name: str, value: str, reader: Reader, folder: Path) -> str:
    known = _known_names(name, reader, folder)
    if value in known.values():
        return value
    if (alike := known.get(value.casefold())) is not None:
        return alike
    there = sorted(set(known.values()))
    named = ", ".join(map(printable, there[:_MOST_NAMED])) + (", …" if len(there) > _MOST_NAMED else "")
    here = f"There are: {named}." if there else "There is none."
    raise LogError(f"There is no {name} “{printable(value)}” in this log. {here}")


def _known_names(name: str, reader: Reader, folder: Path) -> dict[str, str]:
    """What may be typed, in lower case, and what it stands for."""
    match name:
        case "division":
            names = division_names(reader, folder)
            ids = {*reader.values("division"), *names.values()}
            return {**{shown.casefold(): id for shown, id in names.items()}, **_by_itself(ids)}
        case "event":
            return _by_itself(reader.values("event", (Kind.ADJUDICATION, Kind.EVENT_OPENED)))
        case "method":
            return _by_itself({*reader.values("method"), *MethodId})
        case _:
            return _by_itself({*reader.values("flags"), *log_alerts.FLAGS})


def _by_itself(values: Iterable[str]) -> dict[str, str]:
    return {value.casefold(): value for value in values}


# ---- listing -----------------------------------------------------------------------------------------------
# List records, newest first, with their alerts.


@frozen
class Listing:
    """Lines on their way: *asked* with names as the log spells them, *seen* counts what has gone by."""

    source: AuditSource
    reader: Reader
    asked: Asked
    seen: LineCount
    lines: Iterator[Line]

    def total(self) -> int | None:
        """How many there are in all; None where only going through all of them would tell."""
        return None if self.asked.alert else how_many(self.reader, self.asked)

    @property
    def doubt(self) -> str:
        """Why the log as a whole does not hold; to be said before the lines."""
        return self.reader.doubt

    def complaints(self) -> tuple[str, ...]:
        """What does not hold of those that have gone by."""
        return complaints(self.reader, self.seen, self.source)


@contextmanager
def list_records(source: AuditSource, asked: Asked, limit: int | None = None) -> Iterator[Listing]:
    """The records that *asked* wants of *source*, at most *limit*. They are read as they are taken."""
    with source.reader() as reader:
        spelled, seen = check_names(asked, reader, source.folder), LineCount()
        feed = AlertFeed(reader, split_watch(source.folder))
        yield Listing(source, reader, spelled, seen, seen.over(lines(reader, spelled, feed, limit)))
