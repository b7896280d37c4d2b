"""Text with one word on each line: alone, before its definition, or after a number (a ranked list)."""

import re
from collections.abc import Callable

from kiosk.storage.importers.reading import Entry, Reading, refused

_NUMBER = re.compile(r"\d+[.):]?")
_TITLE = re.compile(r"\d|©|\bcopyright\b|\bedition\b|\blexicon\b|\bword ?list\b", re.IGNORECASE)
_DIGIT_OR_SIGN = re.compile(r"\d|©")
_LEAST_SHARE_WITH_DEFINITIONS = 5  # one line in five


def plain_entries(lines: list[str], is_content: Callable[[str], bool]) -> Reading:
    """The entries of *lines*, their first word taken, the rest kept as its definition."""
    numbered = _is_numbered(lines, is_content)
    title = "" if numbered else title_of(lines, is_content)
    content = [
        (place, line.strip())
        for place, line in enumerate(lines, 1)
        if is_content(line) and not (title and place == 1)
    ]
    if numbered:
        content = [(place, _without_number(line)) for place, line in content]
    with_more = sum(" " in line or "\t" in line for _, line in content)
    if with_more * _LEAST_SHARE_WITH_DEFINITIONS < len(content):
        # A plain list: a blank inside a line is then a fault of that line, not the start of a definition.
        return Reading(
            "plain text", "line", len(content), [(place, line, "") for place, line in content], title
        )
    entries = [_entry(place, line) for place, line in content]
    refuse_wrapped(entries)
    return Reading("text with definitions", "line", len(entries), entries, title)


def title_of(lines: list[str], is_content: Callable[[str], bool]) -> str:
    """The first line, if it is a title rather than a word.

    A list may well start with the word EDITION, or with a definition that holds a digit: a first line that
    looks like the second one is an entry.
    """
    first = lines[0].strip()
    if not is_content(first) or not _TITLE.search(first):
        return ""
    tokens = first.split()
    if len(tokens) == 1:
        return first if _DIGIT_OR_SIGN.search(first) else ""
    second = next((line.split() for line in lines[1:] if is_content(line)), [""])
    return "" if len(second) > 1 and _style(tokens[0]) == _style(second[0]) else first


def _style(token: str) -> tuple[bool, bool, bool]:
    return token.isalpha(), token.isupper(), token.islower()


def _is_numbered(lines: list[str], is_content: Callable[[str], bool]) -> bool:
    first = [line.split() for line in lines[:50] if is_content(line)][:5]
    return all(len(tokens) > 1 and _NUMBER.fullmatch(tokens[0]) for tokens in first)


def _without_number(line: str) -> str:
    number, _, rest = line.partition(" ") if "\t" not in line else line.partition("\t")
    return rest.strip() if _NUMBER.fullmatch(number) else line


def _entry(place: int, line: str) -> Entry:
    word, *rest = line.split(None, 1)
    return place, word, rest[0] if rest else ""


def refuse_wrapped(entries: list[Entry]) -> None:
    """Refuse a list with several words on a line: all but the first of each line would be lost as
    definitions."""
    first = next((place for place, _, definition in entries if definition), None)
    if first is not None and all(_all_words(token, more) for _, token, more in entries if more):
        raise refused(
            f"line {first} holds several words", "Put one word on each line, and import the list again."
        )


def _all_words(token: str, more: str) -> bool:
    same_case: Callable[[str], bool] = str.isupper if token.isupper() else str.islower
    return all(part.isalpha() and same_case(part) for part in re.split(r"[\s,;]+", more.strip(" ,;")))
