"""Word lists as text: one word a line or several, alone, before definitions, numbered, or in columns."""

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from kiosk.errors import LexiconError
from kiosk.words.importers import entries as importers_entries

# ---- several -----------------------------------------------------------------------------------------------
# Lists with several words on a line: read by their first word alone they would lose all the others as
# definitions.
#
# What follows the words of most lines is looked at. Words of a list are all different and written like
# the first of their line; definitions repeat themselves. Marks beside the words change nothing.

_BETWEEN = r"[\s,;|" + re.escape(importers_entries.WORD_MARKS) + "]"
_ALL_WORDS = re.compile(rf"{_BETWEEN}*[A-Za-z]{{2,}}(?:{_BETWEEN}+[A-Za-z]{{2,}})*{_BETWEEN}*")
_LETTERS = re.compile("[A-Za-z]+")
_LEAST_SHARE = 10  # one line in ten
_ENOUGH = 500  # characters of a line
_SEVERAL_SAMPLE = 50_000  # further words kept to see whether they differ


class FurtherWords:
    """Looks at what follows the word of each line, and refuses a list that would lose words."""

    def __init__(self, passed_over: importers_entries.PassedOver) -> None:
        self._passed_over = passed_over
        self._lines = 0
        self._parts = 0
        self._different: set[str] = set()

    def see(self, place: int, word: str, rest: str) -> None:
        """Look at the *rest* of the line at *place*, after its first *word*."""
        self._lines += 1
        if not _ALL_WORDS.fullmatch(rest):
            return
        parts = _LETTERS.findall(rest[:_ENOUGH])
        if 2 * sum(_style_several(part) == _style_several(word) for part in parts) < len(parts):
            return
        found = self._passed_over
        found.wordy += 1
        found.first_wordy = found.first_wordy or place
        if self._parts < _SEVERAL_SAMPLE:
            self._parts += len(parts)
            self._different.update(parts)

    def refuse(self) -> None:
        """Refuse the list if what was seen are words rather than definitions."""
        found = self._passed_over
        if len(self._different) * 10 < self._parts * 9:
            found.wordy = found.first_wordy = 0  # they repeat themselves: definitions
        elif found.wordy and found.wordy * _LEAST_SHARE >= self._lines:
            raise several_words(found.first_wordy)


def several_words(place: int) -> LexiconError:
    """The refusal of a list whose line *place* holds more than one word."""
    return importers_entries.refuse_file(
        f"line {place} holds several words", "Put one word on each line, and import the list again."
    )


def _style_several(word: str) -> tuple[bool, bool]:
    return word.isupper(), word.islower()


# ---- lines -------------------------------------------------------------------------------------------------
# Text with one word on each line: alone, before its definition, or after a number (a ranked list).

_NUMBER = re.compile(r"\d+[.):]?")
_TITLE = re.compile(r"\d|©|\bcopyright\b|\bedition\b|\blexicon\b|\bword ?list\b", re.IGNORECASE)
_SURELY_TITLE = re.compile(r"\b(?:19|20)\d\d\b|©|\bcopyright\b|\bedition\b|\bword ?list\b", re.IGNORECASE)
_DIGIT_OR_SIGN = re.compile(r"\d|©")
_LEAST_SHARE_WITH_DEFINITIONS = 5  # one line in five


def plain_entries(lines: list[str], passed_over: importers_entries.PassedOver) -> importers_entries.Entries:
    """The entries of *lines*, whose comments are blank; their first word taken, the rest kept as its
    definition."""
    lines = [line.strip() for line in lines]
    numbered = _is_numbered(lines)
    title = "" if numbered else title_of(lines)
    if title:
        lines[0] = ""
    if numbered:
        lines = [_without_number(line) for line in lines]
    total = sum(map(bool, lines))
    with_more = sum(" " in line or "\t" in line for line in lines)
    if with_more * _LEAST_SHARE_WITH_DEFINITIONS < total:
        # A plain list: a blank inside a line is then a fault of that line, not the start of a definition.
        alone = ((place, line, "") for place, line in enumerate(lines, 1) if line)
        return importers_entries.Entries("plain text", "line", total, alone, title, passed_over)
    return importers_entries.Entries(
        "text with definitions", "line", total, _read_definitions(lines, passed_over), title, passed_over
    )


