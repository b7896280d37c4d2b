"""`kiosk log report`: one page about an event or a day.

The rule it guards: words of an event that is open are shown to nobody but a director.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiosk import __version__
from kiosk.cli.log_export import record_export
from kiosk.cli.log_filters import MERGED, check_day, in_utc, reader_of
from kiosk.cli.log_lines import AlertFeed, counted, split_window_s
from kiosk.core.chain import Status, Verification
from kiosk.core.records import Kind
from kiosk.errors import LogError
from kiosk.storage.export import write_text, write_to_stdout
from kiosk.storage.log_place import log_path
from kiosk.storage.log_query import Filter, Found, Reader
from kiosk.storage.log_reader import verify_log
from kiosk.storage.merge import reading_merged, verify_merged
from kiosk.storage.own_files import refuse_own_file
from kiosk.storage.places import data_folder

if TYPE_CHECKING:
    from kiosk.director.alerts import Alert
    from kiosk.director.audit import Summary, Tally

_STDOUT = Path("-")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a report is about, and the records of it, oldest first."""

    title: str
    sentence: str
    records: tuple[Found, ...]
    event_open: bool


@click.command("report", short_help="One printable page about an event or a day.")
@click.option("--event", help="The event (its id); else the last one.")
@click.option("--day", metavar="DATE", help="A day instead of an event, such as 2026-05-02.")
@click.option("--director", is_flag=True, help="With words though the event is open; asks for the passcode.")
@click.option(
    "--out", "-o", type=click.Path(path_type=Path), default=_STDOUT, help="The file to write; - for stdout."
)
@MERGED
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON instead of the page.")
@click.pass_obj
def report_command(
    data: str | None, /, director: bool, out: Path, merged: Path | None, as_json: bool, **about: str | None
) -> None:
    """Make one HTML page about an event or a day; it needs no other file and prints on A4."""
    from kiosk.director.audit import Logged, summarise
    from kiosk.director.report import Frame, build_report

    event, day = about["event"], about["day"]
    _check_asked(event, day)
    folder = data_folder(data)
    if out != _STDOUT:
        refuse_own_file(out, folder)
    if director:
        _let_in(folder)
    window_s = split_window_s(folder)
    with reader_of(data, merged) as reader:
        scope = _day_scope(reader, day) if day else _event_scope(reader, event)
        alerts = _alert_numbers(AlertFeed(reader, window_s), scope.records)
        letters = _letters(scope.records)
        summary = summarise(Logged(letters[one.station], one.record) for one in scope.records)
    checked = _checked(folder, merged)
    words = director or not scope.event_open
    if as_json:
        page = (
            json.dumps(_as_json(scope, summary, alerts, checked, words=words), ensure_ascii=False, indent=2)
            + "\n"
        )
    else:
        frame = Frame(
            title=scope.title,
            scope=scope.sentence,
            integrity=_integrity(checked, letters),
            alerts=alerts,
            words=words,
            made=_made(),
            sound=all(found.status is Status.INTACT for found in checked.values()),
            window_s=window_s,
        )
        page = build_report(summary, frame)
    _give_out(page, out)
    if words and merged is None:
        note = record_export(folder, {"format": "report", "records": len(scope.records), "filters": {}})
        if note:
            click.echo(note, err=True)


def _check_asked(event: str | None, day: str | None) -> None:
    if event is not None and day is not None:
        raise click.UsageError("A report is about an event or a day, not both.")
    if day is not None:
        check_day(day, "--day")


def _let_in(folder: Path) -> None:
    """Ask for the director's passcode, if one is set; the try goes on record."""
    from kiosk.cli.passcode_prompt import require
    from kiosk.storage.log import Log
    from kiosk.storage.system_clock import system_clock

    with Log.open(folder, system_clock, name=log_path(folder).name) as log:
        require(folder, log, where="kiosk log report")


def _event_scope(reader: Reader, event: str | None) -> Scope:
    """The last event, or the one asked for; without any event the last day."""
    openings = [one for one in reader.find(Filter(kind=Kind.EVENT_OPENED)) if event in (None, _event_id(one))]
    if not openings:
        if event is not None:
            raise LogError(f"No event “{event}” was opened here. See “kiosk log list --kind event_opened”.")
        return _day_scope(reader, None)
    id, name = _event_id(openings[0]), str(openings[0].record.data.get("name") or event)
    mine = [one for one in openings if _event_id(one) == id]
    closings = [one for one in reader.find(Filter(kind=Kind.EVENT_CLOSED)) if _event_id(one) == id]
    still_open = id in _open_events(reader)
    first = min(one.record.at for one in mine)
    last = None if still_open or not closings else max(one.record.at for one in closings)
    found = tuple(reader.find(Filter(since=first)))[::-1]
    taking_part = {(one.station, one.epoch) for one in mine}
    records = tuple(
        one
        for one in found
        if (last is None or one.record.at <= last)
        and (one.station, one.epoch) in taking_part
        and _belongs(one, id)
    )
    return Scope(name, _event_sentence(records, still_open=still_open), records, still_open)


