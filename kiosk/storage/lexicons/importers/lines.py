"""Text with one word on each line: alone, before its definition, or after a number (a ranked list)."""

import re
from collections.abc import Iterator

from kiosk.storage.lexicons.importers.reading import Entries, Entry, PassedOver
from kiosk.storage.lexicons.importers.several import FurtherWords

_NUMBER = re.compile(r"\d+[.):]?")
_TITLE = re.compile(r"\d|©|\bcopyright\b|\bedition\b|\blexicon\b|\bword ?list\b", re.IGNORECASE)
_SURELY_TITLE = re.compile(r"\b(?:19|20)\d\d\b|©|\bcopyright\b|\bedition\b|\bword ?list\b", re.IGNORECASE)
_DIGIT_OR_SIGN = re.compile(r"\d|©")
_LEAST_SHARE_WITH_DEFINITIONS = 5  # one line in five


def plain_entries(lines: list[str], passed_over: PassedOver) -> Entries:
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
        return Entries("plain text", "line", total, alone, title, passed_over)
    return Entries("text with definitions", "line", total, _defined(lines, passed_over), title, passed_over)


def _defined(lines: list[str], passed_over: PassedOver) -> Iterator[Entry]:
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
    if len(second) == 1 or _style(tokens[0]) != _style(second[0]):
        return first
    out_of_order = tokens[0].upper() > second[0].upper()
    return first if _SURELY_TITLE.search(first) and out_of_order else ""


def _style(token: str) -> tuple[bool, bool, bool]:
    return token.isalpha(), token.isupper(), token.islower()


def _is_numbered(lines: list[str]) -> bool:
    first = [line.split() for line in lines[:50] if line][:5]
    return all(len(tokens) > 1 and _NUMBER.fullmatch(tokens[0]) for tokens in first)


def _without_number(line: str) -> str:
    """*line* behind its number; one that is nothing but a number stays as it is, and is a bad entry."""
    number, _, rest = line.partition(" ") if "\t" not in line else line.partition("\t")
    return rest.strip() or line if _NUMBER.fullmatch(number) else line
