"""A report about an event or a day.

The rules it guards: a report is made to be posted and handed round, so it holds no word of an event that is
open unless a director asks for it. (Lists and exports are for whoever may read the data folder.) What is made
for players is made when the event is closed, and not before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from kiosk.actions.audit.complaints import complaints, counted, odd_sentence
from kiosk.actions.audit.lines import AlertFeed, LineCount, split_watch, split_window_s
from kiosk.actions.audit.names import Names
from kiosk.actions.audit.outgoing import Give, record_export
from kiosk.actions.audit.scope import ReportScope, day_scope, event_scope
from kiosk.actions.audit.source import OWN, AuditSource
from kiosk.actions.decide.made import decision_rows, records_on
from kiosk.actions.paper import PaperFiles, Printer, made_by, page_look
from kiosk.actions.staff import Staff, writing
from kiosk.core.access.passcode import Role
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.log.bodies.event import ExportBody
from kiosk.core.log.body import encode
from kiosk.core.log.chain import Status, Verification, check_code
from kiosk.core.paper.sheet.blocks import Sheet
from kiosk.core.paper.sheet.html import as_html
from kiosk.director.alerts import Alert
from kiosk.director.audit import DecisionRow, RulingRow, Summary, summarise
from kiosk.director.report.page import Frame, build_report, number_list
from kiosk.director.report.station_events import Logged
from kiosk.director.tables import TableTally
from kiosk.director.tally import Tally
from kiosk.errors import LogError
from kiosk.storage.export.records import Line
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import Station


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
    found = _allowed(staff, wish)
    words = wish.director or not found.scope.event_open
    _deliver(staff, wish, found, give, printer)
    note = ""
    if words and (wish.source is None or wish.source.is_own):
        body = ExportBody("report", len(found.scope.records), {})
        note = record_export(staff, body, sound=found.sound)
    return Report(found.sound, note, found.scope.unsound)


def report_sheet(staff: Staff, wish: ReportWish) -> Sheet:
    """The report of *wish* as a sheet to look at; nothing leaves the station by that."""
    found = _allowed(staff, wish)
    words = wish.director or not found.scope.event_open
    return _sheet(staff, found, words=words, players=wish.players)


def _allowed(staff: Staff, wish: ReportWish) -> Material:
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
        numbers = {one.key: harmless(one.ruling.number) for one in sound if one.ruling}
        names = Names(reader, source.folder)
        decided = seen.over(map(Line, records_on(reader, numbers, source.decisions_beside)))
        decisions = decision_rows((one.found for one in decided if one.found.sound), numbers)
        beside = source.doubt_beside
        unsound = (*complaints(reader, seen, source), *([beside] if beside else []))
        scope, doubt = replace(scope, records=sound, unsound=unsound), reader.doubt or beside
        unchanged = not (doubt or seen.changed or reader.damaged)
        alerts = _alert_numbers(AlertFeed(reader, split_watch(source.folder)), sound)
        letters = {key[0]: harmless(letter) for key, letter in reader.letters().items()}
        summary = summarise(
            Logged(letters.get(one.station, one.station[:8]), one.record, one.key) for one in sound
        )
        rules = _rules(names, sound)
        checked, odd = source.verified(), odd_sentence(seen)
        return Material(scope, summary, alerts, rules, letters, decisions, checked, unchanged, odd, doubt)


def _rules(names: Names, records: Iterable[Found]) -> tuple[str, ...]:
    """The rule sets of the rulings, each with its penalty, by name."""
    stamps = [(encode(one.ruling.rules), one.ruling.penalty) for one in records if one.ruling]
    named = (f"{names.rules(rules)}, {names.penalty(rules, penalty)}" for rules, penalty in stamps)
    return tuple(dict.fromkeys(named))


def _alert_numbers(feed: AlertFeed, records: Iterable[Found]) -> dict[Alert, tuple[str, ...]]:
    numbers: dict[Alert, list[str]] = {}
    for found in records:
        for alert in feed.of(found):
            number = found.ruling.number if found.ruling else ""
            numbers.setdefault(alert, []).append(harmless(number))
    return {alert: number_list(given) for alert, given in numbers.items()}


# ---- the page ----------------------------------------------------------------------------------------------


def _sheet(staff: Staff, found: Material, *, words: bool, players: bool) -> Sheet:
    frame = Frame(
        title=harmless(found.scope.title),
        scope=found.scope.sentence,
        integrity=(*found.scope.unsound, *_integrity(found.checked, found.letters)),
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


def _integrity(checked: Mapping[Station, Verification], letters: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        _integrity_sentence("The log" if key == OWN else f"Station {letters.get(key[0], key[0][:8])}", found)
        for key, found in checked.items()
    )


def _integrity_sentence(whose: str, found: Verification) -> str:
    if found.status is not Status.INTACT or found.head is None:
        return f"{whose}: does not verify. {found.reason}"
    code = check_code(found.head)
    return (
        f"{whose}: the chain of {counted(found.count, 'record')} is intact. Head {code} ({found.head}). "
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
        "by_table": {str(one.number): _table(one) for one in summary.by_table},
        "plays": plays,
        "rulings": [_ruling(row, words=words) for row in summary.rulings],
        "conceded": {by or "unknown": count for by, count in summary.conceded.items()},
        "decisions": [asdict(one) for one in found.decisions] if words else None,
        "alerts": {alert.value: list(numbers) for alert, numbers in found.alerts.items()},
        "sound": found.sound,
        "doubt": found.doubt or None,
        "unsound": list(scope.unsound),
        "integrity": [
            {"station": station, "status": one.status, "count": one.count, "head": one.head}
            for (station, _), one in found.checked.items()
        ],
    }
    return harmless_json(figures) + "\n"


def _ruling(row: RulingRow, *, words: bool) -> dict[str, Any]:
    shown = {**asdict(row), "local": row.local.isoformat(" ", "seconds")}
    return shown if words else {key: value for key, value in shown.items() if key != "words"}


def _table(one: TableTally) -> dict[str, Any]:
    busiest = None if one.busiest is None else {"round": one.busiest[0], "total": one.busiest[1]}
    return {**_tally(one.tally), "busiest_round": busiest, "stands_out": one.stands_out}


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "total": tally.total,
        "acceptable": tally.acceptable,
        "unacceptable": tally.unacceptable,
        "refer": tally.refer,
        "success": tally.success,
        "interval": tally.interval,
    }
