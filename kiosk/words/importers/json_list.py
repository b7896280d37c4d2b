"""Word lists as JSON: an array of words, of objects with a word each or of pairs; an object keyed by words,
or with the words in groups by letter or length; any of these inside an object with a few facts about the
list (the shape licensees receive); or one object on each line.

An object is taken for one of these only if it cannot be another: a word must not become a fact, nor a fact
a word.
"""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from kiosk.words.importers import entries
from kiosk.words.importers.text import FurtherWords

_LIST_KEYS = ("words", "wordlist", "word_list", "list", "entries", "dictionary", "lexicon", "data", "items")
_WORD_KEYS = ("word", "words")
_DEFINITION_KEYS = ("definition", "definitions", "meaning")
_MOST_OBJECTS = 2 * entries.MOST_ENTRIES
_MOST_STRINGS, _MOST_COMMAS = 8_000_000, 10_000_000
_JOIN = " / "
_MOST_FACTS = 20
_MOST_SENSES = 40  # of one word
_DEEPEST_SHELL = 4


def fits(source: entries.ListFile) -> bool:
    return source.text is not None and source.text[:4096].lstrip().startswith(("[", "{"))


def read(source: entries.ListFile) -> entries.Entries:
    """The entries of the JSON in *source*."""
    text = source.text or ""
    _refuse_huge(text)
    items = _items(_value(text))
    passed_over = entries.PassedOver()
    return entries.Entries("JSON", "entry", len(items), _entries(items, passed_over), passed_over=passed_over)


def _refuse_huge(text: str) -> None:
    """Refuse what would take too much memory, before it is taken apart."""
    objects, arrays, strings = text.count("{"), text.count("["), text.count('"') // 2
    if (
        objects + arrays > _MOST_OBJECTS
        or strings > min(2 * entries.MOST_ENTRIES + _MOST_FACTS * objects, _MOST_STRINGS)
        or text.count(",") > _MOST_COMMAS
    ):
        raise entries.damaged_file("JSON", "it holds more than any word list")


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" in text[: error.pos]:
            return _values_by_line(text)
        raise entries.damaged_file(
            "JSON", f"line {error.lineno} is not well formed, at its character {error.colno}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise entries.damaged_file("JSON", _why(error)) from error


def _values_by_line(text: str) -> list[Any]:
    values = []
    for place, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                values.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise entries.damaged_file("JSON", f"line {place} is not well formed") from error
    return values


def _why(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "its brackets are nested too deeply"
    return "it holds a number with too many digits"


def _items(value: Any, depth: int = 0) -> list[Any]:
    """The entries in *value*: what an array holds, or an object that stands for a list."""
    if isinstance(value, list):
        return value
    if not isinstance(value, dict) or depth > _DEEPEST_SHELL:
        raise entries.damaged_file("JSON", "it holds no array of words")
    shell = _inside(value)
    if shell is not None:
        return _items(shell, depth + 1)
    if value and all(isinstance(group, list) for group in value.values()) and _is_grouped(value):
        return list(chain.from_iterable(value.values()))
    if any(isinstance(item, list | dict) and len(item) > _MOST_SENSES for item in value.values()):
        raise entries.damaged_file(
            "JSON", "it holds several lists, and it is not clear which is the one of the words"
        )
    return [[key, item] for key, item in value.items()]


def _inside(value: dict[str, Any]) -> Any:
    """The list in *value*, if that is an object with a few facts about a list; else None."""
    if len(value) > _MOST_FACTS:
        return None
    holders = {key: item for key, item in value.items() if isinstance(item, list | dict)}
    by_key = {key.casefold(): item for key, item in holders.items()}
    for key in _LIST_KEYS:
        if key in by_key:
            return by_key[key]
    if len(holders) == 1 and len(value) > 1:
        [only] = holders.values()
        holds_more = len(only) > len(value) or (isinstance(only, dict) and _inside(only) is not None)
        return only if holds_more else None
    return None


def _is_grouped(groups: dict[str, list[Any]]) -> bool:
    """Whether *groups* are words by length or by their first letters, rather than words and their senses."""
    if all(key.isdigit() for key in groups):
        return True
    return all(
        isinstance(word, str) and word.casefold().startswith(key.casefold())
        for key, group in groups.items()
        for word in group
    )


def _entries(items: list[Any], passed_over: entries.PassedOver) -> Iterator[entries.Entry]:
    further = FurtherWords(passed_over)
    for place, item in enumerate(items, 1):
        if isinstance(item, str):
            yield place, item, ""
        elif isinstance(item, dict):
            yield place, *_of_object(item, place)
        elif isinstance(item, list) and item and isinstance(item[0], str):
            definition = item[1] if len(item) == 2 and isinstance(item[1], str) else _text_of(item[1:])
            if definition:
                further.see(place, item[0], definition.replace(_JOIN, " "))
            yield place, item[0], definition
        else:
            raise entries.damaged_file("JSON", f"entry {place} is neither a word nor an object with a word")
    further.refuse()


def _of_object(item: dict[str, Any], place: int) -> tuple[str, str]:
    word = item.get("word")
    if word is None:
        item = {key.casefold(): field for key, field in item.items()}
        word = next((item[key] for key in _WORD_KEYS if key in item), None)
    if not isinstance(word, str):
        raise entries.damaged_file("JSON", f"entry {place} names no word")
    return word, _definition(item)


def _definition(known: dict[str, Any]) -> str:
    for key in _DEFINITION_KEYS:
        if key in known:
            value = known[key]
            return value if isinstance(value, str) else _text_of(value)
    return ""


def _text_of(value: Any) -> str:
    """The text in *value*, whatever it is made of."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return _JOIN.join(text for text in map(_text_of, value) if text)
    if isinstance(value, dict):
        return _definition({key.casefold(): field for key, field in value.items()})
    return ""
