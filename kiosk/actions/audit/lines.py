"""Records with their alerts, newest first, for everything that gives records out."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from heapq import merge
from itertools import islice
from pathlib import Path

from kiosk.actions.audit.asked import Asked, settled
from kiosk.core.log.facts import Fact, Key
from kiosk.director.alerts import WINDOW_S, Alert, Finding, Jumps, SplitWatch
from kiosk.director.scopes import by_ruling, find_in, scope_around, scopes
from kiosk.errors import RuleSetError, SetupError
from kiosk.folder import RULESETS
from kiosk.storage.export.records import Line
from kiosk.storage.reading.facts import NEAR
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.query import Reader
from kiosk.storage.setup.file import load_settings

_USUAL = SplitWatch()
_AT_FIRST = 1000  # rulings before the one asked about
_FURTHER = 4  # times as many as were known before


class AlertFeed:
    """The alerts of rulings, worked out for an event at a time, and only for events that are asked about. Of
    a station's own log only the last event asked about is kept in mind: it may be years long."""

    def __init__(self, reader: Reader, watch: SplitWatch = _USUAL) -> None:
        self._reader, self._watch = reader, watch
        self._known: dict[Key, tuple[Alert, ...]] = {}
        self._covered = range(0)
        self._scope: list[Fact] = []
        self._jumps: Jumps | None = None
        self._with_rounds: dict[str, bool] = {}

    def of(self, found: Found) -> tuple[Alert, ...]:
        """The alerts of one record. One that is not as it was recorded raises none."""
        if not found.is_ruling or not found.sound:
            return ()
        if self._reader.merged:
            if not self._covered:
                self._know_all()
        elif found.seq not in self._covered:
            self._know_around(found)
        return self._known.get(found.key, ())

    def with_alert(self, alert: Alert) -> Iterator[Key]:
        """The rulings that have *alert*, newest first; `of` then knows all alerts of each."""
        for scope in scopes(self._reader.facts.newest_first()):
            alerts = self._alerts(scope)
            if not self._reader.merged:
                self._known, self._covered = alerts, range(scope[0].seq, scope[-1].seq + 1)
            yield from (one.key for one in reversed(scope) if alert in alerts.get(one.key, ()))

    def _know_all(self) -> None:
        """Stations are interleaved in time, so that only a whole pass finds the events of a merged file."""
        self._covered = range(1)
        for scope in scopes(self._reader.facts.newest_first()):
            self._known |= self._alerts(scope)

    def _know_around(self, found: Found) -> None:
        """Know the alerts of the ruling and of some before it: whoever lists an event goes back through it,
        and one page of a large one is soon worked out. Each time further back, until it is known whole."""
        scope, seen = self._scope, len(self._covered)
        if not scope or not scope[0].seq <= found.seq <= scope[-1].seq:
            facts = self._reader.facts
            back = facts.newest_first(found.seq + 1, NEAR)
            scope, seen = scope_around(back, facts.after(found.seq)), 0
        self._scope, self._known, self._covered = scope, {}, range(0)
        if scope:
            place = bisect_right(scope, found.seq, key=lambda one: one.seq) - _AT_FIRST - _FURTHER * seen
            first = max(0, place)
            self._known = self._alerts(scope, first)
            self._covered = range(scope[first].seq, scope[-1].seq + 1)

    def compared_with(self, found: Found) -> dict[Alert, Key]:
        """Of each alert of one ruling the earlier ruling that gave rise to it, where there is one."""
        if not self.of(found):
            return {}
        every = scopes(self._reader.facts.newest_first()) if self._reader.merged else iter([self._scope])
        for scope in every:
            first = next((place for place, one in enumerate(scope) if one.key == found.key), None)
            if first is not None:
                told = self._findings(scope, first)
                return {one.alert: one.earlier for one in told if one.about == found.key and one.earlier}
        return {}

    def _alerts(self, scope: list[Fact], first: int = 0) -> dict[Key, tuple[Alert, ...]]:
        return by_ruling(self._findings(scope, first))

    def _findings(self, scope: list[Fact], first: int) -> Iterable[Finding]:
        begin, last = scope[0], scope[-1]
        shown = any(ruling.round is not None for ruling in scope)  # then nobody need look for a schedule
        has_rounds = shown or (begin.event is not None and self._has_rounds(begin.event, last.seq))
        jumps = self._jumps_in(begin.seq, last.seq)
        return find_in(scope, jumps, self._watch, has_rounds=has_rounds, first=first)

    def _jumps_in(self, first: int, last: int) -> Jumps:
        if not self._reader.merged:
            return Jumps(self._reader.facts.clock_jumps(first, last))
        if self._jumps is None:
            self._jumps = Jumps(self._reader.facts.clock_jumps())
        return self._jumps

    def _has_rounds(self, event: str, last: int) -> bool:
        if not self._reader.merged:
            return self._reader.facts.has_rounds(event, last)
        if event not in self._with_rounds:
            self._with_rounds[event] = self._reader.facts.has_rounds(event)
        return self._with_rounds[event]


# Rare alerts are first narrowed down by the storage; the others are soon met with when going back in time.
_SUSPECTS = {
    Alert.OUTSIDE_ROUNDS: "no_round",
    Alert.SAME_JUDGE_AGAIN: "operator",
    Alert.CLOCK_ODDITY: "clock",
    Alert.LIST_CHANGE: "lists",
    Alert.DIFFERING_REPEAT: "verdicts",
}


def lines(reader: Reader, wanted: Asked, feed: AlertFeed, limit: int | None = None) -> Iterator[Line]:
    """What is wanted, newest first. A record whose hash does not fit is among it, whatever it says now: a
    filter must not judge by what somebody put there."""
    letters, changed = reader.letters(), reader.changed()
    found = _wanted(reader, wanted, feed, limit)
    if changed:
        age = (lambda one: one.at) if reader.merged else (lambda one: one.seq)
        both = merge(found, changed, key=age, reverse=True)
        found = islice({one.key: one for one in both}.values(), limit)
    yield from (Line(one, feed.of(one), letters.get(one.key[:2], "")) for one in found)


def _wanted(reader: Reader, wanted: Asked, feed: AlertFeed, limit: int | None) -> Iterator[Found]:
    terms = settled(wanted, reader)
    if wanted.alert is None:
        return reader.find(terms, limit)
    rare = not reader.merged and wanted.alert in _SUSPECTS
    keys = reader.facts.suspects(_SUSPECTS[wanted.alert]) if rare else feed.with_alert(wanted.alert)
    shown = reader.find_among(keys, terms)
    return islice((one for one in shown if wanted.alert in feed.of(one)), limit)


def how_many(reader: Reader, wanted: Asked) -> int:
    """How many records are wanted in all; with an alert, no more than that."""
    return reader.count(settled(wanted, reader))


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


def split_watch(folder: Path) -> SplitWatch:
    """How split look-ups are looked for by the set-up and the rule sets of *folder*."""

    @cache
    def forbidden(rules: str) -> bool:
        from kiosk.storage.setup.rulesets import load_ruleset

        try:
            return load_ruleset(rules, folder / RULESETS).challenge.words_together
        except RuleSetError:  # nothing is known of it, so nothing is held against anybody
            return False

    return SplitWatch(split_window_s(folder), forbidden)


def split_window_s(folder: Path) -> int:
    """The station's own window for split look-ups. A set-up that cannot be read does not stop an audit."""
    try:
        settings = load_settings(folder)
    except SetupError:
        return WINDOW_S
    return WINDOW_S if settings is None else settings.alerts.split_window_s