def _read_definitions(
    lines: list[str], passed_over: importers_entries.PassedOver
) -> Iterator[importers_entries.Entry]:
    further = FurtherWords(passed_over)
    for place, line in enumerate(lines, 1):
        if not line:
            continue
        word, *rest = line.split(None, 1)
        definition = rest[0] if rest else ""
        if definition:
            further.see(place, word, definition)
        yield place, word, definition
    further.refuse()


def title_of(lines: list[str]) -> str:
    """The first line, if it is a title rather than a word.

    A list may well start with the word EDITION, or with a definition that holds a digit: a first line that
    looks like the second one is an entry, unless it speaks of a year or an edition and is out of order.
    """
    first = lines[0].strip()
    if not _TITLE.search(first):
        return ""
    tokens = first.split()
    if len(tokens) == 1:
        return first if _DIGIT_OR_SIGN.search(first) else ""
    second = next((line.split() for line in lines[1:] if line.strip()), [""])
    if len(second) == 1 or _style_lines(tokens[0]) != _style_lines(second[0]):
        return first
    out_of_order = tokens[0].upper() > second[0].upper()
    return first if _SURELY_TITLE.search(first) and out_of_order else ""


def _style_lines(token: str) -> tuple[bool, bool, bool]:
    return token.isalpha(), token.isupper(), token.islower()


def _is_numbered(lines: list[str]) -> bool:
    first = [line.split() for line in lines[:50] if line][:5]
    return all(len(tokens) > 1 and _NUMBER.fullmatch(tokens[0]) for tokens in first)


def _without_number(line: str) -> str:
    """*line* behind its number; one that is nothing but a number stays as it is, and is a bad entry."""
    number, _, rest = line.partition(" ") if "\t" not in line else line.partition("\t")
    return rest.strip() or line if _NUMBER.fullmatch(number) else line


# ---- tables ------------------------------------------------------------------------------------------------
# Text in columns: words, definitions and other things between tabs, commas or semicolons, with or without
# a heading.

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


def tab_entries(lines: list[str], passed_over: importers_entries.PassedOver) -> importers_entries.Entries:
    """The entries of *lines*, whose comments are blank and whose columns stand between tabs. Quotes mean
    nothing here but round a whole cell."""
    title = title_of(lines) if "\t" not in lines[0].strip() else ""
    if title:
        lines[0] = ""
    rows = ((place, line.strip(" ").split("\t")) for place, line in enumerate(lines, 1) if line.strip())
    return importers_entries.Entries(
        "tab-separated text", "line", len(lines), _entries(rows, passed_over), title, passed_over
    )


def comma_entries(
    lines: list[str], delimiter: str, passed_over: importers_entries.PassedOver
) -> importers_entries.Entries:
    """The entries of comma- or semicolon-separated *lines*."""
    title = (
        title_of(lines)
        if delimiter not in lines[0] and not importers_entries.is_comment(lines[0].strip())
        else ""
    )
    if title:
        lines[0] = ""
    entries = _entries(_comma_rows(lines, delimiter, passed_over), passed_over)
    return importers_entries.Entries("comma-separated text", "line", len(lines), entries, title, passed_over)


def _comma_rows(lines: list[str], delimiter: str, passed_over: importers_entries.PassedOver) -> Iterator[Row]:
    # Strict: a quote that is not closed must not swallow the words of the lines after it.
    ended = (f"{line}\n" for line in lines)
    reader = csv.reader(ended, delimiter=delimiter, strict=True, skipinitialspace=True)
    try:
        for row in reader:
            if row and row[0][:1] in _MAY_OPEN_COMMENT and importers_entries.is_comment(row[0].strip()):
                importers_entries.note_comment(passed_over, delimiter.join(row))
            elif any(row):
                yield reader.line_num, row
    except csv.Error as error:
        why = "a quotation mark is not closed, or stands where none can be, or a cell is too long"
        raise importers_entries.damaged_file("comma-separated", f"in line {reader.line_num} {why}") from error


