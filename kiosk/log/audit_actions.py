"""A log under audit: where its records come from, the alerts of its rulings, and what does not hold of it."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from kiosk.base.frozen import frozen
from kiosk.errors import RuleSetError, SetupError
from kiosk.folder import RULESETS
from kiosk.log import alerts as log_alerts
from kiosk.log.chain import Key, Status, Verification
from kiosk.log.copies_reader import KeptCopy, doubt_about_station, kept_copies, open_station, readable_copies
from kiosk.log.facts import Fact
from kiosk.log.filters_reader import NEAR, Found, Line
from kiosk.log.merged_reader import Station, reading_merged, verify_merged, verify_station
from kiosk.log.query_reader import Reader, open_reader
from kiosk.log.reader import Progress
from kiosk.log.standing_reader import verify_here
from kiosk.log.store import log_path
from kiosk.setup.store import load_settings

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


# ---- alerts ------------------------------------------------------------------------------------------------
# The alerts of rulings, for everything that gives records out; and how many of them hold.

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
