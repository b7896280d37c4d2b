"""List records, newest first, with their alerts: what may be asked, of which log, and the names behind the
ids.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.base.canonical import Json
from kiosk.base.clock import is_day, parse_time, parse_typed_time
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.errors import LogError, RuleSetError, SetupError
from kiosk.folder import RULESETS
from kiosk.log import alerts as log_alerts
from kiosk.log.bodies import EventOpenedBody, SetUpBody
from kiosk.log.body import Body
from kiosk.log.chain import Key, Status, Verification
from kiosk.log.copies_reader import KeptCopy, doubt_about_station, kept_copies, open_station, readable_copies
from kiosk.log.facts import Fact
from kiosk.log.filters_reader import NEAR, Filter, Found, Line, is_utf_8
from kiosk.log.kinds import Kind
from kiosk.log.merged_reader import Station, reading_merged, verify_merged, verify_station
from kiosk.log.query_reader import Reader, open_reader
from kiosk.log.reader import Progress
from kiosk.log.standing_reader import verify_here
from kiosk.log.store import log_path
from kiosk.rules.choices import MethodId
from kiosk.setup.store import load_settings

if TYPE_CHECKING:
    from kiosk.rules.ruleset import RuleSet


# ---- source ------------------------------------------------------------------------------------------------
# What is audited: a station's own log, that of another, or a file that several were merged into.

_BESIDE = "Decisions on these records stand in this station's own log too."
OWN: Station = ("", "")  # stands for the station's own log among those that were verified


@frozen
class AuditSource:
    """The log of the station in *folder*, with the copies it goes on after; or the file *merged* instead, or
    *other*, the log of another station. Names and limits are those of *folder* either way. *chain*: of whose
    records alone is spoken, where there are several. *progress* hears how far a verification is."""

    folder: Path
    merged: Path | None = None
    other: Path | None = None
    chain: Station | None = None
    progress: Progress | None = None

    @property
    def is_own(self) -> bool:
        """Whether it is the log of the folder, where decisions and exports go on record."""
        return self.merged is None and self.other is None

    @property
    def decisions_beside(self) -> Path | None:
        """Where else decisions on its records stand: in the log of the folder, if that is another."""
        own = log_path(self.folder)
        return None if self.is_own or not own.exists() else own

    @property
    def doubt_beside(self) -> str:
        """Why that log does not hold, so that decisions may be missing; empty if it does."""
        beside = self.decisions_beside
        doubt = "" if beside is None else doubt_about_station(beside)
        return f"{_BESIDE} {doubt}" if doubt else ""

    @property
    def log(self) -> Path:
        """The log of one station; what is merged is none."""
        return self.other or log_path(self.folder)

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        if self.merged is None:
            with open_station(self.log) as reader:
                yield reader
            return
        with open_reader(self.merged, merged=True) as reader:
            yield reader

    def verify(self) -> dict[Station, Verification]:
        """Each chain in it, checked from its first record, by station and epoch."""
        if self.merged is None:
            copies = {(copy.end.station, copy.end.epoch): copy.verify() for copy in self._copies()}
            return {OWN: verify_here(self.log, progress=self.progress), **copies}
        with reading_merged(self.merged) as conn:
            return verify_merged(conn)

    def chain_of(self, found: Found) -> Verification:
        """The chain that the record *found* stands in."""
        if self.merged is None:
            for copy in self._copies():
                if (copy.end.station, copy.end.epoch) == found.key[:2]:
                    return copy.verify()
            return verify_here(self.log, progress=self.progress)
        with reading_merged(self.merged) as conn:
            return verify_station(conn, found.key[:2])

    def _copies(self) -> tuple[KeptCopy, ...]:
        """The copies beside the log, if any of them can be read."""
        return kept_copies(self.log) if readable_copies(self.log) else ()


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
# Records with their alerts, newest first, for everything that gives records out.

_USUAL = log_alerts.SplitWatch()
_AT_FIRST = 1000  # rulings before the one asked about
_FURTHER = 4  # times as many as were known before


class AlertFeed:
    """The alerts of rulings, worked out for an event at a time, and only for events that are asked about. Of
    a station's own log only the last event asked about is kept in mind: it may be years long."""

    def __init__(self, reader: Reader, watch: log_alerts.SplitWatch = _USUAL) -> None:
        self._reader, self._watch = reader, watch
        self._known: dict[Key, tuple[log_alerts.Alert, ...]] = {}
        self._covered = range(0)
        self._scope: list[Fact] = []
        self._jumps: log_alerts.Jumps | None = None
        self._with_rounds: dict[str, bool] = {}

    def of(self, found: Found) -> tuple[log_alerts.Alert, ...]:
        """The alerts of one record. One that is not as it was recorded raises none."""
        if not found.is_ruling or not found.sound:
            return ()
        if self._reader.merged:
            if not self._covered:
                self._know_all()
        elif found.seq not in self._covered:
            self._know_around(found)
        return self._known.get(found.key, ())

    def with_alert(self, alert: log_alerts.Alert) -> Iterator[Key]:
        """The rulings that have *alert*, newest first; `of` then knows all alerts of each."""
        for scope in log_alerts.scopes(self._reader.facts.newest_first()):
            alerts = self._alerts(scope)
            if not self._reader.merged:
                self._known, self._covered = alerts, range(scope[0].seq, scope[-1].seq + 1)
            yield from (ruling.key for ruling in reversed(scope) if alert in alerts.get(ruling.key, ()))

    def _know_all(self) -> None:
        """Stations are interleaved in time, so that only a whole pass finds the events of a merged file."""
        self._covered = range(1)
        for scope in log_alerts.scopes(self._reader.facts.newest_first()):
            self._known |= self._alerts(scope)

    def _know_around(self, found: Found) -> None:
        """Know the alerts of the ruling and of some before it: whoever lists an event goes back through it,
        and one page of a large one is soon worked out. Each time further back, until it is known whole."""
        scope, seen = self._scope, len(self._covered)
        if not scope or not scope[0].seq <= found.seq <= scope[-1].seq:
            facts = self._reader.facts
            back = facts.newest_first(found.seq + 1, NEAR)
            scope, seen = log_alerts.scope_around(back, facts.after(found.seq)), 0
        self._scope, self._known, self._covered = scope, {}, range(0)
        if scope:
            place = (
                bisect_right(scope, found.seq, key=lambda ruling: ruling.seq) - _AT_FIRST - _FURTHER * seen
            )
            first = max(0, place)
            self._known = self._alerts(scope, first)
            self._covered = range(scope[first].seq, scope[-1].seq + 1)

    def compared_with(self, found: Found) -> dict[log_alerts.Alert, Key]:
        """Of each alert of one ruling the earlier ruling that gave rise to it, where there is one."""
        if not self.of(found):
            return {}
        every = (
            log_alerts.scopes(self._reader.facts.newest_first())
            if self._reader.merged
            else iter([self._scope])
        )
        for scope in every:
            first = next((place for place, one in enumerate(scope) if one.key == found.key), None)
            if first is not None:
                told = self._findings(scope, first)
                return {
                    finding.alert: finding.earlier
                    for finding in told
                    if finding.about == found.key and finding.earlier
                }
        return {}

    def _alerts(self, scope: list[Fact], first: int = 0) -> dict[Key, tuple[log_alerts.Alert, ...]]:
        return log_alerts.by_ruling(self._findings(scope, first))

    def _findings(self, scope: list[Fact], first: int) -> Iterable[log_alerts.Finding]:
        begin, last = scope[0], scope[-1]
        shown = any(ruling.round is not None for ruling in scope)  # then nobody need look for a schedule
        has_rounds = shown or (begin.event is not None and self._has_rounds(begin.event, last.seq))
        jumps = self._jumps_in(begin.seq, last.seq)
        return log_alerts.find_in(scope, jumps, self._watch, has_rounds=has_rounds, first=first)

    def _jumps_in(self, first: int, last: int) -> log_alerts.Jumps:
        if not self._reader.merged:
            return log_alerts.Jumps(self._reader.facts.clock_jumps(first, last))
        if self._jumps is None:
            self._jumps = log_alerts.Jumps(self._reader.facts.clock_jumps())
        return self._jumps

    def _has_rounds(self, event: str, last: int) -> bool:
        if not self._reader.merged:
            return self._reader.facts.has_rounds(event, last)
        if event not in self._with_rounds:
            self._with_rounds[event] = self._reader.facts.has_rounds(event)
        return self._with_rounds[event]


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


