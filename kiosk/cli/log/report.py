"""`kiosk log report`: an event or a day on paper.

The rule it guards: a report is made to be posted and handed round, so it holds no word of an event that is
open unless a director asks for it. (Lists and exports are for whoever may read the data folder.)
"""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiosk import __version__
from kiosk.cli.log.ending import complaints, counted
from kiosk.cli.log.export import FORCE, OUT, STDOUT, record_export
from kiosk.cli.log.filters import MERGED, check_day, reader_of
from kiosk.cli.log.lines import AlertFeed, Watch, split_window_s
from kiosk.cli.log.names import Names
from kiosk.cli.log.scope import Scope, day_scope, event_scope
from kiosk.cli.standard_stream import write_to_stdout
from kiosk.core.harmless import harmless, harmless_json
from kiosk.core.log.canonical import Json
from kiosk.core.log.chain import Status, Verification
from kiosk.files import write_text
from kiosk.folder import data_folder
from kiosk.storage.export.records import Line
from kiosk.storage.export.target import check_target
from kiosk.storage.log.place import log_path
from kiosk.storage.reading.found import Found
from kiosk.storage.reading.merged import reading_merged, verify_merged
from kiosk.storage.reading.query import Reader
from kiosk.storage.reading.reader import verify_log

if TYPE_CHECKING:
    from kiosk.director.alerts import Alert
    from kiosk.director.audit import RulingRow, Summary, Tally


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a report is made of."""

    scope: Scope
    summary: "Summary"
    alerts: Mapping["Alert", tuple[str, ...]]
    rules: tuple[str, ...]
    letters: Mapping[str, str]
    checked: Mapping[str, Verification]

    @property
    def sound(self) -> bool:
        return not self.scope.unsound and not any(found.exit_code for found in self.checked.values())


@click.command("report", short_help="A printable report about an event or a day.")
@click.option("--event", help="The event (its id); else the last one.")
@click.option("--day", metavar="DATE", help="A day instead of an event, such as 2026-05-02.")
@click.option("--director", is_flag=True, help="With words though the event is open; asks for the passcode.")
@OUT
@FORCE
@MERGED
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of the page.")
@click.pass_obj
def report_command(data: str | None, /, out: Path, merged: Path | None, as_json: bool, **given: Any) -> None:
    """Make a report about an event or a day: HTML that needs no other file and prints on A4.

    Exit code 1: the log does not verify; the report says so too.
    """
    event, day, folder = given["event"], given["day"], data_folder(data)
    _check_asked(event, day)
    if out != STDOUT:
        check_target(out, folder, force=given["force"])
    elif sys.stdout.isatty() and not as_json:
        raise click.UsageError("A report is a page for a browser: name a file with --out FILE.")
    if given["director"]:
        _let_in(folder)
    window_s = split_window_s(folder)
    with reader_of(data, merged) as reader:
        found = _findings(reader, data, merged, event, day)
    words = given["director"] or not found.scope.event_open
    page = (
        harmless_json(_as_json(found, words=words)) + "\n" if as_json else _page(found, window_s, words=words)
    )
    _give_out(page, out)
    if words and merged is None:
        body: dict[str, Json] = {"format": "report", "records": len(found.scope.records), "filters": {}}
        note = record_export(folder, body, sound=found.sound)
        if note:
            click.echo(note, err=True)
    if not found.sound:
        click.echo("The log does not verify, and the report says so. Run “kiosk log verify”.", err=True)
        click.get_current_context().exit(1)


def _findings(
    reader: Reader, data: str | None, merged: Path | None, event: str | None, day: str | None
) -> Findings:
    from kiosk.director.audit import summarise
    from kiosk.director.report.station_events import Logged

    folder = data_folder(data)
    scope = day_scope(reader, day) if day else event_scope(reader, event)
    watch = Watch()
    sound = tuple(line.found for line in watch.over(map(Line, scope.records)) if line.found.sound)
    scope = replace(scope, records=sound, unsound=tuple(complaints(reader, watch, data, merged)))
    alerts = _alert_numbers(AlertFeed(reader, split_window_s(folder)), sound)
    letters = {key[0]: harmless(letter) for key, letter in reader.letters().items()}
    summary = summarise(Logged(letters.get(one.station, one.station[:8]), one.record) for one in sound)
    return Findings(
        scope, summary, alerts, _rules(Names(reader, folder), sound), letters, _checked(folder, merged)
    )


def _rules(names: Names, records: Iterable[Found]) -> tuple[str, ...]:
    """The rule sets of the rulings, each with its penalty, by name."""
    stamps = [(one.data.get("rules"), one.data.get("penalty")) for one in records if one.is_ruling]
    named = (f"{names.rules(rules)}, {names.penalty(rules, penalty)}" for rules, penalty in stamps)
    return tuple(dict.fromkeys(named))


def _page(found: Findings, window_s: int, *, words: bool) -> str:
    from kiosk.director.report.page import Frame, build_report

    frame = Frame(
        title=harmless(found.scope.title),
        scope=found.scope.sentence,
        integrity=(*found.scope.unsound, *_integrity(found.checked, found.letters)),
        alerts=found.alerts,
        words=words,
        made=_made(),
        rules=found.rules,
        sound=found.sound,
        window_s=window_s,
    )
    return build_report(found.summary, frame)


def _check_asked(event: str | None, day: str | None) -> None:
    if event is not None and day is not None:
        raise click.UsageError("A report is about an event or a day, not both.")
    if day is not None:
        check_day(day, "--day")


def _let_in(folder: Path) -> None:
    """Ask for the director's passcode, if one is set; the try goes on record."""
    from kiosk.cli.passcode_prompt import require
    from kiosk.storage.log.writer import Log
    from kiosk.storage.system_clock import system_clock

    with Log.open(folder, system_clock, name=log_path(folder).name) as log:
        require(folder, log, where="kiosk log report")


