"""The reading process of a console: records as shown, chains verified, every question answered."""

import gc
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import assert_never

from kiosk.actions import Action, Tools
from kiosk.base.canonical import Json
from kiosk.base.frozen import frozen
from kiosk.base.printable import printable
from kiosk.console import hub_worker, logs_worker, status_worker, values
from kiosk.console.roll import NO_TIME, Chain, Roll, facets, plain_label, together
from kiosk.console.skew import Skew, moments, skew
from kiosk.console.timeline import EPOCH, LONGEST_WITH_ROUNDS, bins, place_of, round_bands
from kiosk.errors import KioskError, LogError
from kiosk.log.alerts import Alert
from kiosk.log.audit_actions import split_watch
from kiosk.log.bodies import read_body
from kiosk.log.chain import Key, Status, Verification, parse_noted, unreadable
from kiosk.log.copies_reader import readable_copies
from kiosk.log.filters_reader import Found, describe_record, text, texts
from kiosk.log.query_reader import open_reader
from kiosk.log.reader import Progress
from kiosk.log.show_actions import RuleNames, names_set_up, set_up_now
from kiosk.log.sources import SourceStanding
from kiosk.log.sources_reader import OpenChain
from kiosk.log.standing_reader import verify_here
from kiosk.log.store import log_path, noted_station
from kiosk.log.verify_actions import in_words, verify_stations
from kiosk.setup.staff_actions import Staff
from kiosk.system_clock import system_clock

# ---- shown -------------------------------------------------------------------------------------------------
# Records and facets as a console shows them: names for ids, letters told apart, nothing that could act.
#
# The rule guarded here: text from a log is made harmless before it leaves the reader.

PRIME = "′"


class Shown:
    """What stands in open logs, in words."""

    def __init__(self, logs: logs_worker.OpenLogs, folder: Path) -> None:
        self._logs, self._folder = logs, folder
        self.rules = RuleNames(folder)
        self._known: tuple[int, dict[str, str]] = (-1, {})

    def rows(self, places: Sequence[int]) -> tuple[values.RowShown, ...]:
        """The records at *places*, read and hashed again."""
        letters = self.letters()
        return tuple(self._row(found, letters) for found in self._logs.records_at(places))

    def _row(self, found: Found, letters: Mapping[Chain, str]) -> values.RowShown:
        data, roll = found.data, self._logs.roll
        return values.RowShown(
            key=found.key,
            kind=printable(found.kind),
            number=text(data.get("number")),
            local=printable(found.local_text),
            verdict=text(data.get("verdict")),
            round=_number(data.get("round")),
            table=_number(data.get("table")),
            division=text(data.get("division")),
            words=tuple(texts(data.get("words"))),
            method=text(data.get("method")),
            operator=text(data.get("operator")),
            flags=tuple(texts(data.get("flags"))),
            alerts=roll.alerts(found.key) if found.sound else (),
            letter=letters.get(found.key[:2], ""),
            what="" if found.is_ruling else describe_record(found),
            decided=found.key in roll.decided,
            fits=found.fits,
            odd=found.odd,
        )

    def letters(self) -> dict[Chain, str]:
        """What each station is called."""
        known = self._logs.roll
        return tell_apart({chain: known.letters.get(chain) or chain[0][:8] for chain in known.chains})

    def label(self, facet: values.Facet, value: str) -> str:
        """What a value of *facet* is called."""
        if not value:
            return plain_label(facet, value)
        match facet:
            case values.Facet.EVENT:
                return _both(self._logs.roll.event_names.get(value, ""), value)
            case values.Facet.STATION:
                station, _, epoch = value.rpartition("/")
                return self.letters().get((station, epoch), printable(value))
            case values.Facet.DIVISION:
                return _both(self._divisions().get(value, ""), value)
            case values.Facet.METHOD:
                rules = self._logs.roll.methods.get(value, "")
                return self.rules.method(rules, value) or plain_label(facet, value)
            case _:
                return plain_label(facet, value)

    def _divisions(self) -> dict[str, str]:
        set_ups = self._logs.set_ups
        if self._known[0] != len(set_ups):  # a changed set-up is on record
            names = names_set_up(map(read_body, reversed(set_ups))) | set_up_now(self._folder)
            self._known = len(set_ups), {id: name for name, id in names.items()}
        return self._known[1]


