"""Makes a `RuleSet` from the content of rule-set files: every value checked, every clause kept.

One file may build on another: it says only what differs, each difference with its own clause. Each file on
the way is checked with all it inherits, so that a fault is blamed on the file that has it. Pure: *file* is
only a name to put into messages.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias, cast

from kiosk.core.fields.reading import read
from kiosk.core.fields.table import Table
from kiosk.core.frozen import frozen
from kiosk.core.log.canonical import Json, canonical, digest_of
from kiosk.core.rules.form import RuleForm, unusable
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


def build(content: Mapping[str, object], file: str) -> RuleSet:
    """The rule set that *content* describes; RuleSetError names *file*, the key and what is allowed."""
    form = RuleForm(file)
    found = read(RuleSet, Table(form, "", content), fingerprint="", settled="", clauses=(), notes=())
    # Only now is every value known to be of a kind that canonical JSON can write.
    settled = canonical(cast(Json, content))
    return replace(
        found,
        settled=settled,
        fingerprint=digest_of(settled),
        clauses=tuple(form.clauses.items()),
        notes=tuple(form.notes.items()),
    )
