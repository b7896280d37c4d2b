"""Text in columns: words, definitions and other things between tabs, commas or semicolons, with or without
a heading."""

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from kiosk.storage.lexicons.importers.comments import is_comment, note_comment
from kiosk.storage.lexicons.importers.lines import title_of
from kiosk.storage.lexicons.importers.reading import Entries, Entry, PassedOver, damaged, refused
from kiosk.storage.lexicons.importers.several import FurtherWords, several_words

_WORD_HEADINGS = ("word", "words")
_DEFINITION_HEADINGS = ("definition", "definitions", "meaning", "meanings")
_FIRST_CELL = r"""\s*["'“]?#?[^\W_]+[#*!$+^]*["'”]?\s*"""
_DELIMITED = {delimiter: re.compile(_FIRST_CELL + delimiter) for delimiter in ",;"}
_MOST_COLUMNS = 100
_MAY_OPEN_COMMENT = "#;/ \t"

Row = tuple[int, list[str]]


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


def tab_entries(lines: list[str], passed_over: PassedOver) -> Entries:
    """The entries of *lines*, whose comments are blank and whose columns stand between tabs. Quotes mean
    nothing here but round a whole cell."""
    title = title_of(lines) if "\t" not in lines[0].strip() else ""
    if title:
        lines[0] = ""
    rows = ((place, line.strip(" ").split("\t")) for place, line in enumerate(lines, 1) if line.strip())
    return Entries("tab-separated text", "line", len(lines), _entries(rows, passed_over), title, passed_over)


def comma_entries(lines: list[str], delimiter: str, passed_over: PassedOver) -> Entries:
    """The entries of comma- or semicolon-separated *lines*."""
    title = title_of(lines) if delimiter not in lines[0] and not is_comment(lines[0].strip()) else ""
    if title:
        lines[0] = ""
    entries = _entries(_comma_rows(lines, delimiter, passed_over), passed_over)
    return Entries("comma-separated text", "line", len(lines), entries, title, passed_over)


def _comma_rows(lines: list[str], delimiter: str, passed_over: PassedOver) -> Iterator[Row]:
    # Strict: a quote that is not closed must not swallow the words of the lines after it.
    ended = (f"{line}\n" for line in lines)
    reader = csv.reader(ended, delimiter=delimiter, strict=True, skipinitialspace=True)
    try:
        for row in reader:
            if row and row[0][:1] in _MAY_OPEN_COMMENT and is_comment(row[0].strip()):
                note_comment(passed_over, delimiter.join(row))
            elif any(row):
                yield reader.line_num, row
    except csv.Error as error:
        why = "a quotation mark is not closed, or stands where none can be, or a cell is too long"
        raise damaged("comma-separated", f"in line {reader.line_num} {why}") from error


def _entries(rows: Iterable[Row], passed_over: PassedOver) -> Iterator[Entry]:
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    columns = _columns(first)
    behind = columns.word + 1
    further = None if columns.heading else FurtherWords(passed_over)
    for place, row in rows if columns.heading else chain((first,), rows):
        if len(row) > _MOST_COLUMNS:
            raise refused(f"line {place} has more than {_MOST_COLUMNS} columns", "Put one word on each line.")
        if further is not None and len(row) > behind:
            rest = row[behind] if len(row) == behind + 1 else " ".join(row[behind:])
            if rest:
                further.see(place, row[behind - 1], rest)
        yield _entry(place, row, columns)
    if further is not None:
        further.refuse()


def _columns(first: Row) -> Columns:
    place, cells = first
    names = [cell.strip(' "').casefold() for cell in cells]
    words = [index for index, name in enumerate(names) if name in _WORD_HEADINGS]
    if len(words) > 1:
        raise several_words(place)
    if words and len(names) > 1:
        meanings = [index for index, name in enumerate(names) if name in _DEFINITION_HEADINGS]
        return Columns(words[0], meanings[0] if meanings else len(names), True)
    if names[0].isdigit() and len(names) > 1:
        return Columns(1, 2, False)
    return Columns(0, 1, False)


def _entry(place: int, row: list[str], columns: Columns) -> Entry:
    if columns.word and not columns.heading and not row[0].strip().isdigit():
        return place, " ".join(row), ""  # no number: which cell is the word cannot be told, so it is bad
    word = row[columns.word].strip() if columns.word < len(row) else ""
    definition = row[columns.definition].strip() if columns.definition < len(row) else ""
    if len(definition) > 1 and definition[0] == definition[-1] == '"':
        definition = definition[1:-1].replace('""', '"')
    return place, word, definition
