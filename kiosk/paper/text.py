"""A sheet as plain text: for a terminal or a letter."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import assert_never

from kiosk.base.printable import printable
from kiosk.paper import sheet as paper_sheet

# ---- text --------------------------------------------------------------------------------------------------
# A sheet as plain text: for a terminal, a letter, a mail.

WIDTH = 78
_GAP = "  "
_MARK = "> "
_INDENT = 20
_FEWEST = 3  # characters a column keeps
_APART_FROM_OTHERS = (
    paper_sheet.SheetHeading
    | paper_sheet.SheetTable
    | paper_sheet.Notice
    | paper_sheet.PageBreak
    | paper_sheet.SmallPrint
    | paper_sheet.SignHere
    | paper_sheet.Leaf
)


def as_text(sheet: paper_sheet.Sheet) -> str:
    """*sheet* in lines of at most 78 characters, wherever a word is not longer."""
    lines: list[str] = []
    for block in sheet.blocks:
        if isinstance(block, _APART_FROM_OTHERS) and lines:
            lines += ["", "=" * WIDTH] if isinstance(block, paper_sheet.Leaf) else [""]
        lines += _lines(block)
    footer = ["", "-" * WIDTH, *_wrap(sheet.footer)] if sheet.footer else []
    return "\n".join((*lines, *footer)) + "\n"


def _lines(block: paper_sheet.Block | paper_sheet.Leaf) -> Iterable[str]:
    if isinstance(block, paper_sheet.Leaf):
        return _leaf(block.parts)
    return _block_lines(block) if isinstance(block, paper_sheet.Worded) else _lay_out(block)


def _block_lines(block: paper_sheet.Worded) -> Iterable[str]:
    match block:
        case paper_sheet.SheetTitle():
            return _title(block)
        case paper_sheet.SheetHeading(text):
            return [printable(text).upper()]
        case paper_sheet.Paragraph(text) | paper_sheet.SmallPrint(text):
            return _wrap(text)
        case paper_sheet.Notice(text):
            return ["*" * WIDTH, *_wrap(text), "*" * WIDTH, ""]
        case paper_sheet.Pairs(rows):
            return [line for label, value in rows for line in _pair(label, value)]
        case paper_sheet.HashLines(lines):
            return [line for label, text in lines for line in (printable(label), f"  {printable(text)}")]
        case paper_sheet.SignHere(labels):
            return [f"{printable(label)}: {'_' * 40}" for label in labels]
        case _:
            assert_never(block)


def _lay_out(block: paper_sheet.Drawn) -> Iterable[str]:
    match block:
        case paper_sheet.SheetTable():
            return _table(block)
        case paper_sheet.VerdictMark():
            words = _wrap("   ".join(block.words))
            return ["", printable(block.word).upper(), *words, ""]
        case paper_sheet.Figures(figures):
            return [
                line for figure in figures for line in _pair(figure.value, _both(figure.what, figure.below))
            ]
        case paper_sheet.RateChart():
            return ["", *_wrap(block.caption), *_table(_of_rates(block))]
        case paper_sheet.DayChart():
            return ["", *_wrap(block.caption), *_table(_of_day(block))]
        case paper_sheet.QrCode():
            return []  # what it holds stands beside it
        case paper_sheet.PageBreak():
            return ["=" * WIDTH, ""]
        case _:
            assert_never(block)


def _title(title: paper_sheet.SheetTitle) -> list[str]:
    text = _wrap(title.text)
    rule = "=" * max(map(len, text), default=0)
    below = [line for part in title.below for line in _wrap(part)]
    return [printable(title.kicker), *text, rule, *below]


def _both(what: str, below: str) -> str:
    return f"{what} ({below})" if below else what


def _wrap(text: str, width: int = WIDTH) -> list[str]:
    return wrap(printable(text), width, break_long_words=True, break_on_hyphens=False) or [""]


def _pair(label: str, value: str) -> Iterator[str]:
    first, *others = _wrap(value, WIDTH - _INDENT)
    yield f"{printable(label):<{_INDENT - 1}} {first}".rstrip()
    for line in others:
        yield f"{' ' * _INDENT}{line}"


def _of_rates(chart: paper_sheet.RateChart) -> paper_sheet.SheetTable:
    heads = ("", "Rulings", "Unacceptable", "Acceptable", "Referred", "Succeeded")
    columns = tuple(
        paper_sheet.SheetColumn(
            head, width, paper_sheet.Align.LEFT if place in (0, 5) else paper_sheet.Align.RIGHT
        )
        for place, (head, width) in enumerate(zip(heads, (18, 9, 13, 11, 9, 18), strict=True))
    )
    rows = (
        (
            *(bar.label, str(bar.acceptable + bar.unacceptable + bar.referred), str(bar.unacceptable)),
            *(str(bar.acceptable), str(bar.referred), paper_sheet.shown_share(bar.share)),
        )
        for bar in chart.bars
    )
    return paper_sheet.SheetTable(columns, tuple(rows))


def _of_day(chart: paper_sheet.DayChart) -> paper_sheet.SheetTable:
    heads = ("From", "Unacceptable", "Acceptable", "Referred", "During")
    columns = tuple(
        paper_sheet.SheetColumn(
            head, width, paper_sheet.Align.RIGHT if place in (1, 2, 3) else paper_sheet.Align.LEFT
        )
        for place, (head, width) in enumerate(zip(heads, (10, 14, 14, 14, 26), strict=True))
    )
    rows = []
    for column in chart.columns:
        during = (band.label for band in chart.bands if band.start <= column.start < band.end)
        counts = (column.unacceptable, column.acceptable, column.referred)
        clock = f"{column.start // 60:02d}:{column.start % 60:02d}"
        rows.append((clock, *map(str, counts), next(during, "")))
    return paper_sheet.SheetTable(columns, tuple(rows))


def _table(table: paper_sheet.SheetTable) -> Iterator[str]:
    """Its rows below its head; where some are marked, there is room for the mark before each."""
    gutter = _GAP if table.marked else ""
    widths = _widths(table, WIDTH - len(gutter))
    for line in _row(tuple(column.heading for column in table.columns), table, widths):
        yield gutter + line
    yield gutter + _GAP.join("-" * width for width in widths)
    for place, row in enumerate(table.rows):
        mark = _MARK if place in table.marked else gutter
        for line in _row(row, table, widths):
            yield mark + line


def _widths(table: paper_sheet.SheetTable, width: int) -> tuple[int, ...]:
    """What each column needs, if all of it fits; else room for its longest word, if that fits; else by their
    shares. What is left over goes to those that need more."""
    cells = [
        [printable(text) for text in (column.heading, *(row[place] for row in table.rows))]
        for place, column in enumerate(table.columns)
    ]
    needed = [max(1, *map(len, texts)) for texts in cells]
    room = width - len(_GAP) * (len(needed) - 1)
    kept = [max(1, *(len(word) for text in texts for word in (text.split() or [""]))) for texts in cells]
    if sum(kept) > room:
        shares = sum(column.width for column in table.columns)
        kept = [
            max(_FEWEST, min(need, room * column.width // shares))
            for need, column in zip(needed, table.columns, strict=True)
        ]
    spare = room - sum(kept)
    for place, need in enumerate(needed):
        more = max(0, min(spare, need - kept[place]))
        kept[place] += more
        spare -= more
    return tuple(kept)


def _row(cells: Sequence[str], table: paper_sheet.SheetTable, widths: Sequence[int]) -> Iterator[str]:
    wrapped = [_wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for line in range(max(map(len, wrapped))):
        parts = []
        for lines, width, column in zip(wrapped, widths, table.columns, strict=True):
            text = lines[line] if line < len(lines) else ""
            parts.append(text.rjust(width) if column.align is paper_sheet.Align.RIGHT else text.ljust(width))
        yield _GAP.join(parts).rstrip()


# ---- leaves ------------------------------------------------------------------------------------------------
# A leaf as plain text: its rows line by line, a clause in brackets behind what it is of.

_LEAF_MM = 188  # how wide a leaf is on paper
_APART = 2.0  # millimetres above a row from which on a line is left free
_TO_WRITE_ON = 20


def _leaf(parts: Sequence[paper_sheet.LeafPart]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, paper_sheet.Row):
            yield from _leaf_row(part)
            continue
        for rows in part.columns:
            if part.frame is not paper_sheet.ColumnFrame.NONE:
                yield "- " * (WIDTH // 2 - 1) + "-"
            for row in rows:
                yield from _leaf_row(row)


def _leaf_row(row: paper_sheet.Row) -> Iterator[str]:
    if row.framed:
        yield from ("*" * WIDTH, *(line for cell in row.cells for line in _wrap(_cell(cell))), "*" * WIDTH)
        return
    if row.above >= _APART:
        yield ""
    if row.over >= 1:
        yield "-" * WIDTH
    texts, columns, widths = _cells(row)
    yield from _row(texts, paper_sheet.SheetTable(columns, ()), widths)
    if row.under >= 1:
        yield "-" * WIDTH


def _cells(row: paper_sheet.Row) -> tuple[list[str], tuple[paper_sheet.SheetColumn, ...], list[int]]:
    """What stands side by side in *row*, how it is aligned, and how wide it is."""
    texts, shown = list[str](), list[paper_sheet.Cell]()
    for cell in row.cells:
        quiet = isinstance(cell.content, paper_sheet.Lettered) and cell.content.quiet
        if not (quiet and texts):
            shown.append(cell)
            texts.append(_cell(cell) + (f" {'_' * _TO_WRITE_ON}" if row.least and not row.boxed else ""))
        elif cell.content.text:
            texts[-1] += f" ({cell.content.text})"
    columns = tuple(paper_sheet.SheetColumn("", 1, _align(cell.content)) for cell in shown)
    room = WIDTH - len(_GAP) * (len(shown) - 1)
    taken = [max(_FEWEST, round(cell.width * room / _LEAF_MM)) if cell.width else 0 for cell in shown]
    widths = [width or (room - sum(taken)) // taken.count(0) for width in taken]
    if row.boxed:
        texts = ["_" * width for width in widths]
    return texts, columns, widths


def _align(content: paper_sheet.CellContent) -> paper_sheet.Align:
    return (
        paper_sheet.Align.RIGHT
        if isinstance(content, paper_sheet.Lettered) and content.right
        else paper_sheet.Align.LEFT
    )


def _cell(cell: paper_sheet.Cell) -> str:
    match cell.content:
        case paper_sheet.Lettered(text, keys=keys):
            said = " ".join((text, *(f"[{key}]" for key in keys)))
        case paper_sheet.PaperFlag(text):
            said = text
        case paper_sheet.SignedVerdict(text=text):
            said = text.upper()
        case paper_sheet.TickBox(text=text):
            said = f"[ ] {text}"
        case _:
            assert_never(cell.content)
    return f"{said} {'_' * _TO_WRITE_ON}"[: _TO_WRITE_ON + 2] if cell.underlined else said