class LineCount:
    """Lines as they go by: how many, and how many of them do not hold."""

    def __init__(self) -> None:
        self.count = self.changed = self.odd = 0

    def over(self, items: Iterable[Line]) -> Iterator[Line]:
        for line in items:
            self.count += 1
            self.changed += not line.found.fits
            self.odd += line.found.fits and line.found.odd
            yield line


def split_watch(folder: Path) -> log_alerts.SplitWatch:
    """How split look-ups are looked for by the set-up and the rule sets of *folder*."""

    @cache
    def forbidden(rules: str) -> bool:
        from kiosk.rules.store import load_ruleset

        try:
            return load_ruleset(rules, folder / RULESETS).challenge.words_together
        except RuleSetError:  # nothing is known of it, so nothing is held against anybody
            return False

    return log_alerts.SplitWatch(split_window_s(folder), forbidden)


def split_window_s(folder: Path) -> int:
    """The station's own window for split look-ups. A set-up that cannot be read does not stop an audit."""
    try:
        settings = load_settings(folder)
    except SetupError:
        return log_alerts.WINDOW_S
    return log_alerts.WINDOW_S if settings is None else settings.alerts.split_window_s


# ---- complaints --------------------------------------------------------------------------------------------
# What must be said of records that were shown and do not hold, a sentence each.