def _alert_numbers(feed: AlertFeed, records: Iterable[Found]) -> dict["Alert", tuple[str, ...]]:
    from kiosk.director.report.page import number_list

    numbers: dict[Alert, list[str]] = {}
    for found in records:
        for alert in feed.of(found):
            numbers.setdefault(alert, []).append(harmless(str(found.data.get("number"))))
    return {alert: number_list(given) for alert, given in numbers.items()}


def _checked(folder: Path, merged: Path | None) -> dict[str, Verification]:
    """The chains behind the report, verified; an empty name stands for the folder's own log."""
    if merged is None:
        return {"": verify_log(log_path(folder))}
    with reading_merged(merged) as conn:
        return {station: found for (station, _), found in verify_merged(conn).items()}


def _integrity(checked: Mapping[str, Verification], letters: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        _integrity_sentence(f"Station {letters.get(station, station[:8])}" if station else "The log", found)
        for station, found in checked.items()
    )


def _integrity_sentence(whose: str, found: Verification) -> str:
    if found.status is not Status.INTACT or found.head is None:
        return f"{whose}: does not verify. {found.reason}"
    code = "-".join(found.head[start : start + 4] for start in range(0, 16, 4))
    return (
        f"{whose}: the chain of {counted(found.count, 'record')} is intact. Head {code} ({found.head}). "
        "Compare it with what was noted on paper."
    )


def _made() -> str:
    from kiosk.storage.system_clock import system_clock

    now = system_clock()
    made = datetime.fromisoformat(now.at).replace(tzinfo=None) + timedelta(minutes=now.offset_min)
    return (
        f"Made on {made:%Y-%m-%d at %H:%M} by Challenge Kiosk {__version__}. "
        "A challenge succeeds when the play is unacceptable."
    )


def _as_json(found: Findings, *, words: bool) -> dict[str, Any]:
    summary, scope = found.summary, found.scope
    plays = [{"words": list(play.words), **_tally(play.tally)} for play in summary.plays] if words else None
    return {
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
        "by_table": {group.label: _tally(group.tally) for group in summary.by_table},
        "plays": plays,
        "rulings": [_ruling(row, words=words) for row in summary.rulings],
        "alerts": {alert.value: list(numbers) for alert, numbers in found.alerts.items()},
        "sound": found.sound,
        "unsound": list(scope.unsound),
        "integrity": [
            {"station": station, "status": one.status, "count": one.count, "head": one.head}
            for station, one in found.checked.items()
        ],
    }


def _ruling(row: "RulingRow", *, words: bool) -> dict[str, Any]:
    shown = {**asdict(row), "local": row.local.isoformat(" ", "seconds")}
    return shown if words else {key: value for key, value in shown.items() if key != "words"}


def _tally(tally: "Tally") -> dict[str, Any]:
    return {
        "total": tally.total,
        "acceptable": tally.acceptable,
        "unacceptable": tally.unacceptable,
        "refer": tally.refer,
        "success": tally.success,
        "interval": tally.interval,
    }


def _give_out(page: str, out: Path) -> None:
    if out == STDOUT:
        write_to_stdout([page])
        return
    write_text([page], out)
    click.echo(f"The report is in {out}. Open it in a browser; print it on A4.", err=True)
