"""A report about an event or a day, as a sheet: charts, plays, what happened besides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import chain

from kiosk.base.frozen import frozen
from kiosk.log import totals
from kiosk.log.alerts import WINDOW_S, Alert
from kiosk.log.challenges import MEANING, Group, TableTally, Tally
from kiosk.log.kinds import Kind
from kiosk.paper import sheet
from kiosk.rules.ruling import Verdict

# ---- plays -------------------------------------------------------------------------------------------------
# The plays of a report: the most challenged ones, and every ruling in the order of the day.
#
# The rule it guards: a play stands here with its verdict or not at all; while an event is open, not at all.

MOST_PLAYS = 15
MOST_RULINGS = 1000


def plays(counted: Sequence[totals.PlayCount], *, shown: bool) -> Iterator[sheet.Block]:
    """The most challenged plays; only if they may be *shown*."""
    if not shown:
        yield sheet.SheetHeading("Most challenged plays")
        yield sheet.Notice(
            "Words are not shown while the event is open. Make the report again when it is closed."
        )
        return
    if not counted:
        return
    yield sheet.SheetHeading("Most challenged plays")
    yield from _ruling_blocks("Unacceptable", counted, Verdict.UNACCEPTABLE)
    yield from _ruling_blocks("Acceptable", counted, Verdict.ACCEPTABLE)


def _ruling_blocks(
    title: str, counted: Sequence[totals.PlayCount], verdict: Verdict
) -> Iterator[sheet.Block]:
    def times(play: totals.PlayCount) -> int:
        return play.tally.unacceptable if verdict is Verdict.UNACCEPTABLE else play.tally.acceptable

    ordered = sorted((play for play in counted if times(play)), key=lambda play: (-times(play), play.words))
    if not ordered:
        return
    columns = (sheet.SheetColumn(title, 84, strong=True), sheet.SheetColumn("Times", 16, sheet.Align.RIGHT))
    rows = tuple((_play(play.words), str(times(play))) for play in ordered[:MOST_PLAYS])
    yield sheet.SheetTable(columns, rows)
    if len(ordered) > MOST_PLAYS:
        yield sheet.SmallPrint(f"and {len(ordered) - MOST_PLAYS} more")


def rulings(summary: totals.Summary, *, words: bool, staff: bool) -> Iterator[sheet.Block]:
    """The rulings, oldest first; without their words while the event is open. *staff*: with who ruled and
    what was out of the ordinary."""
    shown = summary.rulings[-MOST_RULINGS:]
    if not shown:
        return
    yield sheet.SheetHeading("Rulings")
    left_out = len(summary.rulings) - len(shown)
    if left_out:
        yield sheet.SmallPrint(f"Left out at the beginning: {left_out}.")
    if not words:
        yield sheet.Paragraph("Without words, while the event is open.")
    several = len({row.division for row in shown}) > 1
    days = len({row.local.date() for row in shown}) > 1
    columns = (
        *(sheet.SheetColumn("Ruling", 10, strong=True), sheet.SheetColumn("Local time", 20 if days else 13)),
        sheet.SheetColumn("Verdict", 15),
        *((sheet.SheetColumn("Words", 30, strong=True),) if words else ()),
        *(
            sheet.SheetColumn("Round", 10, sheet.Align.RIGHT),
            sheet.SheetColumn("Table", 10, sheet.Align.RIGHT),
        ),
        *((sheet.SheetColumn("Division", 14),) if several else ()),
        sheet.SheetColumn("Notes", 18),
    )
    time = "%Y-%m-%d %H:%M" if days else "%H:%M"
    rows = tuple(_row(row, time, words=words, several=several, staff=staff) for row in shown)
    yield sheet.SheetTable(columns, rows)


def _row(row: totals.RulingRow, time: str, *, words: bool, several: bool, staff: bool) -> tuple[str, ...]:
    notes = [f"referred, then print: {row.answer}"] if row.answer else []
    if staff:
        notes += [f"by {row.judge}"] if row.judge else []
        notes += [flag.replace("_", " ") for flag in row.flags]
    return (
        row.number,
        f"{row.local:{time}}",
        row.verdict,
        *((_play(row.words),) if words else ()),
        "" if row.round is None else str(row.round),
        "" if row.table is None else str(row.table),
        *((row.division or "–",) if several else ()),
        ", ".join(notes),
    )


def _play(words: Sequence[str]) -> str:
    return " · ".join(words)


# ---- groups ------------------------------------------------------------------------------------------------
# The charts of a report: rulings by round, number of words, division and table, and over the day.

MOST_TABLES = 20
_DAY_MIN = 24 * 60


def charts(summary: totals.Summary) -> Iterator[sheet.Block]:
    """How rulings went, by everything that is known of them."""
    if not summary.tally.total:
        return
    yield sheet.SheetHeading("Challenges")
    yield _chart("By round", summary.by_round)
    yield _chart("By number of words", summary.by_words)
    if len(summary.by_division) > 1:
        yield _chart("By division", summary.by_division)
    if summary.by_table:
        yield from _tables(summary.by_table)


def _chart(caption: str, groups: Sequence[Group]) -> sheet.RateChart:
    bars = (
        sheet.RateBar(
            group.label,
            group.tally.acceptable,
            group.tally.unacceptable,
            group.tally.refer,
            group.tally.share,
        )
        for group in groups
    )
    return sheet.RateChart(caption, tuple(bars))


def _tables(tables: Sequence[TableTally]) -> Iterator[sheet.Block]:
    ordered = sorted(tables, key=lambda table: (not table.stands_out, -table.tally.total, table.number))
    marked = sum(table.stands_out for table in ordered)
    shown = ordered[: max(MOST_TABLES, marked)]
    yield sheet.Paragraph("By table, the busiest first", strong=True)
    columns = (
        sheet.SheetColumn("Table", 12, strong=True),
        sheet.SheetColumn("Challenges", 13, sheet.Align.RIGHT),
        sheet.SheetColumn("Unacceptable", 15, sheet.Align.RIGHT),
        sheet.SheetColumn("Acceptable", 13, sheet.Align.RIGHT),
        sheet.SheetColumn("Succeeded", 25),
        sheet.SheetColumn("Most in a round", 22),
    )
    yield sheet.SheetTable(columns, tuple(_table_row(table) for table in shown), tuple(range(marked)))
    more = len(tables) - len(shown)
    yield sheet.SmallPrint(f"{f'And {more} more tables. ' if more else ''}{MEANING}")


def _table_row(table: TableTally) -> tuple[str, ...]:
    most = "" if table.busiest is None else f"{table.busiest[1]} (round {table.busiest[0]})"
    return (
        f"Table {table.number}{' *' if table.stands_out else ''}",
        str(table.tally.total),
        str(table.tally.unacceptable),
        str(table.tally.acceptable),
        sheet.shown_share(table.tally.share),
        most,
    )


def timeline(summary: totals.Summary) -> Iterator[sheet.Block]:
    """The rulings of each day, under the rounds they fell in."""
    if not summary.days:
        return
    yield sheet.SheetHeading("Timeline")
    for day, bins in summary.days:
        caption = f"{day:%A} {day.day} {day:%B %Y}, rulings in {totals.BIN_MIN} minutes, local time"
        columns = (
            sheet.DayColumn(
                _minute(column.start), column.tally.acceptable, column.tally.unacceptable, column.tally.refer
            )
            for column in bins
        )
        bands = summary.bands or _rounds_ruled(bins)
        yield sheet.DayChart(caption, tuple(columns), tuple(_bands(bands, day)), totals.BIN_MIN)


def _minute(moment: datetime) -> int:
    return moment.hour * 60 + moment.minute


def _bands(rounds: Sequence[totals.Band], day: date) -> Iterator[sheet.DayBand]:
    """The part of each round that lies in *day*."""
    midnight = datetime.combine(day, time())
    for band in rounds:
        start, end = ((moment - midnight) // timedelta(minutes=1) for moment in (band.start, band.end))
        if start < _DAY_MIN and end > 0:
            yield sheet.DayBand(f"Round {band.number}", max(0, start), min(_DAY_MIN, end))


def _rounds_ruled(bins: Sequence[totals.Bin]) -> tuple[totals.Band, ...]:
    """Where the event names no rounds: from the first to the last ruling of each."""
    found = []
    for number in sorted({column.round for column in bins if column.round is not None}):
        own = [column.start for column in bins if column.round == number]
        found.append(totals.Band(number, own[0], own[-1] + timedelta(minutes=totals.BIN_MIN)))
    return tuple(found)


# ---- page --------------------------------------------------------------------------------------------------
# A report about an event or a day, as a sheet.
#
# Rules it guards: while an event is open no word is on it, because a posted list would tell the owner of a
# play of several words which one was bad; at no time does it say anything of a single word of a play; and
# what players are given holds no question about a person.

MOST_EVENTS = 200


@frozen
class Frame:
    """What a report is about and what stands beside the figures. *integrity*: one sentence a station.
    *alerts*: the ruling numbers each alert was raised about. *rules*: each rule set with its penalty, by
    name. *window_s*: the station's for split look-ups. *players*: for them, so without what is only for the
    director."""

    title: str
    scope: str
    integrity: tuple[str, ...]
    alerts: Mapping[Alert, tuple[str, ...]]
    words: bool
    made: str
    rules: tuple[str, ...] = ()
    sound: bool = True
    odd: str = ""
    doubt: str = ""
    window_s: int = WINDOW_S
    decisions: tuple[totals.DecisionRow, ...] = ()
    players: bool = False


def build_report(summary: totals.Summary, frame: Frame) -> sheet.Sheet:
    """The report."""
    for_director = () if frame.players else chain(_alerts(frame), _decisions(frame), _events(summary))
    blocks = chain(
        _head(summary, frame),
        _figures(summary),
        charts(summary),
        timeline(summary),
        plays(summary.plays, shown=frame.words),
        rulings(summary, words=frame.words, staff=not frame.players),
        for_director,
        _integrity(frame),
    )
    return sheet.Sheet(f"{frame.title} – challenges", tuple(blocks), f"{frame.title} · {frame.made}")


def _head(summary: totals.Summary, frame: Frame) -> Iterator[sheet.Block]:
    kicker = "Challenges, for players" if frame.players else "Challenge report"
    yield sheet.SheetTitle(kicker, frame.title, (frame.scope,))
    if not frame.sound:
        yield sheet.Notice(
            "The log does not verify; see “Integrity” at the end before anything here is believed."
        )
    elif frame.odd:
        yield sheet.Notice(frame.odd)
    if frame.doubt:
        yield sheet.Notice(frame.doubt)
    yield sheet.Pairs(
        (
            ("Rules", "; ".join(frame.rules) or "–"),
            ("Word list", "; ".join(summary.sources) or "–"),
            ("Station", ", ".join(summary.stations) or "–"),
        )
    )


def _figures(summary: totals.Summary) -> Iterator[sheet.Block]:
    tally = summary.tally
    unjudged = sum(summary.entries.get(kind, 0) for kind in _UNJUDGED)
    at_station = "–"
    if summary.entry_s is not None and summary.verify_s is not None:
        at_station = f"{summary.entry_s + summary.verify_s:.0f} s"
    yield sheet.Figures(
        (
            sheet.BigFigure(
                str(tally.total), "challenge ruled" if tally.total == 1 else "challenges ruled", _split(tally)
            ),
            sheet.BigFigure(_percent(tally.success), "of challenges succeeded", _interval(tally)),
            sheet.BigFigure(at_station, "typical time at the station", _effort(summary)),
            sheet.BigFigure(
                str(unjudged),
                "entry never judged" if unjudged == 1 else "entries never judged",
                _parts(summary),
            ),
        )
    )
    yield sheet.SmallPrint("A challenge succeeds when the play is unacceptable.")
    yield from _casual(summary)


_UNJUDGED = {Kind.CONCEDED: "conceded", Kind.CLEARED: "cleared", Kind.ABANDONED: "left standing"}


def _split(tally: Tally) -> str:
    referred = f", {tally.refer} referred and not answered" if tally.refer else ""
    return f"{tally.unacceptable} unacceptable, {tally.acceptable} acceptable{referred}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share * 100:.0f} %"


def _interval(tally: Tally) -> str:
    if tally.interval is None:
        return "no ruling yet"
    low, high = tally.interval
    return f"by chance it may be off: {low * 100:.0f} to {high * 100:.0f} % (95 % interval)"


def _effort(summary: totals.Summary) -> str:
    staff = f"; {summary.staff} ruled by staff" if summary.staff else ""
    if summary.entry_s is None or summary.verify_s is None:
        return f"no ruling by players{staff}" if summary.tally.total else "no ruling yet"
    return f"{summary.entry_s:.0f} s typing, {summary.verify_s:.0f} s checking (medians){staff}"


def _parts(summary: totals.Summary) -> str:
    conceded = ", ".join(
        f"{summary.conceded[by]} {words}" for by, words in _CONCEDED.items() if summary.conceded.get(by)
    )
    counts = {name: summary.entries.get(kind, 0) for kind, name in _UNJUDGED.items()}
    told = [f"{count} {name}" for name, count in counts.items()]
    return ", ".join((f"{told[0]} ({conceded})" if conceded else told[0], *told[1:]))


_CONCEDED = {
    "challenger": "by the challenger",
    "challenged": "by the challenged player",
    "": "not known by whom",
}


def _casual(summary: totals.Summary) -> Iterator[sheet.Block]:
    casual = summary.casual.total
    if not casual:
        return
    if casual == summary.tally.total:
        whole = "This ruling was" if casual == 1 else "All of these rulings were"
        yield sheet.SmallPrint(f"{whole} casual: no event was open.")
        return
    many, are = ("ruling", "is") if casual == 1 else ("rulings", "are")
    yield sheet.SmallPrint(f"{casual} casual {many} (no event open) {are} not counted in any figure.")


def _alerts(frame: Frame) -> Iterator[sheet.Block]:
    yield sheet.SheetHeading("Worth a look")
    if not frame.alerts:
        yield sheet.Paragraph("Nothing stood out.")
        return
    yield sheet.SmallPrint("Questions, not findings. The numbers are those on the slips.")
    columns = (
        sheet.SheetColumn("What", 20, strong=True),
        sheet.SheetColumn("It means", 46),
        sheet.SheetColumn("Rulings", 34),
    )
    rows = (
        (_spell_out(alert), alert.meaning(frame.window_s), ", ".join(frame.alerts[alert]))
        for alert in Alert
        if alert in frame.alerts
    )
    yield sheet.SheetTable(columns, tuple(rows))


def _decisions(frame: Frame) -> Iterator[sheet.Block]:
    if not frame.decisions:
        return
    yield sheet.SheetHeading("Decisions of the director")
    if not frame.words:  # what the director wrote there may name a word
        yield sheet.Paragraph(f"{len(frame.decisions)} on record; listed when the event is closed.")
        return
    columns = (
        sheet.SheetColumn("Local time", 20),
        sheet.SheetColumn("On", 10, strong=True),
        sheet.SheetColumn("Decision", 70),
    )
    yield sheet.SheetTable(
        columns, tuple((decision.local, decision.ruling, decision.what) for decision in frame.decisions)
    )


def _spell_out(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _events(summary: totals.Summary) -> Iterator[sheet.Block]:
    shown = summary.events[-MOST_EVENTS:]
    if not shown:
        return
    yield sheet.SheetHeading("Station events")
    left_out = len(summary.events) - len(shown)
    if left_out:
        yield sheet.SmallPrint(f"Left out at the beginning: {left_out}.")
    columns = (
        sheet.SheetColumn("Local time", 20),
        sheet.SheetColumn("Event", 24, strong=True),
        sheet.SheetColumn("Details", 56),
    )
    several = len(summary.stations) > 1
    yield sheet.SheetTable(columns, tuple(_event_row(event, several=several) for event in shown))


def _event_row(event: totals.StationEvent, *, several: bool) -> tuple[str, str, str]:
    where = f"{event.station} · " if several else ""
    return f"{event.local:%Y-%m-%d %H:%M:%S}", where + _spell_out(event.kind), event.what


def _integrity(frame: Frame) -> Iterator[sheet.Block]:
    yield sheet.SheetHeading("Integrity")
    yield from map(sheet.Paragraph, frame.integrity)


def number_list(numbers: Iterable[str], most: int = 40) -> tuple[str, ...]:
    """*numbers* for a table cell: the first *most*, then how many more there are."""
    known = tuple(numbers)
    return known if len(known) <= most else (*known[:most], f"and {len(known) - most} more")
