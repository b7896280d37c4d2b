"""Lets one rule-set file build on another: it says only what differs, each difference with its own clause.

Each file on the way is checked with all it inherits, so that a fault is blamed on the file that has it.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from kiosk.core.frozen import frozen
from kiosk.core.rules.build import build
from kiosk.core.rules.form import unusable
from kiosk.core.rules.ruleset import RuleSet

OWN = ("id", "title", "short_title")  # a file that builds on another is still a rule set of its own name


@frozen
class Source:
    """The content of one rule-set file, and the name to call it by in messages."""

    file: str
    content: Mapping[str, object]


Find: TypeAlias = Callable[[str], Source | None]


def resolve(source: Source, find: Find) -> RuleSet:
    """The rule set of *source* with all that it inherits; *find* gives the source of an id, or None."""
    return build(_settled(source, find, ()), source.file)


def _settled(source: Source, find: Find, children: tuple[str, ...]) -> Mapping[str, object]:
    content = {key: item for key, item in source.content.items() if key != "inherits"}
    if "inherits" not in source.content:
        return content
    parent_id = source.content["inherits"]
    line = (*children, str(source.content.get("id", source.file)))
    parent = find(parent_id) if isinstance(parent_id, str) else None
    if parent is None:
        raise unusable(source.file, f"“inherits” must name a rule set that is there; it is “{parent_id}”.")
    if parent_id in line:
        raise unusable(
            source.file, f"“inherits” goes round in a circle: {' → '.join((*line, str(parent_id)))}."
        )
    base = _settled(parent, find, line)
    build(base, parent.file)
    return merged({key: item for key, item in base.items() if key not in OWN}, content)


def merged(base: Mapping[str, object], change: Mapping[str, object]) -> dict[str, object]:
    """*base* with what *change* says instead. A value is replaced whole, clause and all."""
    result = dict(base)
    for key, item in change.items():
        old = base.get(key)
        if isinstance(old, Mapping) and isinstance(item, Mapping) and "value" not in old:
            result[key] = merged(old, item)
        else:
            result[key] = item
    return result
