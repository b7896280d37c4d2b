"""A table for people: a header, and columns that fit the terminal.

The rule it guards: nothing is lost to a narrow terminal but the end of a cell that says so by “…”; where even
that is not enough, each row stands on lines of its own.
"""

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, islice
from typing import TypeAlias, TypeVar

from kiosk.base.frozen import frozen
from kiosk.cli.terminal import paint

Cells: TypeAlias = tuple[str, ...]
Row = TypeVar("Row")
_MEASURED = 200  # rows that settle how wide the columns are; a longer table is not held back for it
_GAP = "  "
_LEAST = 8


@frozen
class TableShape:
    """*flexible*: the places of columns that may be cut short so that the table fits; the last gives way
    first."""

    headings: Cells
    flexible: Collection[int] = ()


def fitted_table(
    shape: TableShape,
    rows: Iterable[Row],
    cells: Callable[[Row], Cells],
    width: int | None,
    painted: Callable[[str, Row], str] = lambda line, row: line,
) -> Iterator[str]:
    """The lines of a table of *rows*, no wider than *width*; None: as wide as need be. No rows, no table."""
    coming = iter(rows)
    first = list(islice(coming, _MEASURED))
    if not first:
        return
    widths = _widths(shape, [cells(row) for row in first], width)
    everything = chain(first, coming)
    if width is not None and _whole(widths) > width:
        yield from _one_by_one(shape, everything, cells, width, painted)
        return
    yield paint(_line(shape.headings, widths), bold=True)
    for row in everything:
        yield painted(_line(cells(row), widths), row)


def _widths(shape: TableShape, rows: list[Cells], width: int | None) -> tuple[int, ...]:
    """What each column needs; then those that may be cut give way, the last one first."""
    needed = [max(len(row[place]) for row in (shape.headings, *rows)) for place in range(len(shape.headings))]
    if width is None:
        return tuple(needed)
    spare = width - _whole(needed)
    for place in sorted(shape.flexible, reverse=True):
        if spare < 0:
            kept = max(min(_LEAST, needed[place]), needed[place] + spare)
            spare += needed[place] - kept
            needed[place] = kept
    return tuple(needed)


def _whole(widths: Collection[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _line(cells: Cells, widths: tuple[int, ...]) -> str:
    return _GAP.join(
        _cut(cell, width).ljust(width) for cell, width in zip(cells, widths, strict=True)
    ).rstrip()


def _cut(cell: str, width: int) -> str:
    return cell if len(cell) <= width else f"{cell[: width - 1]}…"


def _one_by_one(
    shape: TableShape,
    rows: Iterable[Row],
    cells: Callable[[Row], Cells],
    width: int,
    painted: Callable[[str, Row], str],
) -> Iterator[str]:
    """Each row on lines of its own, a heading and a cell on each; what is empty is left out."""
    label = max(map(len, shape.headings)) + len(_GAP)
    for number, row in enumerate(rows):
        if number:
            yield ""
        for heading, cell in zip(shape.headings, cells(row), strict=True):
            if cell:
                whole = f"{heading:<{label}}{cell}"
                yield from (painted(line, row) for line in _wrap(whole, max(width, label + _LEAST), label))


def _wrap(text: str, width: int, indent: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
