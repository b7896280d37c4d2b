"""One table of a set-up file, read strictly.

Guards the rule that a set-up file is taken whole or not at all: each refusal names the file, the key and what
is allowed, and a key nobody knows is refused too, for it is most often a misspelt one.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from kiosk.errors import SetupError

ID_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Table:
    """*values* found at *path* (dotted; "" is the top) of *file*."""

    file: str
    path: str = ""
    values: Mapping[str, object] = field(default_factory=dict)

    def refusal(self, key: str, must: str) -> SetupError:
        """The error that says what stands under *key* and what it must be."""
        name = self.name_of(key)
        found = f"is {spelled(self.values[key])}" if key in self.values else "is missing"
        return SetupError(
            f"{self.file}: “{name}” {found}; it must be {must}. Correct the file and try again."
        )

    def name_of(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def only(self, *known: str) -> None:
        """Refuse any key that is not one of *known*."""
        for key in self.values:
            if key not in known:
                where = f"[{self.path}]" if self.path else "the top of the file"
                raise SetupError(
                    f"{self.file}: “{self.name_of(key)}” is not a key of a set-up file; "
                    f"{where} may hold: {', '.join(known)}. Correct the file and try again."
                )

    def text(self, key: str, longest: int) -> str:
        """A printable text of 1 to *longest* characters."""
        value = self.values.get(key)
        if not is_text(value, longest):
            raise self.refusal(key, text_rule(longest))
        return value

    def id(self, key: str, longest: int) -> str:
        """A short name a program can use: letters, digits, dot, underline and hyphen."""
        value = self.values.get(key)
        if not is_id(value, longest):
            raise self.refusal(key, id_rule(longest))
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from *low* to *high*."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.refusal(key, f"a whole number from {low} to {high}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.refusal(key, "true or false")
        return value

    def choice(self, key: str, allowed: Iterable[str], default: str | None = None) -> str:
        """One of *allowed*."""
        value = self.values.get(key, default)
        names = tuple(allowed)
        if not isinstance(value, str) or value not in names:
            raise self.refusal(key, "one of " + ", ".join(f"“{name}”" for name in names))
        return value

    def table(self, key: str) -> "Table":
        """The table under *key*; an absent one is empty."""
        value = self.values.get(key, {})
        if not isinstance(value, Mapping):
            raise self.refusal(key, f"a table, written as [{self.name_of(key)}]")
        return Table(self.file, self.name_of(key), value)

    def tables(self, key: str) -> tuple["Table", ...]:
        """The list of tables under *key*; an absent one is empty."""
        value = self.values.get(key, [])
        if not isinstance(value, list | tuple) or not all(isinstance(item, Mapping) for item in value):
            raise self.refusal(key, f"a list of tables, each written as [[{self.name_of(key)}]]")
        return tuple(
            Table(self.file, f"{self.name_of(key)}[{place}]", item)
            for place, item in enumerate(value, start=1)
        )


def is_text(value: object, longest: int) -> TypeGuard[str]:
    """Whether *value* is a text that can be shown and put on record; half a character (what is left of text
    that is not UTF-8) cannot."""
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        return False
    return value == value.strip() and value.isprintable()


def text_rule(longest: int) -> str:
    return f"a text of 1 to {longest} printable characters, without space at either end"


def is_id(value: object, longest: int) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= longest and ID_PATTERN.fullmatch(value) is not None


def id_rule(longest: int) -> str:
    return f"1 to {longest} of the characters A–Z, a–z, 0–9, “.”, “_”, “-”, the first a letter or digit"


def spelled(value: object) -> str:
    """*value* as it would stand in the file, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    shown = f"“{value}”" if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"
