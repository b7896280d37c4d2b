"""A report about an event or a day: self-contained HTML that prints well on A4.

Rules it guards: while an event is open no word is on the page, because a posted list would tell the owner of
a play of several words which one was bad; and at no time does it say anything of a single word of a play.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from html import escape

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.log.kinds import Kind
from kiosk.director.alerts import WINDOW_S, Alert
from kiosk.director.audit import BIN_MIN, Group, PlayCount, Summary, Tally
from kiosk.director.report.charts import DEFINITIONS, day_chart, group_chart
from kiosk.director.report.rulings import rulings_table
from kiosk.director.report.station_events import StationEvent
from kiosk.director.report.style import STYLE

MOST_PLAYS = 15
MOST_EVENTS = 200
MOST_TABLES = 15


@frozen
class Frame:
    """What a report is about and what stands beside the figures. *integrity*: one sentence a station.
    *alerts*: the ruling numbers each alert was raised about. *rules*: each rule set with its penalty, by
    name. *window_s*: the station's for split look-ups."""

    title: str
    scope: str
    integrity: tuple[str, ...]
    alerts: Mapping[Alert, tuple[str, ...]]
    words: bool
    made: str
    rules: tuple[str, ...] = ()
    sound: bool = True
    window_s: int = WINDOW_S


def build_report(summary: Summary, frame: Frame) -> str:
    """The report."""
    parts = (
        _head(summary, frame),
        _figures(summary),
        _charts(summary),
        _timeline(summary),
        _plays(summary.plays, shown=frame.words),
        _alerts(frame),
        rulings_table(summary, words=frame.words),
        _events(summary),
        _integrity(frame),
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(frame.title)} – challenges</title><style>{STYLE}</style></head><body>{DEFINITIONS}"
        f"<main>{''.join(parts)}</main></body></html>\n"
    )


def _head(summary: Summary, frame: Frame) -> str:
    stations = ", ".join(summary.stations) or "–"
    lists = "; ".join(summary.sources) or "–"
    return (
        f"<header><p class=kicker>Challenge report</p><h1>{escape(frame.title)}</h1>"
        f"<p class=scope>{escape(frame.scope)}</p>"
        f"<p class=quiet>Station {escape(stations)} · Word list {escape(lists)}</p>"
        f"<p class=quiet>Rules {escape('; '.join(frame.rules) or '–')}</p></header>"
    )


def _figures(summary: Summary) -> str:
    tally, entries = summary.tally, summary.entries
    unjudged = sum(entries.get(kind, 0) for kind in (Kind.ABANDONED, Kind.CLEARED, Kind.CONCEDED))
    at_station = "–"
    if summary.entry_s is not None and summary.verify_s is not None:
        at_station = f"{summary.entry_s + summary.verify_s:.0f} s"
    boxes = (
        (str(tally.total), "challenge ruled" if tally.total == 1 else "challenges ruled", _split(tally)),
        (_percent(tally.success), "of challenges succeeded", _interval(tally)),
        (at_station, "typical time at the station", _effort(summary)),
        (str(unjudged), "entry never judged" if unjudged == 1 else "entries never judged", _parts(entries)),
    )
    cells = "".join(
        f"<div class=box><b>{escape(big)}</b><span>{escape(what)}</span><small>{escape(small)}</small></div>"
        for big, what, small in boxes
    )
    return f"<section class=figures>{cells}</section>{_casual_line(summary)}"


def _split(tally: Tally) -> str:
    referred = f", {tally.refer} referred" if tally.refer else ""
    return f"{tally.unacceptable} unacceptable, {tally.acceptable} acceptable{referred}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.0f} %"


def _interval(tally: Tally) -> str:
    if tally.interval is None:
        return "no ruling yet"
    low, high = tally.interval
    return f"by chance it may be off: {low * 100:.0f} to {high * 100:.0f} %"


def _effort(summary: Summary) -> str:
    staff = f"; {summary.staff} ruled by staff" if summary.staff else ""
    if summary.entry_s is None or summary.verify_s is None:
        return f"no ruling by players{staff}" if summary.tally.total else "no ruling yet"
    return f"{summary.entry_s:.0f} s typing, {summary.verify_s:.0f} s checking (medians){staff}"


def _parts(entries: Mapping[str, int]) -> str:
    names = ((Kind.CONCEDED, "conceded"), (Kind.CLEARED, "cleared"), (Kind.ABANDONED, "left standing"))
    return ", ".join(f"{entries.get(kind, 0)} {name}" for kind, name in names)


def _casual_line(summary: Summary) -> str:
    casual = summary.casual.total
    if not casual:
        return ""
    if casual == summary.tally.total:
        whole = "This ruling was" if casual == 1 else "All of these rulings were"
        return f"<p class=quiet>{whole} casual: no event was open.</p>"
    rulings, are = ("ruling", "is") if casual == 1 else ("rulings", "are")
    return f"<p class=quiet>{casual} casual {rulings} (no event open) {are} not counted in any figure.</p>"


