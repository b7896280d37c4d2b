"""Records with their alerts, newest first, for every command of `kiosk log` that gives records out."""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TypeVar

import click

from kiosk.cli.log_filters import Asked, settled
from kiosk.core.records import Kind
from kiosk.director.alerts import WINDOW_S, Alert, Jumps, Key, Seen
from kiosk.director.scopes import alerts_in, newest_first, scope_around, scopes
from kiosk.errors import SetupError
from kiosk.storage.export import Line
from kiosk.storage.log_facts import NEAR
from kiosk.storage.log_query import Found, Reader

Item = TypeVar("Item")


class AlertFeed:
    """The alerts of rulings, worked out for an event at a time, and only for events that are asked about."""

    def __init__(self, reader: Reader, window_s: int = WINDOW_S) -> None:
        self._reader, self._window_s = reader, window_s
        self._jumps = Jumps(reader.facts.clock_jumps())
        self._known: dict[Key, tuple[Alert, ...]] = {}
        self._covered: set[Key] = set()

    def of(self, found: Found) -> tuple[Alert, ...]:
        """The alerts of one record."""
        key = (found.station, found.epoch, found.record.seq)
        if found.record.kind is Kind.ADJUDICATION and key not in self._covered:
            for scope in self._scopes_with(found):
                self._known |= alerts_in(scope, self._jumps, self._window_s)
                self._covered.update([ruling[:3] for ruling in scope])
        return self._known.get(key, ())

    def with_alert(self, alert: Alert) -> Iterator[Key]:
        """The rulings that have *alert*, newest first; `of` then knows all alerts of each."""
        rulings = map(Seen._make, self._reader.facts.newest_first())
        for key, alerts in newest_first(rulings, self._jumps, self._window_s):
            if alert in alerts:
                self._known[key] = alerts
                self._covered.add(key)
                yield key

    def _scopes_with(self, found: Found) -> Iterator[list[Seen]]:
        if self._reader.merged:  # stations are interleaved in time, so that only a whole pass finds events
            return scopes(map(Seen._make, self._reader.facts.newest_first()))
        seq = found.record.seq
        back = map(Seen._make, self._reader.facts.newest_first(seq + 1, NEAR))
        onward = map(Seen._make, self._reader.facts.after(seq))
        return iter([scope_around(back, onward)])


# Rare alerts are first narrowed down by the storage; the others are soon met with when going back in time.
_SUSPECTS = {
    Alert.OUTSIDE_ROUNDS: "no_round",
    Alert.SAME_JUDGE_AGAIN: "operator",
    Alert.CLOCK_ODDITY: "clock",
    Alert.LIST_CHANGE: "lists",
    Alert.DIFFERING_REPEAT: "verdicts",
}


def lines(reader: Reader, wanted: Asked, feed: AlertFeed, limit: int | None = None) -> Iterator[Line]:
    """What is wanted, newest first."""
    terms = settled(wanted, reader)
    if wanted.alert is None:
        yield from (Line(found, feed.of(found)) for found in reader.find(terms, limit))
        return
    rare = not reader.merged and wanted.alert in _SUSPECTS
    keys = reader.facts.suspects(_SUSPECTS[wanted.alert]) if rare else feed.with_alert(wanted.alert)
    shown = (Line(found, feed.of(found)) for found in reader.find_among(keys, terms))
    yield from islice((line for line in shown if wanted.alert in line.alerts), limit)


def how_many(reader: Reader, wanted: Asked) -> int:
    """How many records are wanted in all; with an alert, no more than that."""
    return reader.count(settled(wanted, reader))


def counted(number: int, what: str) -> str:
    """*number* of *what*, a word in the singular."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def split_window_s(folder: Path) -> int:
    """The station's own window for split look-ups. A set-up that cannot be read does not stop an audit."""
    from kiosk.storage.setup_file import load_settings

    try:
        settings = load_settings(folder)
    except SetupError:
        return WINDOW_S
    return WINDOW_S if settings is None else settings.alerts.split_window_s


def with_progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """*items*, with a bar on the terminal once they take longer than a second."""
    draw, done = progress_bar(total, label), 0
    for done, item in enumerate(items, start=1):
        draw(done)
        yield item
    draw(None)


def progress_bar(
    total: int, label: str, clock: Callable[[], float] = monotonic
) -> Callable[[int | None], None]:
    """Draws how far a job is, once it takes longer than a second and only on a terminal; None wipes it."""
    if not sys.stderr.isatty():
        return lambda _: None
    due, shown = clock() + 1, False

    def draw(done: int | None) -> None:
        nonlocal due, shown
        if done is None:
            if shown:
                click.echo("\r\033[K", nl=False, err=True)
            return
        if clock() < due:
            return
        due, shown = clock() + 0.2, True
        part = min(1.0, done / max(1, total))
        bar = "█" * int(30 * part) + "░" * (30 - int(30 * part))
        click.echo(f"\r{label} {bar} {part * 100:3.0f} %", nl=False, err=True)

    return draw
