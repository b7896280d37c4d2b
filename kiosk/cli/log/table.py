"""A list of records: on a terminal a table that fits it, in a pipe one line each with tabs between."""

from collections.abc import Callable, Iterable, Iterator

from kiosk.cli.shell.table import TableShape
from kiosk.cli.shell.table import table as fitted
from kiosk.cli.terminal import paint, verdict_colour
from kiosk.core.frozen import frozen
from kiosk.core.harmless import harmless
from kiosk.storage.export.records import Line, text, texts, told


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
    """For a person: a header, and columns no wider together than *width*."""
    shown = (*((_STATION,) if merged else ()), *(_OF_RULINGS if rulings else _OF_ALL))
    shape = TableShape(
        tuple(column.heading for column in shown),
        tuple(place for place, column in enumerate(shown) if column.flexible),
    )
    return fitted(shape, lines, lambda line: tuple(column.cell(line) for column in shown), width, _painted)


def _painted(row: str, line: Line) -> str:
    if line.mark:
        return paint(row, "red", bold=True)
    verdict = _ruled(line)
    colour = verdict_colour(verdict) if line.found.is_ruling else None
    if colour is None:
        return row
    before, found, after = row.partition(f" {verdict}")
    return before + (f" {paint(verdict, colour)}" if found else "") + after
