"""Word lists as JSON: an array of words, an array of objects with a word each, an object keyed by words, or
an object that holds one such array among a few facts about the list (the shape licensees receive)."""

import json
from collections.abc import Iterator
from typing import Any

from kiosk.storage.importers.reading import MOST_ENTRIES, Entry, Reading, Source, damaged

_WORD_KEYS = ("word", "words")
_DEFINITION_KEYS = ("definition", "definitions", "meaning")


def fits(source: Source) -> bool:
    return source.text is not None and source.text[:4096].lstrip().startswith(("[", "{"))


def read(source: Source) -> Reading:
    """The entries of the JSON in *source*."""
    text = source.text or ""
    if text.count("{") + text.count("[") > 2 * MOST_ENTRIES:
        raise damaged("JSON", "it holds more objects than any word list")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise damaged("JSON", _why(error)) from error
    items = _items(value)
    return Reading("JSON", "entry", len(items), _entries(items))


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno} is not well formed, at its character {error.colno}"
    if isinstance(error, RecursionError):
        return "its brackets are nested too deeply"
    return "it holds a number with too many digits"


def _items(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        raise damaged("JSON", "it holds no array of words")
    arrays = [item for item in value.values() if isinstance(item, list)]
    if len(arrays) == 1:
        return arrays[0]
    return [{"word": key, "definition": item} for key, item in value.items()]


def _entries(items: list[Any]) -> Iterator[Entry]:
    for place, item in enumerate(items, 1):
        if isinstance(item, str):
            yield place, item, ""
            continue
        if not isinstance(item, dict):
            raise damaged("JSON", f"entry {place} is neither a word nor an object with a word")
        word = item.get("word")
        if word is None:
            item = {key.casefold(): field for key, field in item.items()}
            word = next((item[key] for key in _WORD_KEYS if key in item), None)
        if not isinstance(word, str):
            raise damaged("JSON", f"entry {place} names no word")
        yield place, word, _definition(item)


def _definition(known: dict[str, Any]) -> str:
    value = next((known[key] for key in _DEFINITION_KEYS if key in known), "")
    if isinstance(value, list):
        return " / ".join(item for item in value if isinstance(item, str))
    if isinstance(value, dict):
        return _definition({key.casefold(): field for key, field in value.items()})
    return value if isinstance(value, str) else ""