def _event_id(found: Found) -> str | None:
    event = found.record.data.get("event")
    return event if isinstance(event, str) else None


def _belongs(found: Found, event: str | None) -> bool:
    return found.record.kind is not Kind.ADJUDICATION or _event_id(found) in (event, None)


def _open_events(reader: Reader) -> set[str | None]:
    """The events that some station opened and has not closed since."""
    state: dict[tuple[str, str], str | None] = {}
    marks = [*reader.find(Filter(kind=Kind.EVENT_OPENED)), *reader.find(Filter(kind=Kind.EVENT_CLOSED))]
    for one in sorted(marks, key=lambda one: one.record.seq):
        opened = one.record.kind is Kind.EVENT_OPENED
        state[one.station, one.epoch] = _event_id(one) if opened else None
    return {event for event in state.values() if event is not None}


def _event_sentence(records: Sequence[Found], *, still_open: bool) -> str:
    days = (
        [f"{moment:%Y-%m-%d}" for moment in (records[0].record.local, records[-1].record.local)]
        if records
        else []
    )
    span = " to ".join(dict.fromkeys(days))
    return f"{span} · {'event open' if still_open else 'event closed'}"


def _day_scope(reader: Reader, day: str | None) -> Scope:
    if day is None:
        newest = next(iter(reader.find(limit=1)))
        day = newest.record.local.date().isoformat()
    offset = reader.offset_min()
    wanted = Filter(since=in_utc(day, offset), until=in_utc(day, offset, end=True))
    records = tuple(reader.find(wanted))[::-1]
    events = {_event_id(one) for one in records if one.record.kind is Kind.ADJUDICATION}
    still_open = bool(events & _open_events(reader))
    title = f"{datetime.fromisoformat(day):%A}, {day}"
    return Scope(title, "One day" + (" · event open" if still_open else ""), records, still_open)


def _alert_numbers(feed: AlertFeed, records: Iterable[Found]) -> dict["Alert", tuple[str, ...]]:
    from kiosk.director.report import number_list

    numbers: dict[Alert, list[str]] = {}
    for found in records:
        if found.record.kind is Kind.ADJUDICATION:
            for alert in feed.of(found):
                numbers.setdefault(alert, []).append(str(found.record.data.get("number")))
    return {alert: number_list(given) for alert, given in numbers.items()}


def _letters(records: Iterable[Found]) -> dict[str, str]:
    """The letter of each station, from its rulings or its set-up; without either the start of its id."""
    letters: dict[str, str] = {}
    for found in records:
        letters.setdefault(found.station, found.station[:8])
        if found.record.kind is Kind.ADJUDICATION:
            letters[found.station] = str(found.record.data.get("number")).partition("-")[0]
        elif found.record.kind is Kind.SET_UP and (letter := found.record.data.get("letter")):
            letters[found.station] = str(letter)
    return letters


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


def _as_json(
    scope: Scope,
    summary: "Summary",
    alerts: Mapping["Alert", tuple[str, ...]],
    checked: Mapping[str, Verification],
    *,
    words: bool,
) -> dict[str, Any]:
    plays = [{"words": list(play.words), **_tally(play.tally)} for play in summary.plays] if words else None
    return {
        "title": scope.title,
        "event_open": scope.event_open,
        **_tally(summary.tally),
        "casual": summary.casual.total,
        "by_round": {group.label: _tally(group.tally) for group in summary.by_round},
        "by_words": {group.label: _tally(group.tally) for group in summary.by_words},
        "by_division": {group.label: _tally(group.tally) for group in summary.by_division},
        "plays": plays,
        "alerts": {alert.value: list(numbers) for alert, numbers in alerts.items()},
        "integrity": [
            {"station": station, "status": found.status, "count": found.count, "head": found.head}
            for station, found in checked.items()
        ],
    }


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
    if out == _STDOUT:
        write_to_stdout([page])
        return
    write_text([page], out)
    click.echo(f"The report is in {out}. Open it in a browser; print it on A4.", err=True)