def tell_apart(letters: Mapping[Chain, str]) -> dict[Chain, str]:
    """*letters*, each made harmless; where several stations have the same one, B, B′, B″ and the starts of
    their ids."""
    often, met = Counter(letters.values()), Counter[str]()
    shown: dict[Chain, str] = {}
    for chain, letter in letters.items():
        plain = printable(letter)[:16]
        if often[letter] == 1:
            shown[chain] = plain
            continue
        shown[chain] = f"{plain}{PRIME * met[letter]} ({printable(chain[0][:8])})"
        met[letter] += 1
    return shown


def _number(value: Json) -> int | None:
    return value if type(value) is int else None


def _both(name: str, id: str) -> str:
    return printable(name) if name else printable(id)


# ---- checking ----------------------------------------------------------------------------------------------
# Verifies open logs chain by chain, and says how they stand to each other.

_NOWHERE = (
    "The noted head is in none of these logs. Either it was noted or typed wrongly, or its log is not here, "
    "or records were cut off or replaced."
)


def verify_chains(
    chains: Sequence[OpenChain], wanted: values.VerifyWanted, told: logs_worker.Told
) -> values.VerifyFound:
    """Each of *chains*, copies and forks too, re-hashed from its first record. A noted head is one chain's:
    that the others do not hold it says nothing against them."""
    head = wanted.head.strip() or None
    note = parse_noted(head, wanted.count)  # refuses what cannot be a head before anything is read
    results: list[tuple[Chain, Verification]] = []
    for path in dict.fromkeys(chain.path for chain in chains):
        mine = [chain for chain in chains if chain.path == path]
        file = mine[0].file
        if file is None:
            results.append((mine[0].end.key, unreadable(mine[0].sentence)))
        elif file.merged:
            results += verify_stations(path, head, wanted.count).results.items()
        else:
            its = len(chains) == 1 or (bool(note.head) and file.holds_head(note.head))
            tell = partial(_report, told, path.name)
            given = (head, wanted.count) if its else (None, None)
            results.append((mine[0].end.key, verify_here(path, *given, progress=tell)))
    if note.head and len(chains) > 1 and not any(result.witnessed for _, result in results):
        results.append((("", ""), Verification(Status.BROKEN, reason=_NOWHERE, unlike_note=True)))
    letters = _letters(chains)
    return values.VerifyFound(tuple(_chain(key, result, letters.get(key, "")) for key, result in results))


def _report(told: logs_worker.Told, name: str, done: int, total: int) -> None:
    told(done, total, name)


def _letters(chains: Sequence[OpenChain]) -> dict[Chain, str]:
    known: dict[Chain, str] = {}
    for file in dict.fromkeys(chain.file for chain in chains if chain.file is not None):
        try:
            with open_reader(file.path, merged=file.merged) as reader:
                known |= {key: letter for key, letter in reader.letters().items() if key not in known}
        except LogError:
            continue  # it was verified as far as it can be read
    return tell_apart(known)


def _chain(key: Chain, result: Verification, letter: str) -> values.ChainFound:
    return values.ChainFound(
        letter,
        printable(key[0]),
        printable(key[1]),
        result.holds,
        printable(in_words(result).partition("\n")[0]),
        result.count,
        result.head or "",
        result.first_bad,
        result.unlike_note,
    )


def sources(logs: logs_worker.OpenLogs, letters: Mapping[Chain, str]) -> values.SourcesFound:
    """Every chain in the files that are open, and what is known of its clock."""
    known = {chain: _moments(logs.roll, chain) for chain in logs.roll.chains}
    first = next(iter(known), None)
    shown = []
    for source in logs.survey():
        key = source.end.key
        apart = skew(known[first], known[key]) if first not in (None, key) and key in known else None
        shown.append(_source(source, letters.get(key, ""), apart))
    return values.SourcesFound((*hub_worker.hubs_among(logs.named), *shown))


