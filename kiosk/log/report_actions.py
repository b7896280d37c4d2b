"""Reports: what they are about, the page, the figures, and into which file."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from kiosk.base.frozen import frozen
from kiosk.base.printable import count_of, printable, printable_json
from kiosk.errors import LogError
from kiosk.log.alerts import Alert
from kiosk.log.audit_actions import (
    OWN,
    AlertFeed,
    AuditSource,
    LineCount,
    complaints,
    odd_sentence,
    split_watch,
    split_window_s,
)
from kiosk.log.bodies import EventOpenedBody, ExportBody
from kiosk.log.body import encode
from kiosk.log.chain import Status, Verification, check_code
from kiosk.log.challenges import Logged, TableTally, Tally
from kiosk.log.export_actions import Give, record_export
from kiosk.log.filters_reader import Filter, Found, Line
from kiosk.log.kinds import Kind
from kiosk.log.list_actions import in_utc
from kiosk.log.merged_reader import Station
from kiosk.log.query_reader import Reader
from kiosk.log.report import Frame, build_report, number_list
from kiosk.log.show_actions import Names, decision_rows, records_on
from kiosk.log.store import log_path
from kiosk.log.totals import DecisionRow, RulingRow, Summary, summarise
from kiosk.paper.actions import PaperFiles, Printer, made_by, page_look
from kiosk.paper.html import as_html
from kiosk.paper.sheet import Sheet
from kiosk.setup.passcodes import Role
from kiosk.setup.staff_actions import Staff, writing

# ---- scope -------------------------------------------------------------------------------------------------
# What a report is about: the records of an event, or of a day.


@frozen
class ReportScope:
    """What a report is about, and the records of it, oldest first. *unsound*: sentences on those that are
    not as they were recorded; they are left out of the figures."""

    title: str
    sentence: str
    records: tuple[Found, ...]
    event_open: bool
    unsound: tuple[str, ...] = ()


def event_scope(reader: Reader, event: str | None) -> ReportScope:
    """The last event, or the one asked for; without any event the last day."""
    marks = reader.event_marks()
    openings = [mark for mark in marks if mark.kind == Kind.EVENT_OPENED and event in (None, mark.event)]
    if not openings:
        if event is not None:
            known = sorted({str(mark.event) for mark in marks if mark.kind == Kind.EVENT_OPENED})
            here = f"There are: {', '.join(map(printable, known))}." if known else "There is none."
            raise LogError(f"No event “{printable(event)}” was opened here. {here}")
        return day_scope(reader, None)
    id, name = openings[-1].event, _event_name(openings[-1])
    mine = [mark for mark in marks if mark.event == id]
    still_open = id in reader.open_events()
    records = tuple(_of_event(reader, mine, id))[::-1]
    return ReportScope(name, _event_sentence(records, still_open=still_open), records, still_open)


def _of_event(reader: Reader, marks: Sequence[Found], event: str | None) -> Iterator[Found]:
    """The records of *event*, newest first: in each log that opened it, from its first opening to its last
    closing. By their places, not their times: a clock may have been set meanwhile."""
    spans: dict[tuple[str, str], tuple[int, int]] = {}
    for mark in sorted(marks, key=lambda mark: mark.seq):
        low, _ = spans.get(mark.key[:2], (mark.seq, 0))
        spans[mark.key[:2]] = low, mark.seq if mark.kind == Kind.EVENT_CLOSED else sys.maxsize
    for found in reader.find():
        low, high = spans.get(found.key[:2], (1, 0))
        if low <= found.seq <= high and _belongs(found, event):
            yield found
        elif not reader.merged and found.seq < low:
            return


def _event_name(opening: Found) -> str:
    return opening.said.name if isinstance(opening.said, EventOpenedBody) else ""


def _belongs(found: Found, event: str | None) -> bool:
    return not found.is_ruling or found.event in (event, None)


def _event_sentence(records: Sequence[Found], *, still_open: bool) -> str:
    moments = [record.local for record in records if record.local is not None]
    days = [f"{moment:%Y-%m-%d}" for moment in (*moments[:1], *moments[-1:])]
    span = " to ".join(dict.fromkeys(days))
    return f"{span} · {'event open' if still_open else 'event closed'}"


def day_scope(reader: Reader, day: str | None) -> ReportScope:
    """The records of *day*, or of the last one that has any."""
    if day is None:
        moments = (record.local for record in reader.find() if record.local is not None)
        newest = next(moments, None)
        if newest is None:
            raise LogError("No record here names a time, so there is no day to report on. Verify the log.")
        day = newest.date().isoformat()
    offset = reader.offset_min()
    wanted = Filter(since=in_utc(day, offset), until=in_utc(day, offset, end=True))
    records = tuple(reader.find(wanted))[::-1]
    events = {record.event for record in records if record.is_ruling}
    still_open = bool(events & reader.open_events())
    title = f"{datetime.fromisoformat(day):%A}, {day}"
    return ReportScope(title, "One day" + (" · event open" if still_open else ""), records, still_open)


# ---- report ------------------------------------------------------------------------------------------------
# A report about an event or a day.
#
# The rules it guards: a report is made to be posted and handed round, so it holds no word of an event that is
# open unless a director asks for it. (Lists and exports are for whoever may read the data folder.) What is
# made for players is made when the event is closed, and not before.


@frozen
class ReportWish:
    """About *day*, else about *event*, else about the last one. *director*: with words though the event is
    open, for whom a passcode is asked. *figures*: as JSON instead of a page. *players*: what may be posted;
    refused while the event is open. *files*: those it is wanted in, besides.
    *source*: what it is made of, if not of the log of the folder."""

    event: str | None = None
    day: str | None = None
    director: bool = False
    source: AuditSource | None = None
    figures: bool = False
    players: bool = False
    files: PaperFiles = PaperFiles()


@frozen
class Report:
    """What was given out. *unrecorded*: why the export itself is not on record, if so. *complaints*: what
    does not hold of what it was made of."""

    sound: bool
    unrecorded: str
    complaints: tuple[str, ...] = ()


@frozen
class Material:
    """All that a report is made of."""

    scope: ReportScope
    summary: Summary
    alerts: Mapping[Alert, tuple[str, ...]]
    rules: tuple[str, ...]
    letters: Mapping[str, str]
    decisions: tuple[DecisionRow, ...]
    checked: Mapping[Station, Verification]
    unchanged: bool = True  # what was read of the log is as it was recorded, and nothing is missing
    odd: str = ""  # that some of it is not as this program writes records, which breaks nothing
    doubt: str = ""

    @property
    def sound(self) -> bool:
        return self.unchanged and not any(found.exit_code for found in self.checked.values())


def report(staff: Staff, wish: ReportWish, give: Give | None, printer: Printer) -> Report:
    """Give out the report of *wish*: to *give* as HTML that needs no other file, or as figures; into files
    as they are wanted."""
    wish.files.check(staff.folder)
    found = _check_allowed(staff, wish)
    words = wish.director or not found.scope.event_open
    _deliver(staff, wish, found, give, printer)
    note = ""
    if words and (wish.source is None or wish.source.is_own):
        body = ExportBody("report", len(found.scope.records), {})
        note = record_export(staff, body, sound=found.sound)
    return Report(found.sound, note, found.scope.unsound)


def report_sheet(staff: Staff, wish: ReportWish) -> Sheet:
    """The report of *wish* as a sheet to look at; nothing leaves the station by that."""
    found = _check_allowed(staff, wish)
    words = wish.director or not found.scope.event_open
    return _sheet(staff, found, words=words, players=wish.players)


def _check_allowed(staff: Staff, wish: ReportWish) -> Material:
    """What the report of *wish* is made of, if it may be made now."""
    if wish.director:
        with writing(staff, name=log_path(staff.folder).name) as log:
            staff.admit(log, Role.DIRECTOR, "kiosk log report")
    found = _material(wish.source or AuditSource(staff.folder), wish)
    if wish.players and found.scope.event_open:
        raise LogError(
            "The event is still open, so there is no report for players yet: a posted list of words would "
            "tell which word of a play was bad. Close the event first."
        )
    return found


def _deliver(staff: Staff, wish: ReportWish, found: Material, give: Give | None, printer: Printer) -> None:
    words = wish.director or not found.scope.event_open
    if wish.figures and give is not None:
        give([_figures(found, words=words)])
        return
    sheet = _sheet(staff, found, words=words, players=wish.players)
    wish.files.write(sheet, printer, staff.leaving)
    if give is not None:
        give([as_html(sheet, page_look(wish.files.paper))])


def _material(source: AuditSource, wish: ReportWish) -> Material:
    seen = LineCount()
    with source.reader() as reader:
        scope = day_scope(reader, wish.day) if wish.day else event_scope(reader, wish.event)
        sound = tuple(line.found for line in seen.over(map(Line, scope.records)) if line.found.sound)
        numbers = {record.key: printable(record.ruling.number) for record in sound if record.ruling}
        names = Names(reader, source.folder)
        decided = seen.over(map(Line, records_on(reader, numbers, source.decisions_beside)))
        decisions = decision_rows((decision.found for decision in decided if decision.found.sound), numbers)
        beside = source.doubt_beside
        unsound = (*complaints(reader, seen, source), *([beside] if beside else []))
        scope, doubt = replace(scope, records=sound, unsound=unsound), reader.doubt or beside
        unchanged = not (doubt or seen.changed or reader.damaged)
        alerts = _alert_numbers(AlertFeed(reader, split_watch(source.folder)), sound)
        letters = {key[0]: printable(letter) for key, letter in reader.letters().items()}
        summary = summarise(
            Logged(letters.get(record.station, record.station[:8]), record.record, record.key)
            for record in sound
        )
        rules = _rules(names, sound)
        checked, odd = source.verify(), odd_sentence(seen)
        return Material(scope, summary, alerts, rules, letters, decisions, checked, unchanged, odd, doubt)


def _rules(names: Names, records: Iterable[Found]) -> tuple[str, ...]:
    """The rule sets of the rulings, each with its penalty, by name."""
    stamps = [(encode(record.ruling.rules), record.ruling.penalty) for record in records if record.ruling]
    named = (f"{names.rules(rules)}, {names.penalty(rules, penalty)}" for rules, penalty in stamps)
    return tuple(dict.fromkeys(named))


def _alert_numbers(feed: AlertFeed, records: Iterable[Found]) -> dict[Alert, tuple[str, ...]]:
    numbers: dict[Alert, list[str]] = {}
    for found in records:
        for alert in feed.of(found):
            number = found.ruling.number if found.ruling else ""
            numbers.setdefault(alert, []).append(printable(number))
    return {alert: number_list(given) for alert, given in numbers.items()}


# ---- the page ----------------------------------------------------------------------------------------------


def _sheet(staff: Staff, found: Material, *, words: bool, players: bool) -> Sheet:
    frame = Frame(
        title=printable(found.scope.title),
        scope=found.scope.sentence,
        integrity=(*found.scope.unsound, *_integrity_report(found.checked, found.letters)),
        alerts=found.alerts,
        words=words,
        made=made_by(staff.clock),
        rules=found.rules,
        sound=found.sound,
        odd=found.odd,
        doubt=found.doubt,
        window_s=split_window_s(staff.folder),
        decisions=found.decisions,
        players=players,
    )
    return build_report(found.summary, frame)


def _integrity_report(checked: Mapping[Station, Verification], letters: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        _integrity_sentence("The log" if key == OWN else f"Station {letters.get(key[0], key[0][:8])}", found)
        for key, found in checked.items()
    )


def _integrity_sentence(whose: str, found: Verification) -> str:
    if found.status is not Status.INTACT or found.head is None:
        return f"{whose}: does not verify. {found.reason}"
    code = check_code(found.head)
    return (
        f"{whose}: the chain of {count_of(found.count, 'record')} is intact. Head {code} ({found.head}). "
        "Compare it with what was noted on paper."
    )


# ---- the figures -------------------------------------------------------------------------------------------


def _figures(found: Material, *, words: bool) -> str:
    summary, scope = found.summary, found.scope
    plays = [{"words": list(play.words), **_tally(play.tally)} for play in summary.plays] if words else None
    figures = {
        "title": scope.title,
        "event_open": scope.event_open,
        **_tally(summary.tally),
        "casual": summary.casual.total,
        "staff": summary.staff,
        "rules": list(found.rules),
        "lists": list(summary.sources),
        "by_round": {group.label: _tally(group.tally) for group in summary.by_round},
        "by_words": {group.label: _tally(group.tally) for group in summary.by_words},
        "by_division": {group.label: _tally(group.tally) for group in summary.by_division},
        "by_table": {str(table.number): _table(table) for table in summary.by_table},
        "plays": plays,
        "rulings": [_ruling(row, words=words) for row in summary.rulings],
        "conceded": {by or "unknown": count for by, count in summary.conceded.items()},
        "decisions": [asdict(decision) for decision in found.decisions] if words else None,
        "alerts": {alert.value: list(numbers) for alert, numbers in found.alerts.items()},
        "sound": found.sound,
        "doubt": found.doubt or None,
        "unsound": list(scope.unsound),
        "integrity": [
            {"station": station, "status": one.status, "count": one.count, "head": one.head}
            for (station, _), one in found.checked.items()
        ],
    }
    return printable_json(figures) + "\n"


def _ruling(row: RulingRow, *, words: bool) -> dict[str, Any]:
    shown = {**asdict(row), "local": row.local.isoformat(" ", "seconds")}
    return shown if words else {key: value for key, value in shown.items() if key != "words"}


def _table(table: TableTally) -> dict[str, Any]:
    busiest = None if table.busiest is None else {"round": table.busiest[0], "total": table.busiest[1]}
    return {**_tally(table.tally), "busiest_round": busiest, "stands_out": table.stands_out}


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "total": tally.total,
        "acceptable": tally.acceptable,
        "unacceptable": tally.unacceptable,
        "refer": tally.refer,
        "success": tally.success,
        "interval": tally.interval,
    }