def count_of(number: int, what: str) -> str:
    """*number* of *what*, a word in the singular."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def complaints(reader: Reader, seen: LineCount, source: AuditSource) -> tuple[str, ...]:
    """What must be said of what was shown, a sentence each, first that the log as a whole does not hold;
    nothing if all of it holds."""
    said = [reader.doubt] if reader.doubt else []
    if seen.changed:
        were = "record shown was" if seen.changed == 1 else "of the records shown were"
        said.append(
            f"{seen.changed} {were} changed after being recorded: the hash does not fit. "
            f"Run “kiosk log verify{f' --merged {source.merged}' if source.merged else ''}”."
        )
    if reader.damaged:
        said.append(
            "The file is damaged; what is shown was read past the damage. "
            f"{_chain(source)} Run “kiosk log verify”, and use a sound copy."
        )
    if odd := odd_sentence(seen):
        said.append(odd)
    return tuple(said)


def odd_sentence(seen: LineCount) -> str:
    """What must be said of records that hold and that this program would not have written."""
    if not seen.odd:
        return ""
    were = "record shown is" if seen.odd == 1 else "of the records shown are"
    return f"{seen.odd} {were} not as this program writes records. Another program made it."


def _chain(source: AuditSource) -> str:
    bad = next(
        (
            verification
            for verification in source.verify().values()
            if verification.status is not Status.INTACT
        ),
        None,
    )
    return "The chain of the records is intact." if bad is None else f"The chain is broken: {bad.reason}"


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


def division_names(reader: Reader, folder: Path) -> dict[str, str]:
    """The names divisions are shown by, and their ids: as set up before, and as set up now."""
    before = names_set_up(record.said for record in reader.find(Filter(kind=Kind.SET_UP)))
    return before | set_up_now(folder)


def names_set_up(bodies: Iterable[Body | None]) -> dict[str, str]:
    """The names of divisions, and their ids, in the set-ups among *bodies*, newest first."""
    names: dict[str, str] = {}
    for body in bodies:
        listed = body.settings.get("division") if isinstance(body, SetUpBody) else None
        for division in listed if isinstance(listed, list) else ():
            if isinstance(division, Mapping) and isinstance(division.get("id"), str):
                names.setdefault(str(division.get("name") or division["id"]), str(division["id"]))
    return names


def set_up_now(folder: Path) -> dict[str, str]:
    """The names and ids of the divisions of the station in *folder*."""
    try:
        settings = load_settings(folder)
    except SetupError:
        return {}
    return {} if settings is None else {division.name: division.id for division in settings.divisions}


# ---- rule names --------------------------------------------------------------------------------------------
# What the rule sets of a station call things, and which clause knows an offence. What is not known has no
# name.


class RuleNames:
    """The rule sets that can be had in *folder*, by id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, RuleSet | None] = {}

    def rule_set(self, id: str) -> "RuleSet | None":
        """The rule set *id*; None if there is none that can be used."""
        from kiosk.rules.store import load_ruleset

        if id not in self._known:
            try:
                self._known[id] = load_ruleset(id, self._folder / RULESETS) if id else None
            except RuleSetError:
                self._known[id] = None
        return self._known[id]

    def method(self, rules: str, id: str) -> str:
        """What rule set *rules* calls the method *id*."""
        known = self.rule_set(rules)
        names = {str(method.id): method.name for method in known.method_table} if known is not None else {}
        return names.get(id, "")

    def split_offence(self, rules: str) -> str:
        """The clause by which rule set *rules* demands that all words of a play be looked up together; empty
        if it does not."""
        known = self.rule_set(rules)
        if known is None or not known.challenge.words_together:
            return ""
        return f"{known.short_title}, {known.clause('challenge.words_together')}"


