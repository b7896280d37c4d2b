"""What somebody asks of a log: filters that combine, an alert, and times of the station's wall clock."""

from datetime import UTC, datetime, timedelta

from kiosk.core.frozen import frozen
from kiosk.core.log.kinds import Kind
from kiosk.core.log.typed_time import is_day, parsed_time, typed_time
from kiosk.director.alerts import Alert
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.query import Reader

_FIRST, _LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)


@frozen
class Asked:
    """The filters as typed; times are still those of the station's wall clock."""

    filter: Filter
    alert: Alert | None
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
    return parsed_time(text) is not None


def in_utc(text: str, offset_min: int, *, end: bool = False) -> str:
    """A typed time as records write it. Without a zone it is the station's; *end*: a date means its end."""
    moment = typed_time(text)
    try:
        if end and is_day(text):
            moment += timedelta(days=1)
        if moment.tzinfo is None:
            moment = (moment - timedelta(minutes=offset_min)).replace(tzinfo=UTC)
        moment = moment.astimezone(UTC)
    except OverflowError:  # before the first year or after the last: no record is that far
        moment = _LAST if moment.year > 1 else _FIRST
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def settled(wanted: Asked, reader: Reader) -> Filter:
    """The filter of *wanted* with its times in UTC, by the wall clock of the station that is read."""
    offset = reader.offset_min()
    since = None if wanted.since is None else in_utc(wanted.since, offset)
    until = None if wanted.until is None else in_utc(wanted.until, offset, end=True)
    values = {name: getattr(wanted.filter, name) for name in Filter.__dataclass_fields__}
    return Filter(**{**values, "since": since, "until": until})