def _entries(
    rows: Iterable[Row], passed_over: importers_entries.PassedOver
) -> Iterator[importers_entries.Entry]:
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    columns = _columns(first)
    behind = columns.word + 1
    further = None if columns.heading else FurtherWords(passed_over)
    for place, row in rows if columns.heading else chain((first,), rows):
        if len(row) > _MOST_COLUMNS:
            raise importers_entries.refuse_file(
                f"line {place} has more than {_MOST_COLUMNS} columns", "Put one word on each line."
            )
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


def _entry(place: int, row: list[str], columns: Columns) -> importers_entries.Entry:
    if columns.word and not columns.heading and not row[0].strip().isdigit():
        return place, " ".join(row), ""  # no number: which cell is the word cannot be told, so it is bad
    word = row[columns.word].strip() if columns.word < len(row) else ""
    definition = row[columns.definition].strip() if columns.definition < len(row) else ""
    if len(definition) > 1 and definition[0] == definition[-1] == '"':
        definition = definition[1:-1].replace('""', '"')
    return place, word, definition


# ---- text --------------------------------------------------------------------------------------------------
# Word lists as text: one word on each line, alone, before its definition, numbered, or in a table of tabs
# or commas.
#
# Nothing is dropped in silence: a line is a word, blank, a comment (counted), a first line that is a title
# (shown), or bad.

_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16 = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DOS_END = b"\x1a"  # DOS programs end a file with it
_CONTROLS = bytes((*range(9), 11, *range(14, 32), 127))
_ALL_BUT_CONTROL = bytes(range(256)).translate(None, _CONTROLS)
_CONTROL = re.compile(f"[{re.escape(_CONTROLS.decode())}\ufffe\uffff]")
_SAMPLE = 1000


def fits(source: importers_entries.ListFile) -> bool:
    return source.text is not None and not source.text[:4096].lstrip().startswith(("[", "{"))


def decode(data: bytes) -> str | None:
    """*data* as text, or None if it is not text: UTF-8, UTF-16 with a mark, else Windows-1252."""
    if len(data) > importers_entries.LARGEST_TEXT:
        return None
    for mark, encoding in _UTF_16:
        if data.startswith(mark):
            text = _as(encoding, data[len(mark) :])
            return None if text is None or _CONTROL.search(text) else text
    data = data.removeprefix(_UTF_8_MARK).rstrip(_DOS_END)
    # In the other encodings a control byte is a control character: no need to decode what is no text.
    if data.translate(None, _ALL_BUT_CONTROL):
        return None
    text = _as("utf-8", data)
    return _as("cp1252", data) if text is None else text


def _as(encoding: str, data: bytes) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def read(source: importers_entries.ListFile) -> importers_entries.Entries:
    """The entries of the text in *source*."""
    text = (source.text or "").replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > importers_entries.MOST_ENTRIES:
        raise importers_entries.refuse_file(
            f"the file has more than {importers_entries.MOST_ENTRIES:,} lines", "No word list is that long."
        )
    lines = text.removesuffix("\n").split("\n")
    lengths = [*map(len, lines)]
    if (longest := max(lengths)) > importers_entries.LONGEST_LINE:
        raise importers_entries.refuse_file(
            f"line {lengths.index(longest) + 1} has more than {importers_entries.LONGEST_LINE:,} characters",
            "Put one word on each line, and import the list again.",
        )
    sample = [
        line
        for line in lines[: 2 * _SAMPLE]
        if line.strip() and not importers_entries.is_comment(line.strip())
    ][:_SAMPLE]
    passed_over = importers_entries.PassedOver()
    match delimiter_of(sample):
        case "," | ";" as delimiter:
            return comma_entries(lines, delimiter, passed_over)
        case "\t":
            return tab_entries(importers_entries.without_comments(lines, passed_over), passed_over)
        case _:
            return plain_entries(importers_entries.without_comments(lines, passed_over), passed_over)
