"""The charts of a report: rulings by round, number of words, division and table, and over the day."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from kiosk.core.paper.sheet.blocks import (
    Align,
    Block,
    DayBand,
    DayChart,
    DayColumn,
    Paragraph,
    RateBar,
    RateChart,
    SheetColumn,
    SheetHeading,
    SheetTable,
    SmallPrint,
    shown_share,
)
from kiosk.director.audit import BIN_MIN, Bin, Summary
from kiosk.director.rounds import Band
from kiosk.director.tables import MEANING, TableTally
from kiosk.director.tally import Group

MOST_TABLES = 20
_DAY_MIN = 24 * 60


def charts(summary: Summary) -> Iterator[Block]:
    """How rulings went, by everything that is known of them."""
    if not summary.tally.total:
        return
    yield SheetHeading("Challenges")
    yield _chart("By round", summary.by_round)
    yield _chart("By number of words", summary.by_words)
    if len(summary.by_division) > 1:
        yield _chart("By division", summary.by_division)
    if summary.by_table:
        yield from _tables(summary.by_table)


def _chart(caption: str, groups: Sequence[Group]) -> RateChart:
    bars = (
        RateBar(
            group.label,
            group.tally.acceptable,
            group.tally.unacceptable,
            group.tally.refer,
            group.tally.share,
        )
        for group in groups
    )
    return RateChart(caption, tuple(bars))


def _tables(tables: Sequence[TableTally]) -> Iterator[Block]:
    ordered = sorted(tables, key=lambda one: (not one.stands_out, -one.tally.total, one.number))
    marked = sum(one.stands_out for one in ordered)
    shown = ordered[: max(MOST_TABLES, marked)]
    yield Paragraph("By table, the busiest first", strong=True)
    columns = (
        SheetColumn("Table", 12, strong=True),
        SheetColumn("Challenges", 13, Align.RIGHT),
        SheetColumn("Unacceptable", 15, Align.RIGHT),
        SheetColumn("Acceptable", 13, Align.RIGHT),
        SheetColumn("Succeeded", 25),
        SheetColumn("Most in a round", 22),
    )
    yield SheetTable(columns, tuple(_table_row(one) for one in shown), tuple(range(marked)))
    more = len(tables) - len(shown)
    yield SmallPrint(f"{f'And {more} more tables. ' if more else ''}{MEANING}")


def _table_row(one: TableTally) -> tuple[str, ...]:
    most = "" if one.busiest is None else f"{one.busiest[1]} (round {one.busiest[0]})"
    return (
        f"Table {one.number}{' *' if one.stands_out else ''}",
        str(one.tally.total),
        str(one.tally.unacceptable),
        str(one.tally.acceptable),
        shown_share(one.tally.share),
        most,
    )


def timeline(summary: Summary) -> Iterator[Block]:
    """The rulings of each day, under the rounds they fell in."""
    if not summary.days:
        return
    yield SheetHeading("Timeline")
    for day, bins in summary.days:
        caption = f"{day:%A} {day.day} {day:%B %Y}, rulings in {BIN_MIN} minutes, local time"
        columns = (
            DayColumn(_minute(one.start), one.tally.acceptable, one.tally.unacceptable, one.tally.refer)
            for one in bins
        )
        bands = summary.bands or _rounds_ruled(bins)
        yield DayChart(caption, tuple(columns), tuple(_bands(bands, day)), BIN_MIN)


def _minute(moment: datetime) -> int:
    return moment.hour * 60 + moment.minute


def _bands(rounds: Sequence[Band], day: date) -> Iterator[DayBand]:
    """The part of each round that lies in *day*."""
    midnight = datetime.combine(day, time())
    for one in rounds:
        start, end = ((moment - midnight) // timedelta(minutes=1) for moment in (one.start, one.end))
        if start < _DAY_MIN and end > 0:
            yield DayBand(f"Round {one.number}", max(0, start), min(_DAY_MIN, end))


def _rounds_ruled(bins: Sequence[Bin]) -> tuple[Band, ...]:
    """Where the event names no rounds: from the first to the last ruling of each."""
    found = []
    for number in sorted({one.round for one in bins if one.round is not None}):
        own = [one.start for one in bins if one.round == number]
        found.append(Band(number, own[0], own[-1] + timedelta(minutes=BIN_MIN)))
    return tuple(found)
