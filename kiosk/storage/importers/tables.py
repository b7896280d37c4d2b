"""Text in columns: words, definitions and other things between tabs, commas or semicolons, with or without
a heading."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kiosk.storage.importers.lines import refuse_wrapped, title_of
from kiosk.storage.importers.reading import Entry, Reading, damaged

_WORD_HEADINGS = ("word", "words")
_DEFINITION_HEADINGS = ("definition", "definitions", "meaning", "meanings")
_FIRST_CELL = r"""\s*["'“]?[^\W_]+[#*!$]*["'”]?\s*"""
_DELIMITED = {delimiter: re.compile(_FIRST_CELL + delimiter) for delimiter in ",;"}


class Columns(NamedTuple):
    """Where a row has its word and its definition, and whether the first row is only a heading."""

    word: int
    definition: int
    heading: bool


def delimiter_of(sample: list[str]) -> str | None:
    """What separates the columns of *sample*, if it is a table: the character found in most of its lines."""
    if sum("\t" in line.strip() for line in sample) * 2 > len(sample):
        return "\t"
    for delimiter, pattern in _DELIMITED.items():
        if sum(bool(pattern.match(line)) for line in sample) * 2 > len(sample):
            return delimiter
    return None


def tab_entries(lines: list[str], is_content: Callable[[str], bool]) -> Reading:
    """The entries of lines whose columns stand between tabs. Quotes mean nothing here but round a whole
    cell."""
    rows = [(place, line.strip("\n ").split("\t")) for place, line in enumerate(lines, 1) if is_content(line)]
    title = title_of(lines, is_content) if len(rows[0][1]) == 1 else ""
    return _reading("tab-separated text", rows[1:] if title else rows, title)


def comma_entries(text: str, delimiter: str, is_content: Callable[[str], bool]) -> Reading:
    """The entries of comma- or semicolon-separated *text*."""
    title = title_of(text.split("\n", 2)[:2], is_content)
    title = title if delimiter not in title else ""
    rows = list(_comma_rows(text, delimiter, is_content))
    return _reading("comma-separated text", rows[1:] if title else rows, title)


def _comma_rows(
    text: str, delimiter: str, is_content: Callable[[str], bool]
) -> Iterator[tuple[int, list[str]]]:
    # Strict: a quote that is not closed must not swallow the words of the lines after it.
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    try:
        for row in reader:
            first = row[0] if row else ""
            if is_content(first) if first else any(row):
                yield reader.line_num, row
    except csv.Error as error:
        why = "a quotation mark is not closed, or stands where none can be, or a cell is too long"
        raise damaged("comma-separated", f"in line {reader.line_num} {why}") from error


def _reading(format: str, rows: Sequence[tuple[int, list[str]]], title: str) -> Reading:
    columns = _columns([cell.strip(' "').casefold() for cell in rows[0][1]]) if rows else Columns(0, 1, False)
    kept = rows[1:] if columns.heading else rows
    entries = [_entry(place, row, columns) for place, row in kept]
    if not columns.heading:
        refuse_wrapped(entries)
    return Reading(format, "line", len(entries), entries, title)


def _columns(first: list[str]) -> Columns:
    words = [index for index, cell in enumerate(first) if cell in _WORD_HEADINGS]
    if words and len(first) > 1:
        meanings = [index for index, cell in enumerate(first) if cell in _DEFINITION_HEADINGS]
        return Columns(words[0], meanings[0] if meanings else len(first), True)
    if first[0].isdigit() and len(first) > 1:
        return Columns(1, 2, False)
    return Columns(0, 1, False)


def _entry(place: int, row: list[str], columns: Columns) -> Entry:
    word = row[columns.word].strip() if columns.word < len(row) else ""
    definition = row[columns.definition].strip() if columns.definition < len(row) else ""
    if len(definition) > 1 and definition[0] == definition[-1] == '"':
        definition = definition[1:-1].replace('""', '"')
    return place, word, definition
