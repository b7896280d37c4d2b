"""A rule set as lines to read in a terminal: key, value, clause, and the note where there is one."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from kiosk.core.rules.ruleset import RuleSet

# Steps of a card that name nobody, but whoever does something under the method in use.
_WHOEVER = {
    "{typed_by}": "whoever types",
    "{verified_by}": "whoever checks",
    "{pressed_by}": "whoever presses TAB",
}


def lines(rules: RuleSet) -> Iterator[str]:
    """Every value of *rules*, table by table."""
    yield f"{rules.title} ({rules.id}, {rules.status}, issued {rules.issued})"
    yield f"From: {rules.source}"
    yield f"Fingerprint: {rules.fingerprint}"
    for name, table in json.loads(rules.settled).items():
        if isinstance(table, Mapping):
            yield ""
            yield f"[{name}]"
            yield from _table(table, "")


def _table(table: Mapping[str, object], prefix: str) -> Iterator[str]:
    for key, item in table.items():
        if isinstance(item, Mapping) and "value" in item:
            yield _leaf(f"{prefix}{key}", item)
            yield from (f"      {item[more]}" for more in ("then", "note") if more in item)
        elif isinstance(item, Mapping):
            yield from _table(item, f"{prefix}{key}.")
        else:
            for number, row in enumerate(cast(Sequence[Mapping[str, object]], item), start=1):
                yield _leaf(f"{prefix}{key} {number}", row)


def _leaf(name: str, leaf: Mapping[str, object]) -> str:
    who = f"{_WHOEVER.get(str(leaf['who']), leaf['who'])}: " if "who" in leaf else ""
    return f"  {name} = {who}{_value(leaf['value'])}  [{leaf['clause']}]"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(str(item) for item in value) or "–"
    return str(value) or "–"