def _source(chain: OpenChain, letter: str, apart: Skew | None) -> values.SourceFound:
    told = apart is not None and chain.standing is SourceStanding.USED
    beside = f"{chain.path.parent}/" if hub_worker.reads_hub((chain.path.parent,)) else ""
    return values.SourceFound(
        printable(str(chain.path).removeprefix(beside)),
        letter,
        printable(chain.end.station),
        printable(chain.end.epoch),
        chain.end.count,
        chain.standing,
        printable(chain.sentence.replace(beside, "") if beside else chain.sentence),
        apart.sentence if told and apart is not None else "",
        apart.ahead_s if told and apart is not None else None,
    )


def _moments(roll: Roll, chain: Chain) -> dict[object, int]:
    mine = (
        (read_body(record), roll.place((*chain, record.seq))) for _, own, record in roll.marks if own == chain
    )
    return moments((body, roll.at_ms[place]) for body, place in mine if place is not None)


# ---- answering ---------------------------------------------------------------------------------------------
# Answers every question a console has about open logs.
#
# Rules it guards: a question that cannot be answered is answered with a sentence, and the next one is
# answered all the same; nothing is answered from memory that the file no longer holds.

MOST_ROWS = 1000  # in one answer
MOST_PAIRS = 50  # of one alert, the newest


def nobody_told(done: int, total: int, what: str) -> None:
    """Progress that nobody waits for."""


def log_sources(
    folder: Path, logs: Sequence[Path], progress: Progress | None = None
) -> tuple[values.SourceFound, ...]:
    """How *logs*, else the log of *folder*, stand to each other; LogError if none of them can be read."""
    told = nobody_told if progress is None else lambda done, total, _: progress(done, total)
    found = Answering(folder, logs).answer(values.SourcesWanted(), told)
    if isinstance(found, values.SourcesFound):
        return found.sources
    raise LogError(found.sentence if isinstance(found, values.ReadingFailed) else str(found))


def doubt_about_sources(folder: Path, logs: Sequence[Path]) -> str:
    """Why one of *logs*, else the log of *folder*, does not hold; empty if nothing is known against them."""
    return logs_worker.doubt_about_logs(logs or _of_station(folder))


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
        self._logs = logs_worker.OpenLogs(lambda: logs or _of_station(folder), self._watch)
        self._shown = Shown(self._logs, folder)

    def answer(self, question: values.Question, told: logs_worker.Told = nobody_told) -> values.Answer:
        """The answer to *question*; *told* hears how far a long reading is."""
        try:
            if self._is_new():
                return _nothing(question)
            if not isinstance(question, values.VerifyWanted):
                self._logs.refresh(told)
                self._read = True
            return self._answer(question, told)
        except KioskError as error:
            return values.ReadingFailed(printable(str(error)))

    def keys(self, narrowing: values.Narrowing) -> frozenset[Key]:
        """Which records *narrowing* leaves; LogError if they cannot be read."""
        self._logs.refresh(nobody_told)
        roll = self._logs.roll
        return frozenset(roll.key(place) for place in self._logs.view.places(narrowing))

    def _answer(self, question: values.Question, told: logs_worker.Told) -> values.Answer:
        view = self._logs.view
        match question:
            case values.RowsWanted():
                return self._rows(question)
            case values.FacetsWanted(narrowing):
                return facets(view, narrowing, self._shown.label)
            case values.TimelineWanted(narrowing):
                return self._timeline(narrowing)
            case values.PlaceWanted(narrowing, minute):
                return values.PlaceFound(place_of(view, narrowing, minute))
            case values.AlertsWanted(narrowing):
                return self._alerts(narrowing)
            case values.VerifyWanted():
                return verify_chains(self._logs.survey(), question, told)
            case values.SourcesWanted():
                return sources(self._logs, self._shown.letters())
            case _:
                assert_never(question)

    def _is_new(self) -> bool:
        """Whether the station has written nothing yet: then there is nothing to find, and nothing wrong. A
        log that was there and is gone is another matter."""
        if not self._own or self._read or log_path(self._folder).exists():
            return False
        return not noted_station(self._folder)

    def _rows(self, question: values.RowsWanted) -> values.RowsFound:
        places = self._logs.view.places(question.narrowing)
        first = min(max(0, question.first), len(places))
        wanted = places[first : first + min(max(0, question.count), MOST_ROWS)]
        return values.RowsFound(len(places), first, self._shown.rows(wanted), len(self._logs.roll))

    def _timeline(self, narrowing: values.Narrowing) -> values.TimelineFound:
        found, width = bins(self._logs.view, narrowing)
        rounds: tuple[values.RoundBand, ...] = ()
        if found and width <= LONGEST_WITH_ROUNDS:
            first, last = found[0].minute, found[-1].minute
            marks = [(event, record) for event, _, record in self._logs.roll.marks]
            bands = round_bands(marks, self._newest())
            rounds = tuple(
                band for band in bands if band.starts <= last and (not band.ends or band.ends >= first)
            )
        return values.TimelineFound(found, rounds, width)

    def _newest(self) -> datetime | None:
        """The local time of the newest record."""
        newest = max(self._logs.roll.local_ms, default=NO_TIME)
        return None if newest == NO_TIME else EPOCH + timedelta(milliseconds=newest)

    def _alerts(self, narrowing: values.Narrowing) -> values.AlertsFound:
        view, roll = self._logs.view, self._logs.roll
        left = view.mask(narrowing, rulings=True)
        shown = []
        for alert in Alert:
            places = roll.newest_first(together(left, view.alert(alert)))
            if places:
                shown.append(self._alert(alert, places[:MOST_PAIRS], len(places)))
        return values.AlertsFound(tuple(shown))

    def _alert(self, alert: Alert, places: Sequence[int], count: int) -> values.AlertShown:
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
        return values.AlertShown(alert.value, meaning, self._offence(alert, places), tuple(pairs), count)

    def _offence(self, alert: Alert, places: Sequence[int]) -> str:
        """The clauses that know *alert* as an offence, of the rule sets under which *places* were ruled."""
        if alert is not Alert.SPLIT_LOOKUP:
            return ""
        roll = self._logs.roll
        ids = sorted({rules for place in places if (rules := roll.rules_of(place))})
        clauses = (self._shown.rules.split_offence(rule_set) for rule_set in ids)
        return "; ".join(clause for clause in clauses if clause)


