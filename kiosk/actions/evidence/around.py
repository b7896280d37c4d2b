"""What happened around a ruling at its table and at its station.

The rule it guards: while an event is open, the words that others looked up are not on a page that may be
shown to players; and what was typed but never judged is counted, not quoted.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from kiosk.actions.audit.scope import open_events
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.core.log.bodies.play import EntryBody
from kiosk.core.log.kinds import Kind
from kiosk.director.evidence import AROUND_MIN, Surrounding
from kiosk.storage.export.records import Line, text, texts, told
from kiosk.storage.reading.filter import Filter
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.query import Reader

MOST = 14  # so that it stays one page
UNSHOWN = "Words of other tables are left out while the event is open."
_LONGEST = 140
# What comes with every ruling, with every start or by the clock says nothing of a dispute.
_ROUTINE = frozenset(
    (
        *(Kind.CLOSED, Kind.CHECKPOINT, Kind.LEXICON_LOADED, Kind.SELF_TEST, Kind.GENESIS, Kind.DECISION),
        *(Kind.GUARDS, Kind.GUARD_REMARK, Kind.EXPORT, Kind.PUSHED, Kind.SECOND_COPY, Kind.NOTE),
    )
)


@frozen
class Happened:
    """*rows*: in the order of time, with whether the words of each are left out."""

    rows: tuple[tuple[Found, bool], ...]
    left_out: int

    @property
    def unshown(self) -> str:
        return UNSHOWN if any(hidden and one.is_ruling for one, hidden in self.rows) else ""


def happened_around(readers: tuple[Reader, ...], ruling: Found) -> Happened:
    """What happened within minutes of *ruling*, by the stations' clocks; the nearest, if it is much.
    *readers*: of its own log first."""
    moment = _moment(ruling)
    if moment is None:
        return Happened(((ruling, False),), 0)
    reach = timedelta(minutes=AROUND_MIN)
    wanted = Filter(since=_written(moment - reach), until=_written(moment + reach))
    found = list(
        {one.key: one for reader in readers for one in reader.find(wanted) if _belongs(one, ruling)}.values()
    )
    if not any(one.key == ruling.key for one in found):
        found.append(ruling)  # its time may be written in another way than the table is searched by
    nearest = sorted(found, key=lambda one: (one.key != ruling.key, _distance(one, moment)))[:MOST]
    kept = sorted(nearest, key=lambda one: (one.at, one.key))
    still_open = {event for reader in readers for event in open_events(reader)}
    return Happened(tuple((one, _hidden(one, ruling, still_open)) for one in kept), len(found) - len(kept))


def _moment(found: Found) -> datetime | None:
    try:
        return datetime.fromisoformat(found.at)
    except ValueError:
        return None


def _written(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def _distance(one: Found, moment: datetime) -> float:
    other = _moment(one)
    if other is None or (other.tzinfo is None) != (moment.tzinfo is None):
        return float("inf")
    return abs((other - moment).total_seconds())


def _belongs(one: Found, ruling: Found) -> bool:
    if one.kind in _ROUTINE:
        return False
    same_station = one.key[:2] == ruling.key[:2]
    return same_station or (one.is_ruling and _table(one) is not None and _table(one) == _table(ruling))


def _table(one: Found) -> int | None:
    table = one.data.get("table")
    return table if isinstance(table, int) else None


def _hidden(one: Found, ruling: Found, still_open: Iterable[str | None]) -> bool:
    if not one.is_ruling:
        return isinstance(one.said, EntryBody)
    here = _table(ruling) is not None and _table(one) == _table(ruling)
    return one.key != ruling.key and not here and one.data.get("event") in set(still_open) - {None}


def surrounding(one: Found, hidden: bool, ruling: Found, letter: str) -> Surrounding:
    """*one* as a row of the page on *ruling*; *letter*: of its station, where there are several."""
    data = one.data
    where = f" ({harmless(letter)})" if letter and one.key[:2] != ruling.key[:2] else ""
    if one.is_ruling:
        what, words = text(data.get("number")), texts(data.get("words"))
        shown = f"{len(words)} words" if hidden else " · ".join(words)
    else:
        what, shown = harmless(one.kind).replace("_", " "), _details(one, hidden=hidden)
    return Surrounding(
        local=_time(one, ruling),
        what=f"{what}{where}",
        table=text(data.get("table")),
        verdict=text(data.get("verdict")) if one.is_ruling else "",
        words=_cut(shown),
        own=one.key == ruling.key,
        note=Line(one).mark,
    )


def _time(one: Found, ruling: Found) -> str:
    """The local time; with its date if that is not the ruling's."""
    if one.local is None or ruling.local is None or one.local.date() != ruling.local.date():
        return harmless(one.local_text)
    return f"{one.local:%H:%M:%S}"


def _details(one: Found, *, hidden: bool) -> str:
    if one.kind == Kind.REVEAL:  # why may name a word of another ruling
        return f"by {text(one.data.get('by'))}" if one.data.get("by") else ""
    if not hidden or not isinstance(one.said, EntryBody):
        return told(one)
    count = len(one.said.words)
    by = one.data.get("by")
    whose = f", by the {text(by)}" if by else ""
    return f"{count} {'word' if count == 1 else 'words'} typed, not judged{whose}"


def _cut(shown: str) -> str:
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
