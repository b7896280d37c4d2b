"""The plays of a report: the most challenged ones, and every ruling in the order of the day.

The rule it guards: a play stands here with its verdict or not at all; while an event is open, not at all.
"""

from collections.abc import Iterator, Sequence

from kiosk.core.challenge.ruling import Verdict
from kiosk.core.paper.sheet.blocks import (
    Align,
    Block,
    Notice,
    Paragraph,
    SheetColumn,
    SheetHeading,
    SheetTable,
    SmallPrint,
)
from kiosk.director.audit import PlayCount, RulingRow, Summary

MOST_PLAYS = 15
MOST_RULINGS = 1000


def plays(counted: Sequence[PlayCount], *, shown: bool) -> Iterator[Block]:
    """The most challenged plays; only if they may be *shown*."""
    if not shown:
        yield SheetHeading("Most challenged plays")
        yield Notice("Words are not shown while the event is open. Make the report again when it is closed.")
        return
    if not counted:
        return
    yield SheetHeading("Most challenged plays")
    yield from _ruled("Unacceptable", counted, Verdict.UNACCEPTABLE)
    yield from _ruled("Acceptable", counted, Verdict.ACCEPTABLE)


def _ruled(title: str, counted: Sequence[PlayCount], verdict: Verdict) -> Iterator[Block]:
    def times(play: PlayCount) -> int:
        return play.tally.unacceptable if verdict is Verdict.UNACCEPTABLE else play.tally.acceptable

    ordered = sorted((play for play in counted if times(play)), key=lambda play: (-times(play), play.words))
    if not ordered:
        return
    columns = (SheetColumn(title, 84, strong=True), SheetColumn("Times", 16, Align.RIGHT))
    rows = tuple((_play(play.words), str(times(play))) for play in ordered[:MOST_PLAYS])
    yield SheetTable(columns, rows)
    if len(ordered) > MOST_PLAYS:
        yield SmallPrint(f"and {len(ordered) - MOST_PLAYS} more")


def rulings(summary: Summary, *, words: bool, staff: bool) -> Iterator[Block]:
    """The rulings, oldest first; without their words while the event is open. *staff*: with who ruled and
    what was out of the ordinary."""
    shown = summary.rulings[-MOST_RULINGS:]
    if not shown:
        return
    yield SheetHeading("Rulings")
    left_out = len(summary.rulings) - len(shown)
    if left_out:
        yield SmallPrint(f"Left out at the beginning: {left_out}.")
    if not words:
        yield Paragraph("Without words, while the event is open.")
    several = len({row.division for row in shown}) > 1
    days = len({row.local.date() for row in shown}) > 1
    columns = (
        *(SheetColumn("Ruling", 10, strong=True), SheetColumn("Local time", 20 if days else 13)),
        SheetColumn("Verdict", 15),
        *((SheetColumn("Words", 30, strong=True),) if words else ()),
        *(SheetColumn("Round", 10, Align.RIGHT), SheetColumn("Table", 10, Align.RIGHT)),
        *((SheetColumn("Division", 14),) if several else ()),
        SheetColumn("Notes", 18),
    )
    time = "%Y-%m-%d %H:%M" if days else "%H:%M"
    rows = tuple(_row(row, time, words=words, several=several, staff=staff) for row in shown)
    yield SheetTable(columns, rows)


def _row(row: RulingRow, time: str, *, words: bool, several: bool, staff: bool) -> tuple[str, ...]:
    notes = [f"referred, then print: {row.answer}"] if row.answer else []
    if staff:
        notes += [f"by {row.judge}"] if row.judge else []
        notes += [one.replace("_", " ") for one in row.flags]
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
