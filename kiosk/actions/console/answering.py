"""Answers every question a console has about open logs.

Rules it guards: a question that cannot be answered is answered with a sentence, and the next one is answered
all the same; nothing is answered from memory that the file no longer holds.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import assert_never

from kiosk.actions.audit.lines import split_watch
from kiosk.actions.console.checking import sources, verified
from kiosk.actions.console.open_logs import OpenLogs, Told, doubt_about_logs
from kiosk.actions.console.shown import Shown
from kiosk.core.harmless import harmless
from kiosk.core.log.facts import Key
from kiosk.director.alerts import Alert
from kiosk.director.console.reading import (
    AlertsFound,
    AlertShown,
    AlertsWanted,
    Answer,
    FacetsFound,
    FacetsWanted,
    Narrowing,
    PlaceFound,
    PlaceWanted,
    Question,
    ReadingFailed,
    RoundBand,
    RowsFound,
    RowsWanted,
    SourceFound,
    SourcesFound,
    SourcesWanted,
    TimelineFound,
    TimelineWanted,
    VerifyWanted,
)
from kiosk.director.roll.facets import facets
from kiosk.director.roll.narrowed import together
from kiosk.director.roll.roll import NO_TIME
from kiosk.director.roll.timeline import EPOCH, LONGEST_WITH_ROUNDS, bins, place_of, round_bands
from kiosk.errors import KioskError, LogError
from kiosk.storage.log.lock import noted_station
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.beside import readable_copies
from kiosk.storage.reading.reader import Progress

MOST_ROWS = 1000  # in one answer
MOST_PAIRS = 50  # of one alert, the newest


def nobody_told(done: int, total: int, what: str) -> None:
    """Progress that nobody waits for."""


def log_sources(
    folder: Path, logs: Sequence[Path], progress: Progress | None = None
) -> tuple[SourceFound, ...]:
    """How *logs*, else the log of *folder*, stand to each other; LogError if none of them can be read."""
    told = nobody_told if progress is None else lambda done, total, _: progress(done, total)
    found = Answering(folder, logs).answer(SourcesWanted(), told)
    if isinstance(found, SourcesFound):
        return found.sources
    raise LogError(found.sentence if isinstance(found, ReadingFailed) else str(found))


def doubt_about_sources(folder: Path, logs: Sequence[Path]) -> str:
    """Why one of *logs*, else the log of *folder*, does not hold; empty if nothing is known against them."""
    return doubt_about_logs(logs or _of_station(folder))


def _of_station(folder: Path) -> tuple[Path, ...]:
    """The log of the station in *folder*, and on a spare machine the copies that it goes on after."""
    path = log_path(folder)
    return path, *readable_copies(path)


class Answering:
    """Answers about the log in *folder*; with *logs*, about these (files, folders) instead. Names and rule
    sets are those of *folder* either way."""

    def __init__(self, folder: Path, logs: Sequence[Path] = ()) -> None:
        self._folder, self._own, self._read = folder, not logs, False
        self._watch = split_watch(folder)
        self._logs = OpenLogs(lambda: logs or _of_station(folder), self._watch)
        self._shown = Shown(self._logs, folder)

    def answer(self, question: Question, told: Told = nobody_told) -> Answer:
        """The answer to *question*; *told* hears how far a long reading is."""
        try:
            if self._is_new():
                return _nothing(question)
            if not isinstance(question, VerifyWanted):
                self._logs.refresh(told)
                self._read = True
            return self._answer(question, told)
        except KioskError as error:
            return ReadingFailed(harmless(str(error)))

    def keys(self, narrowing: Narrowing) -> frozenset[Key]:
        """Which records *narrowing* leaves; LogError if they cannot be read."""
        self._logs.refresh(nobody_told)
        roll = self._logs.roll
        return frozenset(roll.key(place) for place in self._logs.view.places(narrowing))

    def _answer(self, question: Question, told: Told) -> Answer:
        view = self._logs.view
        match question:
            case RowsWanted():
                return self._rows(question)
            case FacetsWanted(narrowing):
                return facets(view, narrowing, self._shown.label)
            case TimelineWanted(narrowing):
                return self._timeline(narrowing)
            case PlaceWanted(narrowing, minute):
                return PlaceFound(place_of(view, narrowing, minute))
            case AlertsWanted(narrowing):
                return self._alerts(narrowing)
            case VerifyWanted():
                return verified(self._logs.survey(), question, told)
            case SourcesWanted():
                return sources(self._logs, self._shown.letters())
            case _:
                assert_never(question)

    def _is_new(self) -> bool:
        """Whether the station has written nothing yet: then there is nothing to find, and nothing wrong. A
        log that was there and is gone is another matter."""
        if not self._own or self._read or log_path(self._folder).exists():
            return False
        return not noted_station(self._folder)

    def _rows(self, question: RowsWanted) -> RowsFound:
        places = self._logs.view.places(question.narrowing)
        first = min(max(0, question.first), len(places))
        wanted = places[first : first + min(max(0, question.count), MOST_ROWS)]
        return RowsFound(len(places), first, self._shown.rows(wanted), len(self._logs.roll))

    def _timeline(self, narrowing: Narrowing) -> TimelineFound:
        found, width = bins(self._logs.view, narrowing)
        rounds: tuple[RoundBand, ...] = ()
        if found and width <= LONGEST_WITH_ROUNDS:
            first, last = found[0].minute, found[-1].minute
            marks = [(event, record) for event, _, record in self._logs.roll.marks]
            bands = round_bands(marks, self._newest())
            rounds = tuple(one for one in bands if one.starts <= last and (not one.ends or one.ends >= first))
        return TimelineFound(found, rounds, width)

    def _newest(self) -> datetime | None:
        """The local time of the newest record."""
        newest = max(self._logs.roll.local_ms, default=NO_TIME)
        return None if newest == NO_TIME else EPOCH + timedelta(milliseconds=newest)

    def _alerts(self, narrowing: Narrowing) -> AlertsFound:
        view, roll = self._logs.view, self._logs.roll
        left = view.mask(narrowing, rulings=True)
        shown = []
        for alert in Alert:
            places = roll.newest_first(together(left, view.alert(alert)))
            if places:
                shown.append(self._alert(alert, places[:MOST_PAIRS], len(places)))
        return AlertsFound(tuple(shown))

    def _alert(self, alert: Alert, places: Sequence[int], count: int) -> AlertShown:
        roll = self._logs.roll
        earlier: dict[int, int] = {}
        for place in places:
            for finding in roll.watching.found.get(roll.key(place), ()):
                before = None if finding.earlier is None else roll.place(finding.earlier)
                if finding.alert is alert and before is not None:
                    earlier[place] = before
        rows = {row.key: row for row in self._shown.rows(sorted({*places, *earlier.values()}))}
        pairs = [
            (rows[roll.key(place)], rows.get(roll.key(earlier[place])) if place in earlier else None)
            for place in places
            if roll.key(place) in rows
        ]
        meaning = alert.meaning(self._watch.window_s)
        return AlertShown(alert.value, meaning, self._offence(alert, places), tuple(pairs), count)

    def _offence(self, alert: Alert, places: Sequence[int]) -> str:
        """The clauses that know *alert* as an offence, of the rule sets under which *places* were ruled."""
        if alert is not Alert.SPLIT_LOOKUP:
            return ""
        roll = self._logs.roll
        ids = sorted({rules for place in places if (rules := roll.rules_of(place))})
        clauses = (self._shown.rules.split_offence(one) for one in ids)
        return "; ".join(clause for clause in clauses if clause)


def _nothing(question: Question) -> Answer:
    """What is found where there is no log yet."""
    match question:
        case RowsWanted():
            return RowsFound(0, 0, (), 0)
        case FacetsWanted():
            return FacetsFound(())
        case TimelineWanted():
            return TimelineFound((), ())
        case PlaceWanted():
            return PlaceFound(0)
        case AlertsWanted():
            return AlertsFound(())
        case SourcesWanted():
            return SourcesFound(())
        case VerifyWanted():
            return ReadingFailed("There is no log yet: it begins with the first record.")
        case _:
            assert_never(question)