# ---- names -------------------------------------------------------------------------------------------------
# The names behind the ids in a record: of the event, the division, the rule set, the penalty, the method.
#
# A log holds ids; the names come from its own records and from the rule sets here. What is not known is
# shown by its id.

STATION_METHOD = MethodId.SELF_STATION


class Names:
    """What ids of one log stand for."""

    def __init__(self, reader: Reader, folder: Path) -> None:
        self._reader, self._folder = reader, folder
        self._rules = RuleNames(folder)

    @cached_property
    def _divisions(self) -> dict[str, str]:
        return {id: name for name, id in division_names(self._reader, self._folder).items()}

    def event(self, id: Json) -> str:
        if not isinstance(id, str):
            return ""
        wanted = Filter(kind=Kind.EVENT_OPENED, event=id)
        opened = next(self._reader.find(wanted, 1), None) if is_utf_8(id) else None
        body = None if opened is None else opened.said
        return _both(body.name if isinstance(body, EventOpenedBody) else "", id)

    def division(self, id: Json) -> str:
        return _both(self._divisions.get(id, ""), id) if isinstance(id, str) else ""

    def rules(self, stamp: Json) -> str:
        """The rule set of a record; that its text has changed since is said."""
        id, fingerprint = (_part(stamp, key) for key in ("id", "fingerprint"))
        rules = self._rules.rule_set(id)
        if rules is None:
            return printable(id)
        since = "" if rules.fingerprint == fingerprint else " (its file has been changed since)"
        return f"{rules.short_title}{since}"

    def penalty(self, stamp: Json, id: Json) -> str:
        """What the rule set of a record calls penalty *id*."""
        rules = self._rules.rule_set(_part(stamp, "id"))
        if not isinstance(id, str):
            return ""
        return rules.penalty_name(id) if rules is not None else printable(id).replace("_", " ")

    def method(self, stamp: Json, id: Json) -> str:
        """Who judged, in the words of the rule set of a record."""
        return _both(self._rules.method(_part(stamp, "id"), id), id) if isinstance(id, str) else ""

    def differing(self, stamp: Json) -> str:
        """What the rule set of a record says of two verdicts that differ, and where; empty if not known."""
        rules = self._rules.rule_set(_part(stamp, "id"))
        if rules is None or not rules.review.differing:
            return ""
        last = rules.review.no_third_opinion
        more = f" Without one: {last}" if last and last != rules.review.differing else ""
        return f"{rules.review.differing}{more} ({rules.clause('review.differing')})"

    def decision(self, stamp: Json, id: str) -> str:
        """What the rule set of a record calls decision *id*."""
        rules = self._rules.rule_set(_part(stamp, "id"))
        known = None if rules is None else rules.decision(id)
        return printable(id).replace("_", " ") if known is None else known.text

    def report_to(self, id: str) -> tuple[str, ...]:
        """To whom rule set *id* has incidents reported, the last line its clause; empty if not known."""
        rules = self._rules.rule_set(id)
        return (
            () if rules is None else (*rules.report_to, f"{rules.short_title}, {rules.clause('report.to')}")
        )

    def word_list(self, stamp: Json) -> str:
        return printable(_part(stamp, "edition") or _part(stamp, "name") or _part(stamp, "id"))


def _part(stamp: Json, key: str) -> str:
    value = stamp.get(key) if isinstance(stamp, Mapping) else None
    return value if isinstance(value, str) else ""


def _both(name: str, id: str) -> str:
    return f"{printable(name)} ({printable(id)})" if name and name != id else printable(id)


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