def _charts(summary: Summary) -> str:
    if not summary.tally.total:
        return ""
    charts = [
        _figure("By round", summary.by_round, "Challenges by round"),
        _figure("By number of words", summary.by_words, "Challenges by number of words"),
    ]
    if len(summary.by_division) > 1:
        charts.append(_figure("By division", summary.by_division, "Challenges by division"))
    if summary.by_table:
        charts.append(_by_table(summary.by_table))
    referred = "<i class=plain></i> referred " if summary.tally.refer else ""
    key = (
        f"<p class=key><i class=solid></i> acceptable <i class=hatched></i> unacceptable {referred}"
        "<span>○ share that succeeded, and how far it may be chance</span></p>"
    )
    return f"<section><h2>Challenges</h2>{key}<div class=pair>{''.join(charts)}</div></section>"


def _figure(title: str, groups: Sequence[Group], caption: str) -> str:
    return f"<figure><figcaption>{title}</figcaption>{group_chart(groups, caption)}</figure>"


def _by_table(tables: Sequence[Group]) -> str:
    busiest = sorted(tables, key=lambda group: -group.tally.total)[:MOST_TABLES]
    rows = "".join(
        f"<tr><td>Table {escape(group.label)}</td><td class=count>{group.tally.total}</td>"
        f"<td>{escape(_split(group.tally))}</td></tr>"
        for group in busiest
    )
    more = len(tables) - len(busiest)
    rest = f"<p class=quiet>and {more} more tables</p>" if more else ""
    return f"<figure><figcaption>By table, the busiest first</figcaption><table>{rows}</table>{rest}</figure>"


def _timeline(summary: Summary) -> str:
    charts = "".join(
        f"<figure><figcaption>{_day(day)}</figcaption>"
        f"{day_chart(bins, f'Rulings on {day}', summary.bands)}</figure>"
        for day, bins in summary.days
    )
    if not charts:
        return ""
    note = f"<p class=quiet>Rulings in {BIN_MIN} minutes, local time.</p>"
    return f"<section><h2>Timeline</h2>{note}{charts}</section>"


def _day(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B %Y}"


def _plays(plays: Sequence[PlayCount], *, shown: bool) -> str:
    if not shown:
        return (
            "<section><h2>Most challenged plays</h2><p class=note>Words are not shown while the event is "
            "open. Make the report again when it is closed.</p></section>"
        )
    if not plays:
        return ""
    bad = [play for play in plays if play.tally.unacceptable]
    good = [play for play in plays if play.tally.acceptable]
    lists = _play_list("Unacceptable", bad, Verdict.UNACCEPTABLE) + _play_list(
        "Acceptable", good, Verdict.ACCEPTABLE
    )
    return f"<section><h2>Most challenged plays</h2><div class=pair>{lists}</div></section>"


def _play_list(title: str, plays: Sequence[PlayCount], verdict: Verdict) -> str:
    def times(play: PlayCount) -> int:
        return play.tally.unacceptable if verdict is Verdict.UNACCEPTABLE else play.tally.acceptable

    ordered = sorted(plays, key=lambda play: (-times(play), play.words))
    rows = "".join(
        f"<tr><td class=words>{escape(' · '.join(play.words))}</td><td class=count>{times(play)} ×</td></tr>"
        for play in ordered[:MOST_PLAYS]
    )
    more = len(ordered) - MOST_PLAYS
    rest = f"<p class=quiet>and {more} more</p>" if more > 0 else ""
    return f"<div><h3>{title}</h3><table>{rows}</table>{rest}</div>"


def _alerts(frame: Frame) -> str:
    alerts = frame.alerts
    if not alerts:
        return "<section><h2>Worth a look</h2><p>Nothing stood out.</p></section>"
    rows = "".join(
        f"<tr><td><b>{escape(_spoken(alert))}</b><br>"
        f"<span class=quiet>{escape(alert.meaning(frame.window_s))}</span></td>"
        f"<td class=numbers>{', '.join(f'<span>{escape(one)}</span>' for one in alerts[alert])}</td></tr>"
        for alert in Alert
        if alert in alerts
    )
    return (
        "<section><h2>Worth a look</h2><p class=quiet>Questions, not findings. The numbers are those on the "
        f"slips.</p><table><thead><tr><th>What</th><th>Rulings</th></tr></thead>{rows}</table></section>"
    )


def _spoken(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _events(summary: Summary) -> str:
    shown = summary.events[-MOST_EVENTS:]
    if not shown:
        return ""
    left_out = len(summary.events) - len(shown)
    note = f"<p class=quiet>Left out at the beginning: {left_out}.</p>" if left_out else ""
    rows = "".join(_event_row(event, several=len(summary.stations) > 1) for event in shown)
    return (
        f"<section><h2>Station events</h2>{note}<table class=events><thead><tr><th>Local time</th>"
        f"<th>Event</th><th>Details</th></tr></thead>{rows}</table></section>"
    )


def _event_row(event: StationEvent, *, several: bool) -> str:
    where = f"{event.station} · " if several else ""
    return (
        f"<tr><td class=time>{event.local:%Y-%m-%d %H:%M:%S}</td>"
        f"<td>{escape(where + _spoken(event.kind))}</td><td class=quiet>{escape(event.what)}</td></tr>"
    )


def _integrity(frame: Frame) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in frame.integrity)
    state = "sound" if frame.sound else "unsound"
    return f"<footer class={state}><h2>Integrity</h2>{lines}<p class=quiet>{escape(frame.made)}</p></footer>"


def number_list(numbers: Iterable[str], most: int = 40) -> tuple[str, ...]:
    """*numbers* for a table cell: the first *most*, then how many more there are."""
    known = tuple(numbers)
    return known if len(known) <= most else (*known[:most], f"and {len(known) - most} more")