def _nothing(question: values.Question) -> values.Answer:
    """What is found where there is no log yet."""
    match question:
        case values.RowsWanted():
            return values.RowsFound(0, 0, (), 0)
        case values.FacetsWanted():
            return values.FacetsFound(())
        case values.TimelineWanted():
            return values.TimelineFound((), ())
        case values.PlaceWanted():
            return values.PlaceFound(0)
        case values.AlertsWanted():
            return values.AlertsFound(())
        case values.SourcesWanted():
            return values.SourcesFound(())
        case values.VerifyWanted():
            return values.ReadingFailed("There is no log yet: it begins with the first record.")
        case _:
            assert_never(question)


# ---- asking ------------------------------------------------------------------------------------------------
# One question as an action: what was read for it is kept for the next.

_NOT_ENOUGH = (
    "There is not enough memory to read this log here. Close other programs, or use “kiosk log list”."
)


@frozen
class Ask(Action[values.Answer | values.Looked]):
    """Answer *question* about the log of the folder, or about the logs that are read instead."""

    question: values.Question | values.Look
    niceness = 10  # whoever looks waits longer than whoever works

    def run(self, staff: Staff, tools: Tools) -> values.Answer | values.Looked:
        if isinstance(self.question, values.Look):
            return take_look(staff.folder, self.question, tools.logs)
        try:
            answering = tools.keep(Answering, partial(_begin_answering, staff.folder, tools.logs))
            return answering.answer(self.question, partial(_tell, tools))
        except MemoryError:
            return values.ReadingFailed(_NOT_ENOUGH)


def _begin_answering(folder: Path, logs: tuple[Path, ...]) -> "Answering":
    gc.disable()  # what is read is kept: looking through it again and again takes half the time, for nothing
    return Answering(folder, logs)


def _tell(tools: Tools, done: int, total: int, what: str) -> None:
    if tools.progress is not None:
        tools.progress(done, total)


def take_look(
    folder: Path, look: values.Look, logs: Sequence[Path] = ()
) -> values.Looked | values.ReadingFailed:
    """What is seen of the station in *folder*, and of *logs* that are read instead of its own."""
    try:
        if isinstance(look, values.StatusWanted):
            return status_worker.see_station(folder, system_clock, alone=look.alone, own=look.own, logs=logs)
        return values.HeadsSeen(status_worker.heads_listed(folder))
    except KioskError as error:
        return values.ReadingFailed(printable(str(error)))
