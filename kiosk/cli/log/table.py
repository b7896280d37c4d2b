"""A list of records: on a terminal a table that fits it, in a pipe one line each with tabs between."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TypeAlias

from kiosk.cli.terminal import paint
from kiosk.core.challenge.ruling import Verdict
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.storage.export.records import Line, text, texts, told

Cells: TypeAlias = tuple[str, ...]
_MEASURED = 200  # lines that settle how wide the columns are; a longer list is not held back for it
_GAP = "  "
_LEAST = 8
_COLOURS: Mapping[str, str] = {
    Verdict.ACCEPTABLE.value.upper(): "green",
    Verdict.UNACCEPTABLE.value.upper(): "red",
    Verdict.REFER.value.upper(): "yellow",
}


@frozen
class Column:
    """*flexible*: it may be cut short so that the table fits."""

    heading: str
    cell: Callable[[Line], str]
    flexible: bool = False


def _of(key: str) -> Callable[[Line], str]:
    return lambda line: text(line.found.data.get(key))


def _what(line: Line) -> str:
    return " ".join(texts(line.found.data.get("words"))) if line.found.is_ruling else told(line.found)


def _ruled(line: Line) -> str:
    return text(line.found.data.get("verdict")).upper() if line.found.is_ruling else harmless(line.found.kind)


def _notes(line: Line) -> str:
    mark = [line.mark] if line.mark else []
    unknown = [] if line.found.known_kind else ["unknown kind"]
    flags = texts(line.found.data.get("flags")) if line.found.is_ruling else []
    return ", ".join((*mark, *unknown, *flags, *(f"!{one}" for one in line.alerts)))


_STATION = Column("Station", lambda line: harmless(line.letter))
_RULING = Column("Ruling", _of("number"))
_TIME = Column("Local time", lambda line: harmless(line.found.local_text))
_WORDS, _NOTES = Column("Words", _what, flexible=True), Column("Notes", _notes, flexible=True)
_ROUND, _TABLE = Column("Round", _of("round")), Column("Table", _of("table"))
_OF_RULINGS = (_RULING, _TIME, Column("Verdict", _ruled), _ROUND, _TABLE, _WORDS, _NOTES)
_OF_ALL = (
    Column("Record", lambda line: str(line.found.seq)),
    _RULING,
    _TIME,
    Column("What", _ruled),
    Column("Details", _what, flexible=True),
    _NOTES,
)
_PIPED = (
    *(Column("Record", lambda line: str(line.found.seq)), _RULING, _TIME),
    *(
        Column("Kind", lambda line: harmless(line.found.kind)),
        Column("Verdict", _of("verdict")),
        _ROUND,
        _TABLE,
    ),
    *(Column("Division", _of("division")), _WORDS, _NOTES, _STATION),
)


def piped(lines: Iterable[Line]) -> Iterator[str]:
    """For other programs: always the same columns, whatever is listed."""
    for line in lines:
        yield "\t".join(column.cell(line) for column in _PIPED)


def table(lines: Iterable[Line], width: int, *, rulings: bool, merged: bool) -> Iterator[str]:
    """For a person: a header, and columns no wider together than *width* if that can be."""
    shown = (*((_STATION,) if merged else ()), *(_OF_RULINGS if rulings else _OF_ALL))
    coming = iter(lines)
    first = list(islice(coming, _MEASURED))
    if not first:
        return
    widths = _widths(shown, [tuple(column.cell(line) for column in shown) for line in first], width)
    yield paint(_row(tuple(column.heading for column in shown), widths), bold=True)
    for line in chain(first, coming):
        cells = tuple(column.cell(line) for column in shown)
        yield _painted(_row(cells, widths), line)


def _widths(shown: tuple[Column, ...], rows: list[Cells], width: int) -> tuple[int, ...]:
    """What each column needs; then those that may be cut give way, the last one first."""
    needed = [
        max(len(column.heading), *(len(row[place]) for row in rows)) for place, column in enumerate(shown)
    ]
    spare = width - sum(needed) - len(_GAP) * (len(shown) - 1)
    for place in reversed([place for place, column in enumerate(shown) if column.flexible]):
        if spare < 0:
            kept = max(min(_LEAST, needed[place]), needed[place] + spare)
            spare += needed[place] - kept
            needed[place] = kept
    return tuple(needed)


def _row(cells: Cells, widths: tuple[int, ...]) -> str:
    return _GAP.join(
        _cut(cell, width).ljust(width) for cell, width in zip(cells, widths, strict=True)
    ).rstrip()


def _cut(cell: str, width: int) -> str:
    return cell if len(cell) <= width else f"{cell[: width - 1]}…"


def _painted(row: str, line: Line) -> str:
    if line.mark:
        return paint(row, "red", bold=True)
    verdict = _ruled(line)
    if not line.found.is_ruling or verdict not in _COLOURS:
        return row
    before, found, after = row.partition(f" {verdict}")
    return before + (f" {paint(verdict, _COLOURS[verdict])}" if found else "") + after
