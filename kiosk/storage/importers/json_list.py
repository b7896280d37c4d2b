"""Word lists as JSON: an array of words, an array of objects with a word each, an object keyed by words, or
an object that holds one such array among a few facts about the list (the shape licensees receive)."""

import json
from collections.abc import Iterator
from typing import Any

from kiosk.storage.importers.reading import MOST_ENTRIES, Entry, Reading, damaged
from kiosk.storage.importers.text import decoded

_WORD_KEYS = ("word", "words")
_DEFINITION_KEYS = ("definition", "definitions", "meaning")


def fits(data: bytes) -> bool:
    text = decoded(data)
    return text is not None and text.lstrip().startswith(("[", "{"))


def read(data: bytes) -> Reading:
    """The entries of the JSON in *data*."""
    text = decoded(data) or ""
    if text.count("{") + text.count("[") > 2 * MOST_ENTRIES:
        raise damaged("JSON", "it holds more objects than any word list")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise damaged("JSON", str(error) or "it is nested too deeply") from error
    items = _items(value)
    return Reading("JSON", "entry", len(items), _entries(items))


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
            yield Entry(place, item)
            continue
        if not isinstance(item, dict):
            raise damaged("JSON", f"entry {place} is neither a word nor an object with a word")
        known = {key.casefold(): field for key, field in item.items()}
        word = next((known[key] for key in _WORD_KEYS if key in known), None)
        if not isinstance(word, str):
            raise damaged("JSON", f"entry {place} names no word")
        yield Entry(place, word, _definition(known))


def _definition(known: dict[str, Any]) -> str:
    value = next((known[key] for key in _DEFINITION_KEYS if key in known), "")
    if isinstance(value, list):
        return " / ".join(item for item in value if isinstance(item, str))
    if isinstance(value, dict):
        return _definition({key.casefold(): field for key, field in value.items()})
    return value if isinstance(value, str) else ""
